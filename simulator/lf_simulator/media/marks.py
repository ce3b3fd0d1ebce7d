"""What is put on exported pictures: watermarks, annotations and the bars of redactions."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lf_simulator.media.redactions import bars

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image as Picture

BAR_HEIGHT = 1 / 40
"""*Decision*: share of the picture's height."""
MARGIN = 1 / 20
WATERMARK_OPACITY = 50
"""*Decision*: per cent, where the request gives none: what tags have by default."""
CELL = (6, 12)
"""Pixels of a character of the type, and of a line."""
CELLS_PER_WIDTH = 100
NOTE_SHARE = 1 / 4
"""*Decision*: how much of a picture's width an annotation may take; they are stacked down the right side."""

POSITIONS = {
    "TopLeft": (0.0, 0.0),
    "TopCenter": (0.5, 0.0),
    "TopRight": (1.0, 0.0),
    "MiddleLeft": (0.0, 0.5),
    "DeadCenter": (0.5, 0.5),
    "MiddleRight": (1.0, 0.5),
    "BottomLeft": (0.0, 1.0),
    "BottomCenter": (0.5, 1.0),
    "BottomRight": (1.0, 1.0),
}
"""The words of the published description: where on the sheet, as shares of the room that is left beside the words."""


@dataclass(frozen=True, slots=True)
class Watermark:
    """`rotation` in degrees, counter-clockwise; `span` is the share of the page's width in per cent."""

    text: str
    position: str = "DeadCenter"
    rotation: int = 0
    span: int = 50
    opacity: int = WATERMARK_OPACITY


@dataclass(frozen=True, slots=True)
class Mark:
    """An annotation that is no redaction. `color` is 0xRRGGBB."""

    kind: str
    text: str = ""
    color: int = 0


def cover(image: Picture, redactions: int) -> Picture:
    """The picture with a black bar for each redaction."""
    from PIL import ImageDraw

    covered = image.copy()
    draw = ImageDraw.Draw(covered)
    half, left = image.height * BAR_HEIGHT / 2, image.width * MARGIN
    for middle in (share * image.height for share in bars(redactions)):
        draw.rectangle((left, middle - half, image.width - left, middle + half), fill=0)
    return covered


def annotate(image: Picture, marks: Sequence[Mark]) -> Picture:
    """The picture with its annotations, one below the other; where they really lie is not known here."""
    from PIL import Image, ImageOps

    sheet = image.convert("RGB")
    scale = max(1, round(image.width / CELLS_PER_WIDTH / CELL[0]))
    columns = max(8, int(image.width * NOTE_SHARE / CELL[0] / scale))
    left, top = int(image.width * (1 - NOTE_SHARE - MARGIN)), int(image.height * MARGIN)
    for mark in marks:
        words = f"{mark.kind}: {mark.text}" if mark.text else mark.kind
        mask = _typed(textwrap.wrap(words, columns), scale)
        label = Image.new("RGB", mask.size, "white")
        label.paste(0, mask=mask)
        framed = ImageOps.expand(label, border=2 * scale, fill=f"#{mark.color & 0xFFFFFF:06x}")
        sheet.paste(framed, (left, top))
        top += framed.height + 2 * scale
    return sheet


def stamp(image: Picture, watermark: Watermark) -> Picture:
    """The picture, grey or in colour, with the watermark across it."""
    sheet = image.convert("L") if image.mode == "1" else image.copy()
    mask = _typed([watermark.text], 1)
    width = max(1, sheet.width * watermark.span // 100)
    mask = mask.resize((width, max(1, mask.height * width // mask.width)), resample=0)
    mask = mask.rotate(watermark.rotation, expand=True).convert("L")
    mask = mask.point([0] + [round(255 * watermark.opacity / 100)] * 255)
    x, y = POSITIONS[watermark.position]
    sheet.paste(
        0x808080 if sheet.mode == "RGB" else 0x80,
        (int((sheet.width - mask.width) * x), int((sheet.height - mask.height) * y)),
        mask,
    )
    return sheet


def _typed(lines: Sequence[str], scale: int) -> Picture:
    """The lines in the type that Pillow carries as a bitmap, as a mask: white where there is ink."""
    from PIL import Image, ImageDraw, ImageFont

    columns = max(map(len, lines), default=0) + 2
    mask = Image.new("1", (columns * CELL[0], len(lines) * CELL[1]))
    draw, font = ImageDraw.Draw(mask), ImageFont.load_default_imagefont()
    for number, line in enumerate(lines):
        draw.text((0, number * CELL[1]), b" " + line.encode("latin-1", "replace"), font=font, fill=1)
    return mask.resize((mask.width * scale, mask.height * scale), resample=0)
