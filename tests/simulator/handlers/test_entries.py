"""Entries by id and by path, on every profile."""

from __future__ import annotations

import pytest

from lf_simulator.wire.entries import PROPERTIES

pytestmark = pytest.mark.anyio

LEASE, LEASES, SHORTCUT, TEXT_LAYER, EMPTY = 604, 61, 92, 83, 82
TYPES = {LEASE: "Document", LEASES: "Folder", 1: "Folder", SHORTCUT: "Shortcut", TEXT_LAYER: "Document"}
ADDED = {"v1": {"templateFieldNames", "rowNumber"}, "v2": {"templateFieldNames", "@odata.type", "@odata.context"}}


@pytest.mark.parametrize(("entry_id", "type_"), TYPES.items())
async def test_an_entry_has_every_property_of_its_type_and_no_other(client, dialect, entry_id, type_):
    body = (await client.get(f"Entries/{entry_id}")).json()
    own = {row.called(dialect.version) for row in PROPERTIES if type_ in row.types}
    assert set(body) == own | ADDED[dialect.version]
    assert body["entryType"] == type_
    assert body["id"] == entry_id


async def test_the_root_stands_in_itself_and_has_no_parent(client):
    body = (await client.get("Entries/1")).json()
    assert (body["fullPath"], body["folderPath"], body["parentId"], body["name"]) == ("\\", "\\", None, "")


async def test_a_child_of_the_root_has_the_root_as_its_folder_path(client):
    body = (await client.get("Entries/20")).json()
    assert (body["fullPath"], body["folderPath"], body["parentId"]) == ("\\Finance", "\\", 1)


async def test_the_size_of_the_file_is_called_differently_in_the_two_versions(client, dialect):
    body = (await client.get(f"Entries/{TEXT_LAYER}")).json()
    assert body[dialect("elecDocumentSize", "electronicDocumentSize")] > 0
    assert (body["extension"], body["mimeType"], body["isElectronicDocument"]) == ("pdf", "application/pdf", True)


async def test_a_document_without_a_file_says_so_with_empty_texts(client, dialect):
    body = (await client.get(f"Entries/{EMPTY}")).json()
    assert body[dialect("elecDocumentSize", "electronicDocumentSize")] == 0
    assert (body["extension"], body["mimeType"], body["isElectronicDocument"]) == ("", "", False)
    assert body["pageCount"] == 0


async def test_an_entry_without_a_template_has_an_empty_name_and_id_0(client):
    body = (await client.get(f"Entries/{EMPTY}")).json()
    assert (body["templateName"], body["templateId"], body["templateFieldNames"]) == ("", 0, [])


async def test_only_v2_names_the_fields_of_the_template(client, dialect):
    names = (await client.get(f"Entries/{LEASE}")).json()["templateFieldNames"]
    assert dialect(names == [], "Parcel Number" in names)


async def test_a_shortcut_shows_where_it_points(client):
    body = (await client.get(f"Entries/{SHORTCUT}")).json()
    assert (body["targetId"], body["targetType"]) == (LEASE, "Document")


async def test_a_shortcut_whose_target_is_gone_has_no_target_type(client, repository):
    store = repository.database.connection
    store.execute("UPDATE entry SET target_id = 999999 WHERE id = ?", (SHORTCUT,))
    body = (await client.get(f"Entries/{SHORTCUT}")).json()
    assert body["targetId"] == 999999
    assert "targetType" not in body


@pytest.mark.parametrize(
    ("profile", "ending"), [("v1-selfhosted", "-04:00"), ("v2-selfhosted", "-04:00"), ("v2-cloud", "Z")]
)
async def test_times_end_as_the_build_writes_them(client, ending):
    body = (await client.get(f"Entries/{LEASE}")).json()
    assert body["creationTime"].endswith(ending)
    assert body["lastModifiedTime"].endswith(ending)


