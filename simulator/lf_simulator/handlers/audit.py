"""The audit reasons that deletions and exports may give."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import paging
from lf_simulator.store import audit

if TYPE_CHECKING:
    from lf_simulator.context import Answer, Call

V1_LISTS = (("deleteEntry", "DeleteEntry"), ("exportDocument", "ExportDocument"))
"""The lists of v1, each with the event that its reasons are for."""
NAMES = ("id", "name", "auditEventType")


def list_audit_reasons(call: Call) -> Answer:
    """`GET AuditReasons`: v1 two lists, v2 one collection whose rows name their event."""
    reasons = audit.audit_reasons(call.store)
    if call.is_v1:
        lists = {
            name: [{"id": row.id, "name": row.name} for row in reasons if row.event == event]
            for name, event in V1_LISTS
        }
        return call.json(lists)
    listing = call.listing(NAMES)
    rows = [{"id": row.id, "name": row.name, "auditEventType": row.event} for row in reasons]
    context = "Collection(Laserfiche.Repository.AuditReason)"
    return call.page(paging.page_of(rows, listing), listing, len(rows), context)
