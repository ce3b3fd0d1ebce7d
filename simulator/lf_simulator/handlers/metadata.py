"""The metadata of one entry: its field values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import paging
from lf_simulator.handlers import found, rows
from lf_simulator.store import metadata
from lf_simulator.wire import fields as shapes

if TYPE_CHECKING:
    from lf_simulator.context import Answer, Call


def list_fields(call: Call) -> Answer:
    """All fields of an entry with all their values, blank ones with none, in the entry's own order."""
    rows.refuse_formatting(call)
    record = found.content_of(call, call.entry_id(), "Read")
    listing = call.listing(shapes.FIELD_NAMES[call.version])
    dialect = call.dialect()
    fields = [shapes.field_value(field, dialect) for field in metadata.fields_of(call.store, record.id)]
    context = "Collection(Laserfiche.Repository.Field)"
    return call.page(paging.page_of(fields, listing), listing, len(fields), context)
