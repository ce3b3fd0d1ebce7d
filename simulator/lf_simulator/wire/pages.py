"""Pages as JSON: what a page is made of, and its text (v2 description of 2026)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator import media

if TYPE_CHECKING:
    from collections.abc import Collection

    from lf_simulator.store.entries import EntryRecord
    from lf_simulator.store.pages import PageRecord

INFO_PROPERTIES = (
    "entryId",
    "pageId",
    "pageNumber",
    "hasImage",
    "hasText",
    "hasThumbnail",
    "hasWordLocations",
    "imageRotationAngle",
    "imageDataSize",
    "textDataSize",
    "locationsDataSize",
    "thumbnailDataSize",
    "imageDepth",
    "imageHeight",
    "imageWidth",
    "imageXResolution",
    "imageYResolution",
)
NO_IMAGE = media.ImageFacts(format="", frames=0, width=0, height=0, x_dpi=0, y_dpi=0, depth=0)


def info(entry_id: int, page: PageRecord, select: Collection[str] | None = None) -> dict[str, Any]:
    """A row of the listing. Sizes in bytes, width and height in pixels as the image is stored, whatever its rotation.

    *Decision*: texts count in UTF-8; thumbnails and places of words are not kept here, so no page has any.
    """
    facts = _facts(page)
    wants_size = select is None or "imageDataSize" in select
    body = {
        "entryId": entry_id,
        "pageId": page.id,
        "pageNumber": page.number,
        "hasImage": page.has_image,
        "hasText": page.text != "",
        "hasThumbnail": False,
        "hasWordLocations": False,
        "imageRotationAngle": page.rotation,
        "imageDataSize": _image_bytes(page) if wants_size else 0,
        "textDataSize": len(page.text.encode()),
        "locationsDataSize": 0,
        "thumbnailDataSize": 0,
        "imageDepth": facts.depth,
        "imageHeight": facts.height,
        "imageWidth": facts.width,
        "imageXResolution": facts.x_dpi,
        "imageYResolution": facts.y_dpi,
    }
    return body if select is None else {name: value for name, value in body.items() if name in select}


def document_state(document: EntryRecord, user: str) -> dict[str, Any]:
    """What the description of 2026 has on a document besides: who holds it, and in which version it is.

    *Decision*: locks are not simulated, so no document is locked; the whole size is null, since nobody asks these
    operations for it.
    """
    return {
        "totalDocumentSize": None,
        "isLocked": False,
        "lockedBy": None,
        "isLockedByAnotherUser": False,
        "currentVersion": document.current_version,
        "checkedOutBy": document.checked_out_by,
        "isCheckedOutByAnotherUser": document.checked_out_by not in (None, user),
    }


def text(page: PageRecord) -> dict[str, Any]:
    """The text of a page."""
    return {"text": page.text}


def _facts(page: PageRecord) -> media.ImageFacts:
    if not page.has_image:
        return NO_IMAGE
    return media.DRAWN if page.image is None else media.image_facts(page.image)


def _image_bytes(page: PageRecord) -> int:
    if not page.has_image:
        return 0
    return media.drawn_size(media.says(page)) if page.image is None else len(page.image)
