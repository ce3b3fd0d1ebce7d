"""Copying and deleting as long-running operations: whole folders, without the client waiting for it.

The start looks at the body only. Everything else is found out by the task, whose errors say what was wrong.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.handlers import found, naming
from lf_simulator.handlers.entries_writing import invalid, place_of_copy, refuse_locked
from lf_simulator.handlers.long_running import begin
from lf_simulator.store import audit, copying, entries, recycling, tree
from lf_simulator.tasks import Outcome, Trouble

if TYPE_CHECKING:
    from lf_simulator.context import Answer, Call
    from lf_simulator.store.entries import EntryRecord
    from lf_simulator.tasks import Steps

AUDIT_REASON_TITLE = "Need to provide correct audit reason for DeleteEntry"
"""The official tests know this text."""


def start_copy(call: Call) -> Answer:
    """`POST …/CopyAsync`: a copy of any entry, folders with what is below them."""
    call.entry_id()
    if not call.body.get("sourceId"):
        raise errors.validation(["sourceId"], "The body lacks sourceId, the id of the entry to copy.")
    if "name" in call.body:
        naming.check_name(call.body["name"])
    return begin(call, "CopyEntry", _copy)


def start_delete(call: Call) -> Answer:
    """`DELETE Entries/{entryId}`: an entry with everything below it. The body may say why, and may be missing."""
    call.entry_id()
    refuse_untyped(call)
    return begin(call, "DeleteEntry", _delete)


def refuse_untyped(call: Call) -> None:
    """Raises ApiError 415 for a deletion without a Content-Type, where the build wants one even without a body."""
    if call.profile.delete_needs_content_type and not call.header(b"content-type"):
        reason = "This build wants a Content-Type on a deletion, though the body may be {}."
        raise errors.framework(415, reason)


def _copy(call: Call) -> Steps:
    """Entry by entry, a folder before what is in it; cancelled half-way, what was made stays (published description).

    The list is made beforehand, so that a folder copied into itself comes to an end. What the user does not see is left
    out; what he sees and may not read is left out too, and makes the task fail.
    """
    folder = found.folder(call, call.entry_id())
    source = found.existing(call, call.body["sourceId"], "Read")
    if source.parent_id is None:
        raise invalid("Error: The root folder cannot be copied.", "The root folder stands once only.")
    below = tree.ids_below(call.store, source.id)
    name, volume = place_of_copy(call, source, folder)
    naming.check_place(folder, name, tree.reach_below(call.store, source.id), source.path)
    top = _copied(call, source, folder, name, volume)
    yield 1 / (len(below) + 1)
    made, troubles = {source.id: top}, []
    for number, id_ in enumerate(below, 2):
        record = entries.find(call.store, id_)
        parent = made.get(record.parent_id or 0) if record is not None else None
        if record is not None and parent is not None and call.rights.sees(record):
            try:
                found.allowed(call, record, "Read")
            except errors.ApiError as error:
                troubles.append(Trouble(error, id_))
            else:
                made[id_] = _copied(call, record, parent, record.name, volume)
        yield number / (len(below) + 1)
    return Outcome(top.id, troubles=tuple(troubles))


def _copied(call: Call, source: EntryRecord, parent: EntryRecord, name: str, volume: str) -> EntryRecord:
    moment = call.repository.clock.now()
    made = copying.copy_entry(call.store, source, parent, name, moment, call.user, volume=volume)
    return found.existing(call, made)


def _delete(call: Call) -> Outcome:
    """What cannot go stays, with the folders that lead to it, and makes the task fail; the rest is gone all the same.

    *Decision*: so the product's documentation is read, which says of such a task only that some of it may be gone.
    """
    record = found.existing(call, call.entry_id())
    if record.parent_id is None:
        raise invalid("Error: The root folder cannot be deleted.", "The root folder cannot be deleted.")
    deletion = _circumstances(call)
    ids = [record.id, *tree.ids_below(call.store, record.id)]
    staying, troubles = _staying(call, ids)
    recycling.recycle(call.store, [id_ for id_ in ids if id_ not in staying], deletion)
    return Outcome(troubles=tuple(troubles))


def _staying(call: Call, ids: list[int]) -> tuple[set[int], list[Trouble]]:
    """Which of these entries, parents before their children, cannot be deleted, and what is said about it."""
    staying: set[int] = set()
    troubles = []
    for id_ in reversed(ids):
        record = entries.find(call.store, id_)
        assert record is not None  # noqa: S101 - it has just been listed
        error = _obstacle(call, record)
        if error is not None:
            troubles.append(Trouble(error, id_ if call.rights.sees(record) else record.parent_id or 0))
        if error is not None or id_ in staying:
            staying |= {id_, record.parent_id or 0}
    return staying, troubles[::-1]


def _obstacle(call: Call, record: EntryRecord) -> errors.ApiError | None:
    """Why the user cannot delete this entry. One that he does not see is denied to him like one that he does."""
    try:
        found.allowed(call, record, "Delete")
        refuse_locked(call, record)
    except errors.ApiError as error:
        return error
    if not call.rights.sees(record):
        return errors.access_denied(f"The user does not see entry {record.id}, and so may not delete it.")
    return None


def _circumstances(call: Call) -> recycling.Deletion:
    """Who deletes and why. Raises ApiError 400 for a reason that does not exist or is missing where it is demanded."""
    reason_id: int | None = call.body.get("auditReasonId")
    comment = call.body.get("comment" if call.is_v1 else "auditReasonComment", "")
    if reason_id is not None and not audit.is_reason(call.store, reason_id, "DeleteEntry"):
        reason = f"There is no audit reason {reason_id} for DeleteEntry."
        raise errors.ApiError(400, AUDIT_REASON_TITLE, errors.AUDIT_REASON_NOT_FOUND, reason)
    if reason_id is None and "DeleteEntry" in call.profile.audit_reason_required:
        reason = "This repository demands an audit reason for deleting: auditReasonId is missing."
        raise errors.ApiError(400, AUDIT_REASON_TITLE, errors.AUDIT_REASON_REQUIRED, reason)
    return recycling.Deletion(call.repository.clock.now(), call.user, reason_id, comment)
