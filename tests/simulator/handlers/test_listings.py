"""The children of folders: options, order, pages and their links, on every profile."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.anyio

DEFAULT = {
    *("id", "name", "parentId", "fullPath", "folderPath", "creator", "creationTime", "lastModifiedTime", "entryType"),
    *("templateName", "templateId", "volumeName", "rowNumber", "isContainer", "isLeaf"),
}
INVOICES = 22


@pytest.fixture
def children(dialect):
    """The address of a folder's children."""
    route = dialect("Laserfiche.Repository.Folder/children", "Folder/Children")
    return lambda folder: f"Entries/{folder}/{route}"


@pytest.fixture
def ids(repository):
    """The ids of a folder's children, as the store has them."""

    def of(folder: int) -> list[int]:
        rows = repository.database.connection.execute("SELECT id FROM entry WHERE parent_id = ? ORDER BY id", (folder,))
        return [id_ for (id_,) in rows]

    return of


def listed(response) -> list[int]:
    assert response.status_code == 200, response.text
    return [row["id"] for row in response.json()["value"]]


async def test_rows_have_the_common_properties_only(client, children, dialect):
    for row in (await client.get(children(1))).json()["value"]:
        assert set(row) == DEFAULT | dialect({"templateFieldNames"}, {"@odata.type"})


async def test_rows_come_by_ascending_id_and_are_numbered_from_1(client, children, ids):
    body = (await client.get(children(INVOICES))).json()
    assert [row["id"] for row in body["value"]] == ids(INVOICES)
    assert [row["rowNumber"] for row in body["value"]] == list(range(1, len(ids(INVOICES)) + 1))


async def test_a_row_without_a_template_says_null_where_a_single_entry_says_nothing(client, children):
    rows = (await client.get(children(80))).json()["value"]
    assert {(row["templateName"], row["templateId"]) for row in rows} == {(None, 0)}


@pytest.mark.parametrize("size", [1, 7, 13])
async def test_following_the_next_links_gives_every_child_exactly_once(client, children, ids, size):
    found: list[int] = []
    url = children(INVOICES)
    while url:
        answer = await client.get(url, headers={"Prefer": f"maxpagesize={size}"})
        page = listed(answer)
        assert 1 <= len(page) <= size
        found += page
        url = answer.json().get("@odata.nextLink")
        assert url is None or url.startswith("http://sim.test/")
    assert found == ids(INVOICES)


async def test_a_next_link_keeps_the_options_of_its_listing(client, children, ids):
    options = {"$orderby": "id desc", "$select": "name", "$skip": "2", "$top": "9", "$count": "true"}
    url, rows = children(INVOICES), []
    params = options
    while url:
        answer = await client.get(url, params=params, headers={"Prefer": "odata.maxpagesize=4"})
        body = answer.json()
        assert body["@odata.count"] == len(ids(INVOICES))
        rows += body["value"]
        url, params = body.get("@odata.nextLink"), None
    assert [row["id"] for row in rows] == ids(INVOICES)[::-1][2:11]
    assert [row["rowNumber"] for row in rows] == list(range(3, 12))
    assert {frozenset(name for name in row if name[0] != "@") for row in rows} == {
        frozenset({"id", "name", "entryType", "rowNumber"})
    }


@pytest.mark.parametrize(("top", "skip"), [(0, 0), (3, 0), (3, 5), (1000, 0), (5, 1000)])
async def test_top_and_skip_cut_the_collection_and_need_no_next_link(client, children, ids, top, skip):
    answer = await client.get(children(INVOICES), params={"$top": top, "$skip": skip})
    assert listed(answer) == ids(INVOICES)[skip : skip + top]
    assert "@odata.nextLink" not in answer.json()


async def test_a_page_has_150_rows_unless_the_client_prefers_fewer(client, children, repository):
    store = repository.database.connection
    store.executemany(
        """INSERT INTO entry (id, parent_id, name, name_key, path, path_key, type, created, modified, creator, volume)
           SELECT ?1, id, ?2, ?2, ?3 || ?2, ?3 || ?2, type, created, modified, creator, volume
             FROM entry WHERE id = 91""",
        [(100_000 + number, f"folder {number}", "\\x\\") for number in range(200)],
    )
    for prefer, expected in [("", 150), ("maxpagesize=400", 150), ("maxpagesize=20", 20), ("respond-async", 150)]:
        answer = await client.get(children(91), headers={"Prefer": prefer})
        assert len(listed(answer)) == expected
        assert "@odata.nextLink" in answer.json()


async def test_an_empty_folder_has_no_rows_and_no_link(client, children):
    body = (await client.get(children(91), params={"$count": "true"})).json()
    assert body["value"] == []
    assert body["@odata.count"] == 0
    assert "@odata.nextLink" not in body


async def test_a_build_may_count_the_page_instead_of_the_folder(client, children, repository):
    repository.profile = repository.profile.with_overrides({"children_count": "page"})
    options = {"$top": 3, "$count": "true"}
    assert (await client.get(children(1), params=options)).json()["@odata.count"] == 3


