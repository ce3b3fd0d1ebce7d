"""Changing pages: making, replacing, writing, moving, copying, turning; what follows from it, and what is refused."""

from __future__ import annotations

import json

import pytest
from PIL import Image

from lf_simulator.media.files import png, tiff

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("profile", ["v2-cloud"])]

LEASE, OTHER, MARKED, SCAN, TEXT_ONLY = 601, 607, 604, 81, 19
SHORTCUT, ITS_TARGET = 92, 604
CHECKED_OUT = 620


def picture(says="", width=20):
    return png(Image.new("RGB", (width, 10), "red"), 100, says)


def form(*images, texts=None, **request):
    """The parts of a request with pages."""
    files = [("imageFiles", (f"{place}.png", image, "image/png")) for place, image in enumerate(images)]
    if texts is not None:
        request["textPages"] = texts
    if request or not files:
        files.append(("request", (None, json.dumps(request))))
    return files


def one(image=None, text=None):
    """The parts of a request with one page."""
    files = [] if image is None else [("imageFile", ("a.png", image, "image/png"))]
    return files if text is None else [*files, ("request", (None, json.dumps({"text": text})))]


@pytest.fixture
def texts(client):
    """The texts of a document's pages as the API tells them, None for a page without."""

    async def read(entry_id):
        rows = (await client.get(f"Entries/{entry_id}/Document/Pages")).json()["value"]
        found = []
        for row in rows:
            answer = await client.get(f"Entries/{entry_id}/Document/Pages/{row['pageNumber']}/Text")
            found.append(answer.json()["text"] if answer.status_code == 200 else None)
        return found

    return read


@pytest.fixture
def found(client):
    """The entries that a word finds."""

    async def search(word):
        answer = await client.post("SimpleSearches", json={"searchCommand": f'{{LF:Basic~="{word}"}}'})
        return {row["id"] for row in answer.json()["value"]}

    return search


@pytest.fixture
async def three(client):
    """A document that has the pages one, two, three, none with an image."""
    answer = await client.put(f"Entries/{OTHER}/Document/Pages", files=form(texts=["one", "two", "three"]))
    assert answer.status_code == 200, answer.text
    assert answer.json()["pageCount"] == 3
    return OTHER


# making


async def test_images_and_texts_are_paired_by_their_place(client, texts):
    before = await texts(LEASE)
    images = [picture(width=31), picture(width=32)]
    answer = await client.post(
        f"Entries/{LEASE}/Document/Pages", files=form(*images, texts=["fifth", "sixth", "seventh"])
    )
    assert answer.status_code == 200, answer.text
    assert (answer.json()["id"], answer.json()["pageCount"]) == (LEASE, 7)
    assert await texts(LEASE) == [*before, "fifth", "sixth", "seventh"]
    rows = (await client.get(f"Entries/{LEASE}/Document/Pages?pageRange=5-7")).json()["value"]
    assert [(row["imageWidth"], row["hasImage"]) for row in rows] == [(31, True), (32, True), (0, False)]
    assert (await client.get(f"Entries/{LEASE}/Document/Pages/6/Image")).content == images[1]
    assert rows[0]["imageDataSize"] == len(images[0])


async def test_more_images_than_texts_leave_pages_without_text(client, texts):
    await client.post(f"Entries/{TEXT_ONLY}/Document/Pages", files=form(picture(), picture(), texts=["third"]))
    assert (await texts(TEXT_ONLY))[2:] == ["third", None]


async def test_nothing_sent_makes_one_empty_page(client):
    answer = await client.post(f"Entries/{LEASE}/Document/Pages", files=form())
    assert answer.json()["pageCount"] == 5
    row = (await client.get(f"Entries/{LEASE}/Document/Pages?pageRange=5")).json()["value"][0]
    assert (row["hasImage"], row["hasText"]) == (False, False)


@pytest.mark.parametrize(
    ("number", "after"),
    [
        ("1", ["new", "newer", "one", "two", "three"]),
        ("2", ["one", "new", "newer", "two", "three"]),
        ("4", ["one", "two", "three", "new", "newer"]),
        ("", None),
        ("0", None),
        ("5", None),
        ("-1", None),
        ("two", None),
    ],
)
async def test_pages_are_inserted_at_a_place_that_there_is(client, texts, three, number, after):
    answer = await client.post(
        f"Entries/{three}/Document/Pages?pageNumber={number}", files=form(texts=["new", "newer"])
    )
    if after is None:
        assert (answer.status_code, answer.json()["errorCode"]) == (400, 216)
    assert await texts(three) == (after or ["one", "two", "three"])


