"""A repository's tree in memory, as plain as can be: what each change leads to, and for which reasons it is refused."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import count

MOST_CHARACTERS = 255
ROOT = 1


@dataclass(eq=False)
class Node:
    """An entry. `target` is the id that a shortcut leads to, whether it is still there or not."""

    id: int
    type: str
    name: str
    parent: Node | None
    target: int | None = None
    fields: dict[str, list[str]] = field(default_factory=dict)
    tags: set[str] = field(default_factory=set)

    @property
    def path(self) -> str:
        return f"{self.parent.path}\\{self.name}" if self.parent else f"\\{self.name}"

    def is_in(self, other: Node) -> bool:
        """Whether it is that one, or below it."""
        return self is other or (self.parent is not None and self.parent.is_in(other))


class Model:
    """Everything below one folder, itself included, by id."""

    def __init__(self, top: Node) -> None:
        self.top = top
        self.nodes = {top.id: top}

    def children(self, node: Node) -> list[Node]:
        return [each for each in self.nodes.values() if each.parent is node]

    def below(self, node: Node) -> list[Node]:
        """Level by level, by id in each."""
        found, level = [], [node]
        while level := sorted((each for one in level for each in self.children(one)), key=lambda each: each.id):
            found += level
        return found

    def named(self, parent: Node, name: str) -> Node | None:
        """Names are compared without case."""
        return next((each for each in self.children(parent) if each.name.casefold() == name.casefold()), None)

    def name_for(self, parent: Node, wanted: str, besides: Node | None = None) -> str:
        """The first form of a name that is free: `Box`, `Box (2)`, `Box (3)`."""
        endings = (f" ({number})" if number > 1 else "" for number in count(1))
        names = (wanted[: MOST_CHARACTERS - len(ending)] + ending for ending in endings)
        return next(name for name in names if self.named(parent, name) in (None, besides))

    def refusals_of_name(self, name: str) -> set[int]:
        return {400} if not name.strip() or "\\" in name or len(name) > MOST_CHARACTERS else set()

    def refusals_of_place(self, parent_id: int, name: str, auto_rename: bool, besides: Node | None = None) -> set[int]:
        """Every status with which an entry of that name is refused there: which of them, is the server's choice."""
        parent = self.nodes.get(parent_id)
        if parent is None:
            return {404} | self.refusals_of_name(name)
        if parent.type != "Folder":
            return {400} | self.refusals_of_name(name)
        taken = self.named(parent, name) not in (None, besides) and not auto_rename
        return self.refusals_of_name(name) | ({409} if taken else set())

    def refusals_of_change(self, entry_id: int, parent_id: int, name: str, auto_rename: bool) -> set[int]:
        """As above, of a move or a new name."""
        node = self.nodes.get(entry_id)
        refusals = self.refusals_of_place(parent_id, name, auto_rename, node)
        if node is None:
            return refusals | {404}
        parent = self.nodes.get(parent_id)
        return refusals | ({400} if parent is not None and parent.is_in(node) else set())

    def add(self, id_: int, type_: str, parent_id: int, name: str, target: int | None = None) -> Node:
        parent = self.nodes[parent_id]
        node = Node(id_, type_, self.name_for(parent, name), parent, target)
        self.nodes[id_] = node
        return node

    def change(self, entry_id: int, parent_id: int, name: str) -> Node:
        node, parent = self.nodes[entry_id], self.nodes[parent_id]
        node.name = self.name_for(parent, name, node)
        node.parent = parent
        return node

    def copy(self, source: Node, parent_id: int, name: str, id_: int, ids: dict[str, int]) -> None:
        """A copy with all that was below the source before; `ids` gives the new ones by full path."""
        below = self.below(source)
        made = {source: self._copied(source, self.nodes[parent_id], name, id_)}
        for each in below:
            parent = made[each.parent]
            made[each] = self._copied(each, parent, each.name, ids[f"{parent.path}\\{each.name}"])

    def _copied(self, source: Node, parent: Node, name: str, id_: int) -> Node:
        node = self.add(id_, source.type, parent.id, name, source.target)
        node.fields, node.tags = dict(source.fields), set(source.tags)
        return node

    def paths_of_copy(self, source: Node, parent_id: int, name: str) -> list[str]:
        """The full paths that a copy will have, its own first."""
        parent = self.nodes[parent_id]
        top = f"{parent.path}\\{self.name_for(parent, name)}"
        return [top + each.path[len(source.path) :] for each in (source, *self.below(source))]

    def delete(self, node: Node) -> None:
        for each in (node, *self.below(node)):
            del self.nodes[each.id]

    def described(self) -> dict[int, dict[str, object]]:
        """What a client should see of each entry, by id."""
        return {node.id: self._described(node) for node in self.nodes.values()}

    def _described(self, node: Node) -> dict[str, object]:
        told: dict[str, object] = {
            "type": node.type,
            "name": node.name,
            "parent": node.parent.id if node.parent else ROOT,
            "path": node.path,
            "target": node.target,
        }
        if node.type == "Shortcut":  # which has its target's
            return told
        return told | {"fields": node.fields, "tags": sorted(node.tags)}
