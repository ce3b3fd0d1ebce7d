"""Feeding the full-text index: the text items of an entry as rows of words.

The index holds the words of search/words.py joined by blanks, so that its positions are the search language's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.search.sources import INDEXED
from lf_simulator.search.words import word_texts

if TYPE_CHECKING:
    import sqlite3

_ADD_ITEM = "INSERT INTO text_item (id, entry_id, source, ref) VALUES (?, ?, ?, ?)"
_ADD_WORDS = "INSERT INTO text_index (rowid, words) VALUES (?, ?)"


def index_entry(connection: sqlite3.Connection, entry_id: int) -> None:
    """Index one entry anew from the tables. An entry that is gone is forgotten. The caller commits."""
    forget_entry(connection, entry_id)
    _add(connection, [entry_id])


def index_all(connection: sqlite3.Connection) -> None:
    """Index every entry anew. The caller commits."""
    connection.execute("DELETE FROM text_index")
    connection.execute("DELETE FROM text_item")
    _add(connection, [row[0] for row in connection.execute("SELECT id FROM entry ORDER BY id")])
    connection.execute("INSERT INTO text_index (text_index) VALUES ('optimize')")


def forget_entry(connection: sqlite3.Connection, entry_id: int) -> None:
    """Take an entry out of the index. Has to happen before its row goes, since its items go with it."""
    connection.execute(
        "DELETE FROM text_index WHERE rowid IN (SELECT id FROM text_item WHERE entry_id = ?)", (entry_id,)
    )
    connection.execute("DELETE FROM text_item WHERE entry_id = ?", (entry_id,))


def _add(connection: sqlite3.Connection, entry_ids: list[int]) -> None:
    (number,) = connection.execute("SELECT coalesce(max(rowid), 0) FROM text_index").fetchone()
    items, rows = [], []
    for entry_id in entry_ids:
        for read in INDEXED.values():
            for item in read(connection, entry_id):
                words = [word for _, text in item.pieces for word in word_texts(text)]
                if words:
                    number += 1
                    items.append((number, entry_id, item.source, item.ref))
                    rows.append((number, " ".join(words)))
    connection.executemany(_ADD_ITEM, items)
    connection.executemany(_ADD_WORDS, rows)
