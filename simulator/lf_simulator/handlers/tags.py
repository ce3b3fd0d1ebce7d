"""The tags of an entry: listed, and set by name, which replaces them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors, paging
from lf_simulator.handlers import found, metadata
from lf_simulator.store import tags as records
from lf_simulator.wire import tags as shapes

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lf_simulator.context import Answer, Call
    from lf_simulator.store.entries import EntryRecord

CONTEXT = "Collection(Laserfiche.Repository.Tag)"
PSEUDO_TAG = "Automatically select tags"
"""A definition that is accepted and not applied (seen live on Cloud)."""


def list_tags(call: Call) -> Answer:
    """The tags of an entry, by ascending id."""
    record = found.content_of(call, call.entry_id(), "Read")
    listing = call.listing(shapes.TAG_NAMES)
    rows = [shapes.tag(row, call.version) for row in records.tags_of(call.store, record.id)]
    return call.page(paging.page_of(rows, listing), listing, len(rows), CONTEXT)


def put_tags(call: Call) -> Answer:
    """Replace the tags of an entry; no names clear them."""
    record = metadata.writable(call)
    set_tags(call, record, call.body.get("tags") or ())
    rows = [shapes.tag(row, call.version) for row in records.tags_of(call.store, record.id)]
    return call.json({**call.dialect().context(CONTEXT), "value": rows})


def set_tags(call: Call, record: EntryRecord, names: Sequence[str]) -> list[str]:
    """Give an entry these tags and no others; their names as they are defined.

    Raises ApiError 404 for a name that no tag has (9077), 400 for a security tag that the user does not hold, since
    that would hide the entry from him (9246).
    """
    wanted = {}
    for name in names:
        tag = records.tag_by_name(call.store, name, exact=call.profile.definition_names == "exact")
        if tag is None:
            raise errors.definition_not_found("Tag", f'No tag is called exactly "{name}".', errors.TAG_NOT_FOUND)
        if tag.is_secure and not call.rights.holds(tag.id):
            reason = (
                f'{call.user} does not hold the security tag "{tag.name}", and would not see entry {record.id} again.'
            )
            title = "The operation would hide the entry from the user."
            raise errors.ApiError(400, title, errors.HIDES_ENTRY, reason)
        if tag.name != PSEUDO_TAG:
            wanted[tag.id] = tag.name
    records.write_tags(call.store, record.id, wanted)
    metadata.changed(call, record.id)
    return list(wanted.values())
