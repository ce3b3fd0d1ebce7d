"""The types of fields: which texts each takes, and the one form in which it is stored.

Ranges and forms are those of the product documentation. Dates have no zone: they are stored as they are given, and one
with `Z` or an offset is refused (guides). *Decision*: numbers and dates are read in the form in which the API writes
them, whatever the culture of the request.
"""

from __future__ import annotations

import re
from datetime import datetime, time
from decimal import Decimal
from types import MappingProxyType
from typing import TYPE_CHECKING

from lf_simulator import errors

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lf_simulator.store.definitions import FieldRecord

    Checker = Callable[[FieldRecord, str], str]
    """From a text that is not blank to the stored one. Raises Unfit."""

MOST_CHARACTERS = 4_000
"""Of a String field that sets no width of its own."""
NUMBER_LIMIT = Decimal("9999999999999.999")
NUMBER_DECIMALS = 5
WHOLE_LIMITS = {"ShortInteger": 64_999, "LongInteger": 3_999_999_999}

_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,30}(?:\.[0-9]{0,30})?|\.[0-9]{1,30})")
_WHOLE = re.compile(r"\+?[0-9]{1,20}")
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}(?:T[0-9]{2}:[0-9]{2}(?::[0-9]{2}(?:\.[0-9]{1,7})?)?)?")
_TIME = re.compile(r"[0-9]{2}:[0-9]{2}(?::[0-9]{2})?")
_ZONE = re.compile(r".*[0-9](?:Z|[+-][0-9]{2}:?[0-9]{2})", re.IGNORECASE)


class Unfit(ValueError):
    """A text that a field cannot hold; the message says what it would take. `code` is the server's."""

    def __init__(self, wants: str, code: int = errors.BAD_FIELD_VALUE) -> None:
        super().__init__(wants)
        self.code = code


def stored(field: FieldRecord, text: str) -> str:
    """The text as the field stores it. Raises Unfit for one that its type does not take."""
    if not text.isprintable() and ("\0" in text or any("\ud800" <= character <= "\udfff" for character in text)):
        raise Unfit("text of whole characters, without the character zero")
    return CHECKERS[field.type](field, text)


def _string(field: FieldRecord, text: str) -> str:
    most = field.length or MOST_CHARACTERS
    if len(text) > most:
        raise Unfit(f"{most} characters at most, and these are {len(text)}")
    return text


def _list(field: FieldRecord, text: str) -> str:
    """*Decision*: compared with case, and a list without items takes anything: its choices come from elsewhere."""
    if field.list_values and text not in field.list_values:
        shown = ", ".join(f'"{item}"' for item in field.list_values[:12])
        raise Unfit(f"one of {shown}{' …' if len(field.list_values) > 12 else ''}")
    return text


def _number(_: FieldRecord, text: str) -> str:
    wants = f"a number such as 1250.5, with {NUMBER_DECIMALS} decimals at most and no more than ±{NUMBER_LIMIT:,f}"
    if not _NUMBER.fullmatch(text):
        raise Unfit(wants)
    plain = _plain(Decimal(text))
    if len(plain.partition(".")[2]) > NUMBER_DECIMALS or abs(Decimal(plain)) > NUMBER_LIMIT:
        raise Unfit(wants)
    return plain


def _plain(number: Decimal) -> str:
    """Without leading or closing zeros (*decision*: such a database column does not keep them), and no minus zero."""
    text = f"{number:f}"
    if "." in text:
        text = text.rstrip("0").rstrip(".")
    sign = "-" if text.startswith("-") else ""
    digits = text.lstrip("+-").lstrip("0")
    digits = f"0{digits}" if not digits or digits.startswith(".") else digits
    return digits if digits == "0" else sign + digits


def _whole(field: FieldRecord, text: str) -> str:
    most = WHOLE_LIMITS[field.type]
    if not _WHOLE.fullmatch(text) or int(text) > most:
        raise Unfit(f"a whole number from 0 to {most:,}")
    return str(int(text))


def _date(_: FieldRecord, text: str) -> str:
    """*Decision*: a time of day is dropped, since the type has none."""
    moment = _moment(text, "a date such as 2024-05-07", errors.BAD_DATE)
    return f"{moment.date().isoformat()}T00:00:00"


def _date_time(_: FieldRecord, text: str) -> str:
    moment = _moment(text, "a date and time such as 2024-05-07T14:30:00", errors.BAD_DATE_TIME)
    return moment.isoformat(timespec="seconds")


def _moment(text: str, wants: str, code: int) -> datetime:
    if _ZONE.fullmatch(text):
        raise Unfit(f"{wants}, without Z or an offset: such fields have no time zone", code)
    try:
        if not _DATE.fullmatch(text):
            raise ValueError
        return datetime.fromisoformat(text)
    except ValueError:
        raise Unfit(wants, code) from None


def _time(_: FieldRecord, text: str) -> str:
    wants = "a time of day such as 14:30:00"
    if _ZONE.fullmatch(text):
        raise Unfit(f"{wants}, without Z or an offset: such fields have no time zone", errors.BAD_TIME)
    try:
        if not _TIME.fullmatch(text):
            raise ValueError
        return time.fromisoformat(text).isoformat(timespec="seconds")
    except ValueError:
        raise Unfit(wants, errors.BAD_TIME) from None


def _blob(_: FieldRecord, __: str) -> str:
    raise Unfit("nothing here: the API does not carry binary values")


CHECKERS: Mapping[str, Checker] = MappingProxyType(
    {
        "String": _string,
        "List": _list,
        "Number": _number,
        "ShortInteger": _whole,
        "LongInteger": _whole,
        "Date": _date,
        "DateTime": _date_time,
        "Time": _time,
        "Blob": _blob,
    }
)
