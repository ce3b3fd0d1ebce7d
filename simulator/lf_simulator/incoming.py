"""A request as it came over ASGI: where it was sent, what it carries, who it says it is from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

from lf_simulator import errors
from lf_simulator.faults.kind import NoAnswer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, MutableMapping

    from lf_simulator.multipart import FilePart

    Scope = Mapping[str, Any]
    Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

DRAINED_BYTES = 16 * 1024 * 1024
"""Thrown away of a request that is too large before it is refused; whoever sends on without end is cut off."""
HEADERS_LIMIT = 32 * 1024
ADDRESS_LIMIT = 8 * 1024
"""Bytes of all headers together, and of a query. *Decision*: no source names any; the web framework of a real build has
these unless it is told otherwise."""
BEARER = "bearer "


class Receiver(Protocol):
    """What takes in a body that is not kept whole: a form, or plain bytes."""

    def write(self, piece: bytes) -> None:
        """The next bytes. Must not raise: what is wrong with them is said by `result`."""

    def result(self) -> tuple[dict[str, Any], list[str], dict[str, list[FilePart]]]:
        """The members of the body, the names that were ignored, the files. Raises ApiError."""

    def close(self) -> None:
        """Let go of what was taken in."""


@dataclass(slots=True)
class Incoming:
    """One request. `headers` have lower-case names; of a repeated header the last one counts."""

    scope: Scope
    receive: Receive
    headers: Mapping[bytes, bytes]

    @property
    def method(self) -> str:
        method: str = self.scope["method"]
        return method

    @property
    def path(self) -> str:
        """As it came, with its percent signs."""
        raw: bytes = self.scope.get("raw_path") or self.scope["path"].encode()
        return raw.decode("latin-1")

    @property
    def query(self) -> bytes:
        raw: bytes = self.scope["query_string"]
        return raw

    @property
    def origin(self) -> str:
        """Scheme and host, as the client called them."""
        host = self.headers.get(b"host")
        if host is None:
            name, port = self.scope.get("server") or ("localhost", None)
            return f"{self.scope['scheme']}://{name}:{port}" if port else f"{self.scope['scheme']}://{name}"
        return f"{self.scope['scheme']}://{host.decode('latin-1')}"

    @property
    def bearer(self) -> str | None:
        """The access token that was sent, None where there is none."""
        given = self.headers.get(b"authorization", b"").decode("latin-1")
        return given[len(BEARER) :].strip() if given[: len(BEARER)].lower() == BEARER else None

    @property
    def has_body(self) -> bool:
        return b"content-length" in self.headers or b"transfer-encoding" in self.headers

    def check_size(self) -> None:
        """Raise ApiError 431 for more than HEADERS_LIMIT bytes of headers, 414 for more than ADDRESS_LIMIT of query."""
        size = sum(len(name) + len(value) for name, value in self.scope["headers"])
        if size > HEADERS_LIMIT:
            raise errors.framework(431, f"The headers of a request may have {HEADERS_LIMIT} bytes, not {size}.")
        if len(self.query) > ADDRESS_LIMIT:
            raise errors.framework(414, f"A query may have {ADDRESS_LIMIT} bytes, not {len(self.query)}.")

    @property
    def content_type(self) -> str:
        return self.headers.get(b"content-type", b"").decode("latin-1")

    async def read(self, receiver: Receiver | None, keep: int, limit: int) -> tuple[bytes, int]:
        """Take in the body: all of it goes to `receiver`. Answers its first `keep` bytes, and its size.

        Raises ApiError 413 for more than `limit` bytes, once the client has stopped sending or DRAINED_BYTES more have
        been thrown away, since most clients listen only when they have sent everything. Raises NoAnswer when the client
        leaves in the middle: half a request must not be mistaken for a whole one.
        """
        head: list[bytes] = []
        kept = size = 0
        more = True
        while more and size <= limit + DRAINED_BYTES:
            message = await self.receive()
            if message["type"] == "http.disconnect":
                raise NoAnswer
            piece = message.get("body", b"")
            size += len(piece)
            more = message.get("more_body", False)
            if size > limit:
                continue
            if kept < keep:
                head.append(piece[: keep - kept])
                kept += len(head[-1])
            if receiver is not None:
                receiver.write(piece)
        if size > limit:
            closing = (("connection", "close"),) if more else ()  # else it would go on sending for ever
            raise errors.framework(413, f"This request may have {limit} bytes.", closing)
        return b"".join(head), size


def receive(scope: Scope, receive: Receive) -> Incoming:
    return Incoming(scope, receive, dict(scope["headers"]))
