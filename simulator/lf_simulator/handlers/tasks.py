"""The state of long-running operations and their end: v1 one by one, v2 in lists, where a search is a task too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator import errors, settling
from lf_simulator.context import Answer
from lf_simulator.handlers import waiting
from lf_simulator.handlers.searches import failure_of, results_address
from lf_simulator.tasks import COMPLETED, FAILED, RUNNING, SEARCH, OperationTask, SearchTask
from lf_simulator.wire import tasks as shapes

if TYPE_CHECKING:
    from lf_simulator.context import Call
    from lf_simulator.tasks import Task

FINISHED_STATUS = {"created": 201, "redirect": 302}


def get_status(call: Call) -> Answer:
    """v1 `GET Tasks/{operationToken}`: 202 while it runs, 201 with a `Location` when it is completed and has a result,
    200 when it has none, failed or was cancelled (published description). Raises ApiError 404 for an unknown one.
    """
    task = _operation(call)
    entry_id, address = _result(call, task)
    troubles = [(trouble.entry_id, trouble.error.title) for trouble in task.troubles]
    cancelled = call.profile.cancelled_word
    body = shapes.progress(task, task.kind, troubles, entry_id, address, cancelled)
    if task.status == RUNNING:
        return call.json(body, 202)
    if not address:
        return call.json(body)
    return call.json(body, FINISHED_STATUS[call.profile.finished_task_v1], ((b"location", address.encode()),))


def cancel(call: Call) -> Answer:
    """v1 `DELETE Tasks/{operationToken}`: 204. Raises ApiError for one that has ended, 404 for an unknown one."""
    task = _operation(call)
    if not settling.cancel(task, call.repository.tasks, call.store):
        raise errors.operation_has_ended(task.token, task.status)
    return Answer(204)


async def list_tasks(call: Call) -> Answer:
    """v2 `GET Tasks?taskIds=`: the named tasks, or all of this sign-in.

    Unknown ones are left out, repeated ones count once. While none has ended the answer is held back, for the profile's
    `long_poll_seconds` at most.
    """
    await waiting.until_any_ends(lambda: _named(call), call.profile.long_poll_seconds)
    return call.json({"value": [_progress(call, task) for task in _named(call)]})


def cancel_tasks(call: Call) -> Answer:
    """v2 `DELETE Tasks?taskIds=`: ends the named tasks, or all of this sign-in. True also for those that had ended.

    Unknown ones are left out; a search that was closed is still known.
    """
    ids = _ids(call) or [task.token for task in _named(call)]
    ended = ((token, _ended(call, token)) for token in ids)
    return call.json({"value": [{"id": token, "taskType": kind, "result": True} for token, kind in ended if kind]})


def _operation(call: Call) -> OperationTask:
    """The operation named in the path. Raises ApiError 404. *Decision*: v1 looks for searches under `Searches` only."""
    token = call.path["operationToken"]
    task = call.repository.tasks.operation(token)
    if task is None:
        raise errors.operation_not_found(token)
    return task


def _named(call: Call) -> list[Task]:
    """The tasks that the call is about, as they are now."""
    call.repository.settle()
    tasks, ids = call.repository.tasks, _ids(call)
    if not ids:
        return [] if call.session is None else tasks.all_of(call.session.token)
    found = (tasks.task(token) for token in ids)
    return [task for task in found if task is not None]


def _ids(call: Call) -> list[str]:
    """The ids given, each once: repeated parameters and commas both separate (the description shows both)."""
    given = (part.strip() for text in call.query.get("taskIds", ()) for part in text.split(","))
    return list(dict.fromkeys(part for part in given if part))


def _ended(call: Call, token: str) -> str:
    """End that task. Answers its kind, "" for one that is unknown."""
    tasks = call.repository.tasks
    task = tasks.operation(token)
    if task is None:
        return SEARCH if tasks.close(token) else ""
    settling.cancel(task, tasks, call.store)
    return task.kind


def _result(call: Call, task: OperationTask) -> tuple[int, str]:
    """Entry and address of what a completed operation has come to; 0 and "" for nothing."""
    outcome = task.outcome
    if outcome is None or task.status != COMPLETED:
        return 0, ""
    made = f"{call.repository_address}/Entries/{outcome.entry_id}" if outcome.entry_id else ""
    return outcome.entry_id, outcome.uri or made


def _progress(call: Call, task: Task) -> dict[str, Any]:
    """A v2 task. *Decision*: the result is null until it is there. That of a search is known from its start."""
    cancelled = call.profile.cancelled_word
    if isinstance(task, SearchTask):
        problems = [_problem(call, task, failure_of(task), call.instance)] if task.status == FAILED else []
        return shapes.task_progress(task, problems, {"entryId": 0, "uri": results_address(call, task)}, cancelled)
    assert isinstance(task, OperationTask)  # noqa: S101 - there is no third kind
    problems = [_problem(call, task, trouble.error, task.instance) for trouble in task.troubles]
    entry_id, address = _result(call, task)
    result = {"entryId": entry_id, "uri": address} if address else None
    return shapes.task_progress(task, problems, result, cancelled)


def _problem(call: Call, task: Task, error: errors.ApiError, instance: str) -> dict[str, Any]:
    """What a task failed of, the same at every look. *Decision*: it is known by the task's id, and traced by it."""
    trace = task.token.replace("-", "")
    origin = {"instance": instance, "operationId": task.token, "traceId": f"00-{trace}-{trace[:16]}-00"}
    profile = call.profile
    return errors.problem(error, style=profile.problem_type, code_in_title=profile.code_in_title, origin=origin)
