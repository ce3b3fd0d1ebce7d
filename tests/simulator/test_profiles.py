"""Server builds are frozen rows whose settings say what they do and how that is known."""

from __future__ import annotations

import dataclasses
import re
from pathlib import Path

import pytest

import lf_simulator
from lf_simulator.profiles import (
    PROFILES,
    SETTINGS,
    VARIANTS,
    BadSetting,
    UnknownProfile,
    profile,
    setting_facts,
)

SOURCES = Path(lf_simulator.__file__).parent
THERE_IS = ", ".join(SETTINGS)


def test_there_are_the_four_builds() -> None:
    assert {name: (row.versions, row.token_versions, row.base_path) for name, row in PROFILES.items()} == {
        "v1-selfhosted": (("v1",), ("v1",), "/LFRepositoryAPI"),
        "v2-selfhosted": (("v2",), ("v1", "v2"), "/LFRepositoryAPI"),
        "v1-cloud": (("v1",), ("v1",), "/repository"),
        "v2-cloud": (("v2",), ("v1", "v2"), "/repository"),
    }


def test_builds_differ_where_the_evidence_says_so() -> None:
    v1, v2, v1_cloud, cloud = PROFILES.values()
    assert (v1.simple_search_top, v2.simple_search_top) == ("refused", "honoured")
    assert (v1.token_seconds, v2.token_seconds, cloud.token_seconds) == (900, 900, 43200)
    assert (v1.repositories_list, cloud.repositories_list) == ("open", "token")
    assert ("CreateServerSession" in v1.absent_operations, v1_cloud.absent_operations) == (True, ())


def test_a_profile_cannot_be_changed_in_place() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        PROFILES["v2-cloud"].token_seconds = 1  # type: ignore[misc]  # that is the point


def test_an_unknown_profile_is_refused_by_name_with_what_exists() -> None:
    sentence = (
        'unknown profile "v2-selfhost" (did you mean v2-selfhosted?); '
        f"there is v1-selfhosted, v2-selfhosted, v1-cloud, v2-cloud, {', '.join(VARIANTS)}"
    )
    with pytest.raises(UnknownProfile, match=f"^{re.escape(sentence)}$"):
        profile("v2-selfhost")


def test_overrides_change_what_they_name_and_nothing_else() -> None:
    build = profile("v1-selfhosted")
    other = build.with_overrides({"search_seconds": 30, "absent_operations": ["GetEntry"], "search_fails": True})
    assert other.settings() == {
        **build.settings(),
        "search_seconds": 30.0,
        "absent_operations": ["GetEntry"],
        "search_fails": True,
    }
    assert build == profile("v1-selfhosted")
    assert isinstance(other.search_seconds, float)
    hash(other)  # a frozen row stays one: no list got in


@pytest.mark.parametrize(
    ("overrides", "sentence"),
    [
        ({"search_second": 1}, f'unknown setting "search_second" (did you mean search_seconds?); there is {THERE_IS}'),
        ({"name": "mine"}, f'unknown setting "name"; there is {THERE_IS}'),
        ({"search_seconds": "1"}, 'search_seconds: must be a number of 0 or more, not "1"'),
        ({"search_seconds": -0.5}, "search_seconds: must be a number of 0 or more, not -0.5"),
        ({"search_seconds": True}, "search_seconds: must be a number of 0 or more, not true"),
        ({"search_seconds": float("inf")}, "search_seconds: must be a number of 0 or more, not Infinity"),
        ({"search_fails": 1}, "search_fails: must be true or false, not 1"),
        ({"open_searches": 0}, "open_searches: must be a whole number of 1 or more, not 0"),
        ({"open_searches": 2.0}, "open_searches: must be a whole number of 1 or more, not 2.0"),
        ({"absent_status": 200}, "absent_status: must be a whole number from 400 to 599, not 200"),
        ({"timestamps": "UTC"}, 'timestamps: must be one of utc, offset, blank, not "UTC"'),
        ({"absent_operations": "GetEntry"}, 'absent_operations: must be a list of texts, not "GetEntry"'),
        (
            {"absent_operations": ["GetEntri"]},
            'absent_operations: unknown operation "GetEntri"; nearest: GetEntry; '
            "`lf-simulator list operations` names them all",
        ),
    ],
)
def test_a_setting_that_does_not_fit_is_refused_in_one_line(overrides: dict[str, object], sentence: str) -> None:
    with pytest.raises(BadSetting) as refused:
        profile("v1-selfhosted").with_overrides(overrides, operations=["GetEntry"])
    assert str(refused.value) == f"overrides: {sentence}"


def test_overrides_that_are_no_object_are_refused() -> None:
    with pytest.raises(BadSetting, match=r"^overrides: must be an object, not \[1\]$"):
        profile("v1-selfhosted").with_overrides([1])


def test_each_setting_says_what_it_does_what_it_takes_and_how_that_is_known() -> None:
    facts = setting_facts()
    assert tuple(fact.name for fact in facts) == SETTINGS
    for fact in facts:
        assert fact.summary.endswith(".")
        assert fact.wants
        assert re.match("Seen live|Documented|Reported|Contradictory|Decision", fact.evidence), fact.name


def test_each_setting_has_an_effect_somewhere() -> None:
    readers = [path.read_text() for path in SOURCES.rglob("*.py") if "profiles" not in path.parts]
    assert [name for name in SETTINGS if not any(f".{name}" in text for text in readers)] == []
