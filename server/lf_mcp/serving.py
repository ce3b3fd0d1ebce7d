"""The two transports: standard input and output, and streamable HTTP with an optional bearer token."""

from __future__ import annotations

import hmac
import json
import logging
from functools import partial
from typing import TYPE_CHECKING

import anyio
from mcp.server.stdio import stdio_server

from lf_mcp.app import build_server
from lf_mcp.settings import LOOPBACK

if TYPE_CHECKING:
    from starlette.applications import Starlette
    from starlette.types import ASGIApp, Receive, Scope, Send

    from lf_mcp.config import Config

log = logging.getLogger("lf_mcp")
UNAUTHORIZED = 401
GRACE = 2  # seconds that open streams get at shutdown


def over_stdio(config: Config) -> None:
    """Serve until standard input ends."""
    anyio.run(partial(_stdio, config))


async def _stdio(config: Config) -> None:
    server = build_server(config)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options())


def over_http(config: Config) -> None:
    """Serve until interrupted, on LF_HTTP_HOST, LF_HTTP_PORT and LF_HTTP_PATH."""
    import uvicorn  # costs start time that standard input and output need not pay

    if config.http_host not in LOOPBACK and config.http_auth_token is None:
        log.warning(
            "LF_HTTP_HOST is not loopback and LF_HTTP_AUTH_TOKEN is not set: whoever reaches the port can read "
            "the repository"
        )
    uvicorn.run(
        http_app(config), host=config.http_host, port=config.http_port, log_config=None, timeout_graceful_shutdown=GRACE
    )


def http_app(config: Config) -> Starlette:
    """The ASGI application. Without session state, since no tool ever calls back."""
    app = build_server(config).streamable_http_app(
        streamable_http_path=config.http_path, stateless_http=True, host=config.http_host
    )
    if config.http_auth_token is not None:
        app.add_middleware(BearerGuard, token=config.http_auth_token)
    return app


class BearerGuard:
    """Lets only requests with the one token through."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._expected = f"Bearer {token}".encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given = dict(scope.get("headers", [])).get(b"authorization", b"")
        if scope["type"] == "http" and not hmac.compare_digest(given, self._expected):
            await _refuse(send)
        else:
            await self._app(scope, receive, send)


async def _refuse(send: Send) -> None:
    body = json.dumps(
        {"error": "unauthorized", "detail": "This server needs its bearer token (LF_HTTP_AUTH_TOKEN)."}
    ).encode()
    headers = [(b"content-type", b"application/json"), (b"www-authenticate", b"Bearer")]
    await send({"type": "http.response.start", "status": UNAUTHORIZED, "headers": headers})
    await send({"type": "http.response.body", "body": body})
