"""What a word is, in text and in a query. The only tokenizer there is: the index, the matches and the hits all use it.

Letters and digits make a word; everything else parts words (*decision*). Four signs may belong to one (the vendor says
that they can be searched; where they may stand is a *decision*): `#` or `$` before it, `%` after it, `&` inside it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

_LETTER = r"[^\W_]"
_UNIT = rf"(?:{_LETTER}|[*?]|\[[^\]\s]+\])"  # in a query, a wildcard stands for letters


def _word_of(unit: str) -> re.Pattern[str]:
    before = rf"(?:(?<!{_LETTER})[#$](?={unit}))?"
    after = rf"(?:%(?!{unit}))?"
    return re.compile(rf"{before}{unit}+(?:&{unit}+)*{after}")


_IN_TEXT = _word_of(_LETTER)
_IN_QUERY = _word_of(_UNIT)


class Word(NamedTuple):
    """`text` is case-folded; `start` and `end` are offsets in the original."""

    text: str
    start: int
    end: int


def words(text: str) -> Iterator[Word]:
    for found in _IN_TEXT.finditer(text):
        yield Word(found.group().casefold(), *found.span())


def word_texts(text: str) -> list[str]:
    """The words without their places, faster."""
    return [found.casefold() for found in _IN_TEXT.findall(text)]


def word_places(text: str) -> list[tuple[int, int]]:
    """Start and end of each word: those that `words` gives, without the words."""
    return [found.span() for found in _IN_TEXT.finditer(text)]


def pattern_words(text: str) -> list[str]:
    """The words of a query, case-folded, with their wildcards left in."""
    return [found.casefold() for found in _IN_QUERY.findall(text)]
