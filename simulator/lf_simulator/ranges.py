"""Reading ranges: one range of bytes as HTTP writes it, and page ranges such as `1,3-5`. Pure."""

from __future__ import annotations

import re

from lf_simulator import errors

UNSATISFIABLE = (-1, -1)

_BYTES = re.compile(r"bytes=(\d*)-(\d*)", re.IGNORECASE)
_PAGES = re.compile(r"(\d{1,6})(?:\s*-\s*(\d{1,6}))?")


def one_range(header: str, size: int) -> tuple[int, int] | None:
    """The first and last byte that `Range` asks for of a file of `size` bytes.

    None: send the whole file, because there is no header, or one that cannot be read or names several ranges, which the
    published description does not offer (RFC 9110 lets a server ignore both). UNSATISFIABLE: nothing lies in the range.
    """
    found = _BYTES.fullmatch(header.replace(" ", ""))
    if found is None:
        return None
    first, last = found.groups()
    if not first and not last:
        return None
    if not first:
        return (max(0, size - int(last)), size - 1) if size and int(last) else UNSATISFIABLE
    if last and int(last) < int(first):
        return None
    if int(first) >= size:
        return UNSATISFIABLE
    return int(first), min(int(last) if last else size - 1, size - 1)


def pages(text: str | None, count: int) -> list[int]:
    """The page numbers of a document of `count` pages that `pageRange` names, ascending, each once; all without one.

    Raises ApiError 400 for a range that is malformed or leaves the document (official tests).
    """
    if text is None or not text.strip():
        return list(range(1, count + 1))
    chosen: set[int] = set()
    for part in text.split(","):
        found = _PAGES.fullmatch(part.strip())
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (0, 0)
        if not 1 <= first <= last <= count:
            reason = f'pageRange takes numbers and ranges such as 1,3-5 within 1 to {count}, not "{text}".'
            raise errors.bad_parameter("pageRange", reason)
        chosen.update(range(first, last + 1))
    return sorted(chosen)
