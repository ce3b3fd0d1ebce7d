"""Bodies that are read while they arrive, so that none is ever whole in memory: forms of several parts, plain bytes.

A mistake in a form is kept until the request has come in: the checks of a request have their place after the sign-in
and after the faults, and a client that is still writing would not hear of it.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from python_multipart.exceptions import FormParserError
from python_multipart.multipart import MultipartParser, parse_options_header

from lf_simulator import bodies, errors
from lf_simulator.spool import Spool

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_simulator.bodies import JsonBody
    from lf_simulator.incoming import Receiver

# It would write its warnings to the log; what is wrong with a form stands in the journal.
logging.getLogger("python_multipart.multipart").setLevel(logging.CRITICAL)

FORM_DATA = "multipart/form-data"
MOST_PARTS = 100
"""*Decision*: parts of one form; no client sends more than a dozen."""


@dataclass(frozen=True, slots=True)
class FileMember:
    """A part that holds a file. `most`: how often it may come; of a part that may come once, the first counts."""

    name: str
    most: int = 1


@dataclass(frozen=True, slots=True)
class MultipartBody:
    """A form with files and, in the part `request`, a JSON object; without that part the object is an empty one.

    Handlers find the object's members as `call.body` and the files as `call.files`.
    """

    files: tuple[FileMember, ...]
    request: JsonBody
    needs: tuple[str, ...] = ()
    """Parts of which one must be there at least."""
    any_type: bool = False
    """Whether a body of another type is taken for a form without parts, and not refused with 415."""


@dataclass(frozen=True, slots=True)
class RawBody:
    """Bytes as they come, whatever their type: handlers find them as the one file of `call.files`, named `""`."""


@dataclass(slots=True)
class FilePart:
    """A file that came with a request. `file_name` and `content_type` are as they were sent, "" for none."""

    name: str
    file_name: str = ""
    content_type: str = ""
    spool: Spool = field(default_factory=Spool)

    @property
    def size(self) -> int:
        return self.spool.size

    @property
    def extension(self) -> str:
        """That of its name, without the dot and as it was written; "" for none, or one that nothing could have."""
        stem, dot, ending = self.file_name.replace("\\", "/").rpartition("/")[2].rpartition(".")
        return ending if dot and stem and ending.strip() == ending and ending.isprintable() else ""


Files = dict[str, list[FilePart]]
"""By the name in the declaration."""


class BytesReader:
    """Takes in a RawBody."""

    def __init__(self, content_type: str) -> None:
        self._part = FilePart("", "", content_type)

    def write(self, piece: bytes) -> None:
        self._part.spool.write(piece)

    def result(self) -> tuple[dict[str, Any], list[str], Files]:
        return {}, [], {"": [self._part]}

    def close(self) -> None:
        self._part.spool.close()


class FormReader:
    """Takes in a form as it comes. `write` never raises; `result` says what was wrong."""

    def __init__(self, declared: MultipartBody, content_type: str) -> None:
        self._declared = declared
        self._files_by_key: Mapping[str, FileMember] = {row.name.lower(): row for row in declared.files}
        self._files: Files = {}
        self._ignored: list[str] = []
        self._request: FilePart | None = None
        self._current: FilePart | None = None
        self._headers: dict[str, bytes] = {}
        self._header, self._value = bytearray(), bytearray()
        self._parts = 0
        self._failure: errors.ApiError | None = None
        self._is_whole = False
        self._parser = self._begin(content_type)

    def _begin(self, content_type: str) -> Any:
        """The parser, None where the content type is no form's."""
        media, options = parse_options_header(content_type)
        if media.decode("latin-1") != FORM_DATA:
            self._take_nothing(content_type)
            return None
        boundary = options.get(b"boundary", b"")
        if not boundary:
            return self._broken("its Content-Type names no boundary")
        callbacks: Any = {
            "on_part_begin": self._part_begins,
            "on_header_field": lambda data, start, end: self._header.extend(data[start:end]),
            "on_header_value": lambda data, start, end: self._value.extend(data[start:end]),
            "on_header_end": self._header_ends,
            "on_headers_finished": self._headers_end,
            "on_part_data": self._content,
            "on_end": self._form_ends,
        }
        try:
            return MultipartParser(boundary, callbacks)
        except FormParserError:
            return self._broken("its boundary is longer than a boundary may be")

    def _take_nothing(self, content_type: str) -> None:
        if self._declared.any_type:
            self._is_whole = True
            self._ignored.append(f"a body of type {content_type}" if content_type else "a body without a Content-Type")
            return
        was = f'not "{content_type}"' if content_type else "and none was sent"
        self._failure = errors.framework(415, f"The Content-Type of the body must be {FORM_DATA}, {was}.")

    def write(self, piece: bytes) -> None:
        """Take in the next bytes; after a mistake they are thrown away."""
        if self._failure is not None or self._parser is None or not piece:
            return
        try:
            self._parser.write(piece)
        except FormParserError as failure:
            self._broken(str(failure))

    def result(self) -> tuple[dict[str, Any], list[str], Files]:
        """The members of `request`, the names that were ignored, the files. Raises ApiError 400, 413 or 415."""
        if self._failure is None and not self._is_whole:
            self._broken("it ends before its last boundary")
        if self._failure is not None:
            raise self._failure
        needs = self._declared.needs
        if needs and self._files.keys().isdisjoint(needs):
            raise errors.missing_part(" or ".join(needs), self._ignored)
        raw = self._request.spool.read() if self._request else b""
        members, ignored = self._members(raw)
        return members, [*self._ignored, *ignored], self._files

    def _members(self, raw: bytes) -> tuple[dict[str, Any], list[str]]:
        """A part without a type of its own is JSON all the same: most clients send it so."""
        if not raw.strip():
            raw = b"{}"
        return bodies.read(raw, "application/json", self._declared.request)

    def close(self) -> None:
        for part in (*(part for parts in self._files.values() for part in parts), self._request):
            if part is not None:
                part.spool.close()

    def _broken(self, what: str) -> None:
        reason = f"The body is not a form of several parts: {what}."
        self._failure = errors.bad_request("Error: The request body is not valid.", reason)

    def _part_begins(self) -> None:
        self._parts += 1
        self._headers, self._current = {}, None
        if self._parts > MOST_PARTS:
            self._broken(f"it has more than {MOST_PARTS} parts")

    def _header_ends(self) -> None:
        self._headers[self._header.decode("latin-1").lower()] = bytes(self._value)
        self._header, self._value = bytearray(), bytearray()

    def _headers_end(self) -> None:
        _, options = parse_options_header(self._headers.get("content-disposition", b""))
        name, file_name = _text(options.get(b"name", b"")), _text(options.get(b"filename", b""))
        content_type = self._headers.get("content-type", b"").decode("latin-1").strip()
        part = FilePart(name, file_name, content_type)
        row = self._files_by_key.get(name.lower())
        if name.lower() == "request" and self._request is None:
            self._current = self._request = part
        elif row is None or not file_name:
            self._ignored.append(f"the part {name}" if row is None else f"the part {name}, which has no file name")
        else:
            self._file_begins(row, part)

    def _file_begins(self, row: FileMember, part: FilePart) -> None:
        parts = self._files.setdefault(row.name, [])
        if len(parts) < row.most:
            part.name, self._current = row.name, part
            parts.append(part)
        elif row.most > 1:
            reason = f"The part {row.name} may come {row.most} times, and this form has more."
            self._failure = errors.bad_parameter(row.name, reason)
        else:
            self._ignored.append(f"another part {row.name}")

    def _content(self, data: bytes, start: int, end: int) -> None:
        if self._failure is not None or self._current is None:
            return
        self._current.spool.write(data[start:end])
        if self._current is self._request and self._current.size > bodies.JSON_LIMIT:
            self._failure = errors.framework(413, f"The part request may have {bodies.JSON_LIMIT} bytes.")

    def _form_ends(self) -> None:
        self._is_whole = True


def _text(raw: bytes) -> str:
    """A name in a header: clients write UTF-8, whatever the standard of the day says."""
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def receiver(declared: object, content_type: str) -> Receiver | None:
    """What takes in the body of an operation that declares it so; None for a body that is small enough to keep."""
    if isinstance(declared, MultipartBody):
        return FormReader(declared, content_type)
    return BytesReader(content_type) if isinstance(declared, RawBody) else None
