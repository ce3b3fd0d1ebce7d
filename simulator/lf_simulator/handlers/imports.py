"""Importing: a file becomes a document. v1 keeps what could be done and says what could not, v2 does all or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.handlers import found, naming
from lf_simulator.handlers.entries import answered
from lf_simulator.handlers.folder_path import resolve_folder
from lf_simulator.handlers.imports_content import Options, fill
from lf_simulator.store import tree
from lf_simulator.wire import imports as shapes

if TYPE_CHECKING:
    from lf_simulator.context import Answer, Call
    from lf_simulator.multipart import FilePart
    from lf_simulator.store.entries import EntryRecord

AS_FILE = Options(as_file=True)
"""v1 has no other way: whatever comes is the electronic file."""


def import_document(call: Call) -> Answer:
    """v1 `POST Entries/{parentEntryId}/{fileName}`: 201, or 409 when there is a document that lacks something."""
    parent = found.folder(call, call.positive("parentEntryId"), "CreateDocument")
    auto_rename = call.query.get("autoRename", False)
    entry_id = _made(call, parent, call.path["fileName"], auto_rename=auto_rename)
    fill(call, entry_id, call.files["electronicDocument"][0], AS_FILE)
    steps = shapes.Steps(entry_id)
    link = f"{call.repository_address}/Entries/{entry_id}"
    return call.json(shapes.result(steps, call.operation_id, link), shapes.PARTLY_DONE if steps.refused else 201)


def import_entry(call: Call) -> Answer:
    """v2 `POST …/Folder/Import`: the new entry, and its address in `Location`."""
    parent = found.folder(call, call.entry_id())
    parent = resolve_folder(call, parent, call.body.get("folderPath"), call.query.get("autoCreateFolderPath", False))
    found.allowed(call, parent, "CreateDocument")
    entry_id = _made(call, parent, call.body["name"], auto_rename=call.body.get("autoRename", False))
    fill(call, entry_id, _first(call, "file"), Options.of(call.body))
    location = f"{call.repository_address}/Entries/{entry_id}"
    return answered(call, entry_id, 201, ((b"location", location.encode()),))


def _first(call: Call, name: str) -> FilePart | None:
    parts = call.files.get(name)
    return parts[0] if parts else None


def _made(call: Call, parent: EntryRecord, wanted: str, *, auto_rename: bool) -> int:
    """A document without contents; its id. Raises ApiError 400, 404, 409."""
    volume = naming.volume(call, parent)
    name = naming.chosen(call, parent, wanted, auto_rename=auto_rename)
    moment = call.repository.clock.now()
    return tree.create_entry(call.store, parent, name, "Document", moment, call.user, volume=volume)
