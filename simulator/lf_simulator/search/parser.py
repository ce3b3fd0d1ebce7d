"""From a search command to its tree. language.lark says what is well formed; here each rule becomes a node, and each
mistake an error at its place."""

from __future__ import annotations

import re
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

from lf_simulator.search import clauses, mistakes
from lf_simulator.search.errors import Code, QueryError
from lf_simulator.search.kinds import TEXT
from lf_simulator.search.place import Place
from lf_simulator.search.query import (
    And,
    Condition,
    FieldClause,
    FieldItem,
    Near,
    Node,
    Not,
    Or,
    SystemClause,
    TemplateClause,
    Text,
    VersionClause,
    leaves,
)
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.terms import phrase

if TYPE_CHECKING:
    from collections.abc import Callable

    from lark import Lark, Token, Tree

# Decisions: the vendor names the error, not the limits.
MOST_CRITERIA = 1000
DEEPEST_NESTING = 100
MOST_VALUES = 1_000_000

_ESCAPED_QUOTE = re.compile(r'""|\\"')
_SOMETHING_TO_SEARCH = re.compile(r"[^\W_]|[$%]")


def parse(command: str, reading: Reading = PLAIN) -> Node:
    """The tree of a search command, as `reading` has it.

    Raises QueryError for everything that can be seen without the repository.
    """
    from lark import UnexpectedInput

    if not command.strip():
        raise QueryError(Code.NOTHING_TO_SEARCH, "The search command is empty.", Place(command, 0))
    try:
        tree = _language().parse(command)
    except UnexpectedInput as mistake:
        raise mistakes.explain(command, mistake) from None
    builder = _Builder(command, reading)
    return builder.node(cast("Tree[Token]", tree.children[0]))


@cache
def _language() -> Lark:
    from lark import Lark  # importing it takes longer than everything else here together

    return Lark.open("language.lark", rel_to=__file__, parser="lalr", lexer="contextual", propagate_positions=True)


def _quoted(token: Token) -> str:
    """What stands between the quotes. Where a backslash is the last character, it is one (see language.lark)."""
    inner = token[1:-1]
    if inner.endswith("\\"):
        return _ESCAPED_QUOTE.sub('"', inner[:-1]) + "\\"
    return _ESCAPED_QUOTE.sub('"', inner)


