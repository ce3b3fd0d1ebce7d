"""Audit reasons and attributes, in both dialects."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.anyio

MINE = {"Favourite": "20", "colour": "green", "Alpha": "1"}
OURS = {"Banner": "Closed on Friday"}


@pytest.fixture(params=["v1-selfhosted", "v2-cloud"])
def profile(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def attributes(repository) -> None:
    """Those of the user `demo` and of everyone, and nothing else."""
    with repository.database.connection as store:
        store.execute("UPDATE account SET attributes = ? WHERE name_key = 'demo'", (json.dumps(MINE),))
        store.execute("DELETE FROM everyone_attribute")
        store.executemany("INSERT INTO everyone_attribute VALUES (?, ?)", OURS.items())


@pytest.mark.parametrize("profile", ["v1-selfhosted"])
async def test_v1_has_a_list_of_reasons_for_each_event(client, repository):
    body = (await client.get("AuditReasons")).json()
    rows = repository.database.connection.execute("SELECT id, name, event FROM audit_reason ORDER BY id").fetchall()
    assert body == {
        "deleteEntry": [{"id": id_, "name": name} for id_, name, event in rows if event == "DeleteEntry"],
        "exportDocument": [{"id": id_, "name": name} for id_, name, event in rows if event == "ExportDocument"],
    }
    assert all(body.values())


@pytest.mark.parametrize("profile", ["v2-cloud"])
async def test_v2_has_one_listing_with_all_options(client):
    whole = (await client.get("AuditReasons")).json()["value"]
    assert {row["auditEventType"] for row in whole} == {"DeleteEntry", "ExportDocument"}
    options = {"$orderby": "auditEventType desc,name", "$top": 3, "$skip": 1, "$count": True, "$select": "id"}
    body = (await client.get("AuditReasons", params=options)).json()
    ordered = sorted(sorted(whole, key=lambda row: row["name"]), key=lambda row: row["auditEventType"], reverse=True)
    assert body["value"] == [{"id": row["id"]} for row in ordered[1:4]]
    assert body["@odata.count"] == len(whole)
    paged = (await client.get("AuditReasons", headers={"Prefer": "maxpagesize=2"})).json()
    assert len(paged["value"]) == 2
    assert len((await client.get(paged["@odata.nextLink"])).json()["value"]) == len(whole) - 2


@pytest.mark.usefixtures("attributes")
async def test_everyone_stands_for_the_group_instead_of_the_user(client):
    for query, expected in [({}, MINE), ({"everyone": False}, MINE), ({"everyone": True}, OURS)]:
        rows = (await client.get("Attributes", params=query)).json()["value"]
        assert {row["key"]: row["value"] for row in rows} == expected


@pytest.mark.usefixtures("attributes")
async def test_attributes_are_a_listing_with_all_options(client):
    options = {"$orderby": "key desc", "$top": 2, "$count": True, "$select": "key"}
    body = (await client.get("Attributes", params=options)).json()
    assert body["value"] == [{"key": "Favourite"}, {"key": "colour"}]
    assert body["@odata.count"] == len(MINE)


@pytest.mark.usefixtures("attributes")
async def test_an_attribute_is_found_by_its_key(client):
    answer = (await client.get("Attributes/COLOUR")).json()
    assert (answer["key"], answer["value"]) == ("colour", "green")
    assert (await client.get("Attributes/banner", params={"everyone": True})).json()["value"] == "Closed on Friday"


@pytest.mark.usefixtures("attributes")
@pytest.mark.parametrize(("key", "everyone"), [("banner", False), ("colour", True), ("nothing", False)])
async def test_an_unknown_key_is_not_found(client, key, everyone):
    answer = await client.get(f"Attributes/{key}", params={"everyone": everyone})
    assert (answer.status_code, answer.json()["errorCode"]) == (404, 9080)
