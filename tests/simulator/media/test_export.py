"""Pages as files: formats and their types, numbering, what is put on them and what is hidden."""

from __future__ import annotations

import io
import zipfile
from datetime import UTC, datetime

import pytest
from PIL import Image

from lf_simulator.media import (
    BadMedia,
    ExportOptions,
    ExportPage,
    Mark,
    Watermark,
    description,
    drawn_tiff,
    export_images,
    image_facts,
    read_pdf,
    redacted,
)
from lf_simulator.media.export import sheet
from lf_simulator.media.redactions import covered_lines

LINES = "\n".join(f"line {number} of the page" for number in range(1, 10))
PAGES = [
    ExportPage(1, LINES),
    ExportPage(3, "the second", drawn_tiff("the second")),
    ExportPage(4, "turned", rotation=90),
]
OPTIONS = ExportOptions("Lease A/B", made=datetime(2026, 3, 1, 12, tzinfo=UTC))


@pytest.mark.parametrize(
    ("format_", "count", "mime_type", "extension"),
    [
        ("MultiPageTIFF", 3, "image/tiff", "tif"),
        ("MultiPageTIFF", 1, "image/tiff", "tif"),
        ("SinglePageTIFF", 3, "application/zip", "zip"),
        ("SinglePageTIFF", 1, "application/zip", "zip"),
        ("PNG", 3, "application/zip", "zip"),
        ("PNG", 1, "image/png", "png"),
        ("JPEG", 3, "application/zip", "zip"),
        ("JPEG", 1, "image/jpeg", "jpg"),
        ("PDF", 3, "application/pdf", "pdf"),
        ("PDF", 1, "application/pdf", "pdf"),
    ],
)
def test_each_format_has_its_type_and_the_same_pages_give_the_same_bytes(format_, count, mime_type, extension):
    made = export_images(PAGES[:count], format_, OPTIONS)
    assert made[1:] == (mime_type, extension)
    assert made == export_images(PAGES[:count], format_, OPTIONS)


def test_a_multi_page_tiff_has_a_frame_for_each_page_as_it_is_shown():
    whole = export_images(PAGES, "MultiPageTIFF", OPTIONS).data
    with Image.open(io.BytesIO(whole)) as image:
        sizes = []
        for frame in range(image.n_frames):
            image.seek(frame)
            sizes.append(image.size)
    assert sizes == [(1275, 1650), (1275, 1650), (1650, 1275)]


@pytest.mark.parametrize(("format_", "extension"), [("SinglePageTIFF", "tif"), ("PNG", "png"), ("JPEG", "jpg")])
def test_a_zip_holds_a_file_for_each_page_named_by_document_prefix_and_page_number(format_, extension):
    with zipfile.ZipFile(io.BytesIO(export_images(PAGES, format_, OPTIONS).data)) as archive:
        assert archive.namelist() == [f"Lease A_B, Page {number}.{extension}" for number in (1, 3, 4)]
        assert archive.infolist()[0].date_time == (2026, 3, 1, 12, 0, 0)
        assert [description(archive.read(name)) for name in archive.namelist()] == [LINES, "the second", "turned"]


def test_a_pdf_has_a_page_for_each_that_is_as_large_as_the_sheet():
    from pypdf import PdfReader

    whole = export_images(PAGES, "PDF", OPTIONS).data
    assert read_pdf(whole).page_count == 3
    sizes = [(round(page.mediabox.width), round(page.mediabox.height)) for page in PdfReader(io.BytesIO(whole)).pages]
    assert sizes == [(612, 792), (612, 792), (792, 612)]


def test_a_stronger_compression_makes_a_smaller_jpeg():
    sizes = [
        len(export_images(PAGES[:1], "JPEG", ExportOptions(jpeg_quality=quality)).data) for quality in (0, 70, 100)
    ]
    assert sizes == sorted(set(sizes))


def test_no_pages_and_images_that_cannot_be_read_are_refused():
    with pytest.raises(BadMedia, match="no pages"):
        export_images([], "PDF", OPTIONS)
    with pytest.raises(BadMedia, match="no image"):
        export_images([ExportPage(1, "", b"broken")], "PNG", OPTIONS)


# redactions


