"""Exporting in v2: an address, and behind it exactly the file, the text or the pictures that were asked for."""

from __future__ import annotations

from urllib.parse import unquote

import pytest

pytestmark = pytest.mark.anyio

WITH_FILE, SCANNED, SHORTCUT = 83, 604, 92
V2 = pytest.mark.parametrize("profile", ["v2-selfhosted", "v2-cloud"])


@pytest.fixture
def stored(repository):
    """The bytes of an entry's file, as the store has them."""
    query = "SELECT data FROM edoc WHERE entry_id = ?"
    return lambda entry_id: repository.database.connection.execute(query, (entry_id,)).fetchone()[0]


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
