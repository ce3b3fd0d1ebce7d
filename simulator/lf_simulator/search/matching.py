"""Where terms stand in the words of one text. Matches that the index cannot decide and all context hits come from here,
so that what is highlighted is what was found."""

from __future__ import annotations

import bisect
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.search.fuzzy import Fuzzy, close_to
from lf_simulator.search.query import And, Near, Node, Not, Or, Term, Text
from lf_simulator.search.wildcards import has_wildcards, regex
from lf_simulator.search.words import WORDS, Tokenizer, finding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable


MOST_PAIRS = 20_000  # no list of hits is longer than that


class Span(NamedTuple):
    """Words `first` to `last` of a text, counted from 0, both included. `sides` are the two operands of a pair."""

    first: int
    last: int
    sides: tuple[Span, Span] | None = None


class Words:
    """The words of one text, case-folded."""

    __slots__ = ("_distinct", "texts")

    def __init__(self, texts: list[str]) -> None:
        self.texts = texts
        self._distinct: set[str] | None = None

    def spans(self, term: Term, fuzzy: Fuzzy | None = None) -> list[Span]:
        """All occurrences of a word or phrase, in order."""
        # From a word that stands for itself alone, which is found many times faster than what may be many words
        anchor = next((step for step, pattern in enumerate(term) if is_exact(pattern, fuzzy)), 0)
        starts = [place - anchor for place in self._where(term[anchor], fuzzy) if place >= anchor]
        for step, pattern in enumerate(term):
            if starts and step != anchor:
                starts = self._followed(starts, step, pattern, fuzzy)
        return [Span(start, start + len(term) - 1) for start in starts]

    def hold(self, term: Term, fuzzy: Fuzzy | None = None) -> bool:
        """Whether a word or phrase occurs: where all its words may be many, the first place will do."""
        if any(is_exact(pattern, fuzzy) for pattern in term):
            return bool(self.spans(term, fuzzy))
        tests = [acceptor(pattern, fuzzy) for pattern in term]
        starts = range(len(self.texts) - len(term) + 1)
        return any(all(test(self.texts[start + step]) for step, test in enumerate(tests)) for start in starts)

    def _where(self, pattern: str, fuzzy: Fuzzy | None) -> list[int]:
        if is_exact(pattern, fuzzy):
            return self._where_exactly(pattern)
        if self._distinct is None:
            self._distinct = set(self.texts)
        accepts = acceptor(pattern, fuzzy)
        accepted = {word for word in self._distinct if accepts(word)}
        return [place for place, word in enumerate(self.texts) if word in accepted] if accepted else []

    def _where_exactly(self, word: str) -> list[int]:
        found: list[int] = []
        try:  # index is many times faster than looking at each word here
            while True:
                found.append(self.texts.index(word, found[-1] + 1 if found else 0))
        except ValueError:
            return found

    def _followed(self, starts: list[int], step: int, pattern: str, fuzzy: Fuzzy | None) -> list[int]:
        texts = self.texts
        starts = [start for start in starts if start + step < len(texts)]
        if is_exact(pattern, fuzzy):
            return [start for start in starts if texts[start + step] == pattern]
        accepts = acceptor(pattern, fuzzy)
        return [start for start in starts if accepts(texts[start + step])]


@lru_cache(maxsize=1024)
def is_exact(pattern: str, fuzzy: Fuzzy | None) -> bool:
    """Whether a word of a term stands for itself alone."""
    return not has_wildcards(pattern) and not (fuzzy and fuzzy.allowed(pattern))


@lru_cache(maxsize=8)  # each of them remembers many words
def acceptor(pattern: str, fuzzy: Fuzzy | None) -> Callable[[str], bool]:
    """A test of single words against one word of a term."""
    if has_wildcards(pattern):
        compiled = regex(pattern)
        return _Remembered(lambda word: compiled.fullmatch(word) is not None).__getitem__
    return _Remembered(close_to(pattern, fuzzy.allowed(pattern) if fuzzy else 0)).__getitem__


