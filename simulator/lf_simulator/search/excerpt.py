"""The line that is shown around a hit. Lengths and cuts are *decisions* in the manner of real answers."""

from __future__ import annotations

import re
import unicodedata

BEFORE = 30
"""Characters that a line begins before its hit, at most."""
LONGEST = 80
"""Characters of a line, unless the hit itself is longer."""

_LINE_BREAK = re.compile(r"[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]")
_WORD_START = re.compile(r"(?<!\S)\S")
_JOINERS = "\u200c\u200d"
"""They hold signs together that are one to the eye."""


def line_around(text: str, start: int, end: int) -> tuple[int, str]:
    """Offset of the line in the text, and the line. It begins and ends with whole words, holds all from `start` to
    `end`, and each line break in it has become one blank, so that offsets stay true."""
    first = _line_start(text, start)
    return first, _LINE_BREAK.sub(" ", text[first : _line_end(text, first, end)])


def _line_start(text: str, start: int) -> int:
    if start <= BEFORE:
        return 0
    for found in _WORD_START.finditer(text, start - BEFORE, start):
        if not clings(found.group()):
            return found.start()
    return start


def _line_end(text: str, first: int, end: int) -> int:
    """Behind the last word that ends within the line. What clings to the hit's last letter is never cut from it."""
    while end < len(text) and clings(text[end]):
        end += 1
    limit = first + LONGEST
    if limit >= len(text) or limit <= end:
        return max(end, min(limit, len(text)))
    if text[limit].isspace() or text[limit - 1].isspace():
        return end + len(text[end:limit].rstrip())
    whole_words = text[end:limit].rsplit(None, 1)
    return end + len(whole_words[0]) if len(whole_words) > 1 else end


def clings(character: str) -> bool:
    """Whether a character belongs to the one before it: a combining mark, a joiner."""
    return not character.isascii() and (unicodedata.category(character)[0] == "M" or character in _JOINERS)
