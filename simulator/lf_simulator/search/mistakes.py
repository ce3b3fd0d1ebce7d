"""Why a command could not be parsed, in one sentence at the right place."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lf_simulator.search.errors import Code, QueryError
from lf_simulator.search.place import Place

if TYPE_CHECKING:
    from lark import UnexpectedInput

# What may follow, by the parser's names for it, in the order in which a person would like to hear of it.
_EXPECTED = {
    "COMPARISON": "a comparison such as =",
    "QUOTED": "quoted text",
    "RBRACE": "}",
    "COLON": ":",
    "COMMA": "a comma",
    "KEY": "a name",
    "LBRACE": "a clause in braces",
    "WORD": "a word",
    "RPAR": ")",
    "AND": "an operator such as &",
}
_JOINING = frozenset({"AND", "VBAR", "_MINUS", "WITHIN", "$END"})
"""Some of these may follow where what stands before is complete."""
_VALID_DISTANCE = re.compile(r"-?\^\s*[0-9]")


def explain(command: str, mistake: UnexpectedInput) -> QueryError:
    """The error that a person is shown for what the parser stumbled over."""
    expected = set(getattr(mistake, "allowed", None) or getattr(mistake, "expected", None) or ())
    token = getattr(mistake, "token", None)
    if token is not None and token.type == "$END":
        return _ended_early(command, expected)
    place = Place(command, mistake.pos_in_stream or 0)
    rest = command[place.offset :]
    if token is None or token.type != "QUOTED":
        never_closed = _never_closed(rest, place)
        if never_closed:
            return never_closed
    return _misplaced_operator(rest, place, expected) or _unexpected(rest, place, expected)


def _ended_early(command: str, expected: set[str]) -> QueryError:
    place = Place(command, len(command))
    if "RBRACE" in expected:
        return QueryError(Code.ENDED_EARLY, "The command ends inside a clause: } is missing.", place)
    if "RPAR" in expected and "LBRACE" not in expected - {"RPAR"}:
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
    if rest.startswith("/*") and "*/" not in rest:
        return QueryError(Code.ENDED_EARLY, "The comment that begins here is never closed.", place)
    if rest.startswith("[") and "]" not in rest:
        return QueryError(Code.ENDED_EARLY, "The bracket that opens here is never closed.", place)
    return None


def _misplaced_operator(rest: str, place: Place, expected: set[str]) -> QueryError | None:
    if rest.startswith(("^", "-^")) and not _VALID_DISTANCE.match(rest):
        return QueryError(Code.SYNTAX, "A number of words is missing after ^.", place, "Write ^5 for at most five.")
    complete = bool(expected & _JOINING)
    if rest[:1] in ("&", "|", "-", "^") and "WORD" in expected and not complete:
        return QueryError(Code.SYNTAX, f"There is nothing on the left of {rest[0]} to join.", place)
    if rest[:1] in (")", "}") and (complete or not place.command[: place.offset].strip()):
        return QueryError(Code.SYNTAX, f"{rest[0]} closes nothing.", place)
    if rest.startswith("(") and "INDEX" in expected:
        return QueryError(Code.SYNTAX, "A value is picked by its number, such as (3), or by (all).", place)
    return None


def _unexpected(rest: str, place: Place, expected: set[str]) -> QueryError:
    found = re.match(r"\w+|.", rest, re.DOTALL)
    hint = _hint(place.command[: place.offset], expected)
    code = Code.SYNTAX
    if "WORD" in expected and found and not re.match(r'[\w{}()&|^"*?\[\]$#%-]', found.group()):
        code = Code.STRAY_CHARACTER
    message = f"{found.group() if found else 'Nothing'} stands where {_listed(expected)} should."
    return QueryError(code, message, place, hint)


def _hint(before: str, expected: set[str]) -> str:
    if before.endswith('"') and "COMMA" in expected:
        return 'A double quote inside a value is written \\" or "".'
    name = re.search(r"\[[^\]]*\]$", before)
    if name and "[" in name.group()[1:]:
        return f"{name.group()} is read as one name; is a bracket missing in it?"
    return ""


def _listed(expected: set[str]) -> str:
    words = [word for name, word in _EXPECTED.items() if name in expected]
    return " or ".join(", ".join(words).rsplit(", ", 1)) if words else "something else"
