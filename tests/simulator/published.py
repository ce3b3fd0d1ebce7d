"""The published descriptions, read strictly: every member of a value that is missing, extra or mistyped is a finding.

A description says little: hardly a member is required and problems are open. Here a described object is closed, and all
that it describes is wanted in an answer. What builds do otherwise has to stand in `differences.toml`.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from jsonschema import FormatChecker

if TYPE_CHECKING:
    from collections.abc import Iterator

WIRE = Path(__file__).parents[2].parent / "shared" / "wire"
FILES = {
    "v1": "openapi-v1",
    "v2-2023": "openapi-v2",
    "v2-2026": "openapi-v2-2026-07",
    "token": "openapi-token-selfhosted",
}
"""By the name that rows of the operation table give them."""

KNOWN = {
    *("type", "format", "enum", "items", "properties", "required", "additionalProperties", "allOf", "oneOf"),
    *("nullable", "minLength", "discriminator", "$ref", "default", "description", "title", "example"),
}
"""Keywords that are read here, or that say nothing about a value. Any other one is an error, so that none is missed."""
MISSPELT_DISCRIMINATOR = "entry Type"
SUBTYPES = ("Document", "Folder", "Shortcut", "RecordSeries")
_FORMATS = FormatChecker(["date-time"])
_LIMITS = {"byte": 2**8, "int32": 2**31, "int64": 2**63}


@dataclass(frozen=True)
class Finding:
    """One way in which an exchange is not as described. `schema` is what declares the member, or the operation."""

    schema: str
    member: str
    kind: str
    where: str = "$"
    side: str = "answer"

    def __str__(self) -> str:
        return f"{self.side} {self.where}: {self.kind} {self.schema}.{self.member}"


@dataclass(frozen=True)
class Described:
    """One operation of a published description."""

    name: str
    path: str
    method: str
    row: dict[str, Any]

    def parameters(self, place: str) -> dict[str, dict[str, Any]]:
        """Those in `path`, `query` or `header`, by name."""
        return {row["name"]: row for row in self.row.get("parameters", ()) if row["in"] == place}

    def request_schema(self, content_type: str = "application/json") -> dict[str, Any] | None:
        content = self.row.get("requestBody", {}).get("content", {}).get(content_type)
        return content and content["schema"]

    def answer(self, status: int) -> dict[str, Any] | None:
        found: dict[str, Any] | None = self.row["responses"].get(str(status))
        return found


class Description:
    """A published description: its operations by name, and values judged by its schemas."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.components: dict[str, dict[str, Any]] = document["components"]["schemas"]
        self.operations = {
            row["operationId"]: Described(row["operationId"], path, method.upper(), row)
            for path, methods in document["paths"].items()
            for method, row in methods.items()
        }

    def operation(self, name: str) -> Described:
        return self.operations[name]

    def judge(self, value: object, schema: dict[str, Any], side: str = "answer") -> list[Finding]:
        """All findings on a value. Members that are not required are wanted in answers only."""
        return list(self._judge(value, schema, "$", ("", ""), side))

    def resolved(self, schema: dict[str, Any]) -> tuple[str, dict[str, Any]]:
        """The schema itself and its name, through references and the wrappers that give one a description."""
        name = ""
        while "$ref" in schema or (len(schema.get("oneOf", ())) == 1 and "properties" not in schema):
            schema = schema["oneOf"][0] if "oneOf" in schema else schema
            name = schema["$ref"].rpartition("/")[2]
            schema = self.components[name]
        return name, schema

    def members(self, name: str, schema: dict[str, Any]) -> dict[str, tuple[str, dict[str, Any], bool]]:
        """Of an object and all that it is joined with: what declares each, its schema, and if it is required."""
        found: dict[str, tuple[str, dict[str, Any], bool]] = {}
        for part in schema.get("allOf", ()):
            inner, whole = self.resolved(part)
            found |= self.members(inner or name, whole)
        required = schema.get("required", ())
        found |= {key: (name, value, key in required) for key, value in schema.get("properties", {}).items()}
        return found

    def _judge(
        self, value: object, schema: dict[str, Any], where: str, owner: tuple[str, str], side: str
    ) -> Iterator[Finding]:
        unknown = {key for key in schema if key not in KNOWN and not key.startswith("x-")}
        assert not unknown, f"a description uses keywords that are not read here: {unknown}"
        if value is None and (schema.get("nullable") or not schema):
            return
        name, schema = self.resolved(schema)
        if value is None and schema.get("nullable"):
            return
        members = self.members(name, schema)
        if members:
            yield from self._object(value, name, schema, where, owner, side)
        elif not _fits(value, schema):
            yield Finding(*(owner if owner[0] else (name, "")), "mistyped", where, side)
        elif isinstance(value, list) and schema.get("type") == "array":
            for place, item in enumerate(value):
                yield from self._judge(item, schema["items"], f"{where}[{place}]", owner, side)
        elif isinstance(value, dict) and isinstance(schema.get("additionalProperties"), dict):
            for key, item in value.items():
                yield from self._judge(item, schema["additionalProperties"], f"{where}.{key}", owner, side)
        elif isinstance(value, dict) and value and schema.get("additionalProperties") is False:
            yield from (Finding(name, key, "extra", where, side) for key in value)

    def _object(
        self, value: object, name: str, schema: dict[str, Any], where: str, owner: tuple[str, str], side: str
    ) -> Iterator[Finding]:
        if not isinstance(value, dict):
            yield Finding(*(owner if owner[0] else (name, "")), "mistyped", where, side)
            return
        members, is_whole = self._members_of(value, name, schema)
        for key, item in value.items():
            if key in members:
                declared_by, inner, _ = members[key]
                yield from self._judge(item, inner, f"{where}.{key}", (declared_by, key), side)
            else:
                yield Finding(name, key, "extra", where, side)
        for key, (declared_by, _, required) in members.items():
            if key not in value and (required or side == "answer") and (is_whole or declared_by == name):
                yield Finding(declared_by, key, "missing", where, side)

    def _members_of(
        self, value: dict[str, Any], name: str, schema: dict[str, Any]
    ) -> tuple[dict[str, tuple[str, dict[str, Any], bool]], bool]:
        """The members that this value may have, and whether it is to have all of them.

        The published discriminator is misspelt; the property that is meant is `entryType`. Without it any subtype may
        be meant.
        """
        if "discriminator" not in schema or name != "Entry":
            return self.members(name, schema), True
        types = [type_ for type_ in SUBTYPES if value.get("entryType", type_) == type_]
        union: dict[str, tuple[str, dict[str, Any], bool]] = {}
        for type_ in types:
            union |= self.members(type_, self.components[type_])
        return union or self.members(name, schema), len(types) == 1