async def test_text_is_recognised_on_request_and_then_texts_that_were_sent_are_ignored(client, texts, found, three):
    sent = form(picture("zymurgy on paper"), picture(), texts=["ignored", "ignored", "ignored"])
    answer = await client.post(f"Entries/{three}/Document/Pages?generateText=true", files=sent)
    assert answer.json()["pageCount"] == 5
    assert (await texts(three))[3:] == ["zymurgy on paper", None]
    assert await found("zymurgy") == {three}


async def test_without_images_there_is_nothing_to_recognise_and_texts_count(client, texts, three):
    await client.post(f"Entries/{three}/Document/Pages?generateText=true", files=form(texts=["fourth"]))
    assert (await texts(three))[3:] == ["fourth"]


@pytest.mark.parametrize(
    ("files", "word"),
    [
        (form(*[picture()] * 11), "10"),
        (form(b"no image"), "imageFiles[0]"),
        (form(picture(), b""), "imageFiles[1]"),
        (form(tiff([(Image.new("1", (9, 9)), 72, "")] * 2)), "2 pictures"),
        (form(texts="a text"), "textPages"),
        (form(texts=["a", 1]), "textPages[1]"),
        (form(texts=["\ud800"]), "surrogates"),
        (form(texts=["x" * 2_000_001]), "2000000"),
    ],
)
@pytest.mark.parametrize("method", ["POST", "PUT"])
async def test_what_cannot_become_a_page_is_refused_and_nothing_changes(
    client, repository, method, files, word, three, texts
):
    answer = await client.request(method, f"Entries/{three}/Document/Pages", files=files)
    assert answer.status_code == 400, answer.text
    assert word in repository.journal.read()[-1]["reason"]
    assert await texts(three) == ["one", "two", "three"]


# replacing


async def test_replacing_takes_all_pages_away_with_their_annotations(client, texts, found, repository):
    connection = repository.database.connection
    assert connection.execute("SELECT count(*) FROM annotation WHERE entry_id = ?", (MARKED,)).fetchone()[0] == 3
    answer = await client.put(f"Entries/{MARKED}/Document/Pages", files=form(picture(), texts=["zymurgy"]))
    assert (answer.status_code, answer.json()["pageCount"]) == (200, 1)
    assert await texts(MARKED) == ["zymurgy"]
    assert connection.execute("SELECT count(*) FROM annotation WHERE entry_id = ?", (MARKED,)).fetchone()[0] == 0
    assert await found("zymurgy") == {MARKED}


@pytest.mark.parametrize("files", [form(), form(texts=[])])
async def test_replacing_by_nothing_is_refused(client, files):
    answer = await client.put(f"Entries/{LEASE}/Document/Pages", files=files)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 216)
    assert (await client.get(f"Entries/{LEASE}")).json()["pageCount"] == 4


async def test_replacing_can_recognise_too(client, texts):
    await client.put(f"Entries/{LEASE}/Document/Pages?generateText=true", files=form(picture("read")))
    assert await texts(LEASE) == ["read"]


# writing


async def test_a_text_is_written_and_the_image_stays(client, texts, found):
    before = (await client.get(f"Entries/{LEASE}/Document/Pages/2/Image")).content
    answer = await client.put(f"Entries/{LEASE}/Document/Pages/2", files=one(text="zymurgy"))
    assert (answer.status_code, answer.json()["id"]) == (200, LEASE)
    assert (await texts(LEASE))[1] == "zymurgy"
    assert (await client.get(f"Entries/{LEASE}/Document/Pages/2/Image")).content == before
    assert await found("zymurgy") == {LEASE}


async def test_a_picture_that_shows_the_text_of_its_page_still_does_when_that_is_written_over(client, repository):
    connection = repository.database.connection
    page = "SELECT entry_id, number FROM page WHERE has_image AND true_text IS NULL AND text <> '' LIMIT 1"
    entry_id, number = connection.execute(page).fetchone()
    address = f"Entries/{entry_id}/Document/Pages/{number}"
    before = (await client.get(f"{address}/Image")).content
    await client.put(address, files=one(text="other"))
    assert (await client.get(f"{address}/Image")).content == before


