"""Entries as JSON: single ones with every property of their type, rows of listings with the common ones.

Properties are rows of one table. Navigation properties of v1 (`edoc`, `children`) are left out, as OData does unless
they are expanded.
"""

from __future__ import annotations

from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lf_simulator.store.entries import OrderBy

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

    from lf_simulator.paging import Order
    from lf_simulator.store.entries import EntryRecord
    from lf_simulator.wire.dialect import Dialect

ALL = frozenset({"Folder", "Document", "Shortcut", "RecordSeries"})
ALWAYS_IN_ROWS = ("id", "name", "entryType", "rowNumber")
"""Properties that `$select` cannot take out of a listing (guides)."""
LISTED_LATER = frozenset({"rowNumber", "fields", "templateFieldNames"})
"""Properties that the caller adds, because they are not the entry's own."""


@dataclass(frozen=True, slots=True)
class Property:
    """A property of an entry: how it is called, which types have it, its value, and the column it is ordered by."""

    name: str
    read: Callable[[EntryRecord], Any]
    column: str
    types: frozenset[str] = ALL
    v1: str = ""

    def called(self, version: str) -> str:
        return self.v1 if self.v1 and version == "v1" else self.name


DOCUMENT = frozenset({"Document"})
FOLDER = frozenset({"Folder"})
SHORTCUT = frozenset({"Shortcut"})


def _shown_extension(record: EntryRecord) -> str:
    return (record.target_extension or "") if record.type == "Shortcut" else record.extension


PROPERTIES = (
    Property("id", lambda e: e.id, "id"),
    Property("isContainer", lambda e: e.is_container, "is_container"),
    Property("isLeaf", lambda e: not e.is_container, "is_leaf"),
    Property("name", lambda e: e.name, "name"),
    Property("parentId", lambda e: e.parent_id, "parent_id"),
    Property("fullPath", lambda e: e.path, "path"),
    Property("folderPath", lambda e: e.folder_path, "folder_path"),
    Property("creator", lambda e: e.creator, "creator"),
    Property("creationTime", lambda e: e.created, "created"),
    Property("lastModifiedTime", lambda e: e.modified, "modified"),
    Property("entryType", lambda e: e.type, "type"),
    Property("templateName", lambda e: e.template_name, "template_name"),
    Property("templateId", lambda e: e.template_id or 0, "template_id"),
    Property("volumeName", lambda e: e.volume, "volume"),
    Property("electronicDocumentSize", lambda e: e.edoc_size or 0, "edoc_size", DOCUMENT, v1="elecDocumentSize"),
    Property("extension", _shown_extension, "extension", DOCUMENT | SHORTCUT),
    Property("isElectronicDocument", lambda e: e.edoc_size is not None, "is_electronic", DOCUMENT),
    Property("isRecord", lambda _: False, "id", DOCUMENT),
    Property("mimeType", lambda e: e.mime_type, "mime_type", DOCUMENT),
    Property("pageCount", lambda e: e.page_count, "page_count", DOCUMENT),
    Property("isCheckedOut", lambda e: e.checked_out_by is not None, "is_checked_out", DOCUMENT),
    Property("isUnderVersionControl", lambda _: False, "id", DOCUMENT),
    Property("isRecordFolder", lambda _: False, "id", FOLDER),
    Property("isUnderRecordSeries", lambda _: False, "id", FOLDER),
    Property("targetId", lambda e: e.target_id, "target_id", SHORTCUT),
    Property("targetType", lambda e: e.target_type, "target_type", SHORTCUT),
)
RESULT_TYPE = "#Laserfiche.Repository.SearchResultEntry"
TIMES = frozenset({"creationTime", "lastModifiedTime"})

_BY_NAME: Mapping[str, Mapping[str, Property]] = MappingProxyType(
    {version: MappingProxyType({row.called(version): row for row in PROPERTIES}) for version in ("v1", "v2")}
)
_OF_TYPE: Mapping[tuple[str, str], tuple[tuple[str, Callable[[EntryRecord], Any]], ...]] = MappingProxyType(
    {
        (version, type_): tuple((row.called(version), row.read) for row in PROPERTIES if type_ in row.types)
        for version in ("v1", "v2")
        for type_ in ALL
    }
)
_COMMON = frozenset(row.name for row in PROPERTIES if row.types == ALL)


def property_names(version: str) -> list[str]:
    """Every name that `$select` and `$orderby` may give."""
    return [*_BY_NAME[version], *sorted(LISTED_LATER)]


def order_by(order: Iterable[Order], version: str) -> list[OrderBy]:
    """`$orderby` as the store knows it. What a row only gets in the listing has no column and keeps the order."""
    by_name = _BY_NAME[version]
    return [OrderBy(by_name[by.name].column, by.descending) for by in order if by.name in by_name]


def entry(
    record: EntryRecord, dialect: Dialect, template_fields: Sequence[str], select: Collection[str] | None = None
) -> dict[str, Any]:
    """A single entry. `template_fields` are the names of its template's fields; v1 shows none of them (guides)."""
    body = _own_properties(record, dialect)
    body["templateName"] = record.template_name or ""  # never null here: the official Java tests want the empty text
    if dialect.is_v1:
        body["templateFieldNames"], body["rowNumber"] = [], 0
    else:
        body["templateFieldNames"] = list(template_fields)
    if select is not None:
        body = {name: value for name, value in body.items() if name in select or name == "@odata.type"}
    return body


def row(
    record: EntryRecord,
    dialect: Dialect,
    number: int | None,
    select: Collection[str] | None = None,
    fields: list[dict[str, Any]] | None = None,
    *,
    is_result: bool = False,
) -> dict[str, Any]:
    """A row of a listing. `number` None: the listing has no row numbers; `is_result`: search results hide paths."""
    body = _own_properties(record, dialect)
    if is_result:
        body["fullPath"] = body["folderPath"] = "" if dialect.is_v1 else None
        if not dialect.is_v1:
            body["@odata.type"] = RESULT_TYPE
    if number is not None:
        body["rowNumber"] = number
    if dialect.is_v1:
        body["templateFieldNames"] = []
    wanted = _COMMON | LISTED_LATER if select is None else {*select, *ALWAYS_IN_ROWS}
    body = {name: value for name, value in body.items() if name in wanted or name == "@odata.type"}
    if fields is not None:
        body["fields"] = fields
    return body


def _own_properties(record: EntryRecord, dialect: Dialect) -> dict[str, Any]:
    body: dict[str, Any] = {} if dialect.is_v1 else {"@odata.type": f"#Laserfiche.Repository.{record.type}"}
    for name, read in _OF_TYPE[dialect.version, record.type]:
        body[name] = read(record)
    if dialect.local_times:
        for name in TIMES:
            body[name] = dialect.time(body[name])
    if record.type == "Shortcut" and record.target_type is None:
        del body["targetType"]  # the target is gone, and no value of the enumeration would be true
    return body
