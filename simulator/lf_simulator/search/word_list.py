"""The list of the words that the index has: what a word with wildcards or a fuzzy word may be."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lf_simulator.search.matching import acceptor
from lf_simulator.search.wildcards import glob, has_wildcards

if TYPE_CHECKING:
    import sqlite3

    from lf_simulator.search.fuzzy import Fuzzy

LAST = "\U0010ffff"
"""Behind every other character."""

_HEAD = re.compile(r"[^*?\[]*")


def words_like(connection: sqlite3.Connection, pattern: str, fuzzy: Fuzzy | None = None) -> list[str]:
    """The words of the index that a word of a term stands for, those that stand in most texts first."""
    return _matching(connection, pattern) if has_wildcards(pattern) else _near(connection, pattern, fuzzy)


def are_many(connection: sqlite3.Connection, pattern: str, fuzzy: Fuzzy | None, limit: int) -> bool:
    """Whether there are more such words than `limit`, without looking for all of them where they have a pattern."""
    if not has_wildcards(pattern):
        return len(_near(connection, pattern, fuzzy)) > limit
    rows = connection.execute(f"{_LIKE} LIMIT 1 OFFSET ?", (*_like(pattern), limit))
    return rows.fetchone() is not None


_LIKE = "SELECT word FROM text_word WHERE word >= ? AND word < ? AND word GLOB ?"


def _like(pattern: str) -> tuple[str, str, str]:
    head = _HEAD.match(pattern)
    start = head.group() if head else ""
    return start, start + LAST, glob(pattern)


def _matching(connection: sqlite3.Connection, pattern: str) -> list[str]:
    return [word for (word,) in connection.execute(f"{_LIKE} ORDER BY texts DESC, word", _like(pattern))]


def _near(connection: sqlite3.Connection, word: str, fuzzy: Fuzzy | None) -> list[str]:
    """Of those that are about as long, and have a part of the word as it is: letters that differ are not in all parts
    when there is one part more than such letters."""
    limit = fuzzy.allowed(word) if fuzzy else 0
    size = len(word) // (limit + 1)
    parts = [word[size * number : size * (number + 1)] for number in range(limit + 1)] if size else []
    has_part = " OR ".join(["instr(word, ?)"] * len(parts)) or "1"
    sql = f"SELECT word FROM text_word WHERE length(word) BETWEEN ? AND ? AND ({has_part}) ORDER BY texts DESC, word"  # noqa: S608 - marks for values
    rows = connection.execute(sql, (len(word) - limit, len(word) + limit, *parts))
    accepts = acceptor(word, fuzzy)
    return [other for (other,) in rows if accepts(other)]