async def test_an_image_is_written_and_the_text_stays(client, texts):
    before = await texts(LEASE)
    await client.post(f"Entries/{LEASE}/Document/Pages/2/Image/Rotate", json={"rotationAngle": 90})
    answer = await client.put(f"Entries/{LEASE}/Document/Pages/2", files=one(image=picture(width=33)))
    assert answer.status_code == 200
    assert await texts(LEASE) == before
    row = (await client.get(f"Entries/{LEASE}/Document/Pages?pageRange=2")).json()["value"][0]
    assert (row["imageWidth"], row["imageRotationAngle"]) == (33, 0)


async def test_an_empty_text_takes_the_text_away(client, texts):
    await client.put(f"Entries/{LEASE}/Document/Pages/2", files=one(text=""))
    assert (await texts(LEASE))[1] is None


async def test_both_are_written_and_recognition_has_the_last_word(client, texts):
    await client.put(f"Entries/{LEASE}/Document/Pages/1", files=one(picture("seen"), "typed"))
    await client.put(f"Entries/{LEASE}/Document/Pages/2?generateText=true", files=one(picture("seen"), "typed"))
    await client.put(f"Entries/{LEASE}/Document/Pages/3?generateText=true", files=one(picture(), "typed"))
    assert (await texts(LEASE))[:3] == ["typed", "seen", "typed"]


@pytest.mark.parametrize(
    ("number", "files", "status", "code"),
    [
        (5, one(text="a"), 404, 9021),
        (0, one(text="a"), 400, 216),
        (1, form(), 400, 216),
        (1, one(image=b"no image"), 400, 216),
        (1, one(text="x" * 2_000_001), 400, 9133),
    ],
)
async def test_a_page_that_cannot_be_written_is_refused(client, texts, number, files, status, code):
    before = await texts(LEASE)
    answer = await client.put(f"Entries/{LEASE}/Document/Pages/{number}", files=files)
    assert (answer.status_code, answer.json()["errorCode"]) == (status, code)
    assert await texts(LEASE) == before


# moving and copying


@pytest.mark.parametrize(
    ("range_", "before", "after"),
    [
        ("1", 3, "two one three"),
        ("1", 4, "two three one"),
        ("3", 1, "three one two"),
        ("1,3", 2, "one three two"),
        ("2-3", 1, "two three one"),
        ("2", 2, "one two three"),
        ("2", 3, "one two three"),
        ("1-3", 2, "one two three"),
        ("3,1", 4, "two one three"),
    ],
)
async def test_pages_are_moved_in_front_of_the_page_that_is_named(client, texts, three, range_, before, after):
    body = {"pageRange": range_, "destinationPageNumber": before}
    answer = await client.post(f"Entries/{three}/Document/Pages/Move", json=body)
    assert (answer.status_code, answer.json()["pageCount"]) == (200, 3)
    assert await texts(three) == after.split()


async def test_a_moved_page_keeps_its_id_and_its_annotations(client, repository):
    marks = "SELECT page, kind FROM annotation WHERE entry_id = ? ORDER BY id"
    connection = repository.database.connection
    assert [page for page, _ in connection.execute(marks, (MARKED,))] == [1, 3, 4]
    ids = "pageId"
    before = [row[ids] for row in (await client.get(f"Entries/{MARKED}/Document/Pages")).json()["value"]]
    body = {"pageRange": "3-4", "destinationPageNumber": 1}
    await client.post(f"Entries/{MARKED}/Document/Pages/Move", json=body)
    after = [row[ids] for row in (await client.get(f"Entries/{MARKED}/Document/Pages")).json()["value"]]
    assert after == [before[2], before[3], before[0], before[1]]
    assert [page for page, _ in connection.execute(marks, (MARKED,))] == [3, 1, 2]


