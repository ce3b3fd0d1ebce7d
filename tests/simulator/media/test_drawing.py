"""Pages drawn from their text, and what recognition makes of them."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from lf_simulator.media import DRAWN, description, draw_page, drawn_size, drawn_tiff, image_facts, recognise, says

LETTER = "City of Millbrook\n\n§ 12 – “noise”     1,250.50\nZażółć ∑ \x7f\x00 €"


def ink(image):
    return image.convert("1").histogram()[0]


def test_a_page_is_a_letter_sheet_whose_facts_are_known_without_drawing_it():
    data = drawn_tiff(LETTER)
    assert image_facts(data) == DRAWN
    assert drawn_size(LETTER) == len(data)
    assert data == drawn_tiff(LETTER)


def test_a_page_without_text_is_blank_and_one_with_text_is_not():
    assert ink(draw_page("")) == 0
    assert ink(draw_page("a")) > 20
    assert ink(draw_page(LETTER)) > ink(draw_page("a"))


@pytest.mark.parametrize("rotation", [0, 90, 180, 270, 360])
def test_a_page_is_turned_clockwise(rotation):
    image = draw_page("written in the top left corner", rotation)
    assert image.size == ((1650, 1275) if rotation in (90, 270) else (1275, 1650))
    left, top, right, bottom = image.convert("L").point(lambda value: 255 - value).getbbox()
    is_left, is_top = left + right < image.width, top + bottom < image.height
    assert (is_left, is_top) == {0: (True, True), 90: (False, True), 180: (False, False), 270: (True, False)}[
        rotation % 360
    ]


def test_a_line_that_is_too_long_goes_on_below_and_a_full_page_is_set_in_small_type():
    assert ink(draw_page("word " * 40)) > ink(draw_page("word " * 10)) * 3
    small = draw_page("\n".join(["word"] * 100))
    assert ink(small) > 100 * ink(draw_page("word")) / 8
    assert ink(draw_page("\n".join(["word"] * 1000))) < 2 * ink(small)


class Page(NamedTuple):
    text: str = ""
    true_text: str | None = None
    has_image: bool = True
    image: bytes | None = None


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (Page("rnade by a scanner", "made by a scanner"), "made by a scanner"),
        (Page("clean"), "clean"),
        (Page("", "never read"), "never read"),
        (Page("typed in", has_image=False), ""),
        (Page("old", image=drawn_tiff("on the picture")), "on the picture"),
        (Page("old", image=b"no picture"), ""),
    ],
)
def test_recognition_reads_what_the_picture_of_a_page_says(page, text):
    assert recognise(page) == text


def test_recognition_reads_the_description_of_an_image_and_nothing_where_there_is_none(saved):
    assert recognise(drawn_tiff("two\nlines")) == "two\nlines"
    assert recognise(saved("JPEG")) == ""
    assert recognise(b"") == ""
    assert says(Page("read", "true")) == "true"
    assert description(drawn_tiff(LETTER)) == LETTER.replace("\0", "")
