"""The questions of a corpus, answered from the true text: the search finds just those entries, on those pages."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator

import pytest

from lf_fixtures import load
from lf_fixtures.model import Question
from lf_simulator import search
from lf_simulator.store.database import Database

QUESTIONS = load("demo").questions


@pytest.fixture(scope="module")
def demo() -> Iterator[sqlite3.Connection]:
    database = Database.from_corpus(load("demo"))
    yield database.connection
    database.close()


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.text)
def test_a_question_is_answered_by_exactly_its_entries(demo: sqlite3.Connection, question: Question) -> None:
    assert tuple(search.find(demo, search.parse(question.query))) == question.entries


@pytest.mark.parametrize("question", [q for q in QUESTIONS if q.passages], ids=lambda question: question.text)
def test_the_hits_of_an_answer_stand_on_its_pages(demo: sqlite3.Connection, question: Question) -> None:
    command = search.parse(question.query)
    for entry in question.entries:
        found = {hit.page_number for hit in search.context_hits(demo, command, entry)}
        assert found == {passage.page for passage in question.passages if passage.entry == entry}
