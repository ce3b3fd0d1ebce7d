"""Files that arrive in parts: what an upload is for, the addresses of its parts, the parts that have come."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.store.documents import PIECE_BYTES

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator


class Upload(NamedTuple):
    """`file_name` and `mime_type` are what its first request said, "" for nothing."""

    id: str
    file_name: str
    mime_type: str


class Part(NamedTuple):
    """A part that has come; `row` is where its bytes are, `size` counts them."""

    row: int
    number: int
    etag: str
    size: int


class Address(NamedTuple):
    """Where one part may be sent. `ends` in seconds since 1970 on the repository's clock."""

    upload_id: str
    number: int
    ends: float


def create(connection: sqlite3.Connection, upload: Upload) -> None:
    connection.execute("INSERT INTO upload (id, file_name, mime_type) VALUES (?, ?, ?)", upload)


def find(connection: sqlite3.Connection, upload_id: str) -> Upload | None:
    """The upload of that id, None when there is none or its file has been imported."""
    row = connection.execute("SELECT id, file_name, mime_type FROM upload WHERE id = ?", (upload_id,)).fetchone()
    return None if row is None else Upload._make(row)


def add_addresses(connection: sqlite3.Connection, addresses: Iterable[tuple[str, Address]]) -> None:
    """Addresses by the token that ends them. Older ones of the same parts stay good."""
    rows = ((token, *address) for token, address in addresses)
    connection.executemany("INSERT INTO upload_address (token, upload_id, number, ends) VALUES (?, ?, ?, ?)", rows)


def address(connection: sqlite3.Connection, token: str) -> Address | None:
    """What the token stands for, whether its time is over or not."""
    row = connection.execute("SELECT upload_id, number, ends FROM upload_address WHERE token = ?", (token,)).fetchone()
    return None if row is None else Address._make(row)


def put_part(connection: sqlite3.Connection, where: Address, pieces: Iterable[bytes], size: int, etag: str) -> None:
    """Keep a part, in the place of an earlier one of that number."""
    connection.execute("DELETE FROM upload_part WHERE upload_id = ? AND number = ?", (where.upload_id, where.number))
    row = connection.execute(
        "INSERT INTO upload_part (upload_id, number, etag, data) VALUES (?, ?, ?, zeroblob(?))",
        (where.upload_id, where.number, etag, size),
    ).lastrowid
    assert row is not None  # noqa: S101 - an INSERT that succeeds has a row id
    with connection.blobopen("upload_part", "data", row) as blob:
        for piece in pieces:
            blob.write(piece)


def numbers(connection: sqlite3.Connection, upload_id: str) -> list[int]:
    """The numbers for which addresses were asked, ascending."""
    query = "SELECT DISTINCT number FROM upload_address WHERE upload_id = ? ORDER BY number"
    return [number for (number,) in connection.execute(query, (upload_id,))]


def parts(connection: sqlite3.Connection, upload_id: str) -> dict[int, Part]:
    """The parts that have come, by number."""
    query = "SELECT rowid, number, etag, length(data) FROM upload_part WHERE upload_id = ?"
    return {row[1]: Part._make(row) for row in connection.execute(query, (upload_id,))}


def pieces_of(connection: sqlite3.Connection, part: Part) -> Iterator[bytes]:
    """The bytes of a part, PIECE_BYTES at a time."""
    with connection.blobopen("upload_part", "data", part.row, readonly=True) as blob:
        while piece := blob.read(PIECE_BYTES):
            yield piece


def remove(connection: sqlite3.Connection, upload_id: str) -> None:
    """Forget an upload with its parts and addresses."""
    for query in (
        "DELETE FROM upload_part WHERE upload_id = ?",
        "DELETE FROM upload_address WHERE upload_id = ?",
        "DELETE FROM upload WHERE id = ?",
    ):
        connection.execute(query, (upload_id,))
