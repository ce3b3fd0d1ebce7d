"""A requirement: one sentence that a server must satisfy, kept as data with the source that says so."""

import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any, Literal, cast, get_args

from lf_contracts.profile import PROFILES

Severity = Literal["contract", "safety", "advice"]

LEVELS = ("2.3", "2.6")
"""Contract levels, oldest first: the published tool pages, and the tool surface of release 2.6."""

ANY_TOOL = "*"
"""The tool of a requirement that holds for the server as a whole."""

FOLDER = Path(__file__).parent / "requirements"

_NEEDED = ("text", "source", "tool", "level")
_ALLOWED = (*_NEEDED, "until", "profiles", "severity", "slug")


class BadRequirement(Exception):
    """A requirement file cannot be used. The message is one line: file, id, what is wrong, what would be right."""


@dataclass(frozen=True, slots=True)
class Requirement:
    """One sentence with its source.

    `level`: the first contract level it belongs to; `until`: the last one, None when it still holds.
    `profiles`: the profiles on which it can be seen. `slug`: the cell (tool × slug) that its cases prove, if any.
    `severity`: a failed `advice` is reported and does not turn a run red.
    """

    id: str
    text: str
    source: str
    tool: str
    level: str
    until: str | None = None
    profiles: tuple[str, ...] = tuple(PROFILES)
    severity: Severity = "contract"
    slug: str | None = None

    def holds_at(self, level: str) -> bool:
        """Whether a server of this contract level must satisfy it."""
        at = LEVELS.index(level)
        return LEVELS.index(self.level) <= at and (self.until is None or at <= LEVELS.index(self.until))


def load(folder: Path = FOLDER) -> dict[str, Requirement]:
    """Every requirement of `folder/*.toml` by id, sorted by id. Raises BadRequirement."""
    found: dict[str, Requirement] = {}
    for path in sorted(folder.glob("*.toml")):
        try:
            document = tomllib.loads(path.read_text("utf-8"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise BadRequirement(f"{path.name}: not readable as TOML: {error}") from None
        for identifier, table in _leaves(path.name, document):
            if identifier in found:
                raise BadRequirement(f"{path.name}: {identifier}: this id is already used in another file")
            found[identifier] = _requirement(f"{path.name}: {identifier}", identifier, table)
    return dict(sorted(found.items()))


def fits(text: str, word: str) -> bool:
    """Whether a word of a selection means this id: as a part of it, or as a glob over the whole of it."""
    return word in text or (any(sign in word for sign in "*?[") and fnmatchcase(text, word))


def _leaves(file: str, table: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[str, dict[str, Any]]]:
    """Tables that hold something else than tables, with their dotted names."""
    for name, value in table.items():
        here = (*above, name)
        if not isinstance(value, dict):
            raise BadRequirement(f"{file}: {'.'.join(here)}: not a table; expected [group.name] with {_words(_NEEDED)}")
        if value and all(isinstance(inner, dict) for inner in value.values()):
            yield from _leaves(file, value, here)
        else:
            yield ".".join(here), value


def _requirement(where: str, identifier: str, table: Mapping[str, Any]) -> Requirement:
    for key in table:
        if key not in _ALLOWED:
            raise BadRequirement(f"{where}: unknown key {key!r}; allowed: {_words(_ALLOWED)}")
    for key in _NEEDED:
        if key not in table:
            raise BadRequirement(f"{where}: key {key!r} is missing")
    for key, value in table.items():
        if key != "profiles" and (not isinstance(value, str) or not value.strip()):
            raise BadRequirement(f"{where}: {key} must be a text that is not blank, got {value!r}")
    level, until = _level(where, table, "level"), _level(where, table, "until")
    if until is not None and level is not None and LEVELS.index(until) < LEVELS.index(level):
        raise BadRequirement(f"{where}: until {until} is before level {level}")
    severity = table.get("severity", "contract")
    if severity not in get_args(Severity):
        raise BadRequirement(f"{where}: severity {severity!r} is none of {_words(get_args(Severity))}")
    return Requirement(
        id=identifier,
        text=table["text"],
        source=table["source"],
        tool=table["tool"],
        level=cast(str, level),
        until=until,
        profiles=_profiles(where, table.get("profiles", list(PROFILES))),
        severity=severity,
        slug=table.get("slug"),
    )


def _level(where: str, table: Mapping[str, Any], key: str) -> str | None:
    value: str | None = table.get(key)
    if value is not None and value not in LEVELS:
        raise BadRequirement(f"{where}: {key} {value!r} is none of {_words(LEVELS)}")
    return value


def _profiles(where: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list) or not value:
        raise BadRequirement(f"{where}: profiles must be a list of names, got {value!r}")
    for name in value:
        if name not in PROFILES:
            raise BadRequirement(f"{where}: unknown profile {name!r}; known: {_words(PROFILES)}")
    return tuple(name for name in PROFILES if name in value)


def _words(names: Sequence[str] | Mapping[str, Any]) -> str:
    return ", ".join(names)
