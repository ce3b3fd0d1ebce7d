"""A load over keep-alive connections that costs the generator little: fixed bytes out, answers counted by length."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Load:
    """What came of it. `per_second`: answers a second over all connections."""

    answers: int
    seconds: float

    @property
    def per_second(self) -> float:
        return self.answers / self.seconds


class _Connection(asyncio.Protocol):
    def __init__(self, request: bytes, answer_length: int, until: float) -> None:
        self.request, self.answer_length, self.until = request, answer_length, until
        self.answers, self.got = 0, 0
        self.done: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self.transport = transport
        transport.write(self.request)

    def data_received(self, data: bytes) -> None:
        self.got += len(data)
        while self.got >= self.answer_length:
            self.got -= self.answer_length
            self.answers += 1
            if time.perf_counter() >= self.until:
                self.transport.close()
                return
            self.transport.write(self.request)

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.done.done():
            self.done.set_result(self.answers)


async def _answer_length(host: str, port: int, request: bytes) -> int:
    """Length of one whole answer; it must be a 200 and always the same for the counting to be right."""
    reader, writer = await asyncio.open_connection(host, port)
    writer.write(request)
    head = await reader.readuntil(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise SystemExit(f"the measured request was refused: {head.splitlines()[0].decode()}")
    length = next(int(line.split(b":")[1]) for line in head.lower().splitlines() if line.startswith(b"content-length"))
    await reader.readexactly(length)
    writer.close()
    return len(head) + length


async def _run(host: str, port: int, request: bytes, connections: int, seconds: float) -> Load:
    length = await _answer_length(host, port, request)
    loop = asyncio.get_running_loop()
    start = time.perf_counter()
    peers = [
        (await loop.create_connection(lambda: _Connection(request, length, start + seconds), host, port))[1]
        for _ in range(connections)
    ]
    answers = sum(await asyncio.gather(*(peer.done for peer in peers)))
    return Load(answers, time.perf_counter() - start)


def load(port: int, path: str, headers: dict[str, str], connections: int = 16, seconds: float = 3.0) -> Load:
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        *(f"{name}: {value}" for name, value in headers.items()),
    ]
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    return asyncio.run(_run("127.0.0.1", port, request, connections, seconds))
