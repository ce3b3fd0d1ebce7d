"""Long work shows how far it is, and stops when whoever asked has lost patience, leaving nothing behind."""

from __future__ import annotations

import tempfile
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import anyio
import pytest
from tests.server.end_to_end import files
from tests.server.end_to_end.test_definitions import start_copy

if TYPE_CHECKING:
    from tests.server.end_to_end.conftest import Lab

pytestmark = pytest.mark.anyio


async def reported(lab: Lab, tool: str, **arguments: Any) -> list[tuple[float, float | None]]:
    """What was told of the progress of one call."""
    told: list[tuple[float, float | None]] = []

    async def note(progress: float, total: float | None, _: str | None) -> None:
        told.append((progress, total))

    async with lab.client() as client:
        await client.call_tool(tool, arguments, progress_callback=note)
    return told


async def test_a_scan_for_duplicates_tells_how_many_documents_are_done(lab: Lab) -> None:
    for number in range(3):
        files.put(lab, f"{number}.txt", b"the same", "text/plain", parent=50)
    told = await reported(lab, "laserfiche_document_find_duplicates", folder_id=50, max_entries=20)
    assert told
    assert all(total is not None and progress <= total for progress, total in told)
    assert told[-1][0] == told[-1][1]


async def test_a_wait_tells_how_far_the_task_is(lab: Lab) -> None:
    lab.imitate(task_seconds=1000, long_poll_seconds=0)
    wait = {"operation_token": start_copy(lab), "timeout_seconds": 1, "poll_interval_seconds": 0.1}
    told = await reported(lab, "laserfiche_task_wait", **wait)
    assert len(told) >= 3
    assert {total for _, total in told} == {100}


def temporary_files() -> set[str]:
    """Files without a name in the temporary folder that this process holds open."""
    held = []
    for path in Path("/proc/self/fd").iterdir():
        with suppress(OSError):  # it was the one that looks
            held.append(str(path.readlink()))
    return {name for name in held if name.startswith(tempfile.gettempdir()) and "deleted" in name}


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("laserfiche_document_find_duplicates", {"folder_id": 50}),
        ("laserfiche_task_wait", {"timeout_seconds": 600, "poll_interval_seconds": 0.1}),
        ("laserfiche_entry_search_content", {"query": "unpaid balance", "timeout_seconds": 600}),
    ],
)
async def test_work_that_is_cancelled_stops_and_leaves_nothing(lab: Lab, tool: str, arguments: dict[str, Any]) -> None:
    lab.imitate(task_seconds=1000, search_seconds=1000, long_poll_seconds=0)
    if "wait" in tool:
        arguments = {**arguments, "operation_token": start_copy(lab)}
    if "duplicates" in tool:
        for number in range(2):
            files.put(lab, f"{number}.bin", bytes(3_000_000), "application/octet-stream", parent=50)
        lab.faults({"operations": ["documents"], "kind": "drip", "bytes_per_second": 2_000_000})
    files_before = temporary_files()
    async with lab.client() as client:
        with anyio.move_on_after(0.7) as patience:
            await client.call_tool(tool, arguments)
        assert patience.cancelled_caught
        await anyio.sleep(0.3)
        before = len(lab.journal())
        await anyio.sleep(0.5)
        assert len(lab.journal()) == before
    assert lab.searches()[0] == 0
    assert temporary_files() <= files_before


async def test_the_first_page_of_a_long_folder_costs_one_request(lab: Lab) -> None:
    page = await lab.ask("laserfiche_folder_list", folder_id=61, max_results=50)
    assert len(page["entries"]) > 10
    assert len(lab.operations()) == 1
