"""Signing in: which token request an auth mode makes, and one token that all concurrent calls share."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import anyio

from lf_mcp import access_key
from lf_mcp.failures import ApiError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from lf_mcp.config import Config

RENEW_BEFORE = 30.0  # seconds of life left
# The guide says expires_in; the published description of one self-hosted build says expire_in.
LIFETIME_KEYS = ("expires_in", "expire_in")


def _no_bearer() -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class TokenRequest:
    """A form POST that yields a token. `lifetime`: seconds assumed when the answer names none.

    `bearer` makes what signs the request itself, anew for each, where it is signed.
    """

    url: str
    form: dict[str, str]
    lifetime: float
    bearer: Callable[[], str | None] = _no_bearer


def token_request(config: Config, repository_url: str) -> TokenRequest:
    """The token request of `config.auth_mode` ("password", "oauth" or "api_key"; "oauth_passthrough" makes none)."""
    if config.auth_mode == "api_key":
        key = access_key.read(config.cloud_access_key or "")
        form = {"grant_type": "client_credentials"}
        if config.oauth_scope:
            form["scope"] = config.oauth_scope
        secret = config.cloud_service_principal_key or ""
        return TokenRequest(
            # A decision of this build: the address of the service may be named, so that a simulator can be one.
            config.oauth_token_url or key.token_url,
            form,
            3600.0,
            lambda: key.assertion(secret, time.time),
        )
    if config.auth_mode == "oauth":
        form = {
            "grant_type": "client_credentials",
            "client_id": config.client_id or "",
            "client_secret": config.client_secret or "",
        }
        if config.oauth_scope:
            form["scope"] = config.oauth_scope
        return TokenRequest(config.oauth_token_url or "", form, 3600.0)
    form = {"grant_type": "password", "username": config.username or "", "password": config.password or ""}
    return TokenRequest(f"{repository_url}/Token", form, 900.0)


@dataclass(slots=True)
class _SignIn:
    """A sign-in under way. Neither token nor failure at the end: whoever made it was cancelled."""

    done: anyio.Event = field(default_factory=anyio.Event)
    token: str | None = None
    failure: ApiError | None = None


class FixedToken:
    """The token of the caller himself: nobody here can get another one."""

    def __init__(self, token: str) -> None:
        self._token = token

    async def token(self, refused: str | None = None) -> str:
        """Raises ApiError once it has been refused."""
        if refused is not None:
            raise ApiError("Laserfiche refused the caller's token.", status=401)
        return self._token


class Sessions:
    """Holds the token; `sign_in` answers the token endpoint's JSON or raises ApiError and is never retried."""

    def __init__(self, sign_in: Callable[[], Awaitable[Any]], lifetime: float, clock: Callable[[], float]) -> None:
        self._sign_in = sign_in
        self._lifetime = lifetime
        self._clock = clock
        self._token: str | None = None
        self._good_until = 0.0
        self._under_way: _SignIn | None = None

    async def token(self, refused: str | None = None) -> str:
        """A token that is good for a while yet and is not `refused`, the one the server has just turned down.

        Calls that come while a sign-in is under way wait for it and share its token or its ApiError.
        """
        while True:
            if self._token is not None and self._token != refused and self._clock() < self._good_until - RENEW_BEFORE:
                return self._token
            if self._under_way is None:
                return await self._lead()
            followed = self._under_way
            await followed.done.wait()
            if followed.failure is not None:
                raise followed.failure.again()
            if followed.token is not None:
                return followed.token

    async def _lead(self) -> str:
        mine = self._under_way = _SignIn()
        try:
            asked_at = self._clock()
            answer = await self._sign_in()
            token, lifetime = self._read(answer)
            self._token, self._good_until = token, asked_at + lifetime
            mine.token = token
        except ApiError as failure:
            mine.failure = failure
            raise
        finally:
            self._under_way = None
            mine.done.set()
        return token

    def _read(self, answer: Any) -> tuple[str, float]:
        token = answer.get("access_token") if isinstance(answer, dict) else None
        if not isinstance(token, str) or not token:
            raise ApiError("The token endpoint answered with success, but its answer holds no access_token.")
        for key in LIFETIME_KEYS:
            seconds = answer.get(key)
            if isinstance(seconds, int | float) and not isinstance(seconds, bool):
                return token, float(seconds)
        return token, self._lifetime
