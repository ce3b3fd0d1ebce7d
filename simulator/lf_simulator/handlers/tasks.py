"""v2 tasks: their state, by long poll, and ending them. In this API a search is a task too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator import errors
from lf_simulator.handlers import waiting
from lf_simulator.handlers.searches import FAILURE, results_address
from lf_simulator.wire import searches as shapes

if TYPE_CHECKING:
    from lf_simulator.context import Answer, Call
    from lf_simulator.tasks import SearchTask


async def list_tasks(call: Call) -> Answer:
    """`GET Tasks?taskIds=`: the named tasks, or all of this sign-in.

    Unknown ones are left out, repeated ones count once. While none has ended the answer is held back, for the profile's
    `long_poll_seconds` at most.
    """
    await waiting.until_any_ends(lambda: _named(call), call.profile.long_poll_seconds)
    return call.json({"value": [_progress(call, task) for task in _named(call)]})


def cancel_tasks(call: Call) -> Answer:
    """`DELETE Tasks?taskIds=`: ends the named tasks, or all of this sign-in. True also for those that had ended."""
    tasks = call.repository.tasks
    ids = _ids(call) or [task.token for task in _all(call)]
    ended = [token for token in ids if tasks.close(token)]
    return call.json({"value": [{"id": token, "taskType": "SearchEntry", "result": True} for token in ended]})


def _named(call: Call) -> list[SearchTask]:
    ids = _ids(call)
    if not ids:
        return _all(call)
    found = (call.repository.tasks.find(token) for token in ids)
    return [task for task in found if task is not None]


def _all(call: Call) -> list[SearchTask]:
    return [] if call.session is None else call.repository.tasks.all_of(call.session.token)


def _ids(call: Call) -> list[str]:
    """The ids given, each once: repeated parameters and commas both separate (the description shows both)."""
    given = (part.strip() for text in call.query.get("taskIds", ()) for part in text.split(","))
    return list(dict.fromkeys(part for part in given if part))


def _progress(call: Call, task: SearchTask) -> dict[str, Any]:
    origin = {"instance": call.instance, "operationId": task.token, "traceId": ""}
    profile = call.profile
    failure = errors.problem(FAILURE, style=profile.problem_type, code_in_title=profile.code_in_title, origin=origin)
    del failure["traceId"]
    return shapes.task_progress(task, results_address(call, task), failure)
