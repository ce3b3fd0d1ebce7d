"""What offsets of context hits count.

The description says characters. *Decision*: those of Unicode, as the one program known to cut by them counts, which is
in Python; clients in .NET, Java and JavaScript hand them on to code whose strings count the units of UTF-16.
"""

from __future__ import annotations

import bisect
import re
from functools import lru_cache
from typing import Literal

Units = Literal["characters", "utf-16"]

_OF_TWO_UNITS = re.compile("[\U00010000-\U0010ffff]")


def counted(text: str, place: int, units: Units) -> int:
    """How many units stand before a place in a text."""
    if units == "characters" or text.isascii():
        return place
    return place + bisect.bisect_left(_places_of_two(text), place)


@lru_cache(maxsize=4)
def _places_of_two(text: str) -> list[int]:
    """Where the characters of two units stand. Kept, since a page may have thousands of hits."""
    return [found.start() for found in _OF_TWO_UNITS.finditer(text)]
