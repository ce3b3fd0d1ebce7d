"""Field values of entries, as records: everything on one entry, or chosen fields of many entries at once.

Writing replaces: an entry gets its fields anew, in the order in which it will list them.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.store.definitions import FieldRecord, field_by_name
from lf_simulator.store.entries import seen_among
from lf_simulator.store.filling import stored_value
from lf_simulator.store.sight import EVERYTHING

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from lf_simulator.store.sight import Sight


class FieldOnEntry(NamedTuple):
    """A field that an entry has. `is_required` also when only the entry's template demands it; blank: no values.

    `group_id` is that of the group in the entry's template, 0 for none; what follows it is how values are displayed.
    """

    id: int
    name: str
    type: str
    is_multi_value: bool
    is_required: bool
    values: tuple[str, ...]
    group_id: int
    format: str
    currency: str
    format_pattern: str


_ON_ENTRY = """
SELECT f.id, f.name, f.type, f.is_multi_value, f.is_required OR coalesce(tf.is_required, 0),
       (SELECT json_group_array(value) FROM (SELECT v.value FROM field_value v
         WHERE v.entry_id = ef.entry_id AND v.field_id = f.id ORDER BY v.position)),
       coalesce(tf.group_id, 0), f.format, f.currency, f.format_pattern
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
        FieldOnEntry(id_, name, type_, bool(multi), bool(required), tuple(json.loads(values)), *shown)
        for id_, name, type_, multi, required, values, *shown in connection.execute(_ON_ENTRY, (entry_id,))
    ]


def chosen_fields(
    connection: sqlite3.Connection,
    names: Sequence[str],
    entry_ids: Sequence[int],
    *,
    exact: bool = True,
    readable: Sight = EVERYTHING,
) -> Mapping[int, list[FieldOnEntry]]:
    """For each entry one element per name, in that order, whether the entry has the field or not.

    Names are compared with case if `exact`. The fields of what is not `readable` are blank. Raises LookupError with the
    name of a field that is not defined.
    """
    table: dict[int, list[FieldOnEntry]] = {entry_id: [] for entry_id in entry_ids}
    ids = json.dumps(entry_ids if readable.is_everything else list(seen_among(connection, entry_ids, readable)))
    for name in names:
        field = field_by_name(connection, name, exact=exact)
        if field is None:
            raise LookupError(name)
        values: dict[int, list[str]] = {}
        for entry_id, value in connection.execute(_OF_MANY, (ids, field.id)):
            values.setdefault(entry_id, []).append(value)
        for entry_id in entry_ids:
            table[entry_id].append(_on_entry(field, values.get(entry_id, [])))
    return table


def write_fields(connection: sqlite3.Connection, entry_id: int, fields: Mapping[int, Sequence[str]]) -> None:
    """Give an entry these fields, by id and in this order, and no others. No values: the field is blank."""
    connection.execute("DELETE FROM field_value WHERE entry_id = ?", (entry_id,))
    connection.execute("DELETE FROM entry_field WHERE entry_id = ?", (entry_id,))
    connection.executemany(
        "INSERT INTO entry_field (entry_id, field_id, ordinal) VALUES (?, ?, ?)",
        ((entry_id, field_id, ordinal) for ordinal, field_id in enumerate(fields, 1)),
    )
    connection.executemany(
        "INSERT INTO field_value (entry_id, field_id, position, value, value_key, number) VALUES (?, ?, ?, ?, ?, ?)",
        (
            (entry_id, field_id, position, *stored_value(value))
            for field_id, values in fields.items()
            for position, value in enumerate(values, 1)
        ),
    )


def template_of(connection: sqlite3.Connection, entry_id: int) -> int | None:
    """The id of an entry's template as it is now, None for none."""
    row = connection.execute("SELECT template_id FROM entry WHERE id = ?", (entry_id,)).fetchone()
    return None if row is None else row[0]


def write_template(connection: sqlite3.Connection, entry_id: int, template_id: int | None) -> None:
    """Give an entry a template, or none; its fields are another matter."""
    connection.execute("UPDATE entry SET template_id = ? WHERE id = ?", (template_id, entry_id))


def _on_entry(field: FieldRecord, values: Sequence[str]) -> FieldOnEntry:
    shown = (field.format, field.currency, field.format_pattern)
    multi, required = field.is_multi_value, field.is_required
    return FieldOnEntry(field.id, field.name, field.type, multi, required, tuple(values), 0, *shown)
