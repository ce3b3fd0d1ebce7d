"""Tags of entries, in both dialects."""

from __future__ import annotations

import pytest
from tests.simulator.handlers.cabinet import BARE, LETTER, SECRET, cabinet, outcome, repository

__all__ = ["cabinet", "repository"]
pytestmark = pytest.mark.anyio


@pytest.fixture(params=["v1-selfhosted", "v2-cloud"])
def profile(request: pytest.FixtureRequest) -> str:
    """One of each dialect and of each kind of installation."""
    return str(request.param)


async def test_setting_tags_replaces_them_and_none_clear_them(cabinet):
    answer = await cabinet.put_tags(LETTER, "Copy", "Secret")
    assert [row["name"] for row in answer.json()["value"]] == ["Secret", "Copy"] == await cabinet.tags(LETTER)
    assert (await cabinet.put_tags(LETTER)).json()["value"] == []
    assert await cabinet.tags(LETTER) == []


async def test_a_tag_that_stays_keeps_its_comment_and_one_named_twice_is_one(cabinet):
    await cabinet.put_tags(LETTER, "Copy", "Checked", "Copy")
    rows = cabinet.rows("SELECT tag_id, comment FROM entry_tag WHERE entry_id = ? ORDER BY tag_id", LETTER)
    assert rows == [(1, "by hand"), (3, "")]


@pytest.mark.parametrize("name", ["Nothing", "checked", ""])
async def test_an_unknown_tag_is_404_and_changes_nothing(cabinet, name):
    before = cabinet.state()
    assert outcome(await cabinet.put_tags(LETTER, "Copy", name)) == (404, 9077)
    assert f'"{name}"' in cabinet.reason()
    assert cabinet.state() == before


async def test_names_are_compared_without_case_where_the_build_does(cabinet):
    cabinet.repository.profile = cabinet.repository.profile.with_overrides({"definition_names": "any-case"})
    await cabinet.put_tags(BARE, "CHECKED")
    assert await cabinet.tags(BARE) == ["Checked"]


async def test_the_pseudo_tag_is_accepted_and_not_applied(cabinet):
    answer = await cabinet.put_tags(BARE, "Automatically select tags", "Copy")
    assert [row["name"] for row in answer.json()["value"]] == ["Copy"]


async def test_nobody_hides_an_entry_from_himself_with_a_tag_that_he_does_not_hold(cabinet):
    await cabinet.become("clerk")
    before = cabinet.state()
    assert outcome(await cabinet.put_tags(BARE, "Copy", "Secret")) == (400, 9246)
    assert "clerk" in cabinet.reason()
    assert cabinet.state() == before
    assert outcome(await cabinet.put_tags(SECRET, "Copy")) == (404, 9001)
    assert (await cabinet.put_tags(BARE, "Copy")).status_code == 200


async def test_a_tag_on_an_entry_is_its_definition_watermark_included(cabinet):
    await cabinet.put_tags(BARE, "Copy", "Checked")
    tags = (await cabinet.client.get(f"Entries/{BARE}/tags")).json()["value"]
    definitions = (await cabinet.client.get("TagDefinitions")).json()["value"]
    assert tags == [definitions[0], definitions[2]]
    assert tags[0]["watermark"] is None
    assert tags[1]["watermark"] == cabinet.dialect(
        {
            "watermarkText": "COPY",
            "watermarkTextSize": 40,
            "watermarkPosition": "TopRight",
            "watermarkRotationAngle": 45,
            "isWatermarkMandatory": True,
            "watermarkIntensity": 60,
        },
        {
            "text": "COPY",
            "pageSpanPercentage": 40,
            "position": "TopRight",
            "rotationAngle": 45,
            "isMandatory": True,
            "opacity": 60,
        },
    )


async def test_tags_are_counted_ordered_chosen_and_paged_as_asked(cabinet):
    await cabinet.put_tags(BARE, "Copy", "Checked", "Secret")
    options = {"$orderby": "name desc", "$select": "name,isSecure", "$count": "true"}
    first = await cabinet.client.get(f"Entries/{BARE}/tags", params=options, headers={"Prefer": "maxpagesize=2"})
    assert first.json()["value"] == [{"name": "Secret", "isSecure": True}, {"name": "Copy", "isSecure": False}]
    assert first.json()["@odata.count"] == 3
    second = await cabinet.client.get(first.json()["@odata.nextLink"], headers={"Prefer": "maxpagesize=2"})
    assert [row["name"] for row in second.json()["value"]] == ["Checked"]
    assert "@odata.nextLink" not in second.json()


async def test_a_tag_is_found_by_a_search_at_once(cabinet):
    await cabinet.put_tags(BARE, "Copy")
    answer = await cabinet.client.post("SimpleSearches", json={"searchCommand": '{LF:Tags="Copy"}'})
    assert [row["id"] for row in answer.json()["value"]] == [BARE]
