"""Taking contents from documents: the electronic file, pages."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator.handlers import found
from lf_simulator.handlers.entries import answered
from lf_simulator.handlers.entries_tasks import refuse_untyped
from lf_simulator.handlers.entries_writing import refuse_locked
from lf_simulator.handlers.pages import page_range
from lf_simulator.store import documents, pages, text, versions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_fixtures.model import Right
    from lf_simulator.context import Answer, Call
    from lf_simulator.profiles import Profile
    from lf_simulator.store.entries import EntryRecord


def delete_edoc(call: Call) -> Answer:
    """`DELETE …/edoc`, `DELETE …/Document/Edoc`: pages stay. Nothing happens where there is no file (*decision*)."""
    record = _writable(call, "WriteContent")
    if record.has_edoc:
        documents.remove_edoc(call.store, record.id)
        text.index_entry(call.store, record.id)
    return _done(call, record, changed=record.has_edoc)


def delete_pages(call: Call) -> Answer:
    """`DELETE …/pages`, `DELETE …/Document/Pages`: those of `pageRange`, all without one, none being no mistake."""
    record = _writable(call, "RemovePage")
    chosen = page_range(call.query.get("pageRange"), record)
    if chosen:
        pages.remove(call.store, record.id, chosen)
    return _done(call, record, changed=bool(chosen))


def nested(problem: Mapping[str, Any], profile: Profile) -> dict[str, Any] | None:
    """What v1 makes of a refusal of these: the problem itself, or wrapped in an object `error`."""
    return {"error": problem} if profile.error_nested else None


def _writable(call: Call, right: Right) -> EntryRecord:
    """The document, or the one that a shortcut leads to. Raises ApiError 400, 403, 404, 415, 423."""
    entry_id = call.entry_id()
    refuse_untyped(call)
    record = found.document(call, entry_id, right)
    refuse_locked(call, record)
    return record


def _done(call: Call, record: EntryRecord, *, changed: bool) -> Answer:
    """v1 `{"value": true}`, v2 the document as it is now."""
    if changed:
        versions.save(call.store, record.id, call.repository.clock.now(), call.user)
    return call.json({"value": True}) if call.is_v1 else answered(call, record.id)
