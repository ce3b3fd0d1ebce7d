"""Making, copying, moving and renaming entries, in both dialects."""

from __future__ import annotations

import json

import pytest
from tests.simulator.handlers.tree import tree

from lf_simulator.handlers.naming import MOST_LEVELS, MOST_PATH_CHARACTERS
from lf_simulator.store import entries
from lf_simulator.store.tree import create_entry

__all__ = ["tree"]
pytestmark = pytest.mark.anyio

ROOT, FINANCE, LEASES, LEASE, SHORTCUT, EMPTY_FOLDER, CHECKED_OUT = 1, 20, 61, 604, 92, 91, 620
ONE_V1 = ("profile", ["v1-selfhosted"])


@pytest.fixture(params=["v1-selfhosted", "v2-cloud"])
def profile(request: pytest.FixtureRequest) -> str:
    """One of each dialect and of each kind of installation; what differs further names its profiles."""
    return str(request.param)


async def test_a_new_folder_is_answered_whole_and_is_there(tree, client):
    answer = await tree.create(LEASES, "Ended leases")
    body = answer.json()
    assert answer.status_code == 201
    assert (body["name"], body["parentId"], body["entryType"]) == ("Ended leases", LEASES, "Folder")
    assert (body["fullPath"], body["creator"]) == ("\\Property Management\\Leases\\Ended leases", "demo")
    assert body["creationTime"] == body["lastModifiedTime"]
    again = (await client.get(f"Entries/{body['id']}")).json()
    assert again == body
    children = (await client.get(f"{tree.folder(LEASES)}/children")).json()["value"]
    assert body["id"] in {row["id"] for row in children}


async def test_a_new_shortcut_shows_its_target(tree):
    body = (await tree.create(EMPTY_FOLDER, "to the lease", type_="Shortcut", targetId=LEASE)).json()
    assert (body["entryType"], body["targetId"], body["targetType"]) == ("Shortcut", LEASE, "Document")


async def test_a_shortcut_to_a_shortcut_leads_to_the_target_of_that_one(tree):
    body = (await tree.create(EMPTY_FOLDER, "again", type_="Shortcut", targetId=SHORTCUT)).json()
    assert (body["targetId"], body["targetType"]) == (LEASE, "Document")


@pytest.mark.parametrize(
    ("target", "status", "code"), [({}, 400, 216), ({"targetId": 0}, 400, 216), ({"targetId": 99999}, 404, 9537)]
)
async def test_a_shortcut_needs_a_target_that_exists(tree, target, status, code):
    before = tree.count()
    answer = await tree.create(EMPTY_FOLDER, "to nothing", type_="Shortcut", **target)
    assert (answer.status_code, answer.json()["errorCode"]) == (status, code)
    assert tree.count() == before


async def test_a_name_that_is_taken_in_any_case_is_refused_and_changes_nothing(tree):
    before = tree.count()
    answer = await tree.create(ROOT, "fiNANCE")
    assert (answer.status_code, answer.json()["errorCode"]) == (409, 9002)
    assert tree.count() == before


async def test_auto_rename_gives_the_next_number_that_is_free(tree):
    names = [(await tree.create(ROOT, "Finance", auto_rename=True)).json()["name"] for _ in range(3)]
    assert names == ["Finance (2)", "Finance (3)", "Finance (4)"]


async def test_auto_rename_keeps_a_name_that_is_free(tree):
    assert (await tree.create(ROOT, "Nothing like it", auto_rename=True)).json()["name"] == "Nothing like it"


@pytest.mark.parametrize("letter", ["x", "\N{MUSICAL SYMBOL G CLEF}"])
async def test_auto_rename_shortens_a_name_that_would_be_too_long(tree, letter):
    longest = (letter * 255).encode("utf-16-le")[: 2 * 254].decode("utf-16-le")
    await tree.made(ROOT, longest)
    renamed = (await tree.create(ROOT, longest, auto_rename=True)).json()["name"]
    assert renamed.endswith(f"{letter} (2)")
    assert len(renamed.encode("utf-16-le")) // 2 <= 255


