"""The control plane reads strictly, answers in JSON, and lets nobody in but this machine."""

from __future__ import annotations

import contextlib
import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from lf_simulator.app import create_app
from lf_simulator.control import ROUTES
from lf_simulator.control_body import BODY_BYTES
from lf_simulator.control_journal import SLICE, in_slices
from lf_simulator.profiles import BUILDS
from lf_simulator.registry import Registry

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.anyio

ORIGIN = "http://127.0.0.1:8700"
DEMO = "/_sim/repositories/demo"
PROFILES = ", ".join(BUILDS)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def registry() -> AsyncIterator[Registry]:
    with contextlib.closing(Registry(seed=7)) as registry:
        registry.create(id="demo", profile="v2-selfhosted")
        yield registry


@pytest.fixture
async def client(registry: Registry) -> AsyncIterator[httpx.AsyncClient]:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(create_app(registry)), base_url=ORIGIN) as client:
        yield client


async def sign_in(client: httpx.AsyncClient) -> dict[str, str]:
    form = {"grant_type": "password", "username": "demo", "password": "demo"}
    answer = await client.post("/LFRepositoryAPI/v2/Repositories/demo/Token", data=form)
    return {"Authorization": f"Bearer {answer.json()['access_token']}"}


async def get_entry(client: httpx.AsyncClient, headers: dict[str, str], entry_id: int = 604) -> httpx.Response:
    return await client.get(f"/LFRepositoryAPI/v2/Repositories/demo/Entries/{entry_id}", headers=headers)


async def test_health_says_that_it_is_ready_and_what_there_is(client: httpx.AsyncClient) -> None:
    health = (await client.get("/_sim/health")).json()
    [repository] = health.pop("repositories")
    assert health.pop("version")
    assert health == {"status": "ready", "seed": 7}
    assert repository.pop("entries") >= 150
    assert repository == {"id": "demo", "profile": "v2-selfhosted", "corpus": "demo"}


async def test_the_list_of_levers_names_each_of_them(client: httpx.AsyncClient) -> None:
    answer = await client.get("/_sim")
    assert answer.headers["content-type"].startswith("text/plain")
    for path, by_method in ROUTES.items():
        for method in by_method:
            assert f"{method} {path.replace(':int', '')} " in answer.text


@pytest.mark.parametrize(
    ("profile", "base", "version"),
    [
        ("v1-selfhosted", f"{ORIGIN}/LFRepositoryAPI", "v1"),
        ("v2-selfhosted", f"{ORIGIN}/LFRepositoryAPI", "v2"),
        ("v1-cloud", f"{ORIGIN}/repository", "v1"),
        ("v2-cloud", f"{ORIGIN}/repository", "v2"),
    ],
)
async def test_a_new_repository_comes_with_all_that_a_client_needs(
    client: httpx.AsyncClient, profile: str, base: str, version: str
) -> None:
    answer = await client.post("/_sim/repositories", json={"id": "town", "profile": profile, "seed": 3})
    assert answer.status_code == 201
    made = answer.json()
    assert made.pop("entries") >= 150
    assert made == {
        "id": "town",
        "profile": profile,
        "corpus": "demo",
        "seed": 3,
        "base_url": base,
        "env": {
            "LF_REPO_API_URL": base,
            "LF_REPOSITORY_ID": "town",
            "LF_API_VERSION": version,
            "LF_AUTH_MODE": "password",
            "LF_USERNAME": "demo",
            "LF_PASSWORD": "demo",
        },
    }
    assert (await client.get("/_sim/repositories/TOWN")).json() == {**made, "entries": answer.json()["entries"]}


async def test_repositories_are_made_without_a_body_listed_and_removed(client: httpx.AsyncClient) -> None:
    assert (await client.post("/_sim/repositories")).json()["id"] == "demo-1"
    listed = (await client.get("/_sim/repositories")).json()["repositories"]
    assert [row["id"] for row in listed] == ["demo", "demo-1"]
    assert (await client.delete("/_sim/repositories/demo-1")).status_code == 204
    assert (await client.get("/_sim/repositories/demo-1")).status_code == 404


