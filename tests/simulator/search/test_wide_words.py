"""Words with wildcards that stand for very many words: found in the sort of text that is searched, and only there."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from lf_fixtures import Annotation, Entry, Page, load
from lf_simulator import search
from lf_simulator.store.database import Database

if TYPE_CHECKING:
    import sqlite3

FIRST = 9_000
MANY = 700
"""More words than one question to the index has, more than one piece of them, and more than there are documents."""
LIKE = [f"ru{number}nic" for number in range(MANY)]
OFTEN, LAST = LIKE[0], ("ruzxnic", "ruzynic", "ruzznic")
"""What is asked for first, and what comes so late that texts are looked through instead."""
IN_TEXT, ONCE_IN_TEXT, IN_NAME, IN_FIELD, IN_NOTE, NOWHERE, IN_TEXT_AND_NAME = range(FIRST, FIRST + 7)


def _document(number: int, text: str, name: str = "", **more: object) -> Entry:
    moment = "2024-01-01T00:00:00Z"
    plain = Entry(number, 1, f"{number} {name}", "Document", moment, moment, "admin", pages=(Page(text),))
    return replace(plain, **more)  # type: ignore[arg-type]  # the fields of an entry, by name


@pytest.fixture(scope="module")
def connection() -> Iterator[sqlite3.Connection]:
    note = Annotation(9_000, "Note", 1, f"see {OFTEN}")
    documents = (
        _document(IN_TEXT, " ".join(LIKE)),
        _document(ONCE_IN_TEXT, f"before {LAST[0]} after"),
        _document(IN_NAME, "plain", LAST[1]),
        _document(IN_FIELD, "plain", template="Lease", fields={"Notes": (f"so {LAST[2]}",)}),
        _document(IN_NOTE, "plain", annotations=(note,)),
        _document(NOWHERE, "run nic"),
        _document(IN_TEXT_AND_NAME, OFTEN, OFTEN),
    )
    sample = load("search-sample")
    database = Database.from_corpus(replace(sample, entries=(*sample.entries, *documents)))
    yield database.connection
    database.close()


CASES = [
    ("*u*ni*", (IN_TEXT, ONCE_IN_TEXT, IN_TEXT_AND_NAME)),
    ('{LF:Basic~="*u*ni*", option="D"}', (IN_TEXT, ONCE_IN_TEXT, IN_TEXT_AND_NAME)),
    ('{LF:Basic~="*u*ni*", option="N"}', (IN_NAME, IN_TEXT_AND_NAME)),
    ('{LF:Basic~="*u*ni*", option="F"}', (IN_FIELD,)),
    ('{LF:Basic~="*u*ni*", option="A"}', (IN_NOTE,)),
    ('{LF:Basic~="*u*ni*", option="NA"}', (IN_NAME, IN_NOTE, IN_TEXT_AND_NAME)),
    ('{LF:Basic~="*u*ni*"}', (IN_TEXT, ONCE_IN_TEXT, IN_NAME, IN_FIELD, IN_NOTE, IN_TEXT_AND_NAME)),
    ('{LF:Name~="*u*ni*"}', (IN_NAME, IN_TEXT_AND_NAME)),
    ('{[]:[Notes]~="*u*ni*"}', (IN_FIELD,)),
    ('{LF:Sticky~="*u*ni*"}', (IN_NOTE,)),
    ("*u*ni* - plain", (IN_TEXT, ONCE_IN_TEXT, IN_TEXT_AND_NAME)),
    ("before & *u*ni*", (ONCE_IN_TEXT,)),
    ('"before *u*ni*"', (ONCE_IN_TEXT,)),
    ('"*u*ni* after"', (ONCE_IN_TEXT,)),
    ('{LF:Basic~="*u*ni* before", option="D"}', (ONCE_IN_TEXT,)),
]


@pytest.mark.parametrize(("command", "found"), CASES)
def test_many_words_are_found_in_the_texts_that_are_searched(
    connection: sqlite3.Connection, command: str, found: tuple[int, ...]
) -> None:
    assert [entry for entry in search.find(connection, search.parse(command)) if entry >= FIRST] == list(found)
