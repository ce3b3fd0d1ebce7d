"""Questions to the full-text index: terms → a condition on its rows, wildcards expanded over the list of its words."""

from __future__ import annotations

from itertools import groupby, product
from math import prod
from typing import TYPE_CHECKING

from lf_simulator.search.kinds import Sql
from lf_simulator.search.matching import Sought, is_exact
from lf_simulator.search.wildcards import prefix_of
from lf_simulator.search.word_list import words_like

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from lf_simulator.search.fuzzy import Fuzzy
    from lf_simulator.search.query import Term

NOTHING = Sql("0")
MOST_ALTERNATIVES = 128
"""Words or phrases that one expression of the index joins; of more, the rows are gathered in pieces."""
ROW_PER_WORDS = 4
"""For how many words the index can be asked in the time that it takes to look through one row, about."""


def match(connection: sqlite3.Connection, terms: tuple[Term, ...], fuzzy: Fuzzy | None = None) -> Sql:
    """The condition on a row of `text_index` that it holds all the terms."""
    expressions, conditions = [], []
    for term in terms:
        words = _open_words(connection, term, fuzzy)
        if words and len(words) > MOST_ALTERNATIVES:
            conditions.append(_in_rows(_rows_with(connection, words)))
            continue
        asked = expression(connection, term, fuzzy)
        if not asked:
            return NOTHING
        expressions.append(f"({asked})")
    if expressions:
        conditions.insert(0, Sql("text_index MATCH ?", (" AND ".join(expressions),)))
    undecided = tuple(term for term in terms if not is_decided(term, fuzzy))
    if undecided:
        conditions.append(Sql("row_has_words(text_index.words, ?)", (Sought(undecided, fuzzy).written(),)))
    text = " AND ".join(condition.text for condition in conditions)
    return Sql(text, tuple(value for condition in conditions for value in condition.parameters))


def is_decided(term: Term, fuzzy: Fuzzy | None) -> bool:
    """Whether the index alone can tell where a term stands: single words, and phrases of exact words of which the last
    may be a beginning. Of other phrases it knows no more than which rows may have them."""
    *before, last = term
    return not before or (_is_plain(before, fuzzy) and (is_exact(last, fuzzy) or prefix_of(last) is not None))


def is_wide(connection: sqlite3.Connection, term: Term, fuzzy: Fuzzy | None) -> bool:
    """Whether a term stands for more words than one expression should have: `match` has another way for it."""
    words = _open_words(connection, term, fuzzy)
    return words is not None and len(words) > MOST_ALTERNATIVES


def expression(connection: sqlite3.Connection, term: Term, fuzzy: Fuzzy | None) -> str:
    """What FTS5 is asked about a term, empty where the index has no word like one of it. All rows with the term fit,
    and no others if the term `is_decided`."""
    if is_decided(term, fuzzy):
        words = _open_words(connection, term, fuzzy)
        if words is not None:
            return _any_of([[word] for word in words])
        prefix = prefix_of(term[-1])
        return f"{_quoted([*term[:-1], prefix])}*" if prefix else _quoted(term)
    return _of_open_phrase(connection, term, fuzzy)


def _open_words(connection: sqlite3.Connection, term: Term, fuzzy: Fuzzy | None) -> list[str] | None:
    """The words that a term of one word stands for; None for one that the index knows by itself, and for phrases."""
    if len(term) > 1 or is_exact(term[0], fuzzy) or prefix_of(term[0]):
        return None
    return words_like(connection, term[0], fuzzy)


def _is_plain(words: Sequence[str], fuzzy: Fuzzy | None) -> bool:
    return all(is_exact(word, fuzzy) for word in words)


def _quoted(words: Sequence[str]) -> str:
    return f'"{" ".join(words)}"'


def _any_of(phrases: Sequence[Sequence[str]]) -> str:
    return f"({' OR '.join(map(_quoted, phrases))})" if phrases else ""


def _of_open_phrase(connection: sqlite3.Connection, term: Term, fuzzy: Fuzzy | None) -> str:
    """Few alternatives are asked for one by one. Else the exact words have to stand about as near as in the phrase, and
    of each other word that is one of few, one has to be there."""
    known = [
        [word] if is_exact(word, fuzzy) else words_like(connection, word, fuzzy) for word in term if word.strip("*")
    ]
    if not all(known):
        return ""
    if len(known) == len(term) and prod(map(len, known)) <= MOST_ALTERNATIVES:
        return _any_of(list(product(*known)))
    runs = [
        _quoted([word for word, _ in run])
        for exact, run in groupby(((word, is_exact(word, fuzzy)) for word in term), lambda pair: pair[1])
        if exact
    ]
    near = [f"NEAR({' '.join(runs)}, {len(term)})"] if runs else []
    few = [_any_of([[word] for word in each]) for each in known if 1 < len(each) <= MOST_ALTERNATIVES]
    rarest = [_any_of([[word] for word in min(known, key=len)])] if not near and not few else []
    return " AND ".join([*near, *few, *rarest])


def _in_rows(rows: set[int]) -> Sql:
    return Sql("text_index.rowid IN (SELECT value FROM json_each(?))", (str(sorted(rows)),))


def _rows_with(connection: sqlite3.Connection, words: list[str]) -> set[int]:
    """The rows with any of many words, of which the most frequent come first. Once these have found nearly all rows,
    the others are looked through instead of asking for each word that is left."""
    missing = {row[0] for row in connection.execute("SELECT id FROM text_item")}
    found: set[int] = set()
    for begin in range(0, len(words), MOST_ALTERNATIVES):
        left = words[begin:]
        if len(missing) * ROW_PER_WORDS < len(left):
            return found | _looked_through(connection, missing, frozenset(left))
        expression = _any_of([[word] for word in left[:MOST_ALTERNATIVES]])
        rows = connection.execute("SELECT rowid FROM text_index WHERE text_index MATCH ?", (expression,))
        found.update(row[0] for row in rows)
        missing -= found
    return found


def _looked_through(connection: sqlite3.Connection, rows: set[int], words: frozenset[str]) -> set[int]:
    sql = "SELECT rowid, words FROM text_index WHERE rowid IN (SELECT value FROM json_each(?))"
    held = connection.execute(sql, (str(sorted(rows)),))
    return {row for row, text in held if not words.isdisjoint(text.split(" "))}
