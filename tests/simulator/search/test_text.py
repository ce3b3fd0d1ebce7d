"""Feeding the index."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lf_simulator.search import Fuzzy, QueryError, Reading, find, parse
from lf_simulator.search.errors import Code
from lf_simulator.search.words import WORDS, Tokenizer
from lf_simulator.store.database import Database
from lf_simulator.store.text import (
    Making,
    forget_entry,
    index_all,
    index_entry,
    making_of,
    set_making,
    settle,
    stamp,
)

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


# ---- what is written again and again


def content(connection: sqlite3.Connection) -> tuple[list[object], list[object], list[object]]:
    """All that the index holds: items with their words, the list of words, and what FTS5 itself knows of words."""
    connection.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.term USING fts5vocab (main, text_index, 'row')")
    return (
        connection.execute(
            "SELECT i.id, i.entry_id, i.source, i.ref, t.words FROM text_item i "
            "FULL JOIN text_index t ON t.rowid = i.id ORDER BY i.id"
        ).fetchall(),
        connection.execute("SELECT word, texts FROM text_word ORDER BY word").fetchall(),
        connection.execute("SELECT term, doc FROM temp.term ORDER BY term").fetchall(),
    )


CHANGES = (
    "UPDATE page SET text = ? WHERE entry_id = ? AND number = 1",
    "UPDATE edoc SET text = ? WHERE entry_id = ?",
    "UPDATE field_value SET value = ? WHERE entry_id = ? AND position = 1",
    "UPDATE annotation SET text = ? WHERE entry_id = ?",
    "UPDATE entry SET name = ? WHERE id = ?",
)
TEXTS = st.lists(st.sampled_from(["rent", "Rent", "the", "R&D", "é", "10-4", "東京", ""]), max_size=4).map(" ".join)
STEPS = st.lists(
    st.one_of(
        st.tuples(st.sampled_from(CHANGES), TEXTS, st.sampled_from([11, 12, 13, 15, 16])),
        st.sampled_from(["keep", "take back", "forget 13", "delete 12"]),
    ),
    max_size=12,
)


@settings(max_examples=60)
@given(steps=STEPS)
def test_after_any_changes_the_index_is_as_if_made_anew(
    snapshot: bytes, steps: list[tuple[str, str, int] | str]
) -> None:
    with contextlib.closing(Database.from_snapshot(snapshot)) as database:
        connection = database.connection
        connection.execute("BEGIN")
        for step in steps:
            match step:
                case (change, text, entry):
                    connection.execute(change, (text, entry))
                    index_entry(connection, entry)
                case "forget 13":
                    forget_entry(connection, 13)
                    index_entry(connection, 13)
                case "delete 12":
                    forget_entry(connection, 12)
                    connection.execute("DELETE FROM entry WHERE id = 12")
                case ended:
                    (connection.commit if ended == "keep" else connection.rollback)()
                    connection.execute("BEGIN")
        followed = content(connection)
        index_all(connection)
        assert followed == content(connection)
        assert [(word, count) for word, count in followed[1]] == followed[2]


def test_an_entry_that_says_the_same_writes_nothing(connection: sqlite3.Connection) -> None:
    before = connection.total_changes
    index_entry(connection, 11)
    assert connection.total_changes == before


def test_an_index_is_made_anew_for_other_words_and_for_nothing_else(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE page SET text = 'O''Brien paid $45' WHERE entry_id = 13 AND number = 1")
    index_entry(connection, 13)
    set_making(connection, Making(Tokenizer("separate", "inside")))
    assert making_of(connection) == Making(Tokenizer("separate", "inside"))
    assert connection.execute(ROWS, (13,)).fetchone()[3] == "o'brien paid 45"
    connection.execute("UPDATE page SET text = 'Mary-Ann paid $46' WHERE entry_id = 13 AND number = 1")
    index_entry(connection, 13)  # with the words that the index was made of
    assert connection.execute(ROWS, (13,)).fetchone()[3] == "mary-ann paid 46"
    before = connection.total_changes
    set_making(connection, Making(Tokenizer("separate", "inside")))
    assert connection.total_changes == before
    set_making(connection, Making())
    assert connection.execute(ROWS, (13,)).fetchone()[3] == "mary ann paid $46"


def test_what_waits_is_indexed_when_it_is_due(connection: sqlite3.Connection) -> None:
    set_making(connection, Making(waits=True))
    connection.execute("UPDATE page SET text = 'novelty' WHERE entry_id = 13 AND number = 1")
    index_entry(connection, 13)
    stamp(connection, 5.0)
    settle(connection, 4.9)
    assert find(connection, parse("novelty")) == []
    assert find(connection, parse("written")) == [13]  # the index still has what it had
    index_entry(connection, 13)  # written once more, it waits anew
    stamp(connection, 7.0)
    settle(connection, 5.0)
    assert find(connection, parse("novelty")) == []
    settle(connection, 7.0)
    assert find(connection, parse("novelty")) == [13]
    assert find(connection, parse("written")) == []
    index_entry(connection, 15)
    connection.execute("DELETE FROM entry WHERE id = 15")  # what waits for nothing does not wait
    assert connection.execute("SELECT count(*) FROM text_waiting").fetchone() == (0,)


# ---- words that stand for many


@pytest.fixture
def many(connection: sqlite3.Connection) -> sqlite3.Connection:
    """Words that are more than one expression takes; few of them stand in more than one text."""
    pages = [" ".join(f"w{number}x{place} end" for place in range(300)) for number in range(3)]
    pages.append("plain end")
    for entry, text in zip((11, 13, 15, 16), pages, strict=True):
        connection.execute("UPDATE page SET text = ? WHERE entry_id = ? AND number = 1", (text, entry))
        index_entry(connection, entry)
    return connection


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("*x*", [11, 13, 15]),
        ("w*", [11, 13, 15]),
        ("w[02]*5", [11, 15]),
        ("?1x*", [13]),
        ("*n?", [11, 13, 15, 16]),
        ('"*x* end"', [11, 13, 15]),
        ('"w1x299 e*"', [13]),
        ('"*1x299 *nd"', [13]),
        ('"end *x* end"', [11, 13, 15]),
        ('"end *2x* *"', [15]),
        ('"*x* *x*"', []),
        ('"plain *x*"', []),
        ("*x* & plain", []),
        ("end - *x*", [16]),
        ("*x* ^0 plain", []),
        ("*x5? ^1 w2x51", [15]),
        ('"*q* end"', []),
    ],
)
def test_a_word_may_stand_for_very_many(command: str, expected: list[int], many: sqlite3.Connection) -> None:
    assert [entry for entry in find(many, parse(command)) if entry != 12] == expected


def test_fuzzy_words_come_from_the_same_list(many: sqlite3.Connection) -> None:
    assert find(many, parse("playn"), Fuzzy("NumberOfLetters", 1)) == [16]
    assert find(many, parse('"playn end"'), Fuzzy("NumberOfLetters", 1)) == [16]
    assert find(many, parse("w9x999"), Fuzzy("NumberOfLetters", 3)) == [11, 13, 15]


# ---- stop words

STOPPED = Reading(stop_words=("the", "IS", "a"))


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ("the maple", [11, 12]),
        ("the | maple", [11, 12]),
        ("maple - the", [11, 12]),
        ("the ^1 maple", [11, 12]),
        ('"of the maple tree"', [11]),
        ('"of a maple tree"', [11]),  # one stop word is as good as another, in its place
        ('"of maple tree"', []),
        ('"the maple tree is"', [11]),
        ("the* maple", [11]),
        ('{LF:Basic~="the maple", option="D"}', [11, 12]),
        ('{LF:Basic~="\'of the maple\'", option="D"}', [11]),
        ("pruning ^2 maple", [11]),
        ("pruning ^1 maple", []),  # a stop word between counts
    ],
)
def test_stop_words_are_skipped_and_keep_their_place(
    command: str, expected: list[int], shared: sqlite3.Connection
) -> None:
    assert find(shared, parse(command, STOPPED), reading=STOPPED) == expected


@pytest.mark.parametrize("command", ["the", '"the is"', "the & a", "the - maple", '{LF:Basic~="the", option="D"}'])
def test_a_search_for_stop_words_alone_is_one_for_nothing(command: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse(command, STOPPED)
    assert caught.value.code == Code.NOTHING_TO_SEARCH
    assert parse(command)
