"""Pictures as bytes of image files. The same picture and text always give the same bytes.

What a page says travels in the description that its format has: TIFF ImageDescription, PNG Description, a JPEG's EXIF.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

    from PIL.Image import Image

IMAGE_DESCRIPTION = 270
"""The TIFF and EXIF tag."""
PNG_DESCRIPTION = "Description"
"""The keyword that the PNG specification has for it."""
JPEG_ROOM = 60_000
"""Bytes that the description may have in a JPEG, whose EXIF block ends at 65,535."""
GROUP4 = "group4"
DEFLATE = "tiff_adobe_deflate"


def group4_tiff(image: Image, dpi: int, text: str) -> bytes:
    """Black and white, CCITT Group IV: how pages are usually stored."""
    return tiff([(image.convert("1"), dpi, text)])


def jpeg_tiff(image: Image, dpi: int, text: str, quality: int) -> bytes:
    """Colour, JPEG in a TIFF. `quality` 1 to 100."""
    return _saved(image.convert("RGB"), "TIFF", **_tags(dpi, text), compression="jpeg", quality=quality)


def tiff(frames: Sequence[tuple[Image, int, str]]) -> bytes:
    """One file with a frame for each picture, its dots per inch and its text.

    Black and white frames are kept in Group IV, others without loss.
    """
    images = []
    for image, dpi, text in frames:
        frame = image.copy()
        compression = GROUP4 if frame.mode == "1" else DEFLATE
        frame.encoderinfo = {**_tags(dpi, text), "compression": compression}  # Pillow reads each frame's own here
        images.append(frame)
    first, *rest = images
    return _saved(first, "TIFF", save_all=True, append_images=rest, **first.encoderinfo)


def png(image: Image, dpi: int, text: str) -> bytes:
    from PIL.PngImagePlugin import PngInfo  # slow to import, and most requests write no image

    info = PngInfo()
    if text:
        info.add_itxt(PNG_DESCRIPTION, text)
    return _saved(image, "PNG", dpi=(dpi, dpi), pnginfo=info)


def jpeg(image: Image, dpi: int, text: str, quality: int) -> bytes:
    """`quality` 0 to 100. Of a text that a JPEG has no room for, the beginning is kept."""
    from PIL.Image import Exif

    exif = Exif()
    if text:
        exif[IMAGE_DESCRIPTION] = text.encode("utf-8", "replace")[:JPEG_ROOM]
    mode = "L" if image.mode in ("1", "L") else "RGB"
    return _saved(image.convert(mode), "JPEG", dpi=(dpi, dpi), quality=quality, exif=exif)


def _tags(dpi: int, text: str) -> dict[str, Any]:
    from PIL.TiffImagePlugin import ImageFileDirectory_v2

    tags = ImageFileDirectory_v2()
    if text:
        tags[IMAGE_DESCRIPTION] = text.encode("utf-8", "replace").replace(b"\0", b"")
    return {"tiffinfo": tags, "dpi": (dpi, dpi)}


def _saved(image: Image, format_: str, **options: Any) -> bytes:
    file = io.BytesIO()
    image.save(file, format_, **options)
    return file.getvalue()
