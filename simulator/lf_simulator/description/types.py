"""The types of members by their names: a name means one thing wherever it stands, unless a shape says otherwise."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_WHOLE = (
    *("id", "templateId", "rowNumber", "pageCount", "targetId", "fieldId", "length", "fieldCount", "linkTypeId"),
    *("linkId", "sourceId", "linkDefinitionId", "annotationId", "pageNumber", "pageOffset", "highlight1Offset"),
    *("highlight1Length", "highlight2Offset", "highlight2Length", "hitWidth", "edocHitCount", "fieldHitCount"),
    *("hitNumber", "entryId", "percentComplete", "statusCode", "objectId", "errorCode", "status", "position"),
    *("watermarkTextSize", "watermarkRotationAngle", "watermarkIntensity", "pageSpanPercentage", "rotationAngle"),
    *("opacity", "imageRotationAngle", "imageDepth", "imageHeight", "imageWidth", "imageXResolution"),
    *("imageYResolution", "folderCount", "documentCount", "shortcutCount", "currentVersion", "expires_in", "expire_in"),
)
_LONG = (
    *("electronicDocumentSize", "elecDocumentSize", "pageId", "imageDataSize", "textDataSize", "locationsDataSize"),
    *("thumbnailDataSize", "childCount"),
)
_FLAG = (
    *("isContainer", "isLeaf", "isElectronicDocument", "isRecord", "isCheckedOut", "isUnderVersionControl", "isLocked"),
    *("isRecordFolder", "isUnderRecordSeries", "isMultiValue", "isRequired", "hasMoreValues", "isSecure"),
    *("isAnnotationHit", "isWatermarkMandatory", "isMandatory", "hasImage", "hasText", "hasThumbnail"),
    *("hasWordLocations", "hasChildren", "isLockedByAnotherUser", "isCheckedOutByAnotherUser"),
)
_TIME = ("creationTime", "lastModifiedTime", "startTimestamp", "statusTimestamp", "startTime", "lastUpdateTime")
_TEXT_OR_NULL = ("fullPath", "folderPath", "templateName", "template", "lockedBy", "checkedOutBy")
_TEXTS = ("templateFieldNames", "listValues", "urls", "assignedTags")

TYPES: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(_WHOLE, "whole"),
        **dict.fromkeys(_LONG, "long"),
        **dict.fromkeys(_FLAG, "flag"),
        **dict.fromkeys(_TIME, "time"),
        **dict.fromkeys(_TEXT_OR_NULL, "text?"),
        **dict.fromkeys(_TEXTS, "[text]"),
        **dict.fromkeys(("linkProperties", "customProperties"), "{text}?"),
        **dict.fromkeys(("entryType", "targetType"), "ENTRY_TYPE"),
        "parentId": "whole?",
        "groupId": "whole?",
        "totalDocumentSize": "long?",
        "watermarkPosition": "POSITION",
        "fieldType": "FIELD_TYPE",
        "format": "FIELD_FORMAT",
        "hitType": "HIT_TYPE",
        "color": "Color",
        "rule": "Rule?",
        "watermark": "Watermark?",
        "childInfo": "ChildInfo",
    }
)
"""In the notation of the tables; a text where there is none."""
