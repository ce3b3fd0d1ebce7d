"""A fault plan is read strictly, counts every call, and each kind does what it says to a real client."""

from __future__ import annotations

import asyncio
import contextlib
import json
import re
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from lf_simulator import serving
from lf_simulator.app import create_app
from lf_simulator.checks import BadValue
from lf_simulator.faults import reading
from lf_simulator.faults.breaking import Drop
from lf_simulator.faults.connection import Connection
from lf_simulator.faults.kind import NoAnswer
from lf_simulator.faults.kinds import KINDS
from lf_simulator.faults.moment import Moment
from lf_simulator.faults.plan import FaultPlan
from lf_simulator.faults.refusing import Refuse
from lf_simulator.faults.rules import read_plan
from lf_simulator.faults.waiting import Hang
from lf_simulator.registry import Registry

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from lf_simulator.repository import Repository

pytestmark = pytest.mark.anyio

OPERATIONS = ["GetEntry", "GetEntryByPath", "SearchEntry", "CreateSimpleSearchOperation", "CreateToken"]
RULE_KEYS = "operations, kind, phase, label, nth, times, every, probability, from_seconds, until_seconds, entry, user"
REFUSE_KEYS = (
    "status, error_code, title, body, text, content_type, headers, like, html, nested, retry_after, retry_after_form"
)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


def refuse(**keys: Any) -> dict[str, Any]:
    return {"operations": ["*"], "kind": "refuse", "status": 503, **keys}


def without(rule: dict[str, Any], key: str) -> dict[str, Any]:
    return {name: value for name, value in rule.items() if name != key}


