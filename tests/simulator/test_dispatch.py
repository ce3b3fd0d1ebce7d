"""The order of one exchange: faults at their phase, the journal at the end, state kept between calls."""

from __future__ import annotations

import httpx
import pytest

from lf_simulator import create_app
from lf_simulator.faults.kind import NoAnswer
from lf_simulator.faults.rules import read_plan

pytestmark = pytest.mark.anyio


@pytest.fixture
def arm(client, repository):
    """Put these rules in the place of all others. What a rule answers is not judged by the published descriptions."""
    client.event_hooks = {}
    return lambda *rules: repository.faults.replace(read_plan({"rules": list(rules)}))


@pytest.fixture
def start(dialect):
    return dialect("Searches", "Searches/SearchAsync")


REFUSE = {"operations": ["GetEntry"], "kind": "refuse", "status": 503}


async def test_a_refusal_takes_the_place_of_the_answer_as_the_build_writes_it(client, arm, repository):
    arm({**REFUSE, "error_code": 9131, "title": "Down.", "headers": {"Retry-After": "7"}})
    answer = await client.get("Entries/1")
    body = answer.json()
    assert (answer.status_code, body["errorCode"], answer.headers["retry-after"]) == (503, 9131, "7")
    assert body["title"].startswith("Down.")
    assert answer.headers["content-type"].startswith("application/problem+json")
    exchange = repository.journal.read()[-1]
    assert exchange["fault"] == {"rule": 1, "kind": "refuse", "phase": "before"}
    assert exchange["status"] == 503


@pytest.mark.parametrize(
    ("keys", "text", "content_type"),
    [
        (
            {"body": {"error": {"message": "nested"}}},
            '{"error":{"message":"nested"}}',
            "application/json; charset=utf-8",
        ),
        ({"body": None}, "null", "application/json"),
        ({"text": "<html>"}, "<html>", "text/plain; charset=utf-8"),
        ({"text": "<html>", "content_type": "text/html"}, "<html>", "text/html"),
    ],
)
async def test_a_refusal_may_bring_its_own_body(stranger, arm, repository, keys, text, content_type):
    session = repository.sessions.sign_in("demo", 60)
    arm({**REFUSE, "status": 200, **keys})
    answer = await stranger.get("Entries/1", headers={"Authorization": f"Bearer {session.token}"})
    assert (answer.status_code, answer.text, answer.headers["content-type"]) == (200, text, content_type)


