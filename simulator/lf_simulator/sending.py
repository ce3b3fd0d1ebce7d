"""Sending an answer: its headers, and its body at once, in pieces, or in the manner that a fault has chosen."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from lf_simulator.context import StreamBroken
from lf_simulator.faults.kind import NoAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from lf_simulator.context import Answer
    from lf_simulator.faults.connection import Connection
    from lf_simulator.faults.manner import Manner
    from lf_simulator.incoming import Send

    HeaderList = list[tuple[bytes, bytes]]


def headers_of(answer: Answer, operation_id: str) -> HeaderList:
    """All headers of an answer. The length that is told may be another than its size (a fault)."""
    headers = [(b"x-requestid", operation_id.encode()), *answer.headers]
    if answer.content_type is not None:
        headers.append((b"content-type", answer.content_type))
    if answer.status != 204 and not answer.omits_length:
        told = answer.manner.told_length if answer.manner else None
        headers.append((b"content-length", b"%d" % (answer.size if told is None else told)))
    return headers


async def send_answer(send: Send, connection: Connection, answer: Answer, headers: HeaderList, method: str) -> None:
    """Send it, a stream piece by piece. A stream that breaks off cuts the connection: its length is promised by then.

    Raises NoAnswer in-process, where there is no connection to cut.
    """
    await send({"type": "http.response.start", "status": answer.status, "headers": headers})
    if method == "HEAD" or (answer.stream is None and answer.manner is None):
        await send({"type": "http.response.body", "body": b"" if method == "HEAD" else answer.body})
        return
    try:
        if answer.manner is None:
            await _stream(send, chain((answer.body,), answer.stream or ()))
        else:
            await _in_its_manner(send, connection, answer, answer.manner)
    except StreamBroken:
        connection.drop()
        await connection.client_gone()
    except NoAnswer:
        if connection.is_in_process:
            raise


async def _stream(send: Send, pieces: Iterable[bytes]) -> None:
    for piece in pieces:
        await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b""})


async def _in_its_manner(send: Send, connection: Connection, answer: Answer, manner: Manner) -> None:
    body = chain((answer.body,), answer.stream or ())
    told = manner.told_length
    if told is not None and told < answer.size:
        await _in_default(send, connection, body, told)
        return
    if told is None and not answer.omits_length:  # with its last byte the client has it all, and goes on to the next
        manner = manner.within(answer.size)
    for piece, faults in manner.pieces(body):
        if seconds := manner.seconds(len(piece)):
            await connection.wait(seconds)
        if piece:
            await send({"type": "http.response.body", "body": piece, "more_body": True})
        for fault in faults:
            await fault.apply(connection)
    if told is not None and told > answer.size:  # so much was promised, and there is no more
        connection.drop()
        await connection.client_gone()
        raise NoAnswer
    await send({"type": "http.response.body", "body": b""})


async def _in_default(send: Send, connection: Connection, body: Iterator[bytes], told: int) -> None:
    """Send more than was told: the rest follows where the client looks for the next answer, and the connection ends."""
    whole = b"".join(body)
    await send({"type": "http.response.body", "body": whole[:told], "more_body": True})
    connection.write(whole[told:])
    await send({"type": "http.response.body", "body": b""})
    connection.close()
