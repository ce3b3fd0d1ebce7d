"""What becomes of an imported file: pages or an electronic file, and what a search finds in either."""

from __future__ import annotations

import json

import pytest
from fpdf import FPDF
from PIL import Image

from lf_simulator.media.files import jpeg, png, tiff
from lf_simulator.store import documents, pages

pytestmark = pytest.mark.anyio

V1 = pytest.mark.parametrize("profile", ["v1-cloud"])
V2 = pytest.mark.parametrize("profile", ["v2-cloud"])
RED = Image.new("RGB", (30, 20), "red")
JPG = jpeg(RED, 100, "zanzibar on a photograph", 70)
TWO_FRAMES = tiff([(RED, 100, "first frame"), (RED, 100, "second frame")])


def pdf(*texts):
    document = FPDF(format="letter")
    for text in texts:
        document.add_page()
        document.set_font("helvetica", size=12)
        document.multi_cell(0, text=text)
    return bytes(document.output())


PDF = pdf("The zanzibar clause", "Page the second")


@pytest.fixture
def send(client):
    """Import into the root on v2; the new entry."""

    async def import_(file_name, content, type_="application/octet-stream", images=(), **request):
        parts = [] if content is None else [("file", (file_name, content, type_))]
        parts += [("imageFiles", (f"{number}.png", image, "image/png")) for number, image in enumerate(images)]
        parts.append(("request", (None, json.dumps({"name": "Imported", **request}))))
        return await client.post("Entries/1/Folder/Import", files=parts)

    return import_


@pytest.fixture
def found(client, dialect):
    """Whether a word finds the entry."""

    async def search(word, entry_id):
        answer = await client.post("SimpleSearches", json={"searchCommand": f'{{LF:Basic~="{word}"}}'})
        return answer.status_code == 200 and entry_id in {row["id"] for row in answer.json()["value"]}

    return search


@pytest.fixture
def stored(repository):
    """The pages of an entry."""
    return lambda entry_id: list(pages.pages(repository.database.connection, entry_id))


@V2
async def test_a_text_of_1678_bytes_becomes_two_pages_and_no_file(send, stored, found):
    text = ("a zanzibar line of an ordinary text " * 60)[:1678]
    entry = (await send("a.txt", text.encode(), "text/plain")).json()
    assert (entry["pageCount"], entry["isElectronicDocument"]) == (2, False)
    assert (entry["extension"], entry["mimeType"], entry["electronicDocumentSize"]) == ("", "", 0)
    assert [(bool(page.text), page.has_image) for page in stored(entry["id"])] == [(True, False)] * 2
    assert await found("zanzibar", entry["id"])


@V2
async def test_a_picture_becomes_a_page_that_is_read_on_request(send, stored, found):
    for wanted in (False, True):
        options = {"pdfOptions": {"generateText": wanted}, "autoRename": True}
        entry = (await send("a.JPG", JPG, "image/jpeg", **options)).json()
        (page,) = stored(entry["id"])
        assert (entry["pageCount"], entry["extension"], page.image) == (1, "", JPG)
        assert await found("zanzibar", entry["id"]) is wanted


@V2
async def test_each_picture_of_a_tiff_becomes_a_page(send, stored):
    entry = (await send("a.tiff", TWO_FRAMES, pdfOptions={"generateText": True})).json()
    assert [page.text for page in stored(entry["id"])] == ["first frame", "second frame"]


@V2
@pytest.mark.parametrize(
    ("name", "content"), [("a.txt", b"zanzibar"), ("a.jpg", JPG), ("a.tif", TWO_FRAMES)], ids=["text", "photo", "scan"]
)
async def test_any_of_them_is_kept_as_it_is_when_that_is_wanted(send, name, content, repository):
    entry = (await send(name, content, "x/y", importAsElectronicDocument=True)).json()
    assert (entry["pageCount"], entry["extension"], entry["mimeType"]) == (0, name[2:], "x/y")
    assert documents.edoc(repository.database.connection, entry["id"]) == content


