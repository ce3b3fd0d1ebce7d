"""Request bodies of writes, as the published descriptions of v1 and v2 have them; pure."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_mcp.shapes import Json, field_name, pick, text, truth, whole

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def field_map(fields: Mapping[str, list[Any]]) -> Json:
    """v1: an object by field name; positions count from 1."""
    return {
        name: {"values": [{"value": _as_text(value), "position": place} for place, value in enumerate(values, 1)]}
        for name, values in fields.items()
    }


def field_list(fields: Mapping[str, list[Any]]) -> list[Json]:
    """v2: a list of names and texts."""
    return [{"name": name, "values": [_as_text(value) for value in values]} for name, values in fields.items()]


def fields(version: str, values: Mapping[str, list[Any]]) -> Json:
    """The body that sets all fields of an entry."""
    return field_map(values) if version == "v1" else {"fields": field_list(values)}


def template(version: str, name: str, values: Mapping[str, list[Any]]) -> Json:
    """The body that assigns a template, with values for its fields if there are any."""
    given: Json = {"templateName": name}
    if values:
        given["fields"] = field_map(values) if version == "v1" else field_list(values)
    return given


def tags(names: Iterable[str]) -> Json:
    return {"tags": list(names)}


def links(version: str, wanted: list[Json]) -> Any:
    """Links as callers write them, which is as v1 has them; v2 has other names, and knows both directions."""
    return wanted if version == "v1" else {"links": [_link_of_v2(link) for link in wanted]}


def _link_of_v2(link: Json) -> Json:
    known = {"targetId": "otherEntryId", "linkTypeId": "linkDefinitionId"}
    return {known.get(key, key): value for key, value in link.items()}


def current_values(rows: Iterable[Json]) -> dict[str, list[Any]]:
    """The values that an entry has, by field name and in their order; blank fields are none."""
    found: dict[str, list[Any]] = {}
    for row in rows:
        name, values = field_name(row), pick(row, "values")
        if name is not None and isinstance(values, list) and values:
            found[name] = [pick(value, "value") if isinstance(value, dict) else value for value in values]
    return found


def current_link(row: Json, entry_id: int) -> Json:
    """A link that an entry has, as callers write it; `isSource` is left out where it is true."""
    source, target = whole(row, "sourceId"), whole(row, "targetId")
    begins_here = source == entry_id if source is not None else truth(row, "isSource") is not False
    properties = pick(row, "customProperties", "linkProperties")
    link: Json = {
        "targetId": target if begins_here else source,
        "linkTypeId": whole(row, "linkDefinitionId", "linkTypeId"),
    }
    if not begins_here:
        link["isSource"] = False
    if isinstance(properties, dict) and properties:
        link["customProperties"] = properties
    return link


def _as_text(value: Any) -> Any:
    """Both versions take texts only, though v1 answers numbers; a number or a switch is written out."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, int | float) else value


def tag_names(rows: Iterable[Json]) -> list[str]:
    return [name for name in (text(row, "name") for row in rows) if name]
