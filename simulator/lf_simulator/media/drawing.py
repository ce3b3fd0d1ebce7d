"""Drawing a page from its text: a letter sheet, typewritten, for pages of which only the text is kept."""

from __future__ import annotations

import re
import textwrap
import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.media.files import group4_tiff
from lf_simulator.media.images import ImageFacts
from lf_simulator.media.redactions import BLOCK

if TYPE_CHECKING:
    from PIL.Image import Image
    from PIL.ImageDraw import ImageDraw

DPI = 150
WIDTH, HEIGHT = 1275, 1650
"""*Decision*: letter size at half the resolution of real scans; black on white, one bit, stored in Group IV."""
DRAWN = ImageFacts(format="TIFF", frames=1, width=WIDTH, height=HEIGHT, x_dpi=DPI, y_dpi=DPI, depth=1)
"""What the file of a drawn page is, told without drawing it."""
SIZES_KEPT = 1024

_CELL_WIDTH, _LINE_HEIGHT = 6, 14
"""Pixels of a character and of a line in the type that Pillow carries as a bitmap: it is the same on every machine."""
_BAR = b"\x7f"
"""A character that is drawn as a black cell; neither texts nor the type have it."""
_PLAIN = str.maketrans(
    {
        "\N{EN DASH}": "-",
        "\N{EM DASH}": "-",
        "\N{MINUS SIGN}": "-",
        "\N{LEFT SINGLE QUOTATION MARK}": "'",
        "\N{RIGHT SINGLE QUOTATION MARK}": "'",
        "\N{LEFT DOUBLE QUOTATION MARK}": '"',
        "\N{RIGHT DOUBLE QUOTATION MARK}": '"',
        "\N{DOUBLE LOW-9 QUOTATION MARK}": '"',
        "\N{BULLET}": "*",
        "\N{HORIZONTAL ELLIPSIS}": "...",
        "\N{EURO SIGN}": "EUR",
        "\N{NUMERO SIGN}": "No.",
        BLOCK: _BAR.decode(),
    }
)
"""What the type has in the place of characters that it lacks."""


class _Type(NamedTuple):
    """A size of type: how much larger than drawn it is shown, and what a sheet has room for."""

    scale: int
    columns: int
    lines: int


_TYPES = (_Type(2, 85, 50), _Type(1, 180, 106))
"""An ordinary one, and a small one for a page that says more. *Decision*: what is still too much is not drawn."""


def draw_page(text: str, rotation: int = 0) -> Image:
    """A sheet with this text on it, turned clockwise by `rotation` (0, 90, 180, 270 degrees)."""
    from PIL import Image, ImageDraw  # slow to import, and most requests draw nothing

    type_, lines = _set(text)
    image = Image.new("1", (-(-WIDTH // type_.scale), -(-HEIGHT // type_.scale)), 1)
    _type(ImageDraw.Draw(image), lines, type_, image.width)
    if type_.scale > 1:
        larger = (image.width * type_.scale, image.height * type_.scale)
        image = image.resize(larger, Image.Resampling.NEAREST).crop((0, 0, WIDTH, HEIGHT))
    return image.rotate(-rotation, expand=True) if rotation % 360 else image


def drawn_tiff(text: str) -> bytes:
    """The file of a page that is drawn from its text; its description is the text."""
    return group4_tiff(draw_page(text), DPI, text)


@lru_cache(maxsize=SIZES_KEPT)
def drawn_size(text: str) -> int:
    """Bytes of that file. Remembered, because a listing of pages asks for many of them."""
    return len(drawn_tiff(text))


def _set(text: str) -> tuple[_Type, list[bytes]]:
    """The type that has room for the text, and its lines in characters of that type."""
    written = text.translate(_PLAIN).expandtabs(8)
    lines: list[bytes] = []
    for type_ in _TYPES:
        lines = [_characters(part) for line in written.split("\n") for part in _broken(line, type_.columns)]
        if len(lines) <= type_.lines:
            return type_, lines
    return type_, lines[: type_.lines]


def _broken(line: str, columns: int) -> list[str]:
    if len(line) <= columns:
        return [line]
    return textwrap.wrap(line, columns, replace_whitespace=False, drop_whitespace=False) or [""]


def _characters(line: str) -> bytes:
    """Letters that the type lacks lose their marks; what has no likeness becomes a question mark."""
    if line.isascii():
        return line.encode()
    return "".join(_likeness(character) for character in line).encode("latin-1", "replace")


def _likeness(character: str) -> str:
    if ord(character) < 256:
        return character
    plain = "".join(part for part in unicodedata.normalize("NFKD", character) if not unicodedata.combining(part))
    return plain if plain and plain.isascii() else "?"


def _type(draw: ImageDraw, lines: list[bytes], type_: _Type, width: int) -> None:
    from PIL import ImageFont

    font = ImageFont.load_default_imagefont()
    left = (width - type_.columns * _CELL_WIDTH) // 2
    for number, line in enumerate(lines):
        top = (number + 4) * _LINE_HEIGHT
        # the blank in front keeps the first letter whole: the type cuts off what it draws left of the beginning
        draw.text((left - _CELL_WIDTH, top), b" " + line.replace(_BAR, b" "), font=font, fill=0)
        for bar in re.finditer(_BAR + b"+", line):
            first, last = (left + place * _CELL_WIDTH for place in bar.span())
            draw.rectangle((first, top, last, top + _LINE_HEIGHT - 2), fill=0)
