"""Copying and deleting as tasks, in both dialects."""

from __future__ import annotations

import json

import pytest
from tests.simulator.handlers.tree import ENOUGH_SECONDS, tree

__all__ = ["tree"]
pytestmark = pytest.mark.anyio

ROOT, FINANCE, PROPERTY, LEASES, LEASE, SHORTCUT, EMPTY_FOLDER, CHECKED_OUT = 1, 20, 60, 61, 604, 92, 91, 620
DUPLICATE, COURT_ORDER = 1, 5
"""An audit reason for deleting, and one for exporting."""
CONTENTS = {
    "edoc": "data, text",
    "page": "number, text, has_image, true_text, rotation, image",
    "entry_field": "field_id, ordinal",
    "field_value": "field_id, position, value",
    "entry_tag": "tag_id, comment",
    "annotation": "page, kind, text, creator, color, stamp",
}
ITSELF = "template_id, extension, mime_type, edoc_size, page_count, type"


@pytest.fixture(params=["v1-selfhosted", "v2-cloud"])
def profile(request: pytest.FixtureRequest) -> str:
    """One of each dialect and of each kind of installation; what differs further names its profiles."""
    return str(request.param)


def contents(tree, entry: int) -> dict[str, list]:
    """What belongs to an entry and is copied with it."""
    found = {
        table: sorted(tree.rows(f"SELECT {columns} FROM {table} WHERE entry_id = ?", entry), key=repr)
        for table, columns in CONTENTS.items()
    }
    return {**found, "itself": tree.rows(f"SELECT {ITSELF} FROM entry WHERE id = ?", entry)}


async def test_a_copied_folder_has_copies_of_everything_below_it(tree):
    before = tree.below(PROPERTY)
    assert {type_ for _, type_, _ in before} >= {"Folder", "Document"}
    ended = await tree.copied(FINANCE, "Copied", PROPERTY)
    assert ended.status == "Completed"
    assert tree.record(ended.entry_id).path == "\\Finance\\Copied"
    assert tree.below(ended.entry_id) == before
    assert tree.below(PROPERTY) == before


async def test_a_copy_of_a_document_has_its_contents_and_metadata_and_no_links(tree, repository):
    for table in CONTENTS:  # the richest document there is, made richer where the corpus leaves something out
        if not tree.rows(f"SELECT 1 FROM {table} WHERE entry_id = ?", LEASE):
            other = tree.rows(f"SELECT entry_id FROM {table} LIMIT 1")[0][0]
            with repository.database.connection as store:
                store.execute(f"UPDATE {table} SET entry_id = ? WHERE entry_id = ?", (LEASE, other))
    with repository.database.connection as store:
        store.execute("UPDATE entry SET checked_out_by = 'j.lindqvist' WHERE id = ?", (LEASE,))
        store.execute("INSERT INTO entry_link (definition_id, source_id, target_id) VALUES (1, ?, 20)", (LEASE,))
    ended = await tree.copied(EMPTY_FOLDER, "the same", LEASE)
    assert ended.status == "Completed"
    assert all(contents(tree, LEASE).values())
    assert contents(tree, ended.entry_id) == contents(tree, LEASE)
    assert tree.rows("SELECT * FROM entry_link WHERE ? IN (source_id, target_id)", ended.entry_id) == []
    assert tree.record(ended.entry_id).checked_out_by is None
    assert tree.record(ended.entry_id).creator == "demo"


async def test_a_copy_is_found_by_its_text_and_its_fields(tree, client):
    async def found(command: str) -> set[int]:
        answer = await client.post("SimpleSearches", json={"searchCommand": command})
        return {row["id"] for row in answer.json()["value"]} if answer.content else set()

    (vendor,) = next(
        iter(tree.rows("SELECT value FROM field_value WHERE entry_id = ? AND value LIKE '%_____%' LIMIT 1", LEASE))
    )
    ended = await tree.copied(EMPTY_FOLDER, "Wombat", LEASE)
    hits = await found(
        f'{{LF:Basic ~= "{vendor}", option="DFN"}} & {{LF:LookIn="\\{tree.record(EMPTY_FOLDER).path[1:]}"}}'
    )
    assert hits == {ended.entry_id}


async def test_a_folder_can_be_copied_into_itself(tree):
    before = tree.below(PROPERTY)
    ended = await tree.copied(LEASES, "again", PROPERTY)
    assert ended.status == "Completed"
    assert tree.below(ended.entry_id) == before


