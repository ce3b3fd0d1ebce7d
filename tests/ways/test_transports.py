"""Clients without a socket: the answers, exceptions and time-outs are those of real HTTP."""

from __future__ import annotations

import httpx
import httpx2
import pytest

from lf_simulator import Laserfiche, Registry
from lf_simulator.transports import async_transport, transport

LIBRARIES = pytest.mark.parametrize("library", [httpx, httpx2], ids=["httpx", "httpx2"])
ADDRESS = "http://sim.test"


@pytest.fixture
def registry():
    made = Registry(seed=1)
    made.create(id="demo", profile="v2-selfhosted")
    yield made
    made.close()


@pytest.fixture
def laserfiche(registry: Registry) -> Laserfiche:
    return Laserfiche(registry.get("demo"), ADDRESS, lambda work: work())


def keys(laserfiche: Laserfiche) -> dict[str, object]:
    return {"base_url": laserfiche.url, "headers": {"Authorization": f"Bearer {laserfiche.token()}"}, "timeout": 2}


@LIBRARIES
def test_a_client_that_blocks_is_answered(library, registry, laserfiche) -> None:
    with library.Client(transport=transport(library, registry), **keys(laserfiche)) as client:
        answer = client.get("/Entries/1", params={"$select": "name"})
        assert (answer.status_code, answer.json()["name"]) == (200, "")
        form = {"grant_type": "password", "username": "demo", "password": "demo"}
        assert client.post("/Token", data=form).json()["token_type"] == "bearer"


@LIBRARIES
@pytest.mark.anyio
async def test_an_asynchronous_client_is_answered(library, registry, laserfiche) -> None:
    async with library.AsyncClient(transport=async_transport(library, registry), **keys(laserfiche)) as client:
        made = await client.post("/Entries/1/Folder/Children", json={"entryType": "Folder", "name": "Ünïcode 写"})
        assert (made.status_code, made.json()["name"]) == (201, "Ünïcode 写")


FAULTS = [
    ("hang", {}, "ReadTimeout"),
    ("delay", {"wait_ms": 600_000}, "ReadTimeout"),
    ("drop", {}, "RemoteProtocolError"),
]


@LIBRARIES
@pytest.mark.parametrize("phase", ["before", "after"])
@pytest.mark.parametrize(("kind", "more", "error"), FAULTS)
def test_a_broken_exchange_raises_what_a_socket_would(library, registry, laserfiche, kind, more, error, phase) -> None:
    laserfiche.faults.add("GetEntry", kind, phase=phase, times=1, **more)
    with library.Client(transport=transport(library, registry), **keys(laserfiche)) as client:
        with pytest.raises(getattr(library, error)) as caught:
            client.get("/Entries/1")
        assert caught.value.request.url.path.endswith("/Entries/1")
        assert client.get("/Entries/1").status_code == 200


def test_a_delay_that_is_shorter_than_the_patience_is_waited_for(registry, laserfiche) -> None:
    laserfiche.faults.add("GetEntry", "delay", wait_ms=1)
    with httpx.Client(transport=transport(httpx, registry), **keys(laserfiche)) as client:
        assert client.get("/Entries/1").status_code == 200


def test_a_hang_is_a_timeout_even_for_a_client_that_waits_for_ever(registry, laserfiche) -> None:
    laserfiche.faults.add("GetEntry", "hang")
    with (
        httpx.Client(transport=transport(httpx, registry), **(keys(laserfiche) | {"timeout": None})) as client,
        pytest.raises(httpx.ReadTimeout),
    ):
        client.get("/Entries/1")


@pytest.mark.anyio
async def test_a_client_that_blocks_is_told_not_to_stop_the_event_loop(registry, laserfiche) -> None:
    with (
        httpx.Client(transport=transport(httpx, registry), **keys(laserfiche)) as client,
        pytest.raises(RuntimeError, match="AsyncClient"),
    ):
        client.get("/Entries/1")
