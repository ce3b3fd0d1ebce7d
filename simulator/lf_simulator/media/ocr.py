"""The simulator's text recognition. It does not look at pictures: it knows what they say.

*Decision*: a page of a corpus says its true text. An image that was sent says what its description tag says (TIFF
ImageDescription, PNG Description, EXIF), and nothing when it has none, like a photograph.
"""

from __future__ import annotations

from typing import Protocol

from lf_simulator.media.errors import BadMedia
from lf_simulator.media.images import description


class Readable(Protocol):
    """A page as the store has it. `image` None with `has_image`: the picture is drawn from what the page says."""

    @property
    def text(self) -> str: ...
    @property
    def true_text(self) -> str | None: ...
    @property
    def has_image(self) -> bool: ...
    @property
    def image(self) -> bytes | None: ...


def says(page: Readable) -> str:
    """What stands on the picture of a page that is drawn from its text."""
    return page.text if page.true_text is None else page.true_text


def recognise(seen: bytes | Readable) -> str:
    """What the image says, or the picture of the page: "" where it says nothing or there is none. Never fails."""
    if isinstance(seen, bytes):
        try:
            return description(seen).replace("\r\n", "\n").strip("\n")
        except BadMedia:
            return ""
    if not seen.has_image:
        return ""
    return says(seen) if seen.image is None else recognise(seen.image)
