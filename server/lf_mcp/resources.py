"""Entries, their text and templates as MCP resources, and completions for what stands in their addresses.

Of the entries only the root is listed: a repository has too many for more. The addresses are templates, filled with an
id, a path or a name.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from mcp import MCPError
from mcp import types as wire

from lf_mcp import routes
from lf_mcp.documents.reading import document_text
from lf_mcp.errors import ToolError, classified
from lf_mcp.failures import ApiError, ShapeError
from lf_mcp.listings import template_fields
from lf_mcp.shapes import Json, entry_detail, pick, rows, text

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from lf_mcp.call import Call

JSON = "application/json"
MOST_COMPLETIONS = 100
"""Values of one completion (MCP)."""
TEXT_LIMIT = 50_000
"""Characters of a text; the tools read on."""
NOT_FOUND = -32002
"""The protocol's code for a resource that is not there."""
_VARIABLE = re.compile(r"\\\{(\w+)\\\}")


@dataclass(frozen=True, slots=True)
class Resource:
    """One address template. `read` is handed its variable, `complete` what was typed of it."""

    uri: str
    name: str
    title: str
    description: str
    mime_type: str
    read: Callable[[Call, str], Awaitable[str]]
    complete: Callable[[Call, str], Awaitable[list[str]]]

    def matched(self, uri: str) -> str | None:
        """The value of the variable in `uri`, None when it is another address."""
        found = re.fullmatch(_VARIABLE.sub("(.+?)", re.escape(self.uri)), uri)
        return unquote(found[1]) if found else None

    def described(self) -> wire.ResourceTemplate:
        return wire.ResourceTemplate(
            uri_template=self.uri,
            name=self.name,
            title=self.title,
            description=self.description,
            mime_type=self.mime_type,
        )


def listed() -> wire.ListResourcesResult:
    root = wire.Resource(uri="laserfiche://entry/1", name="root", title="The root folder", mime_type=JSON)
    return wire.ListResourcesResult(resources=[root])


def templates() -> wire.ListResourceTemplatesResult:
    return wire.ListResourceTemplatesResult(resource_templates=[row.described() for row in RESOURCES])


async def read(call: Call, uri: str) -> wire.ReadResourceResult:
    """The content of an address. Raises MCPError, with the error answer that a tool would give as its data."""
    for row in RESOURCES:
        value = row.matched(uri)
        if value is None:
            continue
        try:
            content = await row.read(call, value)
        except ToolError as refusal:
            raise _as_error(uri, refusal.answer) from None
        except ApiError as failure:
            raise _as_error(uri, classified(call.origin, failure, {})) from None
        except ShapeError as failure:
            raise MCPError(wire.INTERNAL_ERROR, str(failure)) from None
        shown = wire.TextResourceContents(uri=uri, mime_type=row.mime_type, text=content)
        return wire.ReadResourceResult(contents=[shown])
    there_is = ", ".join(row.uri for row in RESOURCES)
    raise MCPError(NOT_FOUND, f"There is no resource {uri}; there is {there_is}.")


async def complete(call: Call, uri: str, typed: str) -> wire.CompleteResult:
    """What may stand in an address template in the place of what was typed. Nothing where that cannot be found out."""
    row = next((row for row in RESOURCES if row.uri == uri), None)
    values: list[str] = []
    if row is not None:
        try:
            values = await row.complete(call, typed)
        except (ApiError, ShapeError):
            values = []
    shown = wire.Completion(
        values=values[:MOST_COMPLETIONS], total=len(values), has_more=len(values) > MOST_COMPLETIONS
    )
    return wire.CompleteResult(completion=shown)


def _as_error(uri: str, answer: Json) -> MCPError:
    code = NOT_FOUND if answer.get("kind") == "not_found" else wire.INTERNAL_ERROR
    said = answer.get("reason") or answer.get("message") or answer.get("error")
    return MCPError(code, f"{uri}: {said}", answer)


