"""Making text: recognised from the images of pages, taken from electronic files.

The published description (v2, 2026) has it as an operation that answers the document, and tasks have no kind for it: so
it is done when it is answered.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import media
from lf_simulator.handlers import found
from lf_simulator.handlers.entries_writing import refuse_locked
from lf_simulator.handlers.pages import changed
from lf_simulator.store import documents, pages

if TYPE_CHECKING:
    import sqlite3

    from lf_simulator.context import Answer, Call
    from lf_simulator.store.entries import EntryRecord
    from lf_simulator.store.pages import PageRecord


def generate_text(call: Call) -> Answer:
    """`POST …/Document/GenerateText`: every page with an image is read anew, and so is the electronic file.

    *Decision*: a document with neither is answered as it is.
    """
    document = found.document(call, call.entry_id(), "WriteContent")
    refuse_locked(call, document)
    for page in list(pages.pages(call.store, document.id)):
        recognise_page(call.store, page)
    read_edoc(call.store, document)
    pages.written(call.store, document.id)
    return changed(call, document)


def recognise_page(connection: sqlite3.Connection, page: PageRecord) -> None:
    """Give a page the text of its image. The caller calls `pages.written`.

    *Decision*: where the image says nothing the page keeps its text, since this recognition sees less than a real one.
    """
    text = media.recognise(page)
    if text and text != page.text:
        pages.write_text(connection, page, text)


def read_edoc(connection: sqlite3.Connection, document: EntryRecord) -> None:
    """Take the text of a PDF or text file out of it. The caller indexes the entry.

    *Decision*: it belongs to the file, which a search finds by it, and makes no pages. A file that cannot be read keeps
    what was known of it.
    """
    data = documents.edoc(connection, document.id)
    if data is None:
        return
    try:
        text = media.extract_text(data, document.extension)
    except media.BadMedia:
        return
    if text and text.strip():
        connection.execute("UPDATE edoc SET text = ? WHERE entry_id = ?", (text, document.id))
