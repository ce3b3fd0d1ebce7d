"""What kind of file something is, by its declared type and then by its name."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

_OFFICE = "application/vnd.openxmlformats-officedocument"
BY_TYPE: Mapping[str, str] = MappingProxyType(
    {
        "application/pdf": "pdf",
        f"{_OFFICE}.wordprocessingml.document": "docx",
        "application/vnd.ms-word.document.macroenabled.12": "docx",
        f"{_OFFICE}.presentationml.presentation": "pptx",
        "application/vnd.ms-powerpoint.presentation.macroenabled.12": "pptx",
        f"{_OFFICE}.spreadsheetml.sheet": "xlsx",
        "application/vnd.ms-excel.sheet.macroenabled.12": "xlsx",
        "message/rfc822": "eml",
        "application/vnd.ms-outlook": "msg",
        "text/html": "html",
        "application/xhtml+xml": "html",
        "text/rtf": "rtf",
        "application/rtf": "rtf",
        "application/json": "text",
        "application/xml": "text",
        "application/msword": "legacy",
        "application/vnd.ms-excel": "legacy",
        "application/vnd.ms-powerpoint": "legacy",
    }
)
BY_SUFFIX: Mapping[str, str] = MappingProxyType(
    {
        "pdf": "pdf",
        **dict.fromkeys(("docx", "docm"), "docx"),
        **dict.fromkeys(("pptx", "pptm"), "pptx"),
        **dict.fromkeys(("xlsx", "xlsm"), "xlsx"),
        "eml": "eml",
        "msg": "msg",
        **dict.fromkeys(("htm", "html"), "html"),
        "rtf": "rtf",
        **dict.fromkeys(("txt", "csv", "tsv", "json", "xml", "md", "log"), "text"),
        **dict.fromkeys(("doc", "xls", "ppt"), "legacy"),
        **dict.fromkeys(("png", "jpg", "jpeg", "gif", "webp", "tif", "tiff", "bmp"), "image"),
    }
)
PAGED = frozenset({"pdf", "pptx"})


def bare_type(content_type: str | None) -> str:
    """The type without its parameters, in small letters."""
    return (content_type or "").partition(";")[0].strip().lower()


def kind_of(content_type: str | None, name: str | None, extension: str | None) -> str | None:
    """The kind, None when neither the type nor the name tells. `extension` counts for a name that has none."""
    declared = bare_type(content_type)
    if declared in BY_TYPE:
        return BY_TYPE[declared]
    if declared.startswith("image/"):
        return "image"
    _, dot, suffix = (name or "").rpartition(".")
    if not dot:
        suffix = (extension or "").lstrip(".")
    return BY_SUFFIX.get(suffix.lower())
