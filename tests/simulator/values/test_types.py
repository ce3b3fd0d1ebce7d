"""Which texts a field of each type takes, and how it stores them."""

from __future__ import annotations

import pytest

from lf_simulator.store.definitions import FieldRecord
from lf_simulator.values import types


def field(type_: str, *, length: int = 0, items: tuple[str, ...] = ()) -> FieldRecord:
    return FieldRecord(1, "Any", type_, length, "", False, False, "", "", "", items, "None", "", "")


@pytest.mark.parametrize(
    ("type_", "text", "stored"),
    [
        ("String", "  as it is ", "  as it is "),
        ("String", "x" * 4000, "x" * 4000),
        ("String", "two\nlines 😀", "two\nlines 😀"),
        ("Number", "1250.50", "1250.5"),
        ("Number", "-007.10000", "-7.1"),
        ("Number", "+.5", "0.5"),
        ("Number", "-0.0", "0"),
        ("Number", "100", "100"),
        ("Number", "-9999999999999.999", "-9999999999999.999"),
        ("Number", "0.1234500", "0.12345"),
        ("ShortInteger", "64999", "64999"),
        ("ShortInteger", "007", "7"),
        ("LongInteger", "3999999999", "3999999999"),
        ("Date", "2024-05-07", "2024-05-07T00:00:00"),
        ("Date", "2024-05-07T14:30:00", "2024-05-07T00:00:00"),
        ("Date", "0001-01-01", "0001-01-01T00:00:00"),
        ("DateTime", "2024-02-29T14:30", "2024-02-29T14:30:00"),
        ("DateTime", "2024-05-07", "2024-05-07T00:00:00"),
        ("DateTime", "2024-05-07T14:30:05.1234567", "2024-05-07T14:30:05"),
        ("Time", "14:30", "14:30:00"),
        ("Time", "23:59:59", "23:59:59"),
    ],
)
def test_a_value_of_the_type_has_one_stored_form(type_, text, stored):
    assert types.stored(field(type_), text) == stored


@pytest.mark.parametrize(
    ("type_", "text", "code"),
    [
        ("String", "x" * 4001, 9017),
        ("String", "half a \ud800 character", 9017),
        ("String", "a\0b", 9017),
        ("Number", "1,250.50", 9017),
        ("Number", "1e3", 9017),
        ("Number", "NaN", 9017),
        ("Number", "٣", 9017),
        ("Number", "10000000000000", 9017),
        ("Number", "0.123456", 9017),
        ("Number", "9" * 400, 9017),
        ("ShortInteger", "65000", 9017),
        ("ShortInteger", "-1", 9017),
        ("ShortInteger", "1.0", 9017),
        ("LongInteger", "4000000000", 9017),
        ("LongInteger", "9" * 5000, 9017),
        ("Date", "2023-02-29", 9161),
        ("Date", "5/7/2024", 9161),
        ("Date", "2024-05-07T00:00:00Z", 9161),
        ("Date", "20240507", 9161),
        ("DateTime", "2024-05-07T14:30:00Z", 9162),
        ("DateTime", "2024-05-07T14:30:00-04:00", 9162),
        ("DateTime", "2024-05-07T25:00:00", 9162),
        ("DateTime", "yesterday", 9162),
        ("Time", "2:30 PM", 9178),
        ("Time", "14:30:00Z", 9178),
        ("Time", "24:00", 9178),
        ("Blob", "AAAA", 9017),
    ],
)
def test_a_text_that_the_type_does_not_take_has_the_code_of_the_server(type_, text, code):
    with pytest.raises(types.Unfit) as refused:
        types.stored(field(type_), text)
    assert refused.value.code == code


def test_a_zone_is_named_as_what_is_wrong_with_a_date():
    with pytest.raises(types.Unfit, match="no time zone"):
        types.stored(field("Date"), "2024-05-07T00:00:00+02:00")


def test_a_text_may_be_as_long_as_its_field_is_wide():
    assert types.stored(field("String", length=3), "abc") == "abc"
    with pytest.raises(types.Unfit, match="3 characters at most, and these are 4"):
        types.stored(field("String", length=3), "abcd")


def test_a_list_takes_its_items_in_their_spelling_and_one_without_items_anything():
    status = field("List", items=("Open", "Closed"))
    assert types.stored(status, "Closed") == "Closed"
    with pytest.raises(types.Unfit, match='"Open", "Closed"'):
        types.stored(status, "closed")
    assert types.stored(field("List"), "anything") == "anything"


def test_every_published_type_has_its_checker():
    published = "DateTime Blob Date ShortInteger LongInteger List Number String Time"
    assert set(types.CHECKERS) == set(published.split())
