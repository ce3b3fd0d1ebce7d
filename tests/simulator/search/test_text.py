"""Feeding the index."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.search import find, parse
from lf_simulator.search.words import WORDS
from lf_simulator.store.text import forget_entry, index_all, index_entry

if TYPE_CHECKING:
    import sqlite3

ROWS = (
    "SELECT i.entry_id, i.source, i.ref, t.words FROM text_item i JOIN text_index t ON t.rowid = i.id "
    "WHERE i.entry_id = ? ORDER BY i.id"
)


def test_an_entry_has_one_row_for_each_of_its_texts(shared: sqlite3.Connection) -> None:
    assert shared.execute(ROWS, (13,)).fetchall() == [
        (13, "D", 0, "unpaid invoice the balance was written off"),
        (13, "F", 10, "17"),
        (13, "A", 2, "archived copy"),
        (13, "N", 0, "old final scan"),
    ]
    assert [row[3] for row in shared.execute(ROWS, (15,)) if row[1] == "F"] == ["acme tools", "120 5", "03 14 2024"]


def test_the_index_holds_our_words_and_no_others(connection: sqlite3.Connection) -> None:
    odd = "R&D #29A 50% ²x İx ᾶ ᦶᦱ 東京 𞤀𞤁 a_b c\u200bd é"  # an index's own tokenizer parts some of these
    connection.execute("UPDATE page SET text = ? WHERE entry_id = 13 AND number = 1", (odd,))
    index_all(connection)
    connection.execute("CREATE VIRTUAL TABLE temp.term USING fts5vocab (main, text_index, 'row')")
    terms = {row[0] for row in connection.execute("SELECT term FROM temp.term")}
    assert set(WORDS.texts(odd)) <= terms
    texts = [row[0] for row in connection.execute("SELECT words FROM text_index")]
    assert terms == {word for text in texts for word in text.split(" ")}


def test_pages_go_before_the_electronic_file(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE edoc SET text = 'only in the file' WHERE entry_id = 11")
    index_entry(connection, 11)
    assert find(connection, parse("file")) == []
    connection.execute("UPDATE page SET text = '' WHERE entry_id = 11")
    index_entry(connection, 11)
    assert find(connection, parse("file")) == [11]


def test_an_entry_is_indexed_anew_and_forgotten(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE page SET text = 'something else' WHERE entry_id = 13 AND number = 1")
    index_entry(connection, 13)
    assert find(connection, parse("unpaid")) == [11]
    assert find(connection, parse("something")) == [13]
    forget_entry(connection, 13)
    assert find(connection, parse("something")) == []
    assert connection.execute(ROWS, (13,)).fetchall() == []
    index_entry(connection, 13)
    index_entry(connection, 13)
    assert find(connection, parse("something")) == [13]


def test_an_entry_that_is_gone_can_be_indexed_without_harm(connection: sqlite3.Connection) -> None:
    connection.execute("DELETE FROM entry WHERE id = 15")
    index_entry(connection, 15)
    assert find(connection, parse("1003475")) == []
    connection.execute("UPDATE page SET text = 'new' WHERE entry_id = 13")
    index_entry(connection, 13)  # its rows do not meet those that entry 15 left behind
    assert find(connection, parse("new")) == [13]
