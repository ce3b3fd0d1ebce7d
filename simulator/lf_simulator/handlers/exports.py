"""Exporting in v2: never the content, always the address of a download that needs no sign-in."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING
from urllib.parse import quote

from lf_simulator import errors
from lf_simulator.context import Answer
from lf_simulator.downloads import Download
from lf_simulator.handlers import exports_reasons, found
from lf_simulator.handlers.documents import OCTETS, file_answer
from lf_simulator.handlers.exports_pages import check_options, pictures, texts
from lf_simulator.handlers.long_running import begin
from lf_simulator.handlers.pages import page_range
from lf_simulator.tasks import Outcome

if TYPE_CHECKING:
    from lf_simulator.context import Call
    from lf_simulator.store.entries import EntryRecord

TEXT = "text/plain"


def export(call: Call) -> Answer:
    """`POST …/Export`: the address, in `value`, or on some builds the content itself."""
    call.entry_id()
    check_options(call.body)
    if call.profile.export_answer == "content":
        return _content(call, _offered(call)[1])
    _, address = _exported(call)
    return call.json({**call.dialect().context("String"), "value": address})


def start_export(call: Call) -> Answer:
    """`POST …/ExportAsync`: a task whose result is the document and the address."""
    call.entry_id()
    check_options(call.body)

    def work(call: Call) -> Outcome:
        return Outcome(*_exported(call))

    return begin(call, "ExportEntry", work)


def download(call: Call) -> Answer:
    """`GET …/Download/{token}`: exactly the type, length and file name of what was exported."""
    offered = call.repository.downloads.find(call.path["token"])
    if offered is None:
        raise _expired("There is no such download here, or its time is over.")
    return _content(call, offered)


def _content(call: Call, offered: Download) -> Answer:
    """What was exported, with its type and name. Raises ApiError 404 when it is gone meanwhile."""
    disposition = f"attachment; filename*=UTF-8''{quote(offered.file_name, safe='')}"
    headers = ((b"content-disposition", disposition.encode()),)
    content_type = offered.content_type.encode("latin-1", "replace")
    if offered.content is not None:
        return Answer(200, offered.content, content_type, headers, omits_length=call.profile.omits_content_length)
    try:
        return file_answer(call, offered.entry_id, content_type, headers)
    except sqlite3.Error:
        raise _expired(f"Entry {offered.entry_id} has no electronic file any more.") from None


def _expired(reason: str) -> errors.ApiError:
    return errors.ApiError(404, "Error: The download was not found or has expired.", reason=reason)


def _exported(call: Call) -> tuple[int, str]:
    """The document, and the address of what was asked of it. Raises ApiError 400, 403, 404."""
    record, part = _offered(call)
    token = call.repository.downloads.offer(part)
    origin = call.profile.download_host or call.origin
    return record.id, f"{origin}{call.repository_address.removeprefix(call.origin)}/Download/{token}"


def _offered(call: Call) -> tuple[EntryRecord, Download]:
    """The document, and what was asked of it. Raises ApiError 400, 403, 404."""
    record = found.document(call, call.entry_id(), "Read")
    exports_reasons.check(call)
    return record, _part(call, record)


def _part(call: Call, record: EntryRecord) -> Download:
    """For the file `pageRange` is ignored (published description)."""
    part = call.body["part"]
    if part == "Edoc":
        if not record.has_edoc:
            raise errors.bad_request(errors.NO_EDOC_TITLE, f"Entry {record.id} has no electronic file to export.")
        name = f"{record.name}.{record.extension}" if record.extension else record.name
        return Download(record.id, None, record.mime_type or OCTETS, name)
    chosen = page_range(call.query.get("pageRange"), record)
    if part == "Text":
        return Download(record.id, texts(call, record, chosen), TEXT, f"{record.name}.txt")
    made = pictures(call, record, chosen)
    return Download(record.id, made.data, made.mime_type, f"{record.name}.{made.extension}")
