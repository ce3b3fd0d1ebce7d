"""What a web page says: its text without the marks, as an indexer reads it."""

from __future__ import annotations

import re
from html.parser import HTMLParser

UNSEEN = frozenset({"script", "style", "template", "noscript"})
"""Elements whose content nobody reads; a title is read like any heading."""
INLINE = frozenset({"a", "b", "i", "u", "em", "strong", "span", "small", "sub", "sup", "code", "font", "mark", "abbr"})
"""Elements that may stand in the middle of a word; every other one parts words."""

_BLANKS = re.compile(r"[ \t\r\f\v]*\n\s*")


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.pieces: list[str] = []
        self._unseen = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:  # noqa: ARG002 - as the base has it
        self._unseen += tag in UNSEEN
        self._part(tag)

    def handle_endtag(self, tag: str) -> None:
        self._unseen = max(0, self._unseen - (tag in UNSEEN))
        self._part(tag)

    def handle_data(self, data: str) -> None:
        if not self._unseen:
            self.pieces.append(data)

    def _part(self, tag: str) -> None:
        if tag not in INLINE:
            self.pieces.append("\n")


def text_of(page: str) -> str:
    """The text of a web page, blocks on lines of their own. Never fails: what is no mark is text."""
    reader = _Reader()
    reader.feed(page)
    reader.close()
    return _BLANKS.sub("\n", "".join(reader.pieces)).strip()
