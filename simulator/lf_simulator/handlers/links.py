"""The links of an entry, in both directions: listed, and set, which replaces them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

from lf_simulator import errors, paging
from lf_simulator.handlers import found, metadata
from lf_simulator.store import entries
from lf_simulator.store import links as records
from lf_simulator.wire import links as shapes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from lf_simulator.context import Answer, Call
    from lf_simulator.store.entries import EntryRecord
    from lf_simulator.store.links import LinkRecord, NewLink

CONTEXT = "Collection(Laserfiche.Repository.Link)"


class Wanted(NamedTuple):
    """A link as a request gives it, seen from the entry whose links are set."""

    definition_id: int
    other_id: int
    is_source: bool
    properties: Mapping[str, str]


def list_links(call: Call) -> Answer:
    """The links that begin or end at an entry, by ascending id, without those to entries that the user may not see."""
    record = found.content_of(call, call.entry_id(), "Read")
    listing = call.listing(shapes.LINK_NAMES[call.version])
    rows = _written(call, record)
    return call.page(paging.page_of(rows, listing), listing, len(rows), CONTEXT)


def put_links(call: Call) -> Answer:
    """Replace the links of an entry, in both directions; none clear them."""
    record = metadata.writable(call)
    set_links(call, record, wanted(call.body.get("items" if call.is_v1 else "links") or ()))
    return call.json({**call.dialect().context(CONTEXT), "value": _written(call, record)})


def wanted(links: Iterable[Mapping[str, Any]]) -> list[Wanted]:
    """The links of a body. v1 calls the other entry `targetId` in a PUT, `otherSourceId` in an import."""
    return [
        Wanted(
            row.get("linkDefinitionId", row.get("linkTypeId", 0)),
            row.get("otherEntryId", row.get("targetId", row.get("otherSourceId", 0))),
            row.get("isSource", True),
            {name: value or "" for name, value in (row.get("customProperties") or {}).items()},
        )
        for row in links
    ]


def set_links(call: Call, record: EntryRecord, links: Sequence[Wanted]) -> list[int]:
    """Give an entry these links and no others; the ids of the other ends.

    *Decision*: links that the user may not see stay, since he cannot name them; a link that is named again keeps its id
    and comment, and one that is named twice is made once. Raises ApiError 404 for an unknown definition (9094) or other
    end (9537), 400 for a link of the entry to itself (9235).
    """
    new = list({_key(link): link for link in (_checked(call, record, row) for row in links)}.values())
    before = {_key(row): row.id for row in _visible(call, record)}
    named = {_key(link) for link in new}
    records.remove_links(call.store, [id_ for key, id_ in before.items() if key not in named])
    records.add_links(call.store, [link for link in new if _key(link) not in before])
    metadata.changed(call, record.id)
    return [link.target_id if link.source_id == record.id else link.source_id for link in new]


def _key(link: LinkRecord | NewLink) -> tuple[int, int, int, tuple[tuple[str, str], ...]]:
    definition_id = link.definition_id if isinstance(link, records.NewLink) else link.definition.id
    return definition_id, link.source_id, link.target_id, tuple(sorted(link.properties.items()))


def _checked(call: Call, record: EntryRecord, link: Wanted) -> NewLink:
    if records.definition(call.store, link.definition_id) is None:
        reason = f"There is no link definition {link.definition_id}."
        raise errors.definition_not_found("Link type", reason, errors.LINK_DEFINITION_NOT_FOUND)
    if link.other_id == record.id:
        reason = f"Entry {record.id} cannot be linked to itself."
        raise errors.ApiError(400, "An entry cannot be linked to itself.", errors.LINK_TO_ITSELF, reason)
    if entries.find(call.store, link.other_id, call.rights.sight()) is None:
        reason = f"Entry {link.other_id}, to which entry {record.id} should be linked, does not exist for {call.user}."
        raise errors.ApiError(404, "The target of the link was not found.", errors.TARGET_NOT_FOUND, reason)
    ends = (record.id, link.other_id) if link.is_source else (link.other_id, record.id)
    return records.NewLink(link.definition_id, *ends, link.properties)


def _visible(call: Call, record: EntryRecord) -> list[LinkRecord]:
    """The links of an entry whose other end the user may see."""
    rows = records.links_of(call.store, record.id)
    rights = call.rights
    if rights.is_unlimited:
        return rows
    others = (row.target_id if row.source_id == record.id else row.source_id for row in rows)
    sight = rights.sight()
    return [row for row, other in zip(rows, others, strict=True) if entries.find(call.store, other, sight)]


def _written(call: Call, record: EntryRecord) -> list[dict[str, Any]]:
    return [shapes.link(row, call.version, call.repository_address) for row in _visible(call, record)]
