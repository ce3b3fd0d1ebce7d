"""What becomes of an imported file: the electronic file of its document, or pages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lf_simulator import errors, media
from lf_simulator.media.extraction import READABLE
from lf_simulator.store import documents, pages, text
from lf_simulator.store.pages import NewPage

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lf_simulator.context import Call
    from lf_simulator.media import ImageType
    from lf_simulator.multipart import FilePart

OCTETS = "application/octet-stream"
"""*Decision*: the type of a file whose part names none."""
TEXT_KIND = "txt"
PDF_KIND = "pdf"
PAGE_KINDS = frozenset({TEXT_KIND, "tif", "tiff", "bmp", "pcx", "jpg", "jpeg", "gif", "png"})
"""Extensions of files that become pages, unless they are to be kept as they are (published description)."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a file is to be taken, in the words of v2. v1 has none of them: whatever comes is the electronic file."""

    as_file: bool = False
    generate_pages: bool = False
    generate_text: bool = False
    image_type: ImageType = "StandardColor"
    keep_pdf: bool = True
    read_images: bool = True
    """Whether the pages of `imageFiles` get text."""

    @classmethod
    def of(cls, body: Mapping[str, Any]) -> Options:
        """From the body of v2, whose defaults are those above."""
        pdf = body.get("pdfOptions", {})
        return cls(
            as_file=body.get("importAsElectronicDocument", False),
            generate_pages=pdf.get("generatePages", False),
            generate_text=pdf.get("generateText", False),
            image_type=pdf.get("generatePagesImageType", "StandardColor"),
            keep_pdf=pdf.get("keepPdfAfterImport", True),
            read_images=body.get("generateImagePagesText", True),
        )


def fill(call: Call, entry_id: int, file: FilePart | None, images: Sequence[FilePart], options: Options) -> None:
    """Give a new document its contents and index it. Raises ApiError 400 for a file that cannot become pages.

    A file without bytes makes an empty document, where the build takes it at all; `images` add a page for each picture.
    """
    if file is not None and not file.size and call.profile.empty_imports == "refused":
        raise errors.bad_request("Error: The file is empty.", "This build takes no file without bytes.")
    new: list[NewPage] = []
    if file is not None and file.size:
        kind = file.extension.lower()
        if kind in PAGE_KINDS and not options.as_file:
            new = _pages_of(file, kind, options.generate_text)
        else:
            new = _pages_of_pdf(file, options) if kind == PDF_KIND and options.generate_pages else []
            if options.keep_pdf or not new:
                _keep(call, entry_id, file)
    for image in images:
        new += _pictures(image, options.read_images)
    if new:
        pages.append(call.store, entry_id, new)
    text.index_entry(call.store, entry_id)


def _keep(call: Call, entry_id: int, file: FilePart) -> None:
    """As the electronic file. What it says is found by a search, as far as it can be read without looking at it."""
    if file.size > documents.MOST_BYTES:
        reason = f"A file may have {documents.MOST_BYTES} bytes here, and this one has {file.size}."
        raise errors.framework(413, reason)
    documents.put_edoc(
        call.store,
        entry_id,
        file.spool.chunks(),
        file.size,
        extension=file.extension,
        mime_type=file.content_type or OCTETS,
        text=_says(file),
    )


def _says(file: FilePart) -> str:
    """*Decision*: a PDF that cannot be read is stored all the same, and says nothing."""
    if file.extension.lower() not in READABLE:
        return ""  # not even looked at: it may be large
    try:
        return media.extract_text(file.spool.read(), file.extension) or ""
    except media.BadMedia:
        return ""


def _pages_of(file: FilePart, kind: str, generate_text: bool) -> list[NewPage]:
    if kind == TEXT_KIND:
        return [NewPage(page) for page in media.paginate(media.decode(file.spool.read()))]
    return _pictures(file, generate_text)


def _pictures(file: FilePart, with_text: bool) -> list[NewPage]:
    """A page for each picture of an image file. Raises ApiError 400 for a file that is none."""
    try:
        images = media.frames(file.spool.read())
    except media.BadMedia as failure:
        raise errors.bad_parameter(file.name, f"{file.file_name!r} cannot become pages. {failure}") from None
    return [NewPage(media.recognise(image) if with_text else "", image) for image in images]


def _pages_of_pdf(file: FilePart, options: Options) -> list[NewPage]:
    """A page for each one of the PDF. Raises ApiError 400 for a file that cannot be drawn."""
    try:
        pdf = media.read_pdf(file.spool.read())
        texts = pdf.texts() if options.generate_text else [""] * pdf.page_count
        return [NewPage(*page) for page in zip(texts, pdf.images(options.image_type), strict=True)]
    except media.BadMedia as failure:
        reason = f"No pages can be generated from {file.file_name!r}. {failure}"
        raise errors.bad_parameter(file.name, reason) from None
