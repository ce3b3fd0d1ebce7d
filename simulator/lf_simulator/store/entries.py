"""Records of entries, and the queries on the tree: by id, by path, the children of a folder, a choice of ids."""

from __future__ import annotations

import json
from datetime import UTC
from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.store.filling import ROOT_PATH, key

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from datetime import datetime


class EntryRecord(NamedTuple):
    """An entry as it is stored, with what its listing needs of its template and, for a shortcut, of its target."""

    id: int
    parent_id: int | None
    name: str
    path: str
    type: str
    created: str
    modified: str
    creator: str
    volume: str
    template_id: int | None
    template_name: str | None
    target_id: int | None
    target_type: str | None
    target_extension: str | None
    extension: str
    mime_type: str
    edoc_size: int | None
    page_count: int
    checked_out_by: str | None

    @property
    def is_container(self) -> bool:
        return self.type in CONTAINERS

    @property
    def is_leaf(self) -> bool:
        return self.type not in CONTAINERS

    @property
    def has_edoc(self) -> bool:
        return self.edoc_size is not None

    @property
    def is_checked_out(self) -> bool:
        return self.checked_out_by is not None

    @property
    def template_number(self) -> int:
        """The template's id, 0 for none."""
        return self.template_id or 0

    @property
    def edoc_bytes(self) -> int:
        """The size of the electronic file, 0 for none."""
        return self.edoc_size or 0

    @property
    def shown_extension(self) -> str:
        """That of the electronic file; a shortcut shows its target's."""
        return (self.target_extension or "") if self.type == "Shortcut" else self.extension

    @property
    def folder_path(self) -> str:
        """The path of the parent; the root stands in itself (*decision*: no source shows the root's `folderPath`)."""
        return self.path[: -len(self.name) - 1] or ROOT_PATH if self.name else ROOT_PATH


class OrderBy(NamedTuple):
    """One expression of an order: a key of `ORDER_COLUMNS`, and whether the largest comes first."""

    column: str
    descending: bool = False


CONTAINERS = frozenset({"Folder", "RecordSeries"})

ORDER_COLUMNS = {
    "id": "e.id",
    "name": "e.name_key",
    "parent_id": "e.parent_id",
    "path": "e.path_key",
    "folder_path": "(SELECT p.path_key FROM entry p WHERE p.id = e.parent_id)",
    "creator": "e.creator COLLATE NOCASE",
    "created": "e.created",
    "modified": "e.modified",
    "type": "e.type",
    "is_container": "e.type IN ('Folder', 'RecordSeries')",
    "is_leaf": "e.type NOT IN ('Folder', 'RecordSeries')",
    "template_name": "t.name_key",
    "template_id": "coalesce(e.template_id, 0)",
    "volume": "e.volume COLLATE NOCASE",
    "edoc_size": "e.edoc_size",
    "extension": "coalesce(s.extension, e.extension) COLLATE NOCASE",
    "is_electronic": "e.edoc_size IS NOT NULL",
    "mime_type": "e.mime_type",
    "page_count": "e.page_count",
    "is_checked_out": "e.checked_out_by IS NOT NULL",
    "target_id": "e.target_id",
    "target_type": "s.type",
    "group": "CASE e.type WHEN 'Folder' THEN 0 WHEN 'RecordSeries' THEN 1 WHEN 'Document' THEN 2 ELSE 3 END",
}
"""What rows may be ordered by. `group` is the order of the types in the published descriptions."""

DEFAULT_ORDER = OrderBy("id")
"""*Decision*: no source states an order of children or results; ascending ids are stable under every change."""

_SELECT = """
SELECT e.id, e.parent_id, e.name, e.path, e.type, e.created, e.modified, e.creator, e.volume, e.template_id, t.name,
       e.target_id, s.type, s.extension, e.extension, e.mime_type, e.edoc_size, e.page_count, e.checked_out_by
  FROM {source} LEFT JOIN template_definition t ON t.id = e.template_id LEFT JOIN entry s ON s.id = e.target_id
"""
_BY_ID = _SELECT.format(source="entry e") + "WHERE e.id = ?"
_BY_PATH = _SELECT.format(source="entry e") + "WHERE e.path_key = ?"
_CHILDREN = _SELECT.format(source="entry e") + "WHERE e.parent_id = ? ORDER BY {order} LIMIT ? OFFSET ?"
_AMONG = _SELECT.format(source="json_each(?) j JOIN entry e ON e.id = j.value") + "ORDER BY {order} LIMIT ? OFFSET ?"


def stored_time(moment: datetime) -> str:
    """A moment as the tables have it: UTC, to the second, with Z."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def find(connection: sqlite3.Connection, entry_id: int) -> EntryRecord | None:
    """The entry with that id."""
    row = connection.execute(_BY_ID, (entry_id,)).fetchone()
    return None if row is None else EntryRecord._make(row)


def find_by_path(connection: sqlite3.Connection, path: str) -> EntryRecord | None:
    """The entry with that full path, compared without case."""
    row = connection.execute(_BY_PATH, (key(path),)).fetchone()
    return None if row is None else EntryRecord._make(row)


def closest_ancestor(connection: sqlite3.Connection, path: str) -> EntryRecord | None:
    """The deepest entry on the way to `path` that exists; None only when the path does not begin at the root."""
    while path.startswith(ROOT_PATH):
        path = path[: path.rindex(ROOT_PATH)]
        found = find_by_path(connection, path or ROOT_PATH)
        if found is not None:
            return found
    return None


def children(
    connection: sqlite3.Connection, parent_id: int, order: Sequence[OrderBy], limit: int, offset: int
) -> list[EntryRecord]:
    """A stretch of a folder's entries, in `order` and then by id."""
    rows = connection.execute(_CHILDREN.format(order=_order(order)), (parent_id, limit, offset))
    return [EntryRecord._make(row) for row in rows]


def count_children(connection: sqlite3.Connection, parent_id: int) -> int:
    """How many entries a folder holds, without those deeper down."""
    count: int = connection.execute("SELECT count(*) FROM entry WHERE parent_id = ?", (parent_id,)).fetchone()[0]
    return count


def among(
    connection: sqlite3.Connection, ids: Sequence[int], order: Sequence[OrderBy], limit: int, offset: int
) -> list[EntryRecord]:
    """A stretch of the entries with these ids, those that are gone left out, in `order` and then by id."""
    rows = connection.execute(_AMONG.format(order=_order(order)), (json.dumps(ids), limit, offset))
    return [EntryRecord._make(row) for row in rows]


def _order(order: Sequence[OrderBy]) -> str:
    return ", ".join(
        f"{ORDER_COLUMNS[by.column]} {'DESC' if by.descending else 'ASC'}" for by in (*order, DEFAULT_ORDER)
    )
