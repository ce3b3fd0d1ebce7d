from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lf_contracts import schemas
from lf_mcp import Config, shapes
from lf_mcp.failures import ShapeError

if TYPE_CHECKING:
    from collections.abc import Callable

PLAIN = Config("http://x.test", "City Records")
LINKED = Config(
    "http://x.test",
    "City/Records",
    document_link_template="https://web.test/{repo_id}/doc/{entry_id}",
    folder_link_template="https://web.test/{repo_id}/folder/{entry_id}",
)
ENTRY = {
    "id": 604,
    "name": "Lease 604",
    "entryType": "Document",
    "parentId": 61,
    "fullPath": "\\Leases\\Lease 604",
    "creationTime": "2024-03-01T08:00:00Z",
    "lastModifiedTime": "2024-03-02T08:00:00.5-04:00",
    "templateName": "Lease",
    "pageCount": 4,
    "isElectronicDocument": False,
    "extension": "pdf",
}


def pascal(record: dict[str, Any]) -> dict[str, Any]:
    return {key[0].upper() + key[1:]: value for key, value in record.items()}


@pytest.mark.parametrize("spelling", [dict, pascal])
def test_an_entry_is_read_in_both_key_spellings(spelling: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    assert shapes.entry_detail(spelling(ENTRY), PLAIN) == {
        "id": 604,
        "name": "Lease 604",
        "entry_type": "Document",
        "parent_id": 61,
        "full_path": "\\Leases\\Lease 604",
        "creation_time": "2024-03-01T08:00:00Z",
        "last_modified_time": "2024-03-02T08:00:00.500000-04:00",
        "template_name": "Lease",
        "fields": [],
        "page_count": 4,
        "is_electronic_document": False,
        "extension": "pdf",
    }


def test_null_counts_as_absent_and_does_not_hide_the_other_spelling() -> None:
    assert shapes.entry_summary({"id": None, "Id": 7, "name": None}, PLAIN) == {
        "id": 7,
        "name": "",
        "entry_type": "Unknown",
        "parent_id": None,
        "full_path": None,
        "creation_time": None,
        "last_modified_time": None,
    }


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ("2024-03-01T08:00:00Z", "2024-03-01T08:00:00Z"),
        ("2024-03-01T08:00:00", "2024-03-01T08:00:00"),
        ("2024-03-01T08:00:00+00:00", "2024-03-01T08:00:00+00:00"),
        ("2026-10-05T15:23:51-04:00", "2026-10-05T15:23:51-04:00"),
        ("2024-03-01T08:00:00.1234567Z", "2024-03-01T08:00:00.123456Z"),
        ("2024-03-01T08:00:00.5", "2024-03-01T08:00:00.500000"),
        ("", None),
        ("  ", None),
        ("yesterday", None),
        ("2024-13-01T08:00:00", None),
        (1709280000, None),
        (None, None),
    ],
)
def test_a_time_keeps_its_offset_and_an_unreadable_one_is_null(sent: Any, shown: str | None) -> None:
    assert shapes.timestamp({"creationTime": sent}, "creationTime") == shown


@pytest.mark.parametrize("word", ["document", "Dokument", "", None, 3, ["Document"]])
def test_a_type_that_is_not_spelt_exactly_is_unknown(word: Any) -> None:
    assert shapes.entry_type({"entryType": word}) == "Unknown"


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        ("Document", "https://web.test/City%2FRecords/doc/7"),
        ("Folder", "https://web.test/City%2FRecords/folder/7"),
        ("RecordSeries", "https://web.test/City%2FRecords/folder/7"),
        ("Shortcut", None),
        ("Unknown", None),
    ],
)
def test_documents_and_folders_get_an_address_where_one_is_configured(kind: str, path: str | None) -> None:
    assert shapes.web_url(LINKED, kind, 7) == ({"web_url": path} if path else {})
    assert shapes.web_url(PLAIN, kind, 7) == {}


def test_a_page_is_cut_to_its_size_and_keeps_count_and_link() -> None:
    answer = {"value": [{"id": n} for n in range(5)], "@odata.count": 9, "@odata.nextLink": "http://x.test/next"}
    page = shapes.search_page(answer, PLAIN, 3)
    assert [entry["id"] for entry in page["entries"]] == [0, 1, 2]
    assert (page["total_count"], page["next_link"]) == (9, "http://x.test/next")


@pytest.mark.parametrize("answer", [{}, {"value": None}, {"value": []}])
def test_an_answer_without_rows_is_an_empty_page(answer: dict[str, Any]) -> None:
    assert shapes.search_page(answer, PLAIN, 3) == {"entries": [], "total_count": None, "next_link": None}


@pytest.mark.parametrize("value", ["x", 3, {"id": 1}, ["x"], [None], [[]]])
def test_rows_that_are_no_list_of_objects_have_the_wrong_shape(value: Any) -> None:
    with pytest.raises(ShapeError):
        shapes.rows({"value": value})


def test_an_entry_without_an_id_is_no_entry() -> None:
    with pytest.raises(ShapeError, match="no entry id"):
        shapes.entry_detail({}, PLAIN)


@pytest.mark.parametrize(
    ("row", "value"),
    [
        (
            {
                "fieldName": "Tenant",
                "fieldType": "String",
                "values": [{"value": "A", "position": 1}],
                "isMultiValue": True,
            },
            ("Tenant", "String", [{"value": "A", "position": 1}], True),
        ),
        ({"name": "Tenant", "fieldType": "String", "values": ["A"]}, ("Tenant", "String", ["A"], False)),
        ({"FieldName": "Tenant", "Values": ["A"], "IsMultiValue": True}, ("Tenant", None, ["A"], True)),
        ({"Name": "Tenant", "values": None}, ("Tenant", None, [], False)),
        ({"name": "Tenant", "values": "A"}, ("Tenant", None, ["A"], False)),
        ({"values": ["A"]}, ("(unnamed)", None, ["A"], False)),
    ],
)
def test_a_field_is_read_in_both_dialects(row: dict[str, Any], value: tuple[Any, ...]) -> None:
    assert tuple(shapes.field_value(row).values()) == value


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
entry_keys = st.sampled_from([*ENTRY, *pascal(ENTRY), "@odata.count", "@odata.nextLink"])
entries = st.dictionaries(entry_keys, json_values | st.sampled_from(list(ENTRY.values())), max_size=12)


@given(st.lists(entries, max_size=3), entries)
def test_whatever_a_server_puts_into_a_listing_comes_out_in_the_published_shape(
    rows: list[dict[str, Any]], more: dict[str, Any]
) -> None:
    page = shapes.search_page({**more, "value": rows}, LINKED, 3)
    assert [e.message for e in schemas.validator("shapes/search-page").iter_errors(page)] == []


@given(entries)
def test_whatever_a_server_says_of_an_entry_comes_out_in_the_published_shape(entry: dict[str, Any]) -> None:
    detail = shapes.entry_detail({**entry, "id": 7}, LINKED)
    assert [e.message for e in schemas.validator("tools/laserfiche_entry_get").iter_errors(detail)] == []