async def test_rows_can_be_ordered_by_every_property_of_a_listing(client, children, dialect):
    for name in sorted(DEFAULT - {"rowNumber"}):
        up = listed(await client.get(children(1), params={"$orderby": name}))
        down = listed(await client.get(children(1), params={"$orderby": f"{name} desc"}))
        assert sorted(up) == sorted(down)
        rows = (await client.get(children(1), params={"$orderby": f"{name} asc", "$select": name})).json()["value"]
        values = [row[name] for row in rows if row[name] is not None]
        assert values == sorted(values, key=lambda value: value.casefold() if isinstance(value, str) else value)


async def test_up_to_five_expressions_order_the_rows(client, children):
    five = "entryType desc,templateName,creator desc,creationTime,name desc"
    assert listed(await client.get(children(1), params={"$orderby": five}))
    six = await client.get(children(1), params={"$orderby": f"{five},id"})
    assert (six.status_code, six.json()["errorCode"]) == (400, 216)


async def test_group_by_type_puts_folders_before_documents_before_shortcuts(client, children, ids):
    options = {"groupByEntryType": "true", "$orderby": "name desc"}
    rows = (await client.get(children(90), params=options)).json()["value"]
    rank = {"Folder": 0, "RecordSeries": 1, "Document": 2, "Shortcut": 3}
    assert len({row["entryType"] for row in rows}) > 1
    assert [rank[row["entryType"]] for row in rows] == sorted(rank[row["entryType"]] for row in rows)


async def test_select_adds_properties_of_one_type_and_drops_them_where_they_do_not_exist(client, children):
    rows = (await client.get(children(90), params={"$select": "pageCount,targetId"})).json()["value"]
    for row in rows:
        assert ("pageCount" in row) == (row["entryType"] == "Document")
        assert ("targetId" in row) == (row["entryType"] == "Shortcut")


async def test_every_row_has_one_element_for_each_field_that_was_asked_for(client, children, dialect):
    names = ["Tenant", "Invoice Number", "Parcel Number"]
    for folder in (1, 61):
        rows = (await client.get(children(folder), params={"fields": names})).json()["value"]
        for row in rows:
            assert [field[dialect("fieldName", "name")] for field in row["fields"]] == names


async def test_a_listing_shows_the_first_value_of_a_field_and_says_that_there_are_more(
    client, children, repository, dialect
):
    store = repository.database.connection
    (field_id,) = store.execute("SELECT id FROM field_definition WHERE name = 'Parcel Number'").fetchone()
    store.execute("DELETE FROM field_value WHERE entry_id = 604 AND field_id = ?", (field_id,))
    store.executemany(
        "INSERT INTO field_value VALUES (604, ?, ?, ?, ?, NULL)", [(field_id, 1, "a", "a"), (field_id, 2, "b", "b")]
    )
    rows = (await client.get(children(61), params={"fields": "Parcel Number"})).json()["value"]
    (field,) = next(row["fields"] for row in rows if row["id"] == 604)
    assert field["values"] == dialect([{"value": "a", "position": 1}], ["a"])
    assert field["hasMoreValues"] is True


async def test_paging_goes_on_where_it_stood_after_the_first_page_was_read(client, children, ids):
    first = await client.get(children(INVOICES), headers={"Prefer": "maxpagesize=2"})
    await client.get(children(1))
    second = await client.get(first.json()["@odata.nextLink"], headers={"Prefer": "maxpagesize=2"})
    assert listed(second) == ids(INVOICES)[2:4]


@pytest.mark.parametrize("profile", ["v1-selfhosted", "v2-cloud"])
async def test_rows_can_be_ordered_by_properties_of_one_type_too(client, children, dialect, repository):
    with repository.database.connection as store:  # a shortcut joins documents with and without files
        store.execute("UPDATE entry SET parent_id = 80 WHERE type = 'Shortcut'")
    size = dialect("elecDocumentSize", "electronicDocumentSize")
    for name in (size, "pageCount", "extension", "mimeType", "isElectronicDocument", "isCheckedOut", "targetId"):
        for direction in ("asc", "desc"):
            query = {"$orderby": f"{name} {direction}", "$select": name}
            rows = (await client.get(children(80), params=query)).json()["value"]
            values = [row[name] for row in rows if name in row and row[name] not in ("", None)]
            assert values
            assert values == sorted(values, reverse=direction == "desc"), name


@pytest.mark.parametrize("profile", ["v2-cloud"])
async def test_a_page_deep_in_a_long_folder_holds_the_right_rows(client, children, repository):
    with repository.database.connection as store:
        store.executemany(
            """INSERT INTO entry (id, parent_id, name, name_key, path, path_key, type, created, modified, creator,
                                  volume, page_count)
               SELECT ?1, id, ?2, ?2, path || '\\' || ?2, path_key || '\\' || ?2, 'Document', created, modified,
                      creator, volume, ?3 FROM entry WHERE id = 91""",
            [(200_000 + number, f"n{number * 7919 % 5000:04}", number % 10) for number in range(5000)],
        )
    query = {"$orderby": "pageCount desc,name", "$skip": 4321, "$top": 100, "$count": True}
    body = (await client.get(children(91), params=query)).json()
    everything = sorted(((number % 10, f"n{number * 7919 % 5000:04}") for number in range(5000)), key=lambda e: e[1])
    everything.sort(key=lambda each: each[0], reverse=True)
    assert [row["name"] for row in body["value"]] == [name for _, name in everything[4321:4421]]
    assert (body["value"][0]["rowNumber"], body["@odata.count"]) == (4322, 5000)
