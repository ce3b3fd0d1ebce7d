"""Fuzzy search: words that differ from a term by a few letters. It is a parameter of a search, not of the language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Fuzzy:
    """How far a word may be from a term without wildcards: `factor` letters, or `factor` per cent of the term's
    letters, rounded down. The parameters are documented, the reading as edit distance is a *decision*."""

    kind: Literal["Percentage", "NumberOfLetters"]
    factor: int

    def allowed(self, word: str) -> int:
        """How many letters may differ from a word."""
        return self.factor if self.kind == "NumberOfLetters" else len(word) * self.factor // 100


def within(one: str, other: str, limit: int) -> bool:
    """Whether at most `limit` letters have to be put in, taken out or exchanged."""
    if abs(len(one) - len(other)) > limit:
        return False
    row = list(range(len(other) + 1))
    for line, letter in enumerate(one, 1):
        diagonal, row[0] = row[0], line
        for column, against in enumerate(other, 1):
            cost = min(row[column] + 1, row[column - 1] + 1, diagonal + (letter != against))
            diagonal, row[column] = row[column], cost
        if min(row) > limit:
            return False
    return row[-1] <= limit
