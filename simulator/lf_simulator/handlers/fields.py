"""The fields of an entry: listed with all their values, and set, which replaces them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors, paging
from lf_simulator.handlers import display, field_values, found, metadata
from lf_simulator.store import definitions
from lf_simulator.store import metadata as records
from lf_simulator.wire import fields as shapes

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lf_simulator.context import Answer, Call
    from lf_simulator.handlers.field_values import Given
    from lf_simulator.store.definitions import TemplateFieldRecord
    from lf_simulator.store.entries import EntryRecord

CONTEXT = "Collection(Laserfiche.Repository.Field)"
CRASH = "Object reference not set to an instance of an object."
"""What a v1 server says of its NullReferenceException."""


def list_fields(call: Call) -> Answer:
    """All fields of an entry with all their values, blank ones with none, in the entry's own order."""
    record = found.content_of(call, call.entry_id(), "Read")
    listing = call.listing(shapes.FIELD_NAMES[call.version])
    dialect, shown = call.dialect(), display.wanted(call)
    fields = [shapes.field_value(field, dialect, shown) for field in records.fields_of(call.store, record.id)]
    return call.page(paging.page_of(fields, listing), listing, len(fields), CONTEXT)


def put_fields(call: Call) -> Answer:
    """Replace the fields of an entry. Those left out go, those of its template stay and are blank (published)."""
    fields = call.body.get("items" if call.is_v1 else "fields")
    if call.is_v1:
        _refuse_wrapped(call)
    record = metadata.writable(call)
    set_fields(call, record, field_values.given(call, fields))
    dialect = call.dialect()
    rows = [shapes.field_value(row, dialect, is_written=True) for row in records.fields_of(call.store, record.id)]
    return call.json({**dialect.context(CONTEXT), "value": rows})


def set_fields(call: Call, record: EntryRecord, values: Given, *, keeps_others: bool = False) -> int:
    """Give an entry these values; how many fields it has then.

    Fields that are not named go, or with `keeps_others` stay as they are; those of the template always stay. Nothing is
    written unless everything fits. Raises ApiError 404 for an unknown field (9016), 400 for a value (9017, 9072, codes
    of dates) and for a required field that would be blank (9066 or 9039).
    """
    given = field_values.named(call, values)
    checked = {id_: field_values.checked(call, record, row) for id_, row in given.items()}
    template_id = records.template_of(call.store, record.id)
    of_template = [] if template_id is None else definitions.template_fields(call.store, template_id)
    before = {row.id: row.values for row in records.fields_of(call.store, record.id)} if keeps_others else {}
    after = {row.field.id: checked.get(row.field.id, before.get(row.field.id, ())) for row in of_template}
    after |= {id_: values for id_, values in (before | checked).items() if id_ not in after}
    refuse_blank(call, of_template, after)
    records.write_fields(call.store, record.id, after)
    metadata.changed(call, record.id, is_versioned=True)
    return len(after)


def refuse_blank(call: Call, of_template: Iterable[TemplateFieldRecord], values: dict[int, tuple[str, ...]]) -> None:
    """Raises ApiError 400 where a field that the template requires would have no value."""
    blank = [row.field.name for row in of_template if row.field.is_required and not any(values[row.field.id])]
    if blank:
        raise errors.required_fields(blank, as_multistatus=call.profile.missing_required == "multistatus")


def _refuse_wrapped(call: Call) -> None:
    """v1 wants the fields bare. Raises ApiError 500, as seen live, where they are wrapped in an object `fields`."""
    items = call.body["items"]
    if call.profile.wrapped_fields != "crash" or [name.lower() for name in items] != ["fields"]:
        return
    (wrapped,) = items.values()
    if "values" not in wrapped and definitions.field_by_name(call.store, "fields", exact=False) is None:
        reason = 'The body is a map of fields, and this build dies of one that is wrapped in "fields".'
        raise errors.ApiError(500, CRASH, reason=reason)
