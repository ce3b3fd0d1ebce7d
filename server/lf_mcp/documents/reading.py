"""The text and the file of a document, as two tools answer them."""

from __future__ import annotations

import base64
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any

import anyio.to_thread

from lf_mcp import routes
from lf_mcp.documents import extraction, kinds, notice, pages, source
from lf_mcp.errors import ToolError, classified, own
from lf_mcp.failures import ApiError, ShapeError
from lf_mcp.shapes import Json, text

if TYPE_CHECKING:
    from lf_mcp.call import Call
    from lf_mcp.documents.extraction import Extract, Unreadable
    from lf_mcp.documents.source import Content

LONGEST_CHARACTER = 4  # bytes of one in UTF-8
NO_TEXT_ON_V1 = (
    "API v1 has no way to read the text of a document. laserfiche_entry_search_content quotes passages of it."
)
NOTHING_EXTRACTED = "The document has no text: it was not recognised, or holds pictures only."
TRY_FILE = "laserfiche_document_get_edoc with mode text reads an electronic file, where there is one."
NO_FILE = "The entry has no electronic file, which is usual for scanned documents."
SCANNED_V1 = "What a scan says is in the index: laserfiche_entry_search_content quotes it."
SCANNED_V2 = "laserfiche_document_get_text reads the recognised text of its pages."
HINTS = {
    "pdf_encrypted": "Somebody with the password has to unlock it.",
    "pdf_open_failed": f"It may be cut off or no PDF at all; {extraction.GIVE_AWAY}",
    "unsupported_format": extraction.GIVE_AWAY,
    "image": "It is a picture: laserfiche_document_get_image shows it.",
    "legacy_office_format": f"Saved in a newer format it can be read; {extraction.GIVE_AWAY}",
}


async def get_text(call: Call, arguments: Json) -> Json:
    """The text that the server has of a document, its OCR text too. v2 only."""
    entry_id, limit = arguments["entry_id"], arguments["max_chars"]
    if call.client.version == "v1":
        failure = ApiError(NO_TEXT_ON_V1)
        raise ToolError(classified(call.origin, failure, {"entry_id": entry_id}))
    try:
        with call.failing(entry_id=entry_id):
            content = await source.fetch(call.client, entry_id, None, "Text", enough=limit * LONGEST_CHARACTER)
    except source.NoDocument:
        raise _no_text(call, entry_id) from None
    try:
        piece, total = await anyio.to_thread.run_sync(extraction.window, content.file, "utf-8", 0, limit)
    finally:
        content.close()
    if not piece.strip():
        raise _no_text(call, entry_id)
    shown = notice.wrapped(piece)
    answer = {
        "entry_id": entry_id,
        "text": shown,
        "char_count": len(piece),
        "truncated": total > len(piece) or not content.is_whole,
    }
    return answer | notice.hint(shown)


def _no_text(call: Call, entry_id: int) -> ToolError:
    return ToolError(own(call.origin, "no_extracted_text", entry_id=entry_id, message=NOTHING_EXTRACTED, hint=TRY_FILE))


async def get_edoc(call: Call, arguments: Json) -> Json:
    """What the electronic file of a document is, its bytes, or text out of it."""
    mode = arguments["mode"]
    return await {"info": _info, "bytes": _bytes, "text": _text}[mode](call, arguments)


async def _info(call: Call, arguments: Json) -> Json:
    entry_id = arguments["entry_id"]
    answer: Json = {"entry_id": entry_id, "mode": "info"}
    try:
        with call.failing(entry_id=entry_id):
            head = await source.head(call.client, entry_id)
    except source.NoDocument as nothing:
        lacking = {"byte_size": 0, "content_type": nothing.content_type, "has_electronic_document": False}
        return answer | lacking | {"warning": NO_FILE, "hint": scanned(call)}
    hint = "Mode text reads what is in it, mode bytes gives the file itself."
    if head.byte_size is None:
        hint = f"The server does not say how large it is. {hint}"
    if kinds.bare_type(head.content_type).startswith("image/"):
        hint = f"{hint} {HINTS['image']}"
    return answer | {"byte_size": head.byte_size, "content_type": head.content_type, "hint": hint}


async def _bytes(call: Call, arguments: Json) -> Json:
    content = await _file(call, arguments)
    try:
        data = content.file.read()
    finally:
        content.close()
    return {
        "entry_id": arguments["entry_id"],
        "mode": "bytes",
        "byte_size": content.byte_size,
        "content_type": content.content_type,
        "data_base64": base64.b64encode(data).decode(),
    }


async def _text(call: Call, arguments: Json) -> Json:
    try:
        wanted = pages.read(arguments["pages"])
    except pages.BadPages as problem:
        raise _refused(call, arguments, "invalid_page_spec", message=str(problem)) from None
    content = await _file(call, arguments)
    try:
        declared = kinds.bare_type(content.content_type)
        if declared.startswith("text/") and declared not in kinds.BY_TYPE:
            return await _plain(call, arguments, content, wanted)
        return await _extracted(call, arguments, content, wanted)
    finally:
        content.close()


async def _plain(call: Call, arguments: Json, content: Content, wanted: list[int] | None) -> Json:
    """A text file is gone through piece by piece: of 200 MiB only the window is held."""
    if wanted is not None:
        raise _pages_make_no_sense(call, arguments, content)
    offset, limit = arguments["char_offset"], arguments["text_char_limit"]
    charset = (content.content_type or "").lower().partition("charset=")[2].strip(' "') or None
    piece, total = await anyio.to_thread.run_sync(extraction.window, content.file, charset, offset, limit)
    return _window(arguments, content, piece, total)


