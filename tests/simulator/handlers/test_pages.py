"""Reading pages: what each is made of, its text, its image; on v2 only, which has them."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from lf_simulator.media import description, drawn_size, image_facts

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("profile", ["v2-selfhosted"])]

LEASE = 601
"""Four scanned pages, recognised with mistakes."""
SCAN = 81
"""Two scanned pages that nobody has recognised."""
TEXT_ONLY = 19
SHORTCUT, ITS_TARGET = 92, 604
MANY = 604


@pytest.fixture
def pages(repository):
    """The rows of a document's pages as they are stored."""

    def stored(entry_id):
        connection = repository.database.connection
        query = "SELECT number, text, true_text, has_image, id FROM page WHERE entry_id = ? ORDER BY number"
        return connection.execute(query, (entry_id,)).fetchall()

    return stored


async def test_every_page_has_a_row_with_all_that_it_is_made_of(client, pages):
    rows = (await client.get(f"Entries/{LEASE}/Document/Pages")).json()["value"]
    stored = pages(LEASE)
    assert [row["pageNumber"] for row in rows] == [1, 2, 3, 4]
    assert [row["pageId"] for row in rows] == [page[4] for page in stored]
    first = rows[0]
    assert (first["entryId"], first["hasImage"], first["hasText"], first["imageRotationAngle"]) == (
        LEASE,
        True,
        True,
        0,
    )
    assert (first["imageWidth"], first["imageHeight"], first["imageDepth"]) == (1275, 1650, 1)
    assert (first["imageXResolution"], first["imageYResolution"]) == (150, 150)
    assert first["textDataSize"] == len(stored[0][1].encode())
    assert first["imageDataSize"] == drawn_size(stored[0][2] or stored[0][1])


@pytest.mark.parametrize(("entry_id", "has_image", "has_text"), [(SCAN, True, False), (TEXT_ONLY, False, True)])
async def test_a_row_tells_a_picture_without_text_from_a_text_without_picture(client, entry_id, has_image, has_text):
    row = (await client.get(f"Entries/{entry_id}/Document/Pages")).json()["value"][0]
    assert (row["hasImage"], row["hasText"]) == (has_image, has_text)
    sizes = (row["imageDataSize"], row["imageWidth"], row["imageXResolution"])
    assert all(sizes) if has_image else sizes == (0, 0, 0)
    assert (row["textDataSize"] > 0) is has_text


async def test_a_document_without_pages_has_no_rows(client):
    answer = await client.get("Entries/620/Document/Pages?$count=true")
    assert (answer.json()["value"], answer.json()["@odata.count"]) == ([], 0)


@pytest.mark.parametrize(
    ("query", "numbers", "count"),
    [
        ("pageRange=2", [2], None),
        ("pageRange=1,3-4", [1, 3, 4], None),
        ("pageRange=4,1", [1, 4], None),
        ("pageRange=", [1, 2, 3, 4], None),
        ("pageRange=2-4&$top=2&$count=true", [2, 3], 3),
        ("$top=2", [1, 2], None),
        ("$top=0", [], None),
        ("$count=true", [1, 2, 3, 4], 4),
    ],
)
async def test_a_range_chooses_before_the_listing_is_cut(client, query, numbers, count):
    body = (await client.get(f"Entries/{LEASE}/Document/Pages?{query}")).json()
    assert [row["pageNumber"] for row in body["value"]] == numbers
    assert body.get("@odata.count") == count


async def test_a_long_document_comes_in_pieces_of_the_wanted_size(client):
    address, numbers = f"Entries/{LEASE}/Document/Pages?pageRange=2-4", []
    while address:
        body = (await client.get(address, headers={"Prefer": "odata.maxpagesize=2"})).json()
        numbers.append([row["pageNumber"] for row in body["value"]])
        address = body.get("@odata.nextLink")
    assert numbers == [[2, 3], [4]]


