"""The audit reason of an export: one that exists, and there where the repository demands one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.store import audit

if TYPE_CHECKING:
    from lf_simulator.context import Call

EVENT = "ExportDocument"
TITLE = f"Need to provide correct audit reason for {EVENT}"
"""*Decision*: worded like the refusal of a deletion, which the official tests know."""


def check(call: Call) -> None:
    """Raises ApiError 400 for a reason that there is not, or none where one is demanded.

    *Decision*: 0 stands for no reason, as clients send it that have no null.
    """
    reason_id: int | None = call.body.get("auditReasonId") or None
    if reason_id is None and EVENT in call.profile.audit_reason_required:
        reason = "This repository demands an audit reason for exporting: auditReasonId is missing."
        raise errors.ApiError(400, TITLE, errors.AUDIT_REASON_REQUIRED, reason)
    if reason_id is not None and not audit.is_reason(call.store, reason_id, EVENT):
        reason = f"There is no audit reason {reason_id} for exporting."
        raise errors.ApiError(400, TITLE, errors.AUDIT_REASON_NOT_FOUND, reason)
