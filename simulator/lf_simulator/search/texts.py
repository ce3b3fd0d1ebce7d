"""Bare text, whole trees of it, as one question to the full-text index.

A document's text is one row of the index, so that `&`, `|` and `-` between words mean there what they mean between
entries, and one expression answers for all of them. Where the index cannot decide, it narrows, and words decide.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING

from lf_simulator.search import carried, fulltext
from lf_simulator.search.kinds import Sql
from lf_simulator.search.matching import is_exact
from lf_simulator.search.query import And, Near, Node, Not, Or, Text, leaves
from lf_simulator.search.wildcards import prefix_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lf_simulator.search.fuzzy import Fuzzy
    from lf_simulator.search.query import Term
    from lf_simulator.search.word_list import WordList

DEEPEST = 20
"""Levels of one expression; FTS5's parser has an end, and what is deeper is joined outside of it."""
WIDEST_NEAR = 2**31 - 1
MOST_PAIRS = 64
"""Pairs of phrases that are asked for one by one."""


@dataclass(frozen=True, slots=True)
class Asked:
    """An FTS5 expression, empty for one that finds nothing. `undecided`: what of the tree the words have to decide."""

    expression: str
    undecided: tuple[Node, ...] = ()


FINDS_NOTHING = Asked("")


def is_text(node: Node, deepest: int = DEEPEST) -> bool:
    """Whether a tree is bare text, and no deeper than an expression may be."""
    return all(isinstance(leaf, Text) for leaf in leaves(node)) and _height(node) <= deepest


def _height(node: Node) -> int:
    match node:
        case And(parts) | Or(parts):
            return 1 + max(map(_height, parts))
        case Not(one, other) | Near(one, other):
            return 1 + max(_height(one), _height(other))
        case _:
            return 1


def condition(words: WordList, node: Node) -> Sql:
    """The condition on a row of `text_index` that the tree holds for it."""
    asked = ask(words, node)
    if not asked.expression and not asked.undecided:
        return fulltext.NOTHING
    matched = Sql("text_index MATCH ?", (asked.expression,)) if asked.expression else Sql("1")
    if not asked.undecided:
        return matched
    rest = asked.undecided[0] if len(asked.undecided) == 1 else And(asked.undecided)
    decided = (*matched.parameters, carried.written(rest, words.fuzzy))
    return Sql(f"{matched.text} AND text_holds(text_index.words, ?)", decided)


def ask(words: WordList, node: Node) -> Asked:
    """What of a tree the index can be asked."""
    wide = {leaf.term for leaf in leaves(node) if isinstance(leaf, Text) and fulltext.is_wide(words, leaf.term)}
    if wide or _height(node) > DEEPEST:  # the other terms narrow, words decide
        sides = [fulltext.expression(words, term) for term in _needed(node) if term not in wide]
        return Asked(" AND ".join(f"({side})" for side in sides), (node,)) if all(sides) else FINDS_NOTHING
    match node:
        case Text(_, term):
            expression = fulltext.expression(words, term)
            return Asked(expression, () if fulltext.is_decided(term, words.fuzzy) else (node,))
        case And(parts):
            return _all([ask(words, part) for part in parts])
        case Or(parts):
            return _any(node, [ask(words, part) for part in parts])
        case Not(keep, drop):
            return _without(node, ask(words, keep), ask(words, drop))
        case Near(left, right):
            return _near(node, _all([ask(words, left), ask(words, right)]), words.fuzzy)
        case _:
            return FINDS_NOTHING


def _needed(node: Node) -> list[Term]:
    """Terms without which a tree cannot hold."""
    match node:
        case Text(_, term):
            return [term]
        case And(parts):
            return [term for part in parts for term in _needed(part)]
        case Near(left, right):
            return [*_needed(left), *_needed(right)]
        case Not(keep, _):
            return _needed(keep)
        case _:
            return []


def _all(parts: Sequence[Asked]) -> Asked:
    if not all(part.expression for part in parts):
        return FINDS_NOTHING
    undecided = tuple(node for part in parts for node in part.undecided)
    return Asked(" AND ".join(f"({part.expression})" for part in parts), undecided)


def _any(node: Or, parts: Sequence[Asked]) -> Asked:
    found = [part for part in parts if part.expression]
    undecided = any(part.undecided for part in found)
    return Asked(" OR ".join(f"({part.expression})" for part in found), (node,) if undecided else ())


def _without(node: Not, keep: Asked, drop: Asked) -> Asked:
    if not keep.expression or not drop.expression:
        return keep
    if drop.undecided:
        return Asked(keep.expression, (node,))
    return Asked(f"(({keep.expression}) NOT ({drop.expression}))", keep.undecided)


def _near(node: Near, both: Asked, fuzzy: Fuzzy | None) -> Asked:
    """WITHIN around phrases that cannot overlap is NEAR of FTS5, which counts the words between as well. Of a group any
    phrase may be the one that is near, once the group holds."""
    if not both.expression:
        return both
    lefts, rights = _phrases(node.left, fuzzy), _phrases(node.right, fuzzy)
    pairs = list(product(lefts, rights))
    if both.undecided or not 0 < len(pairs) <= MOST_PAIRS or not all(_are_apart(*pair) for pair in pairs):
        return Asked(both.expression, (node,))
    distance = min(node.distance, WIDEST_NEAR)
    near = " OR ".join(f"NEAR({_phrase(left)} {_phrase(right)}, {distance})" for left, right in pairs)
    if not node.apart and _is_choice(node.left) and _is_choice(node.right):
        return Asked(f"({near})")  # a pair has both sides
    return Asked(f"(({both.expression}) {'NOT' if node.apart else 'AND'} ({near}))")


def _is_choice(node: Node) -> bool:
    """Whether each phrase of an operand is enough for it to hold."""
    return isinstance(node, Text) or (isinstance(node, Or) and all(map(_is_choice, node.parts)))


def _phrases(node: Node, fuzzy: Fuzzy | None) -> list[Term]:
    """The phrases of an operand, where FTS5 can take all of them into NEAR: exact words, of which the last may be a
    beginning."""
    match node:
        case Text(_, term):
            *before, last = term
            is_plain = all(is_exact(word, fuzzy) for word in before) and (is_exact(last, fuzzy) or _beginning(last))
            return [term] if is_plain else []
        case And(parts) | Or(parts):
            found = [_phrases(part, fuzzy) for part in parts]
            return [term for each in found for term in each] if all(found) else []
        case Not(keep, _):
            return _phrases(keep, fuzzy)
        case _:
            return []


def _beginning(word: str) -> str:
    return prefix_of(word) or ""


def _are_apart(left: Term, right: Term) -> bool:
    """Whether no word can be one of both phrases: FTS5 lets phrases of NEAR overlap."""
    return not any(_may_be_the_same(one, other) for one in left for other in right)


def _may_be_the_same(one: str, other: str) -> bool:
    heads = _beginning(one), _beginning(other)
    if heads[0] and heads[1]:
        return heads[0].startswith(heads[1]) or heads[1].startswith(heads[0])
    if heads[0]:
        return other.startswith(heads[0])
    return one.startswith(heads[1]) if heads[1] else one == other


def _phrase(term: Term) -> str:
    head = _beginning(term[-1])
    words = [*term[:-1], head] if head else list(term)
    return f'"{" ".join(words)}"{"*" if head else ""}'
