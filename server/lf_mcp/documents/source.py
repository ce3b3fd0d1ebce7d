"""Fetching what is in a document: its electronic file, or on v2 its text, no further than a limit.

v1 answers the file itself. v2 answers an address, and some builds the file; an address is a small JSON object without
a Content-Disposition, so that a stored JSON file of the same shape is not mistaken for one (*decision*).
"""

from __future__ import annotations

import json
import re
import tempfile
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import IO, TYPE_CHECKING, Any

from lf_mcp import routes
from lf_mcp.failures import ApiError
from lf_mcp.shapes import pick

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    import httpx

    from lf_mcp.client import RepositoryClient

IN_MEMORY = 1 << 20
"""Bytes of a file that are held in memory; more go to a temporary file."""
LONGEST_POINTER = 8192
NO_CONTENT = re.compile(r"entry\s+does\s+not\s+contain\s+(an\s+electronic\s+document|any\s+text)", re.IGNORECASE)
BAD_REQUEST, BAD_PARAMETER = 400, 216


class NoDocument(Exception):
    """The entry has no such content. `content_type`: what the server declared all the same."""

    def __init__(self, content_type: str | None = None) -> None:
        super().__init__("no document")
        self.content_type = content_type


class TooLarge(Exception):
    """More bytes than may be fetched. `byte_size` is the declared size, or the bytes that had come by then."""

    def __init__(self, byte_size: int, *, declared: bool) -> None:
        super().__init__(f"{byte_size} bytes")
        self.byte_size = byte_size
        self.declared = declared


@dataclass(frozen=True, slots=True)
class Head:
    """What the server says of a content before it sends it; `byte_size` None when it does not say."""

    byte_size: int | None
    content_type: str | None


@dataclass(slots=True)
class Content:
    """A content that has been fetched, at its beginning. Whoever has it closes it."""

    file: IO[bytes]
    byte_size: int
    content_type: str | None
    is_whole: bool = True
    """Whether all of it was fetched; else there is more, and enough had come."""

    def close(self) -> None:
        self.file.close()


class _Arriving:
    """An answer whose body is still to come; `first` is what had to be read of it to know what it is."""

    def __init__(self, answer: httpx.Response, first: bytes | None = None) -> None:
        self._answer = answer
        self._first = first
        self.content_type = answer.headers.get("Content-Type")
        length = answer.headers.get("Content-Length", "")
        packed = "Content-Encoding" in answer.headers
        self.declared = int(length) if length.isascii() and length.isdigit() and not packed else None
        if first is not None:
            self.declared = len(first)

    async def pieces(self) -> AsyncIterator[bytes]:
        if self._first is not None:
            yield self._first
            return
        async for piece in self._answer.aiter_bytes():
            if piece:
                yield piece


async def head(client: RepositoryClient, entry_id: int) -> Head:
    """What there is to fetch. Raises NoDocument or ApiError."""
    async with _arriving(client, entry_id, "Edoc") as arriving:
        if arriving.declared == 0:
            raise NoDocument(arriving.content_type)
        if arriving.declared is None and not [piece async for piece in _first_of(arriving)]:
            raise NoDocument(arriving.content_type)
        return Head(arriving.declared, arriving.content_type)


async def fetch(
    client: RepositoryClient, entry_id: int, most: int | None, part: str = "Edoc", *, enough: int | None = None
) -> Content:
    """The content, in memory or in a temporary file that goes with it.

    `most`: bytes that it may have at all; `enough`: bytes after which no more of it is fetched. Raises NoDocument,
    TooLarge or ApiError; nothing is left then.
    """
    async with _arriving(client, entry_id, part) as arriving:
        if most is not None and arriving.declared is not None and arriving.declared > most:
            raise TooLarge(arriving.declared, declared=True)
        file = tempfile.SpooledTemporaryFile(max_size=IN_MEMORY)  # noqa: SIM115 - it goes to the caller
        size, is_whole = 0, True
        try:
            async for piece in arriving.pieces():
                if enough is not None and size >= enough:
                    is_whole = False
                    break
                size += len(piece)
                if most is not None and size > most:
                    raise TooLarge(size, declared=False)
                file.write(piece)
        except BaseException:
            file.close()
            raise
        if not size:
            file.close()
            raise NoDocument(arriving.content_type)
        file.seek(0)
        return Content(file, size, arriving.content_type, is_whole)


async def _first_of(arriving: _Arriving) -> AsyncIterator[bytes]:
    async for piece in arriving.pieces():
        yield piece
        return


@asynccontextmanager
async def _arriving(client: RepositoryClient, entry_id: int, part: str) -> AsyncIterator[_Arriving]:
    if client.version == "v1":
        async with client.stream(routes.EDOC, entry_id=entry_id) as answer:
            yield _Arriving(answer)
        return
    try:
        async with client.stream(routes.EXPORT, body={"part": part}, entry_id=entry_id) as answer:
            read = await _small_json(answer)
            address = None if read is None else _pointer(read)
            if address is None:
                yield _Arriving(answer, read)
                return
    except ApiError as failure:
        if _says_no_content(failure):
            raise NoDocument from failure
        raise
    async with client.follow(address) as answer:
        yield _Arriving(answer)


async def _small_json(answer: httpx.Response) -> bytes | None:
    """The whole body of an answer that may be an address, else None and nothing is read."""
    kind = answer.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    length = answer.headers.get("Content-Length", "0")
    if kind != "application/json" or "Content-Disposition" in answer.headers:
        return None
    if length.isascii() and length.isdigit() and int(length) > LONGEST_POINTER:
        return None
    return await answer.aread()


def _pointer(body: bytes) -> str | None:
    try:
        document: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if len(body) > LONGEST_POINTER or not isinstance(document, dict):
        return None
    value = document.get("value")
    if document.keys() - {"value", "@odata.context"} or not isinstance(value, str) or not value.strip():
        return None
    return value


def _says_no_content(failure: ApiError) -> bool:
    if failure.status != BAD_REQUEST or failure.error_code not in (BAD_PARAMETER, None):
        return False
    said = " ".join(str(pick(failure.problem, key) or "") for key in ("title", "detail", "message")) + failure.text
    return NO_CONTENT.search(said) is not None
