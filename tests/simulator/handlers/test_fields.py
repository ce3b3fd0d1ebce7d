"""Fields of entries: set, replaced, refused and formatted, in both dialects."""

from __future__ import annotations

import pytest
from tests.simulator.handlers.cabinet import (
    BARE,
    LETTER,
    LETTERS,
    REPORT,
    SHORTCUT,
    TAKEN,
    cabinet,
    outcome,
    repository,
)

__all__ = ["cabinet", "repository"]
pytestmark = pytest.mark.anyio

ONE_V1 = ("profile", ["v1-selfhosted"])
ONE_V2 = ("profile", ["v2-cloud"])


@pytest.fixture(params=["v1-selfhosted", "v2-cloud"])
def profile(request: pytest.FixtureRequest) -> str:
    """One of each dialect and of each kind of installation."""
    return str(request.param)


async def test_a_field_on_a_bare_entry_is_the_only_one_in_the_answer(cabinet):
    answer = await cabinet.put_fields(BARE, {"Subject": ["a"]})
    assert answer.status_code == 200
    (row,) = answer.json()["value"]
    assert row["values"] == cabinet.dialect([{"value": "a", "position": 0}], ["a"])
    assert await cabinet.fields(BARE) == {"Subject": ["a"]}


async def test_fields_that_are_left_out_go_and_those_of_the_template_stay_blank(cabinet):
    answer = await cabinet.put_fields(LETTER, {"Subject": ["Quiet"], "Kind": ["Memo"], "Amount": ["5"]})
    wanted = {"Kind": ["Memo"], "Subject": ["Quiet"], "Sent": [], "Sender": [], "Opens": [], "Amount": ["5"]}
    assert cabinet.read(answer.json()) == wanted == await cabinet.fields(LETTER)
    assert list(await cabinet.fields(LETTER)) == list(wanted)


async def test_several_values_keep_their_order_and_are_counted_from_one(cabinet):
    answer = await cabinet.put_fields(BARE, {"Account": ["20-00", "10-00", "20-00"]})
    (row,) = answer.json()["value"]
    assert cabinet.read(answer.json()) == {"Account": ["20-00", "10-00", "20-00"]}
    if cabinet.is_v1:
        assert [value["position"] for value in row["values"]] == [1, 2, 3]


@pytest.mark.parametrize(*ONE_V1)
@pytest.mark.parametrize("positions", [(2, 1), (1, 0), (9, -4)])
async def test_positions_order_the_values_whatever_they_begin_with(cabinet, positions):
    values = [{"value": f"{place}0-00", "position": position} for place, position in enumerate(positions)]
    await cabinet.client.put(f"Entries/{BARE}/fields", json={"Account": {"values": values}})
    assert await cabinet.fields(BARE) == {"Account": ["10-00", "00-00"]}


@pytest.mark.parametrize("blank", [[], [""]])
async def test_a_field_without_a_value_is_on_the_entry_and_blank(cabinet, blank):
    assert (await cabinet.put_fields(BARE, {"Subject": blank, "Account": blank})).status_code == 200
    assert await cabinet.fields(BARE) == {"Subject": [], "Account": []}


@pytest.mark.parametrize(*ONE_V1)
@pytest.mark.parametrize("blank", [{}, {"values": None}, {"values": [{"value": None, "position": 1}]}])
async def test_null_clears_a_field(cabinet, blank):
    answer = await cabinet.client.put(f"Entries/{LETTERS}/fields", json={"Number": blank})
    assert answer.status_code == 200
    assert await cabinet.fields(LETTERS) == {"Number": []}


async def test_a_build_may_refuse_an_empty_list_of_values(cabinet):
    cabinet.repository.profile = cabinet.repository.profile.with_overrides({"empty_values": "refused"})
    assert outcome(await cabinet.put_fields(BARE, {"Subject": []})) == (400, 9017)
    assert "null" in cabinet.reason()


