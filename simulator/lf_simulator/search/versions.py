"""The versions of one document that meet a clause: in the comments of no others are hits looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.search.clauses import VERSION_KEYS
from lf_simulator.search.comparing import compared
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.sql import prepare

if TYPE_CHECKING:
    import sqlite3

    from lf_simulator.search.query import VersionClause


def meeting(
    connection: sqlite3.Connection, entry_id: int, clause: VersionClause, reading: Reading = PLAIN
) -> frozenset[int]:
    """The numbers of the versions that meet all conditions but those on words, which the hits themselves tell."""
    prepare(connection)
    tests = [
        compared(row.kind, row.column, condition, reading)
        for row, condition in ((VERSION_KEYS[key.casefold()], condition) for key, condition in clause.conditions)
        if condition.operator != "~="
    ]
    wheres = " AND ".join(["v.entry_id = ?", *(test.text for test in tests)])
    values = (entry_id, *(value for test in tests for value in test.parameters))
    rows = connection.execute(f"SELECT v.number FROM document_version v WHERE {wheres}", values)  # noqa: S608 - ours
    return frozenset(number for (number,) in rows)
