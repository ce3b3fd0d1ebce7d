"""Owners and versions through the API: who owns what is made, what makes another version, and what the answers show."""

from __future__ import annotations

import pytest
from PIL import Image

from lf_fixtures import Account
from lf_simulator.media.files import png
from lf_simulator.search import Reader, find, parse
from lf_simulator.store import accounts, tree
from lf_simulator.store.sight import EVERYTHING, Sight

pytestmark = pytest.mark.anyio

LEASE, IN_REVISION, FOLDER, EMPTY, OTHER = 604, 620, 60, 91, 801
SCAN = 85
BEFORE = [(1, "o.brandt")]


@pytest.fixture(params=["v1-selfhosted", "v2-cloud"])
def profile(request):
    """One of each dialect and of each kind of installation."""
    return str(request.param)


@pytest.fixture
def store(repository):
    """The tables, with a lease and a scan under version control."""
    connection = repository.database.connection
    with connection:
        for document in (LEASE, SCAN):
            connection.execute("UPDATE entry SET current_version = 1 WHERE id = ?", (document,))
            connection.execute(
                "INSERT INTO document_version (entry_id, number, modified_by, modified) VALUES (?, 1, 'o.brandt', ?)",
                (document, "2004-10-13T10:53:37Z"),
            )
    return connection


@pytest.fixture
def versions(store):
    def read(entry=LEASE):
        query = "SELECT number, modified_by FROM document_version WHERE entry_id = ? ORDER BY number"
        return store.execute(query, (entry,)).fetchall()

    return read


@pytest.fixture
def found(client):
    """The entries that a command finds."""

    async def search(command):
        answer = await client.post("SimpleSearches", json={"searchCommand": command})
        return [row["id"] for row in answer.json()["value"]] if answer.status_code == 200 else []

    return search


@pytest.fixture
def put_field(client, dialect):
    async def put(entry=SCAN):
        values = dialect([{"value": "new", "position": 1}], ["new"])
        rows = dialect({"Comments": {"values": values}}, {"fields": [{"name": "Comments", "values": values}]})
        return await client.put(f"Entries/{entry}/fields", json=rows)

    return put


async def test_a_saved_change_is_another_version_by_whoever_made_it(put_field, versions, store):
    assert (await put_field()).status_code == 200
    assert versions(SCAN) == [*BEFORE, (2, "demo")]
    kept, modified = store.execute(
        "SELECT v.modified, e.modified FROM document_version v JOIN entry e ON e.id = v.entry_id WHERE number = 2 "
        "AND e.id = ?",
        (SCAN,),
    ).fetchone()
    assert kept == modified > "2020"


async def test_a_document_that_is_not_under_version_control_gets_no_version(put_field, versions):
    assert (await put_field(OTHER)).status_code == 200
    assert versions(OTHER) == []


async def test_tags_and_names_are_in_no_version(client, versions):
    assert (await client.put(f"Entries/{LEASE}/tags", json={"tags": ["Public"]})).status_code == 200
    assert (await client.patch(f"Entries/{LEASE}", json={"name": "Renamed"})).status_code == 200
    assert versions() == BEFORE


@pytest.mark.parametrize("profile", ["v2-cloud"])
async def test_pages_and_the_template_are(client, versions):
    page = [("imageFile", ("a.png", png_of_one_dot(), "image/png"))]
    replaced = await client.put(f"Entries/{LEASE}/Document/Pages/1", files=page)
    assert (replaced.status_code, replaced.json()["currentVersion"]) == (200, 2)
    removed = await client.request("DELETE", f"Entries/{LEASE}/Document/Pages", params={"pageRange": "2"})
    assert removed.status_code == 200
    assert (await client.delete(f"Entries/{LEASE}/Template")).status_code == 200
    assert [number for number, _ in versions()] == [1, 2, 3, 4]


def png_of_one_dot():
    return png(Image.new("RGB", (1, 1), "red"), 100, "")


async def test_what_is_under_version_control_says_so(client):
    flags = [(await client.get(f"Entries/{id_}")).json()["isUnderVersionControl"] for id_ in (IN_REVISION, LEASE)]
    assert flags == [True, False]


async def test_a_new_entry_belongs_to_whoever_makes_it(client, dialect, found):
    route = f"Entries/{FOLDER}/{dialect('Laserfiche.Repository.Folder/children', 'Folder/Children')}"
    made = (await client.post(route, json={"name": "mine", "entryType": "Folder"})).json()["id"]
    assert await found('{LF:Owner="demo"}') == [made]


async def test_a_copy_belongs_to_whoever_copies_and_begins_without_versions(
    client, dialect, repository, found, versions, store
):
    with store:
        store.execute("INSERT INTO link_group VALUES (9, 'a note on forms')")
        store.execute("INSERT INTO link_group_member VALUES (?, 9)", (LEASE,))
    route = f"Entries/{EMPTY}/{dialect('Laserfiche.Repository.Folder', 'Folder')}/CopyAsync"
    answer = await client.post(route, json={"name": "copied", "sourceId": LEASE})
    assert answer.status_code == dialect(201, 202), answer.text
    repository.clock.advance(5)
    token = answer.json()[dialect("token", "taskId")]
    await client.get(dialect(f"Tasks/{token}", f"Tasks?taskIds={token}"))
    (copy,) = await found('{LF:Name="copied"}')
    assert versions(copy) == []
    assert await found('{LF:Owner="demo"}') == [copy]
    assert await found('{LFVER:ModifiedBy="o.brandt"}') == [SCAN, LEASE]
    assert await found('{LF:LinkGroupComment="forms"}') == [LEASE]


async def test_what_is_deleted_takes_its_versions_along(client, versions, store):
    store.execute("DELETE FROM entry_link")
    store.commit()
    tree.remove(store, [LEASE])
    store.commit()
    assert versions() == []
    assert store.execute("PRAGMA foreign_key_check").fetchall() == []


async def test_somebody_who_may_sign_in_later_gets_the_next_number(store):
    before = store.execute("SELECT max(id) FROM trustee").fetchone()[0]
    for _ in range(2):  # the second time nothing is new
        accounts.write(store, Account("newcomer", "x"))
    rows = store.execute("SELECT id, name FROM trustee WHERE id > ?", (before,)).fetchall()
    assert rows == [(before + 1, "newcomer")]


@pytest.mark.parametrize(
    ("command", "ids"),
    [
        ('{LF:Owner="r.haldane"}', [603, 604, 620]),
        ("{LF:CheckOutUserID=5} & {LF:VolID<=2}", [IN_REVISION]),
        ('{LFVER:Label="for signature"}', [IN_REVISION]),
        ('{LF:LinkGroupComment~="offer"}', [551, 552]),
        ('{LF:Owner="nobody"} | {LF:VolID=99} | {LF:CheckOutUserID=99}', []),
    ],
)
async def test_what_the_demo_repository_has_of_it_is_found(command, ids, found):
    assert await found(command) == ids


@pytest.mark.parametrize(
    ("command", "ids"),
    [("{LF:VolID=2, VolID<>1} & {LF:ID<650, ID>=620}", [620, 621, 623, 625, 626]), ("{LF:CheckOutUserID=5}", [620])]
    + [(f"{{{clause}}}", []) for clause in ('LF:Owner="*"', 'LFVER:Label="*"', 'LF:LinkGroupComment="offer"')],
)
async def test_who_may_only_browse_finds_by_what_a_listing_shows(command, ids, repository):
    """The number of the volume and of who has it checked out, as their names; neither owners nor versions."""
    browser = Reader(EVERYTHING, Sight(()))
    assert find(repository.database.connection, parse(command), None, browser) == ids
