"""The template of an entry: assigned, changed and removed, in both dialects."""

from __future__ import annotations

import pytest
from tests.simulator.handlers.cabinet import BARE, LETTER, REPORT, SHORTCUT, cabinet, outcome, repository

__all__ = ["cabinet", "repository"]
pytestmark = pytest.mark.anyio


@pytest.fixture(params=["v1-selfhosted", "v2-cloud"])
def profile(request: pytest.FixtureRequest) -> str:
    """One of each dialect and of each kind of installation."""
    return str(request.param)


async def test_a_template_brings_its_fields_with_given_values_and_defaults(cabinet):
    cabinet.repository.clock.freeze()
    body = (await cabinet.put_template(BARE, "Letter", {"Subject": ["Hello"], "Kind": ["Memo"]})).json()
    assert (body["id"], body["templateName"], body["templateId"]) == (BARE, "Letter", 1)
    fields = await cabinet.fields(BARE)
    assert list(fields) == ["Kind", "Subject", "Sent", "Sender", "Opens"]
    assert (fields["Kind"], fields["Subject"], fields["Sender"]) == (["Memo"], ["Hello"], ["demo"])
    today = cabinet.repository.clock.now().date()
    (sent,) = fields["Sent"]
    assert abs((today - today.fromisoformat(sent[:10])).days) <= 1  # a self-hosted server has a zone of its own
    assert fields["Opens"] == []  # its default does not fit


async def test_a_field_that_is_given_without_a_value_has_no_default(cabinet):
    await cabinet.put_template(BARE, "Letter", {"Subject": ["Hello"], "Sender": []})
    assert (await cabinet.fields(BARE))["Sender"] == []
    assert (await cabinet.fields(BARE))["Kind"] == ["Letter"]


async def test_another_template_keeps_shared_and_independent_fields_and_drops_the_rest(cabinet):
    body = (await cabinet.put_template(LETTER, "Bill", {"Amount": ["5"]})).json()
    assert body["templateName"] == "Bill"
    wanted = {"Subject": ["Noise"], "Amount": ["5"], "Account": [], "Share": [], "Number": ["12"]}
    assert await cabinet.fields(LETTER) == wanted
    assert list(await cabinet.fields(LETTER)) == list(wanted)
    if not cabinet.is_v1:
        assert body["templateFieldNames"] == ["Subject", "Amount", "Account", "Share"]


async def test_the_same_template_again_changes_only_what_is_given(cabinet):
    before = await cabinet.fields(LETTER)
    await cabinet.put_template(LETTER, "Letter", {"Subject": ["Quiet"]})
    assert await cabinet.fields(LETTER) == before | {"Subject": ["Quiet"]}


async def test_an_independent_field_becomes_the_templates_with_its_value(cabinet):
    await cabinet.put_fields(BARE, {"Number": ["3"], "Amount": ["9"]})
    await cabinet.put_template(BARE, "Bill")
    assert await cabinet.fields(BARE) == {"Subject": [], "Amount": ["9"], "Account": [], "Share": [], "Number": ["3"]}


async def test_only_fields_of_the_template_are_written(cabinet):
    await cabinet.put_template(LETTER, "Letter", {"Number": ["99"], "Amount": ["1"]})
    fields = await cabinet.fields(LETTER)
    assert fields["Number"] == ["12"]
    assert "Amount" not in fields


@pytest.mark.parametrize(
    ("name", "fields", "status", "code"),
    [
        ("fake_template", {}, 404, 9015),
        ("bill", {}, 404, 9015),
        ("Bill", {"Amonut": ["1"]}, 404, 9016),
        ("Bill", {"Amount": ["-1"]}, 400, 9072),
        ("Bill", {"Subject": ["a", "b"]}, 400, 9017),
    ],
)
async def test_what_does_not_fit_is_refused_and_changes_nothing(cabinet, name, fields, status, code):
    before = cabinet.state()
    assert outcome(await cabinet.put_template(LETTER, name, fields)) == (status, code)
    assert cabinet.state() == before


async def test_an_unknown_template_has_the_title_that_the_official_tests_know(cabinet):
    answer = await cabinet.put_template(1, "fake_template", {})
    assert answer.json()["title"].startswith("Template not found.")


@pytest.mark.parametrize(("profile", "code"), [("v1-selfhosted", 9039), ("v2-selfhosted", 9066)])
async def test_required_fields_need_a_value_or_a_default(cabinet, code):
    before = cabinet.state()
    answer = await cabinet.put_template(BARE, "Letter")
    assert outcome(answer) == (400, code)
    assert '"Subject"' in cabinet.reason()
    assert '"Kind"' not in cabinet.reason()
    assert cabinet.state() == before


@pytest.mark.parametrize("body", [{}, {"templateName": ""}, {"templateName": None}])
async def test_a_template_must_be_named(cabinet, body):
    cabinet.client.event_hooks = {}  # requests that the description of v2 does not allow
    assert (await cabinet.client.put(f"Entries/{BARE}/template", json=body)).status_code == 400


async def test_removing_a_template_takes_its_fields_and_leaves_the_others(cabinet):
    body = (await cabinet.client.delete(f"Entries/{LETTER}/template")).json()
    assert (body["id"], body["templateId"], body["templateName"]) == (LETTER, 0, "")
    assert await cabinet.fields(LETTER) == {"Number": ["12"]}


async def test_removing_no_template_changes_nothing(cabinet):
    before = cabinet.state()
    answer = await cabinet.client.delete(f"Entries/{BARE}/template")
    assert (answer.status_code, answer.json()["templateId"]) == (200, 0)
    assert cabinet.state() == before


async def test_a_shortcut_writes_the_template_of_its_target_and_answers_it(cabinet):
    body = (await cabinet.put_template(SHORTCUT, "Bill")).json()
    assert (body["id"], body["templateName"]) == (LETTER, "Bill")


async def test_a_removed_value_is_found_no_more(cabinet):
    command = {"searchCommand": '{LF:Basic~="Noise"}'}
    assert (await cabinet.client.post("SimpleSearches", json=command)).json()["value"][0]["id"] == LETTER
    await cabinet.client.delete(f"Entries/{LETTER}/template")
    answer = await cabinet.client.post("SimpleSearches", json=command)
    assert answer.status_code == 204 or answer.json()["value"] == []


async def test_a_group_is_told_by_the_template_and_ties_its_fields(cabinet):
    await cabinet.put_template(BARE, "Bill")
    rows = (await cabinet.client.get(f"Entries/{REPORT}/fields")).json()["value"]
    assert [row["groupId"] for row in rows if row["isMultiValue"]] == [4, 4]
