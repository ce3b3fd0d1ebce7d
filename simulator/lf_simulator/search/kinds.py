"""Kinds of values: how one is read, whether it may stand without quotes, and how it is compared in SQL.

Keys (clauses.py) and fields (fields.py) share them. `read` raises QueryError with the place of the value.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lf_simulator.search import dates, wildcards
from lf_simulator.search.columns import folded
from lf_simulator.search.errors import Code, QueryError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lf_simulator.search.place import Place

TEXT_OPERATORS = frozenset({"=", "<>"})
ORDER_OPERATORS = frozenset({"=", "<>", "<", "<=", ">", ">="})

LONGEST_VALUE = 4000  # decision: the vendor names the error, not the limit
LARGEST_NUMBER = 2**63 - 1  # decision

_UNQUOTED_NUMBER_OR_DATE = re.compile(r"[+-]?[0-9.][0-9.:/T-]*")
_UNQUOTED_KEYWORD = re.compile(r"\w*")
_INTEGER = re.compile(r"\s*[+-]?\d+\s*", re.ASCII)
_NUMBER = re.compile(r"\s*[+-]?(\d+\.?\d*|\.\d+)\s*", re.ASCII)


@dataclass(frozen=True, slots=True)
class Sql:
    """A piece of SQL and the values of its question marks."""

    text: str
    parameters: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Kind:
    """`noun` names the kind in a sentence; `test` takes the SQL of a column, an operator and what `read` returned.

    `text_test` needs a column that is case-folded."""

    noun: str
    read: Callable[[str, Place], Any]
    test: Callable[[str, str, Any], Sql]
    unquoted: re.Pattern[str] = field(default=_UNQUOTED_NUMBER_OR_DATE)


def _as_it_stands(text: str, _: Place) -> str:
    return text


def text_test(column: str, operator: str, value: str) -> Sql:
    """The whole value, without regard to case, wildcards allowed."""
    if wildcards.has_wildcards(value):
        return Sql(f"{column} {'NOT GLOB' if operator == '<>' else 'GLOB'} ?", (wildcards.glob(value),))
    return Sql(f"{column} {operator} ?", (value.casefold(),))


def _contains(column: str, operator: str, value: str) -> Sql:
    return text_test(column, operator, f"*{value}*")


def _read_integer(text: str, place: Place) -> int:
    if not _INTEGER.fullmatch(text):
        raise QueryError(Code.WRONG_TYPE, f'"{text}" is not a whole number.', place)
    number = int(text)
    if abs(number) > LARGEST_NUMBER:
        raise QueryError(Code.NUMBER_OUT_OF_RANGE, f"{text} is too large a number.", place)
    return number


def _read_number(text: str, place: Place) -> float:
    if not _NUMBER.fullmatch(text):
        hint = "Digits, a decimal point and a sign are allowed; currency signs and thousands separators are not."
        raise QueryError(Code.WRONG_TYPE, f'"{text}" is not a number.', place, hint)
    return float(text)


def _number_test(column: str, operator: str, value: float) -> Sql:
    return Sql(f"{column} {operator} ?", (value,))


def _read_date(text: str, place: Place) -> dates.Interval:
    hint = 'Write "2024-03-14", "03/14/2024" or "03/2024", with or without a time such as 16:05.'
    try:
        return dates.interval(text)
    except dates.DateError:
        raise QueryError(Code.BAD_DATE, f'"{text}" is not a date.', place, hint) from None
    except dates.TimeError:
        raise QueryError(Code.BAD_TIME, f'"{text}" does not end in a time.', place, hint) from None
    except dates.RangeError:
        raise QueryError(Code.DATE_OUT_OF_RANGE, f'"{text}" is not in the calendar or on the clock.', place) from None


def _read_time(text: str, place: Place) -> dates.Interval:
    try:
        return dates.time_of_day(text)
    except dates.TimeError:
        raise QueryError(Code.BAD_TIME, f'"{text}" is not a time.', place, 'Write "16:05" or "4:05 PM".') from None
    except dates.RangeError:
        raise QueryError(Code.DATE_OUT_OF_RANGE, f'"{text}" is not on the clock.', place) from None


_INTERVAL_TESTS = {
    "=": ("({0} >= ? AND {0} < ?)", ("start", "end")),
    "<>": ("({0} < ? OR {0} >= ?)", ("start", "end")),
    "<": ("{0} < ?", ("start",)),
    "<=": ("{0} < ?", ("end",)),
    ">": ("{0} >= ?", ("end",)),
    ">=": ("{0} >= ?", ("start",)),
}


def _interval_test(column: str, operator: str, value: dates.Interval) -> Sql:
    test, ends = _INTERVAL_TESTS[operator]
    return Sql(test.format(column), tuple(getattr(value, end) for end in ends))


def _keyword(meanings: Mapping[str, object]) -> Callable[[str, Place], object]:
    def read(text: str, place: Place) -> object:
        if text.casefold() not in meanings:
            known = ", ".join(meaning.title() for meaning in meanings)
            raise QueryError(Code.WRONG_OPTION, f'"{text}" is not one of {known}.', place)
        return meanings[text.casefold()]

    return read


def _annotation_kind(text: str, place: Place) -> str:
    if not wildcards.has_wildcards(text) and text.casefold() not in ANNOTATION_KINDS:
        raise QueryError(Code.WRONG_OPTION, f'"{text}" is not one of {", ".join(ANNOTATION_KINDS)}.', place)
    return text


def _link_test(column: str, _operator: str, value: str) -> Sql:
    """By number, or by either label (the vendor's pages show both)."""
    wanted = value.casefold()
    return Sql(
        f"(CAST({column}.id AS TEXT) = ? OR {folded(f'{column}.source_label')} = ? "
        f"OR {folded(f'{column}.target_label')} = ?)",
        (wanted, wanted, wanted),
    )


# The first four are documented; the others are what the vendor's client library knows (decision to accept them here).
ANNOTATION_KINDS = (
    *("note", "stamp", "redaction", "highlight"),
    *("strikeout", "underline", "attachment", "textbox", "bitmap", "line", "rectangle", "polyline", "callout"),
    "freehand",
)

TEXT = Kind("text", _as_it_stands, text_test)
CONTAINED = Kind("text", _as_it_stands, _contains)
INTEGER = Kind("a whole number", _read_integer, _number_test)
NUMBER = Kind("a number", _read_number, _number_test)
DATE = Kind("a date", _read_date, _interval_test)
TIME = Kind("a time", _read_time, _interval_test)
FLAG = Kind("Y or N", _keyword({"y": 1, "n": 0}), _number_test, _UNQUOTED_KEYWORD)
SHARE = Kind(
    "All, Some or None",
    _keyword({share: share for share in ("all", "some", "none")}),
    _number_test,
    _UNQUOTED_KEYWORD,
)
ANNOTATION = Kind("a kind of annotation", _annotation_kind, text_test)
LINK = Kind("a kind of link", _as_it_stands, _link_test)
