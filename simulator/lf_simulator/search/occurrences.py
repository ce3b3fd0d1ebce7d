"""Where bare text stands in one text: its occurrences in their order, found as they are asked for."""

from __future__ import annotations

import bisect
import heapq
from itertools import groupby, islice
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.search.matching import Span, Words
from lf_simulator.search.passages import Passages
from lf_simulator.search.query import And, Near, Node, Not, Or, Text
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.sieve import opening, sieve
from lf_simulator.search.words import tokenizer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lf_simulator.search.fuzzy import Fuzzy
    from lf_simulator.search.passages import Passage, Place

MOST_PAIRS = 20_000
"""Pairs that are looked at when they are themselves one side of a pair."""

_ENDS = itemgetter(0, 1)


class Occurrence(NamedTuple):
    """A word, a phrase, or a pair from the beginning of its `early` side to the end of the `late` one. `width` counts
    words. What lies on another page than the beginning is cut off; `late` is None without a second side there."""

    early: Place
    late: Place | None
    width: int


def occurrences(
    pieces: Iterable[tuple[int, str]],
    nodes: Iterable[Node],
    fuzzy: Fuzzy | None = None,
    reading: Reading = PLAIN,
) -> Iterator[Occurrence]:
    """The occurrences of any of the nodes, by where they begin, then by where they end. Each stretch of words comes
    once, and a single word not at all where it lies inside a phrase or pair."""
    wanted = list(nodes)
    tests = [opening(node, fuzzy) for node in wanted]
    reach = max(map(_reach, wanted))
    passages = Passages(pieces, lambda text: any(test(text) for test in tests), reach, tokenizer(reading))
    settled = [found for node in wanted if (found := _settled(node, passages, fuzzy))]
    covered = (-1, 0)
    for passage, spans in _by_passage(passages, settled, fuzzy):
        for span in spans:
            if span.first < span.last:
                covered = max(covered, passage.position(span.last))
            elif passage.position(span.first) <= covered:
                continue
            yield _occurrence(passage, span)


def _occurrence(passage: Passage, span: Span) -> Occurrence:
    width = span.last - span.first + 1
    if not span.sides:
        return Occurrence(passage.place(span.first, span.last), None, width)
    early, late = (passage.place(*side[:2]) for side in span.sides)
    return Occurrence(early, late if late.piece is early.piece else None, width)


def _by_passage(passages: Passages, nodes: list[Node], fuzzy: Fuzzy | None) -> Iterator[tuple[Passage, Iterator[Span]]]:
    """The spans that begin in each passage. The nodes are settled."""
    sieves = [(node, sieve(node, fuzzy)) for node in nodes]
    for passage in passages:
        likely = [node for node, may_hold in sieves if may_hold(passage.folded)]
        if likely:
            words = Words(passage.words)
            spans = _once(_merged([_spans(words, node, fuzzy) for node in likely]))
            yield passage, (span for span in spans if passage.begins_here(span.first))


def _merged(found: list[Iterator[Span]]) -> Iterator[Span]:
    return found[0] if len(found) == 1 else heapq.merge(*found, key=_in_order)


def _in_order(span: Span) -> tuple[int, bool, int]:
    """Single words come after phrases and pairs that begin with them, which make them superfluous."""
    return span.first, span.first == span.last, span.last


def _once(spans: Iterable[Span]) -> Iterator[Span]:
    return (next(same) for _, same in groupby(spans, _ENDS))


# ---- what depends on the whole text


def _settled(node: Node, passages: Passages, fuzzy: Fuzzy | None) -> Node | None:
    """The node as alternatives of words, phrases and pairs, none of which depends on what else is in the text; None
    when it does not match. As operands of WITHIN, groups are read as matching.find_in reads them."""

    def settled(part: Node) -> Node | None:
        return _settled(part, passages, fuzzy)

    match node:
        case Or(parts):
            return _any_of([found for part in parts if (found := settled(part))])
        case And(parts):
            needed = [found for part in parts if (found := settled(part))]
            return _any_of(needed) if len(needed) == len(parts) and _all_occur(needed, passages, fuzzy) else None
        case Not(keep, drop):
            dropped = settled(drop)
            return None if dropped and _all_occur([dropped], passages, fuzzy) else settled(keep)
        case Near(left, right, distance, apart):
            sides = [found for part in (left, right) if (found := settled(part))]
            if len(sides) < 2:
                return None
            pair = Near(sides[0], sides[1], distance)
            if not apart:
                return pair
            is_near = _all_occur([pair], passages, fuzzy)
            return _any_of(sides) if not is_near and _all_occur(sides, passages, fuzzy) else None
        case _:
            return node


def _any_of(nodes: list[Node]) -> Node | None:
    if len(nodes) < 2:
        return nodes[0] if nodes else None
    return Or(tuple(nodes))


def _all_occur(nodes: list[Node], passages: Passages, fuzzy: Fuzzy | None) -> bool:
    missing = {number: sieve(node, fuzzy) for number, node in enumerate(nodes)}
    for passage in passages:
        for number, may_hold in list(missing.items()):
            if may_hold(passage.folded) and next(_spans(Words(passage.words), nodes[number], fuzzy), None):
                del missing[number]
        if not missing:
            return True
    return not missing


# ---- what stands in one passage


def _reach(node: Node) -> int:
    """How many words after its first one an occurrence may have."""
    match node:
        case Text(_, term):
            return len(term) - 1
        case And(parts) | Or(parts):
            return max(map(_reach, parts))
        case Not(keep, drop):
            return max(_reach(keep), _reach(drop))
        case Near(left, right, distance):
            return _reach(left) + distance + 1 + _reach(right)
        case _:
            return 0


def _spans(words: Words, node: Node, fuzzy: Fuzzy | None) -> Iterator[Span]:
    """The places of a settled node in some words, in order, some perhaps more than once."""
    match node:
        case Text(_, term):
            return iter(words.spans(term, fuzzy))
        case Or(parts):
            return _merged([_spans(words, part, fuzzy) for part in parts])
        case Near(left, right, distance):
            one = _side(words, left, fuzzy)
            return pairs_in_order(one, one if right == left else _side(words, right, fuzzy), distance)
        case _:
            return iter(())


def _side(words: Words, node: Node, fuzzy: Fuzzy | None) -> list[Span]:
    """The places of one operand. Words and phrases have no more than there are words; pairs may be any number."""
    spans = _spans(words, node, fuzzy)
    return list(islice(spans, MOST_PAIRS) if _has_pairs(node) else spans)


def _has_pairs(node: Node) -> bool:
    match node:
        case Or(parts):
            return any(map(_has_pairs, parts))
        case _:
            return isinstance(node, Near)


def pairs_in_order(left: list[Span], right: list[Span], distance: int) -> Iterator[Span]:
    """A span for each pair with at most `distance` words between its sides, whichever of them comes first; by its ends.
    Both lists are in the order of their first words."""
    starts = ([span.first for span in left], [span.first for span in right])
    early_ones = heapq.merge(((span, 1) for span in left), ((span, 0) for span in right), key=_first_word)
    for first, group in groupby(early_ones, _first_word):
        found: dict[int, Span] = {}
        for early, other in group:
            low = bisect.bisect_right(starts[other], early.last)
            high = bisect.bisect_right(starts[other], early.last + distance + 1)
            for late in (left, right)[other][low:high]:
                if late.last not in found:
                    found[late.last] = Span(first, late.last, (Span(*early[:2]), Span(*late[:2])))
        yield from (found[last] for last in sorted(found))


def _first_word(side: tuple[Span, int]) -> int:
    return side[0].first
