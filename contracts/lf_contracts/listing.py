"""Tables of what the kit knows: requirements, cells and cases, with their sources."""

from collections.abc import Callable, Iterable, Mapping

from rich.table import Table

from lf_contracts.plan import Suite
from lf_contracts.profile import PROFILES

Rows = Iterable[tuple[str, ...]]


def _requirements(suite: Suite) -> tuple[tuple[str, ...], Rows]:
    rows = (
        (
            f"{each.id}\n  {each.text}",
            each.level if each.until is None else f"{each.level}–{each.until}",
            each.severity,
            "all" if len(each.profiles) == len(PROFILES) else ", ".join(each.profiles),
            each.source,
        )
        for each in suite.requirements.values()
    )
    return ("requirement", "level", "severity", "profiles", "source"), rows


def _cells(suite: Suite) -> tuple[tuple[str, ...], Rows]:
    proving: dict[tuple[str, str | None], list[str]] = {}
    for each in suite.requirements.values():
        proving.setdefault((each.tool, each.slug), []).append(each.id)
    rows = (
        (
            cell.tool,
            cell.slug,
            cell.level if cell.until is None else f"{cell.level}–{cell.until}",
            ", ".join(proving.get((cell.tool, cell.slug), ())) or f"not to be reached: {cell.unreachable or 'no case'}",
        )
        for cell in suite.cells
    )
    return ("tool", "slug", "level", "proved by"), rows


def _cases(suite: Suite) -> tuple[tuple[str, ...], Rows]:
    rows = (
        (
            case.requirement,
            case.name,
            ", ".join(case.profiles or suite.requirements[case.requirement].profiles),
            suite.requirements[case.requirement].source,
        )
        for case in suite.cases
    )
    return ("requirement", "case", "profiles", "source"), rows


LISTS: Mapping[str, Callable[[Suite], tuple[tuple[str, ...], Rows]]] = {
    "requirements": _requirements,
    "cells": _cells,
    "cases": _cases,
}


_RATIOS = {"requirement": 3, "proved by": 2, "source": 2}
"""Columns that share the width that the others leave."""


def table(suite: Suite, what: str) -> Table:
    """The table of this name; see `LISTS`."""
    headers, rows = LISTS[what](suite)
    found = Table(box=None, header_style="bold", pad_edge=False, expand=True)
    for header in headers:
        found.add_column(header, ratio=_RATIOS.get(header), overflow="fold")
    for row in rows:
        found.add_row(*(_plain(cell) for cell in row))
    return found


def _plain(text: str) -> str:
    return text.replace("[", r"\[")
