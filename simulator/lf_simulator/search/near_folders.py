"""How far a path leads that names no folder, and what is there in its stead; why a folder that exists holds nothing."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from lf_simulator.search.alike import closest
from lf_simulator.search.folders import folder_id
from lf_simulator.search.proposal import Proposal
from lf_simulator.search.query import And, Condition, SystemClause
from lf_simulator.search.wording import quoted_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lf_simulator.search.explanation import Search

_FOLDERS = "FROM entry e JOIN entry p ON p.id = e.parent_id"
_IS_FOLDER = "e.type NOT IN ('Document', 'Shortcut')"


def of_folder(search: Search, node: SystemClause) -> Iterator[Proposal]:
    """Proposals for a LookIn that finds nothing or no folder."""
    written = node.conditions[0].value
    found = folder_id(search.connection, written, search.reader.seen)
    if found is not None and search.ids(node):
        everything = SystemClause("Name", (Condition("=", "*"),))
        yield Proposal("This build finds nothing by LookIn alone (setting lone_look_in).", And((node, everything)))
    elif found is not None:
        yield from _of_empty(search, node, found)
    elif written.strip().isdecimal():
        yield Proposal(f"There is no entry {written.strip()}.", None)
    elif "/" in written and "\\" not in written:
        yield Proposal("Folders are parted by \\, not by /.", _at(node, "\\" + written.strip("/").replace("/", "\\")))
    else:
        yield from _of_path(search, node, [name for name in re.split(r"\\+", written) if name])


def _of_empty(search: Search, node: SystemClause, entry_id: int) -> Iterator[Proposal]:
    row = search.connection.execute("SELECT type, path FROM entry WHERE id = ?", (entry_id,)).fetchone()
    kind, path = row
    if kind in ("Document", "Shortcut"):
        yield Proposal(f"{path} is a {kind.lower()} and holds nothing.", _at(node, _above(path)))
        return
    if node.options:
        yield Proposal("There are entries in the folders below it.", replace(node, options=()))
    yield Proposal(f"{path} is empty.", _at(node, _above(path)))


def _of_path(search: Search, node: SystemClause, names: list[str]) -> Iterator[Proposal]:
    seen = search.reader.seen
    there, rest = "\\", list(names)
    while rest and folder_id(search.connection, _below(there, rest[0]), seen) is not None:
        there = _below(there, rest.pop(0))
    if not rest:
        return
    sql = f"SELECT e.name {_FOLDERS} WHERE p.path_key = ? AND {_IS_FOLDER} AND {seen.on()} ORDER BY e.name_key"
    inside = [row[0] for row in search.connection.execute(sql, (there.casefold(),))]
    for name, _ in closest(rest[0], inside):
        whole = "\\".join([_below(there, name), *rest[1:]])
        if rest[1:] and folder_id(search.connection, whole, seen) is not None:
            yield Proposal(
                f"{there} has no folder {quoted_text(rest[0])}, but {quoted_text(name)}.", _at(node, whole), True
            )
            continue
        yield Proposal(
            f"{there} has no folder {quoted_text(rest[0])}, but {quoted_text(name)}.",
            _at(node, _below(there, name)),
            True,
        )
    yield from _elsewhere(search, node, rest[-1])
    yield Proposal(
        f"The path leads as far as {there}, which has {_listed(inside)}.", _at(node, there) if there != "\\" else None
    )


def _elsewhere(search: Search, node: SystemClause, name: str) -> Iterator[Proposal]:
    """Folders of that very name in other places."""
    test = f"e.name_key = ? AND {_IS_FOLDER} AND {search.reader.seen.on()}"
    sql = f"SELECT e.path FROM entry e WHERE {test} ORDER BY e.id LIMIT 3"  # noqa: S608 - sights are ours
    for (path,) in search.connection.execute(sql, (name.casefold(),)):
        yield Proposal(f"There is a folder of that name at {path}.", _at(node, path))


def _listed(names: list[str]) -> str:
    if not names:
        return "no folders"
    shown = [*map(quoted_text, names[:5]), *(["…"] if names[5:] else [])]
    return f"{'the folder ' if len(names) == 1 else 'the folders '}{', '.join(shown)}"


def _below(path: str, name: str) -> str:
    return f"{path.rstrip(chr(92))}\\{name}"


def _above(path: str) -> str:
    return path.rpartition("\\")[0] or "\\"


def _at(node: SystemClause, path: str) -> SystemClause:
    return replace(node, conditions=(replace(node.conditions[0], value=path),))