async def _extracted(call: Call, arguments: Json, content: Content, wanted: list[int] | None) -> Json:
    kind = kinds.kind_of(content.content_type, None, None)
    by_type = kind == "pdf"
    if not by_type:
        entry = await entry_of(call, arguments["entry_id"])
        kind = kinds.kind_of(content.content_type, text(entry, "name"), text(entry, "extension"))
    if wanted is not None and kind in extraction.EXTRACTORS and kind not in kinds.PAGED:
        raise _pages_make_no_sense(call, arguments, content)
    if kind is None or kind not in extraction.EXTRACTORS:
        raise _unsupported(call, arguments, content, kind)
    work = partial(extraction.extract, kind, content.file, wanted)
    try:
        extract = await anyio.to_thread.run_sync(work, abandon_on_cancel=True)
    except extraction.Unreadable as problem:
        raise _unreadable(call, arguments, content, problem, by_type=by_type) from None
    offset, limit = arguments["char_offset"], arguments["text_char_limit"]
    answer = _window(arguments, content, extract.text[offset : offset + limit], len(extract.text))
    return answer | _about(extract, by_type=by_type)


def _about(extract: Extract, *, by_type: bool) -> Json:
    """What is told of the pages, and by what the text was read where the declared type did not say PDF."""
    about: Json = {} if by_type else {"backend": extract.backend}
    if extract.pages_total is not None:
        about["pages_total"] = extract.pages_total
        if by_type:
            about["pages_extracted"] = extract.pages_read
    if extract.selected is not None:
        about["pages_selected"] = extract.selected
    if extract.outside:
        about["pages_out_of_range"] = extract.outside
    if extract.warnings and not by_type:
        about["warnings"] = extract.warnings
    return about


def _window(arguments: Json, content: Content, piece: str, total: int) -> Json:
    end = arguments["char_offset"] + len(piece)
    shown = notice.wrapped(piece)
    return {
        "entry_id": arguments["entry_id"],
        "mode": "text",
        "content_type": content.content_type,
        "byte_size": content.byte_size,
        "text": shown,
        "truncated": end < total,
        "char_offset": arguments["char_offset"],
        "chars_available": total,
        "next_char_offset": end if end < total else None,
    } | notice.hint(shown)


async def _file(call: Call, arguments: Json) -> Content:
    """The file within the cap. Raises ToolError."""
    entry_id = arguments["entry_id"]
    most = arguments["max_bytes"] or call.config.edoc_max_bytes
    try:
        with call.failing(entry_id=entry_id):
            return await source.fetch(call.client, entry_id, most)
    except source.NoDocument as nothing:
        keys = {"content_type": nothing.content_type, "byte_size": 0, "message": NO_FILE, "hint": scanned(call)}
        raise _refused(call, arguments, "no_electronic_document", **keys) from None
    except source.TooLarge as large:
        at_least = "" if large.declared else "at least "
        message = f"The file has {at_least}{large.byte_size:,} bytes; at most {most:,} are read (max_bytes)."
        keys = {"byte_size": large.byte_size, "max_bytes": most, "content_type": None, "message": message}
        raise _refused(call, arguments, "size_exceeds_cap", **keys) from None


async def entry_of(call: Call, entry_id: int) -> Json:
    """The entry, for its name; where it cannot be read, the file has to speak for itself."""
    with suppress(ApiError, ShapeError):
        return await call.client.ask(routes.ENTRY, entry_id=entry_id)
    return {}


def scanned(call: Call) -> str:
    """Where the text of an entry without a file is."""
    return SCANNED_V1 if call.client.version == "v1" else SCANNED_V2


def _refused(call: Call, arguments: Json, slug: str, **keys: Any) -> ToolError:
    about = {"entry_id": arguments["entry_id"], "requested_mode": arguments["mode"]}
    return ToolError(own(call.origin, slug, **about, **keys))


def _of(content: Content) -> Json:
    return {"content_type": content.content_type, "byte_size": content.byte_size}


def _pages_make_no_sense(call: Call, arguments: Json, content: Content) -> ToolError:
    message = "Files of this kind have no pages; leave pages out and go on with char_offset."
    return _refused(call, arguments, "pages_not_applicable", **_of(content), message=message)


def _unsupported(call: Call, arguments: Json, content: Content, kind: str | None) -> ToolError:
    slug = "legacy_office_format" if kind == "legacy" else "unsupported_format"
    message = (
        "Old Office files cannot be read." if kind == "legacy" else "No text can be read out of files of this kind."
    )
    hint = HINTS["image"] if kind == "image" else HINTS[slug]
    return _refused(call, arguments, slug, **_of(content), message=message, hint=hint)


def _unreadable(call: Call, arguments: Json, content: Content, problem: Unreadable, *, by_type: bool) -> ToolError:
    keys: Json = {**_of(content), "message": problem.message}
    if by_type:
        keys["exception_class"] = problem.cause
    if by_type or problem.slug != "pages_out_of_range":
        keys["hint"] = HINTS.get(problem.slug, extraction.GIVE_AWAY)
    return _refused(call, arguments, problem.slug, **keys)


async def document_text(call: Call, entry_id: int, limit: int) -> str:
    """The text of a document between its marks, from the server where it has it, else out of the file."""
    if call.client.version == "v2":
        with suppress(ToolError):
            return str((await get_text(call, {"entry_id": entry_id, "max_chars": limit}))["text"])
    wanted = {"entry_id": entry_id, "mode": "text", "max_bytes": None, "pages": None, "char_offset": 0}
    return str((await _text(call, {**wanted, "text_char_limit": limit}))["text"])
