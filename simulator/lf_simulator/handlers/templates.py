"""The template of an entry: assigned with values for its fields, changed for another one, and removed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.handlers import entries, field_values, fields, metadata
from lf_simulator.handlers.definitions import template_named
from lf_simulator.store import definitions
from lf_simulator.store import metadata as records

if TYPE_CHECKING:
    from lf_simulator.context import Answer, Call
    from lf_simulator.handlers.field_values import Given
    from lf_simulator.store.definitions import TemplateRecord
    from lf_simulator.store.entries import EntryRecord


def put_template(call: Call) -> Answer:
    """Assign a template; the entry as it is then."""
    name = call.body.get("templateName")
    if not name:
        raise errors.validation(["templateName"], "templateName must name the template that the entry gets.")
    record = metadata.writable(call)
    assign_template(call, record, name, field_values.given(call, call.body.get("fields")))
    return entries.answered(call, record.id)


def remove_template(call: Call) -> Answer:
    """Take the template away, and its fields with it; no change where there was none (published)."""
    record = metadata.writable(call)
    old = _fields_of(call, records.template_of(call.store, record.id))
    if old is not None:
        kept = {row.id: row.values for row in records.fields_of(call.store, record.id) if row.id not in old}
        records.write_template(call.store, record.id, None)
        records.write_fields(call.store, record.id, kept)
        metadata.changed(call, record.id, is_versioned=True)
    return entries.answered(call, record.id)


def assign_template(call: Call, record: EntryRecord, name: str, values: Given) -> TemplateRecord:
    """Give an entry the template of that name, with these values in its fields.

    Fields that the old template had and the new one has not go; all others keep their values, the independent ones too
    (published). A field that the entry gets anew has the value that is given, or its default. Values for fields that
    are not the template's are not written. Nothing is written unless everything fits. Raises ApiError 404 for an
    unknown template (9015) or field (9016), 400 for a value or a required field that would be blank.
    """
    template = template_named(call, name)
    of_template = definitions.template_fields(call.store, template.id)
    ids = {row.field.id for row in of_template}
    given = {id_: row for id_, row in field_values.named(call, values).items() if id_ in ids}
    checked = {id_: field_values.checked(call, record, row) for id_, row in given.items()}
    old = _fields_of(call, records.template_of(call.store, record.id)) or frozenset()
    before = {row.id: row.values for row in records.fields_of(call.store, record.id)}
    after = {id_: before[id_] for id_ in before if id_ in ids}
    for row in of_template:
        if row.field.id not in after:
            after[row.field.id] = field_values.default(call, record, row.field)
    after = {row.field.id: checked.get(row.field.id, after[row.field.id]) for row in of_template}
    fields.refuse_blank(call, of_template, after)
    after |= {id_: values_ for id_, values_ in before.items() if id_ not in ids | old}
    records.write_template(call.store, record.id, template.id)
    records.write_fields(call.store, record.id, after)
    metadata.changed(call, record.id, is_versioned=True)
    return template


def _fields_of(call: Call, template_id: int | None) -> frozenset[int] | None:
    """The ids of a template's fields, None for no template."""
    if template_id is None:
        return None
    return frozenset(row.field.id for row in definitions.template_fields(call.store, template_id))
