"""From method and address to the operation: literal segments before parameters, all without case.

As in the web framework of a real build, every row whose path fits is a candidate and the method chooses among them: a
`POST` to a path that a literal row has for `GET` only may still be the row with a parameter in its place.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lf_simulator.operations import OPERATIONS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from lf_simulator.operations import Operation

WHOLE_NUMBERS = frozenset(
    {
        *("entryId", "parentEntryId", "fieldDefinitionId", "fieldId", "tagId", "linkTypeId", "linkDefinitionId"),
        *("templateId", "rowNumber", "pageNumber", "itemId", "stampId", "reasonId", "areaId"),
    }
)
"""Path parameters that are integers in the published descriptions. Anything else in their place fits no route."""

_WHOLE = re.compile(r"-?\d{1,18}")


@dataclass(frozen=True, slots=True)
class Match:
    """An operation, and the segments that fill its parameters."""

    operation: Operation
    path: Mapping[str, Any]


class _Node:
    """What may follow a beginning of a path."""

    __slots__ = ("literals", "methods", "text", "whole")

    def __init__(self) -> None:
        self.literals: dict[str, _Node] = {}
        self.whole: _Node | None = None
        self.text: _Node | None = None
        self.methods: dict[str, tuple[Operation, tuple[tuple[int, str], ...]]] = {}

    def grow(self, segment: str) -> _Node:
        if not segment.startswith("{"):
            return self.literals.setdefault(segment.lower(), _Node())
        if segment[1:-1] in WHOLE_NUMBERS:
            self.whole = self.whole or _Node()
            return self.whole
        self.text = self.text or _Node()
        return self.text

    def walk(self, segments: Sequence[str], place: int) -> Iterator[_Node]:
        """The nodes at the end of all ways through `segments`, the more literal ones first."""
        if place == len(segments):
            if self.methods:
                yield self
            return
        segment = segments[place]
        literal = self.literals.get(segment.lower())
        if literal is not None:
            yield from literal.walk(segments, place + 1)
        if self.whole is not None and _WHOLE.fullmatch(segment):
            yield from self.whole.walk(segments, place + 1)
        if self.text is not None and segment:
            yield from self.text.walk(segments, place + 1)


def _tree(version: str) -> _Node:
    root = _Node()
    for operation in OPERATIONS:
        if operation.version != version:
            continue
        node = root
        segments = split(operation.path)[1:]
        for segment in segments:
            node = node.grow(segment)
        if operation.method in node.methods:
            raise ValueError(f"two operations of {version} have the route of {operation.name}")
        places = [(place, segment[1:-1]) for place, segment in enumerate(segments) if segment.startswith("{")]
        node.methods[operation.method] = operation, tuple(places)
    return root


def split(path: str) -> list[str]:
    """The segments of a path, without the empty ones at its two ends."""
    return path.removeprefix("/").removesuffix("/").split("/")


_TREES: Mapping[str, _Node] = MappingProxyType({version: _tree(version) for version in ("v1", "v2")})


def match(version: str, method: str, segments: Sequence[str]) -> Match | frozenset[str]:
    """The operation that fits, or the methods that the path has: none of them when no path fits.

    `segments` begin after the version. Raises KeyError for a version that no build has.
    """
    methods: set[str] = set()
    for node in _TREES[version].walk(segments, 0):
        found = node.methods.get(method)
        if found is not None:
            operation, places = found
            return Match(operation, {name: _value(name, segments[place]) for place, name in places})
        methods.update(node.methods)
    return frozenset(methods)


def _value(name: str, segment: str) -> int | str:
    return int(segment) if name in WHOLE_NUMBERS else segment