async def test_a_fork_takes_over_the_build_of_its_origin(client: httpx.AsyncClient) -> None:
    made = (await client.post("/_sim/repositories", json={"fork_of": "DEMO"})).json()
    assert (made["id"], made["profile"]) == ("demo-1", "v2-selfhosted")


THERE_IS = "id, corpus, fork_of, profile, seed"
UNFIT = [
    ("POST", "/_sim/repositories", {"idd": "x"}, f'body: unknown key "idd" (did you mean id?); there is {THERE_IS}'),
    ("POST", "/_sim/repositories", {"id": 5}, "body: id: must be a text, not 5"),
    ("POST", "/_sim/repositories", {"id": None}, "body: id: must be a text, not null"),
    ("POST", "/_sim/repositories", [], "body: must be an object, not []"),
    ("POST", "/_sim/repositories", {"seed": -1}, "seed: must be a whole number from 0 to"),
    ("POST", "/_sim/repositories", {"profile": "v3"}, f'unknown profile "v3"; there is {PROFILES}'),
    ("POST", "/_sim/repositories", {"fork_of": "x"}, 'body: fork_of: unknown repository "x"; there is demo'),
    ("POST", "/_sim/repositories", {"corpus": "nowhere"}, "nowhere"),
    ("POST", f"{DEMO}/reset", {"keep": "sessions"}, 'body: keep: must be a list of texts, not "sessions"'),
    ("POST", f"{DEMO}/reset", {"keep": ["clock"]}, 'keep: unknown part "clock"; there is sessions, profile'),
    ("PUT", f"{DEMO}/profile", {}, 'body: key "name" is missing'),
    ("PUT", f"{DEMO}/profile", {"name": "v2"}, 'unknown profile "v2"'),
    (
        "PUT",
        f"{DEMO}/profile",
        {"name": "v2-cloud", "override": {}},
        'unknown key "override" (did you mean overrides?)',
    ),
    ("PUT", f"{DEMO}/profile", {"name": "v2-cloud", "overrides": []}, "overrides: must be an object, not []"),
    (
        "PUT",
        f"{DEMO}/profile",
        {"name": "v2-cloud", "overrides": {"search_seconds": "long"}},
        'overrides: search_seconds: must be a number of 0 or more, not "long"',
    ),
    (
        "PUT",
        f"{DEMO}/profile",
        {"name": "v2-cloud", "overrides": {"absent_operations": ["StartSearch"]}},
        'overrides: absent_operations: unknown operation "StartSearch"; nearest: StartSearchEntry',
    ),
    ("PUT", f"{DEMO}/faults", {"rules": [{}]}, 'rules[0]: key "kind" is missing'),
    (
        "POST",
        f"{DEMO}/faults",
        {"rules": [{"kind": "hang", "operations": ["GetEntries"]}]},
        'rules[0]: operations: unknown operation "GetEntries"; nearest: entries, GetEntry',
    ),
    ("GET", f"{DEMO}/journal?state=200", None, 'journal: unknown parameter "state"'),
    ("GET", f"{DEMO}/journal?status=ok", None, 'journal: status: must be a whole number of 0 or more, not "ok"'),
    ("GET", f"{DEMO}/journal?since=-1", None, 'journal: since: must be a whole number of 0 or more, not "-1"'),
    ("GET", f"{DEMO}/journal?operation=getentry", None, 'journal: operation: unknown operation "getentry"'),
]


