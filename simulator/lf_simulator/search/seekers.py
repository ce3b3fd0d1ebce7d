"""Which parts of a command are looked for in text, and in which texts of an entry: the ground of its context hits.

Indexed terms count, unless they stand on the right of `-`; a comparison with `=` is a matter of the database and has no
hits, and so has a whole-value match of Basic's L and T (*decision*).
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lf_simulator.search.basic import basic_terms
from lf_simulator.search.clauses import basic_letters
from lf_simulator.search.display import TEXT_TYPES
from lf_simulator.search.errors import QueryError
from lf_simulator.search.fields import groups
from lf_simulator.search.query import And, FieldClause, Near, Node, Not, Or, SystemClause, Text, VersionClause
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.terms import terms
from lf_simulator.search.wildcards import only_wildcards

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from lf_simulator.search.place import Place
    from lf_simulator.search.query import Condition, Term
    from lf_simulator.search.sources import Item


@dataclass(frozen=True, slots=True)
class Seeker:
    """Bare text to look for in items of one source; the other fields narrow the items down, where they are set.
    `template` is that which the entry has to have, case-folded; `field` too. `version` is the clause that a version has
    to meet whose comment it is, and `refs` are the numbers of those that do."""

    source: str
    text: Node
    hit_type: str = ""
    field: str = ""
    position: int = 0
    types: tuple[str, ...] = ()
    template: str = ""
    version: VersionClause | None = None
    refs: Collection[int] | None = None

    def wants(self, item: Item) -> bool:
        return (
            self.source == item.source
            and self.hit_type in ("", item.hit_type)
            and self.field in ("", item.label.casefold())
            and self.position in (0, item.position)
            and (not self.types or item.field_type in self.types)
            and (self.refs is None or item.ref in self.refs)
        )


# Keys with ~= other than Basic: the source that they look through, and the kind of hit where the source has several.
_KEYS = {
    "Name": ("N", ""),
    "Ext": ("E", ""),
    "TagComment": ("T", ""),
    "LinkGroupComment": ("G", ""),
    "Sticky": ("A", "Note"),
    "Callout": ("A", "Callout"),
    "TextBox": ("A", "TextBox"),
}


def seekers(node: Node, reading: Reading = PLAIN) -> list[Seeker]:
    """What is looked for. Nothing of a clause in which the build, whose settings may have changed since the command was
    parsed, finds no word any more."""
    found: list[Seeker] = []
    for criterion in _positive(node):
        with suppress(QueryError):
            found += _of_criterion(criterion, reading)
    return found


def _positive(node: Node) -> Iterator[Node]:
    """The criteria of a tree, without those on the right of `-`."""
    match node:
        case And(parts) | Or(parts):
            for part in parts:
                yield from _positive(part)
        case Not(keep, _):
            yield from _positive(keep)
        case _:
            yield node


def _of_criterion(node: Node, reading: Reading) -> Iterator[Seeker]:
    match node:
        case Text() | Near():
            yield Seeker("D", node)
        case SystemClause():
            yield from _of_system_clause(node, reading)
        case FieldClause():
            yield from _of_field_clause(node, reading)
        case VersionClause(conditions):
            words = [condition for _, condition in conditions if condition.operator == "~="]
            if words:
                yield Seeker("V", _all_of(words, reading), version=node)
        case _:
            pass


def _of_system_clause(node: SystemClause, reading: Reading) -> Iterator[Seeker]:
    indexed = [one for one in node.conditions if one.operator == "~=" and not only_wildcards(one.value)]
    if node.key == "Basic":
        for condition in indexed:
            for source in basic_letters(node)[0]:
                yield Seeker(source, _together(basic_terms(node, condition, source, reading), condition.place))
    elif indexed:
        source, hit_type = _KEYS[node.key]
        yield Seeker(source, _all_of(indexed, reading), hit_type)


def _of_field_clause(node: FieldClause, reading: Reading) -> Iterator[Seeker]:
    """Conditions on one field have to hold for the same value. Only text is indexed, so no other type is looked at."""
    for group in groups(node):
        indexed = [item.condition for item in group if item.condition and item.condition.operator == "~="]
        if indexed:
            name, index = group[0].name.casefold(), group[0].index
            position = int(index) if index.isdecimal() else 0
            yield Seeker("F", _all_of(indexed, reading), "", name, position, TEXT_TYPES, node.template.casefold())


def _all_of(conditions: list[Condition], reading: Reading) -> Node:
    found = tuple(term for one in conditions for term in terms(one.value, one.place, reading))
    return _together(found, conditions[0].place)


def _together(found: tuple[Term, ...], place: Place) -> Node:
    """All terms of some values: they have to be in the same item, so none of them is a hit without the others."""
    parts = tuple(Text(" ".join(term), term, place=place) for term in found)
    return parts[0] if len(parts) == 1 else And(parts)
