"""Links between entries: their definitions, and those that begin or end at an entry."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Mapping


class LinkDefinitionRecord(NamedTuple):
    """A kind of link, with a label for each of its ends."""

    id: int
    source_label: str
    target_label: str
    description: str


class LinkRecord(NamedTuple):
    """A link, the paths of its ends with it. `properties` are texts of the client's choice."""

    id: int
    definition: LinkDefinitionRecord
    source_id: int
    source_path: str
    target_id: int
    target_path: str
    comment: str
    properties: Mapping[str, str]


class NewLink(NamedTuple):
    """A link as it is written: which kind, from where, to where."""

    definition_id: int
    source_id: int
    target_id: int
    properties: Mapping[str, str]


_DEFINITION = "SELECT id, source_label, target_label, description FROM link_definition "
_LINK = """
SELECT d.id, d.source_label, d.target_label, d.description,
       l.id, s.id, s.path, t.id, t.path, l.comment, l.properties
  FROM entry_link l JOIN link_definition d ON d.id = l.definition_id
  JOIN entry s ON s.id = l.source_id JOIN entry t ON t.id = l.target_id
 WHERE l.source_id = :entry OR l.target_id = :entry ORDER BY l.id
"""


def definitions(connection: sqlite3.Connection) -> list[LinkDefinitionRecord]:
    """All link definitions, by ascending id."""
    return [LinkDefinitionRecord._make(row) for row in connection.execute(_DEFINITION + "ORDER BY id")]


def definition(connection: sqlite3.Connection, definition_id: int) -> LinkDefinitionRecord | None:
    """The link definition with that id."""
    row = connection.execute(_DEFINITION + "WHERE id = ?", (definition_id,)).fetchone()
    return None if row is None else LinkDefinitionRecord._make(row)


def links_of(connection: sqlite3.Connection, entry_id: int) -> list[LinkRecord]:
    """The links that begin or end at an entry, by ascending id."""
    return [_link(row) for row in connection.execute(_LINK, {"entry": entry_id})]


def remove_links(connection: sqlite3.Connection, ids: Iterable[int]) -> None:
    """Take these links away."""
    connection.executemany("DELETE FROM entry_link WHERE id = ?", ((id_,) for id_ in ids))


def add_links(connection: sqlite3.Connection, links: Iterable[NewLink]) -> None:
    """Make these links. Definitions and both ends exist."""
    connection.executemany(
        "INSERT INTO entry_link (definition_id, source_id, target_id, properties) VALUES (?, ?, ?, ?)",
        ((link.definition_id, link.source_id, link.target_id, json.dumps(dict(link.properties))) for link in links),
    )


def _link(row: tuple[Any, ...]) -> LinkRecord:
    *kind, id_, source_id, source_path, target_id, target_path, comment, properties = row
    ends = (source_id, source_path, target_id, target_path)
    return LinkRecord(id_, LinkDefinitionRecord._make(kind), *ends, comment, json.loads(properties))
