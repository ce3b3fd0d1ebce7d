"""A text in passages: what of it is looked at together, so that a text of any length takes little memory and its first
matches are there before its end has been read."""

from __future__ import annotations

import bisect
import re
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.search.words import Tokenizer, fold

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

PASSAGE = 400
"""Characters of a passage, about; to find the words of a text is dear, so only such pieces of a page are split."""
PER_WORD = 6
"""Characters of a passage for each word that a match may reach, so that what follows is not read again too often."""
ENOUGH_PER_WORD = 16
"""Characters in which there is nearly always a word for each."""
KEPT = 64
"""Passages of a text that are kept while it is looked through more than once."""

_BLANK = re.compile(r"\s")


class Piece(NamedTuple):
    """A page, counted from 1, or a text that stands on none (0)."""

    page: int
    text: str


class Place(NamedTuple):
    """Characters `start` to `end` of a piece."""

    piece: Piece
    start: int
    end: int


class _Slice(NamedTuple):
    number: int  # of the piece in its text
    piece: Piece
    begin: int
    end: int
    barren: bool = False  # no match begins here

    @property
    def text(self) -> str:
        return self.piece.text[self.begin : self.end]


class Passage:
    """Some words of a text, and those after them that a match may reach: matches begin in front of `body`.

    What is dear is done when it is asked for, and once."""

    __slots__ = ("_begins", "_places", "_slices", "_tokenizer", "_words", "body", "folded", "text")
    _places: list[tuple[int, int]]

    def __init__(self, slices: list[_Slice], tail: list[_Slice], tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        own = _joined(slices)
        self._slices = _joined([*own, *tail])
        self.text = "\n".join(one.text for one in self._slices)  # a break between pages parts words and adds nothing
        self.body = sum(one.end - one.begin for one in own) + len(own) - 1
        self._begins = [0]
        for one in self._slices[:-1]:
            self._begins.append(self._begins[-1] + one.end - one.begin + 1)
        self.folded = fold(self.text)
        self._words: list[str] | None = None
        self._places = []

    @property
    def words(self) -> list[str]:
        if self._words is None:
            self._words = self._tokenizer.texts(self.text)
        return self._words

    def begins_here(self, word: int) -> bool:
        """Whether a word is of the passage itself and not of what follows."""
        return self._where(word)[0] < self.body

    def place(self, first: int, last: int) -> Place:
        """Where words stand, from first to last. What lies on another piece than the first word is cut off."""
        start, end = self._where(first)
        one, begin = self._slice_at(start)
        border = begin + one.end - one.begin
        for word in range(last, first, -1):
            if self._where(word)[0] < border:
                end = self._where(word)[1]
                break
        return Place(one.piece, start - begin + one.begin, end - begin + one.begin)

    def position(self, word: int) -> tuple[int, int]:
        """Number of the piece in which a word stands, and its place there: they grow with the words of a text."""
        start = self._where(word)[0]
        one, begin = self._slice_at(start)
        return one.number, start - begin + one.begin

    def _slice_at(self, place: int) -> tuple[_Slice, int]:
        number = bisect.bisect_right(self._begins, place) - 1
        return self._slices[number], self._begins[number]

    def _where(self, word: int) -> tuple[int, int]:
        if word >= len(self._places):
            if self.text.isascii():
                self._go_on_to(word)
            else:
                self._places = self._tokenizer.places(self.text)
        return self._places[word]

    def _go_on_to(self, word: int) -> None:
        """Find places up to that of a word. Between two words stands nothing that one begins with, and characters of
        ASCII stay where they are when they are folded; so this is found faster than by the rules for words."""
        end = self._places[-1][1] if self._places else 0
        for text in self.words[len(self._places) : word + 1]:
            start = self.folded.index(text, end)
            end = start + len(text)
            self._places.append((start, end))


def _joined(slices: list[_Slice]) -> list[_Slice]:
    """The same with neighbours in one piece made one."""
    joined: list[_Slice] = []
    for one in slices:
        if joined and joined[-1].number == one.number:
            joined[-1] = joined[-1]._replace(end=one.end)
        else:
            joined.append(one)
    return joined


class Passages:
    """The passages of a text in which a match may begin, as often as they are wanted. `opening` tells of a case-folded
    text whether one may; a match has at most `reach` words after its first."""

    def __init__(
        self, pieces: Iterable[tuple[int, str]], opening: Callable[[str], bool], reach: int, tokenizer: Tokenizer
    ) -> None:
        self._tokenizer = tokenizer
        self._pieces = pieces
        self._opening = opening
        self._reach = reach
        self._kept: list[Passage] = []
        self._rest: Iterator[Passage] | None = None
        self._has_gone_on = False

    def __iter__(self) -> Iterator[Passage]:
        if self._rest is None:
            self._rest = self._cut()
        for number in range(KEPT):
            if number == len(self._kept):
                passage = next(self._rest, None)
                if passage is None:
                    return
                self._kept.append(passage)
            yield self._kept[number]
        if self._has_gone_on:
            yield from islice(self._cut(), KEPT, None)
        else:
            self._has_gone_on = True
            yield from self._rest

    def _cut(self) -> Iterator[Passage]:
        ahead = _Ahead(self._slices(), self._tokenizer)
        while slices := ahead.take(self._reach * PER_WORD):
            if any(not one.barren and self._opening(fold(one.text)) for one in slices):
                yield Passage(slices, ahead.tail(self._reach), self._tokenizer)

    def _slices(self) -> Iterator[_Slice]:
        """Each piece cut in front of blanks, where no word is cut; one where nothing begins stays whole."""
        for number, piece in enumerate(map(Piece._make, self._pieces)):
            begin, length = 0, len(piece.text)
            if not self._opening(fold(piece.text)):
                yield _Slice(number, piece, 0, length, barren=True)
                continue
            while length - begin > PASSAGE and (blank := _BLANK.search(piece.text, begin + PASSAGE)):
                yield _Slice(number, piece, begin, blank.start())
                begin = blank.start()
            yield _Slice(number, piece, begin, length)


class _Ahead:
    """Slices that can be looked at before they are taken."""

    def __init__(self, slices: Iterator[_Slice], tokenizer: Tokenizer) -> None:
        self._tokenizer = tokenizer
        self._slices = slices
        self._seen: list[_Slice] = []

    def take(self, least: int) -> list[_Slice]:
        """The next slice, or as many as have so many characters together. None at the end."""
        taken = 0
        length = 0
        while (not taken or length < least) and self._see(taken):
            length += self._seen[taken].end - self._seen[taken].begin
            taken += 1
        slices = self._seen[:taken]
        del self._seen[:taken]
        return slices

    def tail(self, words: int) -> list[_Slice]:
        """What follows, without taking it: at least so many words, if there are."""
        tail: list[_Slice] = []
        while words > 0 and self._see(len(tail)):
            one = self._seen[len(tail)]
            head, found = self._head(one, words)
            tail.append(head)
            words -= found
        return tail

    def _see(self, number: int) -> bool:
        while len(self._seen) <= number:
            one = next(self._slices, None)
            if one is None:
                return False
            self._seen.append(one)
        return True

    def _head(self, one: _Slice, words: int) -> tuple[_Slice, int]:
        """As much of a slice as has so many words, or all of it; and how many it has."""
        blank = _BLANK.search(one.piece.text, min(one.begin + words * ENOUGH_PER_WORD, one.end), one.end)
        head = one._replace(end=blank.start()) if blank else one
        found = len(self._tokenizer.texts(head.text))
        if found >= words or head is one:
            return head, found
        return one, len(self._tokenizer.texts(one.text))
