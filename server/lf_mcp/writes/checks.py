"""Names and required fields held against the definitions before anything is written.

Where the definitions cannot be read the check is passed over: the server has the last word anyway.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from lf_mcp.errors import ToolError, own
from lf_mcp.failures import ApiError, ShapeError
from lf_mcp.shapes import Json, pick, text, truth

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping

    from lf_mcp.call import Call

SAMPLE = 20
"""Names of fields that are told when one is wrong."""
FILL_IN = "Give each of the missing fields a value in fields, and repeat."


@contextmanager
def _if_known() -> Iterator[None]:
    """Passes a check over whose definitions cannot be read."""
    try:
        yield
    except (ApiError, ShapeError):
        return


async def hold_fields(call: Call, entry_id: int, names: Collection[str]) -> None:
    """Raises ToolError (`invalid_field_name`) for names that no field has."""
    if not call.config.validate_names or not names:
        return
    with _if_known():
        known = await call.definitions.fields()
        wrong = [name for name in names if name not in known]
        if wrong:
            raise ToolError(
                own(
                    call.origin,
                    "invalid_field_name",
                    entry_id=entry_id,
                    reason="No field has this name; upper and lower case count.",
                    invalid_field_names=wrong,
                    valid_field_names_sample=sorted(known)[:SAMPLE],
                )
            )


async def hold_tags(call: Call, entry_id: int, names: Collection[str]) -> None:
    """Raises ToolError (`invalid_tag_name`) for names that no tag has."""
    if not call.config.validate_names or not names:
        return
    with _if_known():
        known = await call.definitions.tags()
        wrong = [name for name in names if name not in known]
        if wrong:
            raise ToolError(
                own(
                    call.origin,
                    "invalid_tag_name",
                    entry_id=entry_id,
                    reason="No tag has this name; upper and lower case count.",
                    invalid_tag_names=wrong,
                    valid_tag_names=sorted(known),
                )
            )


async def hold_links(call: Call, entry_id: int, links: Collection[Json]) -> None:
    """Raises ToolError (`invalid_link_type`) for ids that no link type has."""
    ids = {link.get("linkTypeId") for link in links}
    named = sorted(id_ for id_ in ids if isinstance(id_, int) and not isinstance(id_, bool))
    if not call.config.validate_names or not named:
        return
    with _if_known():
        known = await call.definitions.links()
        wrong = [id_ for id_ in named if id_ not in known]
        if wrong:
            raise ToolError(
                own(
                    call.origin,
                    "invalid_link_type",
                    entry_id=entry_id,
                    reason="There is no such type of link; laserfiche_link_definition_list names those that exist.",
                    invalid_link_type_ids=wrong,
                    valid_link_type_ids=sorted(known),
                )
            )


async def hold_template(call: Call, template: str, **place: Any) -> None:
    """Raises ToolError (`invalid_template_name`, with the keys of `place`) for a name that no template has."""
    if not call.config.validate_names or not template.strip():
        return
    with _if_known():
        known = await call.definitions.templates()
        if template not in known:
            raise ToolError(
                own(
                    call.origin,
                    "invalid_template_name",
                    reason="No template has this name; upper and lower case count.",
                    template_name=template,
                    valid_template_names=sorted(known),
                    **place,
                )
            )


async def hold_required(
    call: Call, template: str, given: Mapping[str, list[Any]], held: Collection[str] = (), **place: Any
) -> None:
    """Raises ToolError (`missing_required_fields`) when the template demands a field that will have no value.

    `held`: fields that have one already.
    """
    if not call.config.validate_required_fields or not template.strip():
        return
    filled = {name for name, values in given.items() if values} | {name for name in held if name not in given}
    with _if_known():
        fields = await call.definitions.template_fields(template)
        missing = [row for row in fields if _is_demanded(row) and text(row, "name") not in filled]
        if missing:
            raise ToolError(
                own(
                    call.origin,
                    "missing_required_fields",
                    missing=[text(row, "name") for row in missing],
                    field_details=[_detail(row) for row in missing],
                    next_step=FILL_IN,
                    **place,
                )
            )


def _is_demanded(row: Json) -> bool:
    return bool(truth(row, "isRequired")) and not pick(row, "defaultValue") and text(row, "name") is not None


def _detail(row: Json) -> Json:
    values = pick(row, "listValues")
    return {
        "name": text(row, "name"),
        "field_type": text(row, "fieldType"),
        "list_values": values if isinstance(values, list) else [],
        "default_value": pick(row, "defaultValue"),
    }
