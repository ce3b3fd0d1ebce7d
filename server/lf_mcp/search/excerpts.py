"""Passages of about the size that was asked for, around the matched words; pure."""

from __future__ import annotations

from dataclasses import dataclass

LEFT_OUT = "…"


@dataclass(frozen=True, slots=True)
class Span:
    """A half-open range of characters; never empty."""

    start: int
    end: int


def match_span(text: str, offset: int | None, length: int | None) -> Span | None:
    """The part of `text` that a highlight marks, cut to the text; None when it marks nothing in it."""
    if offset is None or length is None or offset < 0:
        return None
    end = min(offset + length, len(text))
    return Span(offset, end) if offset < end else None


def excerpt(text: str, match: Span | None, size: int) -> str:
    """At most `size` characters of `text` around `match`, and a `…` at each end where something was left out.

    A match that is longer than `size` comes whole: half a match would misquote the document.
    """
    if len(text) <= size:
        return text
    if match is None:
        return text[:size].rstrip() + LEFT_OUT
    size = max(size, match.end - match.start)
    start = match.start - (size - (match.end - match.start)) // 2
    start = max(0, min(start, len(text) - size))
    end = start + size
    before, after = text[start : match.start].lstrip(), text[match.end : end].rstrip()
    middle = text[match.start : match.end]
    return (LEFT_OUT if start else "") + before + middle + after + (LEFT_OUT if end < len(text) else "")
