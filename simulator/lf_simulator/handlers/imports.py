"""Importing: a file becomes a document. v1 keeps what could be done and says what could not, v2 does all or nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.handlers import found, imports_metadata, naming
from lf_simulator.handlers.entries import answered
from lf_simulator.handlers.folder_path import resolve_folder
from lf_simulator.handlers.imports_content import Options, fill
from lf_simulator.store import entries, tree
from lf_simulator.wire import imports as shapes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lf_simulator.context import Answer, Call
    from lf_simulator.multipart import FilePart
    from lf_simulator.store.entries import EntryRecord

AS_FILE = Options(as_file=True)
"""v1 has no other way: whatever comes is the electronic file."""


def import_document(call: Call) -> Answer:
    """v1 `POST Entries/{parentEntryId}/{fileName}`: 201, or 409 when there is a document that lacks something."""
    parent = found.folder(call, call.positive("parentEntryId"), "CreateDocument")
    auto_rename = call.query.get("autoRename", False)
    record = made(call, parent, call.path["fileName"], auto_rename=auto_rename)
    steps = shapes.Steps(record.id)
    file: FilePart | None = call.files["electronicDocument"][0]
    try:
        call.begin_step("setEdoc")
    except errors.ApiError as refused:
        file, steps.refused["setEdoc"] = None, refused
    fill(call, record.id, file, (), AS_FILE)
    imports_metadata.give_each(call, record, call.body, steps)
    link = f"{call.repository_address}/Entries/{record.id}"
    return call.json(shapes.result(steps, call.operation_id, link), shapes.PARTLY_DONE if steps.refused else 201)


def import_entry(call: Call) -> Answer:
    """v2 `POST …/Folder/Import`: the new entry, and its address in `Location`."""
    file = next(iter(call.files.get("file", ())), None)
    entry_id = import_into(call, file, call.files.get("imageFiles", ()))
    location = f"{call.repository_address}/Entries/{entry_id}"
    return answered(call, entry_id, 201, ((b"location", location.encode()),))


def import_into(call: Call, file: FilePart | None, images: Sequence[FilePart] = ()) -> int:
    """A document in the folder of the call as the body of v2 wants it; its id. Raises ApiError, having done nothing."""
    route_folder = found.folder(call, call.entry_id())
    auto_create = call.query.get("autoCreateFolderPath", False)
    parent = resolve_folder(call, route_folder, call.body.get("folderPath"), auto_create)
    found.allowed(call, parent, "CreateDocument")
    record = made(call, parent, call.body["name"], auto_rename=call.body.get("autoRename", False))
    call.begin_step("setEdoc")
    fill(call, record.id, file, images, Options.of(call.body))
    imports_metadata.give_all(call, record, call.body.get("metadata", {}))
    return record.id


def made(call: Call, parent: EntryRecord, wanted: str, *, auto_rename: bool) -> EntryRecord:
    """A document without contents. Raises ApiError 400, 404, 409."""
    volume = naming.volume(call, parent)
    name = naming.chosen(call, parent, wanted, auto_rename=auto_rename)
    moment = call.repository.clock.now()
    entry_id = tree.create_entry(call.store, parent, name, "Document", moment, call.user, volume=volume)
    record = entries.find(call.store, entry_id)
    assert record is not None  # noqa: S101 - it has just been made
    return record
