"""Streamable HTTP: the same server, behind a bearer token and a host check."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

from lf_mcp.serving import http_app

if TYPE_CHECKING:
    from collections.abc import Callable

    from lf_mcp import Config

pytestmark = pytest.mark.anyio

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "test", "version": "0"}},
}
ACCEPT = {"Accept": "application/json, text/event-stream"}


async def post(
    config: Config, path: str = "/mcp", base: str = "http://127.0.0.1:8000", **headers: str
) -> httpx.Response:
    app = http_app(config)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url=base) as client,
    ):
        return await client.post(path, json=HELLO, headers=ACCEPT | headers)


async def test_a_client_on_loopback_is_served_without_a_token(config: Callable[..., Config]) -> None:
    answer = await post(config())
    assert answer.status_code == 200
    assert "serverInfo" in answer.text


@pytest.mark.parametrize("given", [{}, {"Authorization": "Bearer wrong"}, {"Authorization": "s3cret"}])
async def test_a_configured_token_is_demanded(config: Callable[..., Config], given: dict[str, str]) -> None:
    answer = await post(config(http_auth_token="s3cret"), **given)
    assert answer.status_code == 401
    assert answer.json()["error"] == "unauthorized"
    assert "s3cret" not in answer.text


async def test_the_right_token_lets_in(config: Callable[..., Config]) -> None:
    answer = await post(config(http_auth_token="s3cret"), Authorization="Bearer s3cret")
    assert answer.status_code == 200


async def test_a_foreign_host_is_turned_away(config: Callable[..., Config]) -> None:
    assert (await post(config(), base="http://evil.test")).status_code == 421


async def test_the_path_can_be_chosen(config: Callable[..., Config]) -> None:
    assert (await post(config(http_path="/laserfiche"), path="/laserfiche")).status_code == 200
