"""Text files as pages: where one ends, and what of the text is kept."""

from __future__ import annotations

import textwrap

import pytest
from hypothesis import given
from hypothesis import strategies as some

from lf_simulator.media import decode, paginate
from lf_simulator.media.text import CHARACTERS_PER_LINE, LINES_PER_PAGE

PROSE = (
    "The council met on Monday evening in the old hall. The clerk read the minutes of the last meeting, and nobody had "
    "anything to add. A resident of Richards Lane spoke about the noise of the compressors behind the cold storage. "
    "The engineer was asked to measure it at night and to report in two weeks. The hearing on the new fees was closed. "
)
IMPORTED = (PROSE * 6)[:1678]


@pytest.mark.parametrize(
    "text",
    [
        IMPORTED,
        *(textwrap.fill(IMPORTED, width)[:1678] for width in (50, 60, 65, 72, 76, 78, 80, 100, 120)),
        "\r\n".join(textwrap.wrap(IMPORTED, 78)),
        "\n\n".join(textwrap.fill(IMPORTED[start : start + 420], 78) for start in range(0, 1678, 420)),
        "x" * 1678,
    ],
)
def test_ordinary_prose_of_the_size_that_the_official_tests_import_gives_two_pages(text):
    assert len(paginate(text)) == 2


@pytest.mark.parametrize(
    ("text", "pages"),
    [
        ("", []),
        ("a", ["a"]),
        ("a\n", ["a"]),
        ("\n", [""]),
        ("a\r\nb\rc\n", ["a\nb\nc"]),
        ("one\ftwo", ["one", "two"]),
        ("one\f", ["one"]),
        ("one\f\ftwo", ["one", "", "two"]),
    ],
)
def test_line_ends_become_line_feeds_and_form_feeds_end_a_page(text, pages):
    assert paginate(text) == pages


def test_a_page_has_so_many_lines():
    lines = [f"line {number}" for number in range(2 * LINES_PER_PAGE)]
    assert [page.count("\n") + 1 for page in paginate("\n".join(lines))] == [LINES_PER_PAGE, LINES_PER_PAGE]
    assert len(paginate("\n".join([*lines, "one more"]))) == 3


def test_a_long_line_is_kept_whole_and_is_broken_at_a_blank_only_where_the_page_ends():
    long = " ".join(["word"] * 26)  # two lines' worth
    assert paginate(long) == [long]
    first, second = paginate("\n".join(["short"] * (LINES_PER_PAGE - 1)) + "\n" + long)
    assert first.endswith("short\n" + " ".join(["word"] * 13))
    assert second == " ".join(["word"] * 13)


def test_a_tab_takes_the_room_that_it_takes_in_print():
    assert len(paginate("\n".join(["a\tb"] * LINES_PER_PAGE))) == 1
    assert len(paginate("\n".join(["\t" * 8 + "ab"] * LINES_PER_PAGE))) == 2
    assert len(paginate("\n".join(["\t" * 8 + "a"] * LINES_PER_PAGE))) == 1


@given(some.text(alphabet="ab \t\n\fé", max_size=4 * CHARACTERS_PER_LINE * LINES_PER_PAGE))
def test_nothing_but_blanks_is_ever_lost(text):
    pages = paginate(text)
    assert "".join("".join(pages).split()) == "".join(text.split())
    assert all(page.count("\n") < LINES_PER_PAGE for page in pages)


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (b"", ""),
        ("Zażółć §".encode(), "Zażółć §"),
        ("Zażółć".encode("utf-8-sig"), "Zażółć"),
        ("Zażółć".encode("utf-16"), "Zażółć"),
        ("Zażółć".encode("utf-32"), "Zażółć"),
        ("§ 12 – fee".encode("cp1252"), "§ 12 – fee"),
        (b"\xff\xfea\0b", "a�"),
    ],
)
def test_a_text_file_is_read_by_its_mark_or_else_as_utf_8_or_as_windows_writes(data, text):
    assert decode(data) == text
