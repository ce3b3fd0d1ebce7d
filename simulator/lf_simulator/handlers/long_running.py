"""Starting a long-running operation: taken on at once, done when its time is up on the repository's clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from lf_simulator import errors

if TYPE_CHECKING:
    from collections.abc import Callable

    from lf_simulator.context import Answer, Call
    from lf_simulator.tasks import Outcome, Steps

Kind = Literal["CopyEntry", "DeleteEntry", "ExportEntry", "ImportUploadedParts"]
FAILURE = errors.ApiError(500, "The operation could not be completed.", errors.INVALID_OPERATION)
"""*Decision*: what an operation that the profile lets fail died of."""


def begin(call: Call, kind: Kind, work: Callable[[Call], Outcome | Steps], *, seconds: float | None = None) -> Answer:
    """Take an operation on. Answers v1 `{"token"}` with the profile's start status, v2 `{"taskId"}` with 202.

    `work` is run once, `seconds` later (the profile's `task_seconds` unless given), in a transaction of its own; it
    answers what has come of it:

    - `Outcome(entry_id, uri)`: completed. An entry without a `uri` is where the result is; `Outcome()` has no result.
    - `Outcome(troubles=(Trouble(error, entry_id), ...))`: failed, and what was written is kept.
    - `ApiError` raised: failed with that problem, and nothing that was written is kept.

    Work in steps is a generator function: it yields the share that is done, above 0 and up to 1, after each step, and
    returns its Outcome. When the task is cancelled, the steps that its time was enough for are kept, those of work in
    one piece never are. A copy of three entries that is cancelled half-way has made one:

        def copy(call: Call) -> Steps:
            for number, source in enumerate(sources, 1):
                ...
                yield number / len(sources)
            return Outcome(made)

    Look at nothing but the body before this: the official suites start to delete a folder, then what is in it, and both
    starts must be accepted. Raises ApiError 429 when the user or service app has as many running as the profile allows.
    """
    session = call.session
    assert session is not None  # noqa: S101 - none of these operations is open, so somebody has signed in
    call.repository.settle()
    tasks, profile = call.repository.tasks, call.profile
    limit = profile.service_operations if session.is_service else profile.long_operations
    if limit and sum(task.user == session.principal for task in tasks.running) >= limit:
        raise errors.too_many_operations(limit)
    task = tasks.start(
        *(kind, session.token, session.principal, lambda: _done(call, work)),
        seconds=profile.task_seconds if seconds is None else seconds,
        entry_id=call.path.get("entryId", 0),
        instance=call.instance,
    )
    if call.is_v1:
        return call.json({"token": task.token}, call.profile.start_status_v1)
    return call.json({"taskId": task.token}, 202)


def _done(call: Call, work: Callable[[Call], Outcome | Steps]) -> Outcome | Steps:
    """What the work answers, unless the profile lets every operation fail by then."""
    if call.profile.task_fails:
        raise FAILURE
    return work(call)
