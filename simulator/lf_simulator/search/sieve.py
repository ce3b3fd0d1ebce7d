"""Whether a text can hold a term at all, by its letters alone: quick, and never wrongly no.

To find the words of a text is the dear part of looking through it; most texts are put aside by this before.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING

from lf_simulator.search.query import And, Near, Node, Not, Or, Text
from lf_simulator.search.wildcards import has_wildcards, regex

if TYPE_CHECKING:
    from collections.abc import Callable

    from lf_simulator.search.fuzzy import Fuzzy

    Test = Callable[[str], bool]
    """Of a case-folded text."""


def sieve(node: Node, fuzzy: Fuzzy | None = None) -> Test:
    """Whether bare text could stand in a text, whole."""
    match node:
        case Text(_, term):
            tests = tuple(_of_word(word, fuzzy) for word in term)
            return tests[0] if len(tests) == 1 else lambda text: all(test(text) for test in tests)
        case Or(parts):
            return _any_of(parts, fuzzy)
        case And(parts):
            tests = tuple(sieve(part, fuzzy) for part in parts)
            return lambda text: all(test(text) for test in tests)
        case Not(keep, _):
            return sieve(keep, fuzzy)
        case Near(left, right):
            one, other = sieve(left, fuzzy), sieve(right, fuzzy)
            return lambda text: one(text) and other(text)
        case _:
            return lambda _: False


def _any_of(parts: tuple[Node, ...], fuzzy: Fuzzy | None) -> Test:
    tests = tuple(sieve(part, fuzzy) for part in parts)
    return lambda text: any(test(text) for test in tests)


def opening(node: Node, fuzzy: Fuzzy | None = None) -> Test:
    """Whether bare text, or any part of it on which it depends, could begin in a text and go on behind it."""
    match node:
        case Text(_, term):
            return _of_word(term[0], fuzzy)
        case Or(parts) | And(parts):
            tests = tuple(opening(part, fuzzy) for part in parts)
            return lambda text: any(test(text) for test in tests)
        case Near(left, right) | Not(left, right):
            one, other = opening(left, fuzzy), opening(right, fuzzy)
            return lambda text: one(text) or other(text)
        case _:
            return lambda _: False


@lru_cache(maxsize=512)
def _of_word(pattern: str, fuzzy: Fuzzy | None) -> Test:
    if has_wildcards(pattern):
        return _of_pattern(pattern)
    missing = fuzzy.allowed(pattern) if fuzzy else 0
    if not missing:
        return lambda text: pattern in text
    # As many letters as may differ cannot touch all of one part more: one stands in the word as it is.
    size = len(pattern) // (missing + 1)
    if not size:
        return lambda _: True
    parts = [pattern[size * number : size * (number + 1)] for number in range(missing + 1)]
    return lambda text: any(part in text for part in parts)


def _of_pattern(pattern: str) -> Test:
    """Between its stars, a pattern is searched for piece by piece: all at once would take long where it fails."""
    if "[" in pattern and "*" in pattern:
        return lambda _: True  # a star may stand in brackets
    parts = tuple(regex(part) for part in pattern.split("*") if part)
    return lambda text: all(part.search(text) for part in parts)