@pytest.mark.parametrize(
    ("text", "redactions", "lines"),
    [(LINES, 0, []), (LINES, 1, [4]), (LINES, 2, [3, 6]), ("a\n\nb", 1, [2]), ("a", 5, [0]), ("\n \n", 3, [])],
)
def test_redactions_cover_lines_that_say_something_spread_over_the_page(text, redactions, lines):
    assert covered_lines(text, redactions) == lines


def test_a_covered_line_is_replaced_letter_by_letter():
    assert redacted("one\ntwo words\nthree", 1) == "one\nXXX XXXXX\nthree"
    assert redacted("one\ntwo words\nthree", 1, "#") == "one\n### #####\nthree"


def row_of(image, line):
    """The stretch of a drawn sheet on which a line stands."""
    return image.convert("L").crop((0, (line + 4) * 28, image.width, (line + 5) * 28 - 4))


def test_a_redaction_is_burnt_in_and_the_text_that_travels_along_does_not_tell_it():
    page = ExportPage(1, LINES, redactions=1)
    image, _, text = sheet(page, OPTIONS)
    assert row_of(image, 4).getcolors() != row_of(sheet(PAGES[0], OPTIONS).image, 4).getcolors()
    bar = row_of(image, 4).crop((132, 2, 340, 20))
    assert bar.getextrema() == (0, 0)
    assert "line 5" not in text
    assert "line 4" in text
    assert sheet(page, ExportOptions(include_redactions=False)).text == LINES


def test_a_redaction_covers_an_image_that_was_sent():
    page = ExportPage(1, "what it says", drawn_tiff("what it says"), redactions=1)
    image = sheet(page, OPTIONS).image
    assert image.getpixel((image.width // 2, image.height // 2)) == 0
    assert sheet(page, ExportOptions(include_redactions=False)).image.getpixel((637, 825)) != 0


# annotations and watermarks


def test_annotations_are_drawn_unless_they_are_not_wanted():
    page = ExportPage(1, LINES, marks=(Mark("Note", "call back", 0xFFFF00), Mark("Stamp", "Received", 0xFF0000)))
    colors = {color for _, color in sheet(page, OPTIONS).image.getcolors()}
    assert {(255, 255, 0), (255, 0, 0)} <= colors
    assert sheet(page, ExportOptions(include_annotations=False)).image.mode == "1"


POSITIONS = {
    "TopLeft": (0, 0),
    "TopCenter": (1, 0),
    "TopRight": (2, 0),
    "MiddleLeft": (0, 1),
    "DeadCenter": (1, 1),
    "MiddleRight": (2, 1),
    "BottomLeft": (0, 2),
    "BottomCenter": (1, 2),
    "BottomRight": (2, 2),
}


@pytest.mark.parametrize(("position", "third"), POSITIONS.items())
def test_a_watermark_stands_where_it_is_wanted(position, third):
    options = ExportOptions(watermarks=(Watermark("COPY", position, span=20),))
    image = sheet(ExportPage(1, ""), options).image
    left, top, right, bottom = image.point(lambda value: 255 - value).getbbox()
    assert ((left + right) * 3 // (2 * image.width), (top + bottom) * 3 // (2 * image.height)) == third


@pytest.mark.parametrize(("span", "angle", "width"), [(50, 0, 637), (100, 0, 1275), (50, 90, 110), (50, 180, 637)])
def test_a_watermark_spans_its_share_of_the_page_and_is_turned(span, angle, width):
    options = ExportOptions(watermarks=(Watermark("SAMPLE", rotation=angle, span=span),))
    left, _, right, _ = sheet(ExportPage(1, ""), options).image.point(lambda value: 255 - value).getbbox()
    assert width * 0.7 <= right - left <= width


def test_a_watermark_lets_the_text_show_through_by_its_opacity():
    shades = [
        sheet(ExportPage(1, ""), ExportOptions(watermarks=(Watermark("COPY", opacity=opacity),))).image.getextrema()[0]
        for opacity in (0, 50, 100)
    ]
    assert shades[0] == 255
    assert shades[0] > shades[1] > shades[2] >= 128


def test_exported_images_are_of_the_format_that_was_asked_for():
    found = [image_facts(export_images(PAGES[:1], format_, OPTIONS).data).format for format_ in ("PNG", "JPEG")]
    assert found == ["PNG", "JPEG"]
