"""Questions to the full-text index: terms → an FTS5 expression, wildcards expanded over the list of its words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.search.kinds import Sql
from lf_simulator.search.matching import Sought, acceptor, is_exact
from lf_simulator.search.wildcards import glob, has_wildcards, prefix_of

if TYPE_CHECKING:
    import sqlite3

    from lf_simulator.search.fuzzy import Fuzzy
    from lf_simulator.search.query import Term

NOTHING = Sql("0")


def match(connection: sqlite3.Connection, terms: tuple[Term, ...], fuzzy: Fuzzy | None = None) -> Sql:
    """The condition on a row of `text_index` that it holds all the terms. Phrases with wildcards (or fuzzy words) are
    narrowed down by the index and decided by `row_has_words`."""
    expressions = [expression(connection, term, fuzzy) for term in terms]
    if not all(expressions):
        return NOTHING
    narrowed = Sql("text_index MATCH ?", (" AND ".join(expressions),))
    if all(is_decided(term, fuzzy) for term in terms):
        return narrowed
    written = Sought(terms, fuzzy).written()
    return Sql(f"{narrowed.text} AND row_has_words(text_index.words, ?)", (*narrowed.parameters, written))


def expression(connection: sqlite3.Connection, term: Term, fuzzy: Fuzzy | None = None) -> str:
    """The FTS5 expression of what may hold a term, ready to be joined to others; empty where nothing does. Where the
    term `is_decided`, what it finds does hold it."""
    if _is_plain(term, fuzzy):
        return f'"{" ".join(term)}"'
    words = [_alternatives(connection, word, fuzzy) for word in term]
    return " AND ".join(f"({' OR '.join(alternatives)})" for alternatives in words) if all(words) else ""


def is_decided(term: Term, fuzzy: Fuzzy | None = None) -> bool:
    """Whether the index alone can tell that a text holds a term."""
    return len(term) == 1 or _is_plain(term, fuzzy)


def _is_plain(term: Term, fuzzy: Fuzzy | None) -> bool:
    return all(is_exact(word, fuzzy) for word in term)


def _alternatives(connection: sqlite3.Connection, pattern: str, fuzzy: Fuzzy | None) -> list[str]:
    """What a word of a term may be, each as FTS5 wants it. Empty: the index holds nothing of the kind."""
    if is_exact(pattern, fuzzy):
        return [f'"{pattern}"']
    prefix = prefix_of(pattern)
    if prefix:
        return [f'"{prefix}"*']
    if has_wildcards(pattern):
        rows = connection.execute("SELECT term FROM text_term WHERE term GLOB ?", (glob(pattern),))
        return [f'"{term}"' for (term,) in rows]
    accepts = acceptor(pattern, fuzzy)
    return [f'"{term}"' for (term,) in connection.execute("SELECT term FROM text_term") if accepts(term)]
