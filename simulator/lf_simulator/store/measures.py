"""What is counted and summed about an entry only when it is asked for, because it looks at much more than its row."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from lf_simulator.store.sight import Sight


class StoredPage(NamedTuple):
    """How much is stored of a page. `image_bytes` None: there is no file, and `drawn` is drawn when it is wanted."""

    text: str
    has_image: bool
    image_bytes: int | None
    drawn: str


_PAGES = """
SELECT text, has_image, length(image), coalesce(true_text, text) FROM page WHERE entry_id = ? ORDER BY number
"""


def children_by_type(connection: sqlite3.Connection, parent_id: int, sight: Sight) -> dict[str, int]:
    """How many entries of each type the user sees directly in a folder; types that it lacks are left out."""
    sql = f"SELECT e.type, count(*) FROM entry e WHERE e.parent_id = ? AND {sight.on()} GROUP BY e.type"  # noqa: S608 - a sight is ours
    return dict(connection.execute(sql, (parent_id,)).fetchall())


def stored_pages(connection: sqlite3.Connection, entry_id: int) -> Iterator[StoredPage]:
    """The pages of a document, in order."""
    for text, has_image, image_bytes, drawn in connection.execute(_PAGES, (entry_id,)):
        yield StoredPage(text, bool(has_image), image_bytes, drawn)
