"""The state of a search as a v1 progress and as a v2 task, and context hits, as JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator.tasks import FAILED
from lf_simulator.wire.dialect import stamp

if TYPE_CHECKING:
    from lf_simulator.search import ContextHit
    from lf_simulator.tasks import SearchTask

HIT_NAMES = (
    *("hitNumber", "hitType", "isAnnotationHit", "annotationId", "pageNumber", "pageOffset", "context"),
    *("highlight1Offset", "highlight1Length", "highlight2Offset", "highlight2Length", "hitWidth"),
    *("edocHitCount", "fieldHitCount", "fieldName"),
)


def progress(task: SearchTask, results: str, failure: str) -> dict[str, Any]:
    """A v1 `OperationProgress`. `results` is the address of the rows, `failure` what went wrong with a failed one."""
    status = task.status
    return {
        "operationToken": task.token,
        "operationType": "Search",
        "percentComplete": task.percent_complete,
        "status": status,
        "errors": [{"objectId": 0, "errorMessage": failure}] if status == FAILED else [],
        "redirectUri": results,
        "entryId": 0,
        "startTimestamp": stamp(task.started_at),
        "statusTimestamp": stamp(task.last_update),
    }


def task_progress(task: SearchTask, results: str, failure: dict[str, Any]) -> dict[str, Any]:
    """A v2 `TaskProgress`. `failure` is the problem of a failed one; the list of errors is never null."""
    status = task.status
    return {
        "id": task.token,
        "taskType": "SearchEntry",
        "percentComplete": task.percent_complete,
        "status": status,
        "errors": [failure] if status == FAILED else [],
        "result": {"entryId": 0, "uri": results},
        "startTime": stamp(task.started_at),
        "lastUpdateTime": stamp(task.last_update),
    }


def context_hit(hit: ContextHit) -> dict[str, Any]:
    """A context hit: the same names in both versions."""
    return {
        "hitType": hit.hit_type,
        "isAnnotationHit": hit.is_annotation_hit,
        "annotationId": hit.annotation_id,
        "pageNumber": hit.page_number,
        "pageOffset": hit.page_offset,
        "context": hit.context,
        "highlight1Offset": hit.highlight1_offset,
        "highlight1Length": hit.highlight1_length,
        "highlight2Offset": hit.highlight2_offset,
        "highlight2Length": hit.highlight2_length,
        "hitWidth": hit.hit_width,
        "edocHitCount": hit.edoc_hit_count,
        "fieldHitCount": hit.field_hit_count,
        "fieldName": hit.field_name,
        "hitNumber": hit.hit_number,
    }
