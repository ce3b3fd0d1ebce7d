"""The server's JSON → the shapes that tools answer; pure. Both key spellings are read, null counts as absent."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from lf_mcp.failures import ShapeError

if TYPE_CHECKING:
    from lf_mcp.config import Config

ENTRY_TYPES = frozenset({"Folder", "Document", "Shortcut", "RecordSeries"})
UNKNOWN_TYPE = "Unknown"
NAMELESS_FIELD = "(unnamed)"  # a decision: a field the server gives no name must not cost the caller the others
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Illustrated:
    """An answer that goes out with a picture: `picture` is the file, `mime_type` its type."""

    answer: Json
    picture: bytes
    mime_type: str


def pick(record: Json, *keys: str) -> Any:
    """The first value that is not null under `keys`, each in camelCase and then in PascalCase, as some builds write."""
    for key in keys:
        for spelling in (key, key[0].upper() + key[1:]):
            value = record.get(spelling)
            if value is not None:
                return value
    return None


def text(record: Json, *keys: str) -> str | None:
    """A string; a number where text belongs is written out, anything else is as good as absent."""
    value = pick(record, *keys)
    if isinstance(value, str):
        return value
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else None


def whole(record: Json, *keys: str) -> int | None:
    """An integer; integral floats and digits in a string are taken too, since builds differ."""
    value = pick(record, *keys)
    if isinstance(value, bool):
        return None
    if isinstance(value, float):
        return int(value) if value.is_integer() else None
    if isinstance(value, str):
        try:
            return int(value)
        except ValueError:
            return None
    return value if isinstance(value, int) else None


def count(record: Json, *keys: str) -> int | None:
    """A number of things; a negative one says nothing."""
    value = whole(record, *keys)
    return value if value is not None and value >= 0 else None


def truth(record: Json, *keys: str) -> bool | None:
    value = pick(record, *keys)
    return value if isinstance(value, bool) else None


def timestamp(record: Json, key: str) -> str | None:
    """ISO 8601 with the offset it came with (none stays none, Z stays Z) and six digits of fraction; else None."""
    value = pick(record, key)
    if not isinstance(value, str):
        return None
    raw = value.strip()
    try:
        moment = datetime.fromisoformat(raw)
    except ValueError:
        return None
    written = moment.isoformat()
    return written.removesuffix("+00:00") + "Z" if raw[-1:] in ("Z", "z") else written


def rows(answer: Json) -> list[Json]:
    """The rows of a collection; an answer without any is empty. Raises ShapeError when it is not a list of objects."""
    value = pick(answer, "value")
    if value is None:
        return []
    if not isinstance(value, list):
        raise ShapeError("The server's answer has a value that is not a list.")
    if not all(isinstance(row, dict) for row in value):
        raise ShapeError("The server's answer lists something that is not an object.")
    return value


def collection(answer: Json) -> Json:
    """A collection as the server sends it, its rows under `value` however the build calls that. Raises ShapeError."""
    rest = {key: value for key, value in answer.items() if key not in ("value", "Value")}
    return {**rest, "value": rows(answer)}


def web_url(config: Config, entry_type: str, entry_id: int) -> Json:
    """`{"web_url": …}` where the type of the entry has a configured address, else {}."""
    templates = {
        "Document": config.document_link_template,
        "Folder": config.folder_link_template,
        "RecordSeries": config.folder_link_template,
    }
    template = templates.get(entry_type)
    if template is None:
        return {}
    repository = quote(config.repository_id, safe="")
    return {"web_url": template.replace("{repo_id}", repository).replace("{entry_id}", str(entry_id))}


def entry_type(row: Json) -> str:
    found = pick(row, "entryType")
    return found if isinstance(found, str) and found in ENTRY_TYPES else UNKNOWN_TYPE


def entry_summary(row: Json, config: Config) -> Json:
    """An entry as listings and searches show it; a row without a usable id has id 0, without a name the name ""."""
    kind, entry_id = entry_type(row), whole(row, "id") or 0
    return {
        "id": entry_id,
        "name": text(row, "name") or "",
        "entry_type": kind,
        "parent_id": whole(row, "parentId"),
        "full_path": text(row, "fullPath"),
        "creation_time": timestamp(row, "creationTime"),
        "last_modified_time": timestamp(row, "lastModifiedTime"),
        **web_url(config, kind, entry_id),
    }


def entry_detail(entry: Json, config: Config) -> Json:
    """A single entry. Raises ShapeError when the answer names no entry at all."""
    if whole(entry, "id") is None:
        raise ShapeError("The server's answer holds no entry id.")
    return {
        **entry_summary(entry, config),
        "template_name": text(entry, "templateName"),
        "fields": [],
        "page_count": count(entry, "pageCount"),
        "is_electronic_document": truth(entry, "isElectronicDocument"),
        "extension": text(entry, "extension"),
    }


def search_page(answer: Json, config: Config, size: int) -> Json:
    """A page of entries, cut to `size` rows, with what the server says about the whole."""
    return {
        "entries": [entry_summary(row, config) for row in rows(answer)[:size]],
        "total_count": count(answer, "@odata.count"),
        "next_link": text(answer, "@odata.nextLink"),
    }


def field_name(row: Json) -> str | None:
    """v1 calls it fieldName, v2 name."""
    return text(row, "fieldName", "name") or None


def field_value(row: Json) -> Json:
    """One field of an entry; the items of `values` are as the server sends them (v1 objects, v2 strings)."""
    values = pick(row, "values")
    return {
        "field_name": field_name(row) or NAMELESS_FIELD,
        "field_type": text(row, "fieldType"),
        "values": values if isinstance(values, list) else [] if values is None else [values],
        "is_multi_value": truth(row, "isMultiValue") or False,
    }
