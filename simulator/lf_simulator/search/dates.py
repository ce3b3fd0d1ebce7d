"""Date literals as intervals: a day, a month, a minute or a second, from its start up to, not including, its end.

The shapes are documented, the reading as intervals and the pivot of two-digit years are *decisions*. Times of the
repository are UTC, dates of fields have no zone; a literal is compared with either as it stands (*decision*).
Words such as `now` are not dates (*decision*: one foreign program sends it, no page documents it).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

TWO_DIGIT_PIVOT = 50  # decision: 00–49 are 2000–2049, 50–99 are 1950–1999
MONTH_COMES_FIRST = True  # decision: mm/dd/yyyy, as on an American workstation; yyyy-mm-dd works everywhere

_DATE = re.compile(
    r"""\s*(?:
        (?P<iso_year>\d{4})-(?P<iso_month>\d{1,2})-(?P<iso_day>\d{1,2})
      | (?P<first>\d{1,2})(?P<sign>[/-])(?P<second>\d{1,2})(?P=sign)(?P<year>\d{4}|\d{2})
      | (?P<month>\d{1,2})/(?P<month_year>\d{4}|\d{2})
    )(?P<rest>.*)""",
    re.VERBOSE | re.DOTALL,
)
_TIME = re.compile(
    r"(?P<hour>\d{1,2}):(?P<minute>\d{2})(?::(?P<second>\d{2}))?(?:\s*(?P<half>[AP])\.?M\.?)?\s*", re.IGNORECASE
)
_BEFORE_TIME = re.compile(r"(?:\s+|[Tt])")

LOOKS_LIKE_A_DATE = re.compile(r"[0-9][0-9/:T-]*")


class DateError(ValueError):
    """The text is no date at all."""


class TimeError(ValueError):
    """The date is followed by something that is no time."""


class RangeError(ValueError):
    """A date or time that no calendar or clock has."""


@dataclass(frozen=True, slots=True)
class Interval:
    """ISO 8601 without zone; `start` belongs to it, `end` does not."""

    start: str
    end: str


def interval(text: str) -> Interval:
    """Read a date with or without time. Raises DateError, TimeError, RangeError."""
    found = _DATE.fullmatch(text)
    if not found:
        raise DateError(text)
    if found["month"]:
        if found["rest"].strip():
            raise DateError(text)
        return _month(_year(found["month_year"]), int(found["month"]))
    start = _day(found)
    if not found["rest"].strip():
        return _between(start, timedelta(days=1))
    gap = _BEFORE_TIME.match(found["rest"])
    if not gap:
        raise DateError(text)
    seconds, width = _clock(found["rest"][gap.end() :])
    return _between(start + timedelta(seconds=seconds), timedelta(seconds=width))


def time_of_day(text: str) -> Interval:
    """Read a time alone, as ``HH:MM:SS``. Raises TimeError, RangeError."""
    seconds, width = _clock(text.strip())
    return Interval(_hms(seconds), _hms(seconds + width))


def _day(found: re.Match[str]) -> datetime:
    if found["iso_year"]:
        return _date(int(found["iso_year"]), int(found["iso_month"]), int(found["iso_day"]))
    first, second = int(found["first"]), int(found["second"])
    month, day = (first, second) if MONTH_COMES_FIRST else (second, first)
    return _date(_year(found["year"]), month, day)


def _date(year: int, month: int, day: int) -> datetime:
    try:
        return datetime(year, month, day)
    except ValueError as error:
        raise RangeError(str(error)) from None


def _year(digits: str) -> int:
    year = int(digits)
    return year if len(digits) == 4 else year + (2000 if year < TWO_DIGIT_PIVOT else 1900)


def _month(year: int, month: int) -> Interval:
    start = _date(year, month, 1)
    following = (
        _date(year + month // 12, month % 12 + 1, 1) if year + month // 12 <= datetime.max.year else datetime.max
    )
    return Interval(start.isoformat(), following.isoformat())


def _clock(text: str) -> tuple[int, int]:
    """Seconds since midnight, and how many seconds the literal covers."""
    found = _TIME.fullmatch(text)
    if not found:
        raise TimeError(text)
    hour, minute, second = int(found["hour"]), int(found["minute"]), int(found["second"] or 0)
    half = (found["half"] or "").upper()
    if hour > 23 or minute > 59 or second > 59 or (half and hour == 0):
        raise RangeError(text)
    if half and hour <= 12:  # 15:00 PM is taken as 15:00: the 24-hour form is always allowed
        hour = hour % 12 + (12 if half == "P" else 0)
    return hour * 3600 + minute * 60 + second, 1 if found["second"] else 60


def _between(start: datetime, width: timedelta) -> Interval:
    try:
        end = start + width
    except OverflowError:
        end = datetime.max
    return Interval(start.isoformat(), end.isoformat())


def _hms(seconds: int) -> str:
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
