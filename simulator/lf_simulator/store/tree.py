"""Changing the tree: new entries, other places and names, free names beside those that a folder has already.

What depends on a place follows at once: the paths of everything below, and the names in the text index. Callers have
checked names, rights and places; the database only refuses what would break the tree.
"""

from __future__ import annotations

from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.store import text
from lf_simulator.store.entries import stored_time
from lf_simulator.store.filling import ROOT_PATH, key

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from datetime import datetime

    from lf_simulator.store.entries import EntryRecord

MOST_NAME_UNITS = 255
"""Length of an entry's name (Laserfiche knowledge base), in the UTF-16 units that such a server counts."""

_INSERT = """
INSERT INTO entry (parent_id, name, name_key, path, path_key, type, created, modified, creator, volume, target_id)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
"""
_BELOW = """
WITH RECURSIVE below (id, depth) AS (
    SELECT id, 1 FROM entry WHERE parent_id = ? UNION ALL
    SELECT e.id, b.depth + 1 FROM below b JOIN entry e ON e.parent_id = b.id
) SELECT {columns} FROM below b JOIN entry e ON e.id = b.id
"""
_IDS_BELOW = _BELOW.format(columns="b.id") + "ORDER BY b.depth, b.id"
_REACH_BELOW = _BELOW.format(columns="coalesce(max(b.depth), 0), coalesce(max(length(e.path)), 0)")
_MOVED_BELOW = _BELOW.format(columns="e.id, e.path")


class Reach(NamedTuple):
    """How far what is below an entry goes: `depth` in levels, `path` the characters of the longest full path."""

    depth: int
    path: int


def create_entry(
    connection: sqlite3.Connection,
    parent: EntryRecord,
    name: str,
    type_: str,
    moment: datetime,
    creator: str,
    *,
    volume: str = "",
    target_id: int | None = None,
) -> int:
    """A new entry without contents or metadata; its id. `volume` "" is that of the parent.

    Its name is in the text index; whoever gives it text or fields indexes it again.
    """
    path = child_path(parent, name)
    now = stored_time(moment)
    values = (
        *(parent.id, name, key(name), path, key(path), type_, now, now, creator, volume or parent.volume),
        target_id,
    )
    made = connection.execute(_INSERT, values).lastrowid
    assert made is not None  # noqa: S101 - an INSERT that succeeds has a row id
    text.index_entry(connection, made)
    return made


def child_path(parent: EntryRecord, name: str) -> str:
    """The full path of an entry of that name in `parent`."""
    return f"{'' if parent.path == ROOT_PATH else parent.path}{ROOT_PATH}{name}"


def named(connection: sqlite3.Connection, parent_id: int, name: str) -> int | None:
    """The id of the entry that has this name in that folder, compared without case."""
    query = "SELECT id FROM entry WHERE parent_id = ? AND name_key = ?"
    row = connection.execute(query, (parent_id, key(name))).fetchone()
    return None if row is None else int(row[0])


def free_name(connection: sqlite3.Connection, parent_id: int, name: str, besides: int = 0) -> str:
    """The name itself where the folder has none like it, or else the first numbered form that is free.

    `besides` is an entry whose own name does not count: the one that is renamed.
    """
    forms = (name if number == 1 else numbered(name, number) for number in count(1))
    return next(form for form in forms if named(connection, parent_id, form) in (None, besides))


def numbered(name: str, number: int) -> str:
    """The form that autoRename gives to a name that is taken: `Contract (2)`, shortened where it would be too long.

    *Decision*: sources say that a number is appended and that the result begins with the wanted name; the form is ours.
    """
    suffix = f" ({number})"
    while len((name + suffix).encode("utf-16-le")) // 2 > MOST_NAME_UNITS:
        name = name[:-1]
    return name + suffix


def place(connection: sqlite3.Connection, record: EntryRecord, parent: EntryRecord, name: str) -> None:
    """Put an entry under that parent and name; everything below it follows. `parent` is not below `record`."""
    path = child_path(parent, name)
    connection.execute(
        "UPDATE entry SET parent_id = ?, name = ?, name_key = ?, path = ?, path_key = ? WHERE id = ?",
        (parent.id, name, key(name), path, key(path), record.id),
    )
    if path != record.path:
        followers = connection.execute(_MOVED_BELOW, (record.id,)).fetchall()
        paths = ((path + old[len(record.path) :], id_) for id_, old in followers)
        connection.executemany(
            "UPDATE entry SET path = ?, path_key = ? WHERE id = ?", ((new, key(new), id_) for new, id_ in paths)
        )
    if name != record.name:
        text.index_entry(connection, record.id)


def touch(connection: sqlite3.Connection, entry_id: int, moment: datetime) -> None:
    """Note that an entry was changed at that moment."""
    connection.execute("UPDATE entry SET modified = ? WHERE id = ?", (stored_time(moment), entry_id))


def ids_below(connection: sqlite3.Connection, entry_id: int) -> list[int]:
    """Everything below an entry, a parent before its children."""
    return [id_ for (id_,) in connection.execute(_IDS_BELOW, (entry_id,))]


def reach_below(connection: sqlite3.Connection, entry_id: int) -> Reach:
    """How deep the tree goes below an entry, and its longest path there."""
    return Reach._make(connection.execute(_REACH_BELOW, (entry_id,)).fetchone())


def volume_named(connection: sqlite3.Connection, name: str) -> str | None:
    """The name of that volume as it is written, None where there is none."""
    row = connection.execute("SELECT name FROM volume WHERE name_key = ?", (key(name),)).fetchone()
    return None if row is None else str(row[0])


def volume_names(connection: sqlite3.Connection) -> list[str]:
    """All volumes, by number."""
    return [name for (name,) in connection.execute("SELECT name FROM volume ORDER BY id")]


def remove(connection: sqlite3.Connection, ids: Sequence[int]) -> None:
    """Take entries away, with their contents and metadata. `ids` hold everything below each of them."""
    for id_ in ids:
        text.forget_entry(connection, id_)
    # Children before their parents, since a parent that still has children cannot go
    connection.executemany("DELETE FROM entry WHERE id = ?", ((id_,) for id_ in reversed(ids)))
