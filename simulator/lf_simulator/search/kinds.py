"""Kinds of values: how one is read, whether it may stand without quotes, and how it is compared in SQL.

Keys (clauses.py) and fields (fields.py) share them. `read` raises QueryError with the place of the value.
Quotes may be left out around numbers, keywords, entry ids (documented) and dates of digits (seen in programs).
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lf_simulator.search import dates, wildcards
from lf_simulator.search.columns import folded
from lf_simulator.search.errors import Code, QueryError, cut
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.store.windows_names import without_domain

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lf_simulator.search.place import Place

TEXT_OPERATORS = frozenset({"=", "<>"})
ORDER_OPERATORS = frozenset({"=", "<>", "<", "<=", ">", ">="})

LONGEST_VALUE = 4000  # decision: the vendor names the error, not the limit
LARGEST_NUMBER = 2**63 - 1  # decision

_NEVER = re.compile(r"(?!)")
_ANYTHING = re.compile(r".*", re.DOTALL)
_DIGITS = re.compile(r"[0-9]+")
_NUMBER_OR_DATE = re.compile(r"[+-]?[0-9.][0-9.:/T-]*")
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
    `unquoted` says what may stand without quotes.

    `text_test` needs a column that is case-folded."""

    noun: str
    reads: Callable[[str, Place, Reading], Any]
    test: Callable[[str, str, Any], Sql]
    unquoted: re.Pattern[str] = field(default=_NEVER)

    def read(self, text: str, place: Place, reading: Reading = PLAIN) -> Any:
        """What `test` compares with. Raises QueryError for a text that is no value of this kind."""
        return self.reads(text, place, reading)


def _as_it_stands(text: str, _place: Place, _reading: Reading) -> str:
    return text


def text_test(column: str, operator: str, value: str) -> Sql:
    """The whole value, without regard to case, wildcards allowed."""
    if wildcards.has_wildcards(value):
        return Sql(f"{column} {'NOT GLOB' if operator == '<>' else 'GLOB'} ?", (wildcards.glob(value),))
    return Sql(f"{column} {operator} ?", (value.casefold(),))


def _account_test(column: str, operator: str, value: str) -> Sql:
    r"""The name of an account. *Decision*, as where people sign in: `DOMAIN\user` is `user` for whom the repository
    knows only by that name."""
    bare = without_domain(value)
    if wildcards.has_wildcards(value) or bare in ("", value):
        return text_test(column, operator, value)
    known = "EXISTS (SELECT 1 FROM trustee WHERE name_key = ?)"
    whole = value.casefold()
    return Sql(f"{column} {operator} (CASE WHEN {known} THEN ? ELSE ? END)", (whole, whole, bare.casefold()))


def _contains(column: str, operator: str, value: str) -> Sql:
    return text_test(column, operator, f"*{value}*")


def _read_integer(text: str, place: Place, _reading: Reading) -> int:
    if not _INTEGER.fullmatch(text):
        raise QueryError(Code.WRONG_TYPE, f'"{cut(text)}" is not a whole number.', place)
    number = int(text)
    if abs(number) > LARGEST_NUMBER:
        raise QueryError(Code.NUMBER_OUT_OF_RANGE, f"{cut(text)} is too large a number.", place)
    return number


def _read_number(text: str, place: Place, _reading: Reading) -> float:
    if not _NUMBER.fullmatch(text):
        hint = "Digits, a decimal point and a sign are allowed; currency signs and thousands separators are not."
        raise QueryError(Code.WRONG_TYPE, f'"{cut(text)}" is not a number.', place, hint)
    number = float(text)
    if math.isinf(number):
        raise QueryError(Code.NUMBER_OUT_OF_RANGE, "The number is too large.", place)
    return number


def _number_test(column: str, operator: str, value: float) -> Sql:
    return Sql(f"{column} {operator} ?", (value,))


def _read_date(text: str, place: Place, reading: Reading) -> dates.Interval:
    return _date(dates.interval, text, place, reading)


def _read_moment(text: str, place: Place, reading: Reading) -> dates.Interval:
    return _date(dates.in_utc, text, place, reading)


def _date(read: Callable[[str, Reading], dates.Interval], text: str, place: Place, reading: Reading) -> dates.Interval:
    example = "03/14/2024" if reading.date_order == "month-first" else "14/03/2024"
    hint = f'Write "2024-03-14", "{example}" or "03/2024", with or without a time such as 16:05.'
    try:
        return read(text, reading)
    except dates.DateError:
        raise QueryError(Code.BAD_DATE, f'"{cut(text)}" is not a date.', place, hint) from None
    except dates.TimeError:
        raise QueryError(Code.BAD_TIME, f'"{cut(text)}" does not end in a time.', place, hint) from None
    except dates.RangeError:
        raise QueryError(
            Code.DATE_OUT_OF_RANGE, f'"{cut(text)}" is not in the calendar or on the clock.', place
        ) from None


def _read_time(text: str, place: Place, _reading: Reading) -> dates.Interval:
    try:
        return dates.time_of_day(text)
    except dates.TimeError:
        raise QueryError(Code.BAD_TIME, f'"{cut(text)}" is not a time.', place, 'Write "16:05" or "4:05 PM".') from None
    except dates.RangeError:
        raise QueryError(Code.DATE_OUT_OF_RANGE, f'"{cut(text)}" is not on the clock.', place) from None


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


def _keyword(meanings: Mapping[str, object]) -> Callable[[str, Place, Reading], object]:
    def read(text: str, place: Place, _reading: Reading) -> object:
        if text.casefold() not in meanings:
            known = ", ".join(meaning.title() for meaning in meanings)
            raise QueryError(Code.WRONG_OPTION, f'"{cut(text)}" is not one of {known}.', place)
        return meanings[text.casefold()]

    return read


def _annotation_kind(text: str, place: Place, _reading: Reading) -> str:
    if not wildcards.has_wildcards(text) and text.casefold() not in ANNOTATION_KINDS:
        raise QueryError(Code.WRONG_OPTION, f'"{cut(text)}" is not one of {", ".join(ANNOTATION_KINDS)}.', place)
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
ACCOUNT = Kind("an account", _as_it_stands, _account_test)
FOLDER = Kind("a folder", _as_it_stands, text_test, _DIGITS)
INTEGER = Kind("a whole number", _read_integer, _number_test, _ANYTHING)
NUMBER = Kind("a number", _read_number, _number_test, _ANYTHING)
DATE = Kind("a date", _read_date, _interval_test, _ANYTHING)
"""The date of a field: no zone."""
MOMENT = Kind("a date", _read_moment, _interval_test, _ANYTHING)
"""A date that the system keeps, in UTC."""
TIME = Kind("a time", _read_time, _interval_test, _ANYTHING)
FLAG = Kind("Y or N", _keyword({"y": 1, "n": 0}), _number_test, _ANYTHING)
SHARE = Kind(
    "All, Some or None", _keyword({share: share for share in ("all", "some", "none")}), _number_test, _ANYTHING
)
ANNOTATION = Kind("a kind of annotation", _annotation_kind, text_test)
LINK = Kind("a kind of link", _as_it_stands, _link_test, _DIGITS)
OF_ANY_FIELD = Kind("a value", _as_it_stands, text_test, _NUMBER_OR_DATE)
"""What may be written while the type of the field is not known: numbers and dates may stand without quotes."""
