"""The two transports: standard input and output, and streamable HTTP with an optional bearer token."""

from __future__ import annotations

import hmac
import json
import logging
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import anyio
from mcp.server.auth.settings import AuthSettings
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from pydantic import AnyHttpUrl

from lf_mcp.app import build_server
from lf_mcp.settings import LOOPBACK

if TYPE_CHECKING:
    from mcp.server.auth.provider import TokenVerifier
    from starlette.applications import Starlette
    from starlette.types import ASGIApp, Receive, Scope, Send

    from lf_mcp.config import Config

log = logging.getLogger("lf_mcp")
UNAUTHORIZED = 401
EVERYWHERE = frozenset({"0.0.0.0", "::"})  # noqa: S104 - recognised, not listened on
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

    if config.http_host not in LOOPBACK and config.http_auth_token is None and config.http_oauth_issuer is None:
        log.warning(
            "LF_HTTP_HOST is not loopback and neither LF_HTTP_AUTH_TOKEN nor LF_HTTP_OAUTH_ISSUER is set: whoever "
            "reaches the port can read the repository"
        )
    uvicorn.run(
        http_app(config), host=config.http_host, port=config.http_port, log_config=None, timeout_graceful_shutdown=GRACE
    )


def http_app(config: Config) -> Starlette:
    """The ASGI application. Without session state, since no tool ever calls back.

    Callers show a token of the configured issuer, or else the one static token, or else nothing.
    """
    auth, verifier = _resource_server(config) if config.http_oauth_issuer is not None else (None, None)
    app = build_server(config).streamable_http_app(
        streamable_http_path=config.http_path,
        stateless_http=True,
        host=config.http_host,
        transport_security=_names(config),
        auth=auth,
        token_verifier=verifier,
    )
    if config.http_auth_token is not None and auth is None:
        app.add_middleware(BearerGuard, token=config.http_auth_token)
    return app


def _resource_server(config: Config) -> tuple[AuthSettings, TokenVerifier]:
    """As one that takes tokens of an issuer: what it tells of itself, and what verifies them."""
    from lf_mcp.verifying import JwtVerifier  # needs a library that only this needs

    settings = AuthSettings(
        issuer_url=AnyHttpUrl(config.http_oauth_issuer or ""),
        resource_server_url=AnyHttpUrl(config.http_public_url or ""),
        required_scopes=list(config.http_oauth_required_scopes) or None,
        validate_token_resource=False,  # the verifier holds the audience
    )
    return settings, JwtVerifier(config)


def _names(config: Config) -> TransportSecuritySettings | None:
    """The names under which this server may be asked, so that no web page can lead a browser to it.

    None where it listens on all interfaces and nobody has said what it is called.
    """
    public = urlsplit(config.http_public_url or "")
    if config.http_host in EVERYWHERE and not public.hostname:
        return TransportSecuritySettings(enable_dns_rebinding_protection=False)
    hosts = {f"[{name}]" if ":" in name else name for name in (*LOOPBACK, config.http_host) if name not in EVERYWHERE}
    allowed = [f"{host}:*" for host in sorted(hosts)]
    origins = [f"http://{host}:*" for host in sorted(hosts)]
    if public.hostname:
        allowed += [public.netloc, f"{public.hostname}:*"]
        origins.append(f"{public.scheme}://{public.netloc}")
    return TransportSecuritySettings(allowed_hosts=allowed, allowed_origins=origins)


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
