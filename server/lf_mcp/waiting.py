"""Long operations of the server: their state, and waiting for their end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio

from lf_mcp import routes
from lf_mcp.errors import ToolError, classified
from lf_mcp.failures import ApiError, ShapeError
from lf_mcp.shapes import Json, pick, rows, text, whole

if TYPE_CHECKING:
    from lf_mcp.call import Call

ENDED = frozenset({"completed", "failed", "canceled", "cancelled"})
FOUND = 302  # some builds of v1 tell the end of a task by it, with the state in the body
HUNDRED = 100


async def status(call: Call, arguments: Json) -> Json:
    """The state of one task, as the server says it."""
    token = arguments["operation_token"]
    try:
        state = await _state(call, token)
    except ApiError as failure:
        instead = "not_found" if isinstance(failure, _NoSuchTask) else None
        answer = classified(call.origin, failure, {"operation_token": token}, instead=instead)
        raise ToolError(answer) from failure
    word = pick(state, "status")
    if not isinstance(word, str):
        raise ShapeError("The server's answer tells no status of the task.")
    return {**state, "status": word}


async def wait(call: Call, arguments: Json) -> Json:
    """Look at once and then again and again until the task has ended, or the time is over."""
    call = call.doing("wait_for_task")
    clock = anyio.current_time
    deadline = clock() + arguments["timeout_seconds"]
    while True:
        state = await status(call, arguments)
        if (text(state, "status") or "").lower() in ENDED:
            return {**state, "timed_out": False}
        left = deadline - clock()
        if left <= 0:
            return {**state, "timed_out": True}
        await call.progress(min(whole(state, "percentComplete") or 0, HUNDRED), HUNDRED, "The task is under way.")
        await anyio.sleep(min(arguments["poll_interval_seconds"], left))


async def update(call: Call, arguments: Json) -> Json:
    """One look for a time of 0, else waiting."""
    if arguments["timeout_seconds"] == 0:
        return await status(call.doing("get_task_status"), arguments)
    return await wait(call, arguments)


class _NoSuchTask(ApiError):
    """v2 leaves a task that it does not know out of an otherwise good answer."""


async def _state(call: Call, token: str) -> Json:
    try:
        answer = await call.client.ask(routes.TASK, task=token)
    except ApiError as failure:
        if failure.status == FOUND and pick(failure.problem, "status") is not None:
            return failure.problem
        raise
    if call.client.version == "v1":
        return answer
    found = rows(answer)
    if not found:
        raise _NoSuchTask("The server lists no task of this id.")
    return found[0]
