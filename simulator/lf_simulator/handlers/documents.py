"""The electronic file of a document, as v1 sends it: whole or a range of its bytes, and piece by piece."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors, ranges
from lf_simulator.context import Answer, StreamBroken
from lf_simulator.handlers import exports_reasons, found
from lf_simulator.store import documents

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lf_simulator.context import Call, Headers
    from lf_simulator.store.entries import EntryRecord

OCTETS = "application/octet-stream"
ACCEPT_RANGES = (b"accept-ranges", b"bytes")


def download_edoc(call: Call) -> Answer:
    """v1 `GET …/edoc`: the bytes, or those of one `Range`. Without a file 200, no body, no content type (seen live)."""
    record = found.document(call, call.entry_id(), "Read")
    exports_reasons.check(call)
    size = documents.edoc_size(call.store, record.id)
    if size is None:
        return _nothing(call)
    content_type = _content_type(call, record)
    wanted = ranges.one_range(call.header(b"range"), size)
    if wanted is None:
        return file_answer(call, record.id, content_type, (ACCEPT_RANGES,))
    if wanted == ranges.UNSATISFIABLE:
        reason = f'The range "{call.header(b"range")}" lies outside of the file, which has {size} bytes.'
        headers = (("content-range", f"bytes */{size}"),)
        raise errors.ApiError(416, "Requested Range Not Satisfiable", reason=reason, headers=headers)
    first, last = wanted
    content_range = (b"content-range", b"bytes %d-%d/%d" % (first, last, size))
    return file_answer(call, record.id, content_type, (ACCEPT_RANGES, content_range), (first, last))


def describe_edoc(call: Call) -> Answer:
    """v1 `HEAD …/edoc`: what `GET` would say of the whole file. No reason is asked for, since nothing is exported."""
    record = found.document(call, call.entry_id(), "Read")
    size = documents.edoc_size(call.store, record.id)
    if size is None:
        return _nothing(call)
    omits_length = call.profile.omits_content_length
    return Answer(200, b"", _content_type(call, record), length=size, omits_length=omits_length)


def file_answer(
    call: Call, entry_id: int, content_type: bytes, headers: Headers, part: tuple[int, int] | None = None
) -> Answer:
    """The electronic file of an entry, or the bytes `part` from the first to the last, read while they are sent.

    206 for a part. The connection is cut when the file is changed or deleted before it has been sent.
    """
    blob = call.repository.database.open_file(entry_id)
    first, last = part or (0, len(blob) - 1)
    length = last - first + 1
    pieces = documents.EdocReader(blob, first, length)
    beginning = next(pieces, b"")
    return Answer(
        206 if part else 200,
        beginning,
        content_type,
        headers,
        stream=_streamed(pieces) if len(beginning) < length else None,
        length=length,
        omits_length=call.profile.omits_content_length,
    )


def _streamed(pieces: documents.EdocReader) -> Iterator[bytes]:
    try:
        yield from pieces
    except documents.ContentGone as gone:
        raise StreamBroken(str(gone)) from None


def _nothing(call: Call) -> Answer:
    return Answer(200, omits_length=call.profile.omits_content_length)


def _content_type(call: Call, record: EntryRecord) -> bytes:
    stored = record.mime_type if call.profile.file_types == "stored" else ""
    return (stored or OCTETS).encode("latin-1", "replace")
