"""Names and places of entries: what may be a name, which one a new or moved entry gets, how deep it may stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.store import tree
from lf_simulator.store.filling import ROOT_PATH

if TYPE_CHECKING:
    from lf_simulator.context import Call
    from lf_simulator.store.entries import EntryRecord

FORBIDDEN = (ROOT_PATH, "\0")
"""What no name may hold; everything else is legal (Laserfiche knowledge base)."""
MOST_LEVELS = 256
"""Levels below the root (Laserfiche knowledge base)."""
MOST_PATH_CHARACTERS = 32_767
"""*Decision*: the server has a code for a path that is too long and no source gives the limit; this is Windows'."""

NOTHING = tree.Reach(depth=0, path=0)
"""What is below an entry that has nothing below it."""


def check_name(name: str) -> None:
    """Raises ApiError 400 for what cannot be the name of an entry."""
    if not name.strip():
        raise errors.invalid_name("The name of an entry needs at least one character that is no blank.")
    for character in FORBIDDEN:
        if character in name:
            raise errors.invalid_name(f"The name {name!r} holds {character!r}, which no name may hold.")
    try:
        units = len(name.encode("utf-16-le")) // 2
    except UnicodeEncodeError:
        raise errors.invalid_name(f"The name {name!a} holds half a character, which is no text.") from None
    if units > tree.MOST_NAME_UNITS:
        reason = f"The name of an entry may have {tree.MOST_NAME_UNITS} characters, and this one has {units}."
        raise errors.ApiError(400, "The name is too long.", errors.PARAMETER_TOO_LONG, reason)


def chosen(call: Call, parent: EntryRecord, wanted: str, *, auto_rename: bool, besides: int = 0) -> str:
    """The name that an entry gets in `parent`: the wanted one, or with `auto_rename` a numbered form of it.

    `besides` is the entry that is renamed, whose present name is no obstacle. Raises ApiError 400 for what is no name
    or makes too long a path, 409 for a name that is taken.
    """
    check_name(wanted)
    name = tree.free_name(call.store, parent.id, wanted, besides)
    if name != wanted and not auto_rename:
        raise errors.name_taken(wanted, parent.path)
    check_place(parent, name)
    return name


def check_place(parent: EntryRecord, name: str, below: tree.Reach = NOTHING, old: str = "") -> None:
    """Raises ApiError 400 where the entry, or what is `below` it, would stand too deep or have too long a path.

    `old` is the present path of an entry that moves, from which the paths in `below` are counted.
    """
    path = tree.child_path(parent, name)
    levels = path.count(ROOT_PATH) + below.depth
    if levels > MOST_LEVELS:
        reason = f"The tree may have {MOST_LEVELS} levels, and {path[:100]!r} would make it {levels}."
        raise errors.ApiError(400, "The folder structure is too deep.", errors.TOO_DEEP, reason)
    longest = max(len(path), below.path - len(old) + len(path) if below.path else 0)
    if longest > MOST_PATH_CHARACTERS:
        reason = f"A path may have {MOST_PATH_CHARACTERS} characters, and one would have {longest}."
        raise errors.ApiError(400, "The path is too long.", errors.PATH_TOO_LONG, reason)


def volume(call: Call, parent: EntryRecord) -> str:
    """The volume of a new entry: `volumeName` of the body where the build heeds it, or else that of the parent.

    Raises ApiError 404 for a volume that does not exist.
    """
    wanted: str | None = call.body.get("volumeName")
    if not wanted or call.profile.volume_names == "ignored":
        return parent.volume
    named = tree.volume_named(call.store, wanted) if wanted.isprintable() else None
    if named is None:
        reason = f"There is no volume {wanted!a}; there is: {', '.join(tree.volume_names(call.store))}."
        raise errors.ApiError(404, "Volume not found.", errors.VOLUME_NOT_FOUND, reason)
    return named
