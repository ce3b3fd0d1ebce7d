"""Pages as picture files: the formats of an export, its marks, and one zip where there are several files."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Literal, NamedTuple

from lf_simulator.media import drawing, files, images, marks
from lf_simulator.media.errors import BadMedia
from lf_simulator.media.redactions import blacked, redacted

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from PIL.Image import Image

    from lf_simulator.media.marks import Mark, Watermark

ImageFormat = Literal["MultiPageTIFF", "SinglePageTIFF", "PNG", "PDF", "JPEG"]
PAGE_PREFIX = ", Page "
JPEG_QUALITY = 70
"""What the published description has by default."""
OLDEST = datetime(1980, 1, 1, tzinfo=UTC)
"""A zip cannot hold an earlier time."""

_UNFIT_IN_NAMES = re.compile(r'[\\/:*?"<>|\x00-\x1f]')


@dataclass(frozen=True, slots=True)
class ExportPage:
    """A page to be exported. `text` is what it says; `image` None: it is drawn from that."""

    number: int
    text: str
    image: bytes | None = None
    rotation: int = 0
    """Degrees clockwise by which the picture is turned when it is shown."""
    redactions: int = 0
    marks: tuple[Mark, ...] = ()


@dataclass(frozen=True, slots=True)
class ExportOptions:
    """How to export; the defaults are those of the published description. `name` is the document's."""

    name: str = "Document"
    made: datetime = OLDEST
    """What files say of when they were made."""
    jpeg_quality: int = JPEG_QUALITY
    include_annotations: bool = True
    include_redactions: bool = True
    page_prefix: str = PAGE_PREFIX
    watermarks: tuple[Watermark, ...] = ()


class Sheet(NamedTuple):
    """A page as it goes into a file: the picture with all that is put on it, and the text that travels with it."""

    image: Image
    dpi: int
    text: str


class Exported(NamedTuple):
    """A file: its bytes, MIME type, and extension without the dot."""

    data: bytes
    mime_type: str
    extension: str


def export_images(pages: Sequence[ExportPage], format_: ImageFormat, options: ExportOptions) -> Exported:
    """The pages as one file, or as a zip of several that are numbered like the pages.

    MIME types as the official tests want them. *Decision*: one page as SinglePageTIFF is a zip too, because the
    published description speaks of a zip there; PNG behaves like JPEG: a zip for several pages, the picture for one.
    Raises BadMedia for no pages, and for an image that cannot be read.
    """
    if not pages:
        raise BadMedia("There are no pages to export.")
    if format_ == "MultiPageTIFF":
        return Exported(files.tiff([sheet(page, options) for page in pages]), "image/tiff", "tif")
    if format_ == "PDF":
        return Exported(_pdf((sheet(page, options) for page in pages), options), "application/pdf", "pdf")
    write, mime_type, extension = _SINGLE[format_]
    if len(pages) == 1 and format_ != "SinglePageTIFF":
        return Exported(write(sheet(pages[0], options), options), mime_type, extension)
    written = ((page.number, write(sheet(page, options), options)) for page in pages)
    return Exported(_zip(written, extension, options), "application/zip", "zip")


def sheet(page: ExportPage, options: ExportOptions) -> Sheet:
    """The page as it is exported: redactions first, then annotations, turned as it is shown, watermarks last."""
    hidden = page.redactions if options.include_redactions else 0
    if page.image is None:
        image, dpi = drawing.draw_page(blacked(page.text, hidden)), drawing.DPI
    else:
        image, dpi = images.unpacked(page.image)
        image = marks.cover(image, hidden) if hidden else image
    if options.include_annotations and page.marks:
        image = marks.annotate(image, page.marks)
    if page.rotation % 360:
        image = image.rotate(-page.rotation, expand=True)
    for watermark in options.watermarks:
        image = marks.stamp(image, watermark)
    return Sheet(image, dpi, redacted(page.text, hidden))


def _write_tiff(page: Sheet, _: ExportOptions) -> bytes:
    return files.tiff([page])


def _write_png(page: Sheet, _: ExportOptions) -> bytes:
    return files.png(*page)


def _write_jpeg(page: Sheet, options: ExportOptions) -> bytes:
    return files.jpeg(*page, options.jpeg_quality)


_SINGLE: dict[str, tuple[Callable[[Sheet, ExportOptions], bytes], str, str]] = {
    "SinglePageTIFF": (_write_tiff, "image/tiff", "tif"),
    "PNG": (_write_png, "image/png", "png"),
    "JPEG": (_write_jpeg, "image/jpeg", "jpg"),
}


def _pdf(sheets: Iterable[Sheet], options: ExportOptions) -> bytes:
    """A PDF whose pages are pictures, each as large as its resolution says."""
    file = io.BytesIO()
    for number, page in enumerate(sheets):
        page.image.save(
            file,
            "PDF",
            resolution=page.dpi,
            append=number > 0,
            title=options.name,
            creationDate=options.made.timetuple(),
            modDate=options.made.timetuple(),
            **({} if page.image.mode == "1" else {"quality": options.jpeg_quality}),  # black and white is no JPEG there
        )
    return file.getvalue()


def _zip(written: Iterable[tuple[int, bytes]], extension: str, options: ExportOptions) -> bytes:
    """Not compressed again, because the pictures are."""
    file = io.BytesIO()
    made = max(options.made, OLDEST).timetuple()[:6]
    name = _UNFIT_IN_NAMES.sub("_", f"{options.name}{options.page_prefix}")
    with zipfile.ZipFile(file, "w") as archive:
        for number, data in written:
            archive.writestr(zipfile.ZipInfo(f"{name}{number}.{extension}", made), data)
    return file.getvalue()
