"""Finding the entry that a call is about, and asking whether its user may do that with it.

Every handler gets its entries here, so that rights are asked in one place: an entry that the user may not see does not
exist (404), one that he sees and may not use is denied (403).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.store import entries

if TYPE_CHECKING:
    from lf_fixtures.model import Right
    from lf_simulator.context import Call
    from lf_simulator.store.entries import EntryRecord


def existing(call: Call, entry_id: int, *needs: Right) -> EntryRecord:
    """The entry of that id. Raises ApiError 404 where the user sees none, 403 where he lacks one of the rights."""
    record = entries.find(call.store, entry_id)
    if record is None or not call.rights.sees(record):
        raise errors.entry_not_found(f"Entry {entry_id}")
    return allowed(call, record, *needs)


def allowed(call: Call, record: EntryRecord, *needs: Right) -> EntryRecord:
    """The entry itself. Raises ApiError 403 where the user lacks one of the rights."""
    for right in needs:
        if not call.rights.may(record, right):
            raise errors.access_denied(f"The user has not the right {right} to entry {record.id}.")
    return record


def content_of(call: Call, entry_id: int, *needs: Right) -> EntryRecord:
    """The entry whose content and metadata count: a shortcut stands for its target. Raises ApiError 403, 404."""
    record = existing(call, entry_id)
    if record.type != "Shortcut":
        return allowed(call, record, *needs)
    target = None if record.target_id is None else entries.find(call.store, record.target_id)
    if target is None or not call.rights.sees(target):
        reason = f"Entry {entry_id} is a shortcut to {record.target_id}, which does not exist."
        raise errors.ApiError(404, "The target of the shortcut was not found.", errors.TARGET_NOT_FOUND, reason)
    return allowed(call, target, *needs)


def document(call: Call, entry_id: int, *needs: Right) -> EntryRecord:
    """The document of that id, or the one that a shortcut leads to. Raises ApiError 400, 403, 404."""
    record = content_of(call, entry_id, *needs)
    if record.type != "Document":
        reason = f"Entry {record.id} is a {record.type}, and only documents have contents."
        raise errors.ApiError(400, "Error: The entry is not a document.", errors.INVALID_OPERATION, reason)
    return record


def folder(call: Call, entry_id: int, *needs: Right) -> EntryRecord:
    """The folder of that id. Raises ApiError 400, 403, 404."""
    record = existing(call, entry_id, *needs)
    if not record.is_container:
        reason = f"Entry {record.id} is a {record.type}, and only folders have children."
        raise errors.ApiError(400, "Error: The entry is not a folder.", errors.INVALID_OPERATION, reason)
    return record
