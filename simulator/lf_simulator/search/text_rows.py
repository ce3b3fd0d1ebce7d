"""The rows of the full-text index: their numbers tell which entry a text belongs to, and what sort of text it is.

So a search needs no other table to get from what the index finds to entries, and the rows of an entry lie together.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

SOURCES = "DFAN"
"""Document text, field value, annotation, name; in the order of their rows."""
ENTRY_BITS = 20
SOURCE_BITS = 18
"""Below the number of the entry stands that of the source, below it the item's among those of the source."""
MOST_ITEMS = 1 << SOURCE_BITS
"""Texts of one sort that an entry may have in the index. *Decision*: those beyond are not found."""

ENTRY = f"(text_index.rowid >> {ENTRY_BITS})"
"""SQL: the entry of a row."""


def row_number(entry_id: int, source: str, item: int = 0) -> int:
    """`item` counts from 0."""
    return (entry_id << ENTRY_BITS) | (SOURCES.index(source) << SOURCE_BITS) | item


def entry_of(row: int) -> int:
    return row >> ENTRY_BITS


def rows_of(entry_id: int) -> tuple[int, int]:
    """The first and the last number that a row of an entry may have."""
    return entry_id << ENTRY_BITS, ((entry_id + 1) << ENTRY_BITS) - 1


def of_sources(sources: Iterable[str]) -> str:
    """SQL: whether a row holds a text of one of these sorts."""
    wanted = sorted(SOURCES.index(source) for source in set(sources) & set(SOURCES))
    if len(wanted) == len(SOURCES):
        return "1"
    return f"(text_index.rowid >> {SOURCE_BITS} & {len(SOURCES) - 1}) IN ({', '.join(map(str, wanted))})"


def is_waiting(connection: sqlite3.Connection, entry_id: int) -> bool:
    """Whether the index does not know yet what an entry says now."""
    return connection.execute("SELECT 1 FROM text_waiting WHERE entry_id = ?", (entry_id,)).fetchone() is not None