@pytest.mark.parametrize(
    ("name", "code"),
    [
        ("   ", 9019),
        ("\N{NO-BREAK SPACE}\t", 9019),
        ("a\\b", 9019),
        ("a\0b", 9019),
        ("half \ud800 a character", 216),
        ("x" * 256, 9020),
        ("\N{MUSICAL SYMBOL G CLEF}" * 128, 9020),
    ],
)
async def test_what_is_no_name_is_refused_everywhere(tree, client, name, code):
    before = tree.count()
    content = json.dumps({"name": name, "entryType": "Folder"})  # escaped, because half a character has no bytes
    route = f"{tree.folder(ROOT)}/children"
    created = await client.post(route, content=content, headers={"content-type": "application/json"})
    assert (created.status_code, created.json()["errorCode"]) == (400, code)
    patch = json.dumps({"name": name})
    renamed = await client.patch(f"Entries/{LEASE}", content=patch, headers={"content-type": "application/json"})
    assert (renamed.status_code, renamed.json()["errorCode"]) == (400, code)
    assert tree.count() == before


@pytest.mark.parametrize("name", ['a/b:c*?"<>|', " leading and trailing ", "CON", "..", "1.", "x" * 255, "عقد إيجار"])
@pytest.mark.parametrize(*ONE_V1)
async def test_everything_else_is_a_name(tree, client, name):
    entry = await tree.made(ROOT, name)
    found = (await client.get("Entries/ByPath", params={"fullPath": f"\\{name}"})).json()
    assert (found["entry"]["id"], found["entry"]["name"]) == (entry, name)


@pytest.mark.parametrize(("parent", "status"), [(LEASE, 400), (SHORTCUT, 400), (99999, 404), (-1, 400), (0, 400)])
async def test_only_a_folder_that_exists_takes_entries(tree, parent, status):
    for answer in (
        await tree.create(parent, "new"),
        await tree.copy(parent, "new", SHORTCUT),
    ):
        assert answer.status_code == status
        assert answer.json()["title"]


async def test_the_tree_has_256_levels(tree, repository):
    store = repository.database.connection
    folder = entries.find(store, ROOT)
    for _ in range(MOST_LEVELS - 1):
        made = create_entry(store, folder, "x", "Folder", repository.clock.now(), "demo")
        folder = entries.find(store, made)
    store.commit()
    deepest = await tree.made(folder.id, "the last level")
    answer = await tree.create(deepest, "beyond")
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 9033)
    branch = await tree.made(ROOT, "branch")
    await tree.made(branch, "leaf")
    moved = await tree.update(branch, parentId=folder.id)
    assert (moved.status_code, moved.json()["errorCode"]) == (400, 9033)


@pytest.mark.parametrize(*ONE_V1)
async def test_a_path_has_an_end(tree, repository):
    store = repository.database.connection
    folder = entries.find(store, ROOT)
    while len(folder.path) + 256 <= MOST_PATH_CHARACTERS:
        made = create_entry(store, folder, "y" * 255, "Folder", repository.clock.now(), "demo")
        folder = entries.find(store, made)
    store.commit()
    answer = await tree.create(folder.id, "y" * 255)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 9007)
    branch = await tree.made(ROOT, "b")
    await tree.made(branch, "z" * 255)
    moved = await tree.update(branch, parentId=folder.id)
    assert (moved.status_code, moved.json()["errorCode"]) == (400, 9007)


@pytest.mark.parametrize("body", [{"name": "x"}, {"name": "x", "entryType": "Document"}, {"name": "x", "sourceId": 0}])
async def test_what_is_to_be_made_has_to_be_said(client, tree, body):
    answer = await client.post(f"{tree.folder(ROOT)}/children", json=body)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 216)


@pytest.mark.parametrize(
    ("profile", "volume"),
    [("v1-selfhosted", "ARCHIVE"), ("v2-selfhosted", "ARCHIVE"), ("v1-cloud", "DEFAULT"), ("v2-cloud", "DEFAULT")],
)
async def test_a_volume_counts_on_self_hosted_and_is_ignored_on_cloud(tree, volume):
    made = (await tree.create(FINANCE, "stored", volumeName="archive")).json()
    copied = (await tree.copy(FINANCE, "copied", SHORTCUT, volumeName="archive")).json()
    assert [made["volumeName"], copied["volumeName"]] == [volume, volume]


