"""What is put on the pages of a document: annotations, redactions, and the watermarks of its tags."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import sqlite3

REDACTION = "Redaction"


class PageMarks(NamedTuple):
    """The marks of one page: the number of redactions, and kind, text and colour (0xRRGGBB) of all others, by id."""

    redactions: int = 0
    others: tuple[tuple[str, str, int], ...] = ()


NO_MARKS = PageMarks()


def by_page(connection: sqlite3.Connection, entry_id: int) -> dict[int, PageMarks]:
    """The marks of a document by the number of their page, of pages that have some."""
    rows = connection.execute(
        "SELECT page, kind, text, color FROM annotation WHERE entry_id = ? ORDER BY page, id", (entry_id,)
    )
    found: dict[int, PageMarks] = {}
    for page, kind, text, color in rows:
        before = found.get(page, NO_MARKS)
        if kind == REDACTION:
            found[page] = before._replace(redactions=before.redactions + 1)
        else:
            found[page] = before._replace(others=(*before.others, (kind, text, color)))
    return found


def mandatory_watermarks(connection: sqlite3.Connection, entry_id: int) -> list[dict[str, Any]]:
    """The watermarks, as `lf_fixtures.model.Watermark` has them, that the tags of a document make mandatory."""
    query = (
        "SELECT d.watermark FROM entry_tag e JOIN tag_definition d ON d.id = e.tag_id "
        "WHERE e.entry_id = ? AND d.watermark <> '' ORDER BY d.id"
    )
    rows = [json.loads(text) for (text,) in connection.execute(query, (entry_id,))]
    return [row for row in rows if row["is_mandatory"]]
