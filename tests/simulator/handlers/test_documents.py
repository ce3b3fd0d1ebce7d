"""The electronic file as v1 sends it, and what both dialects take from a document."""

from __future__ import annotations

from urllib.parse import unquote

import pytest

pytestmark = pytest.mark.anyio

WITH_FILE, SCANNED = 83, 604
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
