"""Definitions of fields, templates, tags and links, on every profile."""

from __future__ import annotations

import pytest
from tests.simulator.handlers.cabinet import CORPUS

from lf_simulator.store.database import Database

pytestmark = pytest.mark.anyio


@pytest.fixture
def template_fields(dialect):
    return dialect("Fields", "FieldDefinitions")


async def test_all_field_definitions_are_listed_by_ascending_id(client, repository):
    body = (await client.get("FieldDefinitions", params={"$count": "true"})).json()
    rows = repository.database.connection.execute("SELECT id, name FROM field_definition ORDER BY id").fetchall()
    assert [(row["id"], row["name"]) for row in body["value"]] == rows
    assert body["@odata.count"] == len(rows)


async def test_following_the_links_of_definitions_gives_each_exactly_once(client):
    everything = (await client.get("FieldDefinitions")).json()["value"]
    url, found = "FieldDefinitions", []
    while url:
        body = (await client.get(url, headers={"Prefer": "maxpagesize=9"})).json()
        found += body["value"]
        url = body.get("@odata.nextLink")
    assert found == everything


async def test_one_definition_is_the_row_of_the_listing(client):
    rows = (await client.get("FieldDefinitions")).json()["value"]
    for row in rows[:5]:
        body = (await client.get(f"FieldDefinitions/{row['id']}")).json()
        assert {name: value for name, value in body.items() if name != "@odata.context"} == row


async def test_a_template_has_as_many_fields_as_it_says_by_id_and_by_name(client, template_fields):
    templates = (await client.get("TemplateDefinitions")).json()["value"]
    assert {row["name"] for row in templates} >= {"AP Invoice", "Lease", "Permit"}
    for template in templates:
        by_id = (await client.get(f"TemplateDefinitions/{template['id']}/{template_fields}")).json()["value"]
        named = {"templateName": template["name"]}
        by_name = (await client.get(f"TemplateDefinitions/{template_fields}", params=named)).json()["value"]
        assert by_id == by_name
        assert len(by_id) == template["fieldCount"] > 0


async def test_the_name_filter_gives_exactly_one_template(client):
    (row,) = (await client.get("TemplateDefinitions", params={"templateName": "Lease"})).json()["value"]
    assert row["name"] == "Lease"
    body = (await client.get(f"TemplateDefinitions/{row['id']}", params={"$select": "fieldCount"})).json()
    assert {name for name in body if name[0] != "@"} == {"fieldCount"}


async def test_definitions_are_ordered_chosen_and_cut_as_asked(client):
    options = {"$orderby": "fieldType,name desc", "$select": "name,fieldType", "$top": 12, "$skip": 3}
    whole = (await client.get("FieldDefinitions")).json()["value"]
    rows = (await client.get("FieldDefinitions", params=options)).json()["value"]
    by_name = sorted(whole, key=lambda row: row["name"].casefold(), reverse=True)
    expected = sorted(by_name, key=lambda row: row["fieldType"].casefold())[3:15]
    assert rows == [{"name": row["name"], "fieldType": row["fieldType"]} for row in expected]


@pytest.mark.parametrize(
    ("address", "code"),
    [
        ("FieldDefinitions/9999", 9016),
        ("TemplateDefinitions/9999", 9015),
        ("TemplateDefinitions?templateName=Leases", 9015),
        ("TemplateDefinitions?templateName=lease", 9015),
    ],
)
async def test_a_definition_that_does_not_exist_is_404(client, address, code):
    answer = await client.get(address)
    assert (answer.status_code, answer.json()["errorCode"]) == (404, code)


@pytest.mark.parametrize(("profile", "status"), [("v1-selfhosted", 400), ("v2-selfhosted", 200), ("v2-cloud", 200)])
async def test_a_large_top_is_refused_for_definitions_on_self_hosted_v1(client, status):
    assert (await client.get("FieldDefinitions", params={"$top": 200, "$skip": 0})).status_code == status
    assert (await client.get("FieldDefinitions", params={"$top": 100, "$skip": 0})).status_code == 200


@pytest.fixture
def small(repository):
    """The repository, with the definitions of the tests' own cabinet."""
    repository.database = Database.from_corpus(CORPUS)
    return repository


@pytest.mark.usefixtures("small")
async def test_tag_and_link_definitions_are_the_rows_of_their_listings(client, dialect):
    for kind, key in (("TagDefinitions", "id"), ("LinkDefinitions", dialect("linkTypeId", "id"))):
        rows = (await client.get(kind, params={"$count": "true"})).json()
        assert rows["@odata.count"] == len(rows["value"]) > 1
        for row in rows["value"]:
            body = (await client.get(f"{kind}/{row[key]}")).json()
            assert {name: value for name, value in body.items() if name[0] != "@"} == row


@pytest.mark.usefixtures("small")
async def test_a_link_definition_has_labels_and_no_name(client, dialect):
    body = (await client.get("LinkDefinitions")).json()["value"][0]
    id_, description = dialect(("linkTypeId", "linkTypeDescription"), ("id", "description"))
    assert body == {id_: 1, "sourceLabel": "Message", "targetLabel": "Attachment", description: "What came with it"}


@pytest.mark.usefixtures("small")
async def test_fields_of_a_template_tell_their_group_their_rule_and_how_they_are_shown(client, template_fields):
    bill = (await client.get(f"TemplateDefinitions/2/{template_fields}")).json()["value"]
    assert [(row["groupId"], row["groupName"]) for row in bill] == [(0, ""), (0, ""), (4, "Split"), (4, "Split")]
    assert [row["rule"] for row in bill] == [None] * 4
    place = (await client.get(f"TemplateDefinitions/3/{template_fields}")).json()["value"]
    assert [row["rule"] for row in place] == [None, {"ancestors": [9]}]
    fee = (await client.get("FieldDefinitions/11")).json()
    assert (fee["format"], fee["currency"], fee["formatPattern"]) == ("Currency", "EUR", "")


@pytest.mark.usefixtures("small")
async def test_templates_are_found_without_case_where_the_build_does(client, small):
    small.profile = small.profile.with_overrides({"definition_names": "any-case"})
    (row,) = (await client.get("TemplateDefinitions", params={"templateName": "bILL"})).json()["value"]
    assert row["name"] == "Bill"


@pytest.mark.parametrize(("kind", "code"), [("TagDefinitions", 9077), ("LinkDefinitions", 9094)])
async def test_a_tag_or_link_definition_that_does_not_exist_is_404(client, kind, code):
    answer = await client.get(f"{kind}/9999")
    assert (answer.status_code, answer.json()["errorCode"]) == (404, code)
    assert (await client.get(f"{kind}/0")).status_code == 400
