"""What every write of metadata has in common: whose entry it is, that it may be written, and what follows from it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.handlers import found
from lf_simulator.handlers.entries_writing import refuse_locked
from lf_simulator.store import text, tree, versions

if TYPE_CHECKING:
    from lf_simulator.context import Call
    from lf_simulator.store.entries import EntryRecord


def writable(call: Call) -> EntryRecord:
    """The entry of the path, whose metadata the user may write. Through a shortcut it is the target's.

    Raises ApiError 403, 404, and 423 where somebody else has it checked out.
    """
    record = found.content_of(call, call.entry_id(), "WriteMetadata")
    refuse_locked(call, record)
    return record


def changed(call: Call, entry_id: int, *, is_versioned: bool = False) -> None:
    """What follows from a change: the time of the entry, its next version, and its words in the text index."""
    moment = call.repository.clock.now()
    if is_versioned:
        versions.save(call.store, entry_id, moment, call.user)
    else:
        tree.touch(call.store, entry_id, moment)
    text.index_entry(call.store, entry_id)
