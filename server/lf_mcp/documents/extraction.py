"""Text out of files: one function for each kind, by a library, in a thread of its own. Nothing here asks the server.

Libraries are imported when a file of their kind comes: together they would double the time of a start.
"""

from __future__ import annotations

import codecs
import io
import zipfile
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

MOST_UNPACKED = 256 * 1024 * 1024
"""Bytes that an Office file may unpack to."""
PIECE = 65_536
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))
GIVE_AWAY = "laserfiche_document_get_edoc with mode bytes gives the file itself."


class Unreadable(Exception):
    """No text comes out of the file. `slug` says why; `message` in words; `cause` is the class of what was raised."""

    def __init__(self, slug: str, message: str, cause: str | None = None) -> None:
        super().__init__(message)
        self.slug = slug
        self.message = message
        self.cause = cause


@dataclass(slots=True)
class Extract:
    """Text, and where the file has pages, how many: `selected` were read, `outside` are not there."""

    text: str
    backend: str
    pages_total: int | None = None
    pages_read: int = 0
    selected: list[int] | None = None
    outside: list[int] = field(default_factory=list)
    warnings: list[str] = field(default_factory=list)


def extract(kind: str, file: IO[bytes], pages: Sequence[int] | None) -> Extract:
    """The text of a file of that kind, of those pages where it has pages. Raises Unreadable."""
    file.seek(0)
    return EXTRACTORS[kind](file, pages)


def _pages(texts: Callable[[int], str], total: int, wanted: Sequence[int] | None, backend: str) -> Extract:
    """The chosen pages' texts, joined by line breaks. A page that cannot be read is left out, with a warning."""
    selected = None if wanted is None else [page for page in wanted if page <= total]
    outside = [] if wanted is None else [page for page in wanted if page > total]
    if wanted is not None and not selected:
        message = f"The document has {total} pages, and none of those that were asked for."
        raise Unreadable("pages_out_of_range", message)
    read, warnings = [], []
    for page in selected if selected is not None else range(1, total + 1):
        try:
            read.append(texts(page))
        except Exception as error:  # whatever a library makes of one broken page, the others are worth having
            warnings.append(f"Page {page} could not be read ({type(error).__name__}).")
    return Extract("\n".join(read), backend, total, len(read), selected, outside, warnings)


