"""The electronic file as v1 sends it, and what both dialects take from a document."""

from __future__ import annotations

from urllib.parse import unquote

import pytest

pytestmark = pytest.mark.anyio

WITH_FILE, SCANNED, SHORTCUT, CHECKED_OUT = 83, 604, 92, 620
PAGES = "Entries/{}/Laserfiche.Repository.Document/pages"
V1 = pytest.mark.parametrize("profile", ["v1-selfhosted"])
EDOC = "Entries/{}/Laserfiche.Repository.Document/edoc"


@pytest.fixture
def stored(repository):
    """The bytes of an entry's file, as the store has them."""
    query = "SELECT data FROM edoc WHERE entry_id = ?"
    return lambda entry_id: repository.database.connection.execute(query, (entry_id,)).fetchone()[0]


@V1
async def test_the_file_comes_whole_with_its_stored_type(client, stored):
    answer = await client.get(EDOC.format(WITH_FILE))
    assert (answer.status_code, answer.content) == (200, stored(WITH_FILE))
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-length"] == str(len(stored(WITH_FILE)))


@V1
async def test_head_tells_type_and_length_without_the_file(client, stored):
    answer = await client.head(EDOC.format(WITH_FILE))
    assert (answer.status_code, answer.content) == (200, b"")
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-length"] == str(len(stored(WITH_FILE)))


@V1
async def test_a_file_without_a_type_is_called_octets(client, repository):
    repository.database.connection.execute("UPDATE entry SET mime_type = '' WHERE id = ?", (WITH_FILE,))
    assert (await client.get(EDOC.format(WITH_FILE))).headers["content-type"] == "application/octet-stream"


RANGES = [
    ("bytes=0-9", 206, slice(0, 10)),
    ("bytes=0-0", 206, slice(0, 1)),
    ("bytes=100-", 206, slice(100, None)),
    ("bytes=-7", 206, slice(-7, None)),
    ("bytes=-99999999", 206, slice(None)),
    ("bytes=5-99999999", 206, slice(5, None)),
    ("BYTES=3-4", 206, slice(3, 5)),
    ("bytes=9999999-", 416, None),
    ("bytes=-0", 416, None),
    ("bytes=0-1,5-6", 200, slice(None)),
    ("bytes=9-3", 200, slice(None)),
    ("bytes=-", 200, slice(None)),
    ("pages=1-2", 200, slice(None)),
]


@V1
@pytest.mark.parametrize(("header", "status", "part"), RANGES)
async def test_one_range_of_bytes_is_served(client, stored, header, status, part):
    whole = stored(WITH_FILE)
    answer = await client.get(EDOC.format(WITH_FILE), headers={"Range": header})
    assert answer.status_code == status
    if status == 416:
        assert answer.headers["content-range"] == f"bytes */{len(whole)}"
        return
    assert answer.content == whole[part]
    if status == 206:
        start = whole.index(answer.content) if len(answer.content) > 1 else part.start or 0
        assert answer.headers["content-range"] == f"bytes {start}-{start + len(answer.content) - 1}/{len(whole)}"


@V1
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_an_entry_without_a_file_is_an_empty_200_without_a_type(client, method):
    answer = await client.request(method, EDOC.format(SCANNED))
    assert (answer.status_code, answer.content, answer.headers["content-length"]) == (200, b"", "0")
    assert "content-type" not in answer.headers


@V1
async def test_errors_of_head_are_in_headers(client):
    answer = await client.head(EDOC.format(999999))
    assert (answer.status_code, answer.content) == (404, b"")
    assert unquote(answer.headers["x-apiserver-error"]).startswith("Entry not found.")
    assert answer.headers["x-requestid"]


@V1
async def test_a_folder_has_no_file(client):
    answer = await client.get(EDOC.format(1))
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 9000)


@V1
async def test_a_reason_goes_into_the_body_where_one_is_demanded(client, repository):
    with_reason = f"Entries/{WITH_FILE}/Laserfiche.Repository.Document/GetEdocWithAuditReason"
    assert (await client.post(with_reason, json={})).content == (await client.get(EDOC.format(WITH_FILE))).content
    repository.profile = repository.profile.with_overrides({"audit_reason_required": ["ExportDocument"]})
    assert (await client.get(EDOC.format(WITH_FILE))).status_code == 400
    assert (await client.head(EDOC.format(WITH_FILE))).status_code == 200
    for reason, status in [(4, 200), (1, 400), (99, 400)]:
        answer = await client.post(with_reason, json={"auditReasonId": reason, "comment": "on request"})
        assert answer.status_code == status
    ranged = await client.post(with_reason, json={"auditReasonId": 4}, headers={"Range": "bytes=0-9"})
    assert (ranged.status_code, len(ranged.content)) == (206, 10)


@V1
async def test_an_entry_below_nought_is_told_in_the_words_of_v1(client):
    answer = await client.get(EDOC.format(-1))
    expected = "Specified argument was out of the range of valid values. (Parameter 'entryId')"
    assert (answer.status_code, answer.json()["title"]) == (400, expected)


