"""Reading entries: one by id, one by path, the children of a folder."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors, paging
from lf_simulator.handlers import entries_details, found, rows
from lf_simulator.query import NOTHING
from lf_simulator.store import definitions, entries
from lf_simulator.store.filling import ROOT_PATH
from lf_simulator.wire import entries as shapes

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping
    from typing import Any

    from lf_simulator.context import Answer, Call, Headers
    from lf_simulator.store.entries import EntryRecord


def get_entry(call: Call) -> Answer:
    """`GET Entries/{entryId}`: every property of its type, or those chosen by `$select`; v2 adds details on demand."""
    record = found.existing(call, call.entry_id())
    select = _selected(call)
    more = {
        name: value for name, value in entries_details.details(call, record).items() if select is None or name in select
    }
    return call.json({**_single_context(call, record), **_single(call, record, select), **more})


def answered(
    call: Call, entry_id: int, status: int = 200, headers: Headers = (), more: Mapping[str, Any] = NOTHING
) -> Answer:
    """The answer of an operation that ends with the entry as it is now, whole; `more` are properties besides."""
    record = found.existing(call, entry_id)
    return call.json({**_single_context(call, record), **_single(call, record), **more}, status, headers)


def get_entry_by_path(call: Call) -> Answer:
    """`GET Entries/ByPath`: wrapped in `entry`, or in `ancestorEntry` when only that was found; never both keys."""
    path = _full_path(call.query["fullPath"])
    sight = call.rights.sight()
    if call.query.get("fallbackToClosestAncestor") and entries.find_by_path(call.store, path, sight) is None:
        ancestor = entries.closest_ancestor(call.store, path, sight)
        if ancestor is not None:
            return _by_path(call, "ancestorEntry", ancestor)
    return _by_path(call, "entry", found.at_path(call, path))


def _by_path(call: Call, member: str, record: EntryRecord) -> Answer:
    entry = _single(call, record)
    is_bare = call.profile.bypath_answer == "bare" and not call.is_v1
    return call.json(entry if is_bare else {member: entry})


def list_children(call: Call) -> Answer:
    """The children of a folder, rows with the common properties and `fields` when they are asked for."""
    folder = found.folder(call, call.entry_id())
    listing, order = rows.options(call)
    sight = call.rights.sight()
    records = entries.children(call.store, folder.id, order, listing.limit, listing.offset, sight)
    numbers = range(listing.offset + 1, listing.offset + 1 + len(records))
    body = rows.written(call, records, numbers, listing.select)
    total = entries.count_children(call.store, folder.id, sight)
    return call.page(body, listing, total, "Collection(Laserfiche.Repository.Entry)", counted=_counted(call, len(body)))


def _single(call: Call, record: EntryRecord, select: Collection[str] | None = None) -> dict[str, Any]:
    names = () if record.template_id is None or call.is_v1 else _template_fields(call, record.template_id)
    return shapes.entry(record, call.dialect(), names, select)


def _template_fields(call: Call, template_id: int) -> list[str]:
    return definitions.template_field_names(call.store, template_id)


def _single_context(call: Call, record: EntryRecord) -> dict[str, str]:
    return call.dialect().context(f"Entries/Laserfiche.Repository.{record.type}/$entity")


def _selected(call: Call) -> Collection[str] | None:
    text = call.query.get("$select")
    if text is None:
        return None
    names = [*shapes.property_names(call.version), *(() if call.is_v1 else entries_details.NAMES)]
    select = paging.read_select(text, {name.lower(): name for name in names})
    return {*select, "entryType"} if select is not None and call.profile.select_keeps_type else select


def _full_path(text: str) -> str:
    r"""A path as the store has it: `\A\B`. A blank at the end of a name counts, a backslash at the end does not.

    *Decision*: a path without its leading backslash is refused, since `/` and other separators are legal in names.
    """
    if not text.startswith(ROOT_PATH):
        raise errors.bad_parameter("fullPath", f'A path begins with a backslash, and "{text}" does not.')
    return text.rstrip(ROOT_PATH) or ROOT_PATH


def _counted(call: Call, rows_of_page: int) -> int | None:
    """What `@odata.count` says instead of the number of children, on a build that counts the page."""
    by_page = call.profile.children_count == "page" and "$top" in call.query
    return rows_of_page if by_page else None