def _pdf(file: IO[bytes], pages: Sequence[int] | None) -> Extract:
    import pypdf
    from pypdf.errors import FileNotDecryptedError, PyPdfError

    try:
        reader = pypdf.PdfReader(file)
        if reader.is_encrypted and not reader.decrypt(""):
            raise Unreadable("pdf_encrypted", "The PDF is locked by a password.", "FileNotDecryptedError")
        total = len(reader.pages)
    except FileNotDecryptedError as error:
        raise Unreadable("pdf_encrypted", "The PDF is locked by a password.", type(error).__name__) from None
    except (PyPdfError, OSError, ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
        raise Unreadable("pdf_open_failed", "The PDF is damaged or is none.", type(error).__name__) from None
    return _pages(lambda page: reader.pages[page - 1].extract_text(), total, pages, "pypdf")


def _docx(file: IO[bytes], _: Sequence[int] | None) -> Extract:
    _hold_zip(file)
    import docx
    from docx.table import Table

    def lines() -> list[str]:
        found = []
        for block in docx.Document(file).iter_inner_content():
            if isinstance(block, Table):
                found += ["\t".join(cell.text for cell in row.cells) for row in block.rows]
            else:
                found.append(block.text)
        return found

    try:
        return Extract("\n".join(lines()), "docx")
    except Exception as error:  # the library raises of many kinds for a package that lacks something
        raise Unreadable("malformed_docx", "The Word file is damaged.", type(error).__name__) from None


def _pptx(file: IO[bytes], pages: Sequence[int] | None) -> Extract:
    _hold_zip(file)
    import pptx

    try:
        slides = list(pptx.Presentation(file).slides)
    except Exception as error:  # as above
        raise Unreadable("extraction_failed", "The presentation is damaged.", type(error).__name__) from None

    def texts(page: int) -> str:
        shapes = slides[page - 1].shapes
        return "\n".join(shape.text_frame.text for shape in shapes if shape.has_text_frame)

    return _pages(texts, len(slides), pages, "pptx")


def _xlsx(file: IO[bytes], _: Sequence[int] | None) -> Extract:
    _hold_zip(file)
    import openpyxl

    try:
        book = openpyxl.load_workbook(file, read_only=True, data_only=True)
        lines: list[str] = []
        for sheet in book.worksheets:
            lines.append(f"[{sheet.title}]")
            lines += [_cells(row) for row in sheet.iter_rows(values_only=True)]
        book.close()
    except Exception as error:  # as above
        raise Unreadable("xlsx_open_failed", "The workbook is damaged.", type(error).__name__) from None
    return Extract("\n".join(lines), "openpyxl")


def _cells(row: Sequence[object]) -> str:
    return "\t".join("" if value is None else str(value) for value in row).rstrip("\t")


def _eml(file: IO[bytes], _: Sequence[int] | None) -> Extract:
    from email import message_from_binary_file
    from email.policy import default

    try:
        message = message_from_binary_file(file, policy=default)
        heads = [f"{name}: {message[name]}" for name in ("From", "To", "Cc", "Date", "Subject") if message[name]]
        body = message.get_body(("plain", "html"))
        content = "" if body is None else str(body.get_content())
        is_html = body is not None and body.get_content_subtype() == "html"
        attached = [f"Attachment: {part.get_filename() or '(unnamed)'}" for part in message.iter_attachments()]
    except Exception as error:  # a header that cannot be decoded raises of several kinds
        raise Unreadable("malformed_eml", "The mail is damaged.", type(error).__name__) from None
    if not message.keys():
        raise Unreadable("malformed_eml", "The file is no mail: it has no headers.")
    text = html_text(content) if is_html else content
    return Extract("\n".join([*heads, "", text.strip(), *attached]).strip(), "email")


def _msg(file: IO[bytes], _: Sequence[int] | None) -> Extract:
    try:
        import extract_msg
    except ImportError:
        message = "Outlook messages need the package extract-msg, which is not installed."
        raise Unreadable("backend_unavailable", message) from None
    try:
        with cast("Any", extract_msg.openMsg(file.read())) as mail:  # the file decides which of its classes it is
            pairs = (("From", mail.sender), ("To", mail.to), ("Date", mail.date), ("Subject", mail.subject))
            heads = [f"{name}: {value}" for name, value in pairs if value]
            text = "\n".join([*heads, "", str(mail.body or "")])
    except Exception as error:  # the library raises of many kinds
        raise Unreadable("msg_open_failed", "The Outlook message is damaged.", type(error).__name__) from None
    return Extract(text.strip(), "extract-msg")


def _html(file: IO[bytes], _: Sequence[int] | None) -> Extract:
    return Extract(html_text(decoded(file.read())), "html.parser")


def html_text(html: str) -> str:
    """What a reader of the page would see, a line for each block."""
    from lf_mcp.documents.html_reading import visible

    return visible(html)


def _rtf(file: IO[bytes], _: Sequence[int] | None) -> Extract:
    from striprtf.striprtf import rtf_to_text

    try:
        text: str = rtf_to_text(file.read().decode("latin-1"), errors="replace")  # type: ignore[no-untyped-call]
        return Extract(text.strip(), "rtf(builtin)")
    except Exception as error:  # the library raises of several kinds
        raise Unreadable("extraction_failed", "The RTF file is damaged.", type(error).__name__) from None


def _text(file: IO[bytes], _: Sequence[int] | None) -> Extract:
    return Extract(decoded(file.read()), "decode")


def decoded(data: bytes, charset: str | None = None) -> str:
    """Text of bytes, by their mark, the declared charset, UTF-8, or as Windows writes them in the west."""
    return data.decode(encoding_of(data, charset), "replace")


def encoding_of(beginning: bytes, charset: str | None = None) -> str:
    """The encoding of a text that begins so."""
    marked = next((name for mark, name in _MARKS if beginning.startswith(mark)), None)
    if marked is not None:
        return marked
    for name in filter(None, (charset, "utf-8")):
        with suppress(LookupError, UnicodeDecodeError):
            codecs.getincrementaldecoder(name)().decode(beginning, final=len(beginning) < PIECE)
            return name
    return "cp1252"


def window(file: IO[bytes], charset: str | None, offset: int, limit: int) -> tuple[str, int]:
    """`limit` characters of a text file from `offset` on, and how many it has; read piece by piece."""
    file.seek(0)
    beginning = file.read(PIECE)
    decoder = codecs.getincrementaldecoder(encoding_of(beginning, charset))("replace")
    total, kept = 0, io.StringIO()
    piece: bytes = beginning
    while True:
        text = decoder.decode(piece, final=not piece)
        here = text[max(0, offset - total) : max(0, offset + limit - total)]
        kept.write(here)
        total += len(text)
        if not piece:
            return kept.getvalue(), total
        piece = file.read(PIECE)


def _hold_zip(file: IO[bytes]) -> None:
    """Raises Unreadable for what is no package, or would unpack to too much; sizes are those that it declares."""
    try:
        with zipfile.ZipFile(file) as package:
            unpacked = sum(info.file_size for info in package.infolist())
    except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError) as error:
        message = "The file is no Office package: it cannot be opened as a zip."
        raise Unreadable("not_a_zip", message, type(error).__name__) from None
    if unpacked > MOST_UNPACKED:
        message = f"The Office file unpacks to {unpacked:,} bytes; at most {MOST_UNPACKED:,} are unpacked."
        raise Unreadable("archive_too_large", message)
    file.seek(0)


EXTRACTORS: dict[str, Callable[[IO[bytes], Sequence[int] | None], Extract]] = {
    "pdf": _pdf,
    "docx": _docx,
    "pptx": _pptx,
    "xlsx": _xlsx,
    "eml": _eml,
    "msg": _msg,
    "html": _html,
    "rtf": _rtf,
    "text": _text,
}
