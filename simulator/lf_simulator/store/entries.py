"""Records of entries, and the queries on the tree: by id, by path, the children of a folder, a choice of ids."""

from __future__ import annotations

import json
from datetime import UTC
from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.store.filling import ROOT_PATH, key
from lf_simulator.store.sight import EVERYTHING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from lf_simulator.store.sight import Sight


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
    current_version: int

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
    def is_under_version_control(self) -> bool:
        return self.current_version > 0

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
    "is_under_version_control": "e.current_version > 0",
    "target_id": "e.target_id",
    "target_type": "s.type",
    "group": "CASE e.type WHEN 'Folder' THEN 0 WHEN 'RecordSeries' THEN 1 WHEN 'Document' THEN 2 ELSE 3 END",
}
"""What rows may be ordered by. `group` is the order of the types in the published descriptions."""

ONE_IN_A_FOLDER = frozenset({"parent_id", "folder_path"})
"""What all children of a folder have alike, so that it orders nothing there."""

DEFAULT_ORDER = OrderBy("id")
"""*Decision*: no source states an order of children or results; ascending ids are stable under every change."""

_SELECT = """
SELECT e.id, e.parent_id, e.name, e.path, e.type, e.created, e.modified, e.creator, e.volume, e.template_id, t.name,
       e.target_id, s.type, s.extension, e.extension, e.mime_type, e.edoc_size, e.page_count, e.checked_out_by,
       e.current_version
  FROM {source} {joined} WHERE {where}
"""
_JOINED = "LEFT JOIN template_definition t ON t.id = e.template_id LEFT JOIN entry s ON s.id = e.target_id AND {target}"
_BY_ID = "e.id = ?"
_BY_PATH = "e.path_key = ?"


def _select(where: str, sight: Sight, source: str = "entry e") -> str:
    """Records of entries that are seen. A shortcut to what is not seen looks as if its target were gone."""
    seen = "" if sight.is_everything else f" AND {sight.on('e')}"
    return _SELECT.format(source=source, joined=_joined(sight), where=where + seen)


def _joined(sight: Sight) -> str:
    return _JOINED.format(target=sight.on("s"))


_ANY_BY_ID = _select(_BY_ID, EVERYTHING)


def stored_time(moment: datetime) -> str:
    """A moment as the tables have it: UTC, to the second, with Z."""
    return moment.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")


def find(connection: sqlite3.Connection, entry_id: int, sight: Sight = EVERYTHING) -> EntryRecord | None:
    """The entry with that id, None where the user does not see one."""
    sql = _ANY_BY_ID if sight is EVERYTHING else _select(_BY_ID, sight)
    row = connection.execute(sql, (entry_id,)).fetchone()
    return None if row is None else EntryRecord._make(row)


def find_by_path(connection: sqlite3.Connection, path: str, sight: Sight = EVERYTHING) -> EntryRecord | None:
    """The entry with that full path, compared without case, None where the user does not see one."""
    row = connection.execute(_select(_BY_PATH, sight), (key(path),)).fetchone()
    return None if row is None else EntryRecord._make(row)


def closest_ancestor(connection: sqlite3.Connection, path: str, sight: Sight = EVERYTHING) -> EntryRecord | None:
    """The deepest entry on the way to `path` that the user sees; None where he sees none, or no path begins so."""
    while path.startswith(ROOT_PATH):
        path = path[: path.rindex(ROOT_PATH)]
        found = find_by_path(connection, path or ROOT_PATH, sight)
        if found is not None:
            return found
    return None


def children(
    connection: sqlite3.Connection,
    parent_id: int,
    order: Sequence[OrderBy],
    limit: int,
    offset: int,
    sight: Sight = EVERYTHING,
) -> list[EntryRecord]:
    """A stretch of what the user sees of a folder's entries, in `order` and then by id.

    The stretch is chosen before anything is read of its rows, so that a folder of thousands costs little more than one
    of a hundred: the database leaves out the joins that the order does not need.
    """
    by = _order([each for each in order if each.column not in ONE_IN_A_FOLDER])
    chosen = f"SELECT e.id FROM entry e {_joined(sight)} WHERE e.parent_id = ? AND {sight.on()}"  # noqa: S608 - a sight is ours
    source = f"({chosen} ORDER BY {by} LIMIT ? OFFSET ?) p JOIN entry e ON e.id = p.id"
    sql = f"{_SELECT.format(source=source, joined=_joined(sight), where='1')} ORDER BY {by}"
    return [EntryRecord._make(row) for row in connection.execute(sql, (parent_id, limit, offset))]


def count_children(connection: sqlite3.Connection, parent_id: int, sight: Sight = EVERYTHING) -> int:
    """How many entries of a folder the user sees, without those deeper down."""
    sql = f"SELECT count(*) FROM entry e WHERE e.parent_id = ? AND {sight.on()}"  # noqa: S608 - a sight is ours
    count: int = connection.execute(sql, (parent_id,)).fetchone()[0]
    return count


def among(
    connection: sqlite3.Connection,
    ids: Sequence[int],
    order: Sequence[OrderBy],
    limit: int,
    offset: int,
    sight: Sight = EVERYTHING,
) -> list[EntryRecord]:
    """A stretch of the entries with these ids that the user sees, in `order` and then by id."""
    source = "json_each(?) j JOIN entry e ON e.id = j.value"
    sql = f"{_select('1', sight, source)} ORDER BY {_order(order)} LIMIT ? OFFSET ?"
    return [EntryRecord._make(row) for row in connection.execute(sql, (json.dumps(ids), limit, offset))]


def seen_among(connection: sqlite3.Connection, ids: Iterable[int], sight: Sight) -> set[int]:
    """Those of these ids whose entries the user sees."""
    sql = f"SELECT e.id FROM json_each(?) j JOIN entry e ON e.id = j.value WHERE {sight.on()}"  # noqa: S608 - ours
    return {row[0] for row in connection.execute(sql, (json.dumps(list(ids)),))}


def _order(order: Sequence[OrderBy]) -> str:
    return ", ".join(
        f"{ORDER_COLUMNS[by.column]} {'DESC' if by.descending else 'ASC'}" for by in (*order, DEFAULT_ORDER)
    )
