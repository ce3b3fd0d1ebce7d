"""Two entries side by side: their properties and their field values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_mcp import routes
from lf_mcp.shapes import Json, field_name, pick, whole

if TYPE_CHECKING:
    from lf_mcp.call import Call

ATTRIBUTES = ("name", "entryType", "templateName", "extension", "pageCount")


async def compare(call: Call, arguments: Json) -> Json:
    """What differs between two entries, what is the same, and which fields only one of them has."""
    sides = {side: arguments[f"{side}_entry_id"] for side in ("left", "right")}
    entries, fields = {}, {}
    for side, entry_id in sides.items():
        with call.failing(entry_id=entry_id, side=side):
            entries[side] = await call.client.ask(routes.ENTRY, entry_id=entry_id)
    for side, entry_id in sides.items() if arguments["include_fields"] else ():
        with call.failing(entry_id=entry_id, side=side, stage="fields"):
            values = await call.client.ask_for_all(routes.FIELD_VALUES, entry_id=entry_id)
        fields[side] = {field_name(row): pick(row, "values") or [] for row in values if field_name(row)}
    pairs = [("attribute", name, *(pick(entries[side], name) for side in sides)) for name in ATTRIBUTES]
    pairs = [pair for pair in pairs if pair[2:] != (None, None)]
    left, right = fields.get("left", {}), fields.get("right", {})
    pairs += [("field", str(name), left[name], right[name]) for name in sorted(left.keys() & right.keys(), key=str)]
    differences = [_difference(*pair) for pair in pairs if pair[2] != pair[3]]
    only_left, only_right = sorted(left.keys() - right.keys(), key=str), sorted(right.keys() - left.keys(), key=str)
    return {
        "mode": "entry_comparison",
        "left_entry_id": whole(entries["left"], "id") or 0,
        "right_entry_id": whole(entries["right"], "id") or 0,
        "identical": not (differences or only_left or only_right),
        "differences": differences,
        "same": [pair[1] for pair in pairs if pair[2] == pair[3]],
        "only_left_fields": only_left,
        "only_right_fields": only_right,
    }


def _difference(kind: str, name: str, left: Any, right: Any) -> Json:
    return {"kind": kind, "name": name, "left": left, "right": right}