async def test_pages_are_copied_into_another_document(client, texts, found, three, repository):
    source = await texts(MARKED)
    body = {"pageRange": "1,3", "destinationEntryId": three, "destinationPageNumber": 2}
    answer = await client.post(f"Entries/{MARKED}/Document/Pages/Copy", json=body)
    assert (answer.status_code, answer.json()["id"], answer.json()["pageCount"]) == (200, MARKED, 4)
    assert await texts(MARKED) == source
    assert await texts(three) == ["one", source[0], source[2], "two", "three"]
    assert (await client.get(f"Entries/{three}")).json()["pageCount"] == 5
    images = [await client.get(f"Entries/{id_}/Document/Pages/{n}/Image") for id_, n in ((MARKED, 3), (three, 3))]
    assert images[0].content == images[1].content
    marks = "SELECT page, kind FROM annotation WHERE entry_id = ? ORDER BY page"
    assert repository.database.connection.execute(marks, (three,)).fetchall() == [(2, "Note"), (3, "Highlight")]
    assert three in await found("tenant")


async def test_pages_are_copied_within_a_document(client, texts, three):
    body = {"pageRange": "1-2", "destinationEntryId": three, "destinationPageNumber": 2}
    await client.post(f"Entries/{three}/Document/Pages/Copy", json=body)
    assert await texts(three) == ["one", "one", "two", "two", "three"]


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"pageRange": "4"}, 400, 216),
        ({"pageRange": "x"}, 400, 216),
        ({"pageRange": "1-2,2"}, 400, 216),
        ({"pageRange": ""}, 400, 216),
        ({"pageRange": " "}, 400, 216),
        ({"pageRange": None}, 400, 216),
        ({"destinationPageNumber": 0}, 400, 216),
        ({"destinationPageNumber": 5}, 400, 216),
        ({"destinationPageNumber": "1"}, 400, 216),
        ({"destinationEntryId": 999999}, 404, 9001),
        ({"destinationEntryId": 1}, 400, 9000),
        ({"destinationEntryId": 0}, 400, 216),
    ],
)
async def test_moves_and_copies_that_cannot_be_are_refused(client, texts, three, change, status, code):
    body = {"pageRange": "1", "destinationEntryId": three, "destinationPageNumber": 1, **change}
    operations = ["Copy"] if "destinationEntryId" in change else ["Move", "Copy"]
    for operation in operations:
        answer = await client.post(f"Entries/{three}/Document/Pages/{operation}", json=body)
        assert (answer.status_code, answer.json()["errorCode"]) == (status, code)
    assert await texts(three) == ["one", "two", "three"]


async def test_more_than_500_pages_are_not_copied_at_once(client, repository):
    connection = repository.database.connection
    rows = [(TEXT_ONLY, number, "text", 0) for number in range(3, 502)]
    connection.executemany("INSERT INTO page (entry_id, number, text, has_image) VALUES (?, ?, ?, ?)", rows)
    connection.execute("UPDATE entry SET page_count = 501 WHERE id = ?", (TEXT_ONLY,))
    connection.commit()
    body = {"pageRange": "1-501", "destinationEntryId": LEASE, "destinationPageNumber": 1}
    refused = await client.post(f"Entries/{TEXT_ONLY}/Document/Pages/Copy", json=body)
    assert (refused.status_code, refused.json()["errorCode"]) == (400, 216)
    assert "500" in repository.journal.read()[-1]["reason"]
    await client.post(f"Entries/{TEXT_ONLY}/Document/Pages/Copy", json={**body, "pageRange": "2-501"})
    assert (await client.get(f"Entries/{LEASE}")).json()["pageCount"] == 504


# turning


async def test_an_image_is_turned_further_each_time(client):
    address, angles = f"Entries/{LEASE}/Document/Pages", []
    before = (await client.get(f"{address}/1/Image")).content
    for angle in (90, 90, 270, 0, 180):
        answer = await client.post(f"{address}/1/Image/Rotate", json={"rotationAngle": angle})
        assert (answer.status_code, answer.json()["id"]) == (200, LEASE)
        angles.append((await client.get(address)).json()["value"][0]["imageRotationAngle"])
    assert angles == [90, 180, 90, 90, 270]
    assert (await client.get(f"{address}/1/Image")).content == before


