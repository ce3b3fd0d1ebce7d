"""What v1 answers to an import: what became of each step, and of a refusal the same shape with nothing made."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_simulator.errors import ApiError
    from lf_simulator.profiles import Profile

STATUSES = (400, 404, 409, 500)
"""For these the published description has a CreateEntryResult in the place of a problem."""
PARTLY_DONE = 409


@dataclass(slots=True)
class Steps:
    """What became of an import. The lists hold what was refused; a step that was not asked for has done nothing."""

    entry_id: int
    template: str | None = None
    field_count: int = 0
    tags: list[str] = field(default_factory=list)
    other_entry_ids: list[int] = field(default_factory=list)
    refused: dict[str, ApiError] = field(default_factory=dict)
    """By the name of the step."""


def result(steps: Steps, operation_id: str, link: str) -> dict[str, Any]:
    """The body of an import that has made an entry."""
    refused = {
        step: _exception(operation_id, error.title, error.code, PARTLY_DONE, error.source)
        for step, error in steps.refused.items()
    }
    return _shape(steps, refused, link)


def nothing_made(problem: Mapping[str, Any], profile: Profile) -> dict[str, Any] | None:  # noqa: ARG001 - a Reshape
    """The body of an import that was refused, made from its problem; None where the description keeps the problem.

    *Decision*: the refusal is an exception of `entryCreate`, where the official JS tests look for its message.
    """
    status = problem["status"]
    if status not in STATUSES:
        return None
    code, source = problem.get("errorCode"), problem["errorSource"]
    exception = _exception(problem["operationId"], problem["title"], code, status, source)
    return _shape(Steps(entry_id=0), {"entryCreate": exception}, None)


def _shape(steps: Steps, refused: Mapping[str, dict[str, Any]], link: str | None) -> dict[str, Any]:
    """*Decision*: every step is there, also those not asked for. The lists are never null (official tests)."""
    told: dict[str, dict[str, Any]] = {
        "entryCreate": {"entryId": steps.entry_id},
        "setEdoc": {},
        "setTemplate": {"template": steps.template},
        "setFields": {"fieldCount": steps.field_count},
        "setTags": {"assignedTags": steps.tags},
        "setLinks": {"otherEntryIds": steps.other_entry_ids},
    }
    operations = {step: {**told[step], "exceptions": [refused[step]] if step in refused else []} for step in told}
    return {"operations": operations, "documentLink": link}


def _exception(operation_id: str, message: str, code: int | None, status: int, source: str) -> dict[str, Any]:
    """*Decision*: no source shows a class of errors, so that member is null."""
    return {
        "operationId": operation_id,
        "message": message,
        "errorCode": code,
        "errorClass": None,
        "statusCode": status,
        "errorSource": source,
    }
