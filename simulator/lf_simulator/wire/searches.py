"""Context hits as JSON: where in an entry the words of a search stand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lf_simulator.search import ContextHit

HIT_NAMES = (
    *("hitNumber", "hitType", "isAnnotationHit", "annotationId", "pageNumber", "pageOffset", "context"),
    *("highlight1Offset", "highlight1Length", "highlight2Offset", "highlight2Length", "hitWidth"),
    *("edocHitCount", "fieldHitCount", "fieldName"),
)


def context_hit(hit: ContextHit) -> dict[str, Any]:
    """A context hit: the same names in both versions."""
    return {
        "hitType": hit.hit_type,
        "isAnnotationHit": hit.is_annotation_hit,
        "annotationId": hit.annotation_id,
        "pageNumber": hit.page_number,
        "pageOffset": hit.page_offset,
        "context": hit.context,
        "highlight1Offset": hit.highlight1_offset,
        "highlight1Length": hit.highlight1_length,
        "highlight2Offset": hit.highlight2_offset,
        "highlight2Length": hit.highlight2_length,
        "hitWidth": hit.hit_width,
        "edocHitCount": hit.edoc_hit_count,
        "fieldHitCount": hit.field_hit_count,
        "fieldName": hit.field_name,
        "hitNumber": hit.hit_number,
    }
