"""Where an error is drawn: under the character that it is about, in a window of fixed width."""

from __future__ import annotations

import pytest

from lf_simulator.search.place import BEFORE, LONGEST_LINE, Place


@pytest.mark.parametrize(
    ("command", "offset", "line", "column", "drawn"),
    [
        ("abc", 1, 1, 2, "abc\n ^"),
        ("abc", 3, 1, 4, "abc\n   ^"),
        ("", 0, 1, 1, "\n^"),
        ("a\nbc\nd", 3, 2, 2, "bc\n ^"),
        ("a\nbc\nd", 4, 2, 3, "bc\n  ^"),
        ("a\n", 2, 2, 1, "\n^"),
        ("a\r\nbc", 4, 2, 2, "bc\n ^"),
        ("ab\r\nc", 2, 1, 3, "ab\n  ^"),
        ("\ta\tb", 3, 1, 4, "\ta\tb\n\t \t^"),
        ("界界x", 2, 1, 3, "界界x\n    ^"),
        ("\U0001f600x", 1, 1, 2, "\U0001f600x\n  ^"),
        ("e\u0301x", 2, 1, 3, "e\u0301x\n ^"),
        ("ａx", 1, 1, 2, "ａx\n  ^"),
        ("\0x", 1, 1, 2, "␀x\n ^"),
        ("\x1bx\x7f", 1, 1, 2, "␛x\ufffd\n ^"),
        ("a\ud800x", 2, 1, 3, "a\ufffdx\n  ^"),
        ("a\u2028x", 2, 1, 3, "a\ufffdx\n  ^"),
        ("a\u200dx", 2, 1, 3, "a\u200dx\n ^"),
        ("a\u00a0x", 2, 1, 3, "a\u00a0x\n  ^"),
    ],
)
def test_a_caret_stands_under_its_character(command: str, offset: int, line: int, column: int, drawn: str) -> None:
    place = Place(command, offset)
    assert (place.line, place.column, place.drawn()) == (line, column, drawn)


def test_of_a_long_line_only_what_is_around_the_place_is_drawn() -> None:
    line = "".join(chr(ord("a") + number % 26) for number in range(100_000))
    for offset in (0, BEFORE, BEFORE + 1, 50_000, len(line) - 1, len(line)):
        shown, caret = Place("x\n" + line, offset + 2).drawn().split("\n")
        assert len(shown) <= LONGEST_LINE + 2
        under = shown[len(caret) - 1 :]
        assert (under[0] == line[offset]) if offset < len(line) else (under == "")


def test_a_line_that_fits_is_drawn_whole() -> None:
    line = "x" * LONGEST_LINE
    assert Place(line, LONGEST_LINE).drawn() == f"{line}\n{' ' * LONGEST_LINE}^"
