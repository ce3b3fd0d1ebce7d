"""Making, copying, moving and renaming entries while the client waits."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.handlers import found, naming
from lf_simulator.handlers.entries import answered
from lf_simulator.handlers.folder_path import resolve_folder
from lf_simulator.store import copying, tree
from lf_simulator.store import entries as records
from lf_simulator.store.filling import ROOT_PATH, key

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_fixtures.model import Right
    from lf_simulator.context import Answer, Call
    from lf_simulator.store.entries import EntryRecord

NEVER_COPIED_AT_ONCE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "v1": frozenset({"Folder", "RecordSeries", "Document"}),
        "v2": frozenset({"Folder", "RecordSeries"}),
    }
)
"""Types that only a task copies. Official tests: folders in both versions. Seen live: documents on v1.
*Decision*: v2 takes documents, since its description speaks of any entry."""


def create_or_copy(call: Call) -> Answer:
    """v1 `POST …/children`: with `entryType` a new folder or shortcut, with only `sourceId` the copy of an entry."""
    if "entryType" in call.body:
        return create(call)
    if not call.body.get("sourceId"):
        reason = "The body needs entryType (Folder or Shortcut) to create an entry, or sourceId to copy one."
        raise errors.validation(["entryType"], reason)
    return copy(call)


def create(call: Call) -> Answer:
    """A new folder or shortcut in a folder, or (v2) in a folder below it that `folderPath` names."""
    type_ = call.body["entryType"]
    name = call.body.get("name", "")
    route_folder = found.folder(call, call.entry_id())
    auto_create = call.query.get("autoCreateFolderPath", False)
    folder = resolve_folder(call, route_folder, call.body.get("folderPath"), auto_create)
    found.allowed(call, folder, right_to_add(type_))
    target = _target(call) if type_ == "Shortcut" else None
    volume = naming.volume(call, folder)
    name = naming.chosen(call, folder, name, auto_rename=auto_rename(call))
    moment = call.repository.clock.now()
    made = tree.create_entry(
        call.store, folder, name, type_, moment, call.user, volume=volume, target_id=target.id if target else None
    )
    return answered(call, made, 201)


def copy(call: Call) -> Answer:
    """A copy that is there at once: of shortcuts, on v2 of documents too. Folders are copied by a task."""
    folder = found.folder(call, call.entry_id())
    source = found.existing(call, call.body["sourceId"], "Read")
    if source.type in NEVER_COPIED_AT_ONCE[call.version]:
        reason = f"Entry {source.id} is a {source.type}, which only CopyAsync copies."
        raise errors.ApiError(
            400, "Error: Entries of this type cannot be copied synchronously.", errors.INVALID_OPERATION, reason
        )
    name, volume = place_of_copy(call, source, folder)
    moment = call.repository.clock.now()
    return answered(call, copying.copy_entry(call.store, source, folder, name, moment, call.user, volume=volume), 201)


def place_of_copy(call: Call, source: EntryRecord, folder: EntryRecord) -> tuple[str, str]:
    """The name and the volume of a copy in `folder`. Raises ApiError 400, 403, 404, 409.

    *Decision*: without a name, which v1 does not demand, it has that of its source.
    """
    found.allowed(call, folder, right_to_add(source.type))
    volume = naming.volume(call, folder)
    wanted = call.body.get("name") or source.name
    return naming.chosen(call, folder, wanted, auto_rename=auto_rename(call)), volume


def move_or_rename(call: Call) -> Answer:
    """`PATCH Entries/{entryId}`: another parent, another name, or both; with neither the entry stays as it is."""
    record = found.existing(call, call.entry_id(), "Rename")
    if record.parent_id is None:
        raise invalid("Error: The root folder cannot be changed.", "The root folder is neither moved nor renamed.")
    parent_id = call.body.get("parentId", record.parent_id)
    parent = found.folder(call, parent_id)
    wanted = call.body.get("name", record.name)
    if (parent.id, wanted) == (record.parent_id, record.name):
        return answered(call, record.id)
    refuse_checked_out(call, record)
    if parent.id != record.parent_id:
        _check_new_parent(call, record, parent)
    name = naming.chosen(call, parent, wanted, auto_rename=auto_rename(call), besides=record.id)
    naming.check_place(parent, name, tree.reach_below(call.store, record.id), record.path)
    tree.place(call.store, record, parent, name)
    if call.profile.modified_on_move:
        tree.touch(call.store, record.id, call.repository.clock.now())
    return answered(call, record.id)


def refuse_checked_out(call: Call, record: EntryRecord) -> None:
    """Raises ApiError 423 for a document that somebody else has checked out, 409 for one that the user has himself."""
    refuse_locked(call, record)
    if record.checked_out_by is not None:
        reason = f"Entry {record.id} is checked out, and must be checked in before it is moved or renamed."
        raise errors.ApiError(409, "A checked out document cannot be moved or renamed.", errors.CHECKED_OUT, reason)


def refuse_locked(call: Call, record: EntryRecord) -> None:
    """Raises ApiError 423 for an entry that somebody else works on, or has checked out."""
    holder = call.repository.locks.holder(record.id)
    if holder is not None:
        raise errors.locked(f"Entry {record.id} is locked by {holder} (fault lock).")
    if record.checked_out_by not in (None, call.user):
        raise errors.locked(f"Entry {record.id} is checked out by {record.checked_out_by}.")


def right_to_add(type_: str) -> Right:
    """The right to a folder that putting an entry of that type into it needs."""
    return "CreateFolder" if type_ in records.CONTAINERS else "CreateDocument"


def auto_rename(call: Call) -> bool:
    """Whether a name that is taken gets a number: v1 says so in the query, v2 in the body (published descriptions)."""
    return bool((call.query if call.is_v1 else call.body).get("autoRename", False))


def invalid(title: str, reason: str) -> errors.ApiError:
    """Something that cannot be done with that entry by anybody."""
    return errors.ApiError(400, title, errors.INVALID_OPERATION, reason)


def _check_new_parent(call: Call, record: EntryRecord, parent: EntryRecord) -> None:
    if key(f"{parent.path}{ROOT_PATH}").startswith(key(f"{record.path}{ROOT_PATH}")):
        reason = f"Entry {record.id} cannot be moved into entry {parent.id}, which is that folder itself or below it."
        raise invalid("Error: A folder cannot be moved into itself.", reason)
    found.allowed(call, parent, right_to_add(record.type))


def _target(call: Call) -> EntryRecord:
    """Where a new shortcut leads. *Decision*: a shortcut to a shortcut leads to the target of that one."""
    target_id = call.body.get("targetId")
    if not target_id:  # 0 is what a client sends that has no null
        raise errors.validation(["targetId"], "A shortcut needs targetId, the id of the entry it is to lead to.")
    target = records.find(call.store, target_id)
    if target is not None and target.type == "Shortcut" and call.rights.sees(target):
        target = records.find(call.store, target.target_id or 0)
    if target is None or not call.rights.sees(target):
        reason = f"targetId is {target_id}, and that entry does not exist."
        raise errors.ApiError(404, "The target of the shortcut was not found.", errors.TARGET_NOT_FOUND, reason)
    return target