@pytest.mark.parametrize(("profile", "keeps"), [("v1-selfhosted", False), ("v2-selfhosted", True), ("v2-cloud", True)])
async def test_select_keeps_the_type_except_on_self_hosted_v1(client, keeps):
    body = (await client.get(f"Entries/{LEASE}", params={"$select": "Name"})).json()
    chosen = {name for name in body if not name.startswith("@odata")}
    assert chosen == ({"name", "entryType"} if keeps else {"name"})


async def test_a_path_is_found_without_regard_to_case_and_wrapped(client):
    body = (await client.get("Entries/ByPath", params={"fullPath": "\\property MANAGEMENT\\leases"})).json()
    assert set(body) == {"entry"}
    assert body["entry"]["id"] == LEASES


@pytest.mark.parametrize("path", ["\\", "\\\\"])
async def test_the_root_has_a_path(client, path):
    body = (await client.get("Entries/ByPath", params={"fullPath": path})).json()
    assert body["entry"]["id"] == 1


@pytest.mark.parametrize(
    ("path", "ancestor"),
    [
        ("\\Non Existing Path", 1),
        ("\\Finance\\nothing\\at all", 20),
        ("\\Property Management\\Leases\\nothing", LEASES),
    ],
)
async def test_a_missing_path_falls_back_to_its_closest_ancestor_only_when_asked(client, path, ancestor):
    asked = await client.get("Entries/ByPath", params={"fullPath": path, "fallbackToClosestAncestor": "true"})
    assert set(asked.json()) == {"ancestorEntry"}
    assert asked.json()["ancestorEntry"]["id"] == ancestor
    unasked = await client.get("Entries/ByPath", params={"fullPath": path})
    assert unasked.status_code == 404
    assert unasked.json()["errorCode"] == 9001


async def test_field_values_are_objects_with_positions_in_v1_and_texts_in_v2(client, repository, dialect):
    store = repository.database.connection
    (field_id,) = store.execute("SELECT id FROM field_definition WHERE name = 'Parcel Number'").fetchone()
    store.execute("DELETE FROM field_value WHERE entry_id = ? AND field_id = ?", (LEASE, field_id))
    store.executemany(
        "INSERT INTO field_value VALUES (?, ?, ?, ?, ?, NULL)",
        [(LEASE, field_id, 1, "a", "a"), (LEASE, field_id, 2, "b", "b")],
    )
    fields = (await client.get(dialect(f"Entries/{LEASE}/fields", f"Entries/{LEASE}/Fields"))).json()["value"]
    parcel = next(field for field in fields if field[dialect("fieldName", "name")] == "Parcel Number")
    v1 = [{"value": "a", "position": 1}, {"value": "b", "position": 2}]
    assert parcel["values"] == dialect(v1, ["a", "b"])
    assert parcel["isMultiValue"] is True


async def test_numbers_are_numbers_in_v1_and_texts_in_v2(client, dialect):
    fields = (await client.get(dialect(f"Entries/{LEASE}/fields", f"Entries/{LEASE}/Fields"))).json()["value"]
    values = [field["values"] for field in fields if field["fieldType"] in ("Number", "ShortInteger", "LongInteger")]
    first = [value[0]["value"] if dialect.version == "v1" else value[0] for value in values if value]
    assert first
    assert all(isinstance(value, dialect(int | float, str)) for value in first)


async def test_a_blank_field_is_listed_without_values(client, repository, dialect):
    query = """SELECT f.entry_id, d.name FROM entry_field f JOIN field_definition d ON d.id = f.field_id
               LEFT JOIN field_value v USING (entry_id, field_id) WHERE v.value IS NULL"""
    entry_id, name = repository.database.connection.execute(query).fetchone()
    fields = (await client.get(dialect(f"Entries/{entry_id}/fields", f"Entries/{entry_id}/Fields"))).json()["value"]
    assert next(row["values"] for row in fields if row[dialect("fieldName", "name")] == name) == []


async def test_the_fields_of_a_shortcut_are_those_of_its_target(client, dialect):
    route = dialect("fields", "Fields")
    own = (await client.get(f"Entries/{LEASE}/{route}")).json()["value"]
    assert own
    assert (await client.get(f"Entries/{SHORTCUT}/{route}")).json()["value"] == own
