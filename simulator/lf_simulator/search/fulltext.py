"""Questions to the full-text index: terms → a condition on its rows, wildcards expanded over the list of its words."""

from __future__ import annotations

from itertools import groupby, product
from math import prod
from operator import itemgetter
from typing import TYPE_CHECKING

from lf_simulator.search.kinds import Sql
from lf_simulator.search.matching import Sought, is_exact
from lf_simulator.search.text_rows import ENTRY, SOURCES, entry_of, of_sources
from lf_simulator.search.wildcards import prefix_of

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from lf_simulator.search.fuzzy import Fuzzy
    from lf_simulator.search.query import Term
    from lf_simulator.search.word_list import WordList

NOTHING = Sql("0")
_number = itemgetter(0)
MOST_ALTERNATIVES = 128
"""Words or phrases that one expression of the index joins; of more, the rows are gathered in pieces."""
FIRST_ALTERNATIVES = 16
"""Of many words so many are asked for first: most rows have one of the most frequent."""
ROW_PER_WORDS = 1
"""For how many words the index can be asked in the time that it takes to look through one row, about."""


def entries(words: WordList, terms: tuple[Term, ...], sources: str) -> Sql:
    """The select of entries, as `id`, with a text of one of these sorts that holds all the terms."""
    if len(terms) == 1 and is_wide(words, terms[0]) and is_decided(terms[0], words.fuzzy):
        rows = _rows_with(words.connection, words.like(terms[0][0]), sources)
        return Sql("SELECT value AS id FROM json_each(?)", (str(sorted({entry_of(row) for row in rows})),))
    found = match(words, terms, sources)
    return Sql(f"SELECT {ENTRY} AS id FROM text_index WHERE {found.text} AND {of_sources(sources)}", found.parameters)  # noqa: S608 - SQL of ours


def match(words: WordList, terms: tuple[Term, ...], sources: str = SOURCES) -> Sql:
    """The condition on a row of `text_index` that it holds all the terms. It is not asked about rows of other sorts."""
    expressions, conditions = [], []
    for term in terms:
        asked = _asked(words, term)
        if not asked:
            return NOTHING
        if isinstance(asked, str):
            expressions.append(f"({asked})")
        else:
            conditions.append(_in_rows(_rows_with(words.connection, asked, sources)))
    if expressions:
        conditions.insert(0, Sql("text_index MATCH ?", (" AND ".join(expressions),)))
    undecided = tuple(term for term in terms if not is_decided(term, words.fuzzy))
    if undecided:
        conditions.append(Sql("row_has_words(text_index.words, ?)", (Sought(undecided, words.fuzzy).written(),)))
    text = " AND ".join(condition.text for condition in conditions)
    return Sql(text, tuple(value for condition in conditions for value in condition.parameters))


def is_decided(term: Term, fuzzy: Fuzzy | None) -> bool:
    """Whether the index alone can tell where a term stands: single words, and phrases of exact words of which the last
    may be a beginning. Of other phrases it knows no more than which rows may have them."""
    *before, last = term
    return not before or (_is_plain(before, fuzzy) and (is_exact(last, fuzzy) or prefix_of(last) is not None))


def is_wide(words: WordList, term: Term) -> bool:
    """Whether a term stands for more words than one expression should have, and has no other word that narrows it: of
    such a term only `match` makes a condition that is quick."""
    return all(_is_open(word, words.fuzzy) and words.are_many(word, MOST_ALTERNATIVES) for word in term)


def expression(words: WordList, term: Term) -> str:
    """What FTS5 is asked about a term, empty where the index has no word like one of it. All rows with the term fit,
    and no others if the term `is_decided`. Made for terms that are not wide."""
    asked = _asked(words, term)
    return asked if isinstance(asked, str) else _any_of([[word] for word in asked])


def _asked(words: WordList, term: Term) -> str | list[str]:
    """An expression, empty where nothing can fit; or, for a wide term, the many words of which each row has one."""
    fuzzy = words.fuzzy
    if _is_plain(term, fuzzy):
        return _quoted(term)
    *before, last = term
    prefix = prefix_of(last)
    if prefix and _is_plain(before, fuzzy):
        return f"{_quoted([*before, prefix])}*"
    known = [_words_of(words, word) for word in term if word.strip("*")]
    if not all(known):
        return ""
    if len(known) == len(term) and prod(map(len, known)) <= MOST_ALTERNATIVES:
        return _any_of(list(product(*known)))
    near = _exact_parts(term, fuzzy)
    few = [_any_of([[word] for word in each]) for each in known if 1 < len(each) <= MOST_ALTERNATIVES]
    return " AND ".join([*near, *few]) or min(known, key=len)


def _exact_parts(term: Term, fuzzy: Fuzzy | None) -> list[str]:
    """That the exact words of a phrase stand about as near as they do in it."""
    runs = groupby(term, lambda word: is_exact(word, fuzzy))
    exact = [_quoted(list(words)) for is_run, words in runs if is_run]
    return [f"NEAR({' '.join(exact)}, {len(term)})"] if exact else []


def _words_of(words: WordList, word: str) -> list[str]:
    return [word] if is_exact(word, words.fuzzy) else words.like(word)


def _is_open(word: str, fuzzy: Fuzzy | None) -> bool:
    """Whether a word stands for others that the index does not know by itself: those with one beginning it does."""
    return not is_exact(word, fuzzy) and prefix_of(word) is None


def _is_plain(words: Sequence[str], fuzzy: Fuzzy | None) -> bool:
    return all(is_exact(word, fuzzy) for word in words)


def _quoted(words: Sequence[str]) -> str:
    return f'"{" ".join(words)}"'


def _any_of(phrases: Sequence[Sequence[str]]) -> str:
    return f"({' OR '.join(map(_quoted, phrases))})" if phrases else ""


def _in_rows(rows: set[int]) -> Sql:
    return Sql("text_index.rowid IN (SELECT value FROM json_each(?))", (str(sorted(rows)),))


def _rows_with(connection: sqlite3.Connection, words: list[str], sources: str) -> set[int]:
    """The rows of some sorts with any of many words, of which the most frequent come first. Once these have found
    nearly all rows, the others are looked through instead of asking for each word that is left."""
    texts = f"SELECT id FROM text_item text_index WHERE {of_sources(sources)}"  # noqa: S608 - numbers of ours
    with_word = f"SELECT rowid FROM text_index WHERE text_index MATCH ? AND {of_sources(sources)}"  # noqa: S608 - the same
    all_rows = {row[0] for row in connection.execute(texts)}
    found: set[int] = set()
    begin, size = 0, FIRST_ALTERNATIVES
    while begin < len(words) and len(found) < len(all_rows):
        if begin and (len(all_rows) - len(found)) * ROW_PER_WORDS < len(words) - begin:
            return found | _looked_through(connection, all_rows - found, frozenset(words[begin:]))
        expression = _any_of([[word] for word in words[begin : begin + size]])
        found.update(map(_number, connection.execute(with_word, (expression,))))
        begin, size = begin + size, MOST_ALTERNATIVES
    return found


def _looked_through(connection: sqlite3.Connection, rows: set[int], words: frozenset[str]) -> set[int]:
    sql = "SELECT rowid, words FROM text_index WHERE rowid IN (SELECT value FROM json_each(?))"
    held = connection.execute(sql, (str(sorted(rows)),))
    return {row for row, text in held if not words.isdisjoint(text.split(" "))}
