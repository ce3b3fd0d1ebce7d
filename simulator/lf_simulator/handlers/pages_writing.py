"""Changing the pages of documents (v2 description of 2026). Each operation answers the document as it is afterwards.

Rights: AddPage and RemovePage as the names say; writing, turning and moving pages needs WriteContent (*decision*).
"""

from __future__ import annotations

from itertools import zip_longest
from typing import TYPE_CHECKING

from lf_simulator import errors, media
from lf_simulator.handlers import found
from lf_simulator.handlers.entries_writing import refuse_locked
from lf_simulator.handlers.pages import changed, page_of, page_range, unchanged
from lf_simulator.handlers.text_generation import generate
from lf_simulator.store import pages, versions
from lf_simulator.store.pages import NewPage

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lf_fixtures.model import Right
    from lf_simulator.context import Answer, Call
    from lf_simulator.multipart import FilePart
    from lf_simulator.store.entries import EntryRecord

MOST_COPIED = 500
"""Pages of one copy (published description)."""
MOST_CHARACTERS = 2_000_000
"""Of one page's text (Laserfiche knowledge base)."""
ANGLES = (0, 90, 180, 270)


def create(call: Call) -> Answer:
    """`POST …/Document/Pages`: new pages at the end, or in front of `pageNumber`; an empty one when nothing is sent."""
    document = _writable(call, call.entry_id(), "AddPage")
    new = _sent(call) or [NewPage()]
    before = _position("pageNumber", call.query.get("pageNumber", document.page_count + 1), document)
    _read_images(call, document, pages.insert(call.store, document.id, before, new))
    return changed(call, document)


def replace(call: Call) -> Answer:
    """`PUT …/Document/Pages`: the pages that are sent in the place of all that there were."""
    document = _writable(call, call.entry_id(), "RemovePage", "AddPage")
    new = _sent(call)
    if not new:
        reason = "At least one file imageFiles or one text in textPages is needed; DELETE takes pages away."
        raise errors.validation(["imageFiles", "textPages"], reason)
    pages.remove(call.store, document.id, range(1, document.page_count + 1))
    _read_images(call, document, pages.append(call.store, document.id, new))
    return changed(call, document)


def write(call: Call) -> Answer:
    """`PUT …/Pages/{pageNumber}`: another image, another text, or both; what is not sent stays."""
    document = _writable(call, call.entry_id(), "WriteContent")
    page = page_of(call, document)
    image = next(iter(call.files.get("imageFile", ())), None)
    text: str | None = call.body.get("text")
    if image is None and text is None:
        raise errors.validation(["imageFile", "request"], "The form needs a file imageFile or a text in its request.")
    if text is not None:
        pages.write_text(call.store, page, _checked("text", text))
    if image is not None:
        pages.write_image(call.store, page, _picture("imageFile", image))
    pages.written(call.store, document.id)
    _read_images(call, document, [page.number])
    return changed(call, document)


def move(call: Call) -> Answer:
    """`POST …/Pages/Move`: pages of a document in front of another of its pages, or behind the last one."""
    document = _writable(call, call.entry_id(), "WriteContent")
    chosen = page_range(_named_range(call), document)
    before = _position("destinationPageNumber", call.body["destinationPageNumber"], document)
    pages.move(call.store, document.id, chosen, before)
    return changed(call, document)


def copy(call: Call) -> Answer:
    """`POST …/Pages/Copy`: copies into a document, maybe the same one; the answer is the document they come from."""
    source = found.document(call, call.entry_id(), "Read")
    chosen = page_range(_named_range(call), source)
    if len(chosen) > MOST_COPIED:
        reason = f"At most {MOST_COPIED} pages are copied at once, and pageRange names {len(chosen)}."
        raise errors.bad_parameter("pageRange", reason)
    target_id = call.body["destinationEntryId"]
    if target_id < 1:
        raise errors.out_of_range("destinationEntryId", target_id, call.version)
    target = _writable(call, target_id, "AddPage")
    before = _position("destinationPageNumber", call.body["destinationPageNumber"], target)
    pages.copy(call.store, source.id, chosen, target.id, before)
    versions.save(call.store, target.id, call.repository.clock.now(), call.user)
    return unchanged(call, source)


def rotate(call: Call) -> Answer:
    """`POST …/Pages/{pageNumber}/Image/Rotate`: turn the image further, clockwise; the file stays as it is.

    *Decision*: the description says "by the given angle", so two quarter turns make a half one, and 0 changes nothing.
    """
    document = _writable(call, call.entry_id(), "WriteContent")
    angle = call.body["rotationAngle"]
    if angle not in ANGLES:
        raise errors.bad_parameter("rotationAngle", f"rotationAngle must be 0, 90, 180 or 270, not {angle}.")
    page = page_of(call, document)
    if not page.has_image:
        raise errors.no_part("image", f"Page {page.number} of entry {document.id}")
    pages.rotate(call.store, page, (page.rotation + angle) % 360)
    return changed(call, document)


def _writable(call: Call, entry_id: int, *needs: Right) -> EntryRecord:
    """The document, or the one that a shortcut leads to. Raises ApiError 400, 403, 404, 423."""
    document = found.document(call, entry_id, *needs)
    refuse_locked(call, document)
    return document


def _read_images(call: Call, document: EntryRecord, numbers: Sequence[int]) -> None:
    """Give text to pages that were just written, if the request wants it."""
    if call.query.get("generateText"):
        generate(call, document.id, [page.id for page in pages.pages(call.store, document.id, numbers)])


def _sent(call: Call) -> list[NewPage]:
    """The pages that a form sends: images and texts, paired by their place.

    With `generateText` and images, texts are ignored, since recognised ones would take their place (published
    description).
    """
    images = [_picture(f"imageFiles[{place}]", file) for place, file in enumerate(call.files.get("imageFiles", ()))]
    if images and call.query.get("generateText"):
        return [NewPage(image=image) for image in images]
    texts = [_checked(f"textPages[{place}]", text) for place, text in enumerate(call.body.get("textPages", ()))]
    return [NewPage(text or "", image) for text, image in zip_longest(texts, images)]


def _picture(name: str, file: FilePart) -> bytes:
    """The bytes of an image that can be a page. Raises ApiError 400.

    *Decision*: a file of several pages is refused here, because every file makes one page; importing it makes several.
    """
    try:
        frames = media.frames(file.spool.read())
    except media.BadMedia as failure:
        raise errors.bad_parameter(name, f"{name} cannot become a page. {failure}") from None
    if len(frames) > 1:
        raise errors.bad_parameter(name, f"{name} holds {len(frames)} pictures, and each file here makes one page.")
    return frames[0]


def _checked(name: str, text: str) -> str:
    """A text that a page can have. Raises ApiError 400."""
    if len(text) > MOST_CHARACTERS:
        reason = f"{name} has {len(text)} characters, and a page may have {MOST_CHARACTERS}."
        raise errors.ApiError(400, "The text of the page is too long.", errors.PAGE_TEXT_TOO_LONG, reason)
    return text


def _named_range(call: Call) -> str:
    """Blanks, which stand for all pages in a query, name none here."""
    text: str = call.body["pageRange"]
    if not text.strip():
        raise errors.bad_parameter("pageRange", "pageRange must name the pages, and it holds only blanks.")
    return text


def _position(name: str, number: int, document: EntryRecord) -> int:
    """Where pages are put. *Decision*: one more than there are is the place behind the last page."""
    if not 1 <= number <= document.page_count + 1:
        reason = f"{name} must be from 1 to {document.page_count + 1} in entry {document.id}, not {number}."
        raise errors.bad_parameter(name, reason)
    return number
