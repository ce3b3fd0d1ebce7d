"""One exchange with an ASGI application in this process: no socket, and the time-outs of a client kept all the same.

What a client over a network would see broken, it gets told here: that the connection ended, or that its patience did.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from lf_simulator.faults.connection import PATIENCE, OutOfPatience
from lf_simulator.faults.kind import NoAnswer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, MutableMapping, Sequence

    ASGIApp = Callable[[Any, Any, Any], Awaitable[None]]

CLIENT = ("127.0.0.1", 40000)
"""Who calls, for rules that look: this machine."""


class Disconnected(Exception):
    """The connection ended before the answer was whole."""


class TimedOut(Exception):
    """The answer would come later than the client waits, or never."""


@dataclass(slots=True)
class Asked:
    """A request in the parts that ASGI wants. `patience` are the seconds for which the client waits; None is for ever,
    which is told as a time-out too where no answer would ever come."""

    method: str
    scheme: str
    host: str
    port: int
    raw_path: bytes
    query: bytes
    headers: Sequence[tuple[bytes, bytes]]
    body: bytes = b""
    patience: float | None = None


@dataclass(slots=True)
class Answered:
    """What came back, whole."""

    status: int = 0
    headers: list[tuple[bytes, bytes]] = field(default_factory=list)
    body: bytearray = field(default_factory=bytearray)


async def exchange(app: ASGIApp, asked: Asked) -> Answered:
    """Ask the application. Raises Disconnected and TimedOut where a client would see that."""
    answered = Answered()
    to_come = [{"type": "http.request", "body": asked.body, "more_body": False}]

    async def receive() -> MutableMapping[str, Any]:
        if to_come:
            return to_come.pop()
        raise NoAnswer  # nobody waits for a client that is here: see `Connection.wait`

    async def send(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            answered.status = message["status"]
            answered.headers = list(message.get("headers", ()))
        else:
            answered.body += message.get("body", b"")

    try:
        await app(_scope(asked), receive, send)
    except OutOfPatience:
        raise TimedOut from None
    except NoAnswer:
        raise Disconnected from None
    return answered


def _scope(asked: Asked) -> dict[str, Any]:
    return {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": asked.method,
        "scheme": asked.scheme,
        "path": unquote(asked.raw_path.decode("latin-1")),
        "raw_path": asked.raw_path,
        "query_string": asked.query,
        "root_path": "",
        "headers": [(name.lower(), value) for name, value in asked.headers],
        "client": CLIENT,
        "server": (asked.host, asked.port),
        "extensions": {PATIENCE: asked.patience},
    }