@pytest.mark.parametrize("profile", ["v1-selfhosted", "v2-selfhosted"])
async def test_a_cancelled_copy_leaves_what_was_made(tree, repository):
    repository.profile = repository.profile.with_overrides({"task_seconds": 10.0})
    whole = len(tree.below(PROPERTY)) + 1
    before = tree.count()
    start = await tree.start_copy(EMPTY_FOLDER, "half", PROPERTY)
    repository.clock.advance(5)
    await tree.cancel(start)
    assert 0 < tree.count() - before <= whole / 2 + 1
    assert all(parent is not None for _, parent in tree.rows("SELECT id, parent_id FROM entry WHERE id <> 1"))
    repository.clock.advance(60)
    await tree.client.get("Entries/1")
    assert tree.count() - before < whole


async def test_a_copy_needs_a_free_name_or_gets_a_number(tree):
    before = tree.count()
    ended = await tree.copied(ROOT, "FINANCE", LEASES)
    assert (ended.status, tree.count()) == ("Failed", before)
    assert "already exists" in ended.errors[0]
    ended = await tree.copied(ROOT, "FINANCE", LEASES, auto_rename=True)
    assert tree.record(ended.entry_id).name == "FINANCE (2)"


@pytest.mark.parametrize(
    ("parent", "source"), [(EMPTY_FOLDER, 99999), (99999, LEASE), (LEASE, LEASE), (EMPTY_FOLDER, ROOT)]
)
async def test_a_copy_of_nothing_or_to_nowhere_starts_and_fails(tree, parent, source):
    before = tree.count()
    ended = await tree.copied(parent, "copy", source)
    assert (ended.status, len(ended.errors), tree.count()) == ("Failed", 1, before)


@pytest.mark.parametrize("body", [{"name": "no source"}, {"name": "no source", "sourceId": 0}, {"name": " "}])
async def test_a_copy_that_says_too_little_does_not_start(tree, client, body):
    answer = await client.post(f"{tree.folder(EMPTY_FOLDER)}/CopyAsync", json=body)
    assert answer.status_code == 400


@pytest.mark.parametrize("profile", ["v1-selfhosted"])
async def test_a_copy_without_a_name_is_called_like_its_source(tree, client):
    start = await client.post(f"{tree.folder(EMPTY_FOLDER)}/CopyAsync", json={"sourceId": LEASES})
    ended = await tree.ended(start)
    assert tree.record(ended.entry_id).name == "Leases"


@pytest.mark.parametrize(("profile", "volume"), [("v1-selfhosted", "ARCHIVE"), ("v2-cloud", "DEFAULT")])
async def test_a_whole_copy_lies_in_one_volume(tree, volume):
    ended = await tree.copied(EMPTY_FOLDER, "stored", PROPERTY, volumeName="archive")
    top = tree.record(ended.entry_id).path
    assert tree.rows("SELECT DISTINCT volume FROM entry WHERE substr(path, 1, ?) = ?", len(top), top) == [(volume,)]


@pytest.fixture
def all_checked_in(repository) -> None:
    """Nothing stands in the way of deleting the leases."""
    with repository.database.connection as store:
        store.execute("UPDATE entry SET checked_out_by = NULL")


@pytest.mark.usefixtures("all_checked_in")
async def test_a_deleted_folder_takes_everything_below_it_along(tree, client):
    inside = [
        id_ for (id_,) in tree.rows("SELECT id FROM entry WHERE path_key LIKE '\\property management\\leases\\%'")
    ]
    assert LEASE in inside
    assert (await tree.delete(LEASES)).status == "Completed"
    for entry in (LEASES, *inside):
        answer = await client.get(f"Entries/{entry}")
        assert (answer.status_code, answer.json()["errorCode"]) == (404, 9001)
    for table in (*CONTENTS, "text_item"):
        assert not tree.rows(f"SELECT 1 FROM {table} WHERE entry_id NOT IN (SELECT id FROM entry)")
    assert not tree.rows("SELECT 1 FROM text_index WHERE rowid NOT IN (SELECT id FROM text_item)")


async def test_a_deletion_is_done_when_its_time_is_up_and_not_before(tree, client):
    start = await tree.start_delete(EMPTY_FOLDER)
    assert (await client.get(f"Entries/{EMPTY_FOLDER}")).status_code == 200
    await tree.ended(start)
    assert (await client.get(f"Entries/{EMPTY_FOLDER}")).status_code == 404


async def test_a_cancelled_deletion_leaves_everything(tree, client):
    await tree.cancel(await tree.start_delete(LEASES))
    tree.repository.clock.advance(ENOUGH_SECONDS)
    assert (await client.get(f"Entries/{LEASE}")).status_code == 200


