"""Fields, tags, links and templates of an entry. What merges reads everything first and loses nothing of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_mcp import routes
from lf_mcp.errors import ToolError, own
from lf_mcp.writes import bodies, checks, gates

if TYPE_CHECKING:
    from lf_mcp.call import Call
    from lf_mcp.shapes import Json

ONE_OR_OTHER = "replace sets all tags, add and remove change some: give either the one or the others."
NOTHING_TO_DO = "Neither tags to add, nor to remove, nor to replace all with were given."
NO_TEMPLATE_NO_FIELDS = (
    "Without template_name the template is removed, and there is nothing that the fields could go to."
)
INCOMING = (
    "Other entries have links to this one, and API v1 cannot name those when links are set: they would be lost or "
    "turned around. Set the link from the other entry, or replace all links on purpose."
)


def _executed(operation: str, entry_id: int, **more: Any) -> Json:
    return {"mode": "executed", "operation": operation, "entry_id": entry_id, **more}


# Fields


async def set_fields(call: Call, arguments: Json) -> Json:
    """Exactly these fields: all others lose their values."""
    entry_id, fields = arguments["entry_id"], arguments["fields"]
    await gates.pass_entry(call, entry_id)
    await checks.hold_fields(call, entry_id, fields)
    return await _put_fields(call, entry_id, fields)


async def merge_fields(call: Call, arguments: Json) -> Json:
    """These fields, and all others as they are."""
    entry_id, updates = arguments["entry_id"], arguments["updates"]
    await gates.pass_entry(call, entry_id)
    await checks.hold_fields(call, entry_id, updates)
    with call.failing(entry_id=entry_id):
        current = bodies.current_values(await call.client.ask_for_all(routes.FIELD_VALUES, entry_id=entry_id))
    result = await _put_fields(call, entry_id, {**current, **updates})
    preserved = [name for name in current if name not in updates]
    return _executed("merge_fields", entry_id, fields_updated=list(updates), fields_preserved=preserved, result=result)


async def update_fields(call: Call, arguments: Json) -> Json:
    if arguments["mode"] == "replace":
        return await set_fields(call.doing("set_fields"), {**arguments, "fields": arguments["updates"]})
    return await merge_fields(call.doing("merge_fields"), arguments)


async def _put_fields(call: Call, entry_id: int, fields: Json) -> Json:
    body = bodies.fields(call.client.version, fields)
    with call.failing(entry_id=entry_id):
        return await call.client.ask(routes.SET_FIELDS, body=body, entry_id=entry_id)


# Tags


async def set_tags(call: Call, arguments: Json) -> Json:
    """Exactly these tags."""
    entry_id, tags = arguments["entry_id"], arguments["tags"]
    await gates.pass_entry(call, entry_id)
    await checks.hold_tags(call, entry_id, tags)
    return await _put_tags(call, entry_id, tags)


async def merge_tags(call: Call, arguments: Json) -> Json:
    """Some tags more, some less, all others as they are."""
    entry_id, add, remove = arguments["entry_id"], set(arguments["add"] or ()), set(arguments["remove"] or ())
    await gates.pass_entry(call, entry_id)
    await checks.hold_tags(call, entry_id, sorted(add | remove))
    with call.failing(entry_id=entry_id):
        current = set(bodies.tag_names(await call.client.ask_for_all(routes.TAGS, entry_id=entry_id)))
    final = (current | add) - remove
    result = await _put_tags(call, entry_id, sorted(final))
    return _executed(
        "merge_tags",
        entry_id,
        added=sorted(final - current),
        removed=sorted(current - final),
        final_tags=sorted(final),
        result=result,
    )


async def update_tags(call: Call, arguments: Json) -> Json:
    entry_id, replacing = arguments["entry_id"], arguments["replace"] is not None
    changing = bool(arguments["add"] or arguments["remove"])
    if replacing and changing:
        raise ToolError(own(call.origin, "conflicting_modes", reason=ONE_OR_OTHER, entry_id=entry_id))
    if replacing:
        return await set_tags(call.doing("set_tags"), {**arguments, "tags": arguments["replace"]})
    if not changing:
        raise ToolError(own(call.origin, "no_op", reason=NOTHING_TO_DO, entry_id=entry_id))
    return await merge_tags(call.doing("merge_tags"), arguments)


async def _put_tags(call: Call, entry_id: int, tags: list[str]) -> Json:
    with call.failing(entry_id=entry_id):
        return await call.client.ask(routes.SET_TAGS, body=bodies.tags(tags), entry_id=entry_id)


# Links


async def set_links(call: Call, arguments: Json) -> Json:
    """Exactly these links."""
    entry_id, links = arguments["entry_id"], arguments["links"]
    await gates.pass_entry(call, entry_id)
    await checks.hold_links(call, entry_id, links)
    return await _put_links(call, entry_id, links)


async def update_links(call: Call, arguments: Json) -> Json:
    if arguments["mode"] == "replace":
        return await set_links(call.doing("set_links"), arguments)
    return await _merge_links(call, arguments)


async def _merge_links(call: Call, arguments: Json) -> Json:
    entry_id, links = arguments["entry_id"], arguments["links"]
    await gates.pass_entry(call, entry_id)
    await checks.hold_links(call, entry_id, links)
    with call.failing(entry_id=entry_id):
        rows = await call.client.ask_for_all(routes.LINKS, entry_id=entry_id)
    current = [bodies.current_link(row, entry_id) for row in rows]
    if call.client.version == "v1" and any(link.get("isSource") is False for link in current):
        raise ToolError(own(call.origin, "conflicting_modes", reason=INCOMING, entry_id=entry_id))
    union = {_key(link): link for link in links} | {_key(link): link for link in current}
    merged = [*current, *(link for key, link in union.items() if link not in current)]
    result = await _put_links(call, entry_id, merged)
    added = len(union) - len({_key(link) for link in current})
    return _executed("link_update", entry_id, added_count=added, total_links=len(merged), result=result)


def _key(link: Json) -> tuple[Any, Any, bool]:
    return link.get("targetId"), link.get("linkTypeId"), link.get("isSource", True) is not False


async def _put_links(call: Call, entry_id: int, links: list[Json]) -> Json:
    body = bodies.links(call.client.version, links)
    with call.failing(entry_id=entry_id):
        return await call.client.ask(routes.SET_LINKS, body=body, entry_id=entry_id)


# Templates


async def assign_template(call: Call, arguments: Json) -> Json:
    """A template in place of the one before; fields that both have keep their values."""
    entry_id, name, fields = arguments["entry_id"], arguments["template_name"], arguments["fields"] or {}
    await gates.pass_entry(call, entry_id)
    await checks.hold_template(call, name, entry_id=entry_id)
    await checks.hold_fields(call, entry_id, fields)
    if call.config.validate_required_fields:
        with call.failing(entry_id=entry_id, template_name=name):
            held = bodies.current_values(await call.client.ask_for_all(routes.FIELD_VALUES, entry_id=entry_id))
        await checks.hold_required(call, name, fields, held, entry_id=entry_id)
    body = bodies.template(call.client.version, name, fields)
    with call.failing(entry_id=entry_id, template_name=name):
        return await call.client.ask(routes.SET_TEMPLATE, body=body, entry_id=entry_id)


async def remove_template(call: Call, arguments: Json) -> Json:
    entry_id = arguments["entry_id"]
    await gates.pass_entry(call, entry_id)
    body: Json | None = {} if call.client.version == "v1" else None
    with call.failing(entry_id=entry_id):
        return await call.client.ask(routes.REMOVE_TEMPLATE, body=body, entry_id=entry_id)


async def update_template(call: Call, arguments: Json) -> Json:
    if arguments["template_name"]:
        return await assign_template(call.doing("assign_template"), arguments)
    if arguments["fields"]:
        raise ToolError(
            own(
                call.doing("template_update").origin,
                "fields_ignored_on_remove",
                reason=NO_TEMPLATE_NO_FIELDS,
                entry_id=arguments["entry_id"],
            )
        )
    return await remove_template(call.doing("remove_template"), arguments)
