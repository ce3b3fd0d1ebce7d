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
from lf_simulator.faults.reading import read_plan
from lf_simulator.profiles import PROFILES, SETTINGS

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

HOW = ("setting", "fault", "always", "client", "not_simulated")
MORE = ("on", "rule", "note", "test")
_NAMES: Mapping[str, Collection[str]] = {"setting": SETTINGS, "fault": tuple(KINDS)}


@dataclass(frozen=True, slots=True)
class BuildRow:
    """One difference.

    `on` are the profiles whose builds it was met or described on, `how` is a word of HOW, `what` its settings, its kind
    of fault, or words. `rule` has the other keys of a rule of that kind. `test`, of what is always so, is the test that
    shows it, from the folder `tests` of the sources.
    """

    name: str
    on: tuple[str, ...]
    how: str
    what: tuple[str, ...]
    rule: Mapping[str, Any] | None = None
    note: str = ""
    test: str = ""


def build_rows() -> tuple[BuildRow, ...]:
    """All rows, in the order of the notes. Raises BadValue for one that says too much or names nothing."""
    document = tomllib.loads(files("lf_simulator").joinpath("builds.toml").read_text("utf-8"))
    return tuple(read_row(name, table) for name, table in document.items())


def read_row(name: str, table: Mapping[str, Any]) -> BuildRow:
    """One table of the file. Raises BadValue."""
    for key in table:
        if key not in (*HOW, *MORE):
            raise BadValue(unknown("key", key, (*HOW, *MORE), name))
    said = [key for key in HOW if key in table]
    if len(said) != 1:
        raise BadValue(f"{name}: needs one of {', '.join(HOW)}, and has {' and '.join(said) or 'none'}")
    how = said[0]
    value = table[how]
    what = tuple(value) if isinstance(value, list) else (value,)
    on = tuple(table.get("on", PROFILES))
    _check(how, what, _NAMES.get(how), name)
    _check("profile", on, PROFILES, name)
    rule = table.get("rule")
    if how == "fault":
        _check_rule(what[0], rule, name)
    elif rule is not None:
        raise BadValue(f"{name}: a rule belongs to a fault, and this row has {how}")
    return BuildRow(name, on, how, what, rule, table.get("note", ""), table.get("test", ""))


def _check_rule(kind: str, rule: object, where: str) -> None:
    if not isinstance(rule, dict):
        raise BadValue(f"{where}: a fault needs the other keys of its rule, as a table rule")
    try:
        read_plan({"rules": [{"kind": kind, **rule}]})
    except BadValue as problem:
        raise BadValue(f"{where}: {problem}") from None


def _check(kind: str, words: tuple[str, ...], known: Collection[str] | None, where: str) -> None:
    for word in words:
        if known is not None and word not in known:
            raise BadValue(unknown(kind, word, known, where))
