"""Tokens in values and defaults."""

from __future__ import annotations

from datetime import datetime

import pytest

from lf_simulator.values.tokens import Occasion, replaced

NOON = datetime(2024, 5, 7, 12, 5, 9)


@pytest.mark.parametrize(
    ("text", "type_", "value"),
    [
        ("%(Date)", "Date", "2024-05-07"),
        ("%(Date)", "DateTime", "2024-05-07"),
        ("%(Date)", "String", "07/05/2024"),
        ("%(Time)", "Time", "12:05:09"),
        ("%(DateTime)", "DateTime", "2024-05-07T12:05:09"),
        ("%(DateTime)", "Date", "2024-05-07"),
        ("by %(username) in %(Year)", "String", "by ada in 2024"),
        ("%(Month)-%(Day) %(Name) #%(Id)", "String", "05-07 Lease #12"),
        ("%(Unheard) 100%(", "String", "%(Unheard) 100%("),
        ("no token", "String", "no token"),
    ],
)
def test_a_token_is_replaced_in_the_form_of_the_field(text, type_, value):
    assert replaced(text, type_, Occasion(NOON, "ada", 12, "Lease", "fr-FR")) == value
