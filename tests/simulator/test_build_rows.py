"""The list of what real servers do differently is whole, and names only what there is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from lf_simulator.build_rows import HOW, build_rows, read_row
from lf_simulator.checks import BadValue
from lf_simulator.profiles import PROFILES, SETTINGS

TESTS = Path(__file__).resolve().parents[1]
NOTES = TESTS.parents[1] / "shared" / "facts" / "server-builds.md"

DECIDED_HERE = {
    "repositories_list",
    "service_apps",
    "hidden_status",
    "unknown_members",
    "search_fails",
    "task_fails",
    "text_generation_seconds",
    "smallest_part",
    "empty_values",
}
"""Settings whose evidence is in the descriptions or the guides themselves, not in a note on builds."""
SEARCH_LANGUAGE = {
    "precedence",
    "lone_look_in",
    "several_words",
    "basic_affixes",
    "field_equals",
    "after_date",
    "type_b",
    "now_is_a_date",
    "date_order",
    "century_pivot",
    "date_offset_minutes",
    "word_signs",
    "word_joints",
    "stop_words",
    "missing_status",
    "bad_command",
    "most_hits",
    "hit_offsets",
}
"""Settings for where sources on the search language are silent or differ."""


@pytest.mark.skipif(not NOTES.exists(), reason="the notes on server builds are not beside the project")
def test_every_note_has_a_row_with_its_profiles_and_every_row_a_note() -> None:
    noted = [cells(line) for line in NOTES.read_text().splitlines() if re.match(r"\| `[a-z0-9-]+` \|", line)]
    profiles = {row[0].strip("`"): set(re.findall(r"v\d-[a-z]+", row[3])) or set(PROFILES) for row in noted}
    assert [(row.name, set(row.on)) for row in build_rows()] == list(profiles.items())
    assert len(noted) == 186


def cells(line: str) -> list[str]:
    """What stands in a row of a Markdown table."""
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def test_every_setting_is_there_for_a_row_or_for_another_reason() -> None:
    named = {name for row in build_rows() if row.how == "setting" for name in row.what}
    assert set(SETTINGS) == named | DECIDED_HERE | SEARCH_LANGUAGE
    assert not SEARCH_LANGUAGE & named


def test_what_is_not_simulated_has_a_reason() -> None:
    for row in build_rows():
        assert row.how in HOW
        if row.how == "not_simulated":
            assert len(row.what[0]) > 30, row.name


def test_a_test_shows_what_is_always_so() -> None:
    for row in build_rows():
        if row.how == "always" or row.test:
            path, _, name = row.test.partition("::")
            assert f"def {name}(" in (TESTS / path).read_text(), row.name


@pytest.mark.parametrize(
    ("table", "sentence"),
    [
        ({"setting": "key_cas"}, 'x: unknown setting "key_cas" (did you mean key_case?)'),
        ({"setting": ["key_case", "none"]}, 'x: unknown setting "none"'),
        ({"fault": "dorp"}, 'x: unknown fault "dorp" (did you mean drop?)'),
        ({"alway": "so"}, 'x: unknown key "alway" (did you mean always?)'),
        ({}, "x: needs one of setting, fault, always, client, not_simulated, and has none"),
        ({"always": "so", "fault": "drop"}, "and has fault and always"),
        ({"always": "so", "on": ["v3"]}, 'x: unknown profile "v3"'),
        ({"fault": "drop"}, "x: a fault needs the other keys of its rule"),
        ({"fault": "drop", "rule": {"operations": ["GetEntri"]}}, 'unknown operation "GetEntri"'),
        ({"fault": "drop", "rule": {"operations": ["*"], "wait_ms": 1}}, 'unknown key "wait_ms"'),
        ({"always": "so", "rule": {}}, "x: a rule belongs to a fault, and this row has always"),
    ],
)
def test_a_row_that_names_nothing_or_too_much_is_refused_by_name(table: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadValue) as refused:
        read_row("x", table)
    assert sentence in str(refused.value)
