"""Plain text as pages: what an imported text file is cut into, and how its bytes become text.

The official tests import a text of 1,678 bytes and find two pages; no source says where a page ends.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

LINES_PER_PAGE = 25
CHARACTERS_PER_LINE = 65
"""*Decision*: a typewritten letter page, double-spaced, ten characters to the inch on lines of six and a half inches.
So 1,678 characters never fit on one page, and ordinary prose of that length never needs a third."""
TAB_WIDTH = 8

_LINE_ENDS = re.compile(r"\r\n|[\n\r\x0b\x85\u2028\u2029]")
_BYTE_ORDER_MARKS = (
    (b"\xef\xbb\xbf", "utf-8-sig"),
    (b"\xff\xfe\x00\x00", "utf-32"),
    (b"\x00\x00\xfe\xff", "utf-32"),
    (b"\xff\xfe", "utf-16"),
    (b"\xfe\xff", "utf-16"),
)
WITHOUT_MARK = "cp1252"
"""*Decision*: what text without a byte order mark is read as when it is not UTF-8, as Windows programs write it."""


def decode(data: bytes) -> str:
    """The text of a file by its byte order mark, else UTF-8, else Windows-1252. Never fails."""
    for mark, encoding in _BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode(WITHOUT_MARK, "replace")


def paginate(text: str) -> list[str]:
    """The pages of a text, in order; none for a text without characters.

    A line that is too long counts as several and is kept as one, unless the page ends in it: then it is broken at a
    blank. Nothing else is changed but line ends, which become line feeds. A form feed ends a page.
    """
    if not text:
        return []
    sheets = text.split("\f")
    if len(sheets) > 1 and not sheets[-1].strip():  # a form feed after the last page begins no other one
        sheets.pop()
    return [page for sheet in sheets for page in _pages_of(sheet)]


def _pages_of(sheet: str) -> list[str]:
    lines = _LINE_ENDS.split(sheet)
    if len(lines) > 1 and not lines[-1]:
        lines.pop()
    pages: list[list[str]] = [[]]
    room = LINES_PER_PAGE
    for line in lines:
        kept = ""
        for piece in _pieces(line):
            if not room:
                if kept:
                    pages[-1].append(kept.rstrip())
                    kept = ""
                pages.append([])
                room = LINES_PER_PAGE
            kept += piece
            room -= 1
        pages[-1].append(kept)
    return ["\n".join(page) for page in pages]


def _pieces(line: str) -> Iterator[str]:
    """The line in pieces that fit, joined they are the line again; one empty piece for an empty line."""
    start = 0
    while True:
        end = _fitting(line, start)
        if end >= len(line):
            yield line[start:]
            return
        blank = line.rfind(" ", start + 1, end + 1)
        stop = blank + 1 if blank > start else end
        while stop < len(line) and line[stop] == " ":  # blanks at the end of a line take no room
            stop += 1
        yield line[start:stop]
        if stop >= len(line):
            return
        start = stop


def _fitting(line: str, start: int) -> int:
    """Where the characters end that fit on a line that begins at `start`."""
    if "\t" not in line:
        return start + CHARACTERS_PER_LINE
    column = 0
    for place in range(start, len(line)):
        column += TAB_WIDTH - column % TAB_WIDTH if line[place] == "\t" else 1
        if column > CHARACTERS_PER_LINE:
            return max(place, start + 1)
    return len(line)
