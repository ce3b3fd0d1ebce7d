"""The lists beside this module, asked over the API of a repository with the corpus they speak of: ids, codes, status.

A last part holds the lists to the facts about the search language, where those are beside the project.
"""

from __future__ import annotations

import re
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from tests.simulator.judging import judge
from tests.simulator.published import WIRE
from tests.simulator.search.test_vectors import ACCEPTED, FOUND, REFUSED, blocks

from lf_simulator import create_app

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from lf_simulator import Registry
    from lf_simulator.repository import Repository

pytestmark = pytest.mark.anyio

CORPUS = "search-sample"
BUILDS = ("v1-selfhosted", "v2-selfhosted")
SWITCHES = blocks("switches.txt")
MISSING = (9001, 9015, 9016)
"""A folder, template or field that the corpus does not have."""

NO_BODY = 216
"""An empty command is refused before it is read: the description of the body wants at least one character."""

Vector = dict[str, str]


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    """One event loop and one client for all, since there are many commands."""
    return "asyncio"


@pytest.fixture(scope="module", params=BUILDS)
def profile(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def repository(registry: Registry, profile: str) -> Iterator[Repository]:
    made = registry.create(corpus=CORPUS, profile=profile)
    yield made
    registry.delete(made.id)


@pytest.fixture(scope="module")
async def client(registry: Registry, repository: Repository) -> AsyncIterator[httpx.AsyncClient]:
    async with signed_in(registry, repository) as client:
        yield client


@asynccontextmanager
async def signed_in(registry: Registry, repository: Repository) -> AsyncIterator[httpx.AsyncClient]:
    """A client that somebody with every right uses. What it is answered is held to the published description."""
    build = repository.profile
    base = f"http://sim.test{build.base_path}/{build.versions[0]}/Repositories/{repository.id}/"
    transport = httpx.ASGITransport(create_app(registry))
    hooks = {"response": [judge]} if WIRE.exists() else None
    async with httpx.AsyncClient(transport=transport, base_url=base, event_hooks=hooks) as client:
        form = {"grant_type": "password", "username": "demo", "password": "demo"}
        token = (await client.post("Token", data=form)).json()["access_token"]
        client.headers["Authorization"] = f"Bearer {token}"
        yield client


def ids(text: str) -> list[int]:
    return [int(word) for word in text.split() if word != "-"]


def rows(answer: httpx.Response) -> list[int]:
    return [row["id"] for row in answer.json()["value"]]


async def simple(client: httpx.AsyncClient, command: str) -> httpx.Response:
    return await client.post("SimpleSearches", json={"searchCommand": command})


async def start(client: httpx.AsyncClient, profile: str, command: str) -> httpx.Response:
    path = "Searches" if profile.startswith("v1") else "Searches/SearchAsync"
    return await client.post(path, json={"searchCommand": command})


def holds(answer: httpx.Response, profile: str, wanted: str) -> None:
    """`wanted`: ids, "-" for none, or "error" and a code."""
    if wanted.startswith("error"):
        refused(answer, int(wanted.split()[1]))
    elif wanted == "-" and profile.startswith("v1"):
        assert (answer.status_code, answer.content) == (204, b"")
    else:
        assert (answer.status_code, rows(answer)) == (200, ids(wanted))


def refused(answer: httpx.Response, code: int) -> dict[str, Any]:
    problem: dict[str, Any] = answer.json()
    assert answer.headers["content-type"].startswith("application/problem+json")
    assert (answer.status_code, problem["status"], problem["errorCode"]) == (400, 400, code)
    return problem


def code_of(vector: Vector) -> int:
    return int(vector["code"]) if vector["refuse"] else NO_BODY


@pytest.mark.parametrize("vector", FOUND, ids=lambda vector: vector["find"])
async def test_a_simple_search_finds_what_the_list_says(
    client: httpx.AsyncClient, profile: str, vector: Vector
) -> None:
    holds(await simple(client, vector["find"]), profile, vector["ids"])


@pytest.mark.parametrize("vector", FOUND[::3], ids=lambda vector: vector["find"])
async def test_an_asynchronous_search_finds_what_the_list_says(
    client: httpx.AsyncClient, profile: str, vector: Vector
) -> None:
    v1 = profile.startswith("v1")
    started = await start(client, profile, vector["find"])
    assert started.status_code == (201 if v1 else 202)
    token = started.json()["token" if v1 else "taskId"]
    answer = await client.get(f"Searches/{token}/Results")
    await client.delete(f"Searches/{token}" if v1 else f"Tasks?taskIds={token}")  # few may be open at a time
    assert (answer.status_code, rows(answer)) == (200, ids(vector["ids"]))
    assert [row["rowNumber"] for row in answer.json()["value"]] == list(range(1, len(ids(vector["ids"])) + 1))


@pytest.mark.parametrize("vector", REFUSED, ids=lambda vector: vector["refuse"] or "nothing")
async def test_a_simple_search_refuses_a_mistake_with_its_code(
    client: httpx.AsyncClient, profile: str, vector: Vector
) -> None:
    problem = refused(await simple(client, vector["refuse"]), code_of(vector))
    assert problem["title"]


@pytest.mark.parametrize("vector", REFUSED[::3], ids=lambda vector: vector["refuse"] or "nothing")
async def test_an_asynchronous_search_refuses_a_mistake_at_its_start(
    client: httpx.AsyncClient, profile: str, vector: Vector
) -> None:
    refused(await start(client, profile, vector["refuse"]), code_of(vector))


@pytest.mark.parametrize("blank", [" ", "\n", "/* nothing */"])
async def test_a_command_of_nothing_but_blanks_is_refused_as_empty(
    client: httpx.AsyncClient, profile: str, blank: str
) -> None:
    refused(await simple(client, blank), 9408)
    refused(await start(client, profile, blank), 9408)


@pytest.mark.parametrize("command", ACCEPTED)
async def test_what_real_programs_send_is_never_a_mistake_of_syntax(
    client: httpx.AsyncClient, profile: str, command: str
) -> None:
    answer = await simple(client, command)
    if answer.status_code == 400:
        assert answer.json()["errorCode"] in MISSING
    else:
        assert answer.status_code in (200, 204)


@pytest.mark.parametrize("vector", SWITCHES, ids=lambda vector: vector["find"])
async def test_a_command_means_what_was_decided(client: httpx.AsyncClient, profile: str, vector: Vector) -> None:
    holds(await simple(client, vector["find"]), profile, vector["plain"])


@pytest.mark.parametrize("vector", SWITCHES, ids=lambda vector: vector["switch"])
async def test_a_command_means_something_else_where_the_build_reads_it_otherwise(
    registry: Registry, repository: Repository, profile: str, vector: Vector
) -> None:
    setting, value = vector["switch"].split()
    build = repository.profile.with_overrides({setting: True if value == "on" else value})
    copy = registry.create(fork_of=repository.id, profile=build)
    async with signed_in(registry, copy) as client:
        wanted = str(await new_folder(client, profile)) if vector["other"] == "new" else vector["other"]
        holds(await simple(client, vector["find"]), profile, wanted)
    registry.delete(copy.id)


async def new_folder(client: httpx.AsyncClient, profile: str) -> int:
    path = "Laserfiche.Repository.Folder/children" if profile.startswith("v1") else "Folder/Children"
    answer = await client.post(f"Entries/1/{path}", json={"entryType": "Folder", "name": "Of today"})
    assert answer.status_code == 201, answer.text
    made: int = answer.json()["id"]
    return made


FACTS = Path(__file__).parents[4] / "shared" / "facts" / "search-syntax.md"
needs_facts = pytest.mark.skipif(not FACTS.exists(), reason="the facts about the search language are not at hand")
ROOT_ID = 1
"""It is left out of what the facts expect."""


def section(number: str) -> str:
    """The part of the facts under a heading with that number, as far as the next heading."""
    text = FACTS.read_text(encoding="utf-8")
    found = re.search(rf"^##+ {re.escape(number)}\b.*?(?=^##|\Z)", text, re.MULTILINE | re.DOTALL)
    assert found is not None, number
    return found.group()


@needs_facts
def test_every_vector_of_the_facts_is_in_the_list() -> None:
    facts = re.findall(r"^V\d+  (.+)\n +=.*\n +> (.+)$", section("10.2"), re.MULTILINE)
    assert len(facts) == len(re.findall(r"^V\d+ ", section("10.2"), re.MULTILINE)) > 70
    ours = {vector["find"]: [id_ for id_ in ids(vector["ids"]) if id_ != ROOT_ID] for vector in FOUND}
    assert [(command, found) for command, found in facts if ours.get(command) != ids(found)] == []


@needs_facts
def test_every_refusal_of_the_facts_is_in_the_list() -> None:
    facts = re.findall(r"^E\d+ .*error / (\d+)   (.+)$", section("10.3"), re.MULTILINE)
    assert len(facts) == len(re.findall(r"^E\d+ ", section("10.3"), re.MULTILINE)) > 30
    ours = {(vector["refuse"] or "<empty>", vector["code"]) for vector in REFUSED}
    assert [fact for fact in facts if fact[::-1] not in ours] == []


@needs_facts
def test_every_switch_of_the_facts_is_in_the_list() -> None:
    rows_ = re.findall(r"^\| `(.+?)` \| (.+?) \| .*?([^:|]+) \|$", section("10.4").replace("\\|", "¦"), re.MULTILINE)
    assert len(rows_) == len(SWITCHES) == 8
    ours = {vector["find"]: (vector["plain"], vector["other"]) for vector in SWITCHES}
    for command, plain, other in rows_:
        wanted = "new" if "today" in other else other.strip()
        assert ours[command.replace("¦", "|")] == (plain, wanted)


@needs_facts
def test_every_shape_of_the_facts_is_in_the_lists() -> None:
    shapes = re.findall(r"^[TGMP]  (.+)$", section("11"), re.MULTILINE)
    assert len(shapes) > 50
    assert [shape for shape in shapes if shape not in ACCEPTED] == []
    bad = section("11").rsplit("```", 2)[1].strip().splitlines()
    ours = {vector["refuse"] for vector in REFUSED}
    assert [line for line in bad if re.split(r"   +\(", line)[0].strip() not in ours] == []
    assert len(bad) == 5
