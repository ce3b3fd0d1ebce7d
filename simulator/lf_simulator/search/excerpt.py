"""The line that is shown around a hit. Lengths and cuts are *decisions* in the manner of real answers."""

from __future__ import annotations

import re

BEFORE = 30
"""Characters that a line begins before its hit, at most."""
LONGEST = 80
"""Characters of a line, unless the hit itself is longer."""

_LINE_BREAK = re.compile(r"[\r\n\v\f\x85\u2028\u2029]")
_WORD_START = re.compile(r"(?<!\S)\S")


def line_around(text: str, start: int, end: int) -> tuple[int, str]:
    """Offset of the line in the text, and the line. It begins and ends with whole words, holds all from `start` to
    `end`, and each line break in it has become one blank, so that offsets stay true."""
    first = _line_start(text, start)
    return first, _LINE_BREAK.sub(" ", text[first : _line_end(text, first, end)])


def _line_start(text: str, start: int) -> int:
    if start <= BEFORE:
        return 0
    found = _WORD_START.search(text, start - BEFORE, start + 1)
    return found.start() if found else start


def _line_end(text: str, first: int, end: int) -> int:
    limit = first + LONGEST
    if limit >= len(text):
        return len(text)
    cut = limit
    while cut > end and not (text[cut].isspace() and not text[cut - 1].isspace()):
        cut -= 1
    return max(cut, end)
