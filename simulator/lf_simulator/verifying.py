"""Expectations of a journal, in a small language that tests in any language can write.

    GetEntry = 3                     called three times; also <, <=, >, >=, <>
    GetEntry[status=503] <= 1        of those with that status, user or method
    CreateToken -> writes -> reads   in this order, whatever else came between
    only reads, CreateToken          nothing but these

Operations go by their official names of either dialect, by groups (`reads`, `writes`, `searches` …), or `*` for all.
"""

from __future__ import annotations

import operator
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lf_simulator.checks import BadValue, shown, unknown, unknown_operation
from lf_simulator.operations import AREAS, NAMES, OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    Row = Mapping[str, Any]

EVERY = "*"
CONDITIONS = ("status", "user", "method")
COMPARISONS: Mapping[str, Callable[[int, int], bool]] = {
    "=": operator.eq,
    "<>": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
SAYS = {"=": "", "<>": "any number but ", "<": "fewer than ", "<=": "at most ", ">": "more than ", ">=": "at least "}
_TERM = r"([*\w-]+)\s*(?:\[([^\]]*)\])?"
_COUNT = re.compile(rf"{_TERM}\s*(=|<>|<=|>=|<|>)\s*([0-9]{{1,9}})")
_ONE = re.compile(_TERM)
_HINT = 'write "GetEntry = 3", "CreateToken -> GetEntry" or "only reads, CreateToken"'

_ALIKE: dict[str, frozenset[str]] = {}
for _row in OPERATIONS:
    _ALIKE[_row.name] = _ALIKE.get(_row.name, frozenset()) | frozenset(_row.names)


@dataclass(frozen=True, slots=True)
class Term:
    """Some calls: those of an operation or a group that meet all conditions."""

    written: str
    names: frozenset[str]
    """Empty: all."""
    conditions: tuple[tuple[str, str], ...] = ()

    def fits(self, row: Row) -> bool:
        if self.names and row["operation"] not in self.names:
            return False
        return all(str(row[name] or "").casefold() == value.casefold() for name, value in self.conditions)


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether one expectation holds, and in a sentence what was found."""

    expect: str
    holds: bool
    says: str


def verify(rows: Sequence[Row], expectations: Iterable[str]) -> list[Verdict]:
    """One verdict for each expectation. `rows` are exchanges as a journal shows them.

    Raises BadValue for one that cannot be read.
    """
    checks = [(text, _read(text.strip())) for text in expectations]  # all of them before any is held against the rows
    if not checks:
        raise BadValue(f"expect: is missing; {_HINT}")
    return [Verdict(text, *check(rows)) for text, check in checks]


def _read(text: str) -> Callable[[Sequence[Row]], tuple[bool, str]]:
    first, _, rest = text.partition(" ")
    if first == "only":
        return _only([_term(part, text) for part in _parts(rest, ",")])
    if "->" in text:
        return _order([_term(part, text) for part in _parts(text, "->")])
    found = _COUNT.fullmatch(text)
    if found is None:
        raise BadValue(f"expect: {shown(text)} is no expectation; {_HINT}")
    written, conditions, comparison, number = found.groups()
    return _count(_made(written, conditions), comparison, int(number))


def _parts(text: str, mark: str) -> list[str]:
    """Split where the mark stands outside of brackets."""
    return re.split(rf"{mark}(?![^\[]*\])", text)


def _term(text: str, whole: str) -> Term:
    found = _ONE.fullmatch(text.strip())
    if found is None:
        raise BadValue(f"expect: {shown(text.strip())} in {shown(whole)} names no operation; {_HINT}")
    return _made(*found.groups())


def _made(name: str, conditions: str | None) -> Term:
    written = name if conditions is None else f"{name}[{conditions}]"
    pairs = []
    for part in filter(None, (each.strip() for each in (conditions or "").split(","))):
        key, equals, value = part.partition("=")
        if key.strip() not in CONDITIONS or not equals:
            raise BadValue(unknown("condition", key.strip(), CONDITIONS, "expect"))
        pairs.append((key.strip(), value.strip()))
    if name == EVERY:
        return Term(written, frozenset(), tuple(pairs))
    if name in AREAS:
        return Term(written, AREAS[name], tuple(pairs))
    if name not in NAMES:
        raise BadValue(unknown_operation(name, {*NAMES, *AREAS}, "expect"))
    return Term(written, _ALIKE[name], tuple(pairs))


def _count(term: Term, comparison: str, wanted: int) -> Callable[[Sequence[Row]], tuple[bool, str]]:
    def check(rows: Sequence[Row]) -> tuple[bool, str]:
        found = sum(term.fits(row) for row in rows)
        says = f"{term.written} was called {_times(found)}"
        holds = COMPARISONS[comparison](found, wanted)
        return holds, f"{says}." if holds else f"{says}, not {SAYS[comparison]}{_times(wanted)}."

    return check


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def _order(terms: list[Term]) -> Callable[[Sequence[Row]], tuple[bool, str]]:
    def check(rows: Sequence[Row]) -> tuple[bool, str]:
        left, before = list(terms), ""
        for row in rows:
            if left and left[0].fits(row):
                before = f"{row['operation']} (exchange {row['number']})"
                left.pop(0)
        if not left:
            return True, f"The last of them was {before}."
        return (
            False,
            f"There was no {left[0].written} after {before}." if before else f"There was no {left[0].written}.",
        )

    return check


def _only(terms: list[Term]) -> Callable[[Sequence[Row]], tuple[bool, str]]:
    def check(rows: Sequence[Row]) -> tuple[bool, str]:
        others = [row for row in rows if not any(term.fits(row) for term in terms)]
        if not others:
            return True, "Nothing else was called."
        first = others[0]
        called = first["operation"] or f"{first['method']} {first['path']}"
        return False, f"{len(others)} exchanges are others, the first is {called} (exchange {first['number']})."

    return check
