"""What an electronic file says, as far as that can be read without looking at it: text layers and plain text."""

from __future__ import annotations

from lf_simulator.media import html
from lf_simulator.media.pdf import read_pdf
from lf_simulator.media.text import decode

PLAIN = frozenset({"txt", "csv", "log", "md", "xml", "json", "yaml", "yml", "ini"})
"""*Decision*: extensions of files that are text as they stand."""
HTML = frozenset({"htm", "html"})
READABLE = frozenset({"pdf", *HTML, *PLAIN})
"""Extensions of files that are read here."""


def extract_text(data: bytes, extension: str) -> str | None:
    """The text of a file by its extension, pages of a PDF one below the other; None for a kind that is not read here.

    Raises BadMedia for a PDF that is broken or encrypted.
    """
    kind = extension.lower().lstrip(".")
    if kind == "pdf":
        return "\n".join(text for text in read_pdf(data).texts() if text)
    if kind in HTML:
        return html.text_of(decode(data))
    return decode(data) if kind in PLAIN else None
