"""Reading the pages of documents (v2 description of 2026): what they are made of, their texts, their images."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors, media, paging, ranges
from lf_simulator.context import Answer
from lf_simulator.handlers import found
from lf_simulator.handlers.entries import answered
from lf_simulator.store import pages, versions
from lf_simulator.wire import pages as shapes

if TYPE_CHECKING:
    from lf_simulator.context import Call
    from lf_simulator.store.entries import EntryRecord
    from lf_simulator.store.pages import PageRecord

OCTETS = b"application/octet-stream"
MOST_ROWS = paging.ENTRY_PAGE
"""What `$top` may be (published description)."""


def list_infos(call: Call) -> Answer:
    """`GET …/Document/Pages`: a row for each page, or for those of `pageRange`, ascending."""
    document = found.document(call, call.entry_id(), "Read")
    chosen = page_range(call.query.get("pageRange"), document)
    top = call.query.get("$top", 0)
    if top > MOST_ROWS:
        raise errors.bad_parameter("$top", f"$top may be {MOST_ROWS} on pages, not {top}.")
    listing = call.listing(shapes.INFO_PROPERTIES, paging.ENTRY_PAGE)
    numbers = chosen[listing.offset : listing.offset + listing.limit]
    rows = [shapes.info(document.id, page, listing.select) for page in pages.pages(call.store, document.id, numbers)]
    return call.page(rows, listing, len(chosen), "Collection(Laserfiche.Repository.PageInfo)")


def get_text(call: Call) -> Answer:
    """`GET …/Pages/{pageNumber}/Text`. A page without text is a 404, like an image that is not there."""
    _check_select(call)
    page = _page(call)
    if not page.text:
        raise errors.no_part("text", f"Page {page.number} of entry {call.entry_id()}")
    return call.json({**call.dialect().context("Laserfiche.Repository.PageText"), **shapes.text(page)})


def get_image(call: Call) -> Answer:
    """`GET …/Pages/{pageNumber}/Image`: the file as it is stored, whatever rotation it is shown with.

    *Decision*: its type is always octets, as the published description has it; what it is, its first bytes tell.
    """
    page = _page(call)
    if not page.has_image:
        raise errors.no_part("image", f"Page {page.number} of entry {call.entry_id()}")
    return Answer(200, media.drawn_tiff(media.says(page)) if page.image is None else page.image, OCTETS)


def page_range(text: str | None, document: EntryRecord) -> list[int]:
    """The pages that a range names, ascending; all without one.

    Raises ApiError 400 for a range that is malformed, leaves the document (official tests), or names a page twice
    (published description).
    """
    chosen = ranges.pages(text, document.page_count)
    if text and text.strip() and sum(_length(part) for part in text.split(",")) != len(chosen):
        raise errors.bad_parameter("pageRange", f'The parts of pageRange must not overlap, and those of "{text}" do.')
    return chosen


def page_of(call: Call, document: EntryRecord) -> PageRecord:
    """The page that the path names. Raises ApiError 400 and 404."""
    number = call.positive("pageNumber")
    page = pages.find(call.store, document.id, number)
    if page is None:
        raise errors.page_not_found(document.id, number, document.page_count)
    return page


def changed(call: Call, document: EntryRecord) -> Answer:
    """The answer of an operation that has changed a document: as it is now, which it has been since this moment."""
    version = versions.save(call.store, document.id, call.repository.clock.now(), call.user)
    return unchanged(call, document._replace(current_version=version))


def unchanged(call: Call, document: EntryRecord) -> Answer:
    """The document as the description of 2026 has it."""
    return answered(call, document.id, more=shapes.document_state(document, call.user))


def _page(call: Call) -> PageRecord:
    return page_of(call, found.document(call, call.entry_id(), "Read"))


def _check_select(call: Call) -> None:
    """The published description has `$select` on a text, which has one property."""
    paging.read_select(call.query.get("$select"), {"text": "text"})


def _length(part: str) -> int:
    """How many pages a part of a range that can be read names."""
    first, _, last = part.partition("-")
    return int(last or first) - int(first) + 1
