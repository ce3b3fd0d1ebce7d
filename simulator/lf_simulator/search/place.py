"""A place in a search command: what every node and every error points at."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass

LONGEST_LINE = 120
"""Characters of a line that are drawn; of a longer one, those around the place."""
BEFORE = 80
"""Characters before the place that are drawn of such a line."""
CUT = "…"


@dataclass(frozen=True, slots=True)
class Place:
    """`offset` counts characters of `command` from 0; `line` and `column` count from 1."""

    command: str
    offset: int

    @property
    def line(self) -> int:
        return self.command.count("\n", 0, self.offset) + 1

    @property
    def column(self) -> int:
        return self.offset - self.command.rfind("\n", 0, self.offset)

    def drawn(self) -> str:
        """The line with a caret under the place, as it stands in a window of fixed width: tabs before it are kept, wide
        characters count twice, combining ones not at all; what cannot be printed is drawn by a sign."""
        start = self.offset - self.column + 1
        end = self.command.find("\n", start)
        line = self.command[start : end if end >= 0 else None].removesuffix("\r")
        before, after = line[: self.column - 1], line[self.column - 1 :]
        if len(line) > LONGEST_LINE:
            if len(before) > BEFORE:
                before = CUT + before[-BEFORE:]
            if len(after) > LONGEST_LINE - BEFORE:
                after = after[: LONGEST_LINE - BEFORE] + CUT
        before = "".join(map(_printable, before))
        return f"{before}{''.join(map(_printable, after))}\n{''.join(map(_as_blank, before))}^"


def _printable(character: str) -> str:
    if character == "\t" or character.isprintable():
        return character
    if character < " ":
        return chr(0x2400 + ord(character))  # a picture of the control character
    return character if unicodedata.category(character) in {"Zs", "Cf"} else "\ufffd"


def _as_blank(character: str) -> str:
    """Blanks as wide as a character is drawn."""
    if character == "\t":
        return character
    if unicodedata.category(character) in {"Mn", "Me", "Cf"}:
        return ""
    return "  " if unicodedata.east_asian_width(character) in {"W", "F"} else " "


NOWHERE = Place("", 0)
