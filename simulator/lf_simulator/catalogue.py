"""What this simulator is: its version, and the operations that it knows."""

from __future__ import annotations

from functools import cache
from importlib import metadata
from typing import TYPE_CHECKING, Any

from lf_simulator.operations import NAMES, OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Collection

DISTRIBUTION = "laserfiche-testkit"


@cache
def version() -> str:
    """That of the distribution; from a tree that was never installed "unknown"."""
    try:
        return metadata.version(DISTRIBUTION)
    except metadata.PackageNotFoundError:
        return "unknown"


def operation_names() -> Collection[str]:
    """The official names of both dialects, and ours where there is none: what plans and profiles may name."""
    return NAMES


OPERATION_KEYS = ("name", "version", "method", "path", "simulated", "document")


def operation_rows() -> list[dict[str, Any]]:
    """One row for each operation of each version: `{"name", "version", "method", "path", "simulated", "document"}`.

    `document` is the published description that has it: v1, v2-2023 or v2-2026, "" for what none of them has.
    """
    return [{key: getattr(row, key) for key in OPERATION_KEYS} for row in OPERATIONS]
