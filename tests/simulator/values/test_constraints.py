"""Constraints: Laserfiche's regular expressions on texts, comparisons on numbers and dates."""

from __future__ import annotations

import pytest

from lf_simulator.store.definitions import FieldRecord
from lf_simulator.values import constraints, patterns


def field(constraint: str, type_: str = "String") -> FieldRecord:
    return FieldRecord(1, "Any", type_, 0, "", False, False, "", constraint, "", (), "None", "", "")


@pytest.mark.parametrize(
    ("pattern", "fits", "differs"),
    [
        (r"\(\d\d\d\) \d\d\d-\d\d\d\d", ["(555) 555-0100"], ["555-0100", "(555) 555-01000", "x(555) 555-0100"]),
        (r"\d\d\d\d\d(-\d\d\d\d)?", ["12345", "12345-6789"], ["1234", "12345-"]),
        (r"[A-Z]+\d\d", ["A12", "BLD12"], ["a12", "12"]),
        ("[^0-9]*", ["", "abc"], ["a1"]),
        ("yes|no", ["yes", "no"], ["yesno", "maybe"]),
        ("^a.c$", ["abc", "a\nc"], ["abcd"]),
        ("[[:alpha:]]+", ["Zoë", "ж"], ["a1", "a_b"]),
        ("[^[:digit:]-]+", ["abc"], ["a-b", "a1"]),
        ("[[:upper:]][[:lower:]]*", ["Zoë", "Ärger"], ["zoë"]),
        ("[]a-]+", ["]a-"], ["b"]),
        ("!draft", ["final", ""], ["a draft of it", "draft"]),
        ("!draft|first draft", ["first draft", "final"], ["second draft"]),
        ("a!b.", ["ac"], ["ab"]),
        ("x{2}", ["x{2}"], ["xx"]),
        (r"a\.b\*", ["a.b*"], ["axb*", "a.bb"]),
        ("(ab)+c*", ["abab", "abcc"], ["c"]),
    ],
)
def test_an_expression_is_held_against_the_whole_text(pattern, fits, differs):
    assert [text for text in fits if not patterns.fits(pattern, text)] == []
    assert [text for text in differs if patterns.fits(pattern, text)] == []


@pytest.mark.parametrize("pattern", ["(a", "a)", "*a", "a**", "[a", "[z-a]", "\\", "[[:letters:]]", "a|+"])
def test_an_expression_that_cannot_be_read_says_so(pattern):
    with pytest.raises(constraints.BadConstraint):
        constraints.allows(field(pattern), "a")


@pytest.mark.parametrize(
    ("constraint", "passes", "fails"),
    [
        (">=1000 & <=9999", ["1000", "9999"], ["999", "10000"]),
        ("!>999", ["999", "-5"], ["1000"]),
        ("<0 | >100 & !=150", ["-1", "101"], ["0", "100", "150"]),
        ("(<0 | >100) & <>150", ["-1", "101"], ["50", "150"]),
        ("0", ["0", "0.0"], ["1"]),
        ("=2.50", ["2.5"], ["2.51"]),
        ("!(=1|=2)", ["3"], ["1", "2"]),
        ("  ", ["7"], []),
    ],
)
def test_comparisons_on_numbers_are_joined_as_they_are_written(constraint, passes, fails):
    of_number = field(constraint, "Number")
    assert [value for value in passes if not constraints.allows(of_number, value)] == []
    assert [value for value in fails if constraints.allows(of_number, value)] == []


def test_dates_and_times_are_compared_in_the_form_in_which_the_api_writes_them():
    assert constraints.allows(field(">=2000-01-01", "Date"), "2000-01-01T00:00:00")
    assert not constraints.allows(field(">=2000-01-01", "Date"), "1999-12-31T00:00:00")
    assert constraints.allows(field(">=08:00 & <18:00", "Time"), "17:59:59")


@pytest.mark.parametrize("constraint", [r"\d\d", ">=", ">=1 &", "(>1", ">1)", ">=1 2", "&"])
def test_a_number_field_takes_comparisons_only(constraint):
    with pytest.raises(constraints.BadConstraint):
        constraints.allows(field(constraint, "Number"), "5")