@V2
@pytest.mark.parametrize("name", ["a.jpg", "a.png", "a.tif"])
async def test_a_file_that_cannot_become_pages_is_refused(send, name, repository):
    answer = await send(name, b"no picture at all")
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 216)
    assert name in repository.journal.read()[-1]["reason"]


PDF_OPTIONS = [
    ({}, 0, True, []),
    ({"generateText": True}, 0, True, []),
    ({"generatePages": True}, 2, True, ["", ""]),
    ({"generatePages": True, "generateText": True}, 2, True, ["The zanzibar clause", "Page the second"]),
    ({"generatePages": True, "keepPdfAfterImport": False}, 2, False, ["", ""]),
    ({"keepPdfAfterImport": False}, 0, True, []),
]


@V2
@pytest.mark.parametrize(("options", "count", "kept", "texts"), PDF_OPTIONS)
async def test_a_pdf_is_kept_and_gets_pages_and_text_as_wanted(send, stored, found, options, count, kept, texts):
    entry = (await send("a.pdf", PDF, "application/pdf", pdfOptions=options)).json()
    assert (entry["pageCount"], entry["isElectronicDocument"]) == (count, kept)
    new = stored(entry["id"])
    assert [page.text.strip() for page in new] == texts
    assert all(page.image for page in new)
    assert await found("zanzibar", entry["id"]) is (kept or any(texts))


@V2
async def test_the_kind_of_the_pictures_of_a_pdf_is_chosen(client, send):
    depths = []
    for kind in ("BlackAndWhite", "StandardColor"):
        options = {"generatePages": True, "generatePagesImageType": kind}
        entry = (await send("a.pdf", PDF, pdfOptions=options, autoRename=True)).json()
        rows = (await client.get(f"Entries/{entry['id']}/Document/Pages")).json()["value"]
        depths.append({row["imageDepth"] for row in rows})
    assert depths == [{1}, {24}]


@V2
async def test_a_broken_pdf_is_stored_and_only_refused_when_pages_are_wanted(send):
    assert (await send("a.pdf", b"%PDF- and nothing", "application/pdf")).status_code == 201
    answer = await send("a.pdf", b"%PDF- and nothing", pdfOptions={"generatePages": True}, autoRename=True)
    assert answer.status_code == 400


@V2
async def test_pictures_beside_the_file_are_added_as_pages(send, stored):
    images = [png(RED, 100, "one"), png(RED, 100, "two")]
    entry = (await send("a.pdf", PDF, images=images)).json()
    assert (entry["pageCount"], entry["isElectronicDocument"]) == (2, True)
    assert [page.text for page in stored(entry["id"])] == ["one", "two"]
    unread = (await send("", None, images=images, generateImagePagesText=False, autoRename=True)).json()
    assert [page.text for page in stored(unread["id"])] == ["", ""]


@V2
async def test_more_than_ten_pictures_are_refused(send):
    answer = await send("a.bin", b"1", images=[png(RED, 100, "")] * 11)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 216)


TEXTS = [
    ("a.txt", b"a zanzibar here"),
    ("a.csv", b"name;place\nx;zanzibar\n"),
    ("a.html", b"<html><style>p {}</style><p>from <b>zan</b>zibar<p>quaintly</html>"),
    ("a.pdf", PDF),
]


@V1
@pytest.mark.parametrize(("name", "content"), TEXTS, ids=[name for name, _ in TEXTS])
async def test_v1_keeps_every_file_and_a_search_finds_what_it_says(client, found, name, content):
    answer = await client.post("Entries/1/Imported", files={"electronicDocument": (name, content, "x/y")})
    entry_id = answer.json()["operations"]["entryCreate"]["entryId"]
    entry = (await client.get(f"Entries/{entry_id}")).json()
    assert (entry["pageCount"], entry["elecDocumentSize"], entry["extension"]) == (0, len(content), name[2:])
    assert await found("zanzibar", entry_id)


@V1
async def test_a_file_that_is_not_text_says_nothing(client, found):
    file = ("a.exe", b"MZ zanzibar", "x/y")
    answer = await client.post("Entries/1/Imported", files={"electronicDocument": file})
    assert not await found("zanzibar", answer.json()["operations"]["entryCreate"]["entryId"])
