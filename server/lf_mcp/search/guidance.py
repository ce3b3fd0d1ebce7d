"""Guidance: what is needed to write a query. Nothing fails here; what cannot be found out becomes a note."""

from __future__ import annotations

from typing import TYPE_CHECKING

import anyio

from lf_mcp import routes
from lf_mcp.failures import ApiError, ShapeError
from lf_mcp.redaction import scrub_text
from lf_mcp.search.candidates import Template, candidates
from lf_mcp.search.grammar import GRAMMAR
from lf_mcp.search.keywords import keywords
from lf_mcp.shapes import Json, field_name, pick, rows, text, whole

if TYPE_CHECKING:
    from lf_mcp.call import Call

ROOT = 1
SAMPLED = 10  # entries of the folder that are looked at for templates


async def guidance(call: Call, arguments: Json, size: int) -> Json:
    """The keys of a guidance answer that are filled, for the arguments of the tool and its effective page size."""
    path = arguments["folder_path"] or None
    notes: list[str] = []
    folder = await _folder(call, path, notes)
    templates = await _templates(call, folder, notes)
    if arguments["max_results"] > size:
        notes.append(f"max_results {arguments['max_results']} is above LF_MAX_PAGE_SIZE; {size} will be used.")
    return {
        "mode": "guidance",
        "folder_path": arguments["folder_path"],
        "grammar": GRAMMAR,
        "discovered_templates": [{"template_name": t.name, "field_names": list(t.fields)} for t in templates],
        "candidate_queries": [
            {"query": c.query, "rationale": c.rationale}
            for c in candidates(keywords(arguments["question"]), templates, path)
        ],
        "follow_up": _follow_up(path, size),
        "notes": notes,
        "effective_max_results": size,
    }


def _follow_up(path: str | None, size: int) -> str:
    folder = f", folder_path={path!r}" if path else ""
    return (
        "Call laserfiche_entry_search_natural again with the same question and lf_query set to one of "
        f"candidate_queries or to a query of your own{folder}, max_results={size}."
    )


async def _folder(call: Call, path: str | None, notes: list[str]) -> int:
    if path is None:
        return ROOT
    try:
        answer = await call.client.ask(routes.ENTRY_BY_PATH, path=path)
    except (ApiError, ShapeError) as problem:
        notes.append(f"folder_path could not be resolved, the root was sampled instead: {_quoted(call, problem)}")
        return ROOT
    wrapped = pick(answer, "entry")
    found = whole(wrapped if isinstance(wrapped, dict) else answer, "id")
    if found is None or found < 1:
        notes.append("folder_path leads to no entry, the root was sampled instead.")
        return ROOT
    return found


async def _templates(call: Call, folder: int, notes: list[str]) -> list[Template]:
    """Templates on up to ten children of `folder`, in the order of the listing."""
    try:
        answer = await call.client.ask(routes.CHILDREN, query={"$top": SAMPLED, "$skip": 0}, entry_id=folder)
        ids = [whole(row, "id") for row in rows(answer)[:SAMPLED]]
    except (ApiError, ShapeError) as problem:
        notes.append(f"the folder could not be listed, so no template was sampled: {_quoted(call, problem)}")
        return []
    if not ids:
        notes.append("the folder is empty, so no template was sampled.")
        return []
    carriers: dict[str, int] = {}
    for entry_id, name in await _template_names(call, [entry_id for entry_id in ids if entry_id is not None]):
        carriers.setdefault(name, entry_id)
    if not carriers:
        notes.append("none of the sampled entries carries a template.")
    fields: dict[str, tuple[str, ...]] = {}

    async def read(name: str, entry_id: int) -> None:
        fields[name] = await _field_names(call, entry_id)

    async with anyio.create_task_group() as group:
        for name, entry_id in carriers.items():
            group.start_soon(read, name, entry_id)
    return [Template(name, fields[name]) for name in carriers]


async def _template_names(call: Call, ids: list[int]) -> list[tuple[int, str]]:
    """(entry id, template name) of those entries that can be read and carry a template, in the order of `ids`."""
    found: dict[int, str] = {}

    async def read(entry_id: int) -> None:
        try:
            entry = await call.client.ask(routes.ENTRY, entry_id=entry_id)
        except (ApiError, ShapeError):
            return
        name = (text(entry, "templateName") or "").strip()
        if name:
            found[entry_id] = name

    async with anyio.create_task_group() as group:
        for entry_id in dict.fromkeys(ids):
            group.start_soon(read, entry_id)
    return [(entry_id, found[entry_id]) for entry_id in dict.fromkeys(ids) if entry_id in found]


async def _field_names(call: Call, entry_id: int) -> tuple[str, ...]:
    try:
        values = rows(await call.client.ask(routes.FIELD_VALUES, entry_id=entry_id))
    except (ApiError, ShapeError):
        return ()
    return tuple(dict.fromkeys(name for name in map(field_name, values) if name))


def _quoted(call: Call, problem: Exception) -> str:
    return scrub_text(str(problem), call.config.secrets)
