"""Exporting in v2: an address, and behind it exactly the file, the text or the pictures that were asked for."""

from __future__ import annotations

import io
import zipfile
from urllib.parse import unquote

import pytest
from PIL import Image

from lf_simulator.media import description, read_pdf

pytestmark = pytest.mark.anyio

WITH_FILE, SCANNED, SHORTCUT, TEXT_ONLY, REDACTED, FOLDER = 83, 604, 92, 19, 501, 60
V2 = pytest.mark.parametrize("profile", ["v2-selfhosted", "v2-cloud"])
CLOUD = pytest.mark.parametrize("profile", ["v2-cloud"])
"""For what no build does differently."""


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
    for reason_id, status in [(reason, 200), (9999, 400), (0, 200)]:
        body = {"part": "Edoc", "auditReasonId": reason_id}
        assert (await client.post(f"Entries/{WITH_FILE}/Export", json=body)).status_code == status


@V2
async def test_a_shortcut_exports_its_targets_content(client):
    pointer = (await client.post(f"Entries/{SHORTCUT}/Export", json={"part": "Text"})).json()["value"]
    own = (await client.post(f"Entries/{SCANNED}/Export", json={"part": "Text"})).json()["value"]
    assert (await client.get(pointer)).content == (await client.get(own)).content


@pytest.fixture
def fetch(client):
    """Export in v2 and fetch what the address leads to."""

    async def export(entry_id, query=None, **body):
        answer = await client.post(f"Entries/{entry_id}/Export", params=query, json=body)
        assert answer.status_code == 200, answer.text
        return await client.get(answer.json()["value"])

    return export


def frames(content):
    return getattr(Image.open(io.BytesIO(content)), "n_frames", 1)


IMAGES = [
    ({}, None, "image/tiff", ".tif"),
    ({"format": "MultiPageTIFF"}, "1", "image/tiff", ".tif"),
    ({"format": "SinglePageTIFF"}, None, "application/zip", ".zip"),
    ({"format": "PNG"}, None, "application/zip", ".zip"),
    ({"format": "PNG"}, "2", "image/png", ".png"),
    ({"format": "JPEG"}, None, "application/zip", ".zip"),
    ({"format": "JPEG", "jPEGCompressionLevel": 20}, "1", "image/jpeg", ".jpg"),
    ({"format": "PDF"}, None, "application/pdf", ".pdf"),
]


@CLOUD
@pytest.mark.parametrize(("options", "pages", "type_", "ending"), IMAGES)
async def test_pictures_come_in_every_format_with_its_type_and_the_name_of_the_entry(
    client, fetch, options, pages, type_, ending
):
    entry = (await client.get(f"Entries/{SCANNED}")).json()
    answer = await fetch(SCANNED, {"pageRange": pages} if pages else None, part="Image", imageOptions=options)
    assert answer.headers["content-type"] == type_
    disposition = answer.headers["content-disposition"]
    assert unquote(disposition.partition("filename*=UTF-8''")[2]) == entry["name"] + ending
    count = entry["pageCount"] if pages is None else 1
    content = answer.content
    assert int(answer.headers["content-length"]) == len(content) > 0
    if type_ == "application/zip":
        names = zipfile.ZipFile(io.BytesIO(content)).namelist()
        assert len(names) == count
        assert all(f", Page {number}." in name for number, name in enumerate(names, 1))
    else:
        assert (read_pdf(content).page_count if type_.endswith("pdf") else frames(content)) == count


@CLOUD
async def test_the_prefix_of_the_pages_in_a_zip_is_chosen(fetch):
    answer = await fetch(SCANNED, part="Image", imageOptions={"format": "PNG", "pagePrefix": " S. "})
    assert all(" S. " in name for name in zipfile.ZipFile(io.BytesIO(answer.content)).namelist())


@CLOUD
async def test_what_a_redaction_covers_is_in_neither_text_nor_picture_unless_it_is_wanted(fetch, repository):
    query = "SELECT text FROM page WHERE entry_id = ? AND number = 1"
    (text,) = repository.database.connection.execute(query, (REDACTED,)).fetchone()
    for options, shown, covered in [({}, False, "XXX"), ({"redactionCharacter": "#"}, False, "###"),
                                    ({"includeRedactions": False}, True, "")]:  # fmt: skip
        told = (await fetch(REDACTED, {"pageRange": "1"}, part="Text", textOptions=options)).text
        assert (told == text) is shown
        assert covered in told
    image = {"format": "PNG"}
    hidden = (await fetch(REDACTED, {"pageRange": "1"}, part="Image", imageOptions=image)).content
    open_ = {**image, "includeRedactions": False}
    assert "XXX" in description(hidden)
    assert "XXX" not in description(
        (await fetch(REDACTED, {"pageRange": "1"}, part="Image", imageOptions=open_)).content
    )


@CLOUD
async def test_a_watermark_and_annotations_change_the_picture(fetch):
    variants = [
        {"includeAnnotations": False},
        {},
        {"watermark": {"text": "COPY", "position": "TopLeft", "rotationAngle": 30, "pageSpanPercentage": 80}},
    ]
    contents = [
        (await fetch(SCANNED, {"pageRange": "1"}, part="Image", imageOptions={"format": "PNG", **options})).content
        for options in variants
    ]
    assert len(set(contents)) == 3


