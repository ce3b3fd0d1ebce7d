"""What the repository defines and offers, as it says itself: definitions, audit reasons, other repositories."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_mcp import routes
from lf_mcp.errors import ToolError, classified, own
from lf_mcp.failures import ApiError
from lf_mcp.redaction import scrub
from lf_mcp.shapes import Json, collection, count, pick, rows, text, truth, whole

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from lf_mcp.call import Call
    from lf_mcp.routes import Route

ONLY_ONE = "The server does not tell which repositories it has, so this is the configured one alone."


def definitions_of(route: Route, name_of: Callable[[Json], str | None]) -> Callable[[Call, Json], Awaitable[Json]]:
    """A tool function that lists one kind of definition, a page at a time; `name_of` is what its summary tells."""

    async def listed(call: Call, arguments: Json) -> Json:
        size = call.config.list_size(arguments["max_results"])
        query: dict[str, str | int] = {"$top": size, "$skip": arguments["skip"]}
        if arguments.get("template_name"):
            query = {"templateName": arguments["template_name"], **query}
        answer = await call.client.ask(route, query=query)
        if not arguments["summary_only"]:
            return collection(answer)
        found = rows(answer)
        return {"count": len(found), "names": [name for name in map(name_of, found) if name]}

    return listed


def name_of(row: Json) -> str | None:
    name = text(row, "name", "displayName")
    return name if name and name.strip() else None


def ends_of_link(row: Json) -> str | None:
    """Both labels of a link, from its source to its target."""
    source, target = text(row, "sourceLabel"), text(row, "targetLabel")
    return f"{source or ''} -> {target or ''}" if source or target else None


async def template_fields(call: Call, arguments: Json) -> Json:
    """The fields of one template, as they are defined for it."""
    name = arguments["template_name"]
    with call.failing(template_name=name):
        templates = await call.definitions.templates()
        if name not in templates:
            reason = "No template has exactly this name; upper and lower case count."
            known = sorted(templates)
            raise ToolError(
                own(
                    call.origin,
                    "invalid_template_name",
                    template_name=name,
                    reason=reason,
                    valid_template_names=known,
                )
            )
        fields = await call.definitions.template_fields(name)
    shown = [_template_field(row) for row in fields if text(row, "name")]
    if arguments["required_only"]:
        shown = [row for row in shown if row["is_required"]]
    return {
        "template_name": name,
        "template_id": pick(templates[name], "id"),
        "field_count": len(shown),
        "fields": shown,
    }


def _template_field(row: Json) -> Json:
    values = pick(row, "listValues")
    return {
        "name": text(row, "name"),
        "field_id": whole(row, "id"),
        "field_type": text(row, "fieldType"),
        "is_required": truth(row, "isRequired") or False,
        "is_multi_value": truth(row, "isMultiValue") or False,
        "list_values": values if isinstance(values, list) else [],
        "default_value": pick(row, "defaultValue"),
        "length": count(row, "length"),
        "constraint": text(row, "constraint"),
    }


async def audit_reasons(call: Call, _: Json) -> Json:
    return await call.client.ask(routes.AUDIT_REASONS)


async def repositories(call: Call, _: Json) -> Json:
    """What the server has; where it does not tell, the configured repository and why."""
    try:
        return collection(await call.client.ask_for_list(routes.REPOSITORIES))
    except ApiError as failure:
        error = scrub(classified(call.origin, failure, {}), call.config.secrets)
    configured: dict[str, Any] = {"repoId": call.config.repository_id, "displayName": None, "is_configured": True}
    return {
        "mode": "fallback",
        "operation": call.origin.operation,
        "warning": ONLY_ONE,
        "server_error": error,
        "value": [configured],
    }
