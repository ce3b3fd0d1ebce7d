"""Versions of documents under version control: each saved change of contents, fields or template makes another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.store import tree
from lf_simulator.store.entries import stored_time

if TYPE_CHECKING:
    import sqlite3
    from datetime import datetime

_ADD = "UPDATE entry SET current_version = current_version + 1 WHERE id = ? AND current_version > 0"
_KEEP = """
INSERT INTO document_version (entry_id, number, modified_by, modified)
SELECT id, current_version, ?, ? FROM entry WHERE id = ?
"""


def save(connection: sqlite3.Connection, entry_id: int, moment: datetime, user: str) -> int:
    """Note that the user has changed at that moment what versions keep: pages, text, file, fields or template. The
    number of the version that this has made, 0 where the document is not under version control.

    Name, place, tags and links are in no version (product documentation); for them `tree.touch` is enough.
    """
    tree.touch(connection, entry_id, moment)
    if connection.execute(_ADD, (entry_id,)).rowcount:
        connection.execute(_KEEP, (user, stored_time(moment), entry_id))
    row = connection.execute("SELECT current_version FROM entry WHERE id = ?", (entry_id,)).fetchone()
    return int(row[0]) if row else 0