async def test_a_blank_between_values_keeps_the_places_of_a_group_together(cabinet):
    await cabinet.put_fields(REPORT, {"Account": ["10-00", "", "30-00", ""], "Share": ["0.2", "0.3", "0.5"]})
    fields = await cabinet.fields(REPORT)
    assert (fields["Account"], len(fields["Share"])) == (["10-00", "", "30-00"], 3)
    rows = (await cabinet.client.get(f"Entries/{REPORT}/fields")).json()["value"]
    groups = {row[cabinet.dialect("fieldName", "name")]: row["groupId"] for row in rows}
    assert groups == {"Subject": None, "Amount": None, "Account": 4, "Share": 4}


@pytest.mark.parametrize(
    ("fields", "status", "code"),
    [
        ({"Nothing": ["a"]}, 404, 9016),
        ({"subject": ["a"]}, 404, 9016),
        ({"Subject": ["a", "b"]}, 400, 9017),
        ({"Subject": ["x" * 41]}, 400, 9017),
        ({"Kind": ["letter"]}, 400, 9017),
        ({"Amount": ["much"]}, 400, 9017),
        ({"Amount": ["1000"]}, 400, 9072),
        ({"Account": ["10-00", "1000"]}, 400, 9072),
        ({"Sent": ["2024-01-31T00:00:00Z"]}, 400, 9161),
        ({"Opens": ["noon"]}, 400, 9178),
        ({"Broken": ["a"]}, 400, 9337),
    ],
)
async def test_what_does_not_fit_is_refused_and_changes_nothing(cabinet, fields, status, code):
    before = cabinet.state()
    answer = await cabinet.put_fields(LETTER, {"Subject": ["new"], "Kind": ["Memo"], "Number": ["1"], **fields})
    assert outcome(answer) == (status, code)
    assert next(iter(fields)) in cabinet.reason()
    assert cabinet.state() == before


async def test_a_violated_constraint_shows_the_text_of_the_field(cabinet):
    answer = await cabinet.put_fields(BARE, {"Amount": ["1000"]})
    assert answer.json()["title"].startswith("Less than a thousand")
    assert ">=0 & <1000" in cabinet.reason()


@pytest.mark.parametrize(("profile", "code"), [("v1-selfhosted", 9039), ("v1-cloud", 9066), ("v2-selfhosted", 9066)])
@pytest.mark.parametrize("fields", [{"Kind": ["Memo"]}, {"Kind": ["Memo"], "Subject": [""]}])
async def test_a_required_field_may_not_be_blank(cabinet, fields, code):
    before = cabinet.state()
    assert outcome(await cabinet.put_fields(LETTER, fields)) == (400, code)
    assert '"Subject"' in cabinet.reason()
    assert cabinet.state() == before


async def test_names_are_compared_without_case_where_the_build_does(cabinet):
    cabinet.repository.profile = cabinet.repository.profile.with_overrides({"definition_names": "any-case"})
    assert (await cabinet.put_fields(BARE, {"sUBJECT": ["a"]})).status_code == 200
    assert await cabinet.fields(BARE) == {"Subject": ["a"]}
    assert outcome(await cabinet.put_fields(BARE, {"subject": ["a"], "Subject": ["b"]})) == (400, 216)


@pytest.mark.parametrize(*ONE_V2)
async def test_a_field_that_comes_twice_in_a_list_is_refused(cabinet):
    body = {"fields": [{"name": "Account", "values": ["10-00"]}, {"name": "Account", "values": ["20-00"]}]}
    answer = await cabinet.client.put(f"Entries/{BARE}/Fields", json=body)
    assert outcome(answer) == (400, 216)
    assert await cabinet.fields(BARE) == {}


@pytest.mark.parametrize(("profile", "status"), [("v1-selfhosted", 500), ("v1-cloud", 404)])
async def test_fields_wrapped_in_an_object_are_what_v1_dies_of(cabinet, status):
    body = {"fields": {"Subject": {"values": [{"value": "a", "position": 1}]}}}
    cabinet.client.event_hooks = {}  # a request that the description does not allow
    answer = await cabinet.client.put(f"Entries/{LETTER}/fields", json=body)
    assert answer.status_code == status
    assert "fields" in cabinet.reason()
    assert (await cabinet.fields(LETTER))["Subject"] == ["Noise"]


