"""Which pages of a document are meant by a text such as `1-3, 7`."""

from __future__ import annotations

import re

MOST_PAGES = 100_000
_RANGE = re.compile(r"\s*([0-9]{1,9})\s*(?:-\s*([0-9]{1,9})\s*)?")


class BadPages(ValueError):
    """The text names no pages; the message says what is wrong with it."""


def read(spec: str | None) -> list[int] | None:
    """The pages, counted from 1, ascending and once each; None for all. Raises BadPages."""
    if spec is None or not spec.strip():
        return None
    chosen: set[int] = set()
    for part in spec.split(","):
        found = _RANGE.fullmatch(part)
        if found is None:
            form = "numbers and ranges with commas between, such as 1-3,7"
            raise BadPages(f"pages takes {form}, and {part.strip()!r} is neither.")
        first, last = int(found[1]), int(found[2] or found[1])
        if first < 1:
            raise BadPages("Pages are counted from 1.")
        if last < first:
            raise BadPages(f"The range {part.strip()} goes backwards.")
        if last - first >= MOST_PAGES:
            raise BadPages(f"The range {part.strip()} is longer than {MOST_PAGES:,} pages.")
        chosen.update(range(first, last + 1))
    return sorted(chosen)
