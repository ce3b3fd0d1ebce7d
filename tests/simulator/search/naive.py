"""The search language, evaluated slowly: a few entries as plain values, a predicate for each kind of criterion.

Written from the rules of the language and not from the SQL: no index, tokenizer or pattern of the simulator is used.
Words of the texts here are ASCII letters and digits between blanks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from typing import TYPE_CHECKING

from lf_simulator.search.query import (
    And,
    Condition,
    FieldClause,
    FieldItem,
    Near,
    Node,
    Not,
    Or,
    SystemClause,
    TemplateClause,
    Text,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


@dataclass(frozen=True, slots=True)
class Thing:
    """An entry. `values` are those of each field that is assigned; `ways` the ids of all folders that it is in."""

    id: int
    parent: int
    name: str
    kind: str
    created: datetime
    template: str
    text: tuple[str, ...]
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    tags: frozenset[str] = frozenset()
    ways: tuple[int, ...] = ()


FIELD_TYPES = {"Who": "text", "Many": "text", "Sum": "number", "Day": "date"}


def found(node: Node, things: Iterable[Thing]) -> list[int]:
    return [thing.id for thing in things if holds(node, thing)]


def holds(node: Node, thing: Thing) -> bool:
    match node:
        case And(parts):
            return all(holds(part, thing) for part in parts)
        case Or(parts):
            return any(holds(part, thing) for part in parts)
        case Not(keep, drop):
            return holds(keep, thing) and not holds(drop, thing)
        case Text() | Near():
            return bool(places(node, thing.text))
        case TemplateClause(template):
            return bool(thing.template) and template.casefold() in ("", thing.template.casefold())
        case SystemClause():
            return all(of_key(node, condition, thing) for condition in node.conditions)
        case FieldClause():
            return of_fields(node, thing)
        case _:
            raise AssertionError(node)


# ---- text


def places(node: Node, words: tuple[str, ...]) -> list[tuple[int, int]]:
    """First and last word of each place where a text stands."""
    match node:
        case Text(_, term):
            size = len(term)
            starts = range(len(words) - size + 1)
            return [(at, at + size - 1) for at in starts if all(map(like, term, words[at : at + size]))]
        case And(parts):
            found = [places(part, words) for part in parts]
            return [place for each in found for place in each] if all(found) else []
        case Or(parts):
            return [place for part in parts for place in places(part, words)]
        case Not(keep, drop):
            return [] if places(drop, words) else places(keep, words)
        case Near(left, right, distance, apart):
            ones, others = places(left, words), places(right, words)
            pairs = [
                (min(one[0], other[0]), max(one[1], other[1]))
                for one in ones
                for other in others
                if 0 <= max(one[0], other[0]) - min(one[1], other[1]) - 1 <= distance
                and (one[1] < other[0] or other[1] < one[0])
            ]
            if apart:
                return [*ones, *others] if ones and others and not pairs else []
            return pairs
        case _:
            raise AssertionError(node)


def like(pattern: str, text: str) -> bool:
    """A whole text against `*` and `?`; these are the only wildcards here."""
    parts = (".*" if letter == "*" else "." if letter == "?" else re.escape(letter) for letter in pattern)
    return re.fullmatch("".join(parts), text, re.IGNORECASE | re.DOTALL) is not None


def parted(value: str) -> tuple[str, ...]:
    return tuple(re.findall(r"[A-Za-z0-9]+", value))


# ---- clauses


def of_key(node: SystemClause, condition: Condition, thing: Thing) -> bool:
    value, operator = condition.value, condition.operator
    match node.key:
        case "Name":
            letters = node.option("Type") or "DFS"
            return thing.kind[0] in letters and compared(operator, like(value, thing.name))
        case "ID":
            return ordered(operator, thing.id, int(value), int(value) + 1)
        case "Created":
            start = datetime.fromisoformat(value)
            return ordered(operator, thing.created, start, start + timedelta(days=1))
        case "Tags":
            return compared(operator, any(like(value, tag) for tag in thing.tags))
        case "LookIn":
            folder = int(value)
            return thing.parent == folder if node.option("Subfolders") == "N" else folder in thing.ways
        case "Basic":
            terms = [[word] for word in value.split()]
            items = [thing.text, *(parted(value) for _, value in all_values(thing)), parted(thing.name)]
            wanted = (node.option("option") or "DFAN").upper()
            texts = {"D": items[:1], "F": items[1:-1], "A": [], "N": items[-1:]}
            sources = [letter for letter in "DFAN" if letter in wanted] or list("DFAN")
            words = any(
                all(places(Text("", tuple(term)), item) for term in terms) for one in sources for item in texts[one]
            )
            whole = ("*" if "L" in wanted else "") + value + ("*" if "T" in wanted else "")
            if whole == value and not ("L" in wanted or "T" in wanted):
                return words
            values = [shown for _, shown in all_values(thing)] if "F" in sources else []
            return words or ("N" in sources and like(whole, thing.name)) or any(like(whole, one) for one in values)
        case _:
            raise AssertionError(node.key)


def compared(operator: str, equal: bool) -> bool:
    return equal is (operator == "=")


def ordered(operator: str, value: object, start: object, end: object) -> bool:
    """A value against an interval that holds its start and not its end."""
    before, after = value < start, value >= end  # type: ignore[operator]  # both are of one type
    return {
        "=": not before and not after,
        "<>": before or after,
        "<": before,
        "<=": not after,
        ">": after,
        ">=": not before,
    }[operator]


# ---- fields


def all_values(thing: Thing) -> list[tuple[str, str]]:
    """Field and value, as people see it."""
    return [(name, shown(name, value)) for name, values in thing.values.items() for value in values if value]


def shown(name: str, value: str) -> str:
    if FIELD_TYPES[name] == "number":
        return f"{float(value):g}"
    return date.fromisoformat(value[:10]).strftime("%m/%d/%Y") if FIELD_TYPES[name] == "date" else value


def of_fields(node: FieldClause, thing: Thing) -> bool:
    if node.template and thing.template.casefold() != node.template.casefold():
        return False
    first = node.items[0]
    if node.template and not first.name and first.condition is None:
        return True
    together: dict[tuple[str, str], list[FieldItem]] = {}
    for item in node.items:
        if item.condition is None or (item.condition.operator, item.condition.value) == ("=", ""):
            if not any(is_present(item, name, values) for name, values in thing.values.items()):
                return False
        else:
            together.setdefault((item.name.casefold(), item.index), []).append(item)
    return all(any(meets(name, group, thing) for name in thing.values) for group in together.values())


def named(item: FieldItem, name: str) -> bool:
    return item.name.casefold() in ("", name.casefold())


def is_present(item: FieldItem, name: str, values: tuple[str, ...]) -> bool:
    if not named(item, name):
        return False
    at = int(item.index) if item.index.isdecimal() else 0
    filled = any(value for number, value in enumerate(values, 1) if at in (0, number))
    return item.condition is None or not filled


def meets(name: str, group: list[FieldItem], thing: Thing) -> bool:
    first = group[0]
    if not named(first, name):
        return False
    filled = [(number, value) for number, value in enumerate(thing.values[name], 1) if value]
    fit = [all(fits(name, value, item.condition) for item in group) for _, value in filled]
    if first.index == "all":
        return bool(fit) and all(fit)
    if first.index:
        return any(fit_one for (number, _), fit_one in zip(filled, fit, strict=True) if number == int(first.index))
    return any(fit)


def fits(name: str, value: str, condition: Condition | None) -> bool:
    assert condition is not None
    operator, wanted = condition.operator, condition.value
    kind = FIELD_TYPES[name]
    if not wanted:
        return True  # <>"" of a value that is there
    if operator == "~=":
        words = parted(value)
        return kind == "text" and all(places(Text("", (word,)), words) for word in wanted.split())
    if "*" in wanted or "?" in wanted:
        forms = [shown(name, value), value[:10]] if kind == "date" else [shown(name, value)]
        return operator in ("=", "<>") and compared(operator, any(like(wanted, form) for form in forms))
    if kind == "text":
        return operator in ("=", "<>") and compared(operator, value.casefold() == wanted.casefold())
    if kind == "number":
        number = as_number(wanted)
        return number is not None and ordered_number(operator, float(value), number)
    day = as_day(wanted)
    return day is not None and ordered(operator, date.fromisoformat(value[:10]), day, day + timedelta(days=1))


def ordered_number(operator: str, value: float, wanted: float) -> bool:
    return {
        "=": value == wanted,
        "<>": value != wanted,
        "<": value < wanted,
        "<=": value <= wanted,
        ">": value > wanted,
        ">=": value >= wanted,
    }[operator]


def as_number(text: str) -> float | None:
    return float(text) if re.fullmatch(r"[+-]?\d+(\.\d*)?", text) else None


def as_day(text: str) -> date | None:
    return date.fromisoformat(text) if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else None
