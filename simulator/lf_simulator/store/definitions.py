"""Records of field and template definitions, and of audit reasons."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

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


class TemplateRecord(NamedTuple):
    """A template definition; `color` is alpha, red, green, blue, each 0 to 255."""

    id: int
    name: str
    description: str
    color: tuple[int, int, int, int]
    field_count: int


_FIELD = """
SELECT f.id, f.name, f.type, f.length, f.description, f.is_multi_value, {required}, f.default_value,
       f.value_constraint, f.constraint_error, f.list_values, f.format FROM field_definition f
"""
_OF_ALL = _FIELD.format(required="f.is_required")
_OF_TEMPLATE = _FIELD.format(required="f.is_required OR tf.is_required") + (
    "JOIN template_field tf ON tf.field_id = f.id WHERE tf.template_id = ? ORDER BY tf.position"
)
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


def field_by_name(connection: sqlite3.Connection, name: str) -> FieldRecord | None:
    """The field definition of exactly that name: names of fields were reported to be compared with case."""
    row = connection.execute(_OF_ALL + "WHERE f.name = ?", (name,)).fetchone()
    return None if row is None else _field(row)


def templates(connection: sqlite3.Connection) -> list[TemplateRecord]:
    """All template definitions, by ascending id."""
    return [_template(row) for row in connection.execute(_TEMPLATE + "ORDER BY t.id")]


def template(connection: sqlite3.Connection, template_id: int) -> TemplateRecord | None:
    """The template definition with that id."""
    row = connection.execute(_TEMPLATE + "WHERE t.id = ?", (template_id,)).fetchone()
    return None if row is None else _template(row)


def template_by_name(connection: sqlite3.Connection, name: str) -> TemplateRecord | None:
    """The template definition of exactly that name, as for fields."""
    row = connection.execute(_TEMPLATE + "WHERE t.name = ?", (name,)).fetchone()
    return None if row is None else _template(row)


def template_fields(connection: sqlite3.Connection, template_id: int) -> list[FieldRecord]:
    """The fields of a template in the order that the template gives them."""
    return [_field(row) for row in connection.execute(_OF_TEMPLATE, (template_id,))]


def template_field_names(connection: sqlite3.Connection, template_id: int) -> list[str]:
    """The names of a template's fields, in its order."""
    return [name for (name,) in connection.execute(_FIELD_NAMES, (template_id,))]


def has_audit_reason(connection: sqlite3.Connection, reason_id: int, event: str) -> bool:
    """Whether there is such a reason for that event (`DeleteEntry`, `ExportDocument`)."""
    found = connection.execute("SELECT 1 FROM audit_reason WHERE id = ? AND event = ?", (reason_id, event))
    return found.fetchone() is not None


def _field(row: tuple[Any, ...]) -> FieldRecord:
    id_, name, type_, length, description, multi, required, default, constraint, error, values, format_ = row
    kind = (type_, length, description, bool(multi), bool(required))
    return FieldRecord(id_, name, *kind, default, constraint, error, tuple(json.loads(values)), format_)


def _template(row: tuple[Any, ...]) -> TemplateRecord:
    id_, name, description, color, field_count = row
    alpha, red, green, blue = json.loads(color)
    return TemplateRecord(id_, name, description, (alpha, red, green, blue), field_count)
