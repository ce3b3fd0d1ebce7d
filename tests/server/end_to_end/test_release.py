"""A search is given back to the server on every way out of a content search."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
import pytest
from anyio import to_thread
from mcp import MCPError

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp import Client
    from tests.server.end_to_end.conftest import Lab

pytestmark = pytest.mark.anyio

CONTENT = "laserfiche_entry_search_content"
START = ("CreateSearchOperation", "StartSearchEntry")
STATUS = ("GetSearchStatus", "ListTasks")
RESULTS = ("GetSearchResults", "ListSearchResults")
HITS = ("GetSearchContextHits", "ListSearchContextHits")
CLOSE = ("CancelOrCloseSearch", "CancelTasks")


async def eventually(true: Callable[[], bool]) -> None:
    """Look until it is so; the test's own time limit ends it otherwise."""
    with anyio.fail_after(15):
        while not await to_thread.run_sync(true):
            await anyio.sleep(0.02)


async def cancelled_when(client: Client, ready: Callable[[], bool]) -> None:
    """Start a content search, and cancel it as a client does once `ready`."""
    async with anyio.create_task_group() as group:

        async def call() -> None:
            await client.call_tool(CONTENT, {"query": "unpaid balance"})

        group.start_soon(call)
        await eventually(ready)
        group.cancel_scope.cancel()


@pytest.mark.parametrize("fault", ["failed", "timed out", "status", "results", "results drop", "odd results"])
async def test_a_search_that_ends_badly_is_closed(lab: Lab, fault: str) -> None:
    more: dict[str, Any] = {}
    if fault == "failed":
        lab.imitate(search_fails=True)
    elif fault == "timed out":
        lab.imitate(search_seconds=60.0, **lab.name({}, {"long_poll_seconds": 0.05}))
        more = {"timeout_seconds": 0.2}
    else:
        kind: dict[str, Any] = {"kind": "refuse", "status": 500}
        if fault == "results drop":
            kind = {"kind": "drop"}
        elif fault == "odd results":
            kind = {"kind": "refuse", "status": 200, "body": {"value": 7}}
        lab.faults(kind | {"operations": [lab.name(*(STATUS if fault == "status" else RESULTS))]})
    answer = await lab.ask(CONTENT, query="unpaid balance", **more)
    assert answer["mode"] == "error"
    assert lab.searches() == (0, 1)


async def test_a_search_that_is_not_done_in_time_says_how_far_it_was(lab: Lab) -> None:
    lab.imitate(search_seconds=60.0, **lab.name({}, {"long_poll_seconds": 0.05}))
    answer = await lab.ask(CONTENT, query="unpaid balance", timeout_seconds=0.3)
    assert (answer["error"], answer["status"], answer["timeout_seconds"]) == ("search_timeout", "InProgress", 0.3)
    assert answer["percent_complete"] is not None
    assert "folder_path" in answer["message"]


async def test_a_poll_that_hangs_does_not_outlast_the_deadline(lab: Lab) -> None:
    lab.faults({"operations": [lab.name(*STATUS)], "kind": "hang"})
    answer = await lab.ask(CONTENT, query="unpaid balance", timeout_seconds=0.3)
    assert (answer["error"], answer["status"]) == ("search_timeout", "")  # the request's own limit ends otherwise
    assert lab.searches() == (0, 1)


@pytest.mark.parametrize("step", [STATUS, RESULTS, HITS], ids=["status", "results", "hits"])
async def test_a_cancelled_search_is_closed_wherever_it_was(lab: Lab, step: tuple[str, str]) -> None:
    lab.faults({"operations": [lab.name(*step)], "kind": "hang"})
    async with lab.client() as client:
        await cancelled_when(client, lambda: lab.searches()[0] == 1 and _reached(lab, step))
        await eventually(lambda: lab.searches() == (0, 1))


def _reached(lab: Lab, step: tuple[str, str]) -> bool:
    """Whether the call has come as far as the step before `step` (one that hangs is not in the journal yet)."""
    before = {STATUS: START, RESULTS: STATUS, HITS: RESULTS}[step]
    return lab.name(*before) in lab.operations()


async def test_a_search_whose_start_was_under_way_when_the_call_was_cancelled_is_closed(lab: Lab) -> None:
    lab.faults({"operations": [lab.name(*START)], "kind": "delay", "wait_ms": 400, "phase": "after"})
    async with lab.client() as client:
        await cancelled_when(client, lambda: lab.searches()[0] == 1)
        await eventually(lambda: lab.searches() == (0, 1))


async def test_a_client_that_waits_no_longer_gets_its_search_closed(lab: Lab) -> None:
    lab.imitate(search_seconds=60.0, **lab.name({}, {"long_poll_seconds": 0.05}))
    async with lab.client() as client:
        with pytest.raises(MCPError):
            await client.call_tool(CONTENT, {"query": "unpaid balance"}, read_timeout_seconds=0.5)
        await eventually(lambda: lab.searches() == (0, 1))


async def test_a_close_that_fails_does_not_spoil_the_answer_and_is_not_repeated(lab: Lab) -> None:
    lab.faults({"operations": [lab.name(*CLOSE)], "kind": "refuse", "status": 500})
    answer = await lab.ask(CONTENT, {"LF_RETRY_ATTEMPTS": "2"}, query="unpaid balance")
    assert answer["mode"] == "content_search"
    assert len(lab.journal(lab.name(*CLOSE))) == 1


async def test_a_search_that_did_not_start_is_not_closed(lab: Lab) -> None:
    lab.faults({"operations": [lab.name(*START)], "kind": "refuse", "status": 429})
    answer = await lab.ask(CONTENT, query="unpaid balance")
    assert answer["error"] == "rate_limited"
    assert lab.journal(lab.name(*CLOSE)) == []


async def test_more_searches_than_a_session_may_have_come_one_after_the_other(lab: Lab) -> None:
    for _ in range(4):
        assert (await lab.ask(CONTENT, query="tenant", hits_for_top=0))["returned"] > 0
    assert lab.searches() == (0, 4)


async def test_progress_is_told_and_never_goes_back(lab: Lab) -> None:
    lab.imitate(search_seconds=0.3, **lab.name({}, {"long_poll_seconds": 0.05}))
    told: list[float] = []

    async def note(progress: float, total: float | None, message: str | None) -> None:
        assert (total, bool(message)) == (100, True)
        told.append(progress)

    async with lab.client() as client:
        await client.call_tool(CONTENT, {"query": "unpaid balance"}, progress_callback=note)
        await eventually(lambda: 100.0 in told)
    assert len(told) >= 3
    assert told == sorted(told)
