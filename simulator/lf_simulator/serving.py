"""Serving an ASGI application on a TCP socket of its own, so that a fault can cut the connection under an exchange.

The server is uvicorn. What is added: the connection is handed to the application, the loopback rule, and a stop that
does not wait for exchanges which hang on purpose.
"""

from __future__ import annotations

import asyncio
import contextlib
import errno
import ipaddress
import socket
from typing import TYPE_CHECKING, Any

from uvicorn.config import Config
from uvicorn.server import Server as UvicornServer

from lf_simulator.faults.connection import TRANSPORT

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Iterator

    ASGIApp = Callable[[Any, Any, Any], Awaitable[None]]

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8700
BACKLOG = 2048
GRACE_SECONDS = 0.5
"""After a stop, exchanges under way get this long to finish before they are cut off."""


IDLE_SECONDS = 130
"""A connection that is kept open is closed after so long without a request: what the web server of real builds does by
default. With a short time a client meets connections that close under its hands, which real ones hardly do."""


HEAD_LIMIT = 4 * 1024 * 1024
"""Bytes before the body. The application refuses far fewer of them, but it is asked only when all are there."""


class CannotListen(OSError):
    """The address cannot be used; the message is one sentence that says why and what to do."""


def listen(host: str = DEFAULT_HOST, port: int = DEFAULT_PORT, *, allow_remote: bool = False) -> socket.socket:
    """A bound socket, port 0 for a free one. Raises CannotListen, also for an address that others can reach.

    The protocol is named, because event loops switch off the delay of small packets only on sockets known to be TCP.
    """
    try:
        family, _, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
    except (socket.gaierror, UnicodeError):
        raise CannotListen(f"--host: {host} is not an address of this machine") from None
    if not (allow_remote or ipaddress.ip_address(str(address[0]).partition("%")[0]).is_loopback):
        raise CannotListen(
            f"--host: {host} can be reached from other machines; add --allow-remote if that is meant, "
            f"or use {DEFAULT_HOST}"
        )
    bound = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        bound.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        bound.bind(address)
        bound.listen(BACKLOG)  # now, so that a port in use is found out here
    except OSError as problem:
        bound.close()
        raise CannotListen(_why_not(problem, host, port)) from None
    return bound


def _why_not(problem: OSError, host: str, port: int) -> str:
    if problem.errno == errno.EADDRINUSE:
        return f"--port: {port} is in use on {host}; name another one, or 0 for any that is free"
    if problem.errno == errno.EADDRNOTAVAIL:
        return f"--host: {host} is not an address of this machine"
    if problem.errno == errno.EACCES:
        return f"--port: {port} needs more rights; name one from 1024 to 65535, or 0 for any that is free"
    return f"cannot listen on {host}, port {port}: {problem.strerror}"


def url_of(bound: socket.socket) -> str:
    """`http://127.0.0.1:PORT`: an address under which this machine reaches the socket."""
    host, port = bound.getsockname()[:2]
    if ipaddress.ip_address(host).is_unspecified:
        host = "::1" if bound.family == socket.AF_INET6 else DEFAULT_HOST
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


class _HandsOverConnection:
    """Goes before one of uvicorn's protocol classes: its application finds the connection in the scope.

    A client that sends headers without an end is cut off, since the parser keeps them all. (The slower implementation
    has a limit of its own, and none of the calls that are counted here.)
    """

    app: ASGIApp
    _head: int | None = None
    """Bytes that have come of a request whose headers are not whole yet; None while there is none."""

    def on_message_begin(self) -> None:
        self._head = 0
        super().on_message_begin()  # type: ignore[misc]

    def on_headers_complete(self) -> None:
        self._head = None
        super().on_headers_complete()  # type: ignore[misc]

    def data_received(self, data: bytes) -> None:
        super().data_received(data)  # type: ignore[misc]
        if self._head is not None:
            self._head += len(data)
            if self._head > HEAD_LIMIT:
                self._head = None
                self.send_400_response("Request headers too long.")  # type: ignore[attr-defined]

    def connection_made(self, transport: asyncio.Transport) -> None:
        super().connection_made(transport)  # type: ignore[misc]  # of the protocol class that follows
        inner, extensions = self.app, {TRANSPORT: transport}

        def app(scope: dict[str, Any], receive: Any, send: Any) -> Awaitable[None]:
            scope["extensions"] = extensions
            return inner(scope, receive, send)

        self.app = app


def protocol_class() -> type[asyncio.Protocol]:
    """The faster of uvicorn's HTTP/1.1 implementations that is installed, with the connection handed over."""
    try:
        from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as Protocol
    except ImportError:
        from uvicorn.protocols.http.h11_impl import H11Protocol as Protocol  # type: ignore[assignment]
    return with_connection(Protocol)


def with_connection(protocol: type[asyncio.Protocol]) -> type[asyncio.Protocol]:
    """A protocol class of uvicorn's that puts its transport into the extensions of each scope."""
    return type(f"Connected{protocol.__name__}", (_HandsOverConnection, protocol), {})


class Server(UvicornServer):
    """uvicorn without its signal handlers, which belong to whoever owns the process."""

    def __init__(self, app: ASGIApp, protocol: type[asyncio.Protocol] | None = None) -> None:
        super().__init__(
            Config(
                app,
                http=protocol or protocol_class(),
                ws="none",
                lifespan="off",
                interface="asgi3",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                timeout_graceful_shutdown=5,
                timeout_keep_alive=IDLE_SECONDS,
            )
        )
        self.is_up = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.is_up.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        cutting = asyncio.get_running_loop().call_later(GRACE_SECONDS, self._cut_off)
        await super().shutdown(sockets)
        cutting.cancel()

    def _cut_off(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()


@contextlib.asynccontextmanager
async def running(
    app: ASGIApp, bound: socket.socket, protocol: type[asyncio.Protocol] | None = None
) -> AsyncIterator[str]:
    """Serve `app` on the socket inside the block; the value is the address. The socket is closed at the end."""
    server = Server(app, protocol)
    serving = asyncio.create_task(server.serve([bound]))
    started = asyncio.create_task(server.is_up.wait())
    try:
        await asyncio.wait({serving, started}, return_when=asyncio.FIRST_COMPLETED)
        if serving.done():
            await serving  # tells why it did not come up
        yield url_of(bound)
    finally:
        started.cancel()
        server.should_exit = True
        await serving


def loop_factory() -> Callable[[], asyncio.AbstractEventLoop]:
    """The faster event loop that is installed."""
    try:
        import uvloop
    except ImportError:
        return asyncio.new_event_loop
    return uvloop.new_event_loop
