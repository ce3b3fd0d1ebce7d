from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lf_mcp.search.excerpts import Span, excerpt, match_span


@pytest.mark.parametrize(
    ("offset", "length", "span"),
    [
        (0, 3, Span(0, 3)),
        (8, 2, Span(8, 10)),
        (8, 50, Span(8, 10)),
        (10, 1, None),
        (99, 3, None),
        (-1, 3, None),
        (3, 0, None),
        (3, -2, None),
        (None, 3, None),
        (3, None, None),
    ],
)
def test_a_highlight_is_cut_to_the_text(offset: int | None, length: int | None, span: Span | None) -> None:
    assert match_span("0123456789", offset, length) == span


@pytest.mark.parametrize(
    ("text", "match", "size", "shown"),
    [
        ("short", None, 40, "short"),
        ("  short  ", None, 40, "  short  "),
        ("a" * 10, Span(2, 4), 10, "a" * 10),
        ("abcd efgh ijkl", None, 5, "abcd…"),
        ("abcdefghijklmnop", Span(8, 10), 6, "…ghijkl…"),
        ("abcdefghijklmnop", Span(0, 2), 6, "abcdef…"),
        ("abcdefghijklmnop", Span(14, 16), 6, "…klmnop"),
        ("abcdefghijklmnop", Span(2, 12), 6, "…cdefghijkl…"),
        ("abcdefghijklmnop", Span(0, 12), 6, "abcdefghijkl…"),
        ("abcdefghijklmnop", Span(4, 16), 6, "…efghijklmnop"),
        ("ab   MATCH   cd", Span(5, 10), 9, "…MATCH…"),
    ],
)
def test_a_passage_is_a_window_around_the_match(text: str, match: Span | None, size: int, shown: str) -> None:
    assert excerpt(text, match, size) == shown


@given(st.text(alphabet="ab cé…\n", max_size=120), st.integers(0, 120), st.integers(1, 120), st.integers(1, 60))
def test_a_passage_holds_the_whole_match_and_is_no_longer_than_allowed(
    text: str, offset: int, length: int, size: int
) -> None:
    match = match_span(text, offset, length)
    shown = excerpt(text, match, size)
    words = text[match.start : match.end] if match else ""
    assert words in shown
    assert len(shown) <= max(size, len(words)) + 2
    inner = shown if len(text) <= size else shown.removeprefix("…").removesuffix("…")
    assert inner in text or inner == ""
