"""Date literals as intervals."""

from __future__ import annotations

import pytest

from lf_simulator.search.dates import DateError, RangeError, TimeError, interval, time_of_day


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("2024-03-14", "2024-03-14T00:00:00", "2024-03-15T00:00:00"),
        ("3/4/2024", "2024-03-04T00:00:00", "2024-03-05T00:00:00"),
        ("03/04/49", "2049-03-04T00:00:00", "2049-03-05T00:00:00"),
        ("03/04/50", "1950-03-04T00:00:00", "1950-03-05T00:00:00"),
        ("03-04-2024", "2024-03-04T00:00:00", "2024-03-05T00:00:00"),
        ("12/2019", "2019-12-01T00:00:00", "2020-01-01T00:00:00"),
        ("2/24", "2024-02-01T00:00:00", "2024-03-01T00:00:00"),
        ("2024-03-14 16:05", "2024-03-14T16:05:00", "2024-03-14T16:06:00"),
        ("2024-03-14T16:05:09", "2024-03-14T16:05:09", "2024-03-14T16:05:10"),
        ("3/14/2024 12:00 AM", "2024-03-14T00:00:00", "2024-03-14T00:01:00"),
        ("3/14/2024 12:30 pm", "2024-03-14T12:30:00", "2024-03-14T12:31:00"),
        ("3/14/2024 4:05:06PM", "2024-03-14T16:05:06", "2024-03-14T16:05:07"),
        ("2024-12-31 23:59", "2024-12-31T23:59:00", "2025-01-01T00:00:00"),
    ],
)
def test_a_literal_covers_what_it_names(text: str, start: str, end: str) -> None:
    found = interval(text)
    assert (found.start, found.end) == (start, end)


@pytest.mark.parametrize(
    ("text", "error"),
    [
        ("yesterday", DateError),
        ("now", DateError),
        ("2024", DateError),
        ("", DateError),
        ("2024-03-14x", DateError),
        ("03/14-2024", DateError),
        ("12/2019 10:00", DateError),
        ("2024-03-14 noon", TimeError),
        ("2024-03-14 16", TimeError),
        ("2024-02-30", RangeError),
        ("13/01/2024", RangeError),
        ("13/2024", RangeError),
        ("2024-03-14 25:00", RangeError),
        ("2024-03-14 10:60", RangeError),
        ("2024-03-14 00:10 PM", RangeError),
    ],
)
def test_what_is_no_date_is_told_apart_from_an_impossible_one(text: str, error: type[ValueError]) -> None:
    with pytest.raises(error):
        interval(text)


def test_a_time_alone_covers_a_minute_or_a_second() -> None:
    assert (time_of_day("9:05").start, time_of_day("9:05").end) == ("09:05:00", "09:06:00")
    assert time_of_day("11:59:59 PM").end == "24:00:00"
    assert interval("12/9999").end.startswith("9999-12-31")
