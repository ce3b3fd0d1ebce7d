"""Context hits: where in one entry the indexed terms of a command stand.

The fields and their values per kind of hit are documented; how hits are folded together and their order are
*decisions*, gathered here.
"""

from __future__ import annotations

import bisect
from dataclasses import dataclass
from itertools import chain, count, islice
from typing import TYPE_CHECKING, Any

from lf_simulator.search.excerpt import line_around
from lf_simulator.search.matching import Span, Words, find_in, may_be_in
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.seekers import Seeker, seekers
from lf_simulator.search.sources import Item, items
from lf_simulator.search.words import word_places, word_texts

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Iterator

    from lf_simulator.search.fuzzy import Fuzzy
    from lf_simulator.search.query import Node

MOST_HITS = 20_000  # documented: a document's list is cut there


@dataclass(frozen=True, slots=True)
class ContextHit:
    """One hit, with the fields of the Repository API. Offsets and lengths count characters: `page_offset` in the page
    or annotation, the highlights in `context`. `page_number` counts from 1 and is 0 outside pages."""

    hit_number: int
    hit_type: str
    page_number: int = 0
    page_offset: int = 0
    context: str = ""
    highlight1_offset: int = 0
    highlight1_length: int = 0
    highlight2_offset: int = 0
    highlight2_length: int = 0
    hit_width: int = 0
    is_annotation_hit: bool = False
    annotation_id: int = 0
    edoc_hit_count: int = 0
    field_hit_count: int = 0
    field_name: str = ""


def context_hits(
    connection: sqlite3.Connection,
    node: Node,
    entry_id: int,
    fuzzy: Fuzzy | None = None,
    only: Collection[str] | None = None,
    reading: Reading = PLAIN,  # noqa: ARG001
) -> list[ContextHit]:
    """The hits of one entry, numbered from 1. Empty when the command searches no index, or nothing is found.

    `only` are the sources of texts that the user may see, None for all."""
    wanted = seekers(node)
    found = []
    sources = {seeker.source for seeker in wanted}
    for item in items(connection, entry_id, sources if only is None else sources.intersection(only)):
        folded = "\n".join(text for _, text in item.pieces).casefold()
        likely = [seeker for seeker in wanted if seeker.wants(item) and may_be_in(folded, seeker.text, fuzzy)]
        if not likely:
            continue  # most texts of an entry, and finding their words would be the dear part
        text = _Text(item)
        if spans := text.spans(likely, fuzzy):
            found.append(_Found(text, spans))
    numbers = count(1)
    writers = (_in_pages, _in_files, _in_fields, _in_short_texts)
    return list(islice(chain.from_iterable(write(found, numbers) for write in writers), MOST_HITS))


class _Text:
    """An item with its words. Where they lie in their piece is worked out only for pieces that have a hit."""

    def __init__(self, item: Item) -> None:
        self.item = item
        self._words: list[str] = []
        self._begins: list[int] = []  # number of the first word of each piece
        self._places: dict[int, list[tuple[int, int]]] = {}
        for _, text in item.pieces:
            self._begins.append(len(self._words))
            self._words += word_texts(text)

    def spans(self, wanted: list[Seeker], fuzzy: Fuzzy | None) -> list[Span]:
        """Where the seekers' words stand: each span once, and no single word inside a phrase or pair."""
        words = Words(self._words)
        found = {
            (span.first, span.last): span for seeker in reversed(wanted) for span in find_in(words, seeker.text, fuzzy)
        }
        kept, reach = [], -1
        for first, last in sorted(found, key=lambda ends: (ends[0], -ends[1])):
            if last > first or first > reach:
                kept.append(found[first, last])
            reach = max(reach, last)
        return sorted(kept, key=lambda span: span[:2])

    def piece_of(self, span: Span) -> int:
        """The piece in which a span begins."""
        return bisect.bisect_right(self._begins, span.first) - 1

    def range(self, first: int, last: int, piece: int) -> tuple[int, int]:
        """Offsets of some words in a piece. What lies in the next piece is cut off; (0, 0) when all of it does."""
        if piece not in self._places:
            self._places[piece] = word_places(self.item.pieces[piece][1])
        places, begin = self._places[piece], self._begins[piece]
        last = min(last - begin, len(places) - 1)
        return (places[first - begin][0], places[last][1]) if first - begin <= last else (0, 0)


@dataclass(frozen=True, slots=True)
class _Found:
    text: _Text
    spans: list[Span]

    @property
    def item(self) -> Item:
        return self.text.item


def _in_pages(found: list[_Found], numbers: Iterator[int]) -> Iterator[ContextHit]:
    """By page; in each of them the text before the annotations."""
    placed = [
        (one.item.pieces[piece][0], one.item.source == "A", one.text, span, piece)
        for one in found
        if one.item.hit_type == "PageContent" or one.item.source == "A"
        for span in one.spans
        for piece in (one.text.piece_of(span),)
    ]
    placed.sort(key=lambda row: row[:2])  # stable: what is on one page keeps its order
    for page, is_annotation, text, span, piece in placed:
        offset, line = line_around(text.item.pieces[piece][1], *text.range(span.first, span.last, piece))
        yield _hit(
            *(next(numbers), text, span, piece, offset, line),
            page_number=page,
            page_offset=offset,
            is_annotation_hit=is_annotation,
            annotation_id=text.item.ref if is_annotation else 0,
        )


def _hit(number: int, text: _Text, span: Span, piece: int, offset: int, context: str, **others: Any) -> ContextHit:
    """A hit whose context begins at `offset` of a piece. It highlights the whole span, or the two sides of a pair."""
    early, late = span.sides or (span, None)
    start1, end1 = text.range(early.first, early.last, piece)
    start2, end2 = text.range(late.first, late.last, piece) if late else (0, 0)
    return ContextHit(
        hit_number=number,
        hit_type=text.item.hit_type,
        context=context,
        highlight1_offset=start1 - offset,
        highlight1_length=end1 - start1,
        highlight2_offset=start2 - offset if end2 else 0,
        highlight2_length=end2 - start2,
        hit_width=span.last - span.first + 1,
        **others,
    )


def _in_files(found: list[_Found], numbers: Iterator[int]) -> Iterator[ContextHit]:
    """One record for all matches in an electronic file, without their places."""
    for one in found:
        if one.item.hit_type == "Edoc":
            yield ContextHit(next(numbers), "Edoc", edoc_hit_count=len(one.spans))


def _in_fields(found: list[_Found], numbers: Iterator[int]) -> Iterator[ContextHit]:
    """One record a field, with the first of its values that matches, and the number of matches in all of them."""
    by_field: dict[int, list[_Found]] = {}
    for one in found:
        if one.item.source == "F":
            by_field.setdefault(one.item.ref, []).append(one)
    for values in by_field.values():
        first = values[0]
        yield _hit(
            *(next(numbers), first.text, first.spans[0], 0, 0, first.item.pieces[0][1]),
            field_name=first.item.label,
            field_hit_count=sum(len(value.spans) for value in values),
        )


def _in_short_texts(found: list[_Found], numbers: Iterator[int]) -> Iterator[ContextHit]:
    """Name, extension, comments: the context is all of it."""
    for one in found:
        if one.item.source in "NET":
            for span in one.spans:
                yield _hit(next(numbers), one.text, span, 0, 0, one.item.pieces[0][1])
