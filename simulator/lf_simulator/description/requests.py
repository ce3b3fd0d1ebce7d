"""What an operation reads, as OpenAPI says it: parameters of path, query and header, and the body, from its row."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lf_simulator import query as q
from lf_simulator.bodies import FORM, FormBody, JsonBody, JsonItems, Member
from lf_simulator.description import examples
from lf_simulator.description.notation import closed, or_null
from lf_simulator.multipart import FORM_DATA, MultipartBody, RawBody
from lf_simulator.query import LARGEST_INT32
from lf_simulator.routing import WHOLE_NUMBERS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lf_simulator.description.notation import Schema
    from lf_simulator.operations import Operation
    from lf_simulator.operations.row import Body
    from lf_simulator.query import Param

JSON = "application/json"
WHOLE: Schema = {"type": "integer", "format": "int32", "minimum": -LARGEST_INT32, "maximum": LARGEST_INT32}
_SCALARS: Mapping[str, Schema] = MappingProxyType(
    {
        "text": {"type": "string"},
        "texts": {"type": "array", "items": {"type": "string"}},
        "flag": {"type": "boolean"},
        "whole": WHOLE,
        "number": {"type": "number"},
        "scalar": {"type": ["string", "number", "boolean"]},
    }
)
_SUMMARIES: Mapping[str, str] = MappingProxyType(
    {
        "$select": "Names of properties, with commas between them; the answer has these.",
        "$orderby": "Up to five properties, each with asc or desc after a blank, with commas between them.",
        "$top": "At most that many rows.",
        "$skip": "Leave out that many rows first.",
        "$count": "Whether the answer says how many rows there are in all.",
        "$skiptoken": "Where the page begins. It comes in next links and is not for clients to make.",
        "fields": "Names of fields that each row shows; ten at most.",
        "groupByEntryType": "Whether folders come before shortcuts and documents.",
        "culture": "A language tag, by which values are formatted.",
        "pageRange": "Pages, such as 1-3,7.",
        "autoRename": "Whether a name that is taken is changed instead of refused.",
    }
)
PREFER = {"name": "Prefer", "in": "header", "schema": {"type": "string"}, "description": "maxpagesize=N: rows a page."}
RANGE = {"name": "Range", "in": "header", "schema": {"type": "string"}, "description": "bytes=A-B: a part of the file."}
_TEXT_NOT_EMPTY: Schema = {"type": "string", "minLength": 1}
_FORM: Schema = closed(
    {"grant_type": {"const": "password"}, "username": _TEXT_NOT_EMPTY, "password": _TEXT_NOT_EMPTY},
    ["grant_type", "username", "password"],
)
"""Of the sign-in. The table says only that it is a form: what is in it is read by the sign-in itself."""


def parameters(operation: Operation, *, is_part: bool) -> list[dict[str, Any]]:
    """All parameters, those of the path first. `is_part`: whether a range of the answer can be asked for."""
    found = [_path(name, operation) for name in re.findall(r"{(\w+)}", operation.path)]
    found += [_query(param, operation) for param in operation.query.by_name.values()]
    if q.NEXT.name in operation.query.by_name:
        found.append(PREFER)
    return [*found, RANGE] if is_part else found


def _path(name: str, operation: Operation) -> dict[str, Any]:
    schema: Schema = {**WHOLE, "minimum": 1} if name in WHOLE_NUMBERS else {"type": "string", "minLength": 1}
    row = {"name": name, "in": "path", "required": True, "schema": schema}
    example = examples.path(operation, name)
    return row if example is None else {**row, "example": example}


def _query(param: Param, operation: Operation) -> dict[str, Any]:
    schema = dict(_SCALARS[param.kind])
    if param.kind == "whole":
        schema["minimum"] = 0
    if param.kind == "text" and param.required:
        schema["minLength"] = 1
    row: dict[str, Any] = {"name": param.name, "in": "query", "schema": schema}
    if param.name in _SUMMARIES:
        row["description"] = _SUMMARIES[param.name]
    if param.required:
        row["required"] = True
    example = examples.query(operation, param.name)
    return row if example is None else {**row, "example": example}


def body(operation: Operation) -> dict[str, Any] | None:
    """The request body, None for an operation that reads none."""
    if operation.body is None:
        return None
    media, schema = content(operation.body)
    example = examples.body(operation)
    told = {"schema": schema} if example is None else {"schema": schema, "example": example}
    is_optional = isinstance(operation.body, JsonBody) and operation.body.optional
    return {"required": not is_optional, "content": {media: told}}


def content(declared: Body) -> tuple[str, Schema]:
    """The content type of a body and its schema."""
    if isinstance(declared, FormBody):
        return FORM, _FORM
    if isinstance(declared, MultipartBody):
        return FORM_DATA, _parts(declared)
    if isinstance(declared, RawBody):
        return "application/octet-stream", {"type": "string", "format": "binary"}
    if isinstance(declared, JsonItems):
        return JSON, _member(Member("items", declared.kind, items=declared.items))
    return JSON, _object(declared.members)


def _parts(declared: MultipartBody) -> Schema:
    parts: dict[str, Schema] = {}
    for row in declared.files:
        file: Schema = {"type": "string", "format": "binary"}
        parts[row.name] = {"type": "array", "items": file, "maxItems": row.most} if row.most > 1 else file
    parts["request"] = _object(declared.request.members)
    needed = list(declared.needs) if len(declared.needs) == 1 else []
    if any(member.required for member in declared.request.members):
        needed.append("request")
    schema = closed(parts, needed)
    if len(declared.needs) > 1:  # one of them must be there
        schema["anyOf"] = [{"required": [part]} for part in declared.needs]
    return schema


def _object(members: Sequence[Member]) -> Schema:
    return closed({row.name: _member(row) for row in members}, [row.name for row in members if row.required])


def _member(row: Member) -> Schema:
    if row.kind == "object":
        schema = _object(row.members)
    elif row.kind in ("list", "map"):
        assert row.items is not None  # noqa: S101 - as where it is read
        inner = _member(row.items)
        is_list = row.kind == "list"
        schema = {"type": "array", "items": inner} if is_list else {"type": "object", "additionalProperties": inner}
    elif row.kind == "word":
        schema = {"type": "string", "enum": list(row.words)}
    else:
        schema = dict(_SCALARS[row.kind])
        if row.required and row.kind == "text":
            schema["minLength"] = 1
    return or_null(schema) if row.is_null else schema
