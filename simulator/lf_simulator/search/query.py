"""The tree of a search command: frozen nodes. `str(node)` is its summary, for tests, journals and people."""

from __future__ import annotations

from dataclasses import dataclass, field

from lf_simulator.search.place import NOWHERE, Place

Term = tuple[str, ...]
"""One thing to look for in text: a word, or several for a phrase; case-folded, wildcards left in."""


@dataclass(frozen=True, slots=True)
class Text:
    """A bare word or a quoted phrase: it is looked for in the text of documents."""

    text: str
    term: Term
    quoted: bool = False
    place: Place = field(default=NOWHERE, repr=False, compare=False)

    def __str__(self) -> str:
        return f"{'P' if self.quoted else 'W'}[{self.text}]"


@dataclass(frozen=True, slots=True)
class Condition:
    """`operator` and `value` as they were written, without quotes. The places are those of the two."""

    operator: str
    value: str
    operator_place: Place = field(default=NOWHERE, repr=False, compare=False)
    place: Place = field(default=NOWHERE, repr=False, compare=False)

    def __str__(self) -> str:
        return f"{self.operator} {self.value!r}"


@dataclass(frozen=True, slots=True)
class SystemClause:
    """`{LF:key …}`. `key` is spelt as documented; an option's name too, its value as it was written."""

    key: str
    conditions: tuple[Condition, ...]
    options: tuple[tuple[str, str], ...] = ()
    place: Place = field(default=NOWHERE, repr=False, compare=False)

    def option(self, name: str) -> str | None:
        return dict(self.options).get(name)

    def __str__(self) -> str:
        conditions = ", ".join(f"{self.key.upper()} {condition}" for condition in self.conditions)
        options = ", ".join(f"{name.upper()}={value}" for name, value in self.options)
        return f"LF({conditions}{'; ' if options else ''}{options})"


@dataclass(frozen=True, slots=True)
class VersionClause:
    """`{LFVER:key …}`: conditions that one version has to meet together."""

    conditions: tuple[tuple[str, Condition], ...]
    place: Place = field(default=NOWHERE, repr=False, compare=False)

    def __str__(self) -> str:
        return f"LFVER({', '.join(f'{key.upper()} {condition}' for key, condition in self.conditions)})"


@dataclass(frozen=True, slots=True)
class FieldItem:
    """One condition on a field. `name` is empty for any field; `index` is empty, `all`, or the number of a value.
    Without a condition the field only has to be there."""

    name: str
    index: str = ""
    condition: Condition | None = None
    place: Place = field(default=NOWHERE, repr=False, compare=False)

    def __str__(self) -> str:
        index = f"({self.index})" if self.index else ""
        condition = f" {self.condition}" if self.condition else ""
        return f"{self.name or '*'}{index}{condition}"


@dataclass(frozen=True, slots=True)
class TemplateClause:
    """`{[template]}`; an empty name means any template."""

    template: str
    place: Place = field(default=NOWHERE, repr=False, compare=False)

    def __str__(self) -> str:
        return f"TMPL({self.template or 'any'})"


@dataclass(frozen=True, slots=True)
class FieldClause:
    """`{[template]:[field] …}`; an empty template name leaves the template open."""

    template: str
    items: tuple[FieldItem, ...]
    place: Place = field(default=NOWHERE, repr=False, compare=False)

    def __str__(self) -> str:
        return f"FIELD({self.template or 'any'}; {', '.join(map(str, self.items))})"


@dataclass(frozen=True, slots=True)
class And:
    parts: tuple[Node, ...]

    def __str__(self) -> str:
        return f"AND({', '.join(map(str, self.parts))})"


@dataclass(frozen=True, slots=True)
class Or:
    parts: tuple[Node, ...]

    def __str__(self) -> str:
        return f"OR({', '.join(map(str, self.parts))})"


@dataclass(frozen=True, slots=True)
class Not:
    """What `keep` finds and `drop` does not."""

    keep: Node
    drop: Node

    def __str__(self) -> str:
        return f"NOT({self.keep}, {self.drop})"


@dataclass(frozen=True, slots=True)
class Near:
    """Both sides in one text, with at most `distance` words between them; or, when `apart`, never so near."""

    left: Node
    right: Node
    distance: int
    apart: bool = False

    def __str__(self) -> str:
        return f"{'NOTNEAR' if self.apart else 'NEAR'}/{self.distance}({self.left}, {self.right})"


Leaf = Text | SystemClause | VersionClause | TemplateClause | FieldClause
Node = Leaf | And | Or | Not | Near


def leaves(node: Node) -> list[Leaf]:
    """All criteria below a node, from left to right."""
    match node:
        case And(parts) | Or(parts):
            return [leaf for part in parts for leaf in leaves(part)]
        case Not(keep, drop):
            return [*leaves(keep), *leaves(drop)]
        case Near(left, right):
            return [*leaves(left), *leaves(right)]
        case _:
            return [node]
