"""One setting of a server build: its default, what it accepts, what it does, and how that is known."""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lf_simulator.checks import Check


def setting(default: Any, check: Check, summary: str, evidence: str) -> Any:
    """A field of a dataclass that a profile is made of, and that may be overridden."""
    return field(default=default, metadata={"check": check, "summary": summary, "evidence": evidence})
