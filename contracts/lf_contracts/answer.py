"""The answer of a tool call, as a case reads it."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from lf_contracts.finding import Finding


class Members(dict[str, Any]):
    """A JSON object of an answer. Reading a key that it lacks is a finding about the server."""

    def __missing__(self, key: str) -> Any:
        raise Finding(f"the answer lacks the key {key!r}", expected=key, got=sorted(self))


@dataclass(frozen=True, slots=True)
class Answer:
    """One result of `tools/call`.

    `raw`: the result object as it was sent. `data`: the structured content, else the JSON of the text, else empty.
    `structured`: whether structured content was sent. `is_error`: the tool failed outside the error contract,
    or the call was refused with a protocol error (`code` is then its number, `raw` its object, and `text` its message).
    """

    raw: dict[str, Any]
    data: dict[str, Any] = field(default_factory=dict)
    text: str = ""
    structured: bool = False
    is_error: bool = False
    code: int | None = None

    @property
    def slug(self) -> str | None:
        """The stable `error` value of an error answer."""
        value = self.data.get("error")
        return value if self.data.get("mode") == "error" and isinstance(value, str) else None


def from_result(result: Mapping[str, Any]) -> Answer:
    """Read a result object, whatever shape it has."""
    content = result.get("content")
    blocks = content if isinstance(content, list) else []
    texts = [block["text"] for block in blocks if isinstance(block, dict) and isinstance(block.get("text"), str)]
    structured = result.get("structuredContent")
    return Answer(
        raw=dict(result),
        data=_members(structured if isinstance(structured, dict) else _object(texts)),
        text="\n".join(texts),
        structured=isinstance(structured, dict),
        is_error=result.get("isError") is True,
    )


def from_error(error: Mapping[str, Any]) -> Answer:
    """Read a protocol error."""
    code = error.get("code")
    return Answer(
        raw=dict(error), text=str(error.get("message", "")), is_error=True, code=code if isinstance(code, int) else None
    )


def _object(texts: list[str]) -> dict[str, Any]:
    """The JSON object of the first text block that is one: older builds send no structured content."""
    for text in texts:
        try:
            value = json.loads(text)
        except ValueError:
            continue
        if isinstance(value, dict):
            return value
    return {}


def _members(value: Any) -> Any:
    if isinstance(value, dict):
        return Members((key, _members(inner)) for key, inner in value.items())
    return [_members(inner) for inner in value] if isinstance(value, list) else value
