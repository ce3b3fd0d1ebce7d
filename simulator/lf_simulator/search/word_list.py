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


class WordList:
    """The list, for as long as one command is made into SQL: what was looked for once is known from then on.

    `fuzzy` loosens words without wildcards."""

    __slots__ = ("_known", "_wide", "connection", "fuzzy")

    def __init__(self, connection: sqlite3.Connection, fuzzy: Fuzzy | None = None) -> None:
        self.connection = connection
        self.fuzzy = fuzzy
        self._known: dict[str, list[str]] = {}
        self._wide: dict[str, int] = {}

    def like(self, pattern: str) -> list[str]:
        """The words of the index that a word of a term stands for, those that stand in most texts first."""
        if pattern not in self._known:
            by_letters = has_wildcards(pattern)
            found = _matching(self.connection, pattern) if by_letters else _near(self.connection, pattern, self.fuzzy)
            self._known[pattern] = found
        return self._known[pattern]

    def are_many(self, pattern: str, limit: int) -> bool:
        """Whether there are more such words than `limit`, without looking for all of them where they have a pattern."""
        if pattern in self._known or not has_wildcards(pattern):
            return len(self.like(pattern)) > limit
        if self._wide.get(pattern, 0) <= limit:
            found = _matching(self.connection, pattern, limit + 1)
            if len(found) <= limit:
                self._known[pattern] = found
                return False
            self._wide[pattern] = len(found)
        return True


def _matching(connection: sqlite3.Connection, pattern: str, most: int = -1) -> list[str]:
    """With `most`, any so many of them at most."""
    head = _HEAD.match(pattern)
    start = head.group() if head else ""
    sql = "SELECT word, texts FROM text_word WHERE word >= ? AND word < ? AND word GLOB ? LIMIT ?"
    rows = connection.execute(sql, (start, start + LAST, glob(pattern), most)).fetchall()
    return [word for word, _ in sorted(rows, key=lambda row: (-row[1], row[0]))]


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
