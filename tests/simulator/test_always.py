"""What every build does and clients stumble over, where the tests of the operation itself do not show it."""

from __future__ import annotations

import pytest

import lf_fixtures

pytestmark = pytest.mark.anyio

V1 = pytest.mark.parametrize("profile", ["v1-selfhosted", "v1-cloud"])
V2 = pytest.mark.parametrize("profile", ["v2-selfhosted", "v2-cloud"])
LEASE = 604
SCAN = 85
ENOUGH_SECONDS = 5
"""Of the repository's clock: every task has ended by then."""
FILE = ("a.txt", b"abc", "text/plain")


@pytest.fixture
def plain(client):
    """A client that may send what no description has."""
    client.event_hooks = {}
    return client


async def test_signing_in_to_an_unknown_repository_is_a_whole_problem(stranger, repository):
    address = str(stranger.base_url).replace(repository.id, "nowhere")
    form = {"grant_type": "password", "username": "demo", "password": "demo"}
    answer = await stranger.post(f"{address}Token", data=form)
    assert answer.status_code == 404
    assert {"type", "title", "status", "operationId", "instance", "errorSource", "traceId"} <= set(answer.json())


async def test_answers_of_v2_tell_how_much_metadata_they_have(client, dialect):
    expected = dialect("application/json; charset=utf-8", "application/json;odata.metadata=minimal")
    for address in ("Entries/1", "FieldDefinitions"):
        assert (await client.get(address)).headers["content-type"] == expected


@V1
async def test_a_failed_import_of_v1_is_a_result_and_any_other_failure_a_problem(client):
    request = '{"template": "faketemplate123"}'
    failed = await client.post("Entries/1/x", files={"electronicDocument": FILE, "request": (None, request)})
    missing = await client.get("Entries/999999")
    assert failed.headers["content-type"].startswith("application/json")
    assert failed.json()["operations"]["setTemplate"]["exceptions"]
    assert missing.headers["content-type"].startswith("application/problem+json")


async def test_each_route_has_one_name_for_formatting(plain, dialect, repository):
    address = f"Entries/{LEASE}/{dialect('fields', 'Fields')}"
    as_stored = (await plain.get(address)).json()["value"]
    right, wrong = dialect(("formatValue", "formatFieldValues"), ("formatFieldValues", "formatFields"))
    assert (await plain.get(address, params={wrong: "true", "culture": "en-US"})).json()["value"] == as_stored
    assert wrong in repository.journal.read()[-1]["reason"]
    assert (await plain.get(address, params={right: "true", "culture": "en-US"})).json()["value"] != as_stored


async def test_a_single_entry_of_v1_is_row_0_and_one_of_v2_none(client, dialect):
    assert (await client.get(f"Entries/{LEASE}")).json().get("rowNumber") == dialect(0, None)


async def test_a_comment_has_one_name_in_each_version(plain, dialect, repository):
    right, wrong = dialect(("comment", "auditReasonComment"), ("auditReasonComment", "comment"))
    for name, is_noted in ((right, False), (wrong, True)):
        started = await plain.request("DELETE", f"Entries/{LEASE}", json={name: "no longer wanted"})
        assert started.status_code == dialect(201, 202)
        assert (name in (repository.journal.read()[-1]["reason"] or "")) == is_noted
        repository.clock.advance(ENOUGH_SECONDS)


async def test_auto_rename_counts_in_one_place(plain, dialect):
    address = dialect("Entries/1/Laserfiche.Repository.Folder/children", "Entries/1/Folder/Children")
    body = {"name": "Legal", "entryType": "Folder"}
    in_query = await plain.post(address, json=body, params={"autoRename": "true"})
    in_body = await plain.post(address, json=body | {"autoRename": True})
    assert (in_query.status_code, in_body.status_code) == dialect((201, 409), (409, 201))


async def test_the_text_of_a_scan_is_in_hits_and_on_v1_nowhere_else(plain, dialect, repository):
    (text,) = repository.database.connection.execute(
        "SELECT text FROM page WHERE entry_id = ? AND text <> ''", (SCAN,)
    ).fetchone()
    word = max(text.split(), key=lambda word: len(word) if word.isalpha() else 0)
    found = await plain.post("SimpleSearches", json={"searchCommand": f'{{LF:Basic~="{word}", option="D"}}'})
    assert SCAN in [row["id"] for row in found.json()["value"]]
    command = {"searchCommand": f"{word} & {{LF:ID={SCAN}}}"}
    token = (await plain.post(dialect("Searches", "Searches/SearchAsync"), json=command)).json()[
        dialect("token", "taskId")
    ]
    hits = (await plain.get(f"Searches/{token}/Results/1/ContextHits")).json()["value"]
    assert "PageContent" in {hit["hitType"] for hit in hits}
    if dialect.version == "v1":
        edoc = await plain.get(f"Entries/{SCAN}/Laserfiche.Repository.Document/edoc")
        assert (edoc.status_code, edoc.content) == (200, b"")
        assert (await plain.get(f"Entries/{SCAN}/Document/Pages/1/Text")).status_code == 404


@V2
async def test_the_compression_of_a_picture_is_read_in_either_spelling(plain, repository):
    for name in ("jPEGCompressionLevel", "jpegCompressionLevel"):
        body = {"part": "Image", "imageOptions": {"format": "JPEG", name: 101}}
        assert (await plain.post(f"Entries/{SCAN}/Export", json=body)).status_code == 400
        assert "101" in repository.journal.read()[-1]["reason"]
        body["imageOptions"][name] = 50
        assert (await plain.post(f"Entries/{SCAN}/Export", json=body)).status_code == 200


@V2
@pytest.mark.parametrize(
    ("part", "body"),
    [
        ("Fields", {"fields": {"Comments": {"values": [{"value": "a", "position": 1}]}}}),
        ("Links", [{"targetId": LEASE, "linkTypeId": 1}]),
    ],
)
async def test_bodies_of_v1_are_refused_by_v2(plain, part, body):
    assert (await plain.put(f"Entries/{SCAN}/{part}", json=body)).status_code == 400


async def test_a_template_definition_does_not_name_its_fields(client):
    row = (await client.get("TemplateDefinitions/1")).json()
    assert row["fieldCount"] > 0
    assert not any(isinstance(value, list) for value in row.values())


@pytest.mark.parametrize("corpus", [row.name for row in lf_fixtures.corpora()])
async def test_the_first_definitions_of_every_corpus_serve_any_client(registry, corpus):
    repository = registry.create(corpus=corpus)
    read = repository.database.connection.execute
    assert read("SELECT id FROM link_definition ORDER BY id").fetchone() == (1,)
    assert read("SELECT is_secure FROM tag_definition ORDER BY id").fetchone() == (0,)
    registry.delete(repository.id)


async def test_a_page_of_definitions_has_100_rows(client, repository):
    repository.database.connection.executemany(
        "INSERT INTO tag_definition (name, name_key) VALUES (?, ?)",
        [(f"Tag {number}", f"tag {number}") for number in range(100)],
    )
    body = (await client.get("TagDefinitions")).json()
    assert len(body["value"]) == 100
    assert "@odata.nextLink" in body