@V1
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_a_build_may_call_every_file_octets_and_leave_out_lengths(client, repository, method):
    changed = {"file_types": "octets", "omits_content_length": True}
    repository.profile = repository.profile.with_overrides(changed)
    answer = await client.request(method, EDOC.format(WITH_FILE))
    assert answer.headers["content-type"] == "application/octet-stream"
    empty = await client.request(method, EDOC.format(SCANNED))
    assert ("content-length" in answer.headers, "content-length" in empty.headers) == (False, False)


@pytest.fixture
def delete(client, dialect):
    """Delete the file ("edoc") or the pages of an entry."""

    async def send(entry_id, what, **more):
        address = dialect(f"Laserfiche.Repository.Document/{what}", f"Document/{what.capitalize()}")
        headers = {"content-type": "application/json", **more.pop("headers", {})}
        return await client.delete(f"Entries/{entry_id}/{address}", headers=headers, **more)

    return send


async def test_a_file_is_deleted_and_pages_stay(client, delete, dialect, repository):
    before = (await client.get("Entries/125")).json()
    answer = await delete(125, "edoc")
    after = (await client.get("Entries/125")).json()
    body = answer.json()
    assert body == {"value": True} if dialect.version == "v1" else body["id"] == 125
    size = dialect("elecDocumentSize", "electronicDocumentSize")
    assert (after[size], after["extension"], after["mimeType"], after["isElectronicDocument"]) == (0, "", "", False)
    assert after["pageCount"] == before["pageCount"] == 2
    assert repository.database.connection.execute("SELECT 1 FROM edoc WHERE entry_id = 125").fetchone() is None


async def test_what_a_deleted_file_said_is_not_found_any_more(client, delete):
    command = {"searchCommand": '{LF:Basic~="spring"}'}
    assert WITH_FILE in {row["id"] for row in (await client.post("SimpleSearches", json=command)).json()["value"]}
    await client.patch(f"Entries/{WITH_FILE}", json={"name": "Flyer"})
    await delete(WITH_FILE, "edoc")
    answer = await client.post("SimpleSearches", json=command)
    assert answer.status_code == 204 or WITH_FILE not in {row["id"] for row in answer.json()["value"]}


@pytest.mark.parametrize(("pages", "left"), [(None, 0), ("1", 3), ("2,3-4", 1), ("1-4", 0), ("", 0)])
async def test_pages_are_deleted_by_range_and_all_without_one(client, delete, dialect, pages, left):
    answer = await delete(SCANNED, "pages", params={} if pages is None else {"pageRange": pages})
    assert answer.status_code == 200
    assert dialect(lambda body: body == {"value": True}, lambda body: body["pageCount"] == left)(answer.json())
    assert (await client.get(f"Entries/{SCANNED}")).json()["pageCount"] == left


@pytest.mark.parametrize("pages", ["5", "0", "3-2", "1,1", "x"])
async def test_a_range_that_leaves_the_document_deletes_nothing(client, delete, pages):
    answer = await delete(SCANNED, "pages", params={"pageRange": pages})
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 216)
    assert (await client.get(f"Entries/{SCANNED}")).json()["pageCount"] == 4


async def test_deleting_through_a_shortcut_is_deleting_from_its_target(client, delete):
    assert (await delete(SHORTCUT, "pages", params={"pageRange": "1"})).status_code == 200
    assert (await client.get(f"Entries/{SCANNED}")).json()["pageCount"] == 3


@pytest.mark.parametrize("what", ["edoc", "pages"])
async def test_a_document_that_somebody_else_has_checked_out_is_locked(delete, what):
    assert (await delete(CHECKED_OUT, what)).status_code == 423


@pytest.mark.parametrize("what", ["edoc", "pages"])
async def test_a_deletion_without_a_type_is_refused_where_the_build_wants_one(client, dialect, repository, what):
    wants = repository.profile.delete_needs_content_type
    address = dialect(f"Laserfiche.Repository.Document/{what}", f"Document/{what.capitalize()}")
    answer = await client.delete(f"Entries/{SCANNED}/{address}")
    assert answer.status_code == (415 if wants else 200)


@V1
@pytest.mark.parametrize("what", ["edoc", "pages"])
async def test_a_build_may_wrap_the_problem_of_a_deletion(stranger, repository, what):
    repository.profile = repository.profile.with_overrides({"error_nested": True})
    stranger.event_hooks = {}  # the published description has the bare problem
    form = {"grant_type": "password", "username": "demo", "password": "demo"}
    token = (await stranger.post("Token", data=form)).json()["access_token"]
    headers = {"authorization": f"Bearer {token}", "content-type": "application/json"}
    answer = await stranger.delete(f"Entries/{CHECKED_OUT}/Laserfiche.Repository.Document/{what}", headers=headers)
    assert (answer.status_code, list(answer.json()), answer.json()["error"]["status"]) == (423, ["error"], 423)
