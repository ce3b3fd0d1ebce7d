"""The text items of an entry: what one match may span. The index is fed from them and the hits are found in them."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from lf_simulator.search.display import shown

Source = Literal["D", "F", "A", "N", "E", "T", "V", "G"]
"""Document text, field value, annotation, name; extension, and the comments of tags, versions and link groups."""

ANNOTATIONS_WITH_TEXT = ("Note", "Callout", "TextBox")


@dataclass(frozen=True, slots=True)
class Item:
    """One text. `pieces` are (page, text): the pages of a document, counted from 1, or a single piece. `ref` is the id
    of the field, annotation, tag or link group, or the number of the version, `label` the field's name; `hit_type` is
    what a hit in it is called."""

    source: Source
    hit_type: str
    pieces: Iterable[tuple[int, str]]
    """They can be gone through more than once."""
    ref: int = 0
    label: str = ""
    position: int = 0
    """Which value of the field, from 1."""
    field_type: str = ""


PAGES_AT_ONCE = 32


@dataclass(frozen=True, slots=True)
class Pages:
    """The pages of a document that have text, read as they are wanted: a long document is not in memory as a whole."""

    connection: sqlite3.Connection
    entry_id: int

    def __iter__(self) -> Iterator[tuple[int, str]]:
        last = 0
        while rows := self.connection.execute(
            "SELECT number, text FROM page WHERE entry_id = ? AND number > ? AND text <> '' ORDER BY number LIMIT ?",
            (self.entry_id, last, PAGES_AT_ONCE),
        ).fetchall():  # nothing is left open, since somebody may write before the next page is wanted
            yield from rows
            if len(rows) < PAGES_AT_ONCE:
                return
            last = rows[-1][0]


def document_text(connection: sqlite3.Connection, entry_id: int) -> list[Item]:
    """The text of a document: all its pages in a row, a break between them adding nothing; or what its electronic file
    says, when no page has text (*decision*). At most one item."""
    if connection.execute("SELECT 1 FROM page WHERE entry_id = ? AND text <> '' LIMIT 1", (entry_id,)).fetchone():
        return [Item("D", "PageContent", Pages(connection, entry_id))]
    file = connection.execute("SELECT text FROM edoc WHERE entry_id = ? AND text <> ''", (entry_id,)).fetchone()
    return [Item("D", "Edoc", ((0, file[0]),))] if file else []


def field_texts(connection: sqlite3.Connection, entry_id: int) -> list[Item]:
    rows = connection.execute(
        "SELECT v.field_id, v.position, v.value, d.name, d.type FROM field_value v "
        "JOIN field_definition d ON d.id = v.field_id "
        "LEFT JOIN entry_field f ON f.entry_id = v.entry_id AND f.field_id = v.field_id "
        "WHERE v.entry_id = ? AND v.value <> '' ORDER BY f.ordinal, v.field_id, v.position",
        (entry_id,),
    )
    return [
        Item("F", "Field", ((0, shown(value, kind)),), field, name, position, kind)
        for field, position, value, name, kind in rows
    ]


def annotation_texts(connection: sqlite3.Connection, entry_id: int) -> list[Item]:
    rows = connection.execute(
        "SELECT id, kind, page, text FROM annotation WHERE entry_id = ? AND text <> '' ORDER BY page, id", (entry_id,)
    )
    return [Item("A", kind, ((page, text),), id_) for id_, kind, page, text in rows if kind in ANNOTATIONS_WITH_TEXT]


def name_text(connection: sqlite3.Connection, entry_id: int) -> list[Item]:
    row = connection.execute("SELECT name FROM entry WHERE id = ? AND name <> ''", (entry_id,)).fetchone()
    return [Item("N", "Name", ((0, row[0]),))] if row else []


def extension_text(connection: sqlite3.Connection, entry_id: int) -> list[Item]:
    row = connection.execute(
        "SELECT extension FROM entry WHERE id = ? AND edoc_size IS NOT NULL AND extension <> ''", (entry_id,)
    ).fetchone()
    return [Item("E", "Extension", ((0, row[0]),))] if row else []


def tag_comments(connection: sqlite3.Connection, entry_id: int) -> list[Item]:
    rows = connection.execute(
        "SELECT tag_id, comment FROM entry_tag WHERE entry_id = ? AND comment <> '' ORDER BY tag_id", (entry_id,)
    )
    return [Item("T", "TagComment", ((0, comment),), tag) for tag, comment in rows]


def version_comments(connection: sqlite3.Connection, entry_id: int) -> list[Item]:
    rows = connection.execute(
        "SELECT number, comment FROM document_version WHERE entry_id = ? AND comment <> '' ORDER BY number", (entry_id,)
    )
    return [Item("V", "VersionComment", ((0, comment),), number) for number, comment in rows]


def group_comment(connection: sqlite3.Connection, entry_id: int) -> list[Item]:
    row = connection.execute(
        "SELECT g.id, g.comment FROM link_group_member m JOIN link_group g ON g.id = m.group_id "
        "WHERE m.entry_id = ? AND g.comment <> ''",
        (entry_id,),
    ).fetchone()
    return [Item("G", "VersionGroupNote", ((0, row[1]),), row[0])] if row else []


Reader = Callable[[sqlite3.Connection, int], list[Item]]

INDEXED: dict[Source, Reader] = {"D": document_text, "F": field_texts, "A": annotation_texts, "N": name_text}
"""What the full-text index is fed with. Extensions and comments are short and looked through as they are."""
READERS: dict[Source, Reader] = {
    **INDEXED,
    "E": extension_text,
    "T": tag_comments,
    "V": version_comments,
    "G": group_comment,
}


def items(connection: sqlite3.Connection, entry_id: int, sources: Collection[str]) -> list[Item]:
    """The texts of an entry, of some sources."""
    return [item for source, read in READERS.items() if source in sources for item in read(connection, entry_id)]
