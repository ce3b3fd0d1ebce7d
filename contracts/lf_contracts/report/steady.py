"""Texts without what chance or the machine put into them, so that the same run gives the same report."""

import re
from collections.abc import Mapping
from typing import Any

from lf_contracts.finding import NOTHING

_UUID = re.compile(r"\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b", re.IGNORECASE)
_PORT = re.compile(r"\b(127\.0\.0\.1|localhost):\d+")

_EXCHANGE_KEYS = ("operation", "method", "path", "query", "status", "fault", "reason")


class Steady:
    """Replaces UUIDs by numbers in the order of their first appearance, and ports of this machine by a word."""

    def __init__(self) -> None:
        self._numbers: dict[str, int] = {}

    def __call__(self, value: Any) -> Any:
        """The value as JSON has it, made steady at every depth."""
        if isinstance(value, str):
            return _PORT.sub(r"\1:<port>", _UUID.sub(self._number, value))
        if isinstance(value, Mapping):
            return {str(key): self(inner) for key, inner in value.items()}
        if isinstance(value, list | tuple):
            return [self(inner) for inner in value]
        if isinstance(value, set | frozenset):
            return sorted((self(inner) for inner in value), key=repr)
        if value is None or isinstance(value, bool | int | float):
            return value
        return None if value is NOTHING else self(repr(value))

    def _number(self, found: re.Match[str]) -> str:
        number = self._numbers.setdefault(found.group().lower(), len(self._numbers) + 1)
        return f"<uuid {number}>"


def exchange(raw: Mapping[str, Any]) -> dict[str, Any]:
    """An exchange of the journal without times, users and headers."""
    kept = {key: raw.get(key) for key in _EXCHANGE_KEYS}
    for side in ("request", "response"):
        part = raw.get(side)
        kept[side] = part.get("body") if isinstance(part, Mapping) else None
    return kept
