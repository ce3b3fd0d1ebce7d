"""Field values of entries, as records: everything on one entry, or chosen fields of many entries at once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.store.definitions import FieldRecord, field_by_name

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence


class FieldOnEntry(NamedTuple):
    """A field that an entry has. `is_required` also when only the entry's template demands it; blank: no values."""

    id: int
    name: str
    type: str
    is_multi_value: bool
    is_required: bool
    values: tuple[str, ...]


_ON_ENTRY = """
SELECT f.id, f.name, f.type, f.is_multi_value, f.is_required OR coalesce(tf.is_required, 0),
       (SELECT json_group_array(value) FROM (SELECT v.value FROM field_value v
         WHERE v.entry_id = ef.entry_id AND v.field_id = f.id ORDER BY v.position))
  FROM entry_field ef JOIN field_definition f ON f.id = ef.field_id JOIN entry e ON e.id = ef.entry_id
  LEFT JOIN template_field tf ON tf.template_id = e.template_id AND tf.field_id = f.id
 WHERE ef.entry_id = ? ORDER BY ef.ordinal, f.id
"""
_OF_MANY = """
SELECT v.entry_id, v.value FROM json_each(?) j JOIN field_value v ON v.entry_id = j.value
 WHERE v.field_id = ? ORDER BY v.entry_id, v.position
"""


def fields_of(connection: sqlite3.Connection, entry_id: int) -> list[FieldOnEntry]:
    """All fields of an entry, blank ones too, in the order in which the entry lists them."""
    return [
        FieldOnEntry(id_, name, type_, bool(multi), bool(required), tuple(json.loads(values)))
        for id_, name, type_, multi, required, values in connection.execute(_ON_ENTRY, (entry_id,))
    ]


def chosen_fields(
    connection: sqlite3.Connection, names: Sequence[str], entry_ids: Sequence[int]
) -> Mapping[int, list[FieldOnEntry]]:
    """For each entry one element per name, in that order, whether the entry has the field or not.

    Raises LookupError with the name of a field that is not defined.
    """
    table: dict[int, list[FieldOnEntry]] = {entry_id: [] for entry_id in entry_ids}
    ids = json.dumps(entry_ids)
    for name in names:
        field = field_by_name(connection, name)
        if field is None:
            raise LookupError(name)
        values: dict[int, list[str]] = {}
        for entry_id, value in connection.execute(_OF_MANY, (ids, field.id)):
            values.setdefault(entry_id, []).append(value)
        for entry_id in entry_ids:
            table[entry_id].append(_on_entry(field, values.get(entry_id, [])))
    return table


def _on_entry(field: FieldRecord, values: Sequence[str]) -> FieldOnEntry:
    return FieldOnEntry(field.id, field.name, field.type, field.is_multi_value, field.is_required, tuple(values))
