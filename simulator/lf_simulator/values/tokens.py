"""Tokens such as `%(Date)` in field values and defaults, replaced by what they stand for when a value is written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

_TOKEN = re.compile(r"%\(([A-Za-z]+)\)")


@dataclass(frozen=True, slots=True)
class Occasion:
    """When and by whom a value is written, and to which entry. `now` is the server's local time without a zone."""

    now: datetime
    user: str
    entry_id: int
    entry_name: str
    culture: str | None


TOKENS: Mapping[str, Callable[[Occasion], str]] = MappingProxyType(
    {
        "username": lambda occasion: occasion.user,
        "name": lambda occasion: occasion.entry_name,
        "id": lambda occasion: str(occasion.entry_id),
        "year": lambda occasion: f"{occasion.now.year:04}",
        "month": lambda occasion: f"{occasion.now.month:02}",
        "day": lambda occasion: f"{occasion.now.day:02}",
        "hour": lambda occasion: f"{occasion.now.hour:02}",
        "minute": lambda occasion: f"{occasion.now.minute:02}",
        "second": lambda occasion: f"{occasion.now.second:02}",
    }
)
"""*Decision*: these and the three moments below; documentation names `Date` and `UserName`. Others stay as they are."""
MOMENTS: Mapping[str, tuple[str, Mapping[str, str]]] = MappingProxyType(
    {
        "date": ("ShortDate", {"Date": "%Y-%m-%d", "DateTime": "%Y-%m-%d"}),
        "time": ("LongTime", {"Time": "%H:%M:%S"}),
        "datetime": (
            "ShortDateTime",
            {"Date": "%Y-%m-%d", "DateTime": "%Y-%m-%dT%H:%M:%S", "Time": "%H:%M:%S"},
        ),
    }
)
"""How a moment is written into a text, and its form in the types that have one of their own."""


def replaced(text: str, field_type: str, occasion: Occasion) -> str:
    """The text with what its tokens stand for. Names of tokens are compared without case."""
    if "%(" not in text:
        return text

    def value(token: re.Match[str]) -> str:
        name = token.group(1).lower()
        if name in TOKENS:
            return TOKENS[name](occasion)
        if name not in MOMENTS:
            return token.group(0)
        format_, patterns = MOMENTS[name]
        if field_type in patterns:
            return occasion.now.strftime(patterns[field_type])
        from lf_simulator.values import formats  # loads slowly, and few values have such a token

        return formats.moment(occasion.now, format_, occasion.culture)

    return _TOKEN.sub(value, text)