@pytest.mark.parametrize(
    ("rule", "sentence"),
    [
        ("hang", 'must be an object, not "hang"'),
        (without(refuse(), "kind"), 'key "kind" is missing'),
        (refuse(kind="refuze"), f'unknown kind "refuze" (did you mean refuse?); there is {", ".join(KINDS)}'),
        (refuse(kind=3), "kind: must be a text, not 3"),
        (without(refuse(), "operations"), 'key "operations" is missing'),
        (refuse(operations=[]), "operations: must be a list of at least one text, not []"),
        (refuse(operations="GetEntry"), 'operations: must be a list of at least one text, not "GetEntry"'),
        (
            refuse(operations=["GetEntry", "GetEntri"]),
            'operations: unknown operation "GetEntri"; nearest: GetEntry, GetEntryByPath; '
            "`lf-simulator list operations` names them all",
        ),
        (
            refuse(stauts=500),
            f'unknown key "stauts" (did you mean status?); there is {RULE_KEYS}, {REFUSE_KEYS}',
        ),
        (
            {"operations": ["*"], "kind": "hang", "status": 500},
            f'unknown key "status"; there is {RULE_KEYS}',
        ),
        (without(refuse(), "status"), 'key "status" is missing'),
        ({"operations": ["*"], "kind": "delay"}, 'key "wait_ms" is missing'),
        (
            {"operations": ["*"], "kind": "delay", "wait_ms": -1},
            "wait_ms: must be a whole number from 0 to 600000, not -1",
        ),
        (refuse(status=99), "status: must be a whole number from 200 to 599, not 99"),
        (refuse(status=True), "status: must be a whole number from 200 to 599, not true"),
        (
            refuse(phase="during"),
            "phase: must be before, after, sign-in, body:BYTES, page:NUMBER or poll:NUMBER "
            '(numbers from 1, bytes from 0), not "during"',
        ),
        (refuse(nth=0), "nth: must be a whole number of 1 or more, not 0"),
        (refuse(times="2"), 'times: must be a whole number of 1 or more, not "2"'),
        (refuse(status=204, text="x"), "an answer with status 204 has no body"),
        (refuse(status=304, body=1), "an answer with status 304 has no body"),
        (refuse(body={}, text=""), "body and text exclude each other"),
        (refuse(body=None, error_code=9013), "error_code belongs to the problem, which body or text replaces"),
        (refuse(text="", title="x"), "title belongs to the problem, which body or text replaces"),
        (
            refuse(headers={"Content-Length": "3"}),
            "headers: must be an object of header names and texts, without content-length, transfer-encoding, "
            'connection, content-type, not {"Content-Length": "3"}',
        ),
        (
            refuse(headers={"X": "a\r\nSet-Cookie: b"}),
            "headers: must be an object of header names and texts, without content-length, transfer-encoding, "
            'connection, content-type, not {"X": "a\\r\\nSet-Cookie: b"}',
        ),
        (refuse(content_type="a\nb"), 'content_type: must be a printable text in ASCII, not "a\\nb"'),
        (refuse(probability=1.5), "probability: must be a number from 0 to 1, not 1.5"),
        (refuse(probability=-0.1), "probability: must be a number from 0 to 1, not -0.1"),
        (refuse(probability=float("nan")), "probability: must be a number from 0 to 1, not NaN"),  # TOML has it
        (refuse(probability=True), "probability: must be a number from 0 to 1, not true"),
        (refuse(from_seconds=float("inf")), "from_seconds: must be a number of 0 or more, not Infinity"),
        (refuse(from_seconds=9, until_seconds=9), "until_seconds: must be later than from_seconds, which is 9"),
        (refuse(nth=1, every=2), "nth and every exclude each other"),
        (refuse(entry=[]), "entry: must be an entry id, or a list of them, not []"),
        (refuse(entry="604"), 'entry: must be an entry id, or a list of them, not "604"'),
        (refuse(user=5), "user: must be a text, not 5"),
        (refuse(phase="body:3"), 'phase: refuse has before, after, sign-in, page:k, poll:k, not "body:3"'),
        (
            {"operations": ["*"], "kind": "lose", "phase": "before"},
            'phase: lose has after, not "before"',
        ),
        (
            {"operations": ["*"], "kind": "count", "by": 1, "phase": "poll:1"},
            'phase: count has after, page:k, not "poll:1"',
        ),
        ({"operations": ["*"], "kind": "count", "by": 1, "exactly": 1}, 'needs either "by" or "exactly"'),
        ({"operations": ["*"], "kind": "malform", "how": "null"}, 'key "member" is missing'),
        (
            {"operations": ["*"], "kind": "delay", "wait_ms": 9, "up_to_ms": 5},
            "up_to_ms must be at least wait_ms, which is 9",
        ),
        (
            {"operations": ["*"], "kind": "task", "fate": "stuck", "share": 0.5},
            "share says when it fails or is cancelled, and a stuck one does neither",
        ),
    ],
    ids=lambda value: value[:40] if isinstance(value, str) else "",
)
def test_a_rule_that_does_not_fit_is_refused_in_one_line(rule: object, sentence: str) -> None:
    with pytest.raises(BadValue) as refused:
        read_plan({"rules": [refuse(), rule]}, OPERATIONS)
    assert str(refused.value) == f"rules[1]: {sentence}"


@pytest.mark.parametrize(
    ("plan", "sentence"),
    [
        ([], "plan: must be an object, not []"),
        ({}, 'plan: key "rules" is missing'),
        ({"rules": {}}, "plan: rules: must be a list, not {}"),
        ({"rules": [], "rule": []}, 'plan: unknown key "rule" (did you mean rules?); there is rules'),
    ],
)
def test_a_plan_that_does_not_fit_is_refused_in_one_line(plan: object, sentence: str) -> None:
    with pytest.raises(BadValue, match=f"^{re.escape(sentence)}$"):
        read_plan(plan, OPERATIONS)


