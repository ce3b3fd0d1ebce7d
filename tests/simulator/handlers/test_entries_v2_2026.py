"""What the v2 description of 2026 added to making and reading entries."""

from __future__ import annotations

import pytest
from tests.simulator.handlers.tree import tree

__all__ = ["tree"]
pytestmark = pytest.mark.anyio

ROOT, FINANCE, LEASES, LEASE, EMPTY_FOLDER, TEXT_LAYER = 1, 20, 61, 604, 91, 83


@pytest.fixture
def profile() -> str:
    return "v2-cloud"


@pytest.fixture
def create_at(client):
    """Make a folder "new" below the root, at a path from there."""

    async def create(path: str | None, *, auto: bool | None = None, name: str = "new"):
        query = {} if auto is None else {"autoCreateFolderPath": auto}
        body = {"name": name, "entryType": "Folder", "folderPath": path}
        return await client.post(f"Entries/{ROOT}/Folder/Children", json=body, params=query)

    return create


@pytest.mark.parametrize(
    "path", ["Property Management/Leases", "property management\\LEASES", "Property Management/leases"]
)
async def test_a_folder_path_leads_to_a_folder_below(create_at, path):
    answer = await create_at(path)
    assert (answer.status_code, answer.json()["parentId"]) == (201, LEASES)


@pytest.mark.parametrize("path", ["", None])
async def test_no_folder_path_means_the_folder_itself(create_at, path):
    assert (await create_at(path)).json()["parentId"] == ROOT


@pytest.mark.parametrize("auto", [None, False])
async def test_a_missing_folder_is_not_found_and_nothing_is_made(create_at, tree, auto):
    before = tree.count()
    answer = await create_at("Finance/Nothing/like it", auto=auto)
    assert (answer.status_code, answer.json()["errorCode"], tree.count()) == (404, 9001, before)


async def test_missing_folders_are_made_when_asked_for(create_at, tree):
    answer = await create_at("Finance/Audits\\2031", auto=True)
    assert (answer.status_code, answer.json()["fullPath"]) == (201, "\\Finance\\Audits\\2031\\new")
    assert (await create_at("finance/audits/2031", name="another")).status_code == 201


async def test_a_refused_name_takes_the_new_folders_back(create_at, tree):
    before = tree.count()
    assert (await create_at("Finance/Audits", auto=True, name="x" * 256)).status_code == 400
    assert tree.count() == before


@pytest.mark.parametrize("auto", [False, True])
@pytest.mark.parametrize(
    "path", ["Finance/../Legal", "..", "Finance//Audits", "Finance\\\\Audits", "/Finance", "Finance/", "/"]
)
async def test_a_path_that_leads_upward_or_has_an_empty_part_is_refused(create_at, tree, path, auto):
    before = tree.count()
    answer = await create_at(path, auto=auto)
    assert (answer.status_code, answer.json()["errorCode"], tree.count()) == (400, 216, before)


async def test_a_part_that_is_no_folder_is_refused(create_at, tree):
    path = tree.record(LEASE).path[1:]
    for auto in (False, True):
        assert (await create_at(path, auto=auto)).status_code == 400


async def test_child_info_counts_what_is_directly_in_a_folder(client, tree):
    info = (await client.get(f"Entries/{ROOT}", params={"includeChildInfo": True})).json()["childInfo"]
    counts = dict(tree.rows("SELECT type, count(*) FROM entry WHERE parent_id = ? GROUP BY type", ROOT))
    assert info == {
        "hasChildren": True,
        "childCount": sum(counts.values()),
        "folderCount": counts["Folder"],
        "documentCount": counts.get("Document", 0),
        "shortcutCount": counts.get("Shortcut", 0),
    }
    empty = (await client.get(f"Entries/{EMPTY_FOLDER}", params={"includeChildInfo": True})).json()["childInfo"]
    assert (empty["hasChildren"], empty["childCount"]) == (False, 0)


async def test_the_whole_size_of_a_document_is_its_file_and_its_pages(client, repository):
    before = (await client.get(f"Entries/{TEXT_LAYER}", params={"includeTotalSize": True})).json()
    with repository.database.connection as store:
        number = store.execute("SELECT count(*) FROM page WHERE entry_id = ?", (TEXT_LAYER,)).fetchone()[0] + 1
        store.execute(
            "INSERT INTO page (entry_id, number, text, has_image, image) VALUES (?, ?, 'äb', 1, zeroblob(1000))",
            (TEXT_LAYER, number),
        )
    after = (await client.get(f"Entries/{TEXT_LAYER}", params={"includeTotalSize": True})).json()
    assert before["totalDocumentSize"] >= before["electronicDocumentSize"] > 0
    assert after["totalDocumentSize"] - before["totalDocumentSize"] == 3 + 1000


async def test_a_page_that_is_drawn_when_it_is_wanted_has_a_size_all_the_same(client, repository):
    (text,) = repository.database.connection.execute(
        "SELECT sum(length(CAST(text AS BLOB))) FROM page WHERE entry_id = ?", (LEASE,)
    ).fetchone()
    body = (await client.get(f"Entries/{LEASE}", params={"includeTotalSize": True})).json()
    assert body["totalDocumentSize"] > text + body["electronicDocumentSize"]


@pytest.mark.parametrize(("entry", "absent"), [(LEASE, "childInfo"), (ROOT, "totalDocumentSize")])
async def test_details_come_only_when_asked_for_and_where_they_exist(client, entry, absent):
    assert not {"childInfo", "totalDocumentSize"} & set((await client.get(f"Entries/{entry}")).json())
    both = {"includeChildInfo": True, "includeTotalSize": True}
    assert absent not in (await client.get(f"Entries/{entry}", params=both)).json()


async def test_select_chooses_among_the_details_too(client):
    both = {"includeChildInfo": True, "$select": "name"}
    assert "childInfo" not in (await client.get(f"Entries/{ROOT}", params=both)).json()
    body = (await client.get(f"Entries/{ROOT}", params={**both, "$select": "childInfo"})).json()
    assert {name for name in body if not name.startswith("@")} == {"entryType", "childInfo"}
