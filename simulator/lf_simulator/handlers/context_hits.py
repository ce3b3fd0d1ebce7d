"""A page of the context hits of one row of a search. They are looked for no further than the page needs, and what was
found is kept with the search while nothing is written, so that reading on does not begin anew."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import paging, search
from lf_simulator.handlers import search_commands
from lf_simulator.store import entries
from lf_simulator.wire.searches import HIT_NAMES, context_hit

if TYPE_CHECKING:
    from lf_simulator.context import Answer, Call
    from lf_simulator.tasks import SearchTask

CONTEXT = "Collection(Laserfiche.Repository.SearchContextHit)"


def answer(call: Call, task: SearchTask, entry_id: int) -> Answer:
    """The hits of one entry, as the options of the call want them."""
    listing = call.listing(HIT_NAMES)
    hits = _hits(call, task, entry_id)
    if listing.order:
        rows = paging.page_of([context_hit(hit) for hit in hits], listing)
    else:
        rows = [context_hit(hit) for hit in hits[listing.offset : listing.offset + listing.limit]]
        if listing.select is not None:
            rows = [paging.chosen(row, listing.select) for row in rows]
    # Without a count it is enough to know whether there is one more.
    total = len(hits) if listing.wants_count else hits.known(listing.offset + listing.limit + 1)
    return call.page(rows, listing, total, CONTEXT)


def _hits(call: Call, task: SearchTask, entry_id: int) -> search.ContextHits:
    """The hits that the user may see: whoever may not read an entry is shown those in what listings show."""
    is_open = bool(entries.seen_among(call.store, [entry_id], call.rights.sight("Read")))
    depends_on = (entry_id, is_open, call.profile, call.store, call.store.total_changes)
    if task.hits is None or task.hits[0] != depends_on:
        found = search.context_hits(
            *(call.store, task.query, entry_id, task.fuzzy, None if is_open else search.LISTED_SOURCES),
            reading=search_commands.reading_of(call.profile),
            most=call.profile.most_hits,
            units=call.profile.hit_offsets,
        )
        task.hits = (depends_on, found)
    return task.hits[1]
