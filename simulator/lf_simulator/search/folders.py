"""Which folder a path means, and what lies in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lf_simulator.search.kinds import Sql
from lf_simulator.search.parts import Part, by_index
from lf_simulator.store.sight import EVERYTHING

if TYPE_CHECKING:
    import sqlite3

    from lf_simulator.store.sight import Sight


def folder_id(connection: sqlite3.Connection, written: str, seen: Sight = EVERYTHING) -> int | None:
    """The entry that a LookIn value means: a number is an id; else a path from the root, in which separators may be
    doubled and the repository's name may come first. Slashes do not part folders (*decision*, all of it, from what
    programs send). What the user does not see is no folder for him."""
    if written.strip().isdecimal():
        return _the_one(connection, "e.id = ?", min(int(written), 2**63 - 1), seen)
    names = [name for name in re.split(r"\\+", written.casefold()) if name]
    found = _by_path(connection, names, seen) if names or "\\" in written else None
    if found is None and names and names[0] == _repository_name(connection):
        found = _by_path(connection, names[1:], seen)
    return found


def _by_path(connection: sqlite3.Connection, names: list[str], seen: Sight) -> int | None:
    return _the_one(connection, "e.path_key = ?", "\\" + "\\".join(names), seen)


def _the_one(connection: sqlite3.Connection, test: str, value: int | str, seen: Sight) -> int | None:
    sql = f"SELECT e.id FROM entry e WHERE {test} AND {seen.on()}"  # noqa: S608 - tests and sights are ours
    row = connection.execute(sql, (value,)).fetchone()
    return row[0] if row else None


def _repository_name(connection: sqlite3.Connection) -> str:
    row = connection.execute("SELECT value FROM fact WHERE name = 'repository_name'").fetchone()
    return row[0].casefold() if row else ""


def inside(connection: sqlite3.Connection, folder: int, *, subfolders: bool) -> Part:
    """What a folder holds, without itself (*decision*). A document holds nothing."""
    if not subfolders:
        rows = Sql("SELECT id FROM entry WHERE parent_id = ?", (folder,))
        return by_index(rows, Sql("+e.parent_id = ?", (folder,)))
    (path,) = connection.execute("SELECT path_key FROM entry WHERE id = ?", (folder,)).fetchone()
    above = path.rstrip("\\") + "\\"
    below = above[:-1] + chr(ord("\\") + 1)  # the first path that no longer begins so
    rows = Sql("SELECT id FROM entry WHERE path_key > ? AND path_key < ?", (above, below))
    return by_index(rows, Sql("(+e.path_key > ? AND +e.path_key < ?)", (above, below)))
