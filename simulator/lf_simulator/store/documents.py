"""The contents of documents: the electronic file, read and written in pieces, and the text of the pages."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

MOST_BYTES = 1_000_000_000
"""Of one file: what SQLite holds in one value."""
SMALL_BYTES = 64 * 1024
"""A file up to this size is written with its row, and a larger one into the room that its row has made for it.

Measured with 10 MiB: in memory 9 to 13 ms in pieces and 11 to 23 as one value, in a file 65 and 95. An import of 95 MiB
takes 31 MiB of memory so, of 10 MiB over HTTP about 80 ms.
"""
PIECE_BYTES = 64 * 1024
"""Read at a time: what the server takes before it waits for its client."""


class ContentGone(Exception):
    """What was being read has been changed or deleted meanwhile."""


class EdocReader:
    """An electronic file, or a stretch of it, as a run of pieces. It lets go of the file at its end.

    Raises ContentGone, here and on the way, when the file has gone or is another one by now.
    """

    __slots__ = ("_blob", "_left")

    def __init__(self, blob: sqlite3.Blob, start: int, length: int) -> None:
        self._blob = blob
        self._left = length
        if length:
            self._blob.seek(start)

    def __iter__(self) -> Iterator[bytes]:
        return self

    def __next__(self) -> bytes:
        if not self._left:
            self._blob.close()
            raise StopIteration
        try:
            piece = self._blob.read(min(PIECE_BYTES, self._left))
        except sqlite3.Error as failure:  # an OperationalError after a change, a ProgrammingError after a reset
            raise ContentGone(str(failure)) from None
        self._left -= len(piece)
        return piece


def edoc(connection: sqlite3.Connection, entry_id: int) -> bytes | None:
    """The bytes of the electronic file, None where there is none."""
    row = connection.execute("SELECT data FROM edoc WHERE entry_id = ?", (entry_id,)).fetchone()
    return None if row is None else bytes(row[0])


def edoc_size(connection: sqlite3.Connection, entry_id: int) -> int | None:
    """Bytes of the electronic file, None where there is none."""
    row = connection.execute("SELECT length(data) FROM edoc WHERE entry_id = ?", (entry_id,)).fetchone()
    return None if row is None else int(row[0])


def put_edoc(
    connection: sqlite3.Connection,
    entry_id: int,
    pieces: Iterable[bytes],
    size: int,
    *,
    extension: str,
    mime_type: str,
    text: str = "",
) -> None:
    """Give a document its electronic file: `size` bytes in `pieces`. `text` is what an indexer reads in it.

    The caller indexes the entry.
    """
    connection.execute("DELETE FROM edoc WHERE entry_id = ?", (entry_id,))
    if size <= SMALL_BYTES:
        whole = b"".join(pieces)
        connection.execute("INSERT INTO edoc (entry_id, data, text) VALUES (?, ?, ?)", (entry_id, whole, text))
    else:
        room = "INSERT INTO edoc (entry_id, data, text) VALUES (?, zeroblob(?), ?)"
        connection.execute(room, (entry_id, size, text))
        with connection.blobopen("edoc", "data", entry_id) as blob:
            for piece in pieces:
                blob.write(piece)
    connection.execute(
        "UPDATE entry SET extension = ?, mime_type = ?, edoc_size = ? WHERE id = ?",
        (extension, mime_type, size, entry_id),
    )


def remove_edoc(connection: sqlite3.Connection, entry_id: int) -> None:
    """Take its electronic file from a document. The caller indexes the entry."""
    connection.execute("DELETE FROM edoc WHERE entry_id = ?", (entry_id,))
    connection.execute("UPDATE entry SET extension = '', mime_type = '', edoc_size = NULL WHERE id = ?", (entry_id,))


def page_texts(connection: sqlite3.Connection, entry_id: int) -> list[str]:
    """What OCR made of each page, in order; "" for a page that was not read."""
    query = "SELECT text FROM page WHERE entry_id = ? ORDER BY number"
    return [text for (text,) in connection.execute(query, (entry_id,))]
