"""Files to read: images of every format and PDF files, made on the spot."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pytest
from PIL import Image, ImageDraw

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.fixture
def picture() -> Callable[..., Image.Image]:
    """A picture with a black square in its top left corner."""

    def make(mode: str = "L", width: int = 40, height: int = 30) -> Image.Image:
        image = Image.new("L", (width, height), 255)
        ImageDraw.Draw(image).rectangle((0, 0, 9, 9), fill=0)
        return image.convert(mode)

    return make


@pytest.fixture
def saved(picture) -> Callable[..., bytes]:
    """Such a picture as a file."""

    def save(format_: str, mode: str = "L", width: int = 40, height: int = 30, **options: object) -> bytes:
        file = io.BytesIO()
        picture(mode, width, height).save(file, format_, **options)
        return file.getvalue()

    return save


@pytest.fixture
def pdf() -> Callable[..., bytes]:
    """A PDF with a page for each text."""
    from fpdf import FPDF

    def make(*texts: str, password: str = "") -> bytes:
        document = FPDF(format="letter")
        for text in texts:
            document.add_page()
            document.set_font("helvetica", size=12)
            document.multi_cell(0, text=text)
        if password:
            document.set_encryption(owner_password="owner", user_password=password)
        return bytes(document.output())

    return make
