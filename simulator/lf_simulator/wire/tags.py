"""Tags as JSON. A tag on an entry and the definition of a tag are one shape, in both versions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lf_simulator.store.tags import TagRecord

TAG_NAMES = ("id", "name", "displayName", "description", "isSecure", "watermark")
WATERMARK_NAMES = {
    "v1": (
        *("watermarkText", "watermarkTextSize", "watermarkPosition", "watermarkRotationAngle"),
        *("isWatermarkMandatory", "watermarkIntensity"),
    ),
    "v2": ("text", "pageSpanPercentage", "position", "rotationAngle", "isMandatory", "opacity"),
}
"""v1 counts the size in points and v2 as a share of the page. *Decision*: a corpus has the share, and v1 writes the
same number."""


def tag(record: TagRecord, version: str) -> dict[str, Any]:
    """A tag. *Decision*: one that stamps nothing has null for its watermark, which both descriptions allow."""
    return {
        "id": record.id,
        "name": record.name,
        "displayName": record.name,
        "description": record.description,
        "isSecure": record.is_secure,
        "watermark": _watermark(record, version),
    }


def _watermark(record: TagRecord, version: str) -> dict[str, Any] | None:
    mark = record.watermark
    if mark is None:
        return None
    values = (mark["text"], mark["size"], mark["position"], mark["rotation"], mark["is_mandatory"], mark["opacity"])
    return dict(zip(WATERMARK_NAMES[version], values, strict=True))
