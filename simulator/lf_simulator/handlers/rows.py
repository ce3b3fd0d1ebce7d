"""Rows of entries in listings and search results: their options, their order, and the fields that were asked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator import errors, paging, query
from lf_simulator.handlers import display
from lf_simulator.store import metadata
from lf_simulator.store.entries import OrderBy
from lf_simulator.wire import entries as shapes
from lf_simulator.wire import fields as field_shapes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from lf_simulator.context import Call
    from lf_simulator.paging import Listing
    from lf_simulator.store.entries import EntryRecord

GROUPED = OrderBy("group")


def options(call: Call) -> tuple[Listing, list[OrderBy]]:
    """The options of a listing of entries and the order of its rows, grouped by type when that is asked for."""
    listing = call.listing(shapes.property_names(call.version), paging.ENTRY_PAGE)
    order = shapes.order_by(listing.order, call.version)
    return listing, [GROUPED, *order] if call.query.get("groupByEntryType") else order


def written(
    call: Call,
    records: Sequence[EntryRecord],
    numbers: Iterable[int | None],
    select: Collection[str] | None,
    *,
    are_results: bool = False,
) -> list[dict[str, Any]]:
    """The rows as JSON, each with its row number and one element of `fields` per requested name."""
    dialect = call.dialect()
    names = query.field_names(call.query.get("fields"))
    fields = _fields(call, names, [record.id for record in records]) if names else {}
    return [
        shapes.row(record, dialect, number, select, fields.get(record.id), is_result=are_results)
        for record, number in zip(records, numbers, strict=True)
    ]


def _fields(call: Call, names: list[str], entry_ids: list[int]) -> dict[int, list[dict[str, Any]]]:
    dialect, shown = call.dialect(), display.wanted(call)
    exact = call.profile.definition_names == "exact"
    try:
        chosen = metadata.chosen_fields(call.store, names, entry_ids, exact=exact, readable=call.rights.sight("Read"))
    except LookupError as missing:
        reason = f'fields names "{missing.args[0]}", and no field is called {"exactly so" if exact else "so"}.'
        # Decision: 400, because a 404 would speak of the entry.
        raise errors.definition_not_found("Field", reason, errors.FIELD_NOT_FOUND, 400) from None
    return {
        entry_id: [field_shapes.listed_field(field, dialect, shown) for field in fields]
        for entry_id, fields in chosen.items()
    }
