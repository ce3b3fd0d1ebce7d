"""Importing: both dialects make the same document of a file, each with its own parts and its own answer."""

from __future__ import annotations

import json

import pytest

pytestmark = pytest.mark.anyio

V1 = pytest.mark.parametrize("profile", ["v1-selfhosted", "v1-cloud"])
V2 = pytest.mark.parametrize("profile", ["v2-selfhosted", "v2-cloud"])


@pytest.fixture
def send(client, dialect):
    """Import into a folder: `send(name, file=("a.bin", b"...", "type"), request)`, answers the response."""

    async def import_(name, file=("a.bin", b"some bytes", "application/x-test"), parent=1, query="", **request):
        if dialect.version == "v1":
            files = {"electronicDocument": file}
            address = f"Entries/{parent}/{name}"
        else:
            files, request = {"file": file}, {"name": name, **request}
            address = f"Entries/{parent}/Folder/Import"
        if request:
            files["request"] = (None, json.dumps(request))
        return await client.post(address + query, files=files)

    return import_


def made(answer, dialect):
    assert answer.status_code == 201, answer.text
    return dialect(lambda body: body["operations"]["entryCreate"]["entryId"], lambda body: body["id"])(answer.json())


async def test_a_file_becomes_a_document_that_keeps_its_bytes_its_type_and_its_extension(
    client, send, dialect, repository
):
    entry_id = made(await send("Rent roll", ("roll 2024.Q1.pdf", b"%PDF-not really", "application/pdf")), dialect)
    entry = (await client.get(f"Entries/{entry_id}")).json()
    size = dialect("elecDocumentSize", "electronicDocumentSize")
    assert (entry["name"], entry["extension"], entry["mimeType"]) == ("Rent roll", "pdf", "application/pdf")
    assert (entry[size], entry["fullPath"], entry["creator"]) == (15, "\\Rent roll", "demo")
    query = "SELECT data FROM edoc WHERE entry_id = ?"
    assert repository.database.connection.execute(query, (entry_id,)).fetchone()[0] == b"%PDF-not really"