@pytest.mark.parametrize(("method", "path", "body", "sentence"), UNFIT, ids=[row[3][:50] for row in UNFIT])
async def test_what_does_not_fit_is_a_400_that_names_it_and_changes_nothing(
    client: httpx.AsyncClient, registry: Registry, method: str, path: str, body: Any, sentence: str
) -> None:
    before = registry.get("demo").profile
    answer = await client.request(method, path, json=body)
    assert answer.status_code == 400
    assert sentence in answer.json()["error"]
    assert "\n" not in answer.json()["error"]
    assert len(registry.all()) == 1
    assert registry.get("demo").profile is before
    assert registry.get("demo").faults.describe() == []


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        (b"{", "body: is not JSON: Expecting property name enclosed in double quotes: line 1 column 2 (char 1)"),
        (b"\xff", "body: is not JSON: "),
        (b"", "body: is not JSON: "),
        (b'{"rules": NaN}', "body: is not JSON: NaN is no number there"),
        (b'{"rules": [], "rules": []}', 'body: key "rules" is there twice'),
    ],
    ids=lambda value: "" if isinstance(value, bytes) else value[:30],
)
async def test_a_body_that_cannot_be_read_is_refused(client: httpx.AsyncClient, body: bytes, sentence: str) -> None:
    answer = await client.put(f"{DEMO}/faults", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(sentence)


async def test_a_body_that_is_too_long_is_refused_as_such_when_it_has_been_sent(client: httpx.AsyncClient) -> None:
    async def endless() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * BODY_BYTES

    answer = await client.put(f"{DEMO}/faults", content=endless())
    assert answer.status_code == 413
    assert answer.json()["error"] == f"body: must be no longer than {BODY_BYTES} bytes"


async def test_a_journal_is_read_in_pages_and_others_are_answered_meanwhile(
    client: httpx.AsyncClient, registry: Registry
) -> None:
    headers = await sign_in(client)
    await client.delete(f"{DEMO}/journal")
    for _ in range(3 * SLICE):
        await get_entry(client, headers)
    first = (await client.get(f"{DEMO}/journal", params={"limit": SLICE + 1})).json()["exchanges"]
    rest = (await client.get(f"{DEMO}/journal", params={"since": first[-1]["number"]})).json()["exchanges"]
    numbers = [each["number"] for each in (*first, *rest)]
    assert (len(first), len(numbers)) == (SLICE + 1, 3 * SLICE)
    assert numbers == sorted(set(numbers))
    steps = [step async for step in in_slices(registry.get("demo").journal.rendered(), 0)]
    assert len(steps) == 2 + 3  # a slice at a time, with a turn for everybody else after each
    assert [each["number"] for each in json.loads("".join(steps))["exchanges"]] == numbers


@pytest.mark.parametrize("path", [path for path in ROUTES if "{id}" in path])
async def test_an_unknown_repository_is_a_404_that_says_what_there_is(client: httpx.AsyncClient, path: str) -> None:
    for method in ROUTES[path]:
        answer = await client.request(method, path.replace("{id}", "nobody").replace("{entryId:int}", "1"))
        assert answer.status_code == 404
        assert answer.json() == {"error": 'unknown repository "nobody"; there is demo'}


async def test_a_taken_id_is_a_409(client: httpx.AsyncClient) -> None:
    answer = await client.post("/_sim/repositories", json={"id": "DEMO"})
    assert (answer.status_code, answer.json()) == (409, {"error": 'repository "DEMO" exists already'})


@pytest.mark.parametrize(
    ("method", "path", "status", "sentence"),
    [
        ("GET", "/_sim/nothing", 404, "nothing is at /_sim/nothing; GET /_sim lists what there is"),
        ("GET", f"{DEMO}/entries/abc", 404, f"nothing is at {DEMO}/entries/abc; GET /_sim lists what there is"),
        ("PATCH", f"{DEMO}/faults", 405, f"PATCH is not for {DEMO}/faults; there is DELETE, GET, HEAD, POST, PUT"),
        ("GET", f"{DEMO}/entries/99999", 404, 'repository "demo" has no entry 99999'),
    ],
)
async def test_what_is_not_there_is_said(
    client: httpx.AsyncClient, method: str, path: str, status: int, sentence: str
) -> None:
    answer = await client.request(method, path)
    assert (answer.status_code, answer.json()) == (status, {"error": sentence})


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "attacker.example"},
        {"Host": "attacker.example:8700"},
        {"Host": "127.0.0.1.attacker.example"},
        {"Host": "192.168.1.5:8700"},
        {"Host": ""},
        {"Host": "[::1"},
        {"Origin": "https://attacker.example"},
        {"Origin": "http://localhost.attacker.example"},
        {"Origin": "null"},
    ],
)
async def test_no_web_page_can_drive_it(client: httpx.AsyncClient, registry: Registry, headers: dict[str, str]) -> None:
    answer = await client.delete(DEMO, headers=headers)
    assert answer.status_code == 403
    assert answer.json()["error"].startswith(next(iter(headers)))
    assert len(registry.all()) == 1


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "localhost:8700"},
        {"Host": "LOCALHOST"},
        {"Host": "[::1]:8700"},
        {"Host": "127.0.0.2"},
        {"Origin": "http://localhost:3000"},
    ],
)
async def test_this_machine_may_use_any_loopback_name(client: httpx.AsyncClient, headers: dict[str, str]) -> None:
    assert (await client.get("/_sim/health", headers=headers)).status_code == 200


