r"""Folders named by a path relative to another: `folderPath` of create and import (v2 description of 2026).

Both `/` and `\` separate, so a folder with a slash in its name cannot be reached in this way.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.handlers import found, naming
from lf_simulator.store import tree

if TYPE_CHECKING:
    from lf_simulator.context import Call
    from lf_simulator.store.entries import EntryRecord

_SEPARATOR = re.compile(r"[/\\]")


def resolve_folder(call: Call, folder: EntryRecord, folder_path: str | None, auto_create: bool) -> EntryRecord:
    """The folder at that path below `folder`, which is itself meant by no path or an empty one.

    Missing folders are made with `auto_create`, as long as the user may make them. Raises ApiError 400 for a path with
    `..` or an empty part and for a part that is no folder, 403, and 404 for a missing folder that is not to be made.
    """
    if not folder_path:
        return folder
    parts = _SEPARATOR.split(folder_path)
    for part in parts:
        if part == "..":
            raise errors.bad_parameter("folderPath", f"folderPath {folder_path!a} leads upward, and it may not.")
        if not part.strip():
            # Decision: a separator at the beginning or end is refused like one in the middle; tests show the latter.
            raise errors.bad_parameter("folderPath", f"folderPath {folder_path!a} has an empty part.")
        naming.check_name(part)
    for part in parts:
        folder = _child(call, folder, part) or _made(call, folder, part, folder_path, auto_create)
    return folder


def _child(call: Call, folder: EntryRecord, name: str) -> EntryRecord | None:
    entry_id = tree.named(call.store, folder.id, name)
    return None if entry_id is None else found.folder(call, entry_id)


def _made(call: Call, folder: EntryRecord, name: str, folder_path: str, auto_create: bool) -> EntryRecord:
    path = tree.child_path(folder, name)
    if not auto_create:
        what = f'The folder "{path}" of folderPath "{folder_path}"'
        raise errors.entry_not_found(what)
    found.allowed(call, folder, "CreateFolder")
    naming.check_place(folder, name)
    moment, creator = call.repository.clock.now(), call.user
    return found.existing(call, tree.create_entry(call.store, folder, name, "Folder", moment, creator))
