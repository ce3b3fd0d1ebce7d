"""The contents of documents: v1 sends the electronic file itself, v2 an address from which file or text is fetched."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from lf_simulator import errors, ranges
from lf_simulator.context import Answer
from lf_simulator.handlers import found
from lf_simulator.store import definitions, documents

if TYPE_CHECKING:
    from lf_simulator.context import Call
    from lf_simulator.store.entries import EntryRecord

OCTETS = "application/octet-stream"
TEXT = "text/plain"
PAGE_BREAK = "\n"
"""*Decision*: what stands between the texts of two pages in an export; no source shows it."""
NO_TEXT_TITLE = "This entry does not contain any text"
"""*Decision*: worded after the refusal for a missing electronic document, whose code it shares."""


def download_edoc(call: Call) -> Answer:
    """v1 `GET …/edoc`: the bytes, or those of one `Range`. Without a file 200, no body, no content type (seen live)."""
    record = found.document(call, call.entry_id(), "Read")
    data = documents.edoc(call.store, record.id)
    if data is None:
        return Answer(200)
    content_type = _content_type(record)
    accept = ((b"accept-ranges", b"bytes"),)
    wanted = ranges.one_range(call.header(b"range"), len(data))
    if wanted is None:
        return Answer(200, data, content_type, accept)
    if wanted == ranges.UNSATISFIABLE:
        reason = f'The range "{call.header(b"range")}" lies outside of the file, which has {len(data)} bytes.'
        headers = (("content-range", f"bytes */{len(data)}"),)
        raise errors.ApiError(416, "Requested Range Not Satisfiable", reason=reason, headers=headers)
    first, last = wanted
    content_range = (b"content-range", b"bytes %d-%d/%d" % (first, last, len(data)))
    return Answer(206, data[first : last + 1], content_type, (*accept, content_range))


def describe_edoc(call: Call) -> Answer:
    """v1 `HEAD …/edoc`: what `GET` would say of the whole file; the dispatch leaves the body out."""
    record = found.document(call, call.entry_id(), "Read")
    data = documents.edoc(call.store, record.id)
    return Answer(200) if data is None else Answer(200, data, _content_type(record))


def export(call: Call) -> Answer:
    """v2 `POST …/Export`: never the content, always the address of a download that needs no sign-in."""
    part = call.body["part"]
    if part == "Image":
        raise errors.not_simulated(call.operation, "part Image")
    record = found.document(call, call.entry_id(), "Read")
    _check_reason(call)
    chosen = ranges.pages(call.query.get("pageRange"), record.page_count)
    if part == "Edoc":
        data, content_type, extension = _edoc(call, record)
    else:
        data, content_type, extension = _text(call, record, chosen), TEXT, "txt"
    name = f"{record.name}.{extension}" if extension else record.name
    token = call.repository.tasks.offer(data, content_type, name)
    return call.json({**call.dialect().context("String"), "value": f"{call.repository_address}/Download/{token}"})


def download(call: Call) -> Answer:
    """`GET …/Download/{token}`: exactly the type, length and file name of what was exported."""
    found = call.repository.tasks.download(call.path["token"])
    if found is None:
        reason = "There is no such download here, or its time is over."
        raise errors.ApiError(404, "Error: The download was not found or has expired.", reason=reason)
    disposition = f"attachment; filename*=UTF-8''{quote(found.file_name, safe='')}"
    headers = ((b"content-disposition", disposition.encode()),)
    return Answer(200, found.content, found.content_type.encode("latin-1", "replace"), headers)


def _content_type(record: EntryRecord) -> bytes:
    return (record.mime_type or OCTETS).encode("latin-1", "replace")


def _edoc(call: Call, record: EntryRecord) -> tuple[bytes, str, str]:
    data = documents.edoc(call.store, record.id)
    if data is None:
        raise errors.bad_request(errors.NO_EDOC_TITLE, f"Entry {record.id} has no electronic file to export.")
    return data, record.mime_type or OCTETS, record.extension


def _text(call: Call, record: EntryRecord, chosen: list[int]) -> bytes:
    texts = documents.page_texts(call.store, record.id)
    text = PAGE_BREAK.join(texts[number - 1] for number in chosen)
    if not text.strip():
        raise errors.bad_request(NO_TEXT_TITLE, f"The pages of entry {record.id} have no text to export.")
    return text.encode()


def _check_reason(call: Call) -> None:
    reason_id = call.body.get("auditReasonId")
    if reason_id and not definitions.has_audit_reason(call.store, reason_id, "ExportDocument"):
        reason = f"There is no audit reason {reason_id} for exporting."
        raise errors.ApiError(400, "Audit reason not found.", errors.AUDIT_REASON_NOT_FOUND, reason)
