"""Shapes of answers, by version: which members each has, from the tables that the answers themselves are made of."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lf_simulator.description.notation import closed, schema
from lf_simulator.description.types import TYPES
from lf_simulator.handlers import audit
from lf_simulator.wire import definitions, entries, fields, links, pages, searches, tags

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    Schema = dict[str, Any]

CONTEXT = "@odata.context"


@dataclass(frozen=True, slots=True)
class Shape:
    """An object: its members, what of them is no matter of the name, and which may be left out.

    `chosen`: `$select` may leave any of them out.
    """

    names: tuple[str, ...]
    types: Mapping[str, str] = field(default_factory=dict)
    optional: frozenset[str] = frozenset()
    chosen: bool = False
    root: bool = False
    """Whether it may be a whole answer, to which v2 adds its context."""

    def schema(self, version: str) -> Schema:
        members = {name: schema(self.types.get(name) or TYPES.get(name, "text"), version) for name in self.names}
        if self.root and version == "v2":
            members[CONTEXT] = schema("text", version)
        required = [] if self.chosen else [name for name in self.names if name not in self.optional]
        return closed(members, required)


def _row(names: Iterable[str], **types: str) -> Shape:
    """A row of a listing, or one of its kind alone."""
    return Shape(tuple(names), types, chosen=True, root=True)


def _whole(names: str, optional: str = "", **types: str) -> Shape:
    """An answer that is always whole."""
    return Shape((*names.split(), *optional.split()), types, frozenset(optional.split()), root=True)


def _inner(names: str, optional: str = "", **types: str) -> Shape:
    """An object inside another one."""
    return Shape((*names.split(), *optional.split()), types, frozenset(optional.split()))


SHARED: Mapping[str, Shape] = {
    "Problem": _inner("type title status instance operationId errorSource traceId", "errorCode detail"),
    "Color": _inner("a r g b", a="byte", r="byte", g="byte", b="byte"),
    "Rule": _inner("ancestors", ancestors="[whole]"),
    "Attribute": _row(("key", "value")),
    "FieldDefinition": _row(definitions.FIELD_NAMES),
    "TemplateField": _row(definitions.TEMPLATE_FIELD_NAMES, groupId="whole"),
    "TemplateDefinition": _row(definitions.TEMPLATE_NAMES),
    "Tag": _row(tags.TAG_NAMES),
    "ContextHit": _row(searches.HIT_NAMES),
}
_STEPS = {
    "entryCreate": "EntryMade",
    "setEdoc": "Step",
    "setTemplate": "TemplateStep",
    "setFields": "FieldsStep",
    "setTags": "TagsStep",
    "setLinks": "LinksStep",
}
V1: Mapping[str, Shape] = {
    **SHARED,
    "Token": _whole("access_token token_type", "expires_in expire_in"),
    "Repository": _whole("repoId repoName webclientUrl"),
    "AuditReason": _inner("id name"),
    "AuditReasons": _whole("deleteEntry exportDocument", deleteEntry="[AuditReason]", exportDocument="[AuditReason]"),
    "FoundEntry": _whole("", "entry ancestorEntry", entry="Entry", ancestorEntry="Entry"),
    "Accepted": _whole("token"),
    "Done": _whole("value", value="flag"),
    "Moment": _whole("value", value="time"),
    "Nested": _whole("error", error="Problem"),
    "Value": _inner("value position", value="scalar?"),
    "Field": _row(fields.FIELD_NAMES["v1"], values="[Value]"),
    "ListedField": _row((name for name in fields.FIELD_NAMES["v1"] if name != "groupId"), values="[Value]"),
    "Watermark": _inner(" ".join(tags.WATERMARK_NAMES["v1"])),
    "LinkDefinition": _row(definitions.LINK_NAMES["v1"]),
    "Link": _row(links.LINK_NAMES["v1"]),
    "Trouble": _inner("objectId errorMessage"),
    "Progress": _whole(
        "operationToken operationType percentComplete status errors redirectUri entryId startTimestamp statusTimestamp",
        status="STATUS",
        errors="[Trouble]",
    ),
    "Exception": _inner(
        "operationId message errorCode errorClass statusCode errorSource", errorCode="whole?", errorClass="text?"
    ),
    "EntryMade": _inner("entryId exceptions", exceptions="[Exception]"),
    "Step": _inner("exceptions", exceptions="[Exception]"),
    "TemplateStep": _inner("template exceptions", exceptions="[Exception]"),
    "FieldsStep": _inner("fieldCount exceptions", exceptions="[Exception]"),
    "TagsStep": _inner("assignedTags exceptions", exceptions="[Exception]"),
    "LinksStep": _inner("otherEntryIds exceptions", otherEntryIds="[whole]", exceptions="[Exception]"),
    "Steps": Shape(tuple(_STEPS), _STEPS, frozenset(_STEPS) - {"entryCreate"}),
    "Imported": _whole("operations documentLink", operations="Steps", documentLink="text?"),
}
V2: Mapping[str, Shape] = {
    **SHARED,
    "Token": _whole("access_token token_type", "expires_in expire_in"),
    "TaskProblem": _inner("type title status", "instance operationId errorSource traceId errorCode detail"),
    "Repository": _inner("id name webClientUrl", id="text"),
    "Repositories": _whole("value", value="[Repository]"),
    "AuditReason": _row(audit.NAMES, auditEventType="AUDIT_EVENT"),
    "FoundEntry": _whole("", "entry ancestorEntry", entry="Entry", ancestorEntry="Entry"),
    "StartedTask": _whole("taskId"),
    "TaskResult": _inner("entryId uri"),
    "Task": _inner(
        "id taskType percentComplete status errors result startTime lastUpdateTime",
        id="text",
        taskType="TASK_TYPE",
        status="STATUS",
        errors="[TaskProblem]",
        result="TaskResult?",
    ),
    "Tasks": _whole("value", value="[Task]"),
    "CancelledTask": _inner("id taskType result", id="text", taskType="TASK_TYPE", result="flag"),
    "CancelledTasks": _whole("value", value="[CancelledTask]"),
    "Pointer": _whole("value"),
    "UploadUrls": _whole("uploadId urls"),
    "Field": _row(fields.FIELD_NAMES["v2"], values="[text]"),
    "Watermark": _inner(" ".join(tags.WATERMARK_NAMES["v2"]), position="POSITION"),
    "LinkDefinition": _row(definitions.LINK_NAMES["v2"]),
    "Link": _row(links.LINK_NAMES["v2"]),
    "ChildInfo": _inner("hasChildren childCount folderCount documentCount shortcutCount"),
    "PageInfo": _row(pages.INFO_PROPERTIES),
    "PageText": _row(("text",)),
}
SHAPES: Mapping[str, Mapping[str, Shape]] = MappingProxyType({"v1": V1, "v2": V2})
"""By version and name. Entries are of several shapes, see `entry`."""

LATER_PROPERTIES = {
    "Folder": ("childInfo",),
    "Document": (
        *("totalDocumentSize", "isLocked", "lockedBy", "isLockedByAnotherUser", "currentVersion", "checkedOutBy"),
        "isCheckedOutByAnotherUser",
    ),
}
"""Of v2: what the description of 2026 added, and some operations answer."""


def entry_types(version: str) -> dict[str, Schema]:
    """The shapes of entries, one for each type: a row or an entry of its own, whole or what `$select` left of it."""
    found = {}
    for type_ in sorted(entries.ALL):
        names = [row.called(version) for row in entries.PROPERTIES if type_ in row.types]
        later = LATER_PROPERTIES.get(type_, ()) if version == "v2" else ()
        types = {"fields": "[ListedField]" if version == "v1" else "[Field]"}
        shape = Shape((*names, *sorted(entries.LISTED_LATER), *later), types, chosen=True, root=True).schema(version)
        shape["properties"]["entryType"] = {"const": type_}
        if version == "v2":
            shape["properties"]["@odata.type"] = schema("text", version)
        found[type_] = shape
    return found


def components(version: str) -> dict[str, Schema]:
    """Every shape of a version, by its name in the document."""
    found = {name: shape.schema(version) for name, shape in SHAPES[version].items()}
    types = entry_types(version)
    found |= types
    found["Entry"] = {"anyOf": [schema(name, version) for name in types]}
    return {f"{version}.{name}": shape for name, shape in found.items()}


def collection(row: str, version: str, *, is_page: bool) -> Schema:
    """Rows: all that there are, or a page of them."""
    members = {"value": schema(f"[{row}]", version)}
    if is_page:
        members |= {"@odata.nextLink": schema("text", version), "@odata.count": schema("whole", version)}
    if version == "v2":
        members[CONTEXT] = schema("text", version)
    return closed(members, ["value"])