BAD_OPTIONS = [
    {"imageOptions": {"jPEGCompressionLevel": 101}},
    {"imageOptions": {"pagePrefix": "12345678901"}},
    {"imageOptions": {"pagePrefix": "a/b"}},
    {"imageOptions": {"format": "GIF"}},
    {"imageOptions": {"watermark": {"text": "  "}}},
    {"imageOptions": {"watermark": {"text": "x" * 101}}},
    {"imageOptions": {"watermark": {"text": "x", "rotationAngle": 361}}},
    {"imageOptions": {"watermark": {"text": "x", "pageSpanPercentage": 0}}},
    {"imageOptions": {"watermark": {"text": "x", "position": "Left"}}},
    {"textOptions": {"redactionCharacter": "ab"}},
    {"textOptions": {"redactionCharacter": " "}},
    {"part": "Everything"},
]


@CLOUD
@pytest.mark.parametrize("options", BAD_OPTIONS)
@pytest.mark.parametrize("operation", ["Export", "ExportAsync"])
async def test_options_that_no_export_can_follow_are_400_at_once(client, options, operation):
    answer = await client.post(f"Entries/{SCANNED}/{operation}", json={"part": "Image", **options})
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 216)


NOTHING_THERE = [
    (WITH_FILE, "Text", "This entry does not contain any text"),
    (WITH_FILE, "Image", "This entry does not contain any images"),
    (TEXT_ONLY, "Image", "This entry does not contain any images"),
    (SCANNED, "Edoc", "This entry does not contain an electronic document"),
    (FOLDER, "Edoc", "Error: The entry is not a document."),
]


@CLOUD
@pytest.mark.parametrize(("entry_id", "part", "title"), NOTHING_THERE)
async def test_a_part_that_a_document_lacks_is_400_and_a_failed_task(client, repository, entry_id, part, title):
    answer = await client.post(f"Entries/{entry_id}/Export", json={"part": part})
    assert (answer.status_code, answer.json()["title"]) == (400, title)
    repository.clock.freeze()
    started = await client.post(f"Entries/{entry_id}/ExportAsync", json={"part": part})
    assert started.status_code == 202
    repository.clock.advance(60)
    (task,) = (await client.get("Tasks", params={"taskIds": started.json()["taskId"]})).json()["value"]
    assert (task["status"], task["errors"][0]["title"]) == ("Failed", title)


@V2
async def test_a_task_ends_with_the_document_and_an_address_of_the_same_bytes(client, repository, stored):
    repository.clock.freeze()
    started = await client.post(f"Entries/{WITH_FILE}/ExportAsync", json={"part": "Edoc"})
    repository.clock.advance(60)
    (task,) = (await client.get("Tasks", params={"taskIds": started.json()["taskId"]})).json()["value"]
    assert (task["status"], task["taskType"], task["errors"]) == ("Completed", "ExportEntry", [])
    assert task["result"]["entryId"] == WITH_FILE
    assert (await client.get(task["result"]["uri"])).content == stored(WITH_FILE)


@V2
async def test_an_entry_below_nought_is_told_in_the_words_of_v2(client):
    for operation in ("Export", "ExportAsync"):
        answer = await client.post(f"Entries/-1/{operation}", json={"part": "Edoc"})
        assert (answer.status_code, answer.json()["title"]) == (400, "Error: Invalid value for entryId.")


@V2
async def test_a_page_range_means_nothing_to_the_file(client):
    answer = await client.post(f"Entries/{WITH_FILE}/Export", params={"pageRange": "7-9"}, json={"part": "Edoc"})
    assert answer.status_code == 200


@V2
async def test_a_reason_is_demanded_where_the_build_demands_one(client, repository):
    repository.profile = repository.profile.with_overrides({"audit_reason_required": ["ExportDocument"]})
    for reason, status in [(None, 400), (0, 400), (4, 200), (1, 400)]:
        body = {"part": "Edoc"} if reason is None else {"part": "Edoc", "auditReasonId": reason}
        assert (await client.post(f"Entries/{WITH_FILE}/Export", json=body)).status_code == status


@V2
async def test_an_address_may_name_a_host_that_the_client_cannot_reach(client, repository):
    repository.profile = repository.profile.with_overrides({"download_host": "http://app01:8080"})
    pointer = (await client.post(f"Entries/{WITH_FILE}/Export", json={"part": "Edoc"})).json()["value"]
    assert pointer.startswith(f"http://app01:8080{repository.profile.base_path}/v2/")
    assert (await client.get(pointer.replace("http://app01:8080", "http://sim.test"))).status_code == 200


@V2
async def test_a_file_that_has_gone_cannot_be_fetched_any_more(client):
    pointer = (await client.post(f"Entries/{WITH_FILE}/Export", json={"part": "Edoc"})).json()["value"]
    assert (await client.delete(f"Entries/{WITH_FILE}/Document/Edoc")).status_code == 200
    assert (await client.get(pointer)).status_code == 404


@V2
async def test_a_build_may_leave_out_the_length_of_a_download(client, repository):
    repository.profile = repository.profile.with_overrides({"omits_content_length": True})
    for entry_id, part in [(WITH_FILE, "Edoc"), (SCANNED, "Text")]:
        pointer = (await client.post(f"Entries/{entry_id}/Export", json={"part": part})).json()["value"]
        answer = await client.get(pointer)
        assert answer.content
        assert "content-length" not in answer.headers
