"""Which parts of a command are looked for in text, and in which texts of an entry: the ground of its context hits.

Indexed terms count, unless they stand on the right of `-`; a comparison with `=` is a matter of the database and has no
hits, and so has a whole-value match of Basic's L and T (*decision*).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lf_simulator.search.clauses import basic_letters
from lf_simulator.search.query import And, FieldClause, Near, Node, Not, Or, SystemClause, Text
from lf_simulator.search.terms import terms
from lf_simulator.search.wildcards import only_wildcards

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lf_simulator.search.place import Place
    from lf_simulator.search.sources import Item


@dataclass(frozen=True, slots=True)
class Seeker:
    """Bare text to look for in items of one source; the other fields narrow the items down, where they are set."""

    source: str
    text: Node
    hit_type: str = ""
    field: str = ""
    position: int = 0

    def wants(self, item: Item) -> bool:
        return (
            self.source == item.source
            and self.hit_type in ("", item.hit_type)
            and self.field in ("", item.label.casefold())
            and self.position in (0, item.position)
        )


# Keys with ~= other than Basic: the source that they look through, and the kind of hit where the source has several.
_KEYS = {
    "Name": ("N", ""),
    "Ext": ("E", ""),
    "TagComment": ("T", ""),
    "Sticky": ("A", "Note"),
    "Callout": ("A", "Callout"),
    "TextBox": ("A", "TextBox"),
}


def seekers(node: Node) -> list[Seeker]:
    return list(_positive(node))


def _positive(node: Node) -> Iterator[Seeker]:
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _positive(part)
        case Not(keep, _):
            yield from _positive(keep)
        case Text() | Near():
            yield Seeker("D", node)
        case SystemClause():
            yield from _of_system_clause(node)
        case FieldClause(items=items):
            for item in items:
                if item.condition and item.condition.operator == "~=":
                    text = _all_of(item.condition.value, item.condition.place)
                    position = int(item.index) if item.index.isdecimal() else 0
                    yield Seeker("F", text, field=item.name.casefold(), position=position)
        case _:
            pass


def _of_system_clause(node: SystemClause) -> Iterator[Seeker]:
    for condition in node.conditions:
        if condition.operator != "~=" or only_wildcards(condition.value):
            continue
        text = _all_of(condition.value, condition.place)
        if node.key == "Basic":
            for source in basic_letters(node)[0]:
                yield Seeker(source, text)
        else:
            source, hit_type = _KEYS[node.key]
            yield Seeker(source, text, hit_type)


def _all_of(value: str, place: Place) -> Node:
    """All terms of a value: they have to be in the same item, so none of them is a hit without the others."""
    parts = tuple(Text(" ".join(term), term, place=place) for term in terms(value, place))
    return parts[0] if len(parts) == 1 else And(parts)
