"""The pages of a document as an export wants them: texts, and pictures with what is put on them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from lf_simulator import errors, media
from lf_simulator.media.marks import WATERMARK_OPACITY
from lf_simulator.store import marks as records
from lf_simulator.store import pages

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from lf_simulator.context import Call
    from lf_simulator.media import Exported
    from lf_simulator.store.entries import EntryRecord
    from lf_simulator.store.marks import PageMarks
    from lf_simulator.store.pages import PageRecord

PAGE_BREAK = "\n"
"""*Decision*: what stands between the texts of two pages in an export; no source shows it."""
NO_TEXT_TITLE = "This entry does not contain any text"
NO_IMAGE_TITLE = "This entry does not contain any images"
"""*Decision*: both are worded after the refusal for a missing electronic document, whose code they share."""
MOST_PREFIX = 10
MOST_WATERMARK = 100
NUMBERS = (
    ("imageOptions.jPEGCompressionLevel", 0, 100),
    ("imageOptions.watermark.rotationAngle", 0, 360),
    ("imageOptions.watermark.pageSpanPercentage", 1, 100),
)
"""Members of an export and the numbers that they take (published description)."""

_UNFIT_IN_NAMES = re.compile(r'[\\/:*?"<>|\x00-\x1f]')


def check_options(body: Mapping[str, Any]) -> None:
    """Raises ApiError 400 for options that no export can follow, whatever part they are for."""
    for path, least, most in NUMBERS:
        number = _at(body, path)
        if number is not None and not least <= number <= most:
            raise errors.bad_parameter(path, f"{path} must be from {least} to {most}, not {number}.")
    prefix = _at(body, "imageOptions.pagePrefix") or ""
    if len(prefix) > MOST_PREFIX or _UNFIT_IN_NAMES.search(prefix):
        reason = f"pagePrefix may have {MOST_PREFIX} characters that a file name may have, and this is {prefix!a}."
        raise errors.bad_parameter("imageOptions.pagePrefix", reason)
    text = _at(body, "imageOptions.watermark.text")
    if text and (len(text) > MOST_WATERMARK or not text.strip()):
        reason = f"The text of a watermark has at most {MOST_WATERMARK} characters and not only blanks."
        raise errors.bad_parameter("imageOptions.watermark.text", reason)
    character = _at(body, "textOptions.redactionCharacter")
    if character is not None and (len(character) != 1 or character.isspace()):
        reason = f"redactionCharacter must be one character and no blank, not {character!a}."
        raise errors.bad_parameter("textOptions.redactionCharacter", reason)


def texts(call: Call, record: EntryRecord, chosen: Sequence[int]) -> bytes:
    """The texts of the chosen pages, one below the other. Raises ApiError 400 where they say nothing."""
    options = call.body.get("textOptions", {})
    marks = records.by_page(call.store, record.id) if options.get("includeRedactions", True) else {}
    character = options.get("redactionCharacter", "X")
    written = [
        media.redacted(page.text, marks[page.number].redactions, character) if page.number in marks else page.text
        for page in pages.pages(call.store, record.id, chosen)
    ]
    text = PAGE_BREAK.join(written)
    if not text.strip():
        raise errors.bad_request(NO_TEXT_TITLE, f"The chosen pages of entry {record.id} have no text to export.")
    return text.encode("utf-8", "replace")


def pictures(call: Call, record: EntryRecord, chosen: Sequence[int]) -> Exported:
    """The pictures of the chosen pages as one file. Raises ApiError 400 where there are none.

    *Decision*: pages without a picture are left out.
    """
    options = call.body.get("imageOptions", {})
    marks = records.by_page(call.store, record.id)
    sheets = [
        _sheet(page, marks.get(page.number, records.NO_MARKS))
        for page in pages.pages(call.store, record.id, chosen)
        if page.has_image
    ]
    if not sheets:
        raise errors.bad_request(NO_IMAGE_TITLE, f"The chosen pages of entry {record.id} have no images to export.")
    how = media.ExportOptions(
        name=record.name,
        made=call.repository.clock.now(),
        jpeg_quality=options.get("jPEGCompressionLevel", 70),
        include_annotations=options.get("includeAnnotations", True),
        include_redactions=options.get("includeRedactions", True),
        page_prefix=options.get("pagePrefix", ", Page "),
        watermarks=(*_of_request(options.get("watermark", {})), *_of_tags(call, record)),
    )
    try:
        return media.export_images(sheets, options.get("format", "MultiPageTIFF"), how)
    except media.BadMedia as failure:
        raise errors.bad_request("Error: The pages cannot be exported.", str(failure)) from None


def _sheet(page: PageRecord, marks: PageMarks) -> media.ExportPage:
    shown = tuple(media.Mark(kind, text, color) for kind, text, color in marks.others)
    return media.ExportPage(page.number, media.says(page), page.image, page.rotation, marks.redactions, shown)


def _of_request(options: Mapping[str, Any]) -> tuple[media.Watermark, ...]:
    if not options.get("text"):
        return ()
    position, rotation = options.get("position", "DeadCenter"), options.get("rotationAngle", 0)
    return (media.Watermark(options["text"], position, rotation, options.get("pageSpanPercentage", 50)),)


def _of_tags(call: Call, record: EntryRecord) -> list[media.Watermark]:
    """*Decision*: what a tag makes mandatory is on every picture; other watermarks are for programs that offer them."""
    return [
        media.Watermark(row["text"], row["position"], row["rotation"], row["size"], _opacity(row["opacity"]))
        for row in records.mandatory_watermarks(call.store, record.id)
    ]


def _opacity(stored: int) -> int:
    return stored if stored >= 0 else WATERMARK_OPACITY  # -1 is how the server writes its default


def _at(body: Mapping[str, Any], path: str) -> Any:
    """The member at a dotted path, None where there is none."""
    value: Any = body
    for name in path.split("."):
        value = value.get(name) if value is not None else None
    return value
