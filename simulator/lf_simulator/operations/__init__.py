"""The operation table: one row for each operation of v1 and v2, the sign-in and the download address.

Rows are written in pairs, an operation of v1 beside the one of v2 that does the same. A row without a function is an
operation that real builds have and this simulator does not: it answers 501 with its name. `~` stands for the address of
a repository.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from lf_simulator.operations import definitions, documents, entries, known, metadata, pages, searches, sign_in
from lf_simulator.operations.row import Operation

if TYPE_CHECKING:
    from collections.abc import Mapping

OPERATIONS: tuple[Operation, ...] = (
    *sign_in.ROWS,
    *entries.ROWS,
    *documents.ROWS,
    *pages.ROWS,
    *metadata.ROWS,
    *searches.ROWS,
    *definitions.ROWS,
    *known.ROWS,
)


AREAS: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "sign-in": frozenset({"CreateToken", "CreateServiceToken"}),
        "entries": frozenset(row.name for row in entries.ROWS),
        "documents": frozenset(row.name for row in documents.ROWS),
        "pages": frozenset(row.name for row in pages.ROWS),
        "metadata": frozenset(row.name for row in metadata.ROWS),
        "searches": frozenset(row.name for row in searches.ROWS),
        "definitions": frozenset(row.name for row in definitions.ROWS),
        "reads": frozenset(row.name for row in OPERATIONS if row.method in ("GET", "HEAD")),
        "writes": frozenset(
            row.name
            for rows in (entries.ROWS, documents.ROWS, pages.ROWS, metadata.ROWS)
            for row in rows
            if row.method not in ("GET", "HEAD")
        ),
    }
)
"""Groups of operations that a fault plan may name in place of all of their names."""
LISTINGS: frozenset[str] = frozenset(row.name for row in OPERATIONS if "$skiptoken" in row.query.by_name)
"""The operations that answer in pages."""


def _by_name() -> Mapping[tuple[str, str], Operation]:
    table = {(row.version, row.name): row for row in OPERATIONS}
    if len(table) != len(OPERATIONS):
        raise ValueError("an operation stands in the table twice")
    return MappingProxyType(table)


BY_NAME: Mapping[tuple[str, str], Operation] = _by_name()
"""By version and name."""
NAMES: frozenset[str] = frozenset(row.name for row in OPERATIONS)
"""What a fault plan or a profile may name."""

__all__ = ["AREAS", "BY_NAME", "LISTINGS", "NAMES", "OPERATIONS", "Operation"]
