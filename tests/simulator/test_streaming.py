"""Long bodies pass in pieces: files that are read, files that are sent, and what happens when either breaks off."""

from __future__ import annotations

import contextlib
import os

import httpx
import pytest

from lf_simulator import create_app, incoming, serving
from lf_simulator.faults.kind import NoAnswer
from lf_simulator.faults.rules import read_plan
from lf_simulator.journal import BODY_BYTES
from lf_simulator.store import documents
from lf_simulator.store.database import Database

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("profile", ["v1-selfhosted"])]

ENTRY, OTHER = 83, 88
BIG = os.urandom(3 * 1024 * 1024 + 17)
PIECE = 64 * 1024


@pytest.fixture
def big(repository):
    """An entry with a file of three MiB."""
    put(repository, BIG)
    return ENTRY


def put(repository, content):
    connection = repository.database.connection
    documents.put_edoc(connection, ENTRY, [content], len(content), extension="bin", mime_type="x/y")
    connection.commit()


def signed_in(repository):
    return repository.sessions.sign_in("demo", 10**9, is_unlimited=True).token


def edoc(entry_id):
    return f"Entries/{entry_id}/Laserfiche.Repository.Document/edoc"


@pytest.fixture
async def exchange(registry, repository):
    """One request straight to the application: `exchange(method, path, body, headers, on_message)`, its messages."""
    app = create_app(registry)
    token = signed_in(repository)

    async def call(method, path, pieces=(), headers=(), on_message=None):
        given = iter(pieces)

        async def receive():
            return next(given, {"type": "http.disconnect"})

        messages = []

        async def send(message):
            messages.append(message)
            if on_message:
                on_message(messages)

        whole = f"{repository.profile.base_path}/v1/Repositories/{repository.id}/{path}"
        bearer = (b"authorization", b"Bearer " + token.encode())
        scope = {"type": "http", "method": method, "path": whole, "raw_path": whole.encode(), "query_string": b""}
        await app({**scope, "scheme": "http", "headers": [bearer, *headers]}, receive, send)
        return messages

    return call


async def test_a_large_file_is_sent_in_small_pieces_and_the_journal_keeps_its_head(exchange, big, repository):
    start, *rest = await exchange("GET", edoc(big))
    assert dict(start["headers"])[b"content-length"] == str(len(BIG)).encode()
    pieces = [message["body"] for message in rest]
    assert b"".join(pieces) == BIG
    assert max(map(len, pieces)) <= PIECE
    last = list(repository.journal._ring)[-1]
    assert (last.response_body, last.response_bytes) == (BIG[:BODY_BYTES], len(BIG))
    assert repository.journal.read()[-1]["response"]["body"] == {"bytes": len(BIG)}


@pytest.mark.parametrize("first", [0, 1, PIECE - 1, PIECE, 2_000_000])
async def test_a_range_of_a_large_file_begins_and_ends_where_it_should(client, big, first):
    answer = await client.get(edoc(big), headers={"Range": f"bytes={first}-{first + 200_000}"})
    assert (answer.status_code, answer.content) == (206, BIG[first : first + 200_001])
    assert answer.headers["content-length"] == "200001"


SPOILERS = {
    "deleted": "DELETE FROM edoc WHERE entry_id = 83",
    "changed": "UPDATE edoc SET data = x'00' WHERE entry_id = 83",
}


@pytest.mark.parametrize("what", SPOILERS)
async def test_a_file_that_goes_while_it_is_read_breaks_the_answer_off(exchange, big, repository, what):
    def spoil(messages):
        if len(messages) == 5:
            repository.database.connection.execute(SPOILERS[what])

    with pytest.raises(NoAnswer):
        await exchange("GET", edoc(big), on_message=spoil)


async def test_other_work_does_not_disturb_a_file_that_is_read(exchange, big, repository):
    connection = repository.database.connection

    def work(messages):
        connection.execute("UPDATE entry SET name = name WHERE id = ?", (big,))
        if len(messages) % 2:
            documents.remove_edoc(connection, OTHER)
            connection.rollback()
        documents.put_edoc(connection, OTHER, [BIG[:PIECE]], PIECE, extension="", mime_type="")
        connection.commit()
        repository.database.snapshot()

    _, *rest = await exchange("GET", edoc(big), on_message=work)
    assert b"".join(message["body"] for message in rest) == BIG


async def test_over_a_socket_the_connection_is_cut(registry, repository):
    put(repository, os.urandom(20 * 1024 * 1024))
    headers = {"authorization": f"Bearer {signed_in(repository)}"}
    base = f"{repository.profile.base_path}/v1/Repositories/{repository.id}/"
    bound = serving.listen(port=0)
    async with serving.running(create_app(registry), bound) as url, httpx.AsyncClient(headers=headers) as client:
        got = 0
        with contextlib.suppress(httpx.RemoteProtocolError, httpx.ReadError):
            async with client.stream("GET", url + base + edoc(ENTRY)) as answer:
                async for piece in answer.aiter_raw():
                    if not got:
                        repository.database.connection.execute("DELETE FROM edoc")
                    got += len(piece)
            pytest.fail("the file came whole")
        assert 0 < got < 20 * 1024 * 1024
        assert (await client.get(url + base + "Entries/1")).status_code == 200
    bound.close()


