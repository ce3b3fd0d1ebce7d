"""Making entries: a folder, a copy, a document from a local file."""

from __future__ import annotations

import json
import mimetypes
from functools import partial
from pathlib import PurePath
from typing import TYPE_CHECKING, Any

import anyio.to_thread

from lf_mcp import routes
from lf_mcp.errors import ToolError, own
from lf_mcp.failures import ApiError
from lf_mcp.redaction import scrub
from lf_mcp.shapes import Json, pick, whole
from lf_mcp.writes import bodies, checks, gates, sources

if TYPE_CHECKING:
    from pathlib import Path

    from lf_mcp.call import Call

ANY_TYPE = "application/octet-stream"
PARTLY = "The entry was made, but not everything that was asked for it: see partial_errors, and mend it by its id."
CONFLICT = 409


async def create_folder(call: Call, arguments: Json) -> Json:
    """Makes a folder, and then gives it template and fields, for which the API has no place in the first request."""
    parent_id, name, template = arguments["parent_id"], arguments["name"], arguments["template_name"]
    fields = arguments["fields"] or {}
    gates.hold_name(call, name, parent_id=parent_id)
    parent = await gates.pass_entry(call, parent_id)
    gates.hold_path_below(call, parent, name)
    await _hold_metadata(call, arguments)
    body: Json = {"name": name, "entryType": "Folder"}
    with call.failing(parent_id=parent_id, name=name):
        made = await call.client.ask(routes.CREATE_ENTRY, **_renaming(call, arguments, body), entry_id=parent_id)
    if template is None and not fields:
        return made
    step = "setTemplate" if template is not None else "setFields"
    try:
        await _describe(call, whole(made, "id"), template, fields)
    except ApiError as failure:
        return _partial(call, made, [{"operation": step, "exceptions": [_told(failure)]}])
    return made


async def _describe(call: Call, entry_id: int | None, template: str | None, fields: Json) -> None:
    """Gives a new folder its template, or its fields alone. Raises ApiError."""
    if entry_id is None:
        raise ApiError("The server named no id for the new folder.")
    if template is not None:
        body = bodies.template(call.client.version, template, fields)
        await call.client.ask(routes.SET_TEMPLATE, body=body, entry_id=entry_id)
    else:
        await call.client.ask(routes.SET_FIELDS, body=bodies.fields(call.client.version, fields), entry_id=entry_id)


async def copy_entry(call: Call, arguments: Json) -> Json:
    """Starts the copy of an entry, which the server makes as a task. The source is only read."""
    source_id, parent_id, name = arguments["source_id"], arguments["parent_id"], arguments["name"]
    gates.hold_name(call, name, source_id=source_id, parent_id=parent_id)
    parent = await gates.pass_entry(call, parent_id)
    gates.hold_path_below(call, parent, name)
    body = {"name": name, "sourceId": source_id}
    with call.failing(source_id=source_id, parent_id=parent_id, name=name):
        return await call.client.ask(routes.COPY_ENTRY, **_renaming(call, arguments, body), entry_id=parent_id)


async def import_document(call: Call, arguments: Json) -> Json:
    """Makes a document from a local file, with template, fields and tags."""
    parent_id, name = arguments["parent_id"], arguments["name"]
    gates.hold_name(call, name, parent_id=parent_id)
    parent = await gates.pass_entry(call, parent_id)
    gates.hold_path_below(call, parent, name)
    await _hold_metadata(call, arguments)
    path, content = await _source(call, arguments["file_path"])
    kind = arguments["content_type"] or mimetypes.guess_type(name)[0] or mimetypes.guess_type(path.name)[0] or ANY_TYPE
    part, request = _FORMS[call.client.version](arguments)
    files = {
        part: (_file_name(name, path), content, kind),
        "request": (None, json.dumps(request).encode(), "application/json"),
    }
    query = {"autoRename": _word(arguments["auto_rename"])} if call.client.version == "v1" else None
    with call.failing(parent_id=parent_id, name=name, file_path=str(path)):
        try:
            made = await call.client.ask(routes.IMPORT, query=query, files=files, entry_id=parent_id, name=name)
        except ApiError as failure:
            if not _was_made(failure):
                raise
            made = failure.problem
    troubles = _troubles(made)
    return _partial(call, made, troubles) if troubles else made


def _form_v1(arguments: Json) -> tuple[str, Json]:
    metadata: Json = {}
    if arguments["fields"]:
        metadata["fields"] = bodies.field_map(arguments["fields"])
    if arguments["tags"]:
        metadata["tags"] = arguments["tags"]
    request: Json = {"metadata": metadata} if metadata else {}
    return "electronicDocument", request | _if_given("template", arguments["template_name"])


