"""What a build decides about a command before it looks at its repository."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from lf_simulator.search import QueryError, Reading, parse
from lf_simulator.search.dates import in_utc, interval, today
from lf_simulator.search.joining import DEEPEST_NESTING
from lf_simulator.search.query import SystemClause

LEFT = Reading(precedence="left-to-right")
NOW = datetime(2024, 3, 14, 23, 30, tzinfo=UTC)


def refusal(command: str, reading: Reading, now: datetime | None = None) -> int:
    with pytest.raises(QueryError) as caught:
        parse(command, reading, now)
    return caught.value.code


@pytest.mark.parametrize(
    ("command", "tightest_first", "left_to_right"),
    [
        ("a | b & c", "OR(W[a], AND(W[b], W[c]))", "AND(OR(W[a], W[b]), W[c])"),
        ("a & b | c", "OR(AND(W[a], W[b]), W[c])", "OR(AND(W[a], W[b]), W[c])"),
        ("a & b - c", "AND(W[a], NOT(W[b], W[c]))", "NOT(AND(W[a], W[b]), W[c])"),
        ("a | b - c", "OR(W[a], NOT(W[b], W[c]))", "NOT(OR(W[a], W[b]), W[c])"),
        ("a - b - c & d", "AND(NOT(W[a], OR(W[b], W[c])), W[d])", "AND(NOT(W[a], OR(W[b], W[c])), W[d])"),
        ("a | b c | d", "OR(W[a], AND(W[b], W[c]), W[d])", "OR(AND(OR(W[a], W[b]), W[c]), W[d])"),
        ("a | (b & c)", "OR(W[a], AND(W[b], W[c]))", "OR(W[a], AND(W[b], W[c]))"),
        ("a | b & c | d & e", "OR(W[a], AND(W[b], W[c]), AND(W[d], W[e]))", None),
        ("a & b ^5 c", "AND(W[a], NEAR/5(W[b], W[c]))", "AND(W[a], NEAR/5(W[b], W[c]))"),
        ("{[]} | b ^5 c - d", None, "NOT(OR(TMPL(any), NEAR/5(W[b], W[c])), W[d])"),
    ],
)
def test_operators_bind_as_the_build_says(command: str, tightest_first: str | None, left_to_right: str | None) -> None:
    if tightest_first:
        assert str(parse(command)) == tightest_first
    if left_to_right:
        assert str(parse(command, LEFT)) == left_to_right


def test_operators_in_turns_are_refused_only_where_they_nest_too_deep() -> None:
    in_turns = "a" + " & b | c" * DEEPEST_NESTING
    assert parse(in_turns)
    assert refusal(in_turns, LEFT) == 9269
    assert parse("a" + " & b | c" * (DEEPEST_NESTING // 2 - 1), LEFT)


def test_the_order_of_a_date_is_that_of_the_build() -> None:
    days_first = Reading(date_order="day-first")
    assert interval("03/04/2024").start == "2024-03-04T00:00:00"
    assert interval("03/04/2024", days_first).start == "2024-04-03T00:00:00"
    assert interval("3-4-24 4:05 PM", days_first).start == "2024-04-03T16:05:00"
    assert interval("2024-03-04", days_first) == interval("2024-03-04")
    assert interval("03/2024", days_first) == interval("03/2024")
    assert parse('{LF:Created="31/12/2024"}', days_first)
    assert refusal('{LF:Created="12/31/2024"}', days_first) == 9170
    assert refusal('{LF:Created="31/12/2024"}', Reading()) == 9170


@pytest.mark.parametrize(("pivot", "century"), [(0, 1900), (49, 1900), (50, 2000), (100, 2000)])
def test_years_of_two_digits_below_the_pivot_are_of_this_century(pivot: int, century: int) -> None:
    reading = Reading(century_pivot=pivot)
    assert interval("01/02/49", reading).start == f"{century + 49}-01-02T00:00:00"
    assert interval("01/49", reading).start == f"{century + 49}-01-01T00:00:00"
    assert interval("01/02/1949", reading).start == "1949-01-02T00:00:00"


def test_a_date_of_the_system_is_read_in_the_zone_of_the_build() -> None:
    ahead, behind = Reading(date_offset_minutes=90), Reading(date_offset_minutes=-300)
    assert in_utc("2024-03-14", ahead) == interval("2024-03-14").__class__("2024-03-13T22:30:00", "2024-03-14T22:30:00")
    assert in_utc("2024-03-14 20:00", behind).start == "2024-03-15T01:00:00"
    assert interval("2024-03-14", ahead) == interval("2024-03-14")  # dates of fields have no zone
    assert in_utc("0001-01-01", ahead).start == "0001-01-01T00:00:00"
    assert in_utc("9999-12-31", behind).end.startswith("9999-12-31T23:59:59")


def test_now_is_the_current_day_where_the_build_knows_it() -> None:
    knows = Reading(now_is_a_date=True)
    for command in ('{LF:Created="now"}', '{LF:Modified >= " NOW "}'):
        node = parse(command, knows, NOW)
        assert isinstance(node, SystemClause)
        assert node.conditions[0].value == "2024-03-14"
        assert refusal(command, Reading(), NOW) == 9161
        assert refusal(command, knows) == 9161  # nobody said what the moment is
    assert str(parse('{LFVER:Modified<"now"}', knows, NOW)) == "LFVER(MODIFIED < '2024-03-14')"
    assert str(parse('{LF:Name="now"}', knows, NOW)) == "LF(NAME = 'now')"


def test_the_current_day_is_that_of_the_zone_of_dates() -> None:
    assert today(NOW) == "2024-03-14"
    assert today(NOW, Reading(date_offset_minutes=45)) == "2024-03-15"
    assert today(datetime.max.replace(tzinfo=UTC), Reading(date_offset_minutes=840)) == "9999-12-31"


def test_the_letter_b_may_be_refused() -> None:
    refuses = Reading(type_b="refused")
    for letters in ("B", "DBFS", "b"):
        assert parse(f'{{LF:Name="*", Type="{letters}"}}')
        assert refusal(f'{{LF:Name="*", Type="{letters}"}}', refuses) == 9245
    assert parse('{LF:Name="*", Type="DFS"}', refuses)


def test_the_hint_of_a_bad_date_is_in_the_order_of_the_build() -> None:
    with pytest.raises(QueryError) as caught:
        parse('{LF:Created="soon"}', Reading(date_order="day-first"))
    assert '"14/03/2024"' in caught.value.hint