async def test_a_shortcut_goes_alone_and_outlives_its_target(tree, client):
    other = await tree.made(EMPTY_FOLDER, "other", type_="Shortcut", targetId=LEASE)
    await tree.delete(other)
    assert (await client.get(f"Entries/{LEASE}")).status_code == 200
    await tree.delete(LEASE)
    body = (await client.get(f"Entries/{SHORTCUT}")).json()
    assert body["targetId"] == LEASE
    assert "targetType" not in body


async def test_the_name_of_what_is_gone_is_free_and_its_id_is_not_given_again(tree):
    first = await tree.made(EMPTY_FOLDER, "once")
    await tree.delete(first)
    assert await tree.made(EMPTY_FOLDER, "once") > first


async def test_an_entry_that_has_gone_with_its_folder_is_still_accepted_and_then_not_found(tree):
    folder = await tree.made(EMPTY_FOLDER, "folder")
    inner = await tree.made(folder, "inner")
    assert (await tree.delete(folder)).status == "Completed"
    ended = await tree.delete(inner)
    assert ended.status == "Failed"
    assert "not found" in ended.errors[0]


async def test_the_root_is_not_deleted(tree):
    before = tree.count()
    ended = await tree.delete(ROOT)
    assert (ended.status, tree.count()) == ("Failed", before)
    assert "root" in ended.errors[0]


@pytest.mark.parametrize("content", ["{}", "null", '{"auditReasonId": null}'])
async def test_the_body_of_a_deletion_may_say_nothing(tree, client, content):
    start = await client.request(
        "DELETE", f"Entries/{EMPTY_FOLDER}", content=content, headers={"content-type": "application/json"}
    )
    assert (await tree.ended(start)).status == "Completed"


@pytest.mark.parametrize(
    ("profile", "status"), [("v1-selfhosted", 415), ("v1-cloud", 201), ("v2-selfhosted", 202), ("v2-cloud", 202)]
)
async def test_only_self_hosted_v1_wants_a_content_type_where_there_is_no_body(tree, client, status):
    before = tree.count()
    answer = await client.delete(f"Entries/{EMPTY_FOLDER}")
    assert (answer.status_code, tree.count()) == (status, before)


async def test_a_deletion_wants_a_possible_id_and_readable_members(tree, client):
    for entry, content in [(-1, "{}"), (0, "{}"), (EMPTY_FOLDER, '{"auditReasonId": "x"}'), (EMPTY_FOLDER, "{")]:
        answer = await client.request(
            "DELETE", f"Entries/{entry}", content=content, headers={"content-type": "application/json"}
        )
        assert answer.status_code == 400


async def test_a_demanded_reason_is_missed_by_the_task_and_not_by_its_start(tree, repository):
    repository.profile = repository.profile.with_overrides({"audit_reason_required": ["DeleteEntry"]})
    ended = await tree.delete(EMPTY_FOLDER)
    assert ended.status == "Failed"
    assert ended.errors[0].startswith("Need to provide correct audit reason for DeleteEntry")
    assert (await tree.delete(EMPTY_FOLDER, DUPLICATE)).status == "Completed"


@pytest.mark.parametrize("profile", ["v2-cloud"])
async def test_the_problem_of_a_missing_reason_has_the_known_type_and_status(tree, client, repository):
    repository.profile = repository.profile.with_overrides({"audit_reason_required": ["DeleteEntry"]})
    start = await tree.start_delete(EMPTY_FOLDER)
    await tree.ended(start)
    (task,) = (await client.get(f"Tasks?taskIds={tree.token(start)}")).json()["value"]
    (problem,) = task["errors"]
    assert (problem["type"], problem["status"], problem["errorCode"]) == ("invalidRequest", 400, 9126)


@pytest.mark.parametrize("reason", [COURT_ORDER, 99, 0])
async def test_a_reason_that_is_none_for_deleting_is_refused(tree, reason):
    ended = await tree.delete(EMPTY_FOLDER, reason)
    assert ended.status == "Failed"
    assert tree.record(EMPTY_FOLDER) is not None


@pytest.mark.usefixtures("all_checked_in")
async def test_the_recycle_bin_tells_what_went_by_whom_and_why(tree):
    below = len(tree.below(LEASES))
    await tree.delete(LEASES, DUPLICATE, "twice there")
    address = f"http://127.0.0.1/_sim/repositories/{tree.repository.id}/recycled"
    (row,) = (await tree.client.get(address)).json()["recycled"]
    assert row.pop("deleted").endswith("Z")
    assert row == {
        "entry_id": LEASES,
        "path": "\\Property Management\\Leases",
        "type": "Folder",
        "entries": below + 1,
        "deleted_by": "demo",
        "audit_reason_id": DUPLICATE,
        "comment": "twice there",
    }


