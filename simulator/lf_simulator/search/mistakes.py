"""Why a command could not be parsed, in one sentence at the right place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lf_simulator.search.errors import Code, QueryError, cut
from lf_simulator.search.place import Place

if TYPE_CHECKING:
    from lark import UnexpectedInput

# What may follow, by the parser's names for it, in the order in which a person would like to hear of it.
_EXPECTED = {
    "COMPARISON": "a comparison such as =",
    "VALUE": "a value",
    "_END": "}",
    "_COLON": ":",
    "_COMMA": "a comma",
    "KEY": "a key",
    "NAME": "a name",
    "NUMBER": "a number",
    "TEXT": "a word, a phrase in quotes",
    "BEGIN": "a clause in braces",
    "_CLOSE": ")",
    "JOIN": "an operator such as &",
}
_COMPLETE = frozenset({"JOIN", "$END"})
"""One of these may follow where what stands before is complete."""
_BARE = re.compile(r'[\w{}()&|^"*?\[\]$#%-]')
_FOUND = re.compile(r"\w+|.", re.DOTALL)


def explain(command: str, mistake: UnexpectedInput) -> QueryError:
    """The error that a person is shown for what the parser stumbled over."""
    expected = set(getattr(mistake, "allowed", None) or getattr(mistake, "expected", None) or ())
    token = getattr(mistake, "token", None)
    if token is not None and token.type == "$END":
        return _ended_early(command, expected)
    place = Place(command, mistake.pos_in_stream or 0)
    rest = command[place.offset :]
    closed = token is not None and token.startswith('"')
    return (
        (None if closed else _never_closed(rest, place))
        or _missing_number(command, mistake, expected)
        or _misplaced_operator(rest, place, expected)
        or _unexpected(rest, place, expected)
    )


def _ended_early(command: str, expected: set[str]) -> QueryError:
    place = Place(command, len(command))
    if "_END" in expected:
        return QueryError(Code.ENDED_EARLY, "The command ends inside a clause: } is missing.", place)
    if "_CLOSE" in expected:
        return QueryError(Code.ENDED_EARLY, "The command ends inside parentheses: ) is missing.", place)
    return QueryError(Code.ENDED_EARLY, f"The command ends where {_listed(expected)} should follow.", place)


def _never_closed(rest: str, place: Place) -> QueryError | None:
    if rest.startswith('"'):
        return QueryError(
            Code.QUOTE_NOT_CLOSED,
            "The quote that opens here is never closed.",
            place,
            'A double quote inside a value is written \\" or "".',
        )
    if rest.startswith("/*") and "*/" not in rest[2:]:
        return QueryError(Code.ENDED_EARLY, "The comment that begins here is never closed.", place)
    if rest.startswith("[") and "]" not in rest:
        return QueryError(Code.ENDED_EARLY, "The bracket that opens here is never closed.", place)
    return None


def _missing_number(command: str, mistake: Any, expected: set[str]) -> QueryError | None:
    """What ought to be followed by a number is the last thing that the parser took, and the place of the mistake."""
    if "NUMBER" not in expected:
        return None
    place = Place(command, mistake.state.value_stack[-1].start_pos)
    if "ALL" in expected:
        return QueryError(Code.SYNTAX, "A value is picked by its number, such as (3), or by (all).", place)
    return QueryError(Code.SYNTAX, "A number of words is missing after ^.", place, "Write ^5 for at most five.")


def _misplaced_operator(rest: str, place: Place, expected: set[str]) -> QueryError | None:
    complete = bool(expected & _COMPLETE)
    if rest[:1] in ("&", "|", "-", "^") and "TEXT" in expected and not complete:
        return QueryError(Code.SYNTAX, f"There is nothing on the left of {rest[0]} to join.", place)
    if rest[:1] in (")", "}") and (complete or not place.command[: place.offset].strip()):
        return QueryError(Code.SYNTAX, f"{rest[0]} closes nothing.", place)
    return None


def _unexpected(rest: str, place: Place, expected: set[str]) -> QueryError:
    found = _FOUND.match(rest)
    hint = _hint(place.command[: place.offset], expected)
    code = Code.SYNTAX
    if "TEXT" in expected and found and not _BARE.match(found.group()):
        code = Code.STRAY_CHARACTER
    message = f"{cut(found.group()) if found else 'Nothing'} stands where {_listed(expected)} should."
    return QueryError(code, message, place, hint)


def _hint(before: str, expected: set[str]) -> str:
    if before.endswith('"') and "_COMMA" in expected:
        return 'A double quote inside a value is written \\" or "".'
    if before.endswith("]"):
        name = before[before.find("[", before.rfind("]", 0, -1) + 1) :]
        if name.count("[") > 1:
            return f"{cut(name)} is read as one name; is a bracket missing in it?"
    return ""


def _listed(expected: set[str]) -> str:
    words = [word for name, word in _EXPECTED.items() if name in expected]
    return " or ".join(", ".join(words).rsplit(", ", 1)) if words else "something else"
