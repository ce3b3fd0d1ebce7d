"""An application is served on a socket of its own, with the connection at hand, on loopback unless told otherwise."""

from __future__ import annotations

import asyncio
import contextlib
import re
import socket
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from lf_simulator import serving
from lf_simulator.faults.breaking import Drop
from lf_simulator.faults.connection import Connection
from lf_simulator.faults.kind import NoAnswer
from lf_simulator.faults.waiting import Hang

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.anyio


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


class Application:
    """Answers with the path; hangs at /hang and drops at /drop. Counts what it has finished."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.finished: list[str] = []

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        path = scope["path"]
        self.begun.append(path)
        kind = {"/hang": Hang(), "/drop": Drop()}.get(path)
        try:
            if kind:
                await kind.apply(Connection(scope, receive))
            await send(
                {"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"%d" % len(path))]}
            )
            await send({"type": "http.response.body", "body": path.encode()})
        except NoAnswer:
            if Connection(scope, receive).is_in_process:
                raise
        finally:
            self.finished.append(path)


@contextlib.asynccontextmanager
async def served(application: Application, protocol: Any = None) -> AsyncIterator[httpx.AsyncClient]:
    with contextlib.closing(serving.listen(port=0)) as bound:
        async with (
            serving.running(application, bound, protocol) as url,
            httpx.AsyncClient(base_url=url, timeout=10) as client,
        ):
            yield client


@pytest.mark.parametrize("protocol", [HttpToolsProtocol, H11Protocol])
async def test_either_protocol_hands_the_connection_over_so_that_it_can_be_cut(
    protocol: Any, capfd: pytest.CaptureFixture[str]
) -> None:
    application = Application()
    async with served(application, serving.with_connection(protocol)) as client:
        assert (await client.get("/one")).text == "/one"
        with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError)):
            await client.get("/drop")
        with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError)):
            await client.post("/drop", content=b"x" * 100_000)
        assert (await client.get("/two")).text == "/two"
    assert application.finished == ["/one", "/drop", "/drop", "/two"]
    assert capfd.readouterr() == ("", "")


async def test_a_client_that_gives_up_ends_what_hangs() -> None:
    application = Application()
    async with served(application) as client:
        with pytest.raises(httpx.ReadTimeout):
            await client.get("/hang", timeout=0.1)
        while not application.finished:
            await asyncio.sleep(0.01)
    assert application.finished == ["/hang"]


async def test_a_stop_does_not_wait_for_what_hangs(capfd: pytest.CaptureFixture[str]) -> None:
    application = Application()
    async with httpx.AsyncClient(timeout=60) as client:  # outlives the server, so that it is not the one to hang up
        with contextlib.closing(serving.listen(port=0)) as bound:
            async with serving.running(application, bound) as url:
                hanging = asyncio.create_task(client.get(f"{url}/hang"))
                while not application.begun:
                    await asyncio.sleep(0.01)
        with pytest.raises((httpx.RemoteProtocolError, httpx.ReadError)):
            await hanging
    assert application.finished == ["/hang"]
    assert capfd.readouterr() == ("", "")


async def test_a_socket_is_free_again_after_the_stop() -> None:
    with contextlib.closing(serving.listen(port=0)) as bound:
        port = bound.getsockname()[1]
        async with serving.running(Application(), bound) as url:
            assert url == f"http://127.0.0.1:{port}"
    with contextlib.closing(serving.listen(port=port)) as again:
        assert again.getsockname()[1] == port


def test_a_kept_connection_outlives_the_pauses_of_a_client() -> None:
    assert serving.Server(Application()).config.timeout_keep_alive >= 60


def test_a_socket_is_known_to_be_tcp() -> None:
    with contextlib.closing(serving.listen(port=0)) as bound:
        assert bound.proto == socket.IPPROTO_TCP


def test_a_port_in_use_is_one_line_that_says_what_to_do() -> None:
    with contextlib.closing(serving.listen(port=0)) as bound:
        port = bound.getsockname()[1]
        sentence = f"--port: {port} is in use on 127.0.0.1; name another one, or 0 for any that is free"
        with pytest.raises(serving.CannotListen, match=f"^{re.escape(sentence)}$"):
            serving.listen(port=port)


@pytest.mark.parametrize("host", ["0.0.0.0", "::"])
def test_an_address_that_others_can_reach_needs_to_be_allowed(host: str) -> None:
    sentence = (
        f"--host: {host} can be reached from other machines; add --allow-remote if that is meant, or use 127.0.0.1"
    )
    with pytest.raises(serving.CannotListen, match=f"^{re.escape(sentence)}$"):
        serving.listen(host, 0)


def test_an_address_that_others_can_reach_is_taken_when_it_is_allowed() -> None:
    with contextlib.closing(serving.listen("0.0.0.0", 0, allow_remote=True)) as bound:
        assert serving.url_of(bound) == f"http://127.0.0.1:{bound.getsockname()[1]}"


@pytest.mark.parametrize("host", ["no.such.host.invalid", "a" * 300])
def test_a_host_that_is_no_address_is_one_line(host: str) -> None:
    with pytest.raises(serving.CannotListen, match=f"^--host: {host} is not an address of this machine$"):
        serving.listen(host, 0)


async def test_in_process_a_drop_reaches_the_caller() -> None:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(Application()), base_url="http://sim") as client:
        with pytest.raises(NoAnswer):
            await client.get("/drop")