async def test_nobody_from_another_machine_may_use_it(registry: Registry) -> None:
    transport = httpx.ASGITransport(create_app(registry), client=("192.168.1.5", 50000))
    async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as stranger:
        answer = await stranger.get("/_sim/health")
    assert (answer.status_code, answer.json()) == (
        403,
        {"error": "the control plane answers this machine only, not 192.168.1.5"},
    )


async def test_a_profile_is_put_with_overrides_and_shown_as_it_then_is(client: httpx.AsyncClient) -> None:
    wish = {"name": "v1-selfhosted", "overrides": {"search_seconds": 30, "absent_operations": ["GetEntry"]}}
    answer = (await client.put(f"{DEMO}/profile", json=wish)).json()
    assert (answer["name"], answer["versions"], answer["base_path"]) == ("v1-selfhosted", ["v1"], "/LFRepositoryAPI")
    assert (
        answer["settings"].items()
        >= {
            "search_seconds": 30.0,
            "absent_operations": ["GetEntry"],
            "simple_search_top": "refused",
        }.items()
    )
    assert (await client.get(f"{DEMO}/profile")).json() == answer
    assert (await client.get(DEMO)).json()["env"]["LF_API_VERSION"] == "v1"


async def test_a_reset_keeps_sessions_only_when_it_is_told_to(client: httpx.AsyncClient) -> None:
    headers = await sign_in(client)
    assert (await client.post(f"{DEMO}/reset", json={"keep": ["sessions"]})).status_code == 200
    assert (await get_entry(client, headers)).status_code == 200
    assert (await client.post(f"{DEMO}/reset")).status_code == 200
    assert (await get_entry(client, headers)).status_code == 401


RULE = {"operations": ["GetEntry"], "kind": "refuse", "status": 503, "phase": "before", "times": 1}


async def test_faults_are_replaced_added_listed_and_cleared(client: httpx.AsyncClient) -> None:
    headers = await sign_in(client)
    await client.post(f"{DEMO}/faults", json={"rules": [RULE]})
    await client.put(f"{DEMO}/faults", json={"rules": [RULE]})
    added = await client.post(f"{DEMO}/faults", json={"rules": [{"operations": ["*"], "kind": "hang", "nth": 9}]})
    assert added.status_code == 201
    assert [(await get_entry(client, headers)).status_code for _ in range(2)] == [503, 200]
    listed = (await client.get(f"{DEMO}/faults")).json()
    assert listed == {
        "rules": [
            {**RULE, "id": 2, "matched": 2, "fired": 1},
            {"id": 3, "operations": ["*"], "kind": "hang", "phase": "before", "nth": 9, "matched": 2, "fired": 0},
        ]
    }
    assert (await client.delete(f"{DEMO}/faults")).status_code == 204
    assert (await client.get(f"{DEMO}/faults")).json() == {"rules": []}


