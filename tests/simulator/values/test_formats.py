"""Values as people see them, by format and culture."""

from __future__ import annotations

import pytest

from lf_simulator.values import formats


def displayed(type_, value, format_, culture=None, currency="", pattern=""):
    return formats.displayed(type_, value, format_, currency, pattern, culture)


@pytest.mark.parametrize(
    ("type_", "value", "format_", "american", "german"),
    [
        ("Date", "2024-05-07T00:00:00", "ShortDate", "5/7/2024", "7.5.2024"),
        ("Date", "2024-05-07T00:00:00", "LongDate", "Tuesday, May 7, 2024", "Dienstag, 7. Mai 2024"),
        ("DateTime", "2024-05-07T14:30:05", "ShortDateTime", "5/7/2024 2:30 PM", "7.5.2024 14:30"),
        (
            *("DateTime", "2024-05-07T14:30:05", "LongDateTime"),
            *("Tuesday, May 7, 2024 2:30:05 PM", "Dienstag, 7. Mai 2024 14:30:05"),
        ),
        ("DateTime", "2024-05-07T14:30:05", "LongTime", "2:30:05 PM", "14:30:05"),
        ("Time", "14:30:05", "ShortTime", "2:30 PM", "14:30"),
        ("Number", "1250.5", "GeneralNumber", "1,250.5", "1.250,5"),
        ("Number", "-1250.5", "Currency", "-$1,250.50", "-1.250,50\N{NO-BREAK SPACE}€"),
        ("Number", "0.255", "Percent", "25.5%", "25,5\N{NO-BREAK SPACE}%"),
        ("LongInteger", "1250", "Scientific", "1.25E3", "1,25E3"),
        ("Number", "1250.5", "None", "1250.5", "1250.5"),
        ("Date", "2024-05-07T00:00:00", "None", "2024-05-07T00:00:00", "2024-05-07T00:00:00"),
    ],
)
def test_a_format_follows_the_culture_and_without_one_it_is_american(type_, value, format_, american, german):
    assert displayed(type_, value, format_) == displayed(type_, value, format_, "en-US") == american
    assert displayed(type_, value, format_, "de-DE") == german


def test_the_currency_of_the_field_goes_before_that_of_the_culture():
    assert displayed("Number", "5", "Currency", "en-US", currency="EUR") == "€5.00"
    assert displayed("Number", "5", "Currency", "en-GB") == "£5.00"


def test_a_custom_pattern_is_the_fields_own():
    assert displayed("Number", "1250.5", "Custom", pattern="#,##0.00 'kg'") == "1,250.50 kg"
    assert displayed("Date", "2024-05-07T00:00:00", "Custom", pattern="dd.MM.yyyy") == "07.05.2024"
    assert displayed("Time", "14:05:00", "Custom", pattern="HH'h'mm") == "14h05"


@pytest.mark.parametrize(
    ("type_", "value", "format_", "pattern"),
    [
        ("String", "5", "Currency", ""),
        ("List", "2024-05-07", "ShortDate", ""),
        ("Time", "14:30:00", "LongDate", ""),
        ("Date", "2024-05-07T00:00:00", "Currency", ""),
        ("Date", "not a date", "ShortDate", ""),
        ("Number", "not a number", "Currency", ""),
        ("Number", "12", "Custom", ""),
        ("Time", "14:30:00", "Custom", "yyyy"),
        ("Time", "14:30:00", "Custom", "w"),
    ],
)
def test_a_value_that_its_format_says_nothing_about_stays_as_it_is(type_, value, format_, pattern):
    assert displayed(type_, value, format_, pattern=pattern) == value


@pytest.mark.parametrize("culture", ["xx-YY", "english", "../../etc", "en_US", "en-US-" + "x" * 500, "fr-", "1"])
def test_a_culture_that_does_not_exist_is_refused(culture):
    with pytest.raises(formats.UnknownCulture):
        displayed("Number", "5", "None", culture)
