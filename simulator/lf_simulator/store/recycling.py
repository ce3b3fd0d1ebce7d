"""Deleting entries: they go with everything below them, and the recycle bin keeps a note of it.

The bin knows what was deleted, when, by whom and why; no published operation looks into it or brings anything back.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.store import tree
from lf_simulator.store.entries import find, stored_time

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from datetime import datetime


class Deletion(NamedTuple):
    """Who deletes, when and why: the circumstances that are kept."""

    moment: datetime
    user: str
    audit_reason_id: int | None = None
    comment: str = ""


class RecycledEntry(NamedTuple):
    """A line of the recycle bin. `entries` counts how many went with it, itself included."""

    entry_id: int
    path: str
    type: str
    entries: int
    deleted: str
    deleted_by: str
    audit_reason_id: int | None
    comment: str


def recycle(connection: sqlite3.Connection, ids: Sequence[int], deletion: Deletion) -> None:
    """Delete these entries, parents before their children, with nothing left below any of them.

    Shortcuts elsewhere that lead to one of them stay (product documentation); links go with their ends.
    """
    top_of: dict[int, int] = {}
    for id_ in ids:
        record = find(connection, id_)
        if record is not None:
            top_of[id_] = top_of.get(record.parent_id or 0, id_)
    for top in dict.fromkeys(top_of.values()):
        _note(connection, top, sum(of == top for of in top_of.values()), deletion)
    tree.remove(connection, list(top_of))


def recycled(connection: sqlite3.Connection) -> list[RecycledEntry]:
    """The recycle bin, the oldest first."""
    rows = connection.execute("SELECT * FROM recycled ORDER BY deleted, entry_id")
    return [RecycledEntry._make(row) for row in rows]


def _note(connection: sqlite3.Connection, entry_id: int, entries: int, deletion: Deletion) -> None:
    connection.execute(
        "INSERT INTO recycled SELECT id, path, type, ?, ?, ?, ?, ? FROM entry WHERE id = ?",
        (
            *(entries, stored_time(deletion.moment), deletion.user),
            *(deletion.audit_reason_id, deletion.comment, entry_id),
        ),
    )
