"""The repository for the published client suites answers the searches that they make, with as many rows and hits."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from lf_fixtures import load
from lf_simulator import search
from lf_simulator.store.database import Database


@pytest.fixture(scope="module")
def suites() -> Iterator[sqlite3.Connection]:
    database = Database.from_corpus(load("client-suites"))
    yield database.connection
    database.close()


@pytest.mark.parametrize(
    ("command", "rows", "hits"),
    [
        ('({LF:Basic ~= "search text", option="DFANLT"})', 2, 1),
        ('({LF:Basic ~= "Laserfiche", option="NLT"})', 4, 1),
        ('({LF:Basic ~= "Java Client Library", option="DFANLT"})', 3, 3),
        ('({LF:Basic ~= "*", option="DFANLT"})', 1, 0),
        ('{LF:Name="Laserfiche Cloud Overview", Type="DFS"} & {LF:Basic ~= "Laserfiche"}', 1, 2),
    ],
)
def test_a_search_of_a_suite_finds_enough(suites: sqlite3.Connection, command: str, rows: int, hits: int) -> None:
    query = search.parse(command)
    found = search.find(suites, query)
    assert len(found) >= rows
    assert len(search.context_hits(suites, query, found[0])) >= hits