async def test_what_is_locked_stays_with_its_folders_and_fails_the_task(tree):
    locked = tree.record(CHECKED_OUT)
    top = next(
        id_ for (id_,) in tree.rows("SELECT id FROM entry WHERE path = ?", "\\".join(locked.path.split("\\")[:2]))
    )
    ended = await tree.delete(top)
    assert ended.status == "Failed"
    assert ended.errors[0].startswith("The entry is locked.")
    left = [path for path, _, _ in tree.below(top)]
    prefix = tree.record(top).path
    assert left == [locked.path[len(prefix) :][: len(path)] for path in left]
    assert left[-1] == locked.path[len(prefix) :]
    assert all(tree.record(entry_id) is None for entry_id, *_ in tree.rows("SELECT * FROM recycled"))


async def restrict(tree, grants: dict[int, list[str]]) -> None:
    """Give the user these grants and no others, and sign in as him once more."""
    with tree.repository.database.connection as store:
        store.execute("UPDATE account SET has_every_right = 0 WHERE name_key = 'demo'")
        store.executemany(
            "INSERT INTO account_grant (account_key, entry_id, rights) VALUES ('demo', ?, ?)",
            [(entry, json.dumps(rights)) for entry, rights in grants.items()],
        )
    form = {"grant_type": "password", "username": "demo", "password": "demo"}
    token = (await tree.client.post("Token", data=form)).json()["access_token"]
    tree.client.headers["Authorization"] = f"Bearer {token}"


ALL = ["Browse", "Read", "WriteContent", "Rename", "WriteMetadata", "CreateFolder", "CreateDocument", "Delete"]


@pytest.mark.usefixtures("all_checked_in")
async def test_what_may_not_be_deleted_stays_and_fails_the_task(tree):
    await restrict(tree, {ROOT: ALL, LEASE: ["Browse", "Read"]})
    ended = await tree.delete(PROPERTY)
    assert ended.status == "Failed"
    assert ended.errors[0].startswith("Access denied.")
    assert tree.record(LEASE) is not None
    assert [path for path, _, _ in tree.below(PROPERTY)] == [
        "\\Leases",
        tree.record(LEASE).path.removeprefix("\\Property Management"),
    ]


async def test_what_is_not_seen_is_neither_copied_nor_deleted(tree):
    await restrict(tree, {ROOT: ALL, LEASE: ["Read", "Delete"]})
    ended = await tree.copied(EMPTY_FOLDER, "copy", LEASES)
    assert ended.status == "Completed"
    assert "Leases" in tree.record(LEASE).path
    assert len(tree.below(ended.entry_id)) == len(tree.below(LEASES)) - 1
    ended = await tree.delete(LEASES)
    assert ended.status == "Failed"
    assert tree.record(LEASE) is not None


async def test_what_may_not_be_read_is_left_out_of_a_copy_and_fails_the_task(tree):
    await restrict(tree, {ROOT: ALL, LEASE: ["Browse"]})
    ended = await tree.copied(EMPTY_FOLDER, "copy", LEASES)
    assert ended.status == "Failed"
    assert ended.errors[0].startswith("Access denied.")
    (made,) = tree.rows("SELECT id FROM entry WHERE parent_id = ? AND name = 'copy'", EMPTY_FOLDER)
    assert len(tree.below(made[0])) == len(tree.below(LEASES)) - 1


@pytest.mark.parametrize(
    ("lacking", "refused"),
    [("CreateFolder", {"folder", "move"}), ("CreateDocument", {"shortcut", "copy"}), ("Rename", {"rename", "move"})],
)
async def test_every_change_needs_its_right(tree, lacking, refused):
    inner = await tree.made(EMPTY_FOLDER, "inner")
    await restrict(tree, {ROOT: [right for right in ALL if right != lacking]})
    changes = {
        "folder": tree.create(EMPTY_FOLDER, "a folder"),
        "shortcut": tree.create(EMPTY_FOLDER, "a shortcut", type_="Shortcut", targetId=LEASE),
        "copy": tree.copy(EMPTY_FOLDER, "a copy", SHORTCUT),
        "rename": tree.update(inner, name="another"),
        "move": tree.update(inner, parentId=FINANCE),
    }
    answers = {name: (await change) for name, change in changes.items()}
    assert {name for name, answer in answers.items() if answer.status_code == 403} == refused
    assert {answer.json()["errorCode"] for answer in answers.values() if answer.is_error} == {9013}
