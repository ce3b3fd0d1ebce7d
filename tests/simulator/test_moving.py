"""The clock and the tasks over HTTP: moved by hand, looked at, and strict about what it is told."""

from __future__ import annotations

import httpx
import pytest

from lf_simulator import create_app
from lf_simulator.errors import entry_not_found
from lf_simulator.moving import FARTHEST_SECONDS
from lf_simulator.tasks import Outcome, Trouble

pytestmark = pytest.mark.anyio


@pytest.fixture
def profile():
    return "v1-selfhosted"


@pytest.fixture
async def levers(registry, repository):
    base = f"http://127.0.0.1/_sim/repositories/{repository.id}/"
    async with httpx.AsyncClient(transport=httpx.ASGITransport(create_app(registry)), base_url=base) as client:
        yield client


async def move(levers, **wish):
    answer = await levers.post("clock", json=wish)
    assert answer.status_code == 200, answer.text
    return answer.json()


async def test_a_clock_is_frozen_advanced_and_let_go_again(levers):
    frozen = await move(levers, freeze=True)
    assert frozen["frozen"]
    assert (await levers.get("clock")).json() == frozen
    moved = await move(levers, advance_seconds=90.5)
    assert moved["elapsed_seconds"] == pytest.approx(frozen["elapsed_seconds"] + 90.5)
    assert not (await move(levers, freeze=False))["frozen"]


async def test_a_clock_is_set_to_a_moment_ahead(levers):
    state = await move(levers, freeze=True, set="2060-05-01T10:00:00+02:00")
    assert (state["now"], state["frozen"]) == ("2060-05-01T08:00:00Z", True)


@pytest.mark.parametrize(
    ("wish", "named"),
    [
        ({"until_idle": False}, "until_idle: must be true"),
        ({"until_idle": True, "advance_seconds": 1}, "advance_seconds and until_idle exclude"),
        ({}, "freeze, advance_seconds, set, until_idle"),
        ([], "body"),
        ({"frieze": True}, '"frieze"'),
        ({"freeze": "yes"}, "freeze: must be true or false"),
        ({"advance_seconds": -1}, "advance_seconds: must be a number"),
        ({"advance_seconds": FARTHEST_SECONDS}, "advance_seconds: takes the clock more than"),
        ({"advance_seconds": 1, "set": "2060-01-01T00:00:00Z"}, "exclude"),
        ({"set": "2060-01-01T00:00:00"}, "set: must be a moment with a time zone"),
        ({"set": "tomorrow"}, "set: must be a moment with a time zone"),
        ({"set": "2001-01-01T00:00:00Z"}, "set: the clock only moves forward"),
        ({"set": "9999-12-31T00:00:00Z"}, "set: takes the clock more than"),
        ({"freeze": False, "set": "2001-01-01T00:00:00Z"}, "set"),
    ],
)
async def test_what_does_not_fit_is_named_and_changes_nothing(levers, wish, named):
    before = await move(levers, freeze=True)
    answer = await levers.post("clock", json=wish)
    assert answer.status_code == 400
    assert named in answer.json()["error"]
    assert (await levers.get("clock")).json() == before


async def test_the_tasks_are_listed_with_what_came_of_them(levers, repository):
    def failing():
        return Outcome(troubles=(Trouble(entry_not_found("Entry 7"), 7),))

    repository.clock.freeze()
    for work in (lambda: Outcome(604), failing):
        repository.tasks.start("CopyEntry", "token", "demo", work, seconds=5)
    running = (await levers.get("tasks")).json()["tasks"]
    assert [(task["kind"], task["status"], task["result"]) for task in running] == [
        ("CopyEntry", "InProgress", None)
    ] * 2
    await move(levers, advance_seconds=5)
    done, failed = (await levers.get("tasks")).json()["tasks"]
    assert (done["status"], done["result"], done["errors"]) == ("Completed", {"entry_id": 604, "uri": ""}, [])
    assert (failed["status"], failed["errors"]) == ("Failed", [{"entry_id": 7, "reason": "Entry 7 does not exist."}])
