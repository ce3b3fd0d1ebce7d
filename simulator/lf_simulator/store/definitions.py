"""Records of field and template definitions, and of audit reasons."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from lf_simulator.store.filling import key

if TYPE_CHECKING:
    import sqlite3


class FieldRecord(NamedTuple):
    """A field definition. `is_required` is that of the template when it was read as a template's field."""

    id: int
    name: str
    type: str
    length: int
    description: str
    is_multi_value: bool
    is_required: bool
    default: str
    constraint: str
    constraint_error: str
    list_values: tuple[str, ...]
    format: str
    currency: str
    format_pattern: str


class TemplateFieldRecord(NamedTuple):
    """A field as a template has it. `ancestors` are the ids of the fields on which its choices depend, () for none;
    a row of `choices` holds a value for each of them, and then a choice that they allow. `group_id` 0: in no group."""

    field: FieldRecord
    group_id: int
    group_name: str
    ancestors: tuple[int, ...]
    choices: tuple[tuple[str, ...], ...]


class TemplateRecord(NamedTuple):
    """A template definition; `color` is alpha, red, green, blue, each 0 to 255."""

    id: int
    name: str
    description: str
    color: tuple[int, int, int, int]
    field_count: int


_FIELD = """
SELECT f.id, f.name, f.type, f.length, f.description, f.is_multi_value, {required}, f.default_value,
       f.value_constraint, f.constraint_error, f.list_values, f.format, f.currency, f.format_pattern{more}
  FROM field_definition f
"""
_OF_ALL = _FIELD.format(required="f.is_required", more="")
_OF_TEMPLATE = _FIELD.format(
    required="f.is_required OR tf.is_required", more=", tf.group_id, tf.group_name, tf.ancestors, tf.choices"
) + ("JOIN template_field tf ON tf.field_id = f.id WHERE tf.template_id = ? ORDER BY tf.position")
_TEMPLATE = """
SELECT t.id, t.name, t.description, t.color, (SELECT count(*) FROM template_field f WHERE f.template_id = t.id)
  FROM template_definition t
"""
_FIELD_NAMES = """
SELECT f.name FROM template_field tf JOIN field_definition f ON f.id = tf.field_id
 WHERE tf.template_id = ? ORDER BY tf.position
"""


def fields(connection: sqlite3.Connection) -> list[FieldRecord]:
    """All field definitions, by ascending id."""
    return [_field(row) for row in connection.execute(_OF_ALL + "ORDER BY f.id")]


def field(connection: sqlite3.Connection, field_id: int) -> FieldRecord | None:
    """The field definition with that id."""
    row = connection.execute(_OF_ALL + "WHERE f.id = ?", (field_id,)).fetchone()
    return None if row is None else _field(row)


def field_by_name(connection: sqlite3.Connection, name: str, *, exact: bool = True) -> FieldRecord | None:
    """The field definition of that name, compared with case if `exact`."""
    row = connection.execute(_OF_ALL + _named(exact, "f"), (name if exact else key(name),)).fetchone()
    return None if row is None else _field(row)


def templates(connection: sqlite3.Connection) -> list[TemplateRecord]:
    """All template definitions, by ascending id."""
    return [_template(row) for row in connection.execute(_TEMPLATE + "ORDER BY t.id")]


def template(connection: sqlite3.Connection, template_id: int) -> TemplateRecord | None:
    """The template definition with that id."""
    row = connection.execute(_TEMPLATE + "WHERE t.id = ?", (template_id,)).fetchone()
    return None if row is None else _template(row)


def template_by_name(connection: sqlite3.Connection, name: str, *, exact: bool = True) -> TemplateRecord | None:
    """The template definition of that name, compared with case if `exact`."""
    row = connection.execute(_TEMPLATE + _named(exact, "t"), (name if exact else key(name),)).fetchone()
    return None if row is None else _template(row)


def template_fields(connection: sqlite3.Connection, template_id: int) -> list[TemplateFieldRecord]:
    """The fields of a template in the order that the template gives them."""
    return [_template_field(row) for row in connection.execute(_OF_TEMPLATE, (template_id,))]


def template_field_names(connection: sqlite3.Connection, template_id: int) -> list[str]:
    """The names of a template's fields, in its order."""
    return [name for (name,) in connection.execute(_FIELD_NAMES, (template_id,))]


def has_audit_reason(connection: sqlite3.Connection, reason_id: int, event: str) -> bool:
    """Whether there is such a reason for that event (`DeleteEntry`, `ExportDocument`)."""
    found = connection.execute("SELECT 1 FROM audit_reason WHERE id = ? AND event = ?", (reason_id, event))
    return found.fetchone() is not None


def _named(exact: bool, alias: str) -> str:
    """The condition for a name, whose parameter is the name itself if `exact`, else its key."""
    return f"WHERE {alias}.{'name' if exact else 'name_key'} = ?"


def _field(row: tuple[Any, ...]) -> FieldRecord:
    id_, name, type_, length, description, multi, required, default, constraint, error, values, *shown = row
    kind = (type_, length, description, bool(multi), bool(required))
    return FieldRecord(id_, name, *kind, default, constraint, error, tuple(json.loads(values)), *shown)


def _template_field(row: tuple[Any, ...]) -> TemplateFieldRecord:
    *field_row, group_id, group_name, ancestors, choices = row
    rows = tuple(tuple(choice) for choice in json.loads(choices))
    return TemplateFieldRecord(_field(tuple(field_row)), group_id, group_name, tuple(json.loads(ancestors)), rows)


def _template(row: tuple[Any, ...]) -> TemplateRecord:
    id_, name, description, color, field_count = row
    alpha, red, green, blue = json.loads(color)
    return TemplateRecord(id_, name, description, (alpha, red, green, blue), field_count)
