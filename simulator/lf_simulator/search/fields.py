"""Template and field clauses: which fields they mean, and which comparisons a type of field knows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from lf_simulator.search import kinds
from lf_simulator.search.columns import ISO_DAY, SHOWN_DAY, SHOWN_DAY_AND_TIME, SHOWN_NUMBER
from lf_simulator.search.comparing import is_pattern
from lf_simulator.search.display import NUMBER_TYPES, TEXT_TYPES
from lf_simulator.search.errors import Code, QueryError
from lf_simulator.search.kinds import ORDER_OPERATORS, TEXT_OPERATORS, Kind
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.terms import terms

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from lf_simulator.search.query import Condition, FieldClause, FieldItem


@dataclass(frozen=True, slots=True)
class Family:
    """Field types that are compared alike. `column` is a value in a form that can be compared, `shown` are the forms
    that a pattern is held against, `{v}` in both is the table `field_value`."""

    types: tuple[str, ...]
    kind: Kind
    operators: frozenset[str]
    column: str
    shown: tuple[str, ...]


FAMILIES = (
    Family(TEXT_TYPES, kinds.TEXT, TEXT_OPERATORS | {"~="}, "{v}.value_key", ("{v}.value_key",)),
    Family(NUMBER_TYPES, kinds.NUMBER, ORDER_OPERATORS, "{v}.number", (SHOWN_NUMBER,)),
    Family(("Date",), kinds.DATE, ORDER_OPERATORS, "{v}.value_key", (SHOWN_DAY, ISO_DAY)),
    Family(("DateTime",), kinds.DATE, ORDER_OPERATORS, "{v}.value_key", (SHOWN_DAY_AND_TIME, ISO_DAY)),
    Family(("Time",), kinds.TIME, ORDER_OPERATORS, "{v}.value_key", ("{v}.value_key",)),
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


def field_id(connection: sqlite3.Connection, item: FieldItem) -> int:
    """The number of a named field. Raises QueryError as `families`."""
    families(connection, item)
    query = "SELECT id FROM field_definition WHERE name_key = ?"
    return int(connection.execute(query, (item.name.casefold(),)).fetchone()[0])


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
    elif not is_pattern(condition):
        family.kind.read(condition.value, condition.place, reading)


def groups(clause: FieldClause) -> list[list[FieldItem]]:
    """Conditions on the same field have to hold for the same value, so they stay together (*decision*)."""
    found: dict[tuple[str, str], list[FieldItem]] = {}
    alone = []
    for item in clause.items:
        if item.condition is None or asks_for_blank(item.condition):
            alone.append([item])
        else:
            found.setdefault((item.name.casefold(), item.index), []).append(item)
    return [*alone, *found.values()]


def _is_about_blanks(condition: Condition) -> bool:
    return condition.operator in TEXT_OPERATORS and not condition.value


def asks_for_blank(condition: Condition) -> bool:
    """Whether a condition is `=""`, which is about fields without a value."""
    return condition.operator == "=" and not condition.value
