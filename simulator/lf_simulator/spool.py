"""Bytes that arrive in pieces and are written on in pieces: in memory while they are few, else in a temporary file."""

from __future__ import annotations

import tempfile
from typing import IO, TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

MEMORY_BYTES = 16 * 1024 * 1024
"""Kept in memory; what is longer goes into a file, so that ten large uploads at once do not fill the memory."""
CHUNK_BYTES = 256 * 1024
"""Of what is read back at a time."""


class Spool:
    """Bytes written once and then read, as often as one likes. `size` is their number. Close it after use."""

    __slots__ = ("_file", "_kept", "size")

    def __init__(self, content: bytes = b"") -> None:
        self.size = 0
        self._kept: list[bytes] = []
        self._file: IO[bytes] | None = None
        if content:
            self.write(content)

    def write(self, piece: bytes) -> None:
        self.size += len(piece)
        if self._file is not None:
            self._file.write(piece)
            return
        self._kept.append(piece)
        if self.size > MEMORY_BYTES:
            self._file = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - lives as long as the spool
            for kept in self._kept:
                self._file.write(kept)
            self._kept = []

    def chunks(self) -> Iterator[bytes]:
        """All bytes from the beginning: as they came, or CHUNK_BYTES at a time from the file."""
        if self._file is None:
            yield from self._kept
            return
        self._file.seek(0)
        while piece := self._file.read(CHUNK_BYTES):
            yield piece

    def read(self) -> bytes:
        """All bytes at once, for whoever has to look at them whole."""
        if self._file is not None:
            self._file.seek(0)
            return self._file.read()
        if len(self._kept) > 1:
            self._kept = [b"".join(self._kept)]
        return self._kept[0] if self._kept else b""

    def close(self) -> None:
        """Let go of memory and file."""
        self._kept = []
        if self._file is not None:
            self._file.close()
            self._file = None