@pytest.mark.parametrize(
    ("operations", "phase", "sentence"),
    [
        (["GetEntry"], "page:2", "GetEntry is no operation that answers in pages, so it has no page:2"),
        (
            ["ListEntries", "ListTasks"],
            "page:1",
            "ListTasks is no operation that answers in pages, so it has no page:1",
        ),
        (["ImportDocument"], "poll:1", "ImportDocument is no operation that looks at a task, so it has no poll:1"),
        (["ImportEntry"], "poll:3", "ImportEntry is no operation that looks at a task, so it has no poll:3"),
    ],
)
def test_a_phase_that_an_operation_does_not_have_is_refused(operations: list[str], phase: str, sentence: str) -> None:
    with pytest.raises(BadValue) as refused:
        reading.read_plan({"rules": [refuse(operations=operations, phase=phase)]})
    assert str(refused.value) == f"rules[0]: phase: {sentence}"


def armed(*rules: dict[str, Any]) -> FaultPlan:
    plan = FaultPlan()
    plan.add(read_plan({"rules": list(rules)}, OPERATIONS))
    return plan


def fired(plan: FaultPlan, calls: int, *, called: tuple[str, ...] = ("GetEntry",), phase: str = "before") -> list[Any]:
    return [[fault.rule for fault in plan.hits(Moment(phase, called))] for _ in range(calls)]


@pytest.mark.parametrize(
    ("limits", "expected"),
    [
        ({}, [[1], [1], [1], [1]]),
        ({"times": 2}, [[1], [1], [], []]),
        ({"nth": 3}, [[], [], [1], []]),
        ({"nth": 2, "times": 1}, [[], [1], [], []]),
    ],
)
def test_a_rule_fires_on_the_calls_that_it_names(limits: dict[str, int], expected: list[Any]) -> None:
    assert fired(armed(refuse(**limits)), 4) == expected


def test_rules_count_what_matched_and_what_fired() -> None:
    plan = armed(refuse(operations=["GetEntry"], nth=2), refuse(operations=["SearchEntry"]))
    fired(plan, 3)
    assert [(rule["matched"], rule["fired"]) for rule in plan.describe()] == [(3, 1), (0, 0)]
    assert [rule["id"] for rule in plan.never_fired()] == [2]


def test_a_rule_reaches_an_operation_by_the_name_of_either_dialect() -> None:
    called = ("CreateSimpleSearchOperation", "SearchEntry")
    assert fired(armed(refuse(operations=["SearchEntry"])), 1, called=called) == [[1]]
    assert fired(armed(refuse(operations=["CreateSimpleSearchOperation"])), 1, called=called) == [[1]]
    assert fired(armed(refuse(operations=["GetEntry"])), 1, called=called) == [[]]


def test_the_sign_in_is_hit_only_by_name() -> None:
    assert fired(armed(refuse()), 1, called=("CreateToken",)) == [[]]
    assert fired(armed(refuse(operations=["CreateToken"])), 1, called=("CreateToken",)) == [[1]]


def test_a_rule_counts_only_in_its_phase() -> None:
    plan = armed(refuse(phase="after", times=1))
    assert fired(plan, 2, phase="before") == [[], []]
    assert fired(plan, 2, phase="after") == [[1], []]
    assert plan.describe()[0]["matched"] == 2


def test_a_fault_that_ends_the_exchange_hides_those_behind_it() -> None:
    delay = {"operations": ["*"], "kind": "delay", "wait_ms": 1, "times": 2}
    plan = armed(delay, refuse(times=1), {"operations": ["*"], "kind": "hang", "times": 1})
    assert fired(plan, 4) == [[1, 2], [1, 3], [], []]
    assert [rule["matched"] for rule in plan.describe()] == [4, 4, 4]


def test_adding_keeps_what_was_counted_and_replacing_begins_anew() -> None:
    plan = armed(refuse(times=1))
    fired(plan, 2)
    plan.add(read_plan({"rules": [refuse(times=1)]}, OPERATIONS))
    assert [(rule["id"], rule["matched"]) for rule in plan.describe()] == [(1, 2), (2, 0)]
    plan.replace(read_plan({"rules": [refuse()]}, OPERATIONS))
    assert [(rule["id"], rule["matched"]) for rule in plan.describe()] == [(3, 0)]
    plan.clear()
    assert plan.describe() == []
    assert plan.hits(Moment("before", ("GetEntry",))) == []