def _form_v2(arguments: Json) -> tuple[str, Json]:
    """The file stays one, as on v1: without being told so, v2 makes pages of pictures and plain text (a decision)."""
    metadata = _if_given("templateName", arguments["template_name"]) | _if_given("tags", arguments["tags"])
    if arguments["fields"]:
        metadata["fields"] = bodies.field_list(arguments["fields"])
    request = {"name": arguments["name"], "autoRename": arguments["auto_rename"], "importAsElectronicDocument": True}
    return "file", request | _if_given("metadata", metadata)


_FORMS = {"v1": _form_v1, "v2": _form_v2}


def _if_given(key: str, value: Any) -> Json:
    return {key: value} if value else {}


def _file_name(name: str, path: PurePath) -> str:
    """The part's file name, from which servers take the extension: the entry's, ended as the file is (a decision)."""
    ends_alike = PurePath(name).suffix.lower() == path.suffix.lower()
    return name if ends_alike else name + path.suffix


async def _source(call: Call, file_path: str) -> tuple[Path, bytes]:
    """The real path and the bytes of a local file. Raises ToolError with the slug for what is wrong with it."""
    most = call.config.import_max_bytes

    def refuse(slug: str, **keys: Any) -> ToolError:
        return ToolError(own(call.origin, slug, **keys))

    try:
        path = await anyio.to_thread.run_sync(sources.resolved, file_path, call.config.import_source_dirs)
    except sources.SourceRefused as why:
        raise refuse("source_path_not_allowed", file_path=file_path, reason=str(why)) from None
    shown = str(path)
    try:
        return path, await anyio.to_thread.run_sync(partial(sources.read, path, most))
    except sources.SourceMissing:
        message = "There is no such file on the machine that runs this server."
        raise refuse("file_not_found", file_path=shown, message=message) from None
    except sources.SourceUnreadable as why:
        raise refuse("file_read_failed", file_path=shown, message=str(why)) from None
    except sources.SourceTooLarge as size:
        message = f"The file has {size.byte_size} bytes; at most {most} are imported (LF_IMPORT_MAX_BYTES)."
        raise refuse(
            "size_exceeds_cap", file_path=shown, byte_size=size.byte_size, max_bytes=most, message=message
        ) from None


async def _hold_metadata(call: Call, arguments: Json) -> None:
    """Template, field and tag names, and the fields that the template demands, before anything is sent."""
    place = {"parent_id": arguments["parent_id"], "name": arguments["name"]}
    template, fields = arguments["template_name"], arguments["fields"] or {}
    if template is not None:
        await checks.hold_template(call, template, **place)
    if fields:
        await checks.hold_fields(call, arguments["parent_id"], fields)
    if arguments.get("tags"):
        await checks.hold_tags(call, arguments["parent_id"], arguments["tags"])
    if template is not None:
        await checks.hold_required(call, template, fields)


def _renaming(call: Call, arguments: Json, body: Json) -> Json:
    """Query and body of a request that may rename: v1 takes that in the address, v2 in the body."""
    if call.client.version == "v1":
        return {"query": {"autoRename": _word(arguments["auto_rename"])}, "body": body}
    return {"body": body | {"autoRename": arguments["auto_rename"]}}


def _word(value: bool) -> str:
    return "true" if value else "false"


# What was made only in part


def _was_made(failure: ApiError) -> bool:
    """v1 tells with 409 of a document that is there and of metadata that is not."""
    operations = pick(failure.problem, "operations")
    made = pick(operations, "entryCreate") if isinstance(operations, dict) else None
    return failure.status == CONFLICT and isinstance(made, dict) and bool(whole(made, "entryId"))


def _troubles(made: Json) -> list[Json]:
    """The steps that failed, from the official place (`operations`) and from the top, where some builds have them."""
    operations = pick(made, "operations")
    steps = {**made, **(operations if isinstance(operations, dict) else {})}
    found = []
    for name, step in steps.items():
        exceptions = pick(step, "exceptions", "exception") if isinstance(step, dict) else None
        if exceptions:
            found.append({"operation": name, "exceptions": exceptions})
    return found


def _partial(call: Call, made: Json, troubles: list[Json]) -> Json:
    told = scrub(troubles, call.config.secrets)
    return {**made, "mode": "partial", "operation": call.origin.operation, "partial_errors": told, "warning": PARTLY}


def _told(failure: ApiError) -> Json:
    said = failure.server_message
    return {
        "message": said if isinstance(said, str) else failure.text,
        "errorCode": failure.error_code,
        "statusCode": failure.status,
    }
