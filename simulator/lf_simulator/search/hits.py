"""Context hits: where in one entry the indexed terms of a command stand.

The fields and their values per kind of hit are documented; how hits are folded together and their order are
*decisions*, gathered here.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING

from lf_simulator.search.excerpt import line_around
from lf_simulator.search.matching import Fuzzy, Span, Words, find_in
from lf_simulator.search.seekers import Seeker, seekers
from lf_simulator.search.sources import Item, items
from lf_simulator.search.words import words

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

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
    connection: sqlite3.Connection, node: Node, entry_id: int, fuzzy: Fuzzy | None = None
) -> list[ContextHit]:
    """The hits of one entry, numbered from 1. Empty when the command searches no index, or nothing is found."""
    wanted = seekers(node)
    found = []
    for item in items(connection, entry_id, {seeker.source for seeker in wanted}):
        text = _Text(item)
        spans = text.spans([seeker for seeker in wanted if seeker.wants(item)], fuzzy)
        if spans:
            found.append(_Found(text, spans))
    hits = chain(_in_pages(found), _in_files(found), _in_fields(found), _in_short_texts(found))
    return [replace(hit, hit_number=number) for number, hit in zip(range(1, MOST_HITS + 1), hits, strict=False)]


class _Text:
    """An item with its words, each of which knows its piece."""

    def __init__(self, item: Item) -> None:
        self.item = item
        self.words = [(piece, word) for piece, (_, text) in enumerate(item.pieces) for word in words(text)]

    @cached_property
    def _placed(self) -> Words:
        return Words([word.text for _, word in self.words])

    def spans(self, wanted: list[Seeker], fuzzy: Fuzzy | None) -> list[Span]:
        """Where the seekers' words stand: each span once, and no single word inside a phrase or pair."""
        found = {
            (span.first, span.last): span
            for seeker in reversed(wanted)
            for span in find_in(self._placed, seeker.text, fuzzy)
        }
        covered = {place for first, last in found if first < last for place in range(first, last + 1)}
        return [found[key] for key in sorted(found) if key[0] < key[1] or key[0] not in covered]

    def piece_of(self, span: Span) -> int:
        return self.words[span.first][0]

    def range(self, first: int, last: int, piece: int) -> tuple[int, int]:
        """Offsets of some words in a piece. What goes on in the next piece is cut off; (0, 0) when all of it does."""
        while last >= first and self.words[last][0] != piece:
            last -= 1
        return (self.words[first][1].start, self.words[last][1].end) if last >= first else (0, 0)


@dataclass(frozen=True, slots=True)
class _Found:
    text: _Text
    spans: list[Span]

    @property
    def item(self) -> Item:
        return self.text.item


def _in_pages(found: list[_Found]) -> Iterator[ContextHit]:
    """By page; in each of them the text before the annotations."""
    hits = [
        (page, 0 if one.item.source == "D" else 1, hit)
        for one in found
        if one.item.hit_type == "PageContent" or one.item.source == "A"
        for page, hit in _lines(one)
    ]
    yield from (hit for *_, hit in sorted(hits, key=lambda row: row[:2]))  # stable: places keep their order


def _lines(one: _Found) -> Iterator[tuple[int, ContextHit]]:
    item = one.item
    for span in one.spans:
        piece = one.text.piece_of(span)
        page, text = item.pieces[piece]
        yield (
            page,
            replace(
                _line(one.text, span, piece, text),
                page_number=page,
                is_annotation_hit=item.source == "A",
                annotation_id=item.ref if item.source == "A" else 0,
            ),
        )


def _line(text: _Text, span: Span, piece: int, whole: str) -> ContextHit:
    start, end = text.range(span.first, span.last, piece)
    offset, line = line_around(whole, start, end)
    hit = _highlighted(text, span, piece, offset)
    return replace(hit, page_offset=offset, context=line)


def _highlighted(text: _Text, span: Span, piece: int, offset: int) -> ContextHit:
    """The highlights of a span in a context that begins at `offset`: the whole span, or the two sides of a pair."""
    early, late = span.sides or (span, None)
    start1, end1 = text.range(early.first, early.last, piece)
    start2, end2 = text.range(late.first, late.last, piece) if late else (0, 0)
    return ContextHit(
        hit_number=0,
        hit_type=text.item.hit_type,
        highlight1_offset=start1 - offset,
        highlight1_length=end1 - start1,
        highlight2_offset=start2 - offset if end2 else 0,
        highlight2_length=end2 - start2,
        hit_width=span.last - span.first + 1,
    )


def _in_files(found: list[_Found]) -> Iterator[ContextHit]:
    """One record for all matches in an electronic file, without their places."""
    for one in found:
        if one.item.hit_type == "Edoc":
            yield ContextHit(0, "Edoc", edoc_hit_count=len(one.spans))


def _in_fields(found: list[_Found]) -> Iterator[ContextHit]:
    """One record a field, with the first of its values that matches, and the number of matches in all of them."""
    by_field: dict[int, list[_Found]] = {}
    for one in found:
        if one.item.source == "F":
            by_field.setdefault(one.item.ref, []).append(one)
    for values in by_field.values():
        first = values[0]
        hit = _highlighted(first.text, first.spans[0], 0, 0)
        yield replace(
            hit,
            context=first.item.pieces[0][1],
            field_name=first.item.label,
            field_hit_count=sum(len(value.spans) for value in values),
        )


def _in_short_texts(found: list[_Found]) -> Iterator[ContextHit]:
    """Name, extension, comments: the context is all of it."""
    for one in found:
        if one.item.source in "NET":
            for span in one.spans:
                yield replace(_highlighted(one.text, span, 0, 0), context=one.item.pieces[0][1])