async def test_a_fault_may_be_aimed_by_the_other_dialects_name(client, arm, start):
    arm({"operations": ["CreateSearchOperation"], "kind": "refuse", "status": 500, "times": 1})
    body = {"searchCommand": "lease"}
    assert [(await client.post(start, json=body)).status_code // 100 for _ in range(2)] == [5, 2]


async def test_a_fault_before_leaves_no_effect_and_one_after_keeps_it(client, arm, repository, start):
    rule = {"operations": ["StartSearchEntry"], "kind": "refuse", "status": 500}
    for phase, opened in [("before", 0), ("after", 1)]:
        arm({**rule, "phase": phase})
        assert (await client.post(start, json={"searchCommand": "lease"})).status_code == 500
        assert len(repository.tasks.open) == opened


async def test_a_fault_strikes_after_sign_in_unless_it_is_aimed_at_it(client, arm):
    arm({**REFUSE, "operations": ["*"]})
    form = {"grant_type": "password", "username": "demo", "password": "demo"}
    assert (await client.get("Entries/1", headers={"Authorization": "Bearer x"})).status_code == 401
    assert (await client.get("Entries/1")).status_code == 503
    assert (await client.post("Token", data=form)).status_code == 200
    arm({**REFUSE, "operations": ["CreateToken"]})
    assert (await client.post("Token", data=form)).status_code == 503


async def test_a_delay_only_delays_and_the_body_is_still_read(client, arm, start):
    arm({"operations": ["StartSearchEntry"], "kind": "delay", "wait_ms": 1})
    assert (await client.post(start, json={"searchCommand": "lease"})).is_success


async def test_a_dropped_exchange_has_no_answer_but_a_journal_entry(client, arm, repository):
    arm({"operations": ["GetEntry"], "kind": "drop"})
    with pytest.raises(NoAnswer):
        await client.get("Entries/1")
    exchange = repository.journal.read()[-1]
    assert (exchange["status"], exchange["operation"], exchange["fault"]["kind"]) == (None, "GetEntry", "drop")


async def test_the_journal_has_the_exchange_when_the_client_has_the_answer(client, repository, start, dialect):
    client.event_hooks = {}  # the published description has no such parameter
    await client.post(start, json={"searchCommand": "lease"}, params={"x": "1"})
    exchange = repository.journal.read()[-1]
    assert exchange["operation"] == dialect("CreateSearchOperation", "StartSearchEntry")
    assert (exchange["version"], exchange["method"], exchange["query"]) == (dialect.version, "POST", "x=1")
    assert (exchange["user"], exchange["status"]) == ("demo", dialect(201, 202))
    assert exchange["request"]["body"] == {"searchCommand": "lease"}
    assert set(exchange["response"]["body"]) == {dialect("token", "taskId")}
    assert exchange["fault"] is None


async def test_a_route_that_fits_nothing_is_in_the_journal_without_an_operation(client, repository):
    await client.get("Nonsense")
    exchange = repository.journal.read()[-1]
    assert (exchange["operation"], exchange["status"]) == (None, 404)


async def test_neither_password_nor_token_can_be_read_from_the_journal(client, repository):
    form = {"grant_type": "password", "username": "demo", "password": "demo-secret-word"}
    await client.post("Token", data=form)
    await client.post("Token", data={**form, "password": "demo"})
    await client.get("Entries/1")
    shown = str(repository.journal.read())
    assert "demo-secret-word" not in shown
    assert client.headers["Authorization"].removeprefix("Bearer ") not in shown


async def test_a_mistake_of_the_simulators_own_is_a_500_and_not_a_broken_connection(client, repository, caplog):
    client.event_hooks = {}  # a 500 is described nowhere
    repository.database.connection.execute("PRAGMA foreign_keys = OFF")
    repository.database.connection.execute("DROP TABLE template_field")
    answer = await client.get("TemplateDefinitions")
    assert answer.status_code == 500
    assert "simulator itself failed" in repository.journal.read()[-1]["reason"]
    assert "template_field" in caplog.text
    repository.database.connection.rollback()


async def test_every_answer_names_its_request(client):
    ids = [(await client.get(url)).headers["x-requestid"] for url in ("Entries/1", "Entries/1", "Nonsense")]
    assert len(set(ids)) == 3


async def test_what_a_client_did_lasts_until_the_reset(client, repository, start):
    await client.post(start, json={"searchCommand": "lease"})
    assert len(repository.tasks.open) == 1
    repository.reset(keep={"sessions"})
    assert repository.tasks.open == []
    assert (await client.get("Entries/604")).status_code == 200


async def test_repositories_share_nothing(client, registry, repository, start):
    other = registry.create(profile=repository.profile.name)
    try:
        await client.post(start, json={"searchCommand": "lease"})
        assert (len(other.tasks.open), len(other.journal)) == (0, 0)
    finally:
        registry.delete(other.id)


async def test_addresses_of_no_kind_of_server_are_404(registry):
    transport = httpx.ASGITransport(create_app(registry))
    async with httpx.AsyncClient(transport=transport, base_url="http://sim.test") as client:
        for path in ("/", "/elsewhere/v1/Repositories", "/LFRepositoryAPI/v3/Repositories", "/LFRepositoryAPI"):
            answer = await client.get(path)
            assert (answer.status_code, answer.json()["status"]) == (404, 404), path
