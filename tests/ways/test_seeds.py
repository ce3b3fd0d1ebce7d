"""One seed re-creates a run: whatever draws from it gives the same again, and something else with another seed."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest

import lf_simulator
from lf_simulator import Laserfiche, Simulator
from lf_simulator.faults.moment import Moment

if TYPE_CHECKING:
    from collections.abc import Callable

    from lf_simulator.repository import Repository

FOLDER = Path(lf_simulator.__file__).parent


def posted(client: httpx.Client, path: str, body: dict[str, object]) -> Any:
    answer = client.post(path, json=body)
    assert answer.status_code in (200, 202), answer.text
    return answer.json()


def last_part(address: str) -> str:
    return address.rpartition("/")[2]


def upload(client: httpx.Client) -> list[str]:
    made = posted(client, "/Entries/CreateMultipartUploadUrls", {"fileName": "x.txt", "numberOfParts": 2})
    return [made["uploadId"], *map(last_part, made["urls"])]


def struck(held: Laserfiche, kind: str, **keys: Any) -> list[Any]:
    """What a rule strikes of many calls, and how."""
    held.faults.add("GetEntry", kind, **keys)
    moment = Moment("before", ("GetEntry",))

    def call(repository: Repository) -> list[Any]:
        return [[(each.kind, each.chance.random()) for each in repository.faults.hits(moment)] for _ in range(40)]

    return held.inside(call)


def waits(held: Laserfiche) -> list[float]:
    held.faults.add("GetEntry", "delay", wait_ms=0, up_to_ms=1000)
    moment = Moment("before", ("GetEntry",))

    def call(repository: Repository) -> list[float]:
        return [each.kind.seconds(each.chance) for _ in range(9) for each in repository.faults.hits(moment)]

    return held.inside(call)


def app_of(held: Laserfiche) -> list[str]:
    origin = httpx.URL(held.url).copy_with(path="/")
    made = httpx.get(f"{origin}_sim/repositories/{held.id}/access-key?domain=a.test", verify=False).json()
    return [made["access_key"], made["service_principal_key"], made["client_id"]]


# By the module that draws, what it has drawn, as somebody sees it who uses the simulator.
CONSUMERS: dict[str, Callable[[Simulator, Laserfiche, httpx.Client], Any]] = {
    "auth": lambda _, held, __: held.token(),
    "dispatch": lambda _, __, client: client.get("/Entries/1").headers["x-requestid"],
    "refusals": lambda _, __, client: client.get("/Entries/999999").json()["traceId"],
    "task_list": lambda _, __, client: posted(client, "/Searches/SearchAsync", {"searchCommand": "lease"})["taskId"],
    "downloads": lambda _, __, client: last_part(posted(client, "/Entries/604/Export", {"part": "Image"})["value"]),
    "handlers.uploads": lambda _, __, client: upload(client),
    "faults.plan": lambda _, held, __: struck(held, "refuse", status=503, probability=0.5),
    "faults.waiting": lambda _, held, __: waits(held),
    "service_app": lambda _, held, __: app_of(held),
    "registry": lambda simulator, held, _: simulator.fork(held).token(),
    "app": lambda simulator, *_: httpx.get(f"{simulator.url}/LFRepositoryAPI/v9", verify=False).headers["x-requestid"],
}
ELSEWHERE = {
    "clock": "the source itself",
    "faults.kind": "only says what a fault may use",
    "faults.connection": "hands on the chance of a rule",
    "striking": "hands on the chance of a rule",
    "simulator": "draws the seed where none is given",
    "commands.start": "draws the seed where none is given",
    "repository": "makes the clock",
    "people": "hands on the seed to service_app",
    "gate": "hands on the seed to service_app",
    "handlers.service_sign_in": "hands on the seed to service_app",
}


@pytest.mark.parametrize("consumer", CONSUMERS)
def test_it_draws_the_same_with_the_same_seed_and_something_else_with_another(consumer: str) -> None:
    def drawn(seed: int) -> Any:
        with Simulator(seed=seed, profile="v2-cloud") as simulator:
            held = simulator.repository
            headers = {"Authorization": f"Bearer {held.token()}"}
            with httpx.Client(base_url=held.url, headers=headers, verify=False) as client:
                return CONSUMERS[consumer](simulator, held, client)

    first, again, other = drawn(7), drawn(7), drawn(8)
    assert first
    assert first == again
    assert first != other
    if isinstance(first, list) and isinstance(first[0], str):
        assert not set(first) & set(other)


def draws(path: Path) -> bool:
    """Whether a module takes chance from anywhere, or hands a seed to something that does."""
    for node in ast.walk(ast.parse(path.read_text())):
        match node:
            case ast.Import(names=found) if {"random", "secrets", "uuid"} & {alias.name for alias in found}:
                return True
            case ast.Call(func=ast.Attribute(value=ast.Attribute(attr="clock" | "_clock"), attr="token" | "uuid")):
                return True
            case ast.Call(func=ast.Attribute(value=ast.Name(id="clock" | "strangers"), attr="token" | "uuid")):
                return True
            case ast.Attribute(attr="chance") | ast.Call(func=ast.Name(id="ServiceApp")):
                return True
            case ast.Call(func=ast.Name(id="Clock")):
                return True
    return False


def test_nothing_draws_that_is_not_held_here() -> None:
    names = {".".join(path.relative_to(FOLDER).with_suffix("").parts) for path in FOLDER.rglob("*.py") if draws(path)}
    assert names == set(CONSUMERS) | set(ELSEWHERE)