class _Builder:
    def __init__(self, command: str, reading: Reading) -> None:
        self.command = command
        self.reading = reading
        self.criteria = 0
        self.depth = 0

    def node(self, tree: Tree[Token]) -> Node:
        self.depth += 1
        if self.depth > DEEPEST_NESTING:
            message = f"The command is nested deeper than {DEEPEST_NESTING} levels."
            raise QueryError(Code.TOO_COMPLEX, message, self._start(tree))
        built = _RULES[tree.data](self, tree)
        self.depth -= 1
        return built

    # ---- set operators

    def either(self, tree: Tree[Token]) -> Node:
        return Or(tuple(self.node(child) for child in _trees(tree)))

    def both(self, tree: Tree[Token]) -> Node:
        for left, right in pairwise(tree.children):
            if not isinstance(left, str) and not isinstance(right, str):
                self._check_adjacent(left, right)
        return And(tuple(self.node(child) for child in _trees(tree)))

    def _check_adjacent(self, left: Tree[Token], right: Tree[Token]) -> None:
        """Two bare texts in a row are joined by AND; anything else in a row is a mistake (decision)."""
        if _edge(left, -1).data in _BARE and _edge(right, 0).data in _BARE:
            return
        message = "An operator is missing before this part."
        raise QueryError(Code.SYNTAX, message, self._start(right), "Join the two parts with &, | or -.")

    def without(self, tree: Tree[Token]) -> Node:
        """`a - b - c` is `(a - b) - c`, which is a without b or c."""
        keep, *drops = map(self.node, _trees(tree))
        return Not(keep, drops[0] if len(drops) == 1 else Or(tuple(drops)))

    def near(self, tree: Tree[Token]) -> Node:
        node = self.node(cast("Tree[Token]", tree.children[0]))
        self._check_text(node, tree.children[0])
        for operator, operand in zip(tree.children[1::2], tree.children[2::2], strict=True):
            self.depth += 1
            right = self.node(cast("Tree[Token]", operand))
            self._check_text(right, operand)
            distance = int(re.sub(r"\D", "", str(operator)))
            node = Near(node, right, distance, apart=str(operator).startswith("-"))
        self.depth -= len(tree.children) // 2
        return node

    def _check_text(self, node: Node, tree: Any) -> None:
        if not all(isinstance(leaf, Text) for leaf in leaves(node)):
            message = "WITHIN (^n) joins words, phrases and groups of them only."
            raise QueryError(Code.WITHIN_NEEDS_TEXT, message, self._start(tree))

    def group(self, tree: Tree[Token]) -> Node:
        return self.node(_trees(tree)[0])

    # ---- bare text

    def phrase(self, tree: Tree[Token]) -> Node:
        token = cast("Token", tree.children[0])
        text = _quoted(token)
        self._count(token)
        return Text(text, phrase(text, self._at(token)), quoted=True, place=self._at(token))

    def word(self, tree: Tree[Token]) -> Node:
        token = cast("Token", tree.children[0])
        text, place = str(token), self._at(token)
        self._count(token)
        if text.startswith(("#", "%%")):
            message = f"{text} has to stand in quotes, because of how it begins."
            raise QueryError(Code.MUST_BE_QUOTED, message, place, f'Write "{text}".')
        if not _SOMETHING_TO_SEARCH.search(text) and not set(text) & set("*?"):
            raise QueryError(Code.STRAY_CHARACTER, f"{text} cannot stand outside quotes.", place)
        return Text(text, phrase(text, place), place=place)

    # ---- clauses

    def system(self, tree: Tree[Token]) -> SystemClause:
        parts = [self._part(child) for child in _trees(tree)]
        return clauses.build(parts)

    def version(self, tree: Tree[Token]) -> VersionClause:
        conditions: list[tuple[str, Condition]] = []
        for part in (self._part(child) for child in _trees(tree)):
            key, operators = clauses.VERSION_KEYS.get(part.key.casefold(), ("", frozenset()))
            if not part.key and conditions:
                key, operators = clauses.VERSION_KEYS[conditions[-1][0].casefold()]
            if not key:
                known = ", ".join(name for name, _ in clauses.VERSION_KEYS.values())
                message = f"LFVER:{part.key} is not a search key."
                raise QueryError(Code.UNKNOWN_KEY, message, part.place, f"There are {known}.")
            if part.condition.operator not in operators:
                message = f"LFVER:{key} cannot be compared with {part.condition.operator}."
                raise QueryError(Code.WRONG_OPERATOR, message, part.condition.operator_place)
            conditions.append((key, part.condition))
        self._count(tree)
        return VersionClause(tuple(conditions), self._start(tree))

    def template(self, tree: Tree[Token]) -> TemplateClause:
        token = cast("Token", tree.children[0])
        self._count(token)
        return TemplateClause(_name(token), self._at(token))

    def field(self, tree: Tree[Token]) -> Node:
        template, first, *others = tree.children
        items = [self._item(cast("Tree[Token]", first))]
        for other in others:
            items.append(self._item(cast("Tree[Token]", other), items[-1]))
        for item in items:
            if item.condition is None and len(items) > 1:
                message = f"A comparison is missing after the field {item.name or '[]'}."
                raise QueryError(Code.SYNTAX, message, item.place)
        token = cast("Token", template)
        return FieldClause(_name(token), tuple(items), self._at(token))

    def _item(self, tree: Tree[Token], before: FieldItem | None = None) -> FieldItem:
        self._count(tree)
        tokens = {token.type: token for token in cast("list[Token]", tree.children)}
        condition, quoted = None, True
        if "COMPARISON" in tokens:
            condition, quoted = self._condition(tokens)
            clauses.check_value(TEXT, condition, quoted)
        if tree.data == "unnamed" and before is not None:
            return FieldItem(before.name, before.index, condition, self._start(tree))
        name = tokens.get("BRACKETED") or tokens["KEY"]
        return FieldItem(_name(name), self._index(tokens.get("INDEX")), condition, self._at(name))

    def _index(self, token: Token | None) -> str:
        index = re.sub(r"[()\s]", "", token or "").casefold()
        if token is not None and index != "all" and not 1 <= int(index) <= MOST_VALUES:
            message = f"A value is picked by its number, from 1 to {MOST_VALUES:,}, or by (all)."
            raise QueryError(Code.SYNTAX, message, self._at(token))
        return index

    def _part(self, tree: Tree[Token]) -> clauses.Part:
        self._count(tree)
        tokens = {token.type: token for token in cast("list[Token]", tree.children)}
        condition, quoted = self._condition(tokens)
        return clauses.Part(str(tokens.get("KEY", "")), condition, quoted, self._start(tree))

    def _condition(self, tokens: dict[str, Token]) -> tuple[Condition, bool]:
        operator = tokens["COMPARISON"]
        value = tokens.get("QUOTED") or tokens["UNQUOTED"]
        quoted = "QUOTED" in tokens
        text = _quoted(value) if quoted else str(value)
        return Condition(str(operator), text, self._at(operator), self._at(value)), quoted

    # ---- places and limits

    def _at(self, token: Token) -> Place:
        return Place(self.command, token.start_pos or 0)

    def _start(self, part: Any) -> Place:
        """Where a token or a tree begins."""
        return Place(self.command, getattr(part, "meta", part).start_pos)

    def _count(self, tree: Any) -> None:
        self.criteria += 1
        if self.criteria > MOST_CRITERIA:
            message = f"The command has more than {MOST_CRITERIA:,} criteria."
            raise QueryError(Code.TOO_COMPLEX, message, self._start(tree))


def _trees(tree: Tree[Token]) -> list[Tree[Token]]:
    return [child for child in tree.children if not isinstance(child, str)]


def _edge(tree: Tree[Token], side: int) -> Tree[Token]:
    """The outermost operand on one side: 0 the first, -1 the last."""
    while tree.data in _JOINED:
        tree = _trees(tree)[side]
    return tree


def _name(token: Token) -> str:
    return token[1:-1].strip() if token.type == "BRACKETED" else str(token)


_JOINED = frozenset({"either", "both", "without", "near"})
_BARE = frozenset({"word", "phrase"})

_RULES: dict[str, Callable[[_Builder, Tree[Token]], Node]] = {
    "either": _Builder.either,
    "both": _Builder.both,
    "without": _Builder.without,
    "near": _Builder.near,
    "group": _Builder.group,
    "braces": lambda builder, tree: builder.node(_trees(tree)[0]),
    "phrase": _Builder.phrase,
    "word": _Builder.word,
    "system": _Builder.system,
    "version": _Builder.version,
    "template": _Builder.template,
    "field": _Builder.field,
}
