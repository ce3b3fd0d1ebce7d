"""Repairs of a query that the server called malformed; pure. Each gives the query back unchanged when it has no use."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

# What may stand behind the closing quote of a value, after blanks.
AFTER_VALUE = re.compile(r" *(?:[}&|,]|$)")
# A name clause as simple as it can be, with a value of its own: escaped quotes and lone backslashes belong to it.
NAME_CLAUSE = re.compile(r'\{LF:Name="((?:[^"\\]|\\"(?!\})|\\)+)"\}')


def escape_quotes(query: str) -> str:
    """Put a backslash before each double quote inside a value `="…"` that does not close it.

    A quote closes when only blanks and then `}`, `&`, `|`, `,` or the end follow; a backslash before it is the last one
    of a path. Any other backslash before a quote escapes it already, and two quotes that stand for one stay too.
    """
    out: list[str] = []
    position, inside = 0, False
    while position < len(query):
        step = _inside_value(query, position) if inside else _outside_value(query, position)
        out.append(step.written)
        position += step.read
        inside = inside != step.turns
    return "".join(out)


@dataclass(frozen=True, slots=True)
class _Step:
    """`read` characters were taken, `written` goes out; `turns`: a value was entered or left."""

    read: int
    written: str
    turns: bool = False


def _outside_value(query: str, position: int) -> _Step:
    if query.startswith('="', position):
        return _Step(2, '="', turns=True)
    return _Step(1, query[position])


def _inside_value(query: str, position: int) -> _Step:
    character = query[position]
    following = query[position + 1 : position + 2]
    if character == "\\" and following == '"' and not _closes(query, position + 1):
        return _Step(2, '\\"')
    if character != '"':
        return _Step(1, character)
    if _closes(query, position):
        return _Step(1, '"', turns=True)
    if following == '"' and not _closes(query, position + 1):
        return _Step(2, '""')
    return _Step(1, '\\"')


def _closes(query: str, quote: int) -> bool:
    return AFTER_VALUE.match(query, quote + 1) is not None


def wildcard_wrap(query: str) -> str:
    """Let each clause `{LF:Name="value"}` without wildcards, which takes a whole name, match a part of it too."""

    def wrapped(clause: re.Match[str]) -> str:
        value = clause.group(1)
        return clause.group(0) if "*" in value or "?" in value else f'{{LF:Name="*{value}*"}}'

    return NAME_CLAUSE.sub(wrapped, query)


@dataclass(frozen=True, slots=True)
class Repair:
    """`relaxes`: the repaired query may find more than the given one, so the caller can forbid it."""

    name: str
    apply: Callable[[str], str]
    relaxes: bool


REPAIRS = (Repair("escape_quotes", escape_quotes, False), Repair("wildcard_wrap", wildcard_wrap, True))
