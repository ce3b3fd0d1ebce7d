"""JSON Schemas from the short notation of the tables: a word for a type, `[x]` a list, `{x}` a map, `x?` or null.

`text whole long byte flag time bytes any` are types, a word in capitals is one of `WORDS`, and any other word that
begins with a capital letter is a shape of the version.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    Schema = dict[str, Any]

SIMPLE: Mapping[str, Schema] = MappingProxyType(
    {
        "text": {"type": "string"},
        "whole": {"type": "integer", "format": "int32"},
        "long": {"type": "integer", "format": "int64"},
        "byte": {"type": "integer", "minimum": 0, "maximum": 255},
        "flag": {"type": "boolean"},
        "time": {"type": "string", "format": "date-time"},
        "bytes": {"type": "string", "format": "binary"},
        "scalar": {"type": ["string", "number", "boolean"]},
        "any": {},
    }
)
WORDS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "ENTRY_TYPE": ("Folder", "Document", "Shortcut", "RecordSeries"),
        "FIELD_TYPE": (
            *("DateTime", "Blob", "Date", "ShortInteger", "LongInteger", "List", "Number", "String", "Time"),
        ),
        "FIELD_FORMAT": (
            *("None", "ShortDate", "LongDate", "ShortDateTime", "LongDateTime", "ShortTime", "LongTime"),
            *("GeneralNumber", "Currency", "Percent", "Scientific", "Custom"),
        ),
        "POSITION": (
            *("TopLeft", "TopCenter", "TopRight", "MiddleLeft", "DeadCenter", "MiddleRight"),
            *("BottomLeft", "BottomCenter", "BottomRight"),
        ),
        "HIT_TYPE": (
            *("PageContent", "Note", "Callout", "TextBox", "Edoc", "Prop", "Name", "Extension", "VersionGroupNote"),
            *("VersionComment", "Field", "SignatureComment", "CertificateSubject", "TagComment", "AnnotationComment"),
            "Attachment",
        ),
        "STATUS": ("NotStarted", "InProgress", "Completed", "Failed", "Cancelled", "Canceled"),
        "TASK_TYPE": ("CopyEntry", "DeleteEntry", "ExportEntry", "ImportUploadedParts", "SearchEntry", "GenerateText"),
        "AUDIT_EVENT": ("DeleteEntry", "ExportDocument"),
    }
)
"""The values of enumerations. A cancelled task is spelt in two ways, by build; generating text is a task of ours."""


def schema(text: str, version: str) -> Schema:
    """The schema that the notation says. `version` begins the names of shapes."""
    if text.endswith("?"):
        return or_null(schema(text[:-1], version))
    if text.startswith("["):
        return {"type": "array", "items": schema(text[1:-1], version)}
    if text.startswith("{"):
        return {"type": "object", "additionalProperties": schema(text[1:-1], version)}
    if text in SIMPLE:
        return dict(SIMPLE[text])
    if text in WORDS:
        return {"type": "string", "enum": list(WORDS[text])}
    return {"$ref": f"#/components/schemas/{version}.{text}"}


def or_null(inner: Schema) -> Schema:
    """The same, or null."""
    if "enum" in inner:
        return {**inner, "type": [inner["type"], "null"], "enum": [*inner["enum"], None]}
    if isinstance(inner.get("type"), str):
        return {**inner, "type": [inner["type"], "null"]}
    return {"anyOf": [inner, {"type": "null"}]}


def closed(members: Mapping[str, Schema], required: list[str]) -> Schema:
    """An object with these members and no other."""
    body: Schema = {"type": "object", "properties": dict(members), "additionalProperties": False}
    return {**body, "required": required} if required else body
