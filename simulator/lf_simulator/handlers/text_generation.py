"""Making text: recognised from the images of pages, taken from electronic files.

The published description (v2, 2026) has operations that set this going and answer the document, and its tasks have no
kind for it. So it is done when they answer, or later where the profile says so, without a task that anybody sees.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import media
from lf_simulator.handlers import found
from lf_simulator.handlers.entries_writing import refuse_locked
from lf_simulator.handlers.pages import changed
from lf_simulator.media.extraction import READABLE
from lf_simulator.store import documents, entries, pages, versions
from lf_simulator.tasks import Outcome

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection

    from lf_simulator.context import Answer, Call
    from lf_simulator.store.entries import EntryRecord


def generate_text(call: Call) -> Answer:
    """`POST …/Document/GenerateText`: every page with an image is read anew, and so is the electronic file.

    *Decision*: a document with neither is answered as it is.
    """
    document = found.document(call, call.entry_id(), "WriteContent")
    refuse_locked(call, document)
    generate(call, document.id)
    return changed(call, document)


def generate(call: Call, entry_id: int, page_ids: Collection[int] | None = None) -> None:
    """Give text to the pages with these ids, or (None) to all of a document and to its electronic file.

    Now, or when the repository's clock has come so far (profile).
    """
    seconds = call.profile.text_generation_seconds
    if not seconds:
        _generate(call.store, entry_id, page_ids)
        return
    nobody = ""  # so it is none of the operations that a user may have under way
    call.repository.tasks.start(
        *("GenerateText", nobody, nobody, lambda: _done(call, entry_id, page_ids)),
        seconds=seconds,
        entry_id=entry_id,
        is_listed=False,
    )


def _done(call: Call, entry_id: int, page_ids: Collection[int] | None) -> Outcome:
    """What was set going, now that its time is up; for a document that has gone meanwhile there is nothing to do."""
    if entries.find(call.store, entry_id) is not None:
        _generate(call.store, entry_id, page_ids)
        versions.save(call.store, entry_id, call.repository.clock.now(), call.user)
    return Outcome()


def _generate(connection: sqlite3.Connection, entry_id: int, page_ids: Collection[int] | None) -> None:
    for page in list(pages.pages(connection, entry_id)):
        if page_ids is None or page.id in page_ids:
            _recognise(connection, page)
    document = entries.find(connection, entry_id)
    if page_ids is None and document is not None:
        _read_file(connection, document)
    pages.written(connection, entry_id)


def _recognise(connection: sqlite3.Connection, page: pages.PageRecord) -> None:
    """*Decision*: where the image says nothing the page keeps its text: this recognition sees less than a real one."""
    text = media.recognise(page)
    if text and text != page.text:
        pages.write_text(connection, page, text)


def _read_file(connection: sqlite3.Connection, document: EntryRecord) -> None:
    """*Decision*: the text belongs to the file, which a search finds by it, and makes no pages. A file that cannot be
    read keeps what was known of it.
    """
    if document.extension.lower() not in READABLE:
        return  # not even looked at: it may be large
    data = documents.edoc(connection, document.id)
    try:
        text = media.extract_text(data or b"", document.extension)
    except media.BadMedia:
        return
    if text and text.strip():
        connection.execute("UPDATE edoc SET text = ? WHERE entry_id = ?", (text, document.id))
