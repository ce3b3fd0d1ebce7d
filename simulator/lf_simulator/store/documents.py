"""The contents of documents: the electronic file and the text of the pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3


def edoc(connection: sqlite3.Connection, entry_id: int) -> bytes | None:
    """The bytes of the electronic file, None where there is none."""
    row = connection.execute("SELECT data FROM edoc WHERE entry_id = ?", (entry_id,)).fetchone()
    return None if row is None else bytes(row[0])


def page_texts(connection: sqlite3.Connection, entry_id: int) -> list[str]:
    """What OCR made of each page, in order; "" for a page that was not read."""
    query = "SELECT text FROM page WHERE entry_id = ? ORDER BY number"
    return [text for (text,) in connection.execute(query, (entry_id,))]
