"""Links between entries as JSON, both dialects side by side."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lf_simulator.store.links import LinkRecord

LINK_NAMES = {
    "v1": (
        *("linkId", "sourceId", "sourceFullPath", "sourceLabel", "sourceLink"),
        *("targetId", "targetFullPath", "targetLabel", "targetLink"),
        *("description", "linkTypeId", "linkTypeDescription", "linkProperties"),
    ),
    "v2": (
        *("id", "sourceId", "sourceFullPath", "sourceLabel", "sourceLink"),
        *("targetId", "targetFullPath", "targetLabel", "targetLink"),
        *("description", "linkDefinitionId", "linkDefinitionDescription", "customProperties"),
    ),
}
"""One row of names for each version, over the same values."""


def link(record: LinkRecord, version: str, base: str) -> dict[str, Any]:
    """A link. `base` is the absolute address of the repository, to which both ends are relative."""
    kind = record.definition
    values = (
        record.id,
        *(record.source_id, record.source_path, kind.source_label, f"{base}/Entries/{record.source_id}"),
        *(record.target_id, record.target_path, kind.target_label, f"{base}/Entries/{record.target_id}"),
        *(record.comment, kind.id, kind.description, dict(record.properties) or None),
    )
    return dict(zip(LINK_NAMES[version], values, strict=True))
