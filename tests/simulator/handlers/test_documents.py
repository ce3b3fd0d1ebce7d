"""Electronic files and text: v1 sends the file, v2 an address that leads to it."""

from __future__ import annotations

from urllib.parse import unquote

import pytest

pytestmark = pytest.mark.anyio

WITH_FILE, SCANNED, SHORTCUT = 83, 604, 92
V1 = pytest.mark.parametrize("profile", ["v1-selfhosted"])
V2 = pytest.mark.parametrize("profile", ["v2-selfhosted", "v2-cloud"])
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


@V2
async def test_an_export_is_an_address_that_needs_no_sign_in(client, stranger, stored):
    body = (await client.post(f"Entries/{WITH_FILE}/Export", json={"part": "Edoc"})).json()
    assert set(body) == {"@odata.context", "value"}
    assert "/Download/" in body["value"]
    del stranger.headers["Authorization"]
    answer = await stranger.get(body["value"])
    assert (answer.status_code, answer.content) == (200, stored(WITH_FILE))
    assert answer.headers["content-type"] == "application/pdf"
    assert answer.headers["content-length"] == str(len(stored(WITH_FILE)))


@V2
@pytest.mark.parametrize(("entry_id", "part", "ending"), [(WITH_FILE, "Edoc", ".pdf"), (SCANNED, "Text", ".txt")])
async def test_a_download_is_called_like_the_entry(client, entry_id, part, ending):
    name = (await client.get(f"Entries/{entry_id}")).json()["name"]
    pointer = (await client.post(f"Entries/{entry_id}/Export", json={"part": part})).json()["value"]
    disposition = (await client.get(pointer)).headers["content-disposition"]
    assert unquote(disposition.partition("filename*=UTF-8''")[2]) == name + ending


@V2
async def test_text_is_that_of_the_pages_and_plain(client, repository):
    query = "SELECT text FROM page WHERE entry_id = ? ORDER BY number"
    texts = [text for (text,) in repository.database.connection.execute(query, (SCANNED,))]
    for options, expected in [({}, texts), ({"pageRange": "2,3-4"}, texts[1:4]), ({"pageRange": "2"}, texts[1:2])]:
        exported = await client.post(f"Entries/{SCANNED}/Export", params=options, json={"part": "Text"})
        answer = await client.get(exported.json()["value"])
        assert answer.headers["content-type"] == "text/plain"
        assert answer.text == "\n".join(expected)


@V2
@pytest.mark.parametrize("pages", ["0", "5", "3-2", "1,,2", "a", "1-9", "-1"])
async def test_a_page_range_that_is_malformed_or_leaves_the_document_is_400(client, pages):
    answer = await client.post(f"Entries/{SCANNED}/Export", params={"pageRange": pages}, json={"part": "Text"})
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 216)


@V2
async def test_exporting_a_file_that_is_not_there_is_400_with_216(client):
    answer = await client.post(f"Entries/{SCANNED}/Export", json={"part": "Edoc"})
    body = answer.json()
    assert (answer.status_code, body["errorCode"]) == (400, 216)
    assert body["title"] == "This entry does not contain an electronic document"


@V2
async def test_exporting_images_is_not_simulated_and_says_so(client):
    answer = await client.post(f"Entries/{SCANNED}/Export", json={"part": "image"})
    assert answer.status_code == 501
    assert "Image" in answer.json()["title"]


@V2
async def test_a_download_ends_with_its_time(client, repository):
    repository.clock.freeze()
    pointer = (await client.post(f"Entries/{WITH_FILE}/Export", json={"part": "Edoc"})).json()["value"]
    repository.clock.advance(14 * 60)
    assert (await client.get(pointer)).status_code == 200
    repository.clock.advance(60)
    assert (await client.get(pointer)).status_code == 404


@V2
async def test_an_audit_reason_has_to_exist(client, repository):
    (reason,) = repository.database.connection.execute(
        "SELECT min(id) FROM audit_reason WHERE event = 'ExportDocument'"
    ).fetchone()
    for reason_id, status in [(reason, 200), (9999, 400)]:
        body = {"part": "Edoc", "auditReasonId": reason_id}
        assert (await client.post(f"Entries/{WITH_FILE}/Export", json=body)).status_code == status


@V2
async def test_a_shortcut_exports_its_targets_content(client):
    pointer = (await client.post(f"Entries/{SHORTCUT}/Export", json={"part": "Text"})).json()["value"]
    own = (await client.post(f"Entries/{SCANNED}/Export", json={"part": "Text"})).json()["value"]
    assert (await client.get(pointer)).content == (await client.get(own)).content