class _Remembered(dict[str, bool]):
    """A test that knows what it has answered: the same words come again and again, row by row."""

    MOST = 100_000

    def __init__(self, test: Callable[[str], bool]) -> None:
        super().__init__()
        self._test = test

    def __missing__(self, word: str) -> bool:
        if len(self) >= self.MOST:
            self.clear()
        self[word] = answer = self._test(word)
        return answer


def find_in(words: Words, node: Node, fuzzy: Fuzzy | None = None) -> list[Span]:
    """The places of bare text in one text; none means that it does not match.

    As operands of WITHIN, groups are read so (*decision*): `|` stands for the places of either side, `&` for those of
    all sides, if all occur; `-` for those of its left side, if its right side does not occur."""
    match node:
        case Text(_, term):
            return words.spans(term, fuzzy)
        case Or(parts):
            return _merged(find_in(words, part, fuzzy) for part in parts)
        case And(parts):
            found = [find_in(words, part, fuzzy) for part in parts]
            return _merged(found) if all(found) else []
        case Not(keep, drop):
            return [] if find_in(words, drop, fuzzy) else find_in(words, keep, fuzzy)
        case Near(left, right):
            return _near(find_in(words, left, fuzzy), find_in(words, right, fuzzy), node)
        case _:
            return []


def _merged(found: Iterable[list[Span]]) -> list[Span]:
    return sorted({span for spans in found for span in spans}, key=lambda span: (span.first, span.last))


def _near(left: list[Span], right: list[Span], node: Near) -> list[Span]:
    found = pairs(left, right, node.distance)
    if not node.apart:
        return found
    return [] if found else _merged((left, right)) if left and right else []


def pairs(left: list[Span], right: list[Span], distance: int) -> list[Span]:
    """One span for each pair with at most `distance` words between its sides, in either order; the first MOST_PAIRS."""
    found: set[Span] = set()
    longest = max((span.last - span.first for span in right), default=0)
    firsts = [span.first for span in right]
    for one in left:
        if len(found) >= MOST_PAIRS:
            break
        low = bisect.bisect_left(firsts, one.first - distance - 1 - longest)
        high = bisect.bisect_right(firsts, one.last + distance + 1)
        for other in right[low:high]:
            early, late = (one, other) if one.first <= other.first else (other, one)
            if early.last < late.first <= early.last + distance + 1:
                sides = (Span(early.first, early.last), Span(late.first, late.last))
                found.add(Span(early.first, late.last, sides))
    return sorted(found, key=lambda span: (span.first, span.last))


@dataclass(frozen=True, slots=True)
class Sought:
    """Terms that one text has to hold all of. Its text form travels through SQL to the functions below."""

    terms: tuple[Term, ...]
    fuzzy: Fuzzy | None = None
    tokenizer: Tokenizer = WORDS
    """What finds the words of the text, where it does not come in words."""

    def written(self) -> str:
        head = f"{self.tokenizer.signs} {self.tokenizer.joints}"
        if self.fuzzy:
            head += f" {self.fuzzy.kind} {self.fuzzy.factor}"
        return "\n".join([head, *(" ".join(term) for term in self.terms)])

    def in_words(self, words: Words) -> bool:
        return all(words.hold(term, self.fuzzy) for term in self.terms)


@lru_cache(maxsize=256)
def _read(written: str) -> Sought:
    head, *lines = written.split("\n")
    signs, joints, *loosely = head.split(" ")
    fuzzy = None
    if loosely:
        kind, factor = loosely
        fuzzy = Fuzzy("Percentage" if kind == "Percentage" else "NumberOfLetters", int(factor))
    found_by = finding(
        "attached" if signs == "attached" else "separate", "inside" if joints == "inside" else "separate"
    )
    return Sought(tuple(tuple(line.split(" ")) for line in lines), fuzzy, found_by)


def has_words(text: str | None, written: str) -> bool:
    """For SQL: whether a text holds all the terms of a written `Sought`."""
    sought = _read(written)
    return bool(text) and sought.in_words(Words(sought.tokenizer.texts(text or "")))


def row_has_words(words: str, written: str) -> bool:
    """The same for a row of the index, which holds words already."""
    return _read(written).in_words(Words(words.split(" ")))
