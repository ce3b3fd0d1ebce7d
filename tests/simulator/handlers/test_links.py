"""Links between entries, in both dialects."""

from __future__ import annotations

import pytest
from tests.simulator.handlers.cabinet import BARE, LETTER, LETTERS, REPORT, SECRET, cabinet, outcome, repository

__all__ = ["cabinet", "repository"]
pytestmark = pytest.mark.anyio

ALL_OF_LETTER = {(1, LETTER, REPORT), (2, BARE, LETTER), (2, LETTER, SECRET)}


@pytest.fixture(params=["v1-selfhosted", "v2-cloud"])
def profile(request: pytest.FixtureRequest) -> str:
    """One of each dialect and of each kind of installation."""
    return str(request.param)


async def test_links_are_listed_from_both_of_their_ends(cabinet):
    assert await cabinet.links(LETTER) == ALL_OF_LETTER
    assert await cabinet.links(REPORT) == {(1, LETTER, REPORT)}


async def test_a_link_shows_both_ends_its_labels_and_their_addresses(cabinet):
    (row,) = (await cabinet.client.get(f"Entries/{REPORT}/links")).json()["value"]
    address = str(cabinet.client.base_url.join("Entries"))
    common = {
        "sourceId": LETTER,
        "sourceFullPath": "\\To the mayor",
        "sourceLabel": "Message",
        "sourceLink": f"{address}/{LETTER}",
        "targetId": REPORT,
        "targetFullPath": "\\Report",
        "targetLabel": "Attachment",
        "targetLink": f"{address}/{REPORT}",
        "description": "as sent",
    }
    own = cabinet.dialect(
        {"linkId": 1, "linkTypeId": 1, "linkTypeDescription": "What came with it", "linkProperties": None},
        {"id": 1, "linkDefinitionId": 1, "linkDefinitionDescription": "What came with it", "customProperties": None},
    )
    assert row == common | own
    assert (await cabinet.client.get(row["sourceLink"])).json()["id"] == LETTER


async def test_setting_links_replaces_those_of_the_entry_in_both_directions(cabinet):
    answer = await cabinet.put_links(LETTER, (2, REPORT))
    assert answer.status_code == 200
    assert len(answer.json()["value"]) == 1
    assert await cabinet.links(LETTER) == {(2, LETTER, REPORT)} == await cabinet.links(REPORT)
    assert await cabinet.links(BARE) == {(1, LETTERS, BARE)}
    assert (await cabinet.put_links(LETTER)).json()["value"] == []
    assert await cabinet.links(LETTER) == set()


async def test_a_link_that_is_named_again_keeps_its_id_and_comment_and_new_ids_are_new(cabinet):
    await cabinet.put_links(LETTER, (1, REPORT), (1, BARE), (1, BARE))
    rows = cabinet.rows("SELECT id, target_id, comment FROM entry_link WHERE source_id = ? ORDER BY id", LETTER)
    assert rows == [(1, REPORT, "as sent"), (5, BARE, "")]
    await cabinet.put_links(LETTER)
    await cabinet.put_links(LETTER, (1, BARE))
    assert cabinet.rows("SELECT id FROM entry_link WHERE source_id = ?", LETTER) == [(6,)]


async def test_properties_of_a_link_are_kept(cabinet):
    await cabinet.put_links(BARE, (1, REPORT), customProperties={"reason": "same case"})
    (row,) = (await cabinet.client.get(f"Entries/{BARE}/links")).json()["value"]
    assert row[cabinet.dialect("linkProperties", "customProperties")] == {"reason": "same case"}


@pytest.mark.parametrize("profile", ["v2-cloud"])
async def test_the_entry_may_be_the_target(cabinet):
    await cabinet.put_links(BARE, (2, REPORT), isSource=False)
    assert await cabinet.links(BARE) == {(2, REPORT, BARE)}


@pytest.mark.parametrize(
    ("link", "status", "code", "word"),
    [
        ((9, REPORT), 404, 9094, "link definition 9"),
        ((1, 999), 404, 9537, "Entry 999"),
        ((1, -1), 404, 9537, "Entry -1"),
        ((1, LETTER), 400, 9235, "itself"),
    ],
)
async def test_a_link_that_cannot_be_is_refused_and_changes_nothing(cabinet, link, status, code, word):
    before = cabinet.state()
    assert outcome(await cabinet.put_links(LETTER, (1, BARE), link)) == (status, code)
    assert word in cabinet.reason()
    assert cabinet.state() == before


async def test_links_to_what_the_user_may_not_see_are_hidden_from_him_and_stay(cabinet):
    await cabinet.become("clerk")
    assert await cabinet.links(LETTER) == ALL_OF_LETTER - {(2, LETTER, SECRET)}
    assert outcome(await cabinet.put_links(LETTER, (1, SECRET))) == (404, 9537)
    answer = await cabinet.put_links(LETTER, (1, BARE))
    assert len(answer.json()["value"]) == 1
    await cabinet.become("demo")
    assert await cabinet.links(LETTER) == {(1, LETTER, BARE), (2, LETTER, SECRET)}


async def test_links_are_paged_and_ordered_as_asked(cabinet):
    options = {"$orderby": "targetId desc", "$select": "targetId", "$count": "true"}
    first = await cabinet.client.get(f"Entries/{LETTER}/links", params=options, headers={"Prefer": "maxpagesize=2"})
    assert first.json()["value"] == [{"targetId": SECRET}, {"targetId": REPORT}]
    second = (await cabinet.client.get(first.json()["@odata.nextLink"], headers={"Prefer": "maxpagesize=2"})).json()
    assert (second["value"], second["@odata.count"]) == ([{"targetId": LETTER}], 3)
