"""What download addresses lead to, for as long as they last.

Pictures and texts are made when they are exported and kept here. Of an electronic file only the entry is kept, and it
is read when it is fetched: *decision*, since it may be large and nothing here replaces the file of an entry.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lf_simulator.clock import Clock

DOWNLOAD_SECONDS = 15 * 60
"""*Decision*: no source gives the life of a download address; an upload address lives that long."""
KEPT_BYTES = 256 * 1024 * 1024
"""Of everything that waits to be fetched; beyond that the oldest addresses end early."""


@dataclass(frozen=True, slots=True)
class Download:
    """Something to be fetched: `content`, or without it the electronic file of the entry."""

    entry_id: int
    content: bytes | None
    content_type: str
    file_name: str


@dataclass(slots=True)
class Downloads:
    """The download addresses of one repository, by the token that ends them."""

    clock: Clock
    _offered: dict[str, Download] = field(default_factory=dict)
    _ends: deque[tuple[float, str]] = field(default_factory=deque)
    _bytes: int = 0

    def offer(self, download: Download) -> str:
        """Put something up; the answer is the token of its address."""
        token = self.clock.token()
        self._offered[token] = download
        self._ends.append((self.clock.elapsed() + DOWNLOAD_SECONDS, token))
        self._bytes += len(download.content or b"")
        self._forget()
        return token

    def find(self, token: str) -> Download | None:
        """What that token leads to, None when there is nothing or its time is over. It may be fetched repeatedly."""
        self._forget()
        return self._offered.get(token)

    def _forget(self) -> None:
        """All live equally long, so the oldest one is the next to end."""
        while self._ends and (self._ends[0][0] <= self.clock.elapsed() or self._bytes > KEPT_BYTES):
            gone = self._offered.pop(self._ends.popleft()[1])
            self._bytes -= len(gone.content or b"")
