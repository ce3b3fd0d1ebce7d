"""Copying one entry: a new row with the contents and the metadata of another.

Links and versions stay with the original, as the product's documentation has it; so does a check-out. Security goes
along. Tables are named, their columns are not: what a table holds of an entry is copied whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.store import text, tree

if TYPE_CHECKING:
    import sqlite3
    from datetime import datetime

    from lf_simulator.store.entries import EntryRecord

COPIED = ("edoc", "page", "entry_field", "field_value", "entry_tag", "annotation", "account_grant")
"""Tables whose rows belong to one entry and go along. A column `id` of theirs numbers the rows, and is given anew."""
NOT_COPIED = ("recycled", "text_item", "text_waiting", "link_group_member", "document_version")
"""Tables with an entry in each row that do not: what was deleted, the text index, which is fed from the copy, groups of
documents, and versions."""
OWN = frozenset(
    {"id", "parent_id", "name", "name_key", "path", "path_key", "type", "created", "modified", "creator", "volume"}
    | {"checked_out_by", "owner", "current_version"}
)
"""Columns of `entry` in which a copy is an entry of its own; the others it has from its source."""


def copy_entry(
    connection: sqlite3.Connection,
    source: EntryRecord,
    parent: EntryRecord,
    name: str,
    moment: datetime,
    creator: str,
    *,
    volume: str = "",
) -> int:
    """A copy of that entry without what is below it, as a new entry of `parent`; its id.

    *Decision*: a copy is created and modified now, by whoever copies, and it is his. A copied shortcut leads to the
    same target.
    """
    made = tree.create_entry(connection, parent, name, source.type, moment, creator, volume=volume)
    columns = ", ".join(column for column in _columns(connection, "entry") if column not in OWN)
    query = f"UPDATE entry SET ({columns}) = (SELECT {columns} FROM entry WHERE id = ?) WHERE id = ?"  # noqa: S608 - names of our own schema
    connection.execute(query, (source.id, made))
    for table in COPIED:
        _copy_rows(connection, table, source.id, made)
    text.index_entry(connection, made)
    return made


def _copy_rows(connection: sqlite3.Connection, table: str, source_id: int, made: int) -> None:
    columns = [column for column in _columns(connection, table) if column not in ("id", "entry_id")]
    listed = ", ".join(columns)
    connection.execute(
        f"INSERT INTO {table} (entry_id, {listed}) SELECT ?, {listed} FROM {table} WHERE entry_id = ?",  # noqa: S608 - the same
        (made, source_id),
    )


def _columns(connection: sqlite3.Connection, table: str) -> list[str]:
    return [column[0] for column in connection.execute(f"SELECT * FROM {table} LIMIT 0").description]  # noqa: S608 - the same
