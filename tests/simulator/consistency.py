"""What holds of every repository whatever was done to it: one tree, whole documents, no rows that belong to nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

NOTHING_FOUND = {
    "an entry that no way from the root leads to": """
        WITH RECURSIVE reached (id) AS (SELECT id FROM entry WHERE parent_id IS NULL UNION
        SELECT e.id FROM reached r JOIN entry e ON e.parent_id = r.id)
        SELECT id, name FROM entry WHERE id NOT IN reached""",
    "a second root": "SELECT id, name FROM entry WHERE parent_id IS NULL AND path <> '\\'",
    "a path that is not the parent's with the name": """
        SELECT e.id, e.path FROM entry e JOIN entry p ON p.id = e.parent_id
        WHERE e.path <> rtrim(p.path, '\\') || '\\' || e.name""",
    "siblings of one name": """
        SELECT parent_id, name_key FROM entry GROUP BY parent_id, name_key HAVING count(*) > 1""",
    "a child of something that is no folder": """
        SELECT e.id, p.type FROM entry e JOIN entry p ON p.id = e.parent_id
        WHERE p.type NOT IN ('Folder', 'RecordSeries')""",
    "a size that is not that of the file": """
        SELECT e.id, e.edoc_size, length(d.data) FROM entry e LEFT JOIN edoc d ON d.entry_id = e.id
        WHERE e.edoc_size IS NOT length(d.data)""",
    "a number of pages that is not that of the pages": """
        SELECT e.id, e.page_count FROM entry e
        WHERE e.page_count <> (SELECT count(*) FROM page p WHERE p.entry_id = e.id)""",
    "pages that are not numbered from 1": """
        SELECT entry_id FROM page GROUP BY entry_id HAVING min(number) <> 1 OR max(number) <> count(*)""",
    "a field value without its field": """
        SELECT entry_id, field_id FROM field_value EXCEPT SELECT entry_id, field_id FROM entry_field""",
    "indexed text of nothing": "SELECT rowid FROM text_index EXCEPT SELECT id FROM text_item",
    "a text item without its words": "SELECT id FROM text_item EXCEPT SELECT rowid FROM text_index",
    "an entry whose name is not indexed": """
        SELECT id, name FROM entry WHERE name GLOB '[A-Za-z]*'
        AND id NOT IN (SELECT entry_id FROM text_item WHERE source = 'N')""",
    "a row that refers to none": "PRAGMA foreign_key_check",
    "an id beyond those that were given out": """
        SELECT id FROM entry WHERE id > (SELECT seq FROM sqlite_sequence WHERE name = 'entry')""",
}
"""What must not be, and what finds it."""


def flaws(connection: sqlite3.Connection) -> dict[str, list[tuple[object, ...]]]:
    """Everything that is wrong with a repository: nothing, if all is well."""
    found = {what: connection.execute(query).fetchall() for what, query in NOTHING_FOUND.items()}
    names = connection.execute("SELECT id, name, name_key, path, path_key FROM entry").fetchall()
    found["a key that is not the name without case"] = [
        row for row in names if (row[1].casefold(), row[3].casefold()) != (row[2], row[4])
    ]
    found["a damaged file"] = [row for row in connection.execute("PRAGMA integrity_check") if row != ("ok",)]
    return {what: rows for what, rows in found.items() if rows}
