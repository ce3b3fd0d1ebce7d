"""The journal: every exchange of a repository, kept raw in a bounded ring and made readable only when somebody reads.

Adding costs an append. Rendering, redaction and parsing happen in `read`.
"""

from __future__ import annotations

import json
from collections import deque
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from math import isfinite
from typing import TYPE_CHECKING, Any

from lf_simulator.redaction import Redactor, sealed

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from datetime import datetime

    from lf_simulator.faults.plan import Fault
    from lf_simulator.search.account import Account

    Headers = Iterable[tuple[bytes, bytes]]

CAPACITY = 10_000
"""Exchanges."""
BODY_BYTES = 64 * 1024
"""Kept of each body."""
BODIES_BYTES = 16 * 1024 * 1024
"""Kept of all bodies together; beyond that the oldest exchanges go early."""

SIGN_IN_ROUTE = "/token"


@dataclass(slots=True)
class Exchange:
    """One request and its answer, in the pieces that the server had in hand. Filled in as the exchange goes on."""

    started: datetime
    method: str
    path: str
    """As it came, with its percent signs."""
    query: bytes = b""
    request_headers: Headers = ()
    request_body: bytes = b""
    operation: str | None = None
    """The official name in the dialect of the call; None when no route fitted."""
    version: str | None = None
    user: str | None = None
    status: int | None = None
    """None when no answer was given."""
    response_headers: Headers = ()
    response_body: bytes = b""
    fault: Fault | None = None
    """The last fault that struck."""
    reason: str | None = None
    """Why the request was refused, in plain words; of a search command with a caret under the place."""
    search: Account | None = None
    """Of a search that was run."""
    request_bytes: int = 0
    """Length of the body where only its beginning was kept, else 0."""
    response_bytes: int = 0


class PackedHeaders:
    """Headers as one piece of memory: a list of pairs takes several times as much."""

    __slots__ = ("_bytes",)

    def __init__(self, joined: bytes) -> None:
        self._bytes = joined

    def __iter__(self) -> Iterator[tuple[bytes, bytes]]:
        parts = self._bytes.split(b"\0") if self._bytes else []
        return zip(parts[::2], parts[1::2], strict=True)

    def __repr__(self) -> str:
        return repr(list(self))


def packed(headers: Iterable[tuple[bytes, bytes]]) -> Iterable[tuple[bytes, bytes]]:
    """The same headers in less memory. NUL, which parts them there, is in none that came over HTTP."""
    parts = [part for pair in headers for part in pair]
    joined = b"\0".join(parts)
    return headers if joined.count(b"\0") >= max(len(parts), 1) else PackedHeaders(joined)


