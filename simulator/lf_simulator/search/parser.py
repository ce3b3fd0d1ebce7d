"""From a search command to its tree. language.lark says what is well formed; here each rule becomes a node, and each
mistake an error at its place."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any, cast

from lf_simulator.search import conditions, dates, mistakes
from lf_simulator.search.conditions import Allowed, Part
from lf_simulator.search.errors import Code, QueryError, cut
from lf_simulator.search.joining import DEEPEST_NESTING, Joint, Operand, join, too_deep
from lf_simulator.search.kinds import OF_ANY_FIELD
from lf_simulator.search.place import Place
from lf_simulator.search.query import Condition, FieldClause, FieldItem, Node, TemplateClause, Text
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.stop_words import without_stop_words
from lf_simulator.search.terms import phrase

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import datetime

    from lark import Lark, Token, Tree

# Decisions: the vendor names the error, not the limits.
MOST_CRITERIA = 1000
MOST_TOKENS = 20 * MOST_CRITERIA
MOST_VALUES = 1_000_000
FARTHEST = 2**31 - 1

_ESCAPED_QUOTE = re.compile(r'""|\\"')
_HALF_A_PAIR = re.compile("[\ud800-\udfff]")
_SOMETHING_TO_SEARCH = re.compile(r"[^\W_]|[$%]")


def parse(command: str, reading: Reading = PLAIN, now: datetime | None = None) -> Node:
    """The tree of a search command, as `reading` has it. `now` is the moment in UTC that a date such as `now` means,
    where the build knows such dates; without a moment there is none.

    Raises QueryError for everything that can be seen without the repository: what is not well formed first, then
    what a clause does not allow, from left to right.
    """
    from lark import UnexpectedInput

    half = None if command.isascii() else _HALF_A_PAIR.search(command)
    if half:  # decision: nothing stored can hold it, and no answer could carry it
        message = f"U+{ord(half.group()):04X} is half of a character; alone it stands for nothing."
        raise QueryError(Code.STRAY_CHARACTER, message, Place(command, half.start()))
    if not command.strip():
        raise QueryError(Code.NOTHING_TO_SEARCH, "The search command is empty.", Place(command, 0))
    try:
        tree = _tree(command)
    except UnexpectedInput as mistake:
        raise mistakes.explain(command, mistake) from None
    today = dates.today(now, reading) if now is not None and reading.now_is_a_date else ""
    node = _Builder(command, Allowed(reading, today)).criteria(tree.children, 1).node
    return without_stop_words(node) if reading.stop_words else node


def _tree(command: str) -> Tree[Token]:
    """Token by token, so that a command of very many is not read to its end."""
    parser = _language().parse_interactive(command)
    token = None
    for number, token in enumerate(parser.iter_parse()):
        if number == MOST_TOKENS:
            message = f"The command has more than {MOST_TOKENS:,} words, names, values and signs."
            raise QueryError(Code.TOO_COMPLEX, message, Place(command, token.start_pos or 0))
    if token is None:
        raise QueryError(Code.NOTHING_TO_SEARCH, "The search command is nothing but comments.", Place(command, 0))
    return cast("Tree[Token]", cast("Any", parser).feed_eof(token))


@cache
def _language() -> Lark:
    from lark import Lark  # importing it takes longer than everything else here together

    return Lark.open("language.lark", rel_to=__file__, parser="lalr", lexer="contextual", maybe_placeholders=False)


class _Builder:
    def __init__(self, command: str, allowed: Allowed) -> None:
        self.command = command
        self.allowed = allowed
        self.found = 0

    # ---- criteria and what joins them

    def criteria(self, row: list[Token | Tree[Token]], depth: int) -> Operand:
        """Operands with and without joints between them."""
        if depth > DEEPEST_NESTING:
            raise too_deep(self._at(_first(row[0])))
        parts, joints = self._parted(row)
        operands = [self._operand(part, depth) for part in parts]
        return join(operands, joints, self.allowed.reading.precedence)

    def _parted(self, row: list[Token | Tree[Token]]) -> tuple[list[Token | Tree[Token]], list[Joint]]:
        parts, joints = [row[0]], []
        members = iter(row[1:])
        for member in members:
            kind = getattr(member, "type", "")
            if kind == "JOIN":
                joints.append(Joint(cast("Token", member)[0]))
                parts.append(next(members))
            elif kind == "NEAR":
                distance = self._distance(cast("Token", next(members)))
                joints.append(Joint("^", distance, apart=cast("Token", member)[0] == "-"))
                parts.append(next(members))
            else:
                self._check_adjacent(parts[-1], member)
                joints.append(Joint("&"))
                parts.append(member)
        return parts, joints

    def _check_adjacent(self, left: Token | Tree[Token], right: Token | Tree[Token]) -> None:
        """Two bare texts in a row are joined by AND; anything else in a row is a mistake (decision)."""
        if not (isinstance(left, str) and isinstance(right, str)):
            if isinstance(right, str):
                self._text(right, self._at(right))  # it may be nothing that could be joined
            message = "An operator is missing before this part."
            raise QueryError(Code.SYNTAX, message, self._at(_first(right)), "Join the two parts with &, | or -.")

    def _distance(self, token: Token) -> int:
        digits = token.rstrip().lstrip("0") or "0"
        if len(digits) > len(str(FARTHEST)) or int(digits) > FARTHEST:
            message = f"A distance of {cut(digits)} words is too large."
            raise QueryError(Code.NUMBER_OUT_OF_RANGE, message, self._at(token))
        return int(digits)

    def _operand(self, part: Token | Tree[Token], depth: int) -> Operand:
        place = self._at(_first(part))
        if isinstance(part, str):
            return Operand(self._text(part, place), 1, place)
        if part.data == "group":
            return self.criteria(part.children[1:], depth + 1)._replace(place=place)
        return Operand(_CLAUSES[part.data](self, cast("list[Token]", part.children[1:])), 1, place)

    # ---- bare text

    def _text(self, token: Token, place: Place) -> Text:
        text, quoted = _value(token)
        self._count(token)
        conditions.check_length(text, place)
        if not quoted:
            self._check_word(text, place)
        return Text(text, phrase(text, place, self.allowed.reading), quoted=quoted, place=place)

    def _check_word(self, text: str, place: Place) -> None:
        if text.startswith(("#", "%%")):
            message = f"{cut(text)} has to stand in quotes, because of how it begins."
            raise QueryError(Code.MUST_BE_QUOTED, message, place, f'Write "{cut(text)}".')
        if not _SOMETHING_TO_SEARCH.search(text) and not set(text) & set("*?"):
            raise QueryError(Code.STRAY_CHARACTER, f"{cut(text)} cannot stand outside quotes.", place)

    # ---- clauses

    def system(self, tokens: list[Token]) -> Node:
        return conditions.system_clause(self._conditions(tokens), self.allowed)

    def version(self, tokens: list[Token]) -> Node:
        return conditions.version_clause(self._conditions(tokens), self.allowed)

    def _conditions(self, tokens: list[Token]) -> list[Part]:
        parts, members = [], iter(tokens)
        for token in members:
            self._count(token)
            key, operator = ("", token) if token.type == "COMPARISON" else (token.rstrip(), next(members))
            condition, quoted = self._condition(operator, next(members))
            parts.append(Part(key, condition, quoted, self._at(token)))
        return parts

    def fields(self, tokens: list[Token]) -> Node:
        template, *others = tokens
        if not others:
            self._count(template)
            return TemplateClause(self._name(template), self._at(template))
        items = list(self._items(iter(others)))
        for item in items:
            if item.condition is None and len(items) > 1:
                message = f"A comparison is missing after the field {item.name or '[]'}."
                raise QueryError(Code.SYNTAX, message, item.place)
        return FieldClause(self._name(template), tuple(items), self._at(template))

    def _items(self, tokens: Iterator[Token]) -> Iterator[FieldItem]:
        token = next(tokens, None)
        name = index = ""
        while token is not None:
            start, condition = token, None
            self._count(start)
            if token.type == "NAME":
                name, index, token = self._name(token), "", next(tokens, None)
            if token is not None and token.type == "OPEN":
                index, token = self._index(token, next(tokens)), next(tokens, None)
            if token is not None and token.type == "COMPARISON":
                condition, quoted = self._condition(token, next(tokens))
                conditions.check_value(OF_ANY_FIELD, condition, quoted=quoted)
                token = next(tokens, None)
            yield FieldItem(name, index, condition, self._at(start))

    def _index(self, opening: Token, token: Token) -> str:
        index = token.rstrip().casefold().lstrip("0")
        if index != "all" and not (0 < len(index) <= len(str(MOST_VALUES)) and int(index) <= MOST_VALUES):
            message = f"A value is picked by its number, from 1 to {MOST_VALUES:,}, or by (all)."
            raise QueryError(Code.SYNTAX, message, self._at(opening))
        return index

    def _name(self, token: Token) -> str:
        written = token.rstrip()
        name = written[1:-1].strip() if written.startswith("[") else written
        conditions.check_length(name, self._at(token))
        return name

    def _condition(self, operator: Token, value: Token) -> tuple[Condition, bool]:
        text, quoted = _value(value)
        return Condition(operator.rstrip(), text, self._at(operator), self._at(value)), quoted

    # ---- places and limits

    def _at(self, token: Token) -> Place:
        return Place(self.command, token.start_pos or 0)

    def _count(self, token: Token) -> None:
        self.found += 1
        if self.found > MOST_CRITERIA:
            message = f"The command has more than {MOST_CRITERIA:,} criteria."
            raise QueryError(Code.TOO_COMPLEX, message, self._at(token))


def _first(part: Token | Tree[Token]) -> Token:
    """The token that a part begins with."""
    return part if isinstance(part, str) else cast("Token", part.children[0])


def _value(token: Token) -> tuple[str, bool]:
    """A value, word or phrase without the blanks behind it, and whether it was quoted. Where a backslash is the last
    character between quotes, it is one (see language.lark)."""
    written = token.rstrip()
    if not written.startswith('"'):
        return written, False
    inner = written[1:-1]
    if inner.endswith("\\"):
        return _ESCAPED_QUOTE.sub('"', inner[:-1]) + "\\", True
    return _ESCAPED_QUOTE.sub('"', inner), True


_CLAUSES: dict[str, Callable[[_Builder, list[Token]], Node]] = {
    "system": _Builder.system,
    "version": _Builder.version,
    "fields": _Builder.fields,
}