def test_a_described_rule_is_a_rule_again() -> None:
    rule = refuse(operations=["GetEntry", "SearchEntry"], phase="after", nth=3, body=None, headers={"Retry-After": "7"})
    [shown] = armed(rule).describe()
    assert shown == {**rule, "id": 1, "matched": 0, "fired": 0}


# Over a real connection


@contextlib.asynccontextmanager
async def simulator(*rules: dict[str, Any]) -> AsyncIterator[tuple[httpx.AsyncClient, Repository]]:
    """A client that is signed in at a served repository of profile v2-selfhosted, with these faults armed."""
    registry = Registry(seed=1)
    repository = registry.create(id="demo", profile="v2-selfhosted")
    with contextlib.closing(serving.listen(port=0)) as bound, contextlib.closing(registry):
        async with serving.running(create_app(registry), bound) as url:
            base = f"{url}/LFRepositoryAPI/v2/Repositories/demo"
            async with httpx.AsyncClient(base_url=base, timeout=10) as client:
                form = {"grant_type": "password", "username": "demo", "password": "demo"}
                answer = await client.post("/Token", data=form)
                client.headers["Authorization"] = f"Bearer {answer.json()['access_token']}"
                repository.faults.add(read_plan({"rules": list(rules)}))
                yield client, repository


GET_ENTRY = "/Entries/604"


async def test_refuse_answers_with_the_problem_of_the_build() -> None:
    rule = refuse(status=403, error_code=9013, title="Access denied.", headers={"Retry-After": "2"})
    async with simulator(rule) as (client, _):
        answer = await client.get(GET_ENTRY)
    assert (answer.status_code, answer.headers["retry-after"]) == (403, "2")
    assert answer.headers["content-type"].startswith("application/problem+json")
    problem = answer.json()
    assert (problem["status"], problem["title"], problem["errorCode"]) == (403, "Access denied.", 9013)
    assert {"type", "instance", "operationId", "traceId"} <= problem.keys()


@pytest.mark.parametrize(
    ("keys", "content", "content_type"),
    [
        ({"status": 200, "body": {"value": None}}, b'{"value":null}', "application/json"),
        ({"status": 200, "body": None}, b"null", "application/json"),
        ({"status": 400, "body": {"error": {"title": "é"}}}, '{"error":{"title":"é"}}'.encode(), "application/json"),
        ({"status": 502, "text": "<h1>no</h1>", "content_type": "text/html"}, b"<h1>no</h1>", "text/html"),
        ({"status": 200, "text": ""}, b"", None),
    ],
)
async def test_refuse_sends_a_body_or_a_text_as_it_is(
    keys: dict[str, Any], content: bytes, content_type: str | None
) -> None:
    async with simulator(refuse(**keys)) as (client, _):
        answer = await client.get(GET_ENTRY)
    assert answer.status_code == keys["status"]
    assert json.loads(answer.content) == json.loads(content) if "body" in keys else answer.content == content
    if content_type:
        assert answer.headers["content-type"].startswith(content_type)


@pytest.mark.parametrize("status", [204, 304])
async def test_refuse_with_a_status_that_has_no_body_leaves_the_connection_in_order(status: int) -> None:
    async with simulator(refuse(status=status, times=1)) as (client, _):
        answers = [await client.get(GET_ENTRY) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [status, 200]
    assert answers[0].content == b""


async def test_hang_answers_nothing_until_the_client_gives_up() -> None:
    async with simulator({"operations": ["GetEntry"], "kind": "hang", "times": 1}) as (client, repository):
        with pytest.raises(httpx.ReadTimeout):
            await client.get(GET_ENTRY, timeout=0.2)
        assert (await client.get(GET_ENTRY)).status_code == 200
        [hung, _] = repository.journal.read(operation="GetEntry")
    assert (hung["status"], hung["fault"]) == (None, {"rule": 1, "kind": "hang", "phase": "before"})


async def test_drop_closes_the_connection_without_an_answer(capfd: pytest.CaptureFixture[str]) -> None:
    async with simulator({"operations": ["GetEntry"], "kind": "drop", "times": 1}) as (client, repository):
        with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError)):
            await client.get(GET_ENTRY)
        assert (await client.get(GET_ENTRY)).status_code == 200
        [dropped, _] = repository.journal.read(operation="GetEntry")
    assert (dropped["status"], dropped["fault"]) == (None, {"rule": 1, "kind": "drop", "phase": "before"})
    assert capfd.readouterr() == ("", "")


