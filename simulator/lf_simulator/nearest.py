"""When no route fits: which operation was probably meant, and what differed, in a sentence for the journal."""

from __future__ import annotations

from difflib import SequenceMatcher
from typing import TYPE_CHECKING

from lf_simulator.operations import OPERATIONS
from lf_simulator.routing import WHOLE_NUMBERS, match, split

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lf_simulator.operations import Operation

LITERAL_WEIGHT = 2.0
"""A literal that is spelled right tells more than a parameter that takes anything."""


def explain(version: str, method: str, segments: Sequence[str]) -> str:
    """`segments` begin after the version."""
    called = f"{method} /{version}/{'/'.join(segments)}"
    other = "v2" if version == "v1" else "v1"
    elsewhere = match(other, method, segments)
    if not isinstance(elsewhere, frozenset):
        name = elsewhere.operation.name
        return f"No operation of {version} fits {called}; {name} has this route in {other}."
    best = max(OPERATIONS, key=lambda row: _likeness(row, version, method, segments))
    return f"No operation of {version} fits {called}; the nearest is {best.name} ({best.method} {best.path}): " + (
        _difference(best, version, method, segments)
    )


def _likeness(row: Operation, version: str, method: str, segments: Sequence[str]) -> float:
    wanted = split(row.path)[1:]
    alike = sum(_segment_likeness(want, got) for want, got in zip(wanted, segments, strict=False))
    fits = (row.version == version) + (row.method == method) + row.simulated  # what answers 501 is seldom meant
    return alike - abs(len(wanted) - len(segments)) + fits


def _segment_likeness(wanted: str, got: str) -> float:
    if wanted.startswith("{"):
        return 1.0 if _fills(wanted, got) else 0.0
    if wanted.lower() == got.lower():
        return LITERAL_WEIGHT
    return SequenceMatcher(None, wanted.lower(), got.lower()).ratio()


def _fills(parameter: str, got: str) -> bool:
    return bool(got) and (parameter[1:-1] not in WHOLE_NUMBERS or got.lstrip("-").isdigit())


def _difference(row: Operation, version: str, method: str, segments: Sequence[str]) -> str:
    wanted = split(row.path)[1:]
    for want, got in zip(wanted, segments, strict=False):
        if want.startswith("{"):
            if not _fills(want, got):
                return f'{want} takes a whole number, and "{got}" is none.'
        elif want.lower() != got.lower():
            return f'it has "{want}" where "{got}" was called.'
    if len(segments) < len(wanted):
        return f'its path goes on with "/{"/".join(wanted[len(segments) :])}".'
    if len(segments) > len(wanted):
        return f'its path ends before "/{"/".join(segments[len(wanted) :])}".'
    if row.method != method:
        return f"its method is {row.method}, not {method}."
    return f"it belongs to {row.version}, not to {version}."
