"""What real servers do differently, as rows: by which setting or fault the simulator does it too, or why it does not.

The rows are in `builds.toml`, under the ids of the notes on server builds.
"""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Any

from lf_simulator.checks import BadValue, unknown
from lf_simulator.faults.kinds import KINDS
from lf_simulator.profiles import SETTINGS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

HOW = ("setting", "fault", "always", "client", "not_simulated")
_NAMES: Mapping[str, Collection[str]] = {"setting": SETTINGS, "fault": tuple(KINDS)}


@dataclass(frozen=True, slots=True)
class BuildRow:
    """One difference. `how` is a word of HOW; `what` its settings, its kind of fault, or words."""

    name: str
    how: str
    what: tuple[str, ...]
    note: str = ""


def build_rows() -> tuple[BuildRow, ...]:
    """All rows, in the order of the notes. Raises BadValue for one that says too much or names nothing."""
    document = tomllib.loads(files("lf_simulator").joinpath("builds.toml").read_text("utf-8"))
    return tuple(read_row(name, table) for name, table in document.items())


def read_row(name: str, table: Mapping[str, Any]) -> BuildRow:
    """One table of the file. Raises BadValue."""
    for key in table:
        if key not in (*HOW, "note"):
            raise BadValue(unknown("key", key, (*HOW, "note"), name))
    said = [key for key in HOW if key in table]
    if len(said) != 1:
        raise BadValue(f"{name}: needs one of {', '.join(HOW)}, and has {' and '.join(said) or 'none'}")
    how = said[0]
    value = table[how]
    what = tuple(value) if isinstance(value, list) else (value,)
    for each in what:
        if how in _NAMES and each not in _NAMES[how]:
            raise BadValue(unknown(how, each, _NAMES[how], name))
    return BuildRow(name, how, what, table.get("note", ""))