@pytest.mark.parametrize(
    ("entry_id", "number", "body", "status", "code"),
    [
        (LEASE, 1, {"rotationAngle": 45}, 400, 216),
        (LEASE, 1, {"rotationAngle": -90}, 400, 216),
        (LEASE, 1, {"rotationAngle": 360}, 400, 216),
        (LEASE, 1, {}, 400, 216),
        (LEASE, 5, {"rotationAngle": 90}, 404, 9021),
        (TEXT_ONLY, 1, {"rotationAngle": 90}, 404, 9003),
    ],
)
async def test_a_turn_that_cannot_be_is_refused(client, entry_id, number, body, status, code):
    answer = await client.post(f"Entries/{entry_id}/Document/Pages/{number}/Image/Rotate", json=body)
    assert (answer.status_code, answer.json()["errorCode"]) == (status, code)


# recognising


async def test_a_scan_that_nobody_has_read_can_be_found_once_its_text_is_generated(client, texts, found):
    assert await texts(SCAN) == [None, None]
    assert SCAN not in await found("compressors")
    answer = await client.post(f"Entries/{SCAN}/Document/GenerateText")
    assert (answer.status_code, answer.json()["id"], answer.json()["pageCount"]) == (200, SCAN, 2)
    assert all("compressors behind the cold storage" in text for text in await texts(SCAN))
    assert SCAN in await found("compressors")
    assert (await client.get(f"Entries/{SCAN}/Document/Pages")).json()["value"][0]["hasText"] is True


async def test_what_was_typed_on_a_page_without_image_or_on_a_picture_that_says_nothing_stays(client, texts, three):
    await client.post(f"Entries/{three}/Document/Pages", files=form(picture(), texts=["typed"]))
    await client.post(f"Entries/{three}/Document/GenerateText")
    assert await texts(three) == ["one", "two", "three", "typed"]


async def test_the_text_of_an_electronic_file_is_taken_out_of_it(client, found, repository):
    connection = repository.database.connection
    connection.execute("UPDATE edoc SET text = '' WHERE entry_id = 18")
    assert (await client.post("Entries/18/Document/GenerateText")).json()["pageCount"] == 0
    text = connection.execute("SELECT text FROM edoc WHERE entry_id = 18").fetchone()[0]
    assert text.startswith("CITY OF MILLBROOK")
    assert 18 in await found("retention")


async def test_a_broken_electronic_file_keeps_what_was_known_of_it(client, repository):
    connection = repository.database.connection
    connection.execute("UPDATE edoc SET data = x'00', text = 'known' WHERE entry_id = 18")
    assert (await client.post("Entries/18/Document/GenerateText")).status_code == 200
    assert connection.execute("SELECT text FROM edoc WHERE entry_id = 18").fetchone()[0] == "known"


# who may, and when


WRITES = {
    "CreatePages": ("POST", "", {"files": form(texts=["a"])}, {"AddPage"}),
    "ReplacePages": ("PUT", "", {"files": form(texts=["a"])}, {"AddPage", "RemovePage"}),
    "WritePage": ("PUT", "/1", {"files": one(text="a")}, {"WriteContent"}),
    "MovePages": ("POST", "/Move", {"json": {"pageRange": "1", "destinationPageNumber": 1}}, {"WriteContent"}),
    "CopyPages": (
        "POST",
        "/Copy",
        {"json": {"pageRange": "1", "destinationEntryId": LEASE, "destinationPageNumber": 1}},
        {"AddPage"},
    ),
    "RotateImagePage": ("POST", "/1/Image/Rotate", {"json": {"rotationAngle": 90}}, {"WriteContent"}),
    "GenerateText": ("POST", "/../GenerateText", {}, {"WriteContent"}),
}


@pytest.fixture
def write(client):
    """Do one of the writes on a document."""

    async def send(name, entry_id=LEASE):
        method, address, content, _ = WRITES[name]
        path = f"Entries/{entry_id}/Document/Pages{address}".replace("Pages/../", "")
        return await client.request(method, path, **content)

    return send


@pytest.mark.parametrize("name", WRITES)
async def test_a_document_that_somebody_else_has_checked_out_is_locked(write, repository, name):
    connection = repository.database.connection
    connection.execute("UPDATE entry SET checked_out_by = 'j.lindqvist' WHERE id = ?", (LEASE,))
    answer = await write(name)
    assert (answer.status_code, answer.json()["errorCode"]) == (423, 9014)
    connection.execute("UPDATE entry SET checked_out_by = 'demo' WHERE id = ?", (LEASE,))
    assert (await write(name)).status_code == 200


