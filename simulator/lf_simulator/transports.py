"""Clients of httpx and httpx2 on a simulator in the same process: no socket, their own exceptions, real time-outs.

    registry = Registry(seed=1)
    registry.create(id="demo")
    client = httpx.AsyncClient(transport=async_transport(httpx, registry), base_url=…)

The two libraries have the same interface and unrelated types, so the module is handed in.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from lf_simulator.app import create_app
from lf_simulator.in_process import Asked, Disconnected, TimedOut, exchange

if TYPE_CHECKING:
    from lf_simulator.in_process import Answered
    from lf_simulator.registry import Registry


class Answers:
    """Answers requests of one of the two libraries, each with a response of the same or with what it would raise."""

    def __init__(self, library: Any, registry: Registry) -> None:
        """`library` is the module `httpx` or `httpx2`."""
        self._library = library
        self._app = create_app(registry)
        self._loop: asyncio.AbstractEventLoop | None = None

    async def answer(self, request: Any) -> Any:
        """For an asynchronous client, which has to be in the thread in which the registry was made."""
        return await self._answered(request, await request.aread())

    def answer_now(self, request: Any) -> Any:
        """For a client that blocks. Raises RuntimeError in a running event loop, which it would stop."""
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            pass
        else:
            raise RuntimeError("a client that blocks cannot be answered in a running event loop; use an AsyncClient")
        if self._loop is None:
            self._loop = asyncio.new_event_loop()
        return self._loop.run_until_complete(self._answered(request, request.read()))

    def close(self) -> None:
        if self._loop is not None:
            self._loop.close()
            self._loop = None

    async def _answered(self, request: Any, body: bytes) -> Any:
        try:
            found = await exchange(self._app, _asked(request, body))
        except TimedOut:
            raise self._library.ReadTimeout("The read operation timed out", request=request) from None
        except Disconnected:
            text = "Server disconnected without sending a response."
            raise self._library.RemoteProtocolError(text, request=request) from None
        return self._response(found, request)

    def _response(self, found: Answered, request: Any) -> Any:
        return self._library.Response(
            found.status, headers=found.headers, stream=self._library.ByteStream(bytes(found.body)), request=request
        )


def _asked(request: Any, body: bytes) -> Asked:
    url = request.url
    path, _, query = url.raw_path.partition(b"?")
    patience = request.extensions.get("timeout", {}).get("read")
    port = url.port or (443 if url.scheme == "https" else 80)
    return Asked(request.method, url.scheme, url.host, port, path, query, request.headers.raw, body, patience)


def async_transport(library: Any, registry: Registry) -> Any:
    """A transport for the `AsyncClient` of `library` (`httpx` or `httpx2`)."""
    answers = Answers(library, registry)

    class Transport(library.AsyncBaseTransport):  # type: ignore[misc]  # its base is known only now
        async def handle_async_request(self, request: Any) -> Any:
            return await answers.answer(request)

    return Transport()


def transport(library: Any, registry: Registry) -> Any:
    """A transport for the `Client` of `library`."""
    answers = Answers(library, registry)

    class Transport(library.BaseTransport):  # type: ignore[misc]  # its base is known only now
        def handle_request(self, request: Any) -> Any:
            return answers.answer_now(request)

        def close(self) -> None:
            answers.close()

    return Transport()
