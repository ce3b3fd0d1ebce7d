"""What is true of a corpus is what the search finds in it: the same entries, and hits on the same pages."""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Callable, Iterator

import pytest

from lf_fixtures import Question, TrueQuery, corpora, load, truth
from lf_simulator import search
from lf_simulator.store.database import Database

QUESTIONS = load("demo").questions
CASES = [(corpus.name, query) for corpus in corpora() for query in truth(corpus.name)]
PLACED = [case for case in CASES if case[1].passages is not None]
PLAIN = [
    (corpus, query)
    for corpus, query in PLACED
    if re.fullmatch(r'[a-zA-Z]+|"[a-zA-Z ]+"', query.command) and "end of a page" not in query.sort
]
IN_TEXT = ("PageContent", "Edoc")

Opened = Callable[[str], sqlite3.Connection]


@pytest.fixture(scope="module")
def opened() -> Iterator[Opened]:
    """A corpus as a database, each made once."""
    databases: dict[str, Database] = {}

    def connection(corpus: str) -> sqlite3.Connection:
        if corpus not in databases:
            databases[corpus] = Database.from_corpus(load(corpus))
        return databases[corpus].connection

    yield connection
    for database in databases.values():
        database.close()


def named(case: object) -> str | None:
    return case.command if isinstance(case, TrueQuery) else None


@pytest.mark.parametrize(("corpus", "query"), CASES, ids=named)
def test_a_command_finds_exactly_the_entries_that_are_true(opened: Opened, corpus: str, query: TrueQuery) -> None:
    assert tuple(search.find(opened(corpus), search.parse(query.command))) == query.found


@pytest.mark.parametrize(("corpus", "query"), PLACED, ids=named)
def test_the_hits_of_a_command_stand_on_exactly_the_pages_that_are_true(
    opened: Opened, corpus: str, query: TrueQuery
) -> None:
    node = search.parse(query.command)
    found = {
        (entry, hit.page_number)
        for entry in query.found
        for hit in search.context_hits(opened(corpus), node, entry)
        if hit.hit_type in IN_TEXT
    }
    assert found == query.found_passages


@pytest.mark.parametrize(("corpus", "query"), PLAIN, ids=named)
def test_the_hits_of_plain_words_mark_every_place_where_they_stand_and_no_other(
    opened: Opened, corpus: str, query: TrueQuery
) -> None:
    """The places are found by a pattern in the text that was read; a hit has to mark just that, on page and line."""
    for entry in [entry for entry in load(corpus).entries if entry.id in query.found]:
        texts = dict(enumerate((page.text for page in entry.pages), 1))
        if not any(texts.values()) and entry.edoc is not None:
            continue  # hits in a file are counted, not shown
        marked = set()
        for hit in search.context_hits(opened(corpus), search.parse(query.command), entry.id):
            start, length = hit.highlight1_offset, hit.highlight1_length
            line = texts[hit.page_number][hit.page_offset :][: len(hit.context)]
            assert hit.context == " ".join(re.split(r"[\r\n]", line))
            assert (hit.highlight2_offset, hit.highlight2_length) == (0, 0)
            marked.add((hit.page_number, hit.page_offset + start, hit.page_offset + start + length))
        assert marked == _places(texts, query.command)


def _places(texts: dict[int, str], command: str) -> set[tuple[int, int, int]]:
    """Page, beginning and end of each place where the words of a plain command stand on one page."""
    words = [rf"(?<![^\W_])(?<![#$&]){word}(?![^\W_]|[%&])" for word in command.strip('"').split()]
    pattern = re.compile(r"[\W_]+".join(words), re.IGNORECASE)
    return {(page, match.start(), match.end()) for page, text in texts.items() for match in pattern.finditer(text)}


@pytest.mark.parametrize("question", QUESTIONS, ids=lambda question: question.text)
def test_a_question_is_answered_by_exactly_its_entries(opened: Opened, question: Question) -> None:
    assert tuple(search.find(opened("demo"), search.parse(question.query))) == question.entries


@pytest.mark.parametrize("question", [q for q in QUESTIONS if q.passages], ids=lambda question: question.text)
def test_the_hits_of_an_answer_stand_on_its_pages(opened: Opened, question: Question) -> None:
    command = search.parse(question.query)
    for entry in question.entries:
        found = {hit.page_number for hit in search.context_hits(opened("demo"), command, entry)}
        assert found == {passage.page for passage in question.passages if passage.entry == entry}
