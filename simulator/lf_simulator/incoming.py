"""A request as it came over ASGI: where it was sent, what it carries, who it says it is from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lf_simulator import errors

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, MutableMapping

    Scope = Mapping[str, Any]
    Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
    Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]

UPLOAD_LIMIT = 104_857_600
"""Bytes of a request; the web server of a self-hosted installation refuses more (guides)."""
BEARER = "bearer "


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

    async def body(self) -> bytes:
        """The whole body. Raises ApiError 413 for one that is too large."""
        chunks: list[bytes] = []
        size = 0
        while True:
            message = await self.receive()
            chunk = message.get("body", b"")
            chunks.append(chunk)
            size += len(chunk)
            if size > UPLOAD_LIMIT:
                raise errors.framework(413, f"A request may have {UPLOAD_LIMIT} bytes.")
            if not message.get("more_body"):  # also when the client has left in the middle of it
                return b"".join(chunks)


def receive(scope: Scope, receive: Receive) -> Incoming:
    return Incoming(scope, receive, dict(scope["headers"]))
