"""Tags: their definitions, and which of them an entry has."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from lf_simulator.store.filling import key

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping


class TagRecord(NamedTuple):
    """A tag. `watermark` holds the members of `lf_fixtures.model.Watermark`, None for a tag that stamps nothing."""

    id: int
    name: str
    description: str
    is_secure: bool
    watermark: Mapping[str, Any] | None


_TAG = "SELECT t.id, t.name, t.description, t.is_secure, t.watermark FROM tag_definition t "
_OF_ENTRY = _TAG + "JOIN entry_tag et ON et.tag_id = t.id WHERE et.entry_id = ? ORDER BY t.id"


def tags(connection: sqlite3.Connection) -> list[TagRecord]:
    """All tag definitions, by ascending id."""
    return [_tag(row) for row in connection.execute(_TAG + "ORDER BY t.id")]


def tag(connection: sqlite3.Connection, tag_id: int) -> TagRecord | None:
    """The tag definition with that id."""
    row = connection.execute(_TAG + "WHERE t.id = ?", (tag_id,)).fetchone()
    return None if row is None else _tag(row)


def tag_by_name(connection: sqlite3.Connection, name: str, *, exact: bool = True) -> TagRecord | None:
    """The tag definition of that name, compared with case if `exact`."""
    condition = "WHERE t.name = ?" if exact else "WHERE t.name_key = ?"
    row = connection.execute(_TAG + condition, (name if exact else key(name),)).fetchone()
    return None if row is None else _tag(row)


def tags_of(connection: sqlite3.Connection, entry_id: int) -> list[TagRecord]:
    """The tags of an entry, by ascending id."""
    return [_tag(row) for row in connection.execute(_OF_ENTRY, (entry_id,))]


def write_tags(connection: sqlite3.Connection, entry_id: int, tag_ids: Iterable[int]) -> None:
    """Give an entry these tags and no others. One that it has already keeps its comment."""
    wanted = json.dumps(sorted(set(tag_ids)))
    connection.execute(
        "DELETE FROM entry_tag WHERE entry_id = ? AND tag_id NOT IN (SELECT value FROM json_each(?))",
        (entry_id, wanted),
    )
    connection.execute(
        "INSERT OR IGNORE INTO entry_tag (entry_id, tag_id) SELECT ?, value FROM json_each(?)", (entry_id, wanted)
    )


def _tag(row: tuple[Any, ...]) -> TagRecord:
    id_, name, description, is_secure, watermark = row
    return TagRecord(id_, name, description, bool(is_secure), json.loads(watermark) if watermark else None)
