"""Examples that work as they stand on the corpus `demo`: for parameters by their names, for bodies by operation.

Tokens of searches, tasks, uploads and downloads have none: the simulator makes them.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_simulator.operations import Operation

FOLDER, DOCUMENT = 10, 125
"""Entries of `demo`. The document has a file, two pages and a template."""

_PATHS: Mapping[str, Any] = MappingProxyType(
    {
        **dict.fromkeys(("entryId", "parentEntryId"), FOLDER),
        **dict.fromkeys(("fieldDefinitionId", "fieldId", "tagId", "linkTypeId", "linkDefinitionId"), 1),
        **dict.fromkeys(("rowNumber", "pageNumber"), 1),
        "templateId": 2,
        "attributeKey": "Display.Columns",
        "fileName": "Letter.txt",
    }
)
_QUERIES: Mapping[str, Any] = MappingProxyType({"fullPath": "\\City Clerk", "templateName": "Council Record"})
_ABOUT_A_DOCUMENT = ("/document/", "laserfiche.repository.document", "/export")

_FIELDS_V1 = {
    "Record Type": {"values": [{"value": "Minutes", "position": 1}]},
    "Meeting Date": {"values": [{"value": "2024-05-06", "position": 1}]},
}
_FIELDS_V2 = [{"name": "Record Type", "values": ["Minutes"]}, {"name": "Meeting Date", "values": ["2024-05-06"]}]
_COPY = {"name": "Lease 604 (copy)", "sourceId": 92}
_COPY_ALL = {"name": "Council Minutes (copy)", "sourceId": 11}
_SEARCH = {"searchCommand": '{LF:Basic ~= "lease"}'}
_EXPORT = {"part": "Edoc"}
_CHOICES = {"templateId": 2}
_TAGS = {"tags": ["Public"]}
_RENAME = {"name": "City Clerk (renamed)"}
_NEW_FOLDER = {"name": "New folder", "entryType": "Folder"}
_MOVE = {"pageRange": "1", "destinationPageNumber": 2}

_BODIES: Mapping[str, Any] = MappingProxyType(
    {
        "CreateToken": {"grant_type": "password", "username": "demo", "password": "demo"},
        **dict.fromkeys(("CreateOrCopyEntry", "CreateEntry"), _NEW_FOLDER),
        "CopyEntry": _COPY,
        **dict.fromkeys(("CopyEntryAsync", "StartCopyEntry"), _COPY_ALL),
        **dict.fromkeys(("MoveOrRenameEntry", "UpdateEntry"), _RENAME),
        "DeleteEntryInfo": {"auditReasonId": 1, "comment": "twice"},
        "StartDeleteEntry": {"auditReasonId": 1, "auditReasonComment": "twice"},
        "CreateMultipartUploadUrls": {"numberOfParts": 2, "fileName": "Plan.pdf", "mimeType": "application/pdf"},
        "ExportDocumentWithAuditReason": {"auditReasonId": 4},
        **dict.fromkeys(("ExportEntry", "StartExportEntry"), _EXPORT),
        "AssignFieldValues": _FIELDS_V1,
        "SetFields": {"fields": _FIELDS_V2},
        **dict.fromkeys(("GetDynamicFieldValues", "ListDynamicFieldValues"), _CHOICES),
        **dict.fromkeys(("AssignTags", "SetTags"), _TAGS),
        "AssignEntryLinks": [{"targetId": DOCUMENT, "linkTypeId": 1}],
        "SetLinks": {"links": [{"linkDefinitionId": 1, "otherEntryId": DOCUMENT}]},
        "WriteTemplateValueToEntry": {"templateName": "Council Record", "fields": _FIELDS_V1},
        "SetTemplate": {"templateName": "Council Record", "fields": _FIELDS_V2},
        **dict.fromkeys(
            ("CreateSimpleSearchOperation", "SearchEntry", "CreateSearchOperation", "StartSearchEntry"), _SEARCH
        ),
        "MovePages": _MOVE,
        "CopyPages": {**_MOVE, "destinationEntryId": 19},
        "RotateImagePage": {"rotationAngle": 90},
    }
)


def path(operation: Operation, name: str) -> Any:
    """That of a parameter in the path, None where there is none."""
    if name == "entryId" and any(part in operation.path.lower() for part in _ABOUT_A_DOCUMENT):
        return DOCUMENT
    return _PATHS.get(name)


def query(operation: Operation, name: str) -> Any:
    """That of a query parameter, None where there is none: only what an operation cannot do without has one."""
    param = operation.query.by_name[name.lower()]
    return _QUERIES.get(name) if param.required else None


def body(operation: Operation) -> Any:
    """That of a body, None where there is none."""
    return _BODIES.get(operation.name)