@pytest.mark.parametrize("name", WRITES)
async def test_a_write_is_noted_as_the_last_change_of_the_document(client, write, repository, name):
    repository.clock.advance(600)
    now = repository.clock.now().strftime("%Y-%m-%dT%H:%M")
    await write(name)
    query = "SELECT modified FROM entry WHERE id = ?"
    assert repository.database.connection.execute(query, (LEASE,)).fetchone()[0].startswith(now)


@pytest.mark.parametrize("name", WRITES)
async def test_a_shortcut_leads_to_the_document_that_is_written(write, name):
    answer = await write(name, SHORTCUT)
    assert (answer.status_code, answer.json()["id"]) == (200, ITS_TARGET)


@pytest.mark.parametrize(("entry_id", "status", "code"), [(999999, 404, 9001), (1, 400, 9000), (-1, 400, 216)])
@pytest.mark.parametrize("name", WRITES)
async def test_only_documents_have_pages(write, name, entry_id, status, code):
    answer = await write(name, entry_id)
    assert (answer.status_code, answer.json()["errorCode"]) == (status, code)


@pytest.mark.parametrize("name", WRITES)
async def test_each_write_needs_its_rights(write, repository, client, name):
    needs = WRITES[name][3]
    everything = {"Browse", "Read", "AddPage", "RemovePage", "WriteContent"}
    connection = repository.database.connection
    connection.execute("UPDATE account SET has_every_right = 0 WHERE name = 'demo'")
    await sign_in(client)
    for lacking in sorted(everything - {"Browse", "Read"}):
        rights = json.dumps(sorted(everything - {lacking}))
        connection.execute("DELETE FROM account_grant WHERE account_key = 'demo'")
        connection.execute("INSERT INTO account_grant VALUES ('demo', 1, ?)", (rights,))
        connection.commit()
        answer = await write(name)
        expected = (403, 9013) if lacking in needs else (200, None)
        assert (answer.status_code, answer.json().get("errorCode")) == expected, lacking


async def sign_in(client):
    form = {"grant_type": "password", "username": "demo", "password": "demo"}
    answer = await client.post("Token", data=form, headers={"Authorization": ""})
    client.headers["Authorization"] = f"Bearer {answer.json()['access_token']}"


@pytest.mark.parametrize("address", ["", "/1/Text", "/1/Image"])
async def test_reading_needs_the_right_to_read(client, repository, address):
    connection = repository.database.connection
    connection.execute("UPDATE account SET has_every_right = 0 WHERE name = 'demo'")
    connection.execute("INSERT INTO account_grant VALUES ('demo', 1, '[\"Browse\"]')")
    connection.commit()
    await sign_in(client)
    answer = await client.get(f"Entries/{LEASE}/Document/Pages{address}")
    assert (answer.status_code, answer.json()["errorCode"]) == (403, 9013)


# text that comes later


@pytest.fixture
def takes_a_minute(repository):
    repository.profile = repository.profile.with_overrides({"text_generation_seconds": 60})


async def test_a_build_that_takes_its_time_has_the_text_when_its_clock_has_come_so_far(
    client, texts, found, repository, takes_a_minute
):
    assert (await client.post(f"Entries/{SCAN}/Document/GenerateText")).json()["id"] == SCAN
    repository.clock.advance(59)
    assert await texts(SCAN) == [None, None]
    assert (await client.get("Tasks")).json()["value"] == []
    repository.clock.advance(1)
    assert all("compressors" in text for text in await texts(SCAN))
    assert SCAN in await found("compressors")


async def test_pages_that_wait_for_their_text_get_it_wherever_they_have_gone(
    client, texts, three, repository, takes_a_minute
):
    await client.post(f"Entries/{three}/Document/Pages?generateText=true", files=form(picture("read")))
    await client.post(f"Entries/{three}/Document/Pages/Move", json={"pageRange": "4", "destinationPageNumber": 1})
    assert await texts(three) == [None, "one", "two", "three"]
    repository.clock.advance(60)
    assert await texts(three) == ["read", "one", "two", "three"]


async def test_a_document_that_has_gone_meanwhile_gets_no_text(client, repository, takes_a_minute):
    await client.post(f"Entries/{SCAN}/Document/GenerateText")
    assert (await client.request("DELETE", f"Entries/{SCAN}", json={})).status_code == 202
    repository.clock.advance(60)
    assert (await client.get(f"Entries/{SCAN}")).status_code == 404