async def test_delay_lets_a_later_call_pass() -> None:
    order = []

    async def call(client: httpx.AsyncClient, path: str) -> None:
        answer = await client.get(path)
        order.append((path, answer.status_code))

    async with simulator({"operations": ["GetEntry"], "kind": "delay", "wait_ms": 300, "times": 1}) as (client, repo):
        slow = asyncio.create_task(call(client, GET_ENTRY))
        while not repo.faults.describe()[0]["fired"]:
            await asyncio.sleep(0)
        await call(client, "/Entries/1")
        await slow
    assert order == [("/Entries/1", 200), (GET_ENTRY, 200)]


async def test_a_delay_ends_when_the_client_gives_up_and_the_effect_takes_place() -> None:
    rule = {"operations": ["StartSearchEntry"], "kind": "delay", "wait_ms": 600_000}
    async with simulator(rule) as (client, repository):
        with pytest.raises(httpx.ReadTimeout):
            await client.post("/Searches/SearchAsync", json={"searchCommand": '{LF:Name="*"}'}, timeout=0.2)
        while not repository.tasks.open:
            await asyncio.sleep(0.01)


async def start_search(client: httpx.AsyncClient) -> httpx.Response:
    return await client.post("/Searches/SearchAsync", json={"searchCommand": '{LF:Name="*"}'})


async def test_before_leaves_no_effect_and_after_keeps_it() -> None:
    rules = [
        {"operations": ["StartSearchEntry"], "kind": "refuse", "status": 503, "phase": phase, "times": 1}
        for phase in ("before", "after")
    ]
    async with simulator(*rules) as (client, repository):
        assert (await start_search(client)).status_code == 503
        assert len(repository.tasks.open) == 0
        assert (await start_search(client)).status_code == 503
        assert len(repository.tasks.open) == 1


async def test_an_answer_that_is_dropped_afterwards_keeps_its_effect() -> None:
    rule = {"operations": ["CreateSearchOperation"], "kind": "drop", "phase": "after"}  # v1's name, called by v2
    async with simulator(rule) as (client, repository):
        with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError)):
            await start_search(client)
        assert len(repository.tasks.open) == 1


async def test_faults_wait_until_a_caller_has_signed_in() -> None:
    async with simulator(refuse(status=503)) as (client, _):
        answer = await client.get(GET_ENTRY, headers={"Authorization": "Bearer nonsense"})
    assert answer.status_code == 401


async def test_a_fault_that_names_the_sign_in_hits_it() -> None:
    async with simulator(refuse(operations=["CreateToken"], status=503)) as (client, _):
        answer = await client.post("/Token", data={"grant_type": "password", "username": "demo", "password": "demo"})
    assert answer.status_code == 503


# In-process, where there is no connection to cut


async def left() -> dict[str, str]:
    return {"type": "http.disconnect"}


@pytest.mark.parametrize("kind", [Hang(), Drop()])
async def test_in_process_a_lost_answer_is_an_exception(kind: Hang | Drop) -> None:
    with pytest.raises(NoAnswer):
        await kind.apply(Connection({"type": "http"}, left))


async def test_a_refusal_without_a_body_of_its_own_leaves_it_to_the_build() -> None:
    refusal = await Refuse(status=500).apply(Connection({"type": "http"}, left))
    assert (refusal.body, refusal.text, refusal.error_code) == (None, None, None)
