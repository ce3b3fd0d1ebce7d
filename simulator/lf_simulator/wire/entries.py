"""Entries as JSON: single ones with every property of their type, rows of listings with the common ones.

Properties are rows of one table. Navigation properties of v1 (`edoc`, `children`) are left out, as OData does unless
they are expanded.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from operator import attrgetter
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lf_simulator import errors
from lf_simulator.store.entries import DEFAULT_ORDER, OrderBy
from lf_simulator.wire.dialect import local_time

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

TIMES = ("creationTime", "lastModifiedTime")
ROW_SHAPES_KEPT = 256
"""Choices of properties whose form is remembered; a client has a few."""


@dataclass(frozen=True, slots=True)
class Property:
    """A property of an entry: its name, where a record has its value, the column it is ordered by, which types have it.

    No `attribute` and `column`: it is false for every entry here. `v1` is its name in v1 where that differs.
    """

    name: str
    attribute: str
    column: str
    types: frozenset[str] = ALL
    v1: str = ""

    def called(self, version: str) -> str:
        return self.v1 if self.v1 and version == "v1" else self.name


DOCUMENT = frozenset({"Document"})
FOLDER = frozenset({"Folder"})
SHORTCUT = frozenset({"Shortcut"})

PROPERTIES = (
    Property("id", "id", "id"),
    Property("isContainer", "is_container", "is_container"),
    Property("isLeaf", "is_leaf", "is_leaf"),
    Property("name", "name", "name"),
    Property("parentId", "parent_id", "parent_id"),
    Property("fullPath", "path", "path"),
    Property("folderPath", "folder_path", "folder_path"),
    Property("creator", "creator", "creator"),
    Property("creationTime", "created", "created"),
    Property("lastModifiedTime", "modified", "modified"),
    Property("entryType", "type", "type"),
    Property("templateName", "template_name", "template_name"),
    Property("templateId", "template_number", "template_id"),
    Property("volumeName", "volume", "volume"),
    Property("electronicDocumentSize", "edoc_bytes", "edoc_size", DOCUMENT, v1="elecDocumentSize"),
    Property("extension", "shown_extension", "extension", DOCUMENT | SHORTCUT),
    Property("isElectronicDocument", "has_edoc", "is_electronic", DOCUMENT),
    Property("isRecord", "", "", DOCUMENT),
    Property("mimeType", "mime_type", "mime_type", DOCUMENT),
    Property("pageCount", "page_count", "page_count", DOCUMENT),
    Property("isCheckedOut", "is_checked_out", "is_checked_out", DOCUMENT),
    Property("isUnderVersionControl", "is_under_version_control", "is_under_version_control", DOCUMENT),
    Property("isRecordFolder", "", "", FOLDER),
    Property("isUnderRecordSeries", "", "", FOLDER),
    Property("targetId", "target_id", "target_id", SHORTCUT),
    Property("targetType", "target_type", "target_type", SHORTCUT),
)
RESULT_TYPE = "#Laserfiche.Repository.SearchResultEntry"


@dataclass(frozen=True, slots=True)
class _OwnProperties:
    """The properties of one type in one version, in the form that makes a body of a record with two calls."""

    names: tuple[str, ...]
    values: Callable[[EntryRecord], tuple[Any, ...]]
    false: Mapping[str, bool]


def _properties_of(version: str, rows: Sequence[Property]) -> _OwnProperties:
    given = [row for row in rows if row.attribute]
    get = attrgetter(*(row.attribute for row in given))
    false = {row.called(version): False for row in rows if not row.attribute}
    return _OwnProperties(tuple(row.called(version) for row in given), get, false)


_OWN: Mapping[tuple[str, str], _OwnProperties] = MappingProxyType(
    {
        (version, type_): _properties_of(version, [row for row in PROPERTIES if type_ in row.types])
        for version in ("v1", "v2")
        for type_ in ALL
    }
)
_BY_NAME: Mapping[str, Mapping[str, Property]] = MappingProxyType(
    {version: MappingProxyType({row.called(version): row for row in PROPERTIES}) for version in ("v1", "v2")}
)


def property_names(version: str) -> list[str]:
    """Every name that `$select` and `$orderby` may give."""
    return [*_BY_NAME[version], *sorted(LISTED_LATER)]


def order_by(order: Iterable[Order], version: str) -> list[OrderBy]:
    """`$orderby` as the store knows it. Raises ApiError for a property that is a list, which has no order."""
    found = ((_column(by.name, version), by.descending) for by in order)
    return [OrderBy(column, descending) for column, descending in found if column]


def _column(name: str, version: str) -> str:
    if name == "rowNumber":
        return DEFAULT_ORDER.column  # rows are numbered in that order
    if name in LISTED_LATER:
        raise errors.bad_parameter("$orderby", f"{name} is a list, and rows cannot be ordered by it.")
    return _BY_NAME[version][name].column


def entry(
    record: EntryRecord, dialect: Dialect, template_fields: Sequence[str], select: Collection[str] | None = None
) -> dict[str, Any]:
    """A single entry. `template_fields` are the names of its template's fields; v1 shows none of them (guides)."""
    body = _properties(record, dialect, _OWN[dialect.version, record.type])
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
    wanted = None if select is None else frozenset(select)
    body = _properties(record, dialect, _in_rows(dialect.version, record.type, wanted))
    if is_result:
        for name in ("fullPath", "folderPath"):
            if name in body:
                body[name] = "" if dialect.is_v1 else None
        if not dialect.is_v1:
            body["@odata.type"] = RESULT_TYPE
    if number is not None:
        body["rowNumber"] = number
    if dialect.is_v1 and (wanted is None or "templateFieldNames" in wanted):
        body["templateFieldNames"] = []
    if fields is not None:
        body["fields"] = fields
    return body


@lru_cache(maxsize=ROW_SHAPES_KEPT)
def _in_rows(version: str, type_: str, select: frozenset[str] | None) -> _OwnProperties:
    """The properties of one type that a row has: the common ones, or those chosen and those that rows always have."""
    own = [row for row in PROPERTIES if type_ in row.types]
    if select is None:
        return _properties_of(version, [row for row in own if row.types == ALL])
    wanted = {*select, *ALWAYS_IN_ROWS}
    return _properties_of(version, [row for row in own if row.called(version) in wanted])


def _properties(record: EntryRecord, dialect: Dialect, own: _OwnProperties) -> dict[str, Any]:
    body: dict[str, Any] = {} if dialect.is_v1 else {"@odata.type": f"#Laserfiche.Repository.{record.type}"}
    body.update(zip(own.names, own.values(record), strict=True))
    if own.false:
        body.update(own.false)
    if dialect.times != "utc":
        for name in TIMES:
            if name in body:
                body[name] = local_time(body[name]) if dialect.local_times else ""
    if record.type == "Shortcut" and record.target_type is None:
        body.pop("targetType", None)  # the target is gone, and no value of the enumeration would be true
    return body
