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
    rights = call.rights
    record = entries.find(call.store, entry_id, rights.sight())
    if record is None:
        raise _absent(call, entries.find(call.store, entry_id), f"Entry {entry_id}")
    return allowed(call, record, *needs)


def at_path(call: Call, path: str, *needs: Right) -> EntryRecord:
    """The entry at that full path. Raises ApiError as `existing` does."""
    record = entries.find_by_path(call.store, path, call.rights.sight())
    if record is None:
        raise _absent(call, entries.find_by_path(call.store, path), f'The path "{path}"')
    return allowed(call, record, *needs)


def _absent(call: Call, hidden: EntryRecord | None, what: str) -> errors.ApiError:
    """What is said of an entry that the user does not see; `hidden` is the entry if there is one all the same.

    A security tag that he does not hold never shows (documented), a missing right to browse where the build says so.
    """
    rights = call.rights
    if hidden is None:
        return errors.entry_not_found(what)
    if rights.lacks_tag_of(hidden):
        return errors.entry_not_found(what, f"{what} bears a security tag that {call.user} does not hold.")
    reason = f"{what} is hidden from {call.user}, who has not the right Browse to it."
    if call.profile.hidden_status == 403:
        return errors.access_denied(reason)
    return errors.entry_not_found(what, reason)


def allowed(call: Call, record: EntryRecord, *needs: Right) -> EntryRecord:
    """The entry itself. Raises ApiError 403 where the user lacks one of the rights."""
    for right in needs:
        if not call.rights.may(record, right):
            raise errors.access_denied(f"{call.user} has not the right {right} to entry {record.id}.")
    return record


def content_of(call: Call, entry_id: int, *needs: Right) -> EntryRecord:
    """The entry whose content and metadata count: a shortcut stands for its target. Raises ApiError 403, 404."""
    record = existing(call, entry_id)
    if record.type != "Shortcut":
        return allowed(call, record, *needs)
    target = None if record.target_id is None else entries.find(call.store, record.target_id, call.rights.sight())
    if target is None:
        reason = f"Entry {entry_id} is a shortcut to {record.target_id}, which does not exist for {call.user}."
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
