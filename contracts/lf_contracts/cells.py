"""Cells: which tool can answer with which slug, and which of them no case can reach, with the reason.

[laserfiche_entry_search_content]
search_timeout = { level = "2.3", kind = "upstream_unavailable" }
network_error = { level = "2.6", kind = "upstream_unavailable", unreachable = "the client turns its own into …" }
"""

import tomllib
from dataclasses import dataclass
from pathlib import Path

from lf_contracts.requirement import LEVELS, BadRequirement

FILE = Path(__file__).parent / "cases" / "cells.toml"

_KEYS = ("level", "until", "unreachable")


@dataclass(frozen=True, slots=True)
class Cell:
    """One tool × one slug that it documents. `unreachable`: why no case can see it, None when one can."""

    tool: str
    slug: str
    level: str
    until: str | None = None
    unreachable: str | None = None

    def documented_at(self, level: str) -> bool:
        """Whether a server of this contract level may answer so."""
        at = LEVELS.index(level)
        return LEVELS.index(self.level) <= at and (self.until is None or at <= LEVELS.index(self.until))


def load(path: Path = FILE) -> tuple[Cell, ...]:
    """The cells of the file, by tool and slug. Raises BadRequirement with one line."""
    try:
        document = tomllib.loads(path.read_text("utf-8"))
    except (tomllib.TOMLDecodeError, OSError) as error:
        raise BadRequirement(f"{path.name}: not readable as TOML: {error}") from None
    cells = [_cell(path.name, tool, slug, row) for tool, rows in document.items() for slug, row in rows.items()]
    return tuple(sorted(cells, key=lambda cell: (cell.tool, cell.slug)))


def _cell(file: str, tool: str, slug: str, row: object) -> Cell:
    where = f"{file}: {tool}.{slug}"
    if not isinstance(row, dict):
        raise BadRequirement(f"{where}: not a table; expected {{ level }}")
    for key, value in row.items():
        if key not in _KEYS:
            raise BadRequirement(f"{where}: unknown key {key!r}; allowed: {', '.join(_KEYS)}")
        if not isinstance(value, str) or not value:
            raise BadRequirement(f"{where}: {key} must be a text that is not empty, got {value!r}")
    if "level" not in row:
        raise BadRequirement(f"{where}: key 'level' is missing")
    for key in ("level", "until"):
        if row.get(key, LEVELS[0]) not in LEVELS:
            raise BadRequirement(f"{where}: {key} {row[key]!r} is none of {', '.join(LEVELS)}")
    return Cell(tool, slug, **row)
