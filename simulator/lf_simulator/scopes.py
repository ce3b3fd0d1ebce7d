"""OAuth scopes: which one an operation needs, which ones a token gets, and what a token is good for.

The published description of v2 names one scope for each operation. v1 names none; its operations need what the same
operation of v2 needs.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

    from lf_simulator.address import Target
    from lf_simulator.operations import Operation

READ = "Read"
WRITE = "Write"
BOTH = "ReadWrite"
WHOLE_API = "repository"

READS_BY_POST = frozenset(
    {"SearchEntry", "StartSearchEntry", "ExportEntry", "StartExportEntry", "ListDynamicFieldValues"}
    | {"ExportDocumentWithAuditReason"}
)
WITHOUT = frozenset(
    {"ListTasks", "CancelTasks", "GetOperationStatusAndProgress", "CancelOperation"}
    | {"CreateServerSession", "RefreshServerSession", "InvalidateServerSession"}
)
"""Operations that any token may call (published description: scope None; *decision*: sessions too)."""

_SCOPE = re.compile(
    rf"{WHOLE_API}(?:/Repositories/(?P<repository>[^/.\s][^/\s]*?)(?:/Entries/(?P<entry>[1-9]\d{{0,9}}))?)?"
    rf"\.(?P<right>{READ}|{WRITE}|{BOTH})"
)
"""The three scopes of the guide, and those narrowed to an address. *Decision*: `repository/Repositories/{id}.Read` and
`…/Entries/{entryId}.Read`, good for the operations at that address and below it; other forms count as unknown."""


def needed(operation: Operation) -> str | None:
    """`Read`, `Write`, or None for an operation that any token may call."""
    if not operation.document or not WITHOUT.isdisjoint(operation.names):
        return None
    reads = operation.method in ("GET", "HEAD") or not READS_BY_POST.isdisjoint(operation.names)
    return READ if reads else WRITE


def granted(asked: str, repository_id: str) -> tuple[str, ...]:
    """The scopes of a request that mean something here, in its order. The others vanish silently (guide), and so do
    those of other repositories. Letter case counts (guide)."""
    known = []
    for scope in asked.split():
        found = _SCOPE.fullmatch(scope)
        if found is not None and found["repository"] in (None, repository_id):
            known.append(scope)
    return tuple(dict.fromkeys(known))


def allow(scopes: Collection[str], target: Target) -> bool:
    """Whether a token with these scopes may call what the address names."""
    if target.operation is None:
        return False
    need = needed(target.operation)
    return need is None or any(_allows(scope, need, target) for scope in scopes)


def _allows(scope: str, need: str, target: Target) -> bool:
    found = _SCOPE.fullmatch(scope)
    if found is None or found["right"] not in (need, BOTH):
        return False
    if found["repository"] is not None and not target.repository:
        return False
    entry_id = target.path.get("entryId", target.path.get("parentEntryId"))
    return found["entry"] is None or entry_id == int(found["entry"])
