"""PDF files: their pages, texts and pictures, and what is refused."""

from __future__ import annotations

import pytest

from lf_simulator.media import BadMedia, description, extract_text, image_facts, read_pdf
from lf_simulator.media import pdf as reading


def test_pages_are_counted_and_their_texts_read(pdf):
    found = read_pdf(pdf("First page\nsecond line", "", "Third page"))
    assert found.page_count == 3
    assert [text.strip() for text in found.texts()] == ["First page\nsecond line", "", "Third page"]


@pytest.mark.parametrize(
    ("kind", "depth", "dpi"), [("BlackAndWhite", 1, 150), ("StandardColor", 24, 100), ("HighQualityColor", 24, 150)]
)
def test_a_page_is_drawn_in_the_wanted_kind_and_its_description_is_its_text(pdf, kind, depth, dpi):
    found = read_pdf(pdf("One", "Two words"))
    image = found.image(2, kind)
    facts = image_facts(image)
    assert (facts.format, facts.depth, facts.x_dpi) == ("TIFF", depth, dpi)
    assert abs(facts.width - 8.5 * dpi) <= 1
    assert abs(facts.height - 11 * dpi) <= 1
    assert description(image).strip() == "Two words"
    assert image == found.image(2, kind)


def test_every_page_is_drawn_in_order(pdf):
    assert [description(image).strip() for image in read_pdf(pdf("One", "Two")).images()] == ["One", "Two"]


def test_a_huge_sheet_is_drawn_at_a_lower_resolution():
    import fpdf

    document = fpdf.FPDF(unit="pt", format=(14_400, 7_200))
    document.add_page()
    facts = image_facts(read_pdf(bytes(document.output())).image(1))
    assert (facts.width, facts.height) == (reading.LONGEST_SIDE, reading.LONGEST_SIDE // 2)


@pytest.mark.parametrize("data", [b"", b"no PDF at all", b"%PDF-1.7\nbroken off"])
def test_a_broken_pdf_is_refused(data):
    with pytest.raises(BadMedia, match="broken"):
        read_pdf(data)


def test_an_encrypted_pdf_is_refused_by_name(pdf):
    with pytest.raises(BadMedia, match="encrypted"):
        read_pdf(pdf("Secret", password="open sesame"))


def test_the_text_of_a_file_is_taken_by_its_extension(pdf):
    assert extract_text(pdf("One", "Two"), "PDF").split() == ["One", "Two"]
    assert extract_text("naïve".encode(), "txt") == "naïve"
    assert extract_text(b"<title>Fees</title><p>ten <b>doll</b>ars<script>no()</script>", "htm").split() == [
        *("Fees", "ten", "dollars")
    ]
    assert extract_text(b"PK", "docx") is None
    with pytest.raises(BadMedia):
        extract_text(b"no PDF", "pdf")
