"""Verifying the tokens of HTTP callers: signed by a key of the issuer, for this server, and not over yet."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import anyio
import httpx
import jwt
from mcp.server.auth.provider import AccessToken

if TYPE_CHECKING:
    from lf_mcp.config import Config

log = logging.getLogger("lf_mcp")

KEPT_SECONDS = 300
"""How long the keys of an issuer are taken as they are."""
LEAST_PAUSE = 10
"""Seconds between two readings, however many tokens name keys that nobody knows."""
WELL_KNOWN = ("/.well-known/openid-configuration", "/.well-known/oauth-authorization-server")
TIMEOUT = 10.0


@dataclass(slots=True)
class _Keys:
    by_id: dict[str | None, jwt.PyJWK] = field(default_factory=dict)
    read_at: float = float("-inf")
    reading: anyio.Lock = field(default_factory=anyio.Lock)


class JwtVerifier:
    """Takes tokens that the configured issuer has signed. Never raises: a token that does not hold is none."""

    def __init__(self, config: Config) -> None:
        assert config.http_oauth_issuer is not None  # noqa: S101 - made only where it is configured
        self._config = config
        self._issuer = config.http_oauth_issuer
        self._keys = _Keys()

    async def verify_token(self, token: str) -> AccessToken | None:
        """What the token says, None when it does not hold."""
        try:
            header = jwt.get_unverified_header(token)
            key = await self._key(header.get("kid"))
            if key is None:
                return None
            claims = jwt.decode(
                token,
                key,
                algorithms=list(self._config.http_oauth_algorithms),
                audience=self._config.http_oauth_audience or self._config.http_public_url,
                issuer=[self._issuer, f"{self._issuer}/"],
                options={"require": ["exp", "iss", "aud"]},
            )
        except jwt.PyJWTError as problem:
            log.info("a caller's token does not hold: %s", type(problem).__name__)
            return None
        return AccessToken(
            token=token,
            client_id=str(claims.get("client_id") or claims.get("azp") or claims.get("sub") or "unknown"),
            scopes=_scopes(claims),
            expires_at=int(claims["exp"]),
            subject=claims.get("sub"),
        )

    async def _key(self, key_id: str | None) -> jwt.PyJWK | None:
        keys = self._keys
        async with keys.reading:
            age = time.monotonic() - keys.read_at
            if age > KEPT_SECONDS or (key_id not in keys.by_id and age > LEAST_PAUSE):
                await self._read(keys)
        return keys.by_id.get(key_id)

    async def _read(self, keys: _Keys) -> None:
        """Read the keys anew; where that fails, those that are known go on."""
        keys.read_at = time.monotonic()
        try:
            async with httpx.AsyncClient(timeout=TIMEOUT) as client:
                address = self._config.http_oauth_jwks_url or await self._discovered(client)
                answer = await client.get(address)
                answer.raise_for_status()
                found = jwt.PyJWKSet.from_dict(answer.json())
        except (httpx.HTTPError, httpx.InvalidURL, ValueError, KeyError, jwt.PyJWTError) as problem:
            log.warning("the keys of LF_HTTP_OAUTH_ISSUER cannot be read: %s", type(problem).__name__)
            return
        keys.by_id = {key.key_id: key for key in found.keys}

    async def _discovered(self, client: httpx.AsyncClient) -> str:
        """The address of the keys, as the issuer's own description names it. Raises KeyError or httpx.HTTPError."""
        for path in WELL_KNOWN:
            answer = await client.get(f"{self._issuer}{path}")
            if answer.is_success:
                return str(answer.json()["jwks_uri"])
        raise KeyError("jwks_uri")


def _scopes(claims: dict[str, Any]) -> list[str]:
    """Most issuers write one text, some a list."""
    for name in ("scope", "scp"):
        value = claims.get(name)
        if isinstance(value, str):
            return value.split()
        if isinstance(value, list):
            return [str(each) for each in value]
    return []
