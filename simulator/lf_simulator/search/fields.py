"""Template and field clauses: which comparisons a type of field knows, and the SQL that finds the entries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lf_simulator.search import fulltext, kinds
from lf_simulator.search.columns import SHOWN_DATE, SHOWN_NUMBER, SHOWN_TEXT, listed
from lf_simulator.search.display import DATE_TYPES, NUMBER_TYPES, TEXT_TYPES
from lf_simulator.search.errors import Code, QueryError
from lf_simulator.search.kinds import ORDER_OPERATORS, TEXT_OPERATORS, Kind, Sql
from lf_simulator.search.matching import Sought
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.terms import terms
from lf_simulator.search.wildcards import glob, has_wildcards, plain_part

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from lf_simulator.search.fuzzy import Fuzzy
    from lf_simulator.search.query import Condition, FieldClause, FieldItem


@dataclass(frozen=True, slots=True)
class Family:
    """Field types that are compared alike. `column` is a value in a form that can be compared, `shown` are the forms
    that a pattern is held against: patterns on numbers and dates match what people see (*decision*)."""

    types: tuple[str, ...]
    kind: Kind
    operators: frozenset[str]
    column: str
    shown: tuple[str, ...]


_ISO_DATE = "substr(v.value, 1, 10)"

FAMILIES = (
    Family(TEXT_TYPES, kinds.TEXT, TEXT_OPERATORS | {"~="}, SHOWN_TEXT, (SHOWN_TEXT,)),
    Family(NUMBER_TYPES, kinds.NUMBER, ORDER_OPERATORS, "CAST(v.value AS REAL)", (SHOWN_NUMBER,)),
    Family(DATE_TYPES, kinds.DATE, ORDER_OPERATORS, "v.value", (SHOWN_DATE, _ISO_DATE)),
    Family(("Time",), kinds.TIME, ORDER_OPERATORS, "v.value", ("v.value",)),
)
FAMILY_OF_TYPE = {field_type: family for family in FAMILIES for field_type in family.types}

ANY = FAMILIES
"""What an unnamed field may be."""


def families(connection: sqlite3.Connection, item: FieldItem) -> tuple[Family, ...]:
    """The family of a named field, or all of them. Raises QueryError 9016 for a field that does not exist."""
    if not item.name:
        return ANY
    row = connection.execute("SELECT type FROM field_definition WHERE name_key = ?", (item.name.casefold(),)).fetchone()
    if row is None:
        raise QueryError(Code.FIELD_NOT_FOUND, f'There is no field "{item.name}".', item.place)
    return (FAMILY_OF_TYPE[row[0]],)


def template_id(connection: sqlite3.Connection, clause_template: str) -> int | None:
    row = connection.execute(
        "SELECT id FROM template_definition WHERE name_key = ?", (clause_template.casefold(),)
    ).fetchone()
    return row[0] if row else None


def comparable(item: FieldItem, candidates: Iterable[Family], reading: Reading = PLAIN) -> list[Family]:
    """Those of the families that can be compared in this way. Raises the QueryError of the first when none can."""
    if item.condition is None or _is_about_blanks(item.condition):
        return list(candidates)
    fitting, mistakes = [], []
    for family in candidates:
        try:
            _check(item, family, item.condition, reading)
        except QueryError as mistake:
            mistakes.append(mistake)
        else:
            fitting.append(family)
    if not fitting:
        raise next((one for one in mistakes if one.code != Code.WRONG_OPERATOR), mistakes[0])
    return fitting


def _check(item: FieldItem, family: Family, condition: Condition, reading: Reading) -> None:
    if condition.operator not in family.operators:
        known = ", ".join(sorted(family.operators))
        message = (
            f"The field {item.name or '[]'} holds {family.kind.noun}; it cannot be compared with {condition.operator}."
        )
        raise QueryError(Code.WRONG_OPERATOR, message, condition.operator_place, f"It takes {known}.")
    if condition.operator == "~=":
        terms(condition.value, condition.place, reading)
    elif not _is_pattern(condition):
        family.kind.read(condition.value, condition.place, reading)


def _is_pattern(condition: Condition) -> bool:
    return condition.operator in TEXT_OPERATORS and has_wildcards(condition.value)


def groups(clause: FieldClause) -> list[list[FieldItem]]:
    """Conditions on the same field have to hold for the same value, so they stay together (*decision*)."""
    found: dict[tuple[str, str], list[FieldItem]] = {}
    alone = []
    for item in clause.items:
        if item.condition is None or _asks_for_blank(item.condition):
            alone.append([item])
        else:
            found.setdefault((item.name.casefold(), item.index), []).append(item)
    return [*alone, *found.values()]


def _is_about_blanks(condition: Condition) -> bool:
    return condition.operator in TEXT_OPERATORS and not condition.value


def _asks_for_blank(condition: Condition) -> bool:
    return condition.operator == "=" and not condition.value


def select(
    connection: sqlite3.Connection, group: list[FieldItem], fuzzy: Fuzzy | None, reading: Reading = PLAIN
) -> Sql:
    """The entries for which one group holds."""
    first = group[0]
    if first.condition is None or _asks_for_blank(first.condition):
        return _presence(first)
    tests = [_test(connection, item, fuzzy, reading) for item in group]
    text = " AND ".join(part.text for part in tests)
    values = tuple(value for part in tests for value in part.parameters)
    wheres = [_VALUES]
    if first.name:
        wheres.append("d.name_key = ?")
        values = (first.name.casefold(), *values)
    if first.index == "all":
        # Without a name, all values of one and the same field have to meet the condition (decision).
        return Sql(f"{' AND '.join(wheres)} GROUP BY v.entry_id, v.field_id HAVING min({text})", values)
    if first.index:
        wheres.append(f"v.position = {int(first.index)}")
    return Sql(" AND ".join([*wheres, text]), values)


_VALUES = "SELECT v.entry_id FROM field_definition d JOIN field_value v ON v.field_id = d.id WHERE v.value <> ''"
_ASSIGNED = "SELECT f.entry_id FROM entry_field f JOIN field_definition d ON d.id = f.field_id WHERE 1"
_NO_VALUE = (
    "NOT EXISTS (SELECT 1 FROM field_value v WHERE v.entry_id = f.entry_id AND v.field_id = f.field_id "
    "AND v.value <> '' AND (? = 0 OR v.position = ?))"
)
_NARROWED = (
    "(v.entry_id, v.field_id) IN (SELECT i.entry_id, i.ref FROM text_index JOIN text_item i ON i.id = text_index.rowid "
    "WHERE i.source = 'F' AND {found})"
)


def _presence(item: FieldItem) -> Sql:
    """Entries that have the field; with a blank value, when that was asked for."""
    wheres = [_ASSIGNED]
    values: list[object] = []
    if item.name:
        wheres.append("d.name_key = ?")
        values.append(item.name.casefold())
    if item.condition is not None:
        wheres.append(_NO_VALUE)
        values += [int(item.index) if item.index.isdecimal() else 0] * 2
    return Sql(" AND ".join(wheres), tuple(values))


def _test(connection: sqlite3.Connection, item: FieldItem, fuzzy: Fuzzy | None, reading: Reading) -> Sql:
    condition = item.condition
    if condition is None or not condition.value:
        return Sql("1")  # <>"": rows without a value are left out anyway
    tests: list[str] = []
    values: list[object] = []
    fitting = comparable(item, families(connection, item), reading)
    for family in fitting:
        if _cannot_match(family, condition):
            continue
        part = _family_test(connection, family, condition, fuzzy, reading)
        tests.append(part.text if item.name else f"(d.type IN {listed(family.types)} AND {part.text})")
        values += part.parameters
    return Sql(f"({' OR '.join(tests) or 0})", tuple(values))


def _cannot_match(family: Family, condition: Condition) -> bool:
    """Numbers, dates and times have no letters; most patterns have, and need not be held against them."""
    with_letters = any(character.isalpha() for character in plain_part(condition.value))
    return family.kind is not kinds.TEXT and condition.operator == "=" and _is_pattern(condition) and with_letters


def _family_test(
    connection: sqlite3.Connection, family: Family, condition: Condition, fuzzy: Fuzzy | None, reading: Reading
) -> Sql:
    if condition.operator == "~=":
        sought = terms(condition.value, condition.place, reading)
        found = fulltext.match(connection, sought, fuzzy)
        narrowed = _NARROWED.replace("{found}", found.text)
        return Sql(f"({narrowed} AND has_words(v.value, ?))", (*found.parameters, Sought(sought, fuzzy).written()))
    if _is_pattern(condition):
        joined = " OR ".join(f"{form} GLOB ?" for form in family.shown)
        negation = "NOT " if condition.operator == "<>" else ""
        return Sql(f"{negation}({joined})", (glob(condition.value),) * len(family.shown))
    value = family.kind.read(condition.value, condition.place, reading)
    return family.kind.test(family.column, condition.operator, value)
