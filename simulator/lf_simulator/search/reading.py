"""How a build reads the search language where the vendor's pages are silent or contradict one another.

Each field is a decision; its other values are readings that the pages, programs or reports allow as well. The settings
of a profile have the same names (`profiles/searching.py`), with what is known about each.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Reading:
    """One consistent way of reading. The values are explained where profiles set them."""

    precedence: Literal["tightest-first", "left-to-right"] = "tightest-first"
    lone_look_in: Literal["descendants", "nothing"] = "descendants"
    several_words: Literal["all", "phrase"] = "all"
    basic_affixes: Literal["values", "text"] = "values"
    field_equals: Literal["whole", "part"] = "whole"
    after_date: Literal["interval", "midnight"] = "interval"
    type_b: Literal["no-template", "refused"] = "no-template"
    now_is_a_date: bool = False
    date_order: Literal["month-first", "day-first"] = "month-first"
    century_pivot: int = 50
    date_offset_minutes: int = 0
    word_signs: Literal["attached", "separate"] = "attached"
    word_joints: Literal["separate", "inside"] = "separate"
    stop_words: tuple[str, ...] = ()


PLAIN = Reading()
"""What is decided unless a profile says otherwise."""