@pytest.mark.parametrize(("profile", "status"), [("v1-selfhosted", 404), ("v2-selfhosted", 404), ("v2-cloud", 201)])
async def test_a_volume_that_does_not_exist_is_refused_where_volumes_count(tree, status):
    assert (await tree.create(FINANCE, "stored", volumeName="nowhere")).status_code == status


async def test_a_new_entry_lies_in_the_volume_of_its_folder(tree, repository):
    with repository.database.connection as store:
        store.execute("UPDATE entry SET volume = 'ARCHIVE' WHERE id = ?", (EMPTY_FOLDER,))
    made = await tree.made(EMPTY_FOLDER, "new")
    assert (await tree.create(made, "newer")).json()["volumeName"] == "ARCHIVE"


async def test_a_shortcut_is_copied_at_once_and_stays_a_shortcut(tree):
    answer = await tree.copy(EMPTY_FOLDER, "the same", SHORTCUT)
    body = answer.json()
    assert answer.status_code == 201
    assert (body["entryType"], body["targetId"], body["targetType"]) == ("Shortcut", LEASE, "Document")
    assert body["id"] != SHORTCUT


async def test_a_folder_is_not_copied_at_once(tree):
    before = tree.count()
    answer = await tree.copy(EMPTY_FOLDER, "the same", LEASES)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 9000)
    assert tree.count() == before


async def test_a_document_is_copied_at_once_on_v2_only(tree, dialect):
    assert (await tree.copy(EMPTY_FOLDER, "the same", LEASE)).status_code == dialect(400, 201)


async def test_a_copy_needs_a_free_name_or_gets_a_number(tree):
    await tree.copy(EMPTY_FOLDER, "the same", SHORTCUT)
    refused = await tree.copy(EMPTY_FOLDER, "THE SAME", SHORTCUT)
    assert (refused.status_code, refused.json()["errorCode"]) == (409, 9002)
    renamed = await tree.copy(EMPTY_FOLDER, "THE SAME", SHORTCUT, auto_rename=True)
    assert renamed.json()["name"] == "THE SAME (2)"


async def test_what_is_copied_has_to_exist(tree):
    answer = await tree.copy(EMPTY_FOLDER, "nothing", 99999)
    assert (answer.status_code, answer.json()["errorCode"]) == (404, 9001)


async def test_a_move_keeps_the_id_and_takes_everything_below_along(tree, client):
    below = tree.below(LEASES)
    assert below
    answer = await tree.update(LEASES, parentId=FINANCE, name="Rents")
    body = answer.json()
    assert (answer.status_code, body["id"], body["fullPath"]) == (200, LEASES, "\\Finance\\Rents")
    assert tree.below(LEASES) == below
    for path, status in [("\\Property Management\\Leases", 404), ("\\Finance\\Rents", 200)]:
        assert (await client.get("Entries/ByPath", params={"fullPath": path})).status_code == status
    inside = (await client.get(f"Entries/{LEASE}")).json()
    found = (await client.get("Entries/ByPath", params={"fullPath": inside["fullPath"]})).json()
    assert inside["folderPath"].startswith("\\Finance\\Rents")
    assert found["entry"]["id"] == LEASE


async def test_a_search_finds_the_new_name_at_once_and_the_old_one_no_more(tree, client):
    await tree.update(LEASE, name="Quokka agreement")

    async def found(command: str) -> list[int]:
        answer = await client.post("SimpleSearches", json={"searchCommand": command})
        return [row["id"] for row in answer.json()["value"]] if answer.content else []

    assert await found('{LF:Name="Quokka agreement"}') == [LEASE]
    assert await found('{LF:Basic ~= "quokka", option="N"}') == [LEASE]
    made = await tree.made(FINANCE, "Numbat")
    assert await found('{LF:Basic ~= "numbat", option="N"}') == [made]


async def test_the_case_of_a_name_can_be_changed(tree):
    answer = await tree.update(FINANCE, name="FINANCE")
    assert (answer.status_code, answer.json()["fullPath"]) == (200, "\\FINANCE")


