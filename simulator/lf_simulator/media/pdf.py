"""Reading PDF files: how many pages there are, what they say, what they look like."""

from __future__ import annotations

import threading
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from lf_simulator.media.errors import BadMedia
from lf_simulator.media.files import group4_tiff, jpeg_tiff

if TYPE_CHECKING:
    from collections.abc import Iterator

ImageType = Literal["BlackAndWhite", "StandardColor", "HighQualityColor"]
"""How pages are drawn: the words of the published description (`generatePagesImageType`)."""

DOTS_PER_INCH = {"BlackAndWhite": 150, "StandardColor": 100, "HighQualityColor": 150}
"""*Decision*: modest, because a test reads the text and not the picture; real servers draw at 300."""
JPEG_QUALITY = {"StandardColor": 70, "HighQualityColor": 90}
LONGEST_SIDE = 4000
"""*Decision*: pixels of a drawn page; a larger sheet is drawn at a lower resolution, so that none fills the memory."""
POINTS_PER_INCH = 72

_TURN = threading.Lock()
"""The library behind may be used by one thread at a time."""
_HYPHENS = str.maketrans({"\x02": "-", "\ufffe": "-", "\x00": None})
"""How it writes a hyphen at the end of a line."""


@dataclass(frozen=True, slots=True)
class Pdf:
    """A PDF that can be read. Pages are counted from 1."""

    data: bytes
    page_count: int

    def texts(self) -> list[str]:
        """The text layer of each page, "" for one that is only a picture; lines end with a line feed.

        Raises BadMedia for a page that cannot be read.
        """
        with _opened(self.data) as document:
            return [_text(document, number) for number in range(1, self.page_count + 1)]

    def images(self, kind: ImageType = "StandardColor") -> Iterator[bytes]:
        """Each page as a TIFF, one after the other. Raises BadMedia for a page that cannot be drawn."""
        for number in range(1, self.page_count + 1):
            yield self.image(number, kind)

    def image(self, number: int, kind: ImageType = "StandardColor") -> bytes:
        """A page as a TIFF whose description is its text, so that it can be recognised. Raises BadMedia."""
        with _opened(self.data) as document:
            text = _text(document, number)
            picture, dpi = _drawn(document, number, DOTS_PER_INCH[kind])
        if kind == "BlackAndWhite":
            return group4_tiff(picture.convert("1"), dpi, text)
        return jpeg_tiff(picture, dpi, text, JPEG_QUALITY[kind])


def read_pdf(data: bytes) -> Pdf:
    """The PDF in `data`. Raises BadMedia for one that is broken, encrypted, or has no pages."""
    with _opened(data) as document:
        count = len(document)
    if not count:
        raise BadMedia("The PDF has no pages.")
    return Pdf(data, count)


@contextmanager
def _opened(data: bytes) -> Iterator[Any]:
    # slow to import, and most servers never meet a PDF
    import pypdfium2  # type: ignore[import-untyped] # it comes without types

    with _TURN:
        try:
            document = pypdfium2.PdfDocument(data)
        except pypdfium2.PdfiumError as failure:
            encrypted = "password" in str(failure).lower()
            what = "is encrypted and cannot be opened without a password" if encrypted else "is broken"
            raise BadMedia(f"The PDF {what}.") from None
        try:
            yield document
        finally:
            document.close()


def _text(document: Any, number: int) -> str:
    import pypdfium2

    try:
        page = document[number - 1]
        layer = page.get_textpage()
        text: str = layer.get_text_bounded()
    except pypdfium2.PdfiumError:
        raise BadMedia(f"Page {number} of the PDF cannot be read.") from None
    layer.close()
    page.close()
    return text.replace("\r\n", "\n").replace("\r", "\n").translate(_HYPHENS)


def _drawn(document: Any, number: int, wanted_dpi: int) -> tuple[Any, int]:
    """The page as a picture, and its dots per inch."""
    import pypdfium2

    try:
        page = document[number - 1]
        longest = max(page.get_width(), page.get_height(), 1) / POINTS_PER_INCH  # inches
        dpi = max(1, min(wanted_dpi, int(LONGEST_SIDE / longest)))
        picture = page.render(scale=dpi / POINTS_PER_INCH).to_pil().convert("RGB")
    except (pypdfium2.PdfiumError, ValueError):
        raise BadMedia(f"Page {number} of the PDF cannot be drawn.") from None
    page.close()
    return picture, dpi
