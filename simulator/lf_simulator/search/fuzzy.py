"""Fuzzy search: words that differ from a term by a few letters. It is a parameter of a search, not of the language."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Callable


@dataclass(frozen=True, slots=True)
class Fuzzy:
    """How far a word may be from a term without wildcards: `factor` letters, or `factor` per cent of the term's
    letters, rounded down. The parameters are documented, the reading as edit distance is a *decision*."""

    kind: Literal["Percentage", "NumberOfLetters"]
    factor: int

    def allowed(self, word: str) -> int:
        """How many letters may differ from a word."""
        return max(0, self.factor if self.kind == "NumberOfLetters" else len(word) * self.factor // 100)


def close_to(word: str, limit: int) -> Callable[[str], bool]:
    """A test of other words: whether at most `limit` letters have to be put in, taken out or exchanged.

    Of a word cut into one piece more than there may be differences, one piece is left whole; so most words are told
    apart by not having any."""
    shortest, longest = len(word) - limit, len(word) + limit
    pieces = _pieces(word, limit + 1)

    def accepts(other: str) -> bool:
        if not shortest <= len(other) <= longest:
            return False
        for piece in pieces:
            if piece in other:
                return within(word, other, limit)
        return False

    return accepts


def _pieces(word: str, number: int) -> list[str]:
    """As many pieces of about equal length, one of them empty where there are fewer letters than pieces."""
    if len(word) < number:
        return [""]
    ends = [len(word) * count // number for count in range(number + 1)]
    return [word[start:end] for start, end in pairwise(ends)]


def within(one: str, other: str, limit: int) -> bool:
    """Whether at most `limit` letters have to be put in, taken out or exchanged.

    Only as much of the table of distances is computed as can stay within the limit, line by line until none does."""
    if len(one) > len(other):
        one, other = other, one
    if len(other) - len(one) > limit:
        return False
    if limit >= len(other):
        return True
    begin = 0
    while begin < len(one) and one[begin] == other[begin]:
        begin += 1
    end, other_end = len(one), len(other)
    while end > begin and one[end - 1] == other[other_end - 1]:
        end, other_end = end - 1, other_end - 1
    return _distance_within(one[begin:end], other[begin:other_end], limit)


def _distance_within(one: str, other: str, limit: int) -> bool:
    beyond = limit + 1
    row = [column if column <= limit else beyond for column in range(len(other) + 1)]
    for line, letter in enumerate(one, 1):
        first, last = max(1, line - limit), min(len(other), line + limit)
        diagonal = row[first - 1]
        row[first - 1] = line if first == 1 else beyond
        least = row[first - 1]
        for column in range(first, last + 1):
            above = row[column]
            cost = diagonal if letter == other[column - 1] else 1 + min(diagonal, above, row[column - 1])
            diagonal, row[column] = above, cost
            if cost < least:
                least = cost
        if least > limit:
            return False
    return row[-1] <= limit
