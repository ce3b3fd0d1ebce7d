"""Files in parts: addresses, parts, and the task that makes a document of them."""

from __future__ import annotations

import os

import httpx
import pytest

from lf_simulator.store import documents

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("profile", ["v2-cloud"])]

FIRST, LAST = os.urandom(5_000_000), b"the end"
IMPORT = "Entries/1/Folder/ImportUploadedParts"


@pytest.fixture
def repository(repository):
    repository.clock.freeze()
    return repository


@pytest.fixture
def begin(client):
    """Ask for addresses; the answer's body."""

    async def ask(count=2, **more):
        request = {"numberOfParts": count, "fileName": "movie.mkv", "mimeType": "video/x-matroska", **more}
        answer = await client.post("Entries/CreateMultipartUploadUrls", json=request)
        assert answer.status_code == 200, answer.text
        return answer.json()

    return ask


@pytest.fixture
def put(stranger):
    """Send a part to its address without a token; its tag."""

    async def send(url, content):
        async with httpx.AsyncClient(transport=stranger._transport) as anybody:
            answer = await anybody.put(url, content=content)
        assert answer.status_code == 200, answer.text
        return answer.headers["etag"]

    return send


@pytest.fixture
def end(client, repository):
    """Start the import and let its time pass; the task."""

    async def finish(upload_id, etags, **more):
        body = {"uploadId": upload_id, "partETags": etags, "name": "Movie", **more}
        started = await client.post(IMPORT, json=body)
        assert started.status_code == 202, started.text
        repository.clock.advance(60)
        (task,) = (await client.get("Tasks", params={"taskIds": started.json()["taskId"]})).json()["value"]
        return task

    return finish


async def test_parts_make_the_file_in_the_order_of_their_tags(client, begin, put, end, repository):
    upload = await begin()
    etags = [await put(url, part) for url, part in zip(upload["urls"], (FIRST, LAST), strict=True)]
    task = await end(upload["uploadId"], etags, metadata={"tags": ["Public"]})
    assert (task["status"], task["errors"], task["taskType"]) == ("Completed", [], "ImportUploadedParts")
    entry = (await client.get(task["result"]["uri"])).json()
    assert entry["id"] == task["result"]["entryId"]
    assert (entry["name"], entry["extension"], entry["mimeType"]) == ("Movie", "mkv", "video/x-matroska")
    assert documents.edoc(repository.database.connection, entry["id"]) == FIRST + LAST
    left = "SELECT (SELECT count(*) FROM upload) + (SELECT count(*) FROM upload_part)"
    assert repository.database.connection.execute(left).fetchone() == (0,)


async def test_further_addresses_belong_to_the_same_upload(begin, put, end):
    first = await begin(10)
    second = await begin(10, startingPartNumber=11, uploadId=first["uploadId"])
    assert second["uploadId"] == first["uploadId"]
    assert len({*first["urls"], *second["urls"]}) == 20
    etags = [await put(url, FIRST) for url in [*first["urls"], second["urls"][0]]]
    assert (await end(first["uploadId"], etags))["status"] == "Completed"


async def test_a_part_that_is_sent_again_takes_the_place_of_the_first(begin, put, end):
    upload = await begin(1)
    old, new = [await put(upload["urls"][0], content) for content in (b"old", b"new")]
    assert (await end(upload["uploadId"], [old]))["status"] == "Failed"
    assert (await end(upload["uploadId"], [new]))["status"] == "Completed"


async def test_a_tag_may_come_without_its_quotes(begin, put, end):
    upload = await begin(1)
    etag = await put(upload["urls"][0], b"x")
    assert etag[0] == etag[-1] == '"'
    assert (await end(upload["uploadId"], [etag.strip('"')]))["status"] == "Completed"


WRONG = [
    (2, (FIRST,), lambda tags: [*tags, '"abc"'], "Part 2 has not been uploaded."),
    (2, (FIRST, LAST), lambda tags: tags[::-1], "The ETag of part 1 is"),
    (1, (LAST,), lambda tags: tags * 2, "addresses were asked for 1 parts"),
    (2, (LAST, LAST), lambda tags: tags, "Part 1 has 7 bytes"),
]


@pytest.mark.parametrize(("count", "parts", "tags", "why"), WRONG)
async def test_what_does_not_fit_fails_the_task_and_keeps_the_upload(
    client, begin, put, end, count, parts, tags, why, repository
):
    upload = await begin(count)
    etags = [await put(url, part) for url, part in zip(upload["urls"], parts, strict=False)]
    task = await end(upload["uploadId"], tags(etags))
    (problem,) = task["errors"]
    assert (task["status"], problem["status"]) == ("Failed", 400)
    assert why in repository.tasks.all()[-1].describe()["errors"][0]["reason"]
    assert (await client.get("Entries/ByPath", params={"fullPath": "\\Movie"})).status_code == 404
    assert (await begin(1, uploadId=upload["uploadId"]))["uploadId"] == upload["uploadId"]


async def test_small_parts_are_taken_where_the_build_does_not_mind(begin, put, end, repository):
    repository.profile = repository.profile.with_overrides({"smallest_part": 0})
    upload = await begin()
    etags = [await put(url, part) for url, part in zip(upload["urls"], (LAST, LAST), strict=True)]
    assert (await end(upload["uploadId"], etags))["status"] == "Completed"


async def test_an_upload_is_used_up_by_its_import(begin, put, end):
    upload = await begin(1)
    etag = await put(upload["urls"][0], b"x")
    assert (await end(upload["uploadId"], [etag]))["status"] == "Completed"
    assert (await end(upload["uploadId"], [etag]))["status"] == "Failed"


async def test_an_address_lasts_fifteen_minutes(begin, put, stranger, repository):
    upload = await begin(1)
    repository.clock.advance(15 * 60 - 1)
    await put(upload["urls"][0], b"x")
    repository.clock.advance(1)
    assert (await stranger.put(upload["urls"][0], content=b"x")).status_code == 403
    assert (await stranger.put(upload["urls"][0] + "x", content=b"x")).status_code == 404


async def test_a_part_that_the_client_gives_up_is_not_kept(begin, stranger, repository):
    upload = await begin(1)

    async def broken_off():
        yield b"half of it"
        raise ConnectionError

    with pytest.raises(ConnectionError):
        await stranger.put(upload["urls"][0], content=broken_off())
    assert repository.database.connection.execute("SELECT count(*) FROM upload_part").fetchone() == (0,)


@pytest.mark.parametrize(
    "request_",
    [
        {"numberOfParts": 0},
        {"numberOfParts": 101},
        {"numberOfParts": 1, "startingPartNumber": 0},
        {"numberOfParts": 2, "startingPartNumber": 1000},
        {"numberOfParts": 1, "uploadId": "never"},
        {},
    ],
)
async def test_addresses_that_cannot_be_had_are_400(client, request_):
    answer = await client.post("Entries/CreateMultipartUploadUrls", json=request_)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 216)


async def test_the_last_part_may_be_the_thousandth(begin):
    assert len((await begin(1, startingPartNumber=1000))["urls"]) == 1


async def test_an_upload_address_is_a_secret_in_the_journal(begin, repository):
    upload = await begin(1)
    token = upload["urls"][0].rpartition("/")[2]
    assert token not in str(repository.journal.read())
