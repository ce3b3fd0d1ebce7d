"""Context hits: where in one entry the indexed terms of a command stand.

The fields and their values per kind of hit are documented; how hits are folded together and their order are
*decisions*, gathered here.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, NamedTuple, overload

from lf_simulator.search import versions
from lf_simulator.search.excerpt import line_around
from lf_simulator.search.occurrences import Occurrence, occurrences
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.seekers import Seeker, seekers
from lf_simulator.search.sources import Item, items
from lf_simulator.search.text_rows import SOURCES, is_waiting
from lf_simulator.search.units import Units, counted

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Iterator

    from lf_simulator.search.fuzzy import Fuzzy
    from lf_simulator.search.passages import Place
    from lf_simulator.search.query import Node

MOST_HITS = 20_000
"""Documented: a document's list is cut there. *Decision*: matches that are only counted are counted so far as well."""
LONGEST_PAIR = 1_000
"""*Decision*: characters of a pair that is shown with both its sides; of a longer one the line shows the first."""


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


class _Found(NamedTuple):
    """A hit before its line is made. `matches` counts those in a file or field."""

    item: Item
    occurrence: Occurrence | None = None
    matches: int = 0


def context_hits(
    connection: sqlite3.Connection,
    node: Node,
    entry_id: int,
    fuzzy: Fuzzy | None = None,
    only: Collection[str] | None = None,
    reading: Reading = PLAIN,
    most: int = MOST_HITS,
    units: Units = "characters",
) -> ContextHits:
    """The hits of one entry. Empty when the command searches no index, or nothing is found.

    `only` are the sources of texts that the user may see, None for all; `most` is the length of the list at most;
    `units` are what offsets and lengths count."""
    wanted = [one for one in seekers(node, reading) if only is None or one.source in only]
    if is_waiting(connection, entry_id):  # decision: what the index does not know yet gives no hits either
        wanted = [one for one in wanted if one.source not in SOURCES]
    if any(one.template for one in wanted):
        template = _template(connection, entry_id)
        wanted = [one for one in wanted if one.template in ("", template)]
    wanted = [_in_versions(connection, entry_id, one, reading) for one in wanted]
    return ContextHits(islice(_found(connection, entry_id, wanted, fuzzy, most, reading), most), units)


class ContextHits(Sequence[ContextHit]):
    """Hits, numbered from 1, that are looked for as far as they are asked for, and made when they are."""

    def __init__(self, found: Iterator[_Found], units: Units = "characters") -> None:
        self._rest = found
        self._units = units
        self._found: list[_Found] = []

    def known(self, number: int) -> int:
        """How many hits there are, counted up to a number."""
        if number > len(self._found):
            self._found.extend(islice(self._rest, number - len(self._found)))
        return min(number, len(self._found))

    def __len__(self) -> int:
        self._found.extend(self._rest)
        return len(self._found)

    @overload
    def __getitem__(self, place: int) -> ContextHit: ...
    @overload
    def __getitem__(self, place: slice) -> list[ContextHit]: ...
    def __getitem__(self, place: int | slice) -> ContextHit | list[ContextHit]:
        if isinstance(place, int):
            if place < 0 or self.known(place + 1) <= place:
                raise IndexError(place)
            return _made(place + 1, self._found[place], self._units)
        start, stop, step = place.indices(len(self) if _from_behind(place) else self.known(place.stop))
        return [_made(number + 1, self._found[number], self._units) for number in range(start, stop, step)]


def _from_behind(place: slice) -> bool:
    return place.stop is None or min(place.stop, place.start or 0, place.step or 1) < 0


def _in_versions(connection: sqlite3.Connection, entry_id: int, seeker: Seeker, reading: Reading) -> Seeker:
    if seeker.version is None:
        return seeker
    return replace(seeker, refs=versions.meeting(connection, entry_id, seeker.version, reading))


def _template(connection: sqlite3.Connection, entry_id: int) -> str | None:
    row = connection.execute(
        "SELECT t.name_key FROM entry e JOIN template_definition t ON t.id = e.template_id WHERE e.id = ?", (entry_id,)
    ).fetchone()
    return row[0] if row else None


# ---- what is found, in the order of the list


def _found(
    connection: sqlite3.Connection,
    entry_id: int,
    wanted: list[Seeker],
    fuzzy: Fuzzy | None,
    most: int,
    reading: Reading,
) -> Iterator[_Found]:
    """Page by page the text and then the annotations, then the file, the fields in their order, the name, the others.
    Each text is read when its turn has come."""

    def of(item: Item) -> Iterator[Occurrence]:
        nodes = [seeker.text for seeker in wanted if seeker.wants(item)]
        return occurrences(item.pieces, nodes, fuzzy, reading) if nodes else iter(())

    def texts(source: str) -> list[Item]:
        return items(connection, entry_id, source) if source in sources else []

    sources = {seeker.source for seeker in wanted}
    document = texts("D")
    in_pages = (_Found(item, one) for item in document if item.hit_type == "PageContent" for one in of(item))
    on_pages = (_Found(item, one) for item in texts("A") for one in of(item))
    yield from heapq.merge(in_pages, on_pages, key=_page)  # stable: what is on one page comes text first
    yield from (
        _Found(item, matches=matches)
        for item in document
        if item.hit_type == "Edoc" and (matches := sum(1 for _ in islice(of(item), most)))
    )
    yield from _in_fields(texts("F"), of, most)
    for source in SHORT_TEXTS:
        yield from (_Found(item, one) for item in texts(source) for one in of(item))


SHORT_TEXTS = "NETVG"
"""Sources of texts that are shown whole: name, extension, comments."""


def _page(found: _Found) -> int:
    return found.occurrence.early.piece.page if found.occurrence else 0


def _in_fields(values: list[Item], of: Callable[[Item], Iterator[Occurrence]], most: int) -> Iterator[_Found]:
    """One record a field, with the first of its values that matches, and the number of matches in all of them."""
    for field in dict.fromkeys(item.ref for item in values):
        matches = chain.from_iterable((_Found(item, one) for one in of(item)) for item in values if item.ref == field)
        first = next(matches, None)
        if first:
            yield first._replace(matches=1 + sum(1 for _ in islice(matches, most - 1)))


# ---- what the list says of it


def _made(number: int, found: _Found, units: Units) -> ContextHit:
    item, occurrence, matches = found
    if occurrence is None:
        return ContextHit(number, item.hit_type, edoc_hit_count=matches)
    early, late, width = occurrence
    text, is_on_page = early.piece.text, item.source in "DA"
    if late and is_on_page and late.end - early.start > LONGEST_PAIR:
        late = None
    first, line = 0, text
    if is_on_page:
        first, line = line_around(text, early.start, max(early.end, late.end if late else 0))

    def highlight(place: Place | None) -> tuple[int, int]:
        if place is None:
            return 0, 0
        start = counted(line, place.start - first, units)
        return start, counted(line, place.end - first, units) - start

    is_annotation = item.source == "A"
    return ContextHit(
        *(
            number,
            item.hit_type,
            early.piece.page,
            counted(text, first, units),
            line,
            *highlight(early),
            *highlight(late),
        ),
        hit_width=width,
        is_annotation_hit=is_annotation,
        annotation_id=item.ref if is_annotation else 0,
        field_hit_count=matches,
        field_name=item.label if item.source == "F" else "",
    )
