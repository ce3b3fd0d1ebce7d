"""The pages of documents: pictures and texts, and their order.

What depends on pages follows at once: the page count of the entry, the page numbers of annotations, the text index.
Callers have checked rights and ranges. Numbers count from 1.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.store import text as index

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence


class PageRecord(NamedTuple):
    """A page as it is stored. `image` None with `has_image`: it is drawn from what the page says (`media.says`)."""

    id: int
    number: int
    text: str
    has_image: bool
    true_text: str | None
    rotation: int
    """Degrees clockwise by which the image is turned when it is shown."""
    image: bytes | None


class NewPage(NamedTuple):
    """The contents of a page to be. `image` as it was sent; without one, `is_drawn` lets it be drawn from the text."""

    text: str = ""
    image: bytes | None = None
    is_drawn: bool = False


_COLUMNS = "id, number, text, has_image, true_text, rotation, image"
_ALL = f"SELECT {_COLUMNS} FROM page WHERE entry_id = ? ORDER BY number"  # noqa: S608 - columns of this module
_SOME = f"SELECT {_COLUMNS} FROM page WHERE entry_id = ? AND number IN (SELECT value FROM json_each(?)) ORDER BY number"  # noqa: S608 - the same
_NEW = "INSERT INTO page (entry_id, number, text, has_image, image) VALUES (?, ?, ?, ?, ?)"
_COPY = """
INSERT INTO page (entry_id, number, text, has_image, true_text, rotation, image)
SELECT ?, ?, text, has_image, true_text, rotation, image FROM page WHERE id = ?
"""
_COPY_MARKS = """
INSERT INTO annotation (entry_id, page, kind, text, creator, color, stamp)
SELECT ?, ?, kind, text, creator, color, stamp FROM annotation WHERE entry_id = ? AND page = ? ORDER BY id
"""


def pages(connection: sqlite3.Connection, entry_id: int, numbers: Iterable[int] | None = None) -> Iterable[PageRecord]:
    """Pages in ascending order, one after the other: all, or those with these numbers that there are."""
    if numbers is None:
        rows = connection.execute(_ALL, (entry_id,))
    else:
        rows = connection.execute(_SOME, (entry_id, json.dumps(list(numbers))))
    return (_record(row) for row in rows)


def find(connection: sqlite3.Connection, entry_id: int, number: int) -> PageRecord | None:
    """The page of that number."""
    return next(iter(pages(connection, entry_id, [number])), None)


def append(connection: sqlite3.Connection, entry_id: int, new: Sequence[NewPage]) -> list[int]:
    """Add pages after the last one. Their numbers."""
    first = _count(connection, entry_id) + 1
    rows = [
        (entry_id, number, page.text, page.image is not None or page.is_drawn, page.image)
        for number, page in enumerate(new, first)
    ]
    connection.executemany(_NEW, rows)
    _follow(connection, entry_id)
    return list(range(first, first + len(rows)))


def insert(connection: sqlite3.Connection, entry_id: int, before: int, new: Sequence[NewPage]) -> list[int]:
    """Add pages in front of that number, which may be one more than there are. Their numbers."""
    added = append(connection, entry_id, new)
    return move(connection, entry_id, added, before)


def remove(connection: sqlite3.Connection, entry_id: int, numbers: Iterable[int]) -> None:
    """Take pages away, with their annotations; those behind them move up."""
    gone = set(numbers)
    listed = json.dumps(sorted(gone))
    for table, column in (("page", "number"), ("annotation", "page")):
        query = f"DELETE FROM {table} WHERE entry_id = ? AND {column} IN (SELECT value FROM json_each(?))"  # noqa: S608 - names of this function
        connection.execute(query, (entry_id, listed))
    left = [
        number
        for (number,) in connection.execute("SELECT number FROM page WHERE entry_id = ? ORDER BY number", (entry_id,))
    ]
    _arrange(connection, entry_id, left)
    _follow(connection, entry_id)


def move(connection: sqlite3.Connection, entry_id: int, numbers: Sequence[int], before: int) -> list[int]:
    """Put pages, in their order, in front of that number, as it counts before they move. Their new numbers."""
    chosen = set(numbers)
    everything = range(1, _count(connection, entry_id) + 1)
    ahead = [number for number in everything if number < before and number not in chosen]
    behind = [number for number in everything if number >= before and number not in chosen]
    _arrange(connection, entry_id, [*ahead, *numbers, *behind])
    _follow(connection, entry_id)
    return list(range(len(ahead) + 1, len(ahead) + 1 + len(numbers)))


def copy(
    connection: sqlite3.Connection, source_id: int, numbers: Sequence[int], target_id: int, before: int
) -> list[int]:
    """Put copies of pages, with their annotations, in front of that number of a document. Their numbers."""
    first = _count(connection, target_id) + 1
    ids = [page.id for page in pages(connection, source_id, numbers)]
    connection.executemany(_COPY, ((target_id, number, id_) for number, id_ in enumerate(ids, first)))
    marks = ((target_id, number, source_id, of) for number, of in enumerate(numbers, first))
    connection.executemany(_COPY_MARKS, list(marks))
    return move(connection, target_id, list(range(first, first + len(ids))), before)


def write_image(connection: sqlite3.Connection, page: PageRecord, image: bytes) -> None:
    """Give a page another image, which is shown as it is. The caller calls `written`."""
    query = "UPDATE page SET has_image = 1, image = ?, true_text = NULL, rotation = 0 WHERE id = ?"
    connection.execute(query, (image, page.id))


def write_text(connection: sqlite3.Connection, page: PageRecord, text: str) -> None:
    """Give a page another text; a picture drawn from the old one still shows that. The caller calls `written`."""
    shown = page.text if page.has_image and page.image is None and page.true_text is None else page.true_text
    connection.execute(
        "UPDATE page SET text = ?, true_text = ? WHERE id = ?", (text, None if shown == text else shown, page.id)
    )


def rotate(connection: sqlite3.Connection, page: PageRecord, rotation: int) -> None:
    """Turn the image of a page so that it is shown by `rotation` degrees clockwise from how it was stored."""
    connection.execute("UPDATE page SET rotation = ? WHERE id = ?", (rotation, page.id))


def written(connection: sqlite3.Connection, entry_id: int) -> None:
    """Let the text index follow what was written on pages."""
    index.index_entry(connection, entry_id)


def _record(row: tuple[int, int, str, int, str | None, int, bytes | None]) -> PageRecord:
    id_, number, text, has_image, true_text, rotation, image = row
    return PageRecord(id_, number, text, bool(has_image), true_text, rotation, image)


def _count(connection: sqlite3.Connection, entry_id: int) -> int:
    return int(connection.execute("SELECT count(*) FROM page WHERE entry_id = ?", (entry_id,)).fetchone()[0])


def _arrange(connection: sqlite3.Connection, entry_id: int, order: Sequence[int]) -> None:
    """Number the pages anew: `order` holds their present numbers. Annotations go along."""
    moved = [(new, -old) for new, old in enumerate(order, 1) if new != old]
    for table, column in (("page", "number"), ("annotation", "page")):
        # By way of negative numbers, so that no two pages have the same one in between
        aside = f"UPDATE {table} SET {column} = -{column} WHERE entry_id = ? AND {column} = ?"  # noqa: S608 - names of this function
        connection.executemany(aside, [(entry_id, -old) for _, old in moved])
        back = f"UPDATE {table} SET {column} = ? WHERE entry_id = ? AND {column} = ?"  # noqa: S608 - the same
        connection.executemany(back, [(new, entry_id, old) for new, old in moved])


def _follow(connection: sqlite3.Connection, entry_id: int) -> None:
    connection.execute(
        "UPDATE entry SET page_count = (SELECT count(*) FROM page WHERE entry_id = entry.id) WHERE id = ?", (entry_id,)
    )
    index.index_entry(connection, entry_id)
