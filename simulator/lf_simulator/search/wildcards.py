"""Patterns: `*` any run of characters, `?` one character, `[abc]`, `[a-i]`, `[^abc]` one out of a set.

Documented, save for the negated set (older error messages speak of carets in brackets) and for brackets that hold
nothing or never close: those are plain characters (*decision*). Nothing else is special: `_` and `%` are themselves.
"""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import chain
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

_PART = re.compile(r"(?P<many>\*+)|(?P<one>\?)|\[(?P<out>\^?)(?P<set>[^\]^][^\]]*)\]|(?P<plain>.)", re.DOTALL)
_PART_WITHOUT_SETS = re.compile(r"(?P<many>\*+)|(?P<one>\?)|(?P<out>(?!))(?P<set>(?!))|(?P<plain>.)", re.DOTALL)
_RANGE = re.compile(r"(.)-(.)|(.)", re.DOTALL)

NOTHING = "[^\x01-\U0010ffff]"
"""A pattern for GLOB that nothing matches."""


def _parts(pattern: str) -> Iterator[re.Match[str]]:
    """Behind the last bracket that closes, none is looked for: many open ones cost no more than one."""
    closed = pattern.rfind("]") + 1
    return chain(_PART.finditer(pattern, 0, closed), _PART_WITHOUT_SETS.finditer(pattern, closed))


@lru_cache(maxsize=512)
def has_wildcards(text: str) -> bool:
    return any(found.lastgroup != "plain" for found in _parts(text))


def plain_part(pattern: str) -> str:
    """What of a pattern stands for itself."""
    return "".join(found["plain"] for found in _parts(pattern) if found["plain"])


def only_wildcards(text: str) -> bool:
    """Nothing but `*` and `?` (and blanks between them). A set counts as something to look for."""
    return bool(text.strip()) and not text.strip("*? \t\r\n")


def prefix_of(pattern: str) -> str | None:
    """`prun` of `prun*`; nothing for any other shape."""
    head = pattern.rstrip("*")
    return head if head and head != pattern and not has_wildcards(head) else None


@lru_cache(maxsize=512)
def glob(pattern: str) -> str:
    """The pattern for SQLite's GLOB, case-folded: the column that it is held against has to be folded too."""
    if "\0" in pattern:
        return NOTHING  # SQLite would read the pattern up to it
    return "".join(_glob_part(found) for found in _parts(pattern.casefold()))


def _glob_part(part: re.Match[str]) -> str:
    if part["plain"]:
        return "[[]" if part["plain"] == "[" else part["plain"]
    return "*" if part["many"] else part.group()


@lru_cache(maxsize=512)
def regex(pattern: str) -> re.Pattern[str]:
    """The pattern as a regular expression for `fullmatch` on case-folded text.

    What stands between two `*` has a fixed length, so its first place is as good as any later one: it is taken for
    good, and the time that a match takes does not grow with every further `*`."""
    pieces = [""]
    for found in _parts(pattern.casefold()):
        if found["many"]:
            pieces.append("")
        else:
            pieces[-1] += _regex_part(found)
    if len(pieces) == 1:
        return re.compile(pieces[0], re.DOTALL)
    first, *others, last = pieces
    return re.compile(f"{first}{''.join(f'(?>.*?{piece})' for piece in others)}.*{last}", re.DOTALL)


def _regex_part(part: re.Match[str]) -> str:
    """One character of a text."""
    if part["one"]:
        return "."
    if part["plain"]:
        return re.escape(part["plain"])
    members = "".join(_members(*found.groups()) for found in _RANGE.finditer(part["set"]))
    if not members:  # every range runs backwards: no character is in the set
        return "." if part["out"] else "(?!)"
    return f"[{part['out']}{members}]"


def _members(low: str | None, high: str | None, single: str | None) -> str:
    if single:
        return re.escape(single)
    return f"{re.escape(low or '')}-{re.escape(high or '')}" if (low or "") <= (high or "") else ""
