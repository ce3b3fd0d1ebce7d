"""The state of a long-running operation, as a v1 progress and as a v2 task. In v2 a search is one too."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator.tasks import CANCELLED
from lf_simulator.wire.dialect import stamp

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lf_simulator.tasks import Task

SEARCH_OF_V1 = "Search"
"""How v1 calls the kind of a search (guides). *Decision*: the others are called there as in v2."""


def progress(
    task: Task, kind: str, errors: Sequence[tuple[int, str]], entry_id: int, address: str, cancelled: str
) -> dict[str, Any]:
    """A v1 `OperationProgress` with every member of the published description.

    `errors` are entry id and text of each, `entry_id` and `address` the result ("" for none), `cancelled` how the build
    spells that state.
    """
    return {
        "operationToken": task.token,
        "operationType": kind,
        "percentComplete": task.percent_complete,
        "status": _status(task, cancelled),
        "errors": [{"objectId": number, "errorMessage": text} for number, text in errors],
        "redirectUri": address,
        "entryId": entry_id,
        "startTimestamp": stamp(task.started_at),
        "statusTimestamp": stamp(task.last_update),
    }


def task_progress(
    task: Task, problems: Sequence[dict[str, Any]], result: dict[str, Any] | None, cancelled: str
) -> dict[str, Any]:
    """A v2 `TaskProgress`. The list of problems is never null (official tests); the result is, when there is none."""
    return {
        "id": task.token,
        "taskType": task.kind,
        "percentComplete": task.percent_complete,
        "status": _status(task, cancelled),
        "errors": list(problems),
        "result": result,
        "startTime": stamp(task.started_at),
        "lastUpdateTime": stamp(task.last_update),
    }


def _status(task: Task, cancelled: str) -> str:
    status = task.status
    return cancelled if status == CANCELLED else status
