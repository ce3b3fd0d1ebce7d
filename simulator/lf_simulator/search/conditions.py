"""Clauses as they were written, held against what their key allows: operators, values, quotes and options."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from lf_simulator.search import dates, kinds
from lf_simulator.search.clauses import (
    BASIC_AFFIXES,
    BASIC_SOURCES,
    BY_KEY,
    SUBFOLDERS,
    TYPE_LETTERS,
    VERSION_KEYS,
    Clause,
    basic_letters,
)
from lf_simulator.search.errors import Code, QueryError, cut
from lf_simulator.search.query import Condition, SystemClause, VersionClause
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.terms import terms
from lf_simulator.search.unknown_keys import meant_by, meant_by_version_key
from lf_simulator.search.wildcards import only_wildcards

if TYPE_CHECKING:
    from lf_simulator.search.kinds import Kind
    from lf_simulator.search.place import Place

OPTIONS = {"type": "Type", "option": "option", "subfolders": "Subfolders"}


@dataclass(frozen=True, slots=True)
class Part:
    """`key operator value` as it was written; `key` is empty where it was left out. `quoted`: the value was."""

    key: str
    condition: Condition
    quoted: bool
    place: Place


@dataclass(frozen=True, slots=True)
class Allowed:
    """What decides whether a clause may be written so: how the build reads, and the day that `now` means, if any."""

    reading: Reading = PLAIN
    today: str = ""


def system_clause(parts: list[Part], allowed: Allowed) -> SystemClause:
    """The node of `{LF:…}`. Raises QueryError for an unknown key, operator, option or value."""
    first = parts[0]
    clause = BY_KEY.get(first.key.casefold())
    if clause is None:
        message = f"LF:{cut(first.key)} is not a search key."
        raise QueryError(Code.UNKNOWN_KEY, message, first.place, meant_by(first.key))
    conditions, options = [], {}
    for part in parts:
        name = OPTIONS.get(part.key.casefold())
        if name:
            if name in options:
                raise QueryError(Code.WRONG_OPTION, f"The option {name} stands here twice.", part.place)
            options[name] = _option(clause, name, part, allowed.reading)
        elif part.key and part.key.casefold() != first.key.casefold():
            hint = "Put each key into braces of its own and join them with &."
            message = f"{cut(part.key)} cannot stand in the same braces as {clause.key}."
            raise QueryError(Code.UNKNOWN_KEY, message, part.place, hint)
        else:
            conditions.append(_condition(clause, f"LF:{clause.key}", part, allowed))
    node = SystemClause(clause.key, tuple(conditions), tuple(options.items()), first.place)
    _check_words(node, allowed.reading)
    return node


def version_clause(parts: list[Part], allowed: Allowed) -> VersionClause:
    """The node of `{LFVER:…}`. Raises QueryError as `system_clause`."""
    conditions: list[tuple[str, Condition]] = []
    for part in parts:
        key = part.key or conditions[-1][0]
        clause = VERSION_KEYS.get(key.casefold())
        if clause is None:
            message = f"LFVER:{cut(part.key)} is not a search key."
            raise QueryError(Code.UNKNOWN_KEY, message, part.place, meant_by_version_key(part.key))
        condition = _condition(clause, f"LFVER:{clause.key}", part, allowed)
        if condition.operator == "~=":
            terms(condition.value, condition.place, allowed.reading)
        conditions.append((clause.key, condition))
    return VersionClause(tuple(conditions), parts[0].place)


def check_value(kind: Kind, condition: Condition, *, quoted: bool) -> None:
    """Refuse a value that ought to be quoted and one that is too long. Raises QueryError."""
    check_length(condition.value, condition.place)
    if not quoted and not kind.unquoted.fullmatch(condition.value):
        hint = f'Write {condition.operator}"{cut(condition.value)}".'
        raise QueryError(Code.SYNTAX, f"{cut(condition.value)} has to stand in quotes.", condition.place, hint)


def check_length(text: str, place: Place) -> None:
    """Raises QueryError for a value, name, word or phrase that is too long."""
    if len(text) > kinds.LONGEST_VALUE:
        message = f"The value has {len(text):,} characters; {kinds.LONGEST_VALUE:,} are allowed."
        raise QueryError(Code.TERM_TOO_LONG, message, place)


def _condition(clause: Clause, key: str, part: Part, allowed: Allowed) -> Condition:
    condition = part.condition
    if condition.operator not in clause.operators:
        known = ", ".join(sorted(clause.operators))
        message = f"{key} cannot be compared with {condition.operator}."
        raise QueryError(clause.wrong_operator, message, condition.operator_place, f"It takes {known}.")
    check_value(clause.kind, condition, quoted=part.quoted)
    # Decision: only dates of the system may be `now`; the one program that sends it does so there.
    if allowed.today and clause.kind is kinds.MOMENT and condition.value.strip().casefold() == dates.NOW:
        condition = replace(condition, value=allowed.today)
    clause.kind.read(condition.value, condition.place, allowed.reading)
    return condition


def _option(clause: Clause, name: str, part: Part, reading: Reading) -> str:
    value, place = part.condition.value, part.condition.place
    if name not in clause.options:
        raise QueryError(Code.WRONG_OPTION, f"LF:{clause.key} has no option {part.key}.", part.place)
    if part.condition.operator != "=":
        message = f"The option {name} is set with =, not with {part.condition.operator}."
        raise QueryError(Code.WRONG_OPTION, message, part.condition.operator_place)
    letters = option_letters(name, reading)
    if not letters:
        if value.casefold() not in SUBFOLDERS:
            raise QueryError(Code.WRONG_OPTION, f'"{cut(value)}" is neither Y nor N.', place)
    elif not value or set(value.upper()) - set(letters):
        message = f'"{cut(value)}" is not made of the letters {", ".join(letters)}.'
        raise QueryError(Code.WRONG_OPTION, message, place)
    return value


def option_letters(name: str, reading: Reading) -> str:
    """The letters that the value of an option is made of; none for an option of another sort."""
    if name == "Type":
        return "".join(letter for letter in TYPE_LETTERS if letter != "B" or reading.type_b == "no-template")
    return BASIC_SOURCES + BASIC_AFFIXES if name == "option" else ""


def _check_words(node: SystemClause, reading: Reading) -> None:
    sources = basic_letters(node)[0] if node.key == "Basic" else ""
    for condition in node.conditions:
        if condition.operator != "~=":
            continue
        if only_wildcards(condition.value) and set(sources) & set("NF"):
            continue  # decision: finds every entry, as the vendor's own tests expect
        terms(condition.value, condition.place, reading)
