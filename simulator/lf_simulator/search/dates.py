"""Date literals as intervals: a day, a month, a minute or a second, from its start up to, not including, its end.

The shapes are documented: `yyyy-mm-dd` everywhere, `mm/dd/yyyy` in the order of the locale, `mm/yyyy`, times of 24 or
of twice 12 hours. That they are intervals, the pivot of two-digit years and `T` before a time are *decisions*. Dates
of the system are stored in UTC and read in the zone of the build; dates of fields have no zone and stand as written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from lf_simulator.search.reading import PLAIN, Reading

NOW = "now"
"""The one relative date that was seen: a foreign program sends it for the current day."""

_DATE = re.compile(
    r"""\s*(?:
        (?P<iso_year>[0-9]{4})-(?P<iso_month>[0-9]{1,2})-(?P<iso_day>[0-9]{1,2})
      | (?P<first>[0-9]{1,2})(?P<sign>[/-])(?P<second>[0-9]{1,2})(?P=sign)(?P<year>[0-9]{4}|[0-9]{2})
      | (?P<month>[0-9]{1,2})/(?P<month_year>[0-9]{4}|[0-9]{2})
    )(?![0-9])(?P<rest>.*)""",
    re.VERBOSE | re.DOTALL,
)
_TIME = re.compile(
    r"(?P<hour>[0-9]{1,2}):(?P<minute>[0-9]{2})(?::(?P<second>[0-9]{2}))?(?:\s*(?P<half>[AP])\.?M\.?)?\s*",
    re.IGNORECASE,
)
_BEFORE_TIME = re.compile(r"\s*[Tt]\s*|\s+")


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


def interval(text: str, reading: Reading = PLAIN) -> Interval:
    """Read a date with or without time as it stands. Raises DateError, TimeError, RangeError."""
    return _interval(text, reading, 0)


def in_utc(text: str, reading: Reading = PLAIN) -> Interval:
    """The same in UTC: the text is read in a zone that is `reading.date_offset_minutes` ahead of it."""
    return _interval(text, reading, reading.date_offset_minutes)


def today(now: datetime, reading: Reading = PLAIN) -> str:
    """The day that it is at the moment `now` (UTC) in the zone of dates, as a date that every reading understands."""
    return _moved(now.replace(tzinfo=None), timedelta(minutes=reading.date_offset_minutes)).date().isoformat()


def time_of_day(text: str) -> Interval:
    """Read a time alone, as ``HH:MM:SS``. Raises TimeError, RangeError."""
    seconds, width = _clock(text.strip())
    return Interval(_hms(seconds), _hms(seconds + width))


def _interval(text: str, reading: Reading, offset_minutes: int) -> Interval:
    start, end = _ends(text, reading)
    offset = timedelta(minutes=-offset_minutes)
    return Interval(_moved(start, offset).isoformat(), _moved(end, offset).isoformat())


def _ends(text: str, reading: Reading) -> tuple[datetime, datetime]:
    found = _DATE.fullmatch(text)
    if not found:
        raise DateError(text)
    rest = found["rest"]
    if found["month"]:
        if rest.strip():
            raise DateError(text)
        return _month(_year(found["month_year"], reading), int(found["month"]))
    start = _day(found, reading)
    if not rest.strip():
        return start, _moved(start, timedelta(days=1))
    gap = _BEFORE_TIME.match(rest)
    if not gap:
        raise DateError(text)
    seconds, width = _clock(rest[gap.end() :])
    start += timedelta(seconds=seconds)
    return start, _moved(start, timedelta(seconds=width))


def _day(found: re.Match[str], reading: Reading) -> datetime:
    if found["iso_year"]:
        return _date(int(found["iso_year"]), int(found["iso_month"]), int(found["iso_day"]))
    first, second = int(found["first"]), int(found["second"])
    month, day = (first, second) if reading.date_order == "month-first" else (second, first)
    return _date(_year(found["year"], reading), month, day)


def _date(year: int, month: int, day: int) -> datetime:
    try:
        return datetime(year, month, day)
    except ValueError as error:
        raise RangeError(str(error)) from None


def _year(digits: str, reading: Reading) -> int:
    year = int(digits)
    return year if len(digits) == 4 else year + (2000 if year < reading.century_pivot else 1900)


def _month(year: int, month: int) -> tuple[datetime, datetime]:
    start = _date(year, month, 1)
    return start, _moved(start, timedelta(days=31)).replace(day=1) if (year, month) != (9999, 12) else datetime.max


def _clock(text: str) -> tuple[int, int]:
    """Seconds since midnight, and how many seconds the literal covers."""
    found = _TIME.fullmatch(text)
    if not found:
        raise TimeError(text)
    hour, minute, second = int(found["hour"]), int(found["minute"]), int(found["second"] or 0)
    half = (found["half"] or "").upper()
    if hour > 23 or minute > 59 or second > 59 or (half and hour == 0) or (half == "A" and hour > 12):
        raise RangeError(text)
    if half and hour <= 12:  # 15:00 PM is taken as 15:00: the 24-hour form is always allowed
        hour = hour % 12 + (12 if half == "P" else 0)
    return hour * 3600 + minute * 60 + second, 1 if found["second"] else 60


def _moved(moment: datetime, by: timedelta) -> datetime:
    """Later or earlier, but within the calendar."""
    try:
        return moment + by
    except OverflowError:
        return datetime.max if by > timedelta() else datetime.min


def _hms(seconds: int) -> str:
    return f"{seconds // 3600:02}:{seconds // 60 % 60:02}:{seconds % 60:02}"