def _fits(value: object, schema: dict[str, Any]) -> bool:
    """Whether a value that is no described object is of the type that its schema names."""
    kind = schema.get("type")
    if isinstance(kind, list):  # of the younger JSON Schema, as one description has it
        return any(_fits(value, {**schema, "type": one}) for one in kind)
    if "enum" in schema and value not in schema["enum"]:
        return False
    if kind == "string":
        return (
            isinstance(value, str)
            and len(value) >= schema.get("minLength", 0)
            and _FORMATS.conforms(value, schema.get("format", ""))
        )
    if kind == "integer":
        limit = _LIMITS[schema.get("format", "int64")]
        return isinstance(value, int) and not isinstance(value, bool) and -limit <= value < limit
    if kind == "number":
        return isinstance(value, int | float) and not isinstance(value, bool)
    kinds: dict[str | None, type] = {"boolean": bool, "array": list, "object": dict, "null": type(None), None: object}
    return isinstance(value, kinds[kind])


@cache
def description(document: str) -> Description:
    """The published description of that name, or a skipped test where it is not at hand."""
    if not WIRE.exists():
        pytest.skip(f"the published descriptions are not at hand in {WIRE}")
    return Description(json.loads((WIRE / f"{FILES[document]}.json").read_text(encoding="utf-8")))