async def _entry(call: Call, value: str) -> str:
    entry = await call.client.ask(routes.ENTRY, entry_id=_id(value))
    return _json(entry_detail(entry, call.config))


async def _by_path(call: Call, value: str) -> str:
    answer = await call.client.ask(routes.ENTRY_BY_PATH, path=value)
    entry = pick(answer, "entry") or answer
    if not isinstance(entry, dict):
        raise ShapeError("The server's answer holds no entry.")
    return _json(entry_detail(entry, call.config))


async def _text(call: Call, value: str) -> str:
    return await document_text(call, _id(value), TEXT_LIMIT)


async def _template(call: Call, value: str) -> str:
    return _json(await template_fields(call, {"template_name": value, "required_only": False}))


async def _field(call: Call, value: str) -> str:
    return _definition(await call.definitions.fields(), value)


async def _tag(call: Call, value: str) -> str:
    return _definition(await call.definitions.tags(), value)


def _definition(known: Mapping[str, Json], name: str) -> str:
    row = known.get(name)
    if row is None:
        raise ApiError(f"There is no definition {name}.", status=404)
    return _json(row)


def _id(value: str) -> int:
    if not value.isascii() or not value.isdigit():
        raise MCPError(wire.INVALID_PARAMS, f"An entry has a number for its id, not {value!r}.")
    return int(value)


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


async def _no_completion(_: Call, __: str) -> list[str]:
    return []


async def _paths(call: Call, typed: str) -> list[str]:
    """The children of the folder that was typed so far, as whole paths."""
    folder, _, begun = typed.rpartition("\\")
    answer = await call.client.ask(routes.ENTRY_BY_PATH, path=folder or "\\")
    parent = pick(answer, "entry") or answer
    page = await call.client.ask(routes.CHILDREN, query={"$top": MOST_COMPLETIONS}, entry_id=pick(parent, "id") or 1)
    names = [name for name in (text(row, "name") for row in rows(page)) if name]
    return [f"{folder}\\{name}" for name in names if name.casefold().startswith(begun.casefold())]


def _begins(typed: str, names: list[str]) -> list[str]:
    return [name for name in names if name.casefold().startswith(typed.casefold())]


async def _template_names(call: Call, typed: str) -> list[str]:
    return _begins(typed, sorted(await call.definitions.templates()))


async def _field_names(call: Call, typed: str) -> list[str]:
    return _begins(typed, sorted(await call.definitions.fields()))


async def _tag_names(call: Call, typed: str) -> list[str]:
    return _begins(typed, sorted(await call.definitions.tags()))


RESOURCES = (
    Resource(
        "laserfiche://entry/{id}/text",
        "entry-text",
        "Text of a Laserfiche document",
        "The text of a document between marks that say it is untrusted: recognised text, or that of its file.",
        "text/plain",
        _text,
        _no_completion,
    ),
    Resource(
        "laserfiche://entry/{id}",
        "entry",
        "A Laserfiche entry",
        "The properties of an entry by its id.",
        JSON,
        _entry,
        _no_completion,
    ),
    Resource(
        "laserfiche://path/{path}",
        "entry-by-path",
        "A Laserfiche entry by its path",
        "The properties of an entry by its full path, names parted by backslashes.",
        JSON,
        _by_path,
        _paths,
    ),
    Resource(
        "laserfiche://template/{name}",
        "template",
        "A Laserfiche template",
        "The fields of a template.",
        JSON,
        _template,
        _template_names,
    ),
    Resource(
        "laserfiche://field/{name}",
        "field",
        "A Laserfiche field",
        "The definition of a field.",
        JSON,
        _field,
        _field_names,
    ),
    Resource(
        "laserfiche://tag/{name}",
        "tag",
        "A Laserfiche tag",
        "The definition of a tag.",
        JSON,
        _tag,
        _tag_names,
    ),
)