async def test_a_listing_stops_at_150_pages(client, repository):
    connection = repository.database.connection
    rows = [(TEXT_ONLY, number, "text", 0) for number in range(3, 161)]
    connection.executemany("INSERT INTO page (entry_id, number, text, has_image) VALUES (?, ?, ?, ?)", rows)
    connection.execute("UPDATE entry SET page_count = 160 WHERE id = ?", (TEXT_ONLY,))
    body = (await client.get(f"Entries/{TEXT_ONLY}/Document/Pages")).json()
    assert len(body["value"]) == 150
    assert len((await client.get(body["@odata.nextLink"])).json()["value"]) == 10


async def test_select_leaves_only_the_chosen_properties(client):
    rows = (await client.get(f"Entries/{LEASE}/Document/Pages?$select=pageNumber,HASTEXT")).json()["value"]
    assert rows[0] == {"pageNumber": 1, "hasText": True}


@pytest.mark.parametrize(
    "query",
    [
        *(
            "pageRange=5",
            "pageRange=0",
            "pageRange=3-5",
            "pageRange=3-2",
            "pageRange=a",
            "pageRange=1,",
            "pageRange=-1",
        ),
        *("pageRange=1-2,2", "pageRange=1,1", "pageRange=1-3,2-4", "pageRange=1;2", "pageRange=99999999999"),
        *("$top=151", "$top=-1", "$skip=1", "$orderby=pageNumber", "$select=nothing", "$count=maybe"),
    ],
)
async def test_ranges_and_options_that_cannot_be_are_refused(client, query):
    answer = await client.get(f"Entries/{LEASE}/Document/Pages?{query}")
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 216)


async def test_a_page_has_the_text_that_recognition_made_of_it(client, pages):
    for number, text, *_ in pages(LEASE):
        body = (await client.get(f"Entries/{LEASE}/Document/Pages/{number}/Text")).json()
        assert body.pop("@odata.context").endswith("$metadata#Laserfiche.Repository.PageText")
        assert body == {"text": text}


async def test_the_image_of_a_page_shows_its_true_text_as_octets_of_a_tiff(client, pages):
    _, text, true_text, *_ = pages(LEASE)[0]
    answer = await client.get(f"Entries/{LEASE}/Document/Pages/1/Image")
    assert answer.headers["content-type"] == "application/octet-stream"
    assert answer.headers["content-length"] == str(len(answer.content))
    assert image_facts(answer.content).format == "TIFF"
    assert description(answer.content) == true_text
    assert true_text not in (None, text)
    with Image.open(io.BytesIO(answer.content)) as image:
        assert image.histogram()[0] > 1000
    assert answer.content == (await client.get(f"Entries/{LEASE}/Document/Pages/1/Image?$select=")).content


async def test_a_shortcut_leads_to_the_pages_of_its_target(client):
    rows = [(await client.get(f"Entries/{id_}/Document/Pages")).json()["value"] for id_ in (SHORTCUT, ITS_TARGET)]
    assert rows[0] == rows[1]
    assert rows[0][0]["entryId"] == ITS_TARGET


@pytest.mark.parametrize(
    ("address", "status", "code"),
    [
        (f"Entries/{LEASE}/Document/Pages/5/Text", 404, 9021),
        (f"Entries/{LEASE}/Document/Pages/5/Image", 404, 9021),
        (f"Entries/{LEASE}/Document/Pages/0/Text", 400, 216),
        (f"Entries/{LEASE}/Document/Pages/-1/Image", 400, 216),
        (f"Entries/{LEASE}/Document/Pages/1/Text?$select=image", 400, 216),
        (f"Entries/{SCAN}/Document/Pages/1/Text", 404, 9003),
        (f"Entries/{TEXT_ONLY}/Document/Pages/1/Image", 404, 9003),
        ("Entries/999999/Document/Pages", 404, 9001),
        ("Entries/999999/Document/Pages/1/Text", 404, 9001),
        ("Entries/1/Document/Pages", 400, 9000),
        ("Entries/1/Document/Pages/1/Image", 400, 9000),
        ("Entries/0/Document/Pages", 400, 216),
    ],
)
async def test_what_is_not_there_is_told_by_its_code(client, repository, address, status, code):
    answer = await client.get(address)
    assert (answer.status_code, answer.json()["errorCode"]) == (status, code)
    assert repository.journal.read()[-1]["reason"].endswith(".")
