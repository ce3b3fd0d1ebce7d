"""Details of a single entry that come only when they are asked for (v2 description of 2026)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator.store import measures

if TYPE_CHECKING:
    from lf_simulator.context import Call
    from lf_simulator.store.entries import EntryRecord

CHILD_INFO = "childInfo"
TOTAL_SIZE = "totalDocumentSize"
NAMES = (CHILD_INFO, TOTAL_SIZE)


def details(call: Call, record: EntryRecord) -> dict[str, Any]:
    """`childInfo` of a folder and `totalDocumentSize` of a document, as far as the query asks for them.

    A type that has no such property goes without it, as the description says.
    """
    found: dict[str, Any] = {}
    if call.query.get("includeChildInfo") and record.type == "Folder":
        found[CHILD_INFO] = _child_info(call, record)
    if call.query.get("includeTotalSize") and record.type == "Document":
        found[TOTAL_SIZE] = _total_size(call, record)
    return found


def _child_info(call: Call, folder: EntryRecord) -> dict[str, Any]:
    """What is directly in a folder. *Decision*: a record series counts as a folder, as it holds entries too."""
    counts = measures.children_by_type(call.store, folder.id, call.rights.sight())
    total = sum(counts.values())
    return {
        "hasChildren": total > 0,
        "childCount": total,
        "folderCount": counts.get("Folder", 0) + counts.get("RecordSeries", 0),
        "documentCount": counts.get("Document", 0),
        "shortcutCount": counts.get("Shortcut", 0),
    }


def _total_size(call: Call, document: EntryRecord) -> int:
    """Bytes of the file and of the pages, each with its image and its text in UTF-8.

    *Decision*: thumbnails and places of words, of which the description speaks too, are not kept here and count 0.
    """
    total = document.edoc_bytes
    for page in measures.stored_pages(call.store, document.id):
        total += len(page.text.encode()) + _image_bytes(page)
    return total


def _image_bytes(page: measures.StoredPage) -> int:
    if not page.has_image:
        return 0
    if page.image_bytes is not None:
        return page.image_bytes
    from lf_simulator.media.drawing import drawn_size  # draws with Pillow, which is slow to import and rarely needed

    return drawn_size(page.drawn)
