"""What a word is, in text and in a query. The only tokenizer there is: the index, the matches and the hits all use it.

Letters and digits of any script make a word; everything else parts words (*decision*), with these exceptions:

* A mark belongs to the letter that it follows: a decomposed accent, a vowel sign, a point. Accents are significant, and
  so is whether one is written as a mark of its own.
* A joiner or non-joiner between letters belongs to the word. A soft hyphen there is no part of what is compared.
* Four signs may belong to a word (the vendor says that they can be searched; where they may stand is a *decision*): `#`
  or `$` before it, `%` after it, `&` inside it. A build may do without (`Reading.word_signs`).
* A build may take hyphens and apostrophes inside a word for a part of it (`Reading.word_joints`).
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Literal, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lf_simulator.profiles import Profile
    from lf_simulator.search.reading import Reading

SOFT_HYPHEN = "\u00ad"
"""Where a line may be broken: not seen otherwise, so a word with it is the word without it."""
JOINERS = "\u200c\u200d"
"""They tell how the letters beside them are drawn, which in some languages makes another word."""
JOINTS = "-'\u2010\u2011\u2019"
"""Hyphens and apostrophes of a word, where a build takes them for a part of it."""
PRINTED_SIGNS = "\u00a0\u00ab\u00bb\u00b7\u2009\u2013\u2014\u2018\u2019\u201c\u201d\u2022\u2026\u202f"
"""Signs that part words and are often the only ones in a text that are not ASCII."""
MARK_BLOCKS = (
    *((0x300, 0x3100), (0xA66F, 0xABEE), (0xFB1E, 0xFE30), (0x101FD, 0x12000), (0x13440, 0x13460)),
    *((0x16AF0, 0x16FF2), (0x1BC9D, 0x1BCA0), (0x1CF00, 0x1D250), (0x1DA00, 0x1E950), (0xE0100, 0xE01F0)),
)
"""Where marks are, as far as Unicode has any: from a code point up to, not including, another."""

_LETTER = r"[^\W_]"
_LATIN = "[A-Za-z0-9]"
_WILDCARD = r"[*?]|\[[^\]\s]+\]"  # in a query it stands for letters


class Word(NamedTuple):
    """`text` is folded; `start` and `end` are offsets in the original."""

    text: str
    start: int
    end: int


def fold(text: str) -> str:
    """A text as words are compared. It may be longer or shorter than before, so places are never taken from it."""
    return text.casefold().replace(SOFT_HYPHEN, "")


@dataclass(frozen=True)
class Tokenizer:
    """Finds words. The fields are the two settings of a `Reading` that say what belongs to one."""

    signs: Literal["attached", "separate"] = "attached"
    joints: Literal["separate", "inside"] = "separate"

    def words(self, text: str) -> Iterator[Word]:
        for found in self._in(text).finditer(text):
            yield Word(fold(found.group()), *found.span())

    def texts(self, text: str) -> list[str]:
        """The words without their places, faster."""
        if not text.isascii():
            for sign in self._printed:
                text = text.replace(sign, " ")
            if not text.isascii():
                return [word for line in text.split("\n") for word in self._of_line(line)]
        if any(sign in text for sign in self._inner):
            return self._in_latin.findall(text.lower())
        return text.translate(_LATIN_ONLY).split()

    def _of_line(self, line: str) -> list[str]:
        """Most lines of a text are ASCII even where it is not, and for these there is a quick way."""
        return self.texts(line) if line.isascii() else [fold(found) for found in self._in_text.findall(line)]

    def places(self, text: str) -> list[tuple[int, int]]:
        """Start and end of each word: those that `words` gives, without the words."""
        return [found.span() for found in self._in(text).finditer(text)]

    def patterns(self, text: str) -> list[str]:
        """The words of a query, folded, with their wildcards left in."""
        return [fold(found) for found in (self._in_latin_query if text.isascii() else self._in_query).findall(text)]

    def _in(self, text: str) -> re.Pattern[str]:
        return self._in_latin if text.isascii() else self._in_text

    @cached_property
    def _inner(self) -> str:
        """Signs of ASCII that a word may have."""
        return ("#$%&" if self.signs == "attached" else "") + ("-'" if self.joints == "inside" else "")

    @cached_property
    def _printed(self) -> str:
        return "".join(sign for sign in PRINTED_SIGNS if self.joints == "separate" or sign not in JOINTS)

    # Those for ASCII alone find the same words there, in half the time, and know no marks.

    @cached_property
    def _in_latin(self) -> re.Pattern[str]:
        return self._pattern(_LATIN, _LATIN, [])

    @cached_property
    def _in_latin_query(self) -> re.Pattern[str]:
        unit = f"(?:{_LATIN}|{_WILDCARD})"
        return self._pattern(unit, _LATIN, [])

    @cached_property
    def _in_text(self) -> re.Pattern[str]:
        return self._pattern(_LETTER, f"(?:{_LETTER}|{_mark()})", [f"{_mark()}{_LETTER}*", _joined(_LETTER)])

    @cached_property
    def _in_query(self) -> re.Pattern[str]:
        unit = f"(?:{_LETTER}|{_WILDCARD})"
        return self._pattern(unit, f"(?:{_LETTER}|{_mark()})", [f"{_mark()}{unit}*", _joined(unit)])

    def _pattern(self, unit: str, part: str, run: list[str]) -> re.Pattern[str]:
        """A word begins with a `unit` and goes on with what `run` allows. A sign begins one where no `part` of another
        stands before it."""
        attached = self.signs == "attached"
        inner = ("&" if attached else "") + (JOINTS if self.joints == "inside" else "")
        inside = [rf"[{re.escape(inner)}]{unit}+"] if inner else []
        start, end = (rf"(?:{unit}+|(?<!{part})[#$]{unit}+)", rf"(?:%(?!{unit}))?") if attached else (f"{unit}+", "")
        more = "|".join([*run, *inside])
        return re.compile(f"{start}(?:{more})*{end}" if more else start + end)


def _joined(unit: str) -> str:
    return f"[{SOFT_HYPHEN}{JOINERS}]+{unit}+"


@lru_cache(maxsize=1)
def _mark() -> str:
    """One mark, as a regular expression: first a look at what comes, for few characters are so far back in Unicode."""
    ranges: list[list[int]] = []
    for begin, end in MARK_BLOCKS:
        for code in range(begin, end):
            if unicodedata.category(chr(code))[0] == "M":
                if ranges and ranges[-1][1] == code - 1:
                    ranges[-1][1] = code
                else:
                    ranges.append([code, code])
    return rf"(?![\x00-\u02ff])[{''.join(f'{chr(first)}-{chr(last)}' for first, last in ranges)}]"


_LATIN_ONLY = {code: chr(code).lower() if chr(code).isalnum() else " " for code in range(128)}


@lru_cache(maxsize=8)
def finding(signs: Literal["attached", "separate"], joints: Literal["separate", "inside"]) -> Tokenizer:
    """One for each pair of settings, so that its patterns are made once."""
    return Tokenizer(signs, joints)


def tokenizer(reading: Reading | Profile) -> Tokenizer:
    """What finds words as a build does."""
    return finding(reading.word_signs, reading.word_joints)


WORDS = finding("attached", "separate")
"""How words are found unless a profile says otherwise."""
