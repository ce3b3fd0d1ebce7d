"""Renaming, moving and deleting: what each preview looks at and what each execution sends."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lf_mcp import routes
from lf_mcp.errors import ToolError, own
from lf_mcp.failures import ApiError, ShapeError
from lf_mcp.shapes import Json, count, entry_type, pick, rows, text, whole
from lf_mcp.writes import gates
from lf_mcp.writes.two_steps import Look, TwoStep, name_of

if TYPE_CHECKING:
    from lf_mcp.call import Call

CONTAINERS = ("Folder", "RecordSeries")
_NUMBERS = r"[1-9][0-9]{0,8}(-[1-9][0-9]{0,8})?"
PAGE_RANGE = re.compile(rf"{_NUMBERS}(,{_NUMBERS})*")
WATCH_TASK = "The deletion runs on the server. Give {token} to laserfiche_task_wait as operation_token to see its end."
NO_TASK = "The server took the deletion on and named no task; read the entry to see that it is gone."


# Renaming


async def _look_at_rename(call: Call, arguments: Json) -> Look:
    entry_id, new_name = arguments["entry_id"], arguments["new_name"]
    gates.hold_name(call, new_name, entry_id=entry_id)
    entry = await gates.pass_entry(call, entry_id)
    would_be = _renamed_path(entry, new_name)
    gates.hold_path(call, would_be)
    return Look(
        entry,
        {
            "current_name": name_of(entry),
            "new_name": new_name,
            "current_full_path": text(entry, "fullPath") or "",
            "would_be_full_path": would_be,
            "entry_type": entry_type(entry),
        },
        warning="Everybody who knows the entry by its name or path will find it under the new one only.",
        parameters={"new_name": new_name},
    )


async def _rename(call: Call, arguments: Json, look: Look) -> Json:
    entry_id, new_name = arguments["entry_id"], arguments["new_name"]
    with call.failing(entry_id=entry_id, new_name=new_name):
        result = await call.client.ask(routes.UPDATE_ENTRY, body={"name": new_name}, entry_id=entry_id)
    return {"old_name": name_of(look.entry), "new_name": new_name, "result": result}


def _renamed_path(entry: Json, new_name: str) -> str:
    folder = text(entry, "folderPath")
    if folder is None:
        path = text(entry, "fullPath")
        if path is None or "\\" not in path:
            return new_name
        folder = path.rpartition("\\")[0]
    return _below(folder, new_name)


def _below(folder: str, name: str) -> str:
    return folder.rstrip("\\") + "\\" + name


# Moving


async def _look_at_move(call: Call, arguments: Json) -> Look:
    entry_id, parent_id, new_name = arguments["entry_id"], arguments["new_parent_id"], arguments["new_name"]
    if new_name is not None:
        gates.hold_name(call, new_name, entry_id=entry_id, new_parent_id=parent_id)
    entry = await gates.pass_entry(call, entry_id)
    target = await gates.pass_entry(call, parent_id)
    folder = text(target, "fullPath")
    would_be = _below(folder, new_name or name_of(entry)) if folder is not None else new_name or name_of(entry)
    if folder is not None:
        gates.hold_path(call, would_be)
    return Look(
        entry,
        {
            "current_name": name_of(entry),
            "new_name": new_name,
            "new_parent_id": parent_id,
            "current_full_path": text(entry, "fullPath"),
            "would_be_full_path": would_be,
            "entry_type": entry_type(entry),
        },
        warning="The entry takes on the access rights of the folder that it moves to, and so does all below it.",
        parameters={"new_parent_id": parent_id, "new_name": new_name},
    )


def _is_elsewhere(call: Call, arguments: Json, look: Look) -> None:
    same_name = arguments["new_name"] in (None, name_of(look.entry))
    if same_name and whole(look.entry, "parentId") == arguments["new_parent_id"]:
        reason = "The entry is in this folder under this name already."
        raise ToolError(own(call.origin, "no_op", entry_id=arguments["entry_id"], reason=reason))


async def _move(call: Call, arguments: Json, look: Look) -> Json:
    entry_id, parent_id, new_name = arguments["entry_id"], arguments["new_parent_id"], arguments["new_name"]
    body = {"parentId": parent_id, **({} if new_name is None else {"name": new_name})}
    with call.failing(entry_id=entry_id, new_parent_id=parent_id):
        result = await call.client.ask(routes.UPDATE_ENTRY, body=body, entry_id=entry_id)
    return {"old_name": name_of(look.entry), "new_parent_id": parent_id, "new_name": new_name, "result": result}


# Deleting an entry


@dataclass(frozen=True, slots=True)
class Children:
    """How many children a folder has, as far as it matters: `number` up to the cap, or that there are more."""

    number: int | None = None
    over: bool = False
    failed: bool = False


async def children_of(call: Call, entry: Json, cap: int) -> Children:
    """Counts the direct children of a folder, page by page, until there are more than `cap`; others have no number."""
    if entry_type(entry) not in CONTAINERS:
        return Children()
    seen, known = 0, 0
    try:
        while True:
            size = min(cap + 1 - seen, call.config.max_results_ceiling)
            query: dict[str, str | int] = {"$top": size, "$skip": seen, "$count": "true", "$select": "id"}
            page = await call.client.ask(routes.CHILDREN, query=query, entry_id=whole(entry, "id") or 0)
            here = len(rows(page))
            seen += here
            known = max(known, count(page, "@odata.count") or 0)
            if max(seen, known) > cap:
                return Children(over=True)
            more = here == size or known > seen or pick(page, "@odata.nextLink") is not None
            if not here or not more:
                return Children(number=seen)
    except (ApiError, ShapeError):
        return Children(failed=True)


async def _look_at_delete(call: Call, arguments: Json) -> Look:
    entry = await gates.pass_entry(call, arguments["entry_id"])
    cap = call.config.delete_folder_max_descendants
    children = await children_of(call, entry, cap)
    return Look(
        entry,
        {
            "entry_name": name_of(entry),
            "entry_type": entry_type(entry),
            "full_path": text(entry, "fullPath"),
            "immediate_child_count": children.number,
            "exceeds_batch_cap": children.over,
            "child_count_probe_failed": children.failed,
            "batch_cap": cap,
            "audit_reason_required": call.config.require_audit_reason,
        },
        warning=_what_goes(entry, children),
        extra=children,
    )


def _what_goes(entry: Json, children: Children) -> str:
    if entry_type(entry) not in CONTAINERS:
        return "The entry goes with its pages, its electronic document and its metadata."
    if children.number == 0:
        return "The folder is empty and goes."
    how_many = "an unknown number of" if children.number is None else f"{children.number}"
    return f"The folder goes with everything in it, at any depth: {how_many} direct children and all below them."


def _may_delete(call: Call, arguments: Json, look: Look) -> None:
    entry_id, children = arguments["entry_id"], look.extra
    if children.failed:
        reason = "How many children the folder has could not be found out, so it is not deleted; forcing does not help."
        raise ToolError(own(call.origin, "child_count_probe_failed", entry_id=entry_id, reason=reason))
    cap = call.config.delete_folder_max_descendants
    if children.over and not arguments["force_large_delete"]:
        reason = f"The folder has more than {cap} children. If the person wants that, repeat with force_large_delete."
        raise ToolError(
            own(
                call.origin,
                "exceeds_batch_cap",
                entry_id=entry_id,
                immediate_child_count=None,
                batch_cap=cap,
                reason=reason,
            )
        )
    if call.config.require_audit_reason and arguments["audit_reason_id"] is None:
        reason = "Deleting needs an audit_reason_id here; laserfiche_audit_reason_list names them."
        raise ToolError(own(call.origin, "audit_reason_required", entry_id=entry_id, reason=reason))


async def _delete(call: Call, arguments: Json, look: Look) -> Json:
    entry_id, reason_id, comment = arguments["entry_id"], arguments["audit_reason_id"], arguments.get("comment")
    comment_key = "comment" if call.client.version == "v1" else "auditReasonComment"
    body = {"auditReasonId": reason_id, comment_key: comment}
    with call.failing(entry_id=entry_id):
        answer = await call.client.ask(
            routes.DELETE_ENTRY,
            body={key: value for key, value in body.items() if value is not None},
            entry_id=entry_id,
        )
    token, task = text(answer, "token", "operationToken"), text(answer, "taskId")
    watched = token or task
    return {
        "entry_name": name_of(look.entry),
        "operation_token": token,
        "task_id": task,
        "next_step": WATCH_TASK.format(token=watched) if watched else NO_TASK,
    }


# Deleting the content of a document


async def _look_at_edoc(call: Call, arguments: Json) -> Look:
    entry = await gates.pass_entry(call, arguments["entry_id"])
    return Look(
        entry,
        {
            "entry_name": text(entry, "name"),
            "full_path": text(entry, "fullPath"),
            "page_count": count(entry, "pageCount"),
            "extension": text(entry, "extension"),
        },
        warning="The electronic document goes for good; pages, text and metadata of the entry stay.",
    )


async def _delete_edoc(call: Call, arguments: Json, look: Look) -> Json:
    entry_id = arguments["entry_id"]
    with call.failing(entry_id=entry_id):
        result = await call.client.ask(routes.DELETE_EDOC, body=_no_content(call), entry_id=entry_id)
    return {"entry_name": text(look.entry, "name"), "result": result}


async def _look_at_pages(call: Call, arguments: Json) -> Look:
    entry_id, page_range = arguments["entry_id"], arguments["page_range"]
    _hold_page_range(call, entry_id, page_range)
    entry = await gates.pass_entry(call, entry_id)
    pages = count(entry, "pageCount")
    return Look(
        entry,
        {
            "entry_name": text(entry, "name"),
            "full_path": text(entry, "fullPath"),
            "page_count": pages,
            "page_range": page_range,
        },
        warning="The pages go for good, images and text; those behind them move up and get new numbers.",
        parameters={"page_range": page_range, "page_count": pages},
    )


def _hold_page_range(call: Call, entry_id: int, page_range: str) -> None:
    if not page_range.strip():
        message = "Say which pages to delete, such as 2 or 1-3,7; blank would be all of them."
        raise ToolError(own(call.origin, "page_range_required", message=message))
    ranges = [part.split("-") for part in page_range.split(",")] if PAGE_RANGE.fullmatch(page_range) else []
    if not ranges or any(int(part[0]) > int(part[-1]) for part in ranges):
        reason = "page_range takes page numbers and ascending ranges with commas between, no blanks, such as 1-3,7."
        raise ToolError(own(call.origin, "invalid_page_range", entry_id=entry_id, reason=reason, page_range=page_range))


async def _delete_pages(call: Call, arguments: Json, look: Look) -> Json:
    entry_id, page_range = arguments["entry_id"], arguments["page_range"]
    with call.failing(entry_id=entry_id, page_range=page_range):
        result = await call.client.ask(
            routes.DELETE_PAGES, query={"pageRange": page_range}, body=_no_content(call), entry_id=entry_id
        )
    return {"entry_name": text(look.entry, "name"), "page_range": page_range, "result": result}


def _no_content(call: Call) -> Json | None:
    """v1 builds refuse a deletion without a content type (415); v2 describes no body here."""
    return {} if call.client.version == "v1" else None


RENAME = TwoStep("rename_entry", _look_at_rename, _rename)
MOVE = TwoStep("move_entry", _look_at_move, _move, allow=_is_elsewhere)
DELETE = TwoStep("delete_entry", _look_at_delete, _delete, allow=_may_delete, needs_scope=True)
DELETE_EDOC = TwoStep("delete_edoc", _look_at_edoc, _delete_edoc, needs_scope=True)
DELETE_PAGES = TwoStep("delete_pages", _look_at_pages, _delete_pages, needs_scope=True)
