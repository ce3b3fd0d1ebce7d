"""Words for models: no text names a tool that is not there."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection

_TOOL = re.compile(r"\blaserfiche_[a-z_]+")
_SENTENCES = re.compile(r"(?<=[.;:]) ")


def named(text: str) -> set[str]:
    """The tools that a text names."""
    return set(_TOOL.findall(text))


def fitting(text: str, names: Collection[str] | None) -> str:
    """The text without the sentences that name a tool which is not among `names`; None lets all stand."""
    if names is None or named(text) <= set(names):
        return text
    return " ".join(sentence for sentence in _SENTENCES.split(text) if named(sentence) <= set(names))