async def test_the_journal_is_read_filtered_and_cleared(client: httpx.AsyncClient) -> None:
    headers = await sign_in(client)
    await get_entry(client, headers)
    await get_entry(client, headers, 99999)
    everything = (await client.get(f"{DEMO}/journal")).json()
    assert everything["dropped"] == 0
    assert [(row["number"], row["operation"], row["status"]) for row in everything["exchanges"]] == [
        (1, "CreateToken", 200),
        (2, "GetEntry", 200),
        (3, "GetEntry", 404),
    ]
    assert everything["exchanges"][2]["reason"]
    found = (await client.get(f"{DEMO}/journal?operation=GetEntry&status=404&since=1")).json()["exchanges"]
    assert [row["number"] for row in found] == [3]
    assert (await client.delete(f"{DEMO}/journal")).status_code == 204
    assert (await client.get(f"{DEMO}/journal")).json() == {"exchanges": [], "dropped": 0}


async def test_no_secret_of_a_sign_in_is_in_the_bytes_of_the_journal(client: httpx.AsyncClient) -> None:
    headers = await sign_in(client)
    token = headers["Authorization"].removeprefix("Bearer ")
    await get_entry(client, headers)
    await client.get(f"/LFRepositoryAPI/v2/Repositories/demo/Entries/1?access_token={token}", headers=headers)
    await client.get(f"/LFRepositoryAPI/v2/Repositories/demo/{token}", headers=headers)
    form = {"grant_type": "password", "username": "demo", "password": "a wrong secret"}
    await client.post("/LFRepositoryAPI/v2/Repositories/demo/Token", data=form)
    answer = await client.get(f"{DEMO}/journal")
    assert len(answer.json()["exchanges"]) == 5
    assert token.encode() not in answer.content
    assert b"secret" not in answer.content
    assert b"password=<redacted>" in answer.content


async def test_an_entry_is_shown_as_the_store_has_it(client: httpx.AsyncClient) -> None:
    entry = (await client.get(f"{DEMO}/entries/604")).json()
    assert entry.items() >= {"id": 604, "parent_id": 61, "type": "Document", "template_name": "Lease"}.items()
    assert entry["path"].startswith("\\Property Management\\Leases\\")
    assert all(isinstance(values, list) for values in entry["fields"].values())
    assert entry["fields"]


async def test_a_search_that_was_not_closed_is_seen(client: httpx.AsyncClient) -> None:
    headers = await sign_in(client)
    base = "/LFRepositoryAPI/v2/Repositories/demo"
    command = {"searchCommand": '{LF:Name="*"}'}
    started = await client.post(f"{base}/Searches/SearchAsync", json=command, headers=headers)
    token = started.json()["taskId"]
    searches = (await client.get(f"{DEMO}/searches")).json()
    assert searches == {
        "open": [{"token": token, "command": command["searchCommand"], "status": "Completed"}],
        "closed": 0,
    }
    await client.delete(f"{base}/Tasks?taskIds={token}", headers=headers)
    assert (await client.get(f"{DEMO}/searches")).json() == {"open": [], "closed": 1}


async def test_one_seed_gives_the_same_answers_to_the_same_sign_ins() -> None:
    async def token(seed: int) -> str:
        with contextlib.closing(Registry(seed)) as registry:
            registry.create(id="demo", profile="v2-selfhosted")
            transport = httpx.ASGITransport(create_app(registry))
            async with httpx.AsyncClient(transport=transport, base_url=ORIGIN) as client:
                return (await sign_in(client))["Authorization"]

    assert await token(7) == await token(7)
    assert await token(7) != await token(8)