async def test_a_number_stands_for_its_text(cabinet):
    cabinet.client.event_hooks = {}  # the description wants texts
    values = [{"value": 12.50, "position": 1}]
    body = cabinet.dialect({"Amount": {"values": values}}, {"fields": [{"name": "Amount", "values": [12.50]}]})
    assert (await cabinet.client.put(f"Entries/{BARE}/fields", json=body)).status_code == 200
    assert await cabinet.fields(BARE) == {"Amount": ["12.5"]}


@pytest.mark.parametrize("place", ["Subject", "\\ud83d"])
async def test_half_a_character_is_refused_wherever_it_stands(cabinet, place):
    cabinet.client.event_hooks = {}
    fields = (
        '{"%s": {"values": [{"value": "\\ud83d"}]}}'
        if cabinet.is_v1
        else '{"fields": [{"name": "%s", "values": ["\\ud83d"]}]}'
    )
    headers = {"Content-Type": "application/json"}
    answer = await cabinet.client.put(f"Entries/{BARE}/fields", content=fields % place, headers=headers)
    assert outcome(answer) == (400, 216)


async def test_a_token_in_a_value_is_replaced(cabinet):
    cabinet.repository.clock.freeze()
    await cabinet.put_fields(BARE, {"Subject": ["by %(UserName)"], "Sent": ["%(Date)"]})
    fields = await cabinet.fields(BARE)
    assert fields["Subject"] == ["by demo"]
    assert fields["Sent"][0].endswith("T00:00:00")
    assert outcome(await cabinet.put_fields(BARE, {"Subject": ["%(Date)"]}, culture="nowhere")) == (400, 216)


async def test_a_shortcut_writes_the_fields_of_its_target(cabinet):
    await cabinet.put_fields(SHORTCUT, {"Subject": ["Quiet"], "Kind": ["Memo"]})
    assert (await cabinet.fields(LETTER))["Subject"] == ["Quiet"]
    assert cabinet.rows("SELECT * FROM entry_field WHERE entry_id = ?", SHORTCUT) == []


async def test_a_write_changes_the_time_of_the_entry_and_what_a_search_finds(cabinet):
    cabinet.repository.clock.freeze()
    await cabinet.put_fields(BARE, {"Subject": ["Quetzalcoatl"]})
    (modified,) = cabinet.rows("SELECT modified FROM entry WHERE id = ?", BARE)[0]
    assert modified == cabinet.repository.clock.now().strftime("%Y-%m-%dT%H:%M:%SZ")
    found = await cabinet.client.post("SimpleSearches", json={"searchCommand": '{[]:[Subject]="Quetzalcoatl"}'})
    assert [row["id"] for row in found.json()["value"]] == [BARE]
    found = await cabinet.client.post("SimpleSearches", json={"searchCommand": '{LF:Basic~="Quetzalcoatl"}'})
    assert [row["id"] for row in found.json()["value"]] == [BARE]


WRITES = {
    "fields": lambda cabinet, entry: cabinet.put_fields(entry, {"Subject": ["a"]}),
    "template": lambda cabinet, entry: cabinet.put_template(entry, "Bill"),
    "no template": lambda cabinet, entry: cabinet.client.delete(f"Entries/{entry}/template"),
    "tags": lambda cabinet, entry: cabinet.put_tags(entry, "Copy"),
    "links": lambda cabinet, entry: cabinet.put_links(entry, (1, REPORT)),
}


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
async def test_who_may_not_write_metadata_is_denied_everywhere(cabinet, write):
    await cabinet.become("reader")
    before = cabinet.state()
    assert outcome(await write(cabinet, LETTER)) == (403, 9013)
    assert "WriteMetadata" in cabinet.reason()
    assert cabinet.state() == before


@pytest.mark.parametrize("part", ["fields", "tags", "links"])
async def test_who_may_not_read_an_entry_is_denied_its_metadata(cabinet, part):
    await cabinet.become("passer-by")
    assert outcome(await cabinet.client.get(f"Entries/{LETTER}/{part}")) == (403, 9013)


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
async def test_what_another_has_checked_out_is_locked_everywhere(cabinet, write):
    before = cabinet.state()
    assert outcome(await write(cabinet, TAKEN)) == (423, 9014)
    assert "reader" in cabinet.reason()
    assert cabinet.state() == before


