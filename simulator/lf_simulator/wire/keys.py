"""The keys of JSON objects, as one build or another begins them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def pascal_key(name: str) -> str:
    """`fullPath` as `FullPath`. Annotations such as `@odata.count` stay as they are."""
    return name if name.startswith("@") else name[:1].upper() + name[1:]


def pascal(row: dict[str, Any]) -> dict[str, Any]:
    """The object with all its keys begun with a capital."""
    return {pascal_key(name): value for name, value in row.items()}


def everywhere(document: Any, change: Callable[[dict[str, Any]], dict[str, Any]]) -> Any:
    """The document with every object in it changed, the innermost first."""
    if isinstance(document, dict):
        return change({name: everywhere(value, change) for name, value in document.items()})
    if isinstance(document, list):
        return [everywhere(item, change) for item in document]
    return document
