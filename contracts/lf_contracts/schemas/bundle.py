"""Joins one schema file and the files it refers to into a single document that needs no other file."""

from __future__ import annotations

import posixpath
from collections import Counter
from copy import copy
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

Schema = dict[str, Any]
Target = tuple[str, str]  # the file's name without extension, the JSON pointer after '#'

# These hold data, not schemas: a "$ref" in there would be somebody's value.
DATA = frozenset({"const", "enum", "default", "examples"})


def bundle(read: Callable[[str], Schema], name: str) -> Schema:
    """The schema `name` with every reference resolved; `read` gives a file's content by its name.

    A part that is used once stands where it is used; a part that is used more often moves to `$defs`, because some
    clients mishandle references and short documents read better. `$schema` is left out: its absence means 2020-12,
    and some clients refuse a document that names a draft. The references must not run in a circle.
    """
    uses: Counter[Target] = Counter()
    _count(read, name, read(name), uses)
    shared: dict[Target, str] = {}
    for target in uses:
        if uses[target] > 1:
            shared[target] = _free_name(target, set(shared.values()))
    document = _expand(read, name, read(name), shared)
    if shared:
        document["$defs"] = {
            shared[target]: _expand(read, target[0], _point(read, target), shared) for target in sorted(shared)
        }
    return {key: value for key, value in document.items() if key != "$schema"}


def _count(read: Callable[[str], Schema], home: str, node: object, uses: Counter[Target]) -> None:
    for reference in _references(node):
        target = resolve(home, reference)
        uses[target] += 1
        if uses[target] == 1:
            _count(read, target[0], _point(read, target), uses)


def _references(node: object) -> list[str]:
    if isinstance(node, list):
        return [found for item in node for found in _references(item)]
    if not isinstance(node, dict):
        return []
    own = [node["$ref"]] if isinstance(node.get("$ref"), str) else []
    return own + [found for key, value in node.items() if key not in DATA for found in _references(value)]


def _expand(read: Callable[[str], Schema], home: str, node: Any, shared: dict[Target, str]) -> Any:
    if isinstance(node, list):
        return [_expand(read, home, item, shared) for item in node]
    if not isinstance(node, dict):
        return node
    here = {
        key: copy(value) if key in DATA else _expand(read, home, value, shared)
        for key, value in node.items()
        if key not in {"$ref", "$schema", "$defs"}
    }
    if not isinstance(node.get("$ref"), str):
        return here
    target = resolve(home, node["$ref"])
    if target in shared:
        return {"$ref": f"#/$defs/{shared[target]}", **here}
    return {**_expand(read, target[0], _point(read, target), shared), **here}


def resolve(home: str, reference: str) -> Target:
    """What `reference` means in the file `home`."""
    path, _, pointer = reference.partition("#")
    name = posixpath.normpath(posixpath.join(posixpath.dirname(home), path)) if path else home
    return name.removesuffix(".json"), pointer


def _point(read: Callable[[str], Schema], target: Target) -> Any:
    node: Any = read(target[0])
    for step in target[1].split("/")[1:]:
        node = node[step.replace("~1", "/").replace("~0", "~")]
    return node


def _free_name(target: Target, taken: set[str]) -> str:
    name = (target[1] or target[0]).rsplit("/", 1)[-1].replace("-", "_")
    return name if name not in taken else f"{target[0].replace('/', '_').replace('-', '_')}_{name}"
