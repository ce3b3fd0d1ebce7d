"""Reading image files: what they are, their frames, and what their description says."""

from __future__ import annotations

import io
import warnings
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lf_simulator.media import files
from lf_simulator.media.errors import BadMedia

if TYPE_CHECKING:
    from collections.abc import Iterator

    from PIL.Image import Image as Picture

FORMATS = ("TIFF", "PNG", "JPEG", "GIF", "BMP", "PCX")
"""What becomes pages (published description: txt, tif, tiff, bmp, pcx, jpg, jpeg, gif, png)."""
MOST_PIXELS = 80_000_000
"""*Decision*: room for an engineering drawing of 10,800 × 7,200 dots. A larger image is refused unopened."""
MOST_FRAMES = 2_500
"""*Decision*: no document on record has more pages."""
DEFAULT_DPI = 72
"""What an image is taken for that does not tell, or nothing that a scanner or camera would."""
LEAST_DPI, MOST_DPI = 10, 100_000

_DEPTHS = {"1": 1, "L": 8, "P": 8, "LA": 16, "I;16": 16, "I;16B": 16, "RGB": 24, "YCbCr": 24, "LAB": 24, "HSV": 24}
"""Bits of a pixel by Pillow's mode; all others have 32."""


@dataclass(frozen=True, slots=True)
class ImageFacts:
    """What an image file is. Width and height in pixels, resolution in dots per inch, depth in bits of a pixel.

    They are those of the first frame; a file that is no TIFF has one.
    """

    format: str
    """One of `FORMATS`."""
    frames: int
    width: int
    height: int
    x_dpi: int
    y_dpi: int
    depth: int


def image_facts(data: bytes) -> ImageFacts:
    """What the head of an image file says; the picture is not unpacked. Raises BadMedia for one that nobody reads."""
    with _opened(data) as image:
        count = getattr(image, "n_frames", 1) if image.format == "TIFF" else 1
        x_dpi, y_dpi = _dpi(image)
        return ImageFacts(
            format=image.format or "",
            frames=count,
            width=image.width,
            height=image.height,
            x_dpi=x_dpi,
            y_dpi=y_dpi,
            depth=_DEPTHS.get(image.mode, 32),
        )


def frames(data: bytes) -> list[bytes]:
    """Each frame as an image file of its own; one frame alone is the file as it was sent.

    All of them are unpacked on the way. Raises BadMedia for an image that is broken, too large, or of another kind.
    *Decision*: of a GIF that moves, the first picture becomes a page.
    """
    with _opened(data) as image:
        count = getattr(image, "n_frames", 1) if image.format == "TIFF" else 1
        if count > MOST_FRAMES:
            raise BadMedia(f"The image has {count} frames, and at most {MOST_FRAMES} are taken.")
        if count == 1:
            image.load()
            return [data]
        return [_frame(image, number) for number in range(count)]


def unpacked(data: bytes) -> tuple[Picture, int]:
    """The first frame as a picture in black and white (`1`), grey (`L`) or colour (`RGB`), and its dots per inch.

    Raises BadMedia.
    """
    with _opened(data) as image:
        dpi = _dpi(image)[0]
        image.load()
        if image.mode in ("1", "L"):
            return image.copy(), dpi
        if image.mode in ("RGBA", "LA", "PA", "P") and ("A" in image.mode or "transparency" in image.info):
            return _on_white(image), dpi
        if image.mode.startswith("I"):  # grey of 16 bits and more, of which converting would keep the low ones
            return image.convert("I").point(lambda value: value / 256).convert("L"), dpi
        return image.convert("RGB"), dpi


def description(data: bytes) -> str:
    """What the image says of itself: TIFF ImageDescription, PNG Description, a JPEG's EXIF; "" where nothing stands.

    Raises BadMedia.
    """
    with _opened(data) as image:
        return _description(image)


def _frame(image: Any, number: int) -> bytes:
    image.seek(number)
    if image.width * image.height > MOST_PIXELS:
        raise BadMedia(_too_large(image))
    image.load()
    return files.tiff([(image, _dpi(image)[0], _description(image))])


@contextmanager
def _opened(data: bytes) -> Iterator[Any]:
    """The image, opened but not unpacked. Whatever Pillow finds wrong while it is used becomes a BadMedia."""
    from PIL import Image, UnidentifiedImageError  # slow to import, and most servers never meet an image

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # broken tags, and sizes that are judged here
            with Image.open(io.BytesIO(data), formats=FORMATS) as image:
                if image.width * image.height > MOST_PIXELS:
                    raise BadMedia(_too_large(image))
                yield image
    except BadMedia:
        raise
    except UnidentifiedImageError:
        raise BadMedia(f"This is no image that becomes a page; {', '.join(FORMATS)} do.") from None
    except Image.DecompressionBombError:
        raise BadMedia(f"The image has far more than {MOST_PIXELS} pixels, which is too large for a page.") from None
    except MemoryError:
        raise
    except Exception as failure:  # what Pillow raises on broken files is not limited to its own errors
        raise BadMedia(f"The image is broken: {failure}.") from None


def _too_large(image: Any) -> str:
    return f"The image has {image.width} × {image.height} pixels, and a page may have {MOST_PIXELS}."


def _dpi(image: Any) -> tuple[int, int]:
    """The resolution; one that is missing or makes no sense is 72."""
    x, y = (image.info.get("dpi") or (0, 0))[:2]
    return tuple(round(value) if LEAST_DPI <= value <= MOST_DPI else DEFAULT_DPI for value in (float(x), float(y)))  # type: ignore[return-value] # always two


def _description(image: Any) -> str:
    if image.format == "PNG":
        return str(image.text.get(files.PNG_DESCRIPTION, ""))
    tags = image.tag_v2 if image.format == "TIFF" else image.getexif()
    found = tags.get(files.IMAGE_DESCRIPTION, "")
    if not isinstance(found, bytes):
        found = str(found).encode("latin-1", "replace")  # Pillow takes the bytes of the tag for Latin-1
    return str(found.decode("utf-8", "replace")).rstrip("\0")


def _on_white(image: Picture) -> Picture:
    from PIL import Image

    layered = image.convert("RGBA")
    paper = Image.new("RGBA", layered.size, "white")
    return Image.alpha_composite(paper, layered).convert("RGB")
