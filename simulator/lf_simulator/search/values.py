"""Conditions on fields in SQL: which entries have such a value, by an index where one can tell."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.search import fulltext, kinds
from lf_simulator.search.columns import listed
from lf_simulator.search.comparing import can_be_sought, compared_with, is_pattern
from lf_simulator.search.display import TEXT_TYPES
from lf_simulator.search.fields import asks_for_blank, comparable, families, field_id
from lf_simulator.search.kinds import Sql
from lf_simulator.search.matching import Sought
from lf_simulator.search.parts import NOTHING, OF_TEXT, Part
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.terms import terms
from lf_simulator.search.wildcards import glob, has_wildcards, plain_part
from lf_simulator.search.words import tokenizer

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable

    from lf_simulator.search.fields import Family
    from lf_simulator.search.query import Condition, FieldItem
    from lf_simulator.search.word_list import WordList

ANYTHING = Sql("1")


def having(words: WordList, group: list[FieldItem], reading: Reading = PLAIN) -> Part:
    """What conditions on one field, which have to hold for one value, are in SQL. Raises QueryError for a field that
    does not exist and a comparison that does not fit it."""
    first = group[0]
    if first.condition is None or asks_for_blank(first.condition):
        return _present(words.connection, first)
    search = _Values(words, reading)
    conditions = [item.condition for item in group if item.condition is not None and item.condition.value]
    if conditions and not first.index and all(one.operator == "~=" for one in conditions):
        return search.with_words(group, conditions)
    fitting = [comparable(item, families(words.connection, item), reading) for item in group]
    return search.compared(first, conditions, [one for one in fitting[0] if all(one in others for others in fitting)])


def _present(connection: sqlite3.Connection, item: FieldItem) -> Part:
    """Entries that have the field; without a value, when that was asked for."""
    field = Sql("f.field_id = ?", (field_id(connection, item),)) if item.name else ANYTHING
    tests = [field]
    if item.condition is not None:
        number = int(item.index) if item.index.isdecimal() else 0
        position = f"AND v.position = {number}" if number else ""
        blank = (
            f"NOT EXISTS (SELECT 1 FROM field_value v WHERE v.entry_id = f.entry_id AND v.field_id = f.field_id "  # noqa: S608 - a number of ours
            f"AND v.value_key <> '' {position})"
        )
        tests.append(Sql(blank))
    has = _joined(tests)
    rows = Sql(f"SELECT f.entry_id AS id FROM entry_field f WHERE {has.text}", has.parameters)  # noqa: S608 - ours
    test = f"EXISTS (SELECT 1 FROM entry_field f WHERE f.entry_id = e.id AND {has.text})"  # noqa: S608 - ours
    return Part(rows, Sql(test, has.parameters), countable=bool(item.name) and item.condition is None)


class _Values:
    def __init__(self, words: WordList, reading: Reading) -> None:
        self.words = words
        self.connection = words.connection
        self.reading = reading

    def with_words(self, group: list[FieldItem], conditions: list[Condition]) -> Part:
        """Each value is a row of the index of its own, so the index knows which values hold all the words."""
        first = group[0]
        comparable(first, families(self.connection, first), self.reading)
        sought = tuple(term for one in conditions for term in terms(one.value, one.place, self.reading))
        found = fulltext.match(self.words, sought)
        field = Sql("i.ref = ?", (field_id(self.connection, first),)) if first.name else _of_types("i.ref", TEXT_TYPES)
        rows = (
            "SELECT i.entry_id AS id FROM text_index JOIN text_item i ON i.id = text_index.rowid "  # noqa: S608 - ours
            f"WHERE {found.text} AND i.source = 'F' AND {field.text}"
        )
        return Part(Sql(rows, (*found.parameters, *field.parameters)), size=OF_TEXT)

    def compared(self, first: FieldItem, conditions: list[Condition], fitting: list[Family]) -> Part:
        """One query for each family of field types that can be compared so."""
        found = [one for one in fitting if not any(_cannot_match(one, condition) for condition in conditions)]
        if not found:
            return NOTHING
        wheres = [self._where(first, conditions, family) for family in found]
        # Of one entry the values are few and gone through: an index of all values would lead to those of other entries
        narrow = [self._where(first, conditions, family, "+") for family in found]
        rows = " UNION ALL ".join(f"SELECT v.entry_id AS id FROM field_value v WHERE {one.text}" for one in wheres)  # noqa: S608 - ours
        tests = " OR ".join(
            f"EXISTS (SELECT 1 FROM field_value v WHERE v.entry_id = e.id AND {one.text})"  # noqa: S608 - ours
            for one in narrow
        )
        values = tuple(value for one in wheres for value in one.parameters)
        sought = any(can_be_sought(one) for one in conditions if one.operator != "~=")
        return Part(Sql(rows, values), Sql(f"({tests})", values), countable=sought)

    def _where(self, first: FieldItem, conditions: list[Condition], family: Family, sign: str = "") -> Sql:
        """The condition on a value `v` that it is of the field, of the family, and as it should be. The sign + keeps
        SQLite from seeking it by the value."""
        tests = [
            Sql("v.field_id = ?", (field_id(self.connection, first),))
            if first.name
            else _of_types("v.field_id", family.types)
        ]
        if first.index.isdecimal():
            tests.append(Sql(f"v.position = {int(first.index)}"))
        fits = self._fits("v", conditions, family, sign)
        tests.append(fits)
        if first.index == "all":
            # Without a name, all values of one and the same field have to meet the condition (decision).
            others = self._fits("w", conditions, family, "+")
            unfit = (
                "NOT EXISTS (SELECT 1 FROM field_value w WHERE w.entry_id = v.entry_id AND w.field_id = v.field_id "  # noqa: S608 - ours
                f"AND w.value_key <> '' AND ({others.text}) IS NOT TRUE)"
            )
            tests.append(Sql(unfit, others.parameters))
        return _joined(tests)

    def _fits(self, alias: str, conditions: list[Condition], family: Family, sign: str) -> Sql:
        """The conditions alone. A value that is blank meets none."""
        tests = [self._test(alias, one, family, sign) for one in conditions]
        if family.kind is kinds.NUMBER and any(not is_pattern(one) for one in conditions):
            return _joined(tests)  # a blank is no number, and the index of numbers does not know the text
        return _joined([Sql(f"{alias}.value_key <> ''"), *tests])

    def _test(self, alias: str, condition: Condition, family: Family, sign: str) -> Sql:
        if condition.operator == "~=":
            return self._words(alias, condition)
        if is_pattern(condition) and family.kind is not kinds.TEXT:
            # Decision: patterns on numbers and dates match what people see.
            shown = [form.format(v=alias) for form in family.shown]
            joined = " OR ".join(f"{form} GLOB ?" for form in shown)
            negation = "NOT " if condition.operator == "<>" else ""
            return Sql(f"{negation}({joined})", (glob(condition.value),) * len(shown))
        value = family.kind.read(condition.value, condition.place, self.reading)
        if self.reading.field_equals == "part" and family.kind is kinds.TEXT and not has_wildcards(value):
            # Decision: whoever writes wildcards has said where a value may go on.
            value = f"*{value}*"
        test = compared_with(family.kind, family.column.format(v=sign + alias), condition.operator, value, self.reading)
        folded = (one.casefold() if isinstance(one, str) else one for one in test.parameters)
        return Sql(test.text, tuple(folded))

    def _words(self, alias: str, condition: Condition) -> Sql:
        sought = terms(condition.value, condition.place, self.reading)
        found = fulltext.match(self.words, sought)
        narrowed = (
            f"({alias}.entry_id, {alias}.field_id) IN (SELECT i.entry_id, i.ref FROM text_index JOIN text_item i "  # noqa: S608 - ours
            f"ON i.id = text_index.rowid WHERE i.source = 'F' AND {found.text})"
        )
        written = Sought(sought, self.words.fuzzy, tokenizer(self.reading)).written()
        return Sql(f"({narrowed} AND has_words({alias}.value, ?))", (*found.parameters, written))


def _cannot_match(family: Family, condition: Condition) -> bool:
    """Numbers, dates and times have no letters; most patterns have, and need not be held against them."""
    with_letters = any(character.isalpha() for character in plain_part(condition.value))
    return family.kind is not kinds.TEXT and condition.operator == "=" and is_pattern(condition) and with_letters


def _of_types(column: str, types: tuple[str, ...]) -> Sql:
    return Sql(f"{column} IN (SELECT d.id FROM field_definition d WHERE d.type IN {listed(types)})")  # noqa: S608 - ours


def _joined(tests: Iterable[Sql]) -> Sql:
    tests = list(tests)
    return Sql(" AND ".join(test.text for test in tests), tuple(value for test in tests for value in test.parameters))