async def test_a_shortcut_is_moved_and_renamed_itself(tree):
    before = tree.record(LEASE)
    body = (await tree.update(SHORTCUT, parentId=EMPTY_FOLDER, name="link")).json()
    assert (body["id"], body["parentId"], body["targetId"]) == (SHORTCUT, EMPTY_FOLDER, LEASE)
    assert tree.record(LEASE) == before


async def test_a_taken_name_refuses_a_move_and_a_rename_until_a_number_is_asked_for(tree):
    first, second = await tree.made(EMPTY_FOLDER, "one"), await tree.made(FINANCE, "One")
    for change in ({"parentId": EMPTY_FOLDER}, {"parentId": EMPTY_FOLDER, "name": "ONE"}):
        refused = await tree.update(second, **change)
        assert (refused.status_code, refused.json()["errorCode"]) == (409, 9002)
    moved = await tree.update(second, auto_rename=True, parentId=EMPTY_FOLDER)
    assert (moved.json()["name"], moved.json()["parentId"]) == ("One (2)", EMPTY_FOLDER)
    assert (await tree.update(first, auto_rename=True, name="one")).json()["name"] == "one"


@pytest.mark.parametrize(
    ("entry", "change", "status", "code"),
    [
        (ROOT, {"name": "Top"}, 400, 9000),
        (ROOT, {"parentId": FINANCE}, 400, 9000),
        (LEASES, {"parentId": LEASES}, 400, 9000),
        (60, {"parentId": LEASES}, 400, 9000),
        (LEASES, {"parentId": LEASE}, 400, 9000),
        (LEASES, {"parentId": SHORTCUT}, 400, 9000),
        (LEASES, {"parentId": 99999}, 404, 9001),
        (LEASES, {"parentId": 0}, 404, 9001),
        (99999, {"name": "Nobody"}, 404, 9001),
    ],
)
async def test_a_move_that_cannot_be_is_refused_and_changes_nothing(tree, entry, change, status, code):
    before = tree.rows("SELECT id, parent_id, path, modified FROM entry ORDER BY id")
    answer = await tree.update(entry, **change)
    assert (answer.status_code, answer.json()["errorCode"]) == (status, code)
    assert tree.rows("SELECT id, parent_id, path, modified FROM entry ORDER BY id") == before


async def test_a_folder_beside_one_whose_name_begins_alike_is_not_below_it(tree):
    short, long = await tree.made(ROOT, "Par"), await tree.made(ROOT, "Parcel")
    assert (await tree.update(short, parentId=long)).status_code == 200
    assert tree.record(short).path == "\\Parcel\\Par"


async def test_a_change_of_nothing_leaves_the_entry_as_it_is(tree):
    before = tree.record(LEASE)
    for change in ({}, {"name": before.name}, {"parentId": before.parent_id, "name": before.name}):
        assert (await tree.update(LEASE, **change)).status_code == 200
    assert tree.record(LEASE) == before


@pytest.mark.parametrize(("profile", "is_set"), [("v1-selfhosted", False), ("v2-selfhosted", True), ("v2-cloud", True)])
async def test_moving_and_renaming_leave_the_time_of_the_last_change_on_self_hosted_v1(tree, is_set):
    before = tree.record(LEASE).modified
    await tree.update(LEASE, name="renamed")
    after = tree.record(LEASE).modified
    assert (after != before) == is_set
    await tree.update(LEASE, parentId=FINANCE)
    assert (tree.record(LEASE).modified != before) == is_set


async def test_what_somebody_else_has_checked_out_is_locked(tree):
    answer = await tree.update(CHECKED_OUT, name="mine now")
    assert (answer.status_code, answer.json()["errorCode"]) == (423, 9014)


async def test_what_the_user_has_checked_out_is_neither_moved_nor_renamed(tree, repository):
    with repository.database.connection as store:
        store.execute("UPDATE entry SET checked_out_by = 'demo' WHERE id = ?", (CHECKED_OUT,))
    for change in ({"name": "mine now"}, {"parentId": EMPTY_FOLDER}):
        answer = await tree.update(CHECKED_OUT, **change)
        assert (answer.status_code, answer.json()["errorCode"]) == (409, 9232)