@pytest.mark.parametrize("write", WRITES.values(), ids=WRITES)
async def test_an_entry_that_does_not_exist_is_404_everywhere(cabinet, write):
    assert outcome(await write(cabinet, 999)) == (404, 9001)


async def test_fields_are_listed_formatted_in_the_culture_that_is_asked_for(cabinet):
    flag = cabinet.dialect("formatValue", "formatFieldValues")
    american = await cabinet.client.get(f"Entries/{REPORT}/fields", params={flag: "true"})
    french = await cabinet.client.get(f"Entries/{REPORT}/fields", params={flag: "true", "culture": "fr-FR"})
    assert cabinet.read(american.json()) | {"Subject": []} == {
        "Subject": [],
        "Amount": [],
        "Account": [],
        "Share": ["25%", "75%"],
        "Fee": ["€1,250.50"],
    }
    assert cabinet.read(french.json())["Share"] == ["25\N{NO-BREAK SPACE}%", "75\N{NO-BREAK SPACE}%"]


async def test_a_culture_counts_only_where_values_are_formatted(cabinet):
    flag = cabinet.dialect("formatValue", "formatFieldValues")
    address = f"Entries/{REPORT}/fields"
    assert (await cabinet.client.get(address, params={"culture": "nowhere"})).status_code == 200
    refused = await cabinet.client.get(address, params={flag: "true", "culture": "nowhere"})
    assert outcome(refused) == (400, 216)
    assert "nowhere" in cabinet.reason()


async def test_rows_of_listings_and_searches_show_formatted_fields(cabinet):
    flag = cabinet.dialect("formatFields", "formatFieldValues")
    params = {"fields": ["Fee", "Sent"], flag: "true", "culture": "de-DE"}
    folder = cabinet.dialect("Laserfiche.Repository.Folder/children", "Folder/Children")
    listed = (await cabinet.client.get(f"Entries/1/{folder}", params=params)).json()
    command = {"searchCommand": '{LF:Name="Report"}'}
    found = (await cabinet.client.post("SimpleSearches", json=command, params=params)).json()
    shown = {row["id"]: cabinet.read({"value": row["fields"]}) for row in listed["value"]}
    assert shown[REPORT] == {"Fee": ["1.250,50\N{NO-BREAK SPACE}€"], "Sent": []}
    assert shown[LETTER] == {"Fee": [], "Sent": ["31.1.2024"]}
    assert cabinet.read({"value": found["value"][0]["fields"]}) == shown[REPORT]


@pytest.mark.parametrize(
    ("chosen", "cities"),
    [
        ({"Country": "France"}, ["Lyon", "Paris"]),
        ({"country": "PERU", "Subject": "ignored", "Nothing": "ignored"}, ["Lima"]),
        ({"Country": "Chile"}, []),
        ({}, []),
    ],
)
async def test_dynamic_fields_offer_what_the_others_allow(cabinet, chosen, cities):
    body = {"templateId": 3, "fieldValues": chosen}
    answer = await cabinet.client.post(f"Entries/{BARE}/fields/GetDynamicFieldLogicValue", json=body)
    assert (answer.status_code, answer.json()) == (200, {"City": cities})


async def test_dynamic_fields_begin_with_the_values_of_the_entry(cabinet):
    await cabinet.put_template(BARE, "Place", {"Country": ["Peru"]})
    address = f"Entries/{BARE}/fields/GetDynamicFieldLogicValue"
    assert (await cabinet.client.post(address, json={"templateId": 3})).json() == {"City": ["Lima"]}
    other = {"templateId": 3, "fieldValues": {"Country": "France"}}
    assert (await cabinet.client.post(address, json=other)).json() == {"City": ["Lyon", "Paris"]}


@pytest.mark.parametrize(("template", "status", "code"), [(1, 200, 0), (99, 404, 9015), (0, 400, 216), (-1, 400, 216)])
async def test_dynamic_fields_need_a_template_and_it_may_have_none(cabinet, template, status, code):
    answer = await cabinet.client.post(
        f"Entries/{BARE}/fields/GetDynamicFieldLogicValue", json={"templateId": template}
    )
    assert outcome(answer) == (status, code)
    assert status != 200 or answer.json() == {}