class Journal:
    """A ring of exchanges, numbered from 1 and never renumbered."""

    def __init__(self, capacity: int = CAPACITY) -> None:
        self._capacity = capacity
        self._ring: deque[Exchange] = deque()
        self._kept_bytes = 0
        self._gone = 0
        self._redactor = Redactor()
        self.dropped = 0
        """How many were pushed out since the journal began or was cleared."""

    def add(self, exchange: Exchange) -> None:
        """Keep it. Bodies are cut to BODY_BYTES, because a download would outgrow everything else."""
        if len(exchange.request_body) > BODY_BYTES:
            exchange.request_bytes = len(exchange.request_body)
            exchange.request_body = exchange.request_body[:BODY_BYTES]
        if len(exchange.response_body) > BODY_BYTES:
            exchange.response_bytes = len(exchange.response_body)
            exchange.response_body = exchange.response_body[:BODY_BYTES]
        self._seal(exchange)
        self._ring.append(exchange)
        self._kept_bytes += len(exchange.request_body) + len(exchange.response_body)
        while len(self._ring) > self._capacity or self._kept_bytes > BODIES_BYTES:
            oldest = self._ring.popleft()
            self._kept_bytes -= len(oldest.request_body) + len(oldest.response_body)
            self._gone += 1
            self.dropped += 1

    def clear(self) -> None:
        """Forget all exchanges; numbers go on."""
        self._gone += len(self._ring)
        self._ring.clear()
        self._kept_bytes = 0
        self.dropped = 0

    def __len__(self) -> int:
        return len(self._ring)

    def read(
        self, operation: str | None = None, status: int | None = None, since: int = 0, limit: int | None = None
    ) -> list[dict[str, Any]]:
        """Exchanges as JSON has them, oldest first. `since` leaves out numbers up to and including it."""
        return list(self.rendered(operation, status, since, limit))

    def rendered(
        self, operation: str | None = None, status: int | None = None, since: int = 0, limit: int | None = None
    ) -> Iterator[dict[str, Any]]:
        """The same one by one, each made when it is asked for. What comes in meanwhile is not among them."""
        fitting = (
            (number, exchange)
            for number, exchange in self._numbered()
            if number > since
            and (operation is None or exchange.operation == operation)
            and (status is None or exchange.status == status)
        )
        chosen = list(islice(fitting, limit))
        return (self._render(number, exchange) for number, exchange in chosen)

    def _numbered(self) -> Iterator[tuple[int, Exchange]]:
        return enumerate(self._ring, self._gone + 1)

    def _seal(self, exchange: Exchange) -> None:
        """Take out what signs somebody in, where it belongs: what is not kept cannot be read by anybody.

        Where a client has put it elsewhere it is found by its value, or its name, when the journal is read.
        """
        for name, value in exchange.request_headers:
            if name.lower() == b"authorization":
                self._redactor.learn(value.decode("latin-1").rpartition(" ")[2])
        exchange.request_headers = packed(sealed(exchange.request_headers))
        exchange.response_headers = packed(sealed(exchange.response_headers))
        if _is_sign_in(exchange):
            given = _parsed(exchange.response_body, b"")
            token = given.get("access_token") if isinstance(given, dict) else None
            if isinstance(token, str):
                self._redactor.learn(token)
            shown = self._render(0, exchange)
            exchange.request_body = _as_bytes(shown["request"]["body"])
            exchange.response_body = _as_bytes(shown["response"]["body"])
            exchange.request_bytes = exchange.response_bytes = 0

    def _render(self, number: int, exchange: Exchange) -> dict[str, Any]:
        redactor = self._redactor
        return {
            "number": number,
            "time": exchange.started.isoformat().replace("+00:00", "Z"),
            "operation": exchange.operation,
            "version": exchange.version,
            "method": exchange.method,
            "path": redactor.text(exchange.path),
            "query": redactor.text(exchange.query.decode("latin-1")),
            "user": exchange.user,
            "status": exchange.status,
            "request": {
                "headers": redactor.headers(exchange.request_headers),
                "body": self._render_body(
                    exchange, exchange.request_body, exchange.request_headers, exchange.request_bytes
                ),
            },
            "response": {
                "headers": redactor.headers(exchange.response_headers),
                "body": self._render_body(
                    exchange, exchange.response_body, exchange.response_headers, exchange.response_bytes
                ),
            },
            "fault": exchange.fault.describe() if exchange.fault else None,
            "reason": None if exchange.reason is None else redactor.text(exchange.reason),
            "search": None if exchange.search is None else redactor.json(exchange.search.describe()),
        }

    def _render_body(self, exchange: Exchange, body: bytes, headers: Headers, whole_bytes: int) -> Any:
        """JSON as JSON, text as text, `{"bytes": n}` for the rest, None for nothing."""
        if not body:
            return None
        content_type = _content_type(headers)
        if not whole_bytes:
            with suppress(RecursionError):  # nested deeper than anybody reads: shown as the text that it is
                parsed = _parsed(body, content_type)
                if parsed is not None:
                    return self._redactor.json(parsed)
        if _is_sign_in(exchange) and b"x-www-form-urlencoded" not in content_type:
            return {"bytes": whole_bytes or len(body)}  # a sign-in in a shape nobody foresaw: the password is somewhere
        try:
            text = body.decode()
        except UnicodeDecodeError as problem:
            if not whole_bytes or problem.start < len(body) - 3:  # no character in UTF-8 is longer than 4 bytes
                return {"bytes": whole_bytes or len(body)}
            text = body[: problem.start].decode()
        if "\0" in text:
            return {"bytes": whole_bytes or len(body)}
        shown = self._redactor.text(text)
        return f"{shown}… ({whole_bytes} bytes in all)" if whole_bytes else shown


def _as_bytes(shown: Any) -> bytes:
    """A body as it is shown, to be shown so again."""
    if shown is None:
        return b""
    return shown.encode() if isinstance(shown, str) else json.dumps(shown).encode()


def _is_sign_in(exchange: Exchange) -> bool:
    """By its address, so that a sign-in on a wrong route counts too."""
    return exchange.path.rstrip("/").lower().endswith(SIGN_IN_ROUTE)


def _content_type(headers: Headers) -> bytes:
    return next((value.lower() for name, value in headers if name.lower() == b"content-type"), b"")


def _parsed(body: bytes, content_type: bytes) -> Any:
    """The JSON value of a body; None where it is none. Without a JSON content type only objects and lists count."""
    if b"json" not in content_type and body[:1] not in (b"{", b"["):
        return None
    try:
        return json.loads(body, parse_float=_finite, parse_constant=str)
    except ValueError:
        return None


def _finite(text: str) -> float | str:
    """A number that is too large to be one would be written as a word that JSON does not have."""
    value = float(text)
    return value if isfinite(value) else text