async def test_a_database_on_disk_can_be_reset_while_a_file_is_read(exchange, repository, tmp_path):
    origin = repository.database
    repository.database = Database.from_snapshot(origin.snapshot(), tmp_path / "there.sqlite")
    put(repository, BIG)

    def reset(messages):
        if len(messages) == 5:
            repository.reset(["sessions", "profile"])

    with pytest.raises(NoAnswer):
        await exchange("GET", edoc(ENTRY), on_message=reset)
    assert documents.edoc_size(repository.database.connection, ENTRY) == 1653
    origin.close()


@pytest.mark.parametrize("phase", ["before", "after"])
async def test_a_fault_takes_the_place_of_a_file_in_either_phase(client, big, repository, phase):
    rule = {"operations": ["ExportDocument"], "kind": "refuse", "status": 423, "phase": phase, "times": 1}
    repository.faults.replace(read_plan({"rules": [rule]}))
    assert (await client.get(edoc(big))).status_code == 423
    assert (await client.get(edoc(big))).content == BIG


FORM = (b"content-type", b"multipart/form-data; boundary=edge")
HEAD = b'--edge\r\nContent-Disposition: form-data; name="electronicDocument"; filename="a.bin"\r\n\r\n'


def message(body, more=True):
    return {"type": "http.request", "body": body, "more_body": more}


async def test_a_client_that_leaves_in_the_middle_of_its_file_leaves_nothing(exchange, repository):
    for ending in (b"half of it", b"all but the end\r\n--edge--"):
        pieces = [message(HEAD), message(ending)]
        with pytest.raises(NoAnswer):
            await exchange("POST", "Entries/1/Half", pieces, [FORM, (b"content-length", b"100000")])
    assert repository.database.connection.execute("SELECT 1 FROM entry WHERE name = 'Half'").fetchone() is None
    assert repository.journal.read()[-1]["status"] is None


async def test_a_large_upload_is_kept_in_the_journal_by_its_head_and_size(exchange, repository):
    body = HEAD + BIG + b"\r\n--edge--\r\n"
    pieces = [message(body[at : at + PIECE], at + PIECE < len(body)) for at in range(0, len(body), PIECE)]
    start, _ = await exchange("POST", "Entries/1/Big", pieces, [FORM, (b"content-length", str(len(body)).encode())])
    assert start["status"] == 201
    last = list(repository.journal._ring)[-1]
    assert (last.request_body, last.request_bytes) == (body[:BODY_BYTES], len(body))


@pytest.mark.parametrize("path", ["Entries/1/Endless", "Searches"])
async def test_an_endless_upload_is_413_and_is_not_read_for_ever(exchange, repository, monkeypatch, path):
    monkeypatch.setattr(incoming, "DRAINED_BYTES", 300_000)
    repository.profile = repository.profile.with_overrides({"upload_limit": 200_000})
    read = []

    def endless():
        yield message(HEAD)
        while True:
            read.append(PIECE)
            yield message(b"x" * PIECE)

    start, _ = await exchange("POST", path, endless(), [FORM, (b"transfer-encoding", b"chunked")])
    assert start["status"] == 413
    assert sum(read) < 200_000 + 300_000 + 2 * PIECE
    assert "200000" in repository.journal.read()[-1]["reason"]


async def test_a_client_that_ends_soon_after_the_limit_has_sent_everything_by_then(exchange, repository):
    repository.profile = repository.profile.with_overrides({"upload_limit": 100_000})
    pieces = [message(HEAD), *(message(b"x" * PIECE) for _ in range(4)), message(b"", more=False)]
    left = iter(pieces)
    start, _ = await exchange("POST", "Entries/1/Big", left, [FORM, (b"transfer-encoding", b"chunked")])
    assert (start["status"], list(left)) == (413, [])


async def test_over_a_socket_too_large_an_upload_is_told_so(registry, repository):
    repository.profile = repository.profile.with_overrides({"upload_limit": 1_000_000})
    address = f"{repository.profile.base_path}/v1/Repositories/{repository.id}/Entries/1/Big"
    bound = serving.listen(port=0)
    async with serving.running(create_app(registry), bound) as url, httpx.AsyncClient() as client:
        files = {"electronicDocument": ("a.bin", BIG, "x/y")}
        headers = {"authorization": f"Bearer {signed_in(repository)}"}
        answer = await client.post(url + address, files=files, headers=headers)
        assert (answer.status_code, answer.json()["status"]) == (413, 413)
    bound.close()
