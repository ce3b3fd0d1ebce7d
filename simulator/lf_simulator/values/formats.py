"""Values as people see them: dates, times and numbers in the words and order of a culture.

Importing this module loads Babel, which takes longer than answering a request: those who need it do so when they do.

The rules of cultures are those of the Unicode locale data. *Decision*: without a culture that of the United States
speaks, and dates have four digits for the year, as a server on that platform writes them.
"""

from __future__ import annotations

import re
from datetime import date, datetime, time
from decimal import Decimal, InvalidOperation
from functools import lru_cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from babel import Locale, UnknownLocaleError, dates, numbers

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

DEFAULT_CULTURE = "en-US"
DEFAULT_CURRENCY = "USD"
"""*Decision*: where neither the field nor the culture has one."""
NUMBER_TYPES = frozenset({"Number", "ShortInteger", "LongInteger"})
NARROW_BLANK = "\N{NARROW NO-BREAK SPACE}"
"""*Decision*: locale data puts it before AM and PM, where Windows has an ordinary blank."""

_CULTURE = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{2,8}){0,3}")


class UnknownCulture(LookupError):
    """There is no culture of that tag."""


@lru_cache(maxsize=64)
def locale(culture: str | None) -> Locale:
    """The rules of a culture, by its language tag (`fr-CA`). Raises UnknownCulture."""
    tag = culture or DEFAULT_CULTURE
    if not _CULTURE.fullmatch(tag):
        raise UnknownCulture(tag)
    try:
        return Locale.parse(tag, sep="-")
    except (UnknownLocaleError, ValueError):
        raise UnknownCulture(tag) from None


def displayed(type_: str, value: str, format_: str, currency: str, pattern: str, culture: str | None) -> str:
    """A stored value in its format. Raises UnknownCulture.

    A value that the format says nothing about stays as it is stored: a text, a number in the format of a date, a
    pattern that cannot be read (*decision*).
    """
    rules = locale(culture)
    try:
        if type_ in NUMBER_TYPES:
            return _number(Decimal(value), format_, currency, pattern, rules)
        if type_ in ("Date", "DateTime"):
            return _moment(datetime.fromisoformat(value), format_, pattern, rules) or value
        if type_ == "Time":
            return _moment(time.fromisoformat(value), format_, pattern, rules) or value
    except (ValueError, KeyError, InvalidOperation, AttributeError, TypeError):
        return value
    return value


def moment(now: datetime, format_: str, culture: str | None) -> str:
    """A moment in one of the formats for dates and times. Raises UnknownCulture."""
    return _moment(now, format_, "", locale(culture)) or now.isoformat()


def _number(number: Decimal, format_: str, currency: str, pattern: str, rules: Locale) -> str:
    if format_ == "Custom" and pattern:
        return numbers.format_decimal(number, format=pattern, locale=rules)
    write = {
        "GeneralNumber": lambda: numbers.format_decimal(number, locale=rules, decimal_quantization=False),
        "Currency": lambda: numbers.format_currency(number, currency or _currency(rules), locale=rules),
        "Percent": lambda: numbers.format_percent(number, locale=rules, decimal_quantization=False),
        "Scientific": lambda: numbers.format_scientific(number, locale=rules, decimal_quantization=False),
    }.get(format_)
    return write() if write else f"{number:f}"


def _currency(rules: Locale) -> str:
    current = numbers.get_territory_currencies(rules.territory) if rules.territory else []
    return str(current[0]) if current else DEFAULT_CURRENCY


def _moment(value: datetime | time, format_: str, pattern: str, rules: Locale) -> str:
    """ "" where the format is none for a date or time."""
    if format_ == "Custom" and pattern:
        write: Callable[..., str] = dates.format_time if isinstance(value, time) else dates.format_datetime
        return write(value, pattern, locale=rules)
    parts = [_PARTS[part](value, rules) for part in FORMATS.get(format_, ()) if _has(value, part)]
    return " ".join(parts).replace(NARROW_BLANK, " ")


def _has(value: datetime | time, part: str) -> bool:
    return isinstance(value, datetime) or part.endswith("time")


def _short_date(value: date, rules: Locale) -> str:
    return dates.format_skeleton("yMd", value, locale=rules)


def _long_date(value: date, rules: Locale) -> str:
    return dates.format_date(value, "full", locale=rules)


def _short_time(value: datetime | time, rules: Locale) -> str:
    return dates.format_time(value, "short", locale=rules)


def _long_time(value: datetime | time, rules: Locale) -> str:
    return dates.format_time(value, "medium", locale=rules)


_PARTS: Mapping[str, Callable[[Any, Any], str]] = MappingProxyType(
    {"short date": _short_date, "long date": _long_date, "short time": _short_time, "long time": _long_time}
)
FORMATS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "ShortDate": ("short date",),
        "LongDate": ("long date",),
        "ShortDateTime": ("short date", "short time"),
        "LongDateTime": ("long date", "long time"),
        "ShortTime": ("short time",),
        "LongTime": ("long time",),
    }
)
"""The published formats for dates and times, as what they are made of."""
