"""Callers over HTTP who sign in at an issuer of their own, and tokens that are handed on."""

from __future__ import annotations

import json
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from lf_mcp.serving import http_app

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lf_mcp import Config

pytestmark = pytest.mark.anyio

PUBLIC = "https://mcp.city.test/mcp"
RSA = rsa.generate_private_key(public_exponent=65537, key_size=2048)
STRANGER = rsa.generate_private_key(public_exponent=65537, key_size=2048)
CURVE = ec.generate_private_key(ec.SECP256R1())


class Issuer:
    """An issuer on this machine, with its own description and its keys."""

    def __init__(self) -> None:
        issuer = self
        self.asked: list[str] = []
        keys = [
            {**json.loads(jwt.algorithms.RSAAlgorithm.to_jwk(RSA.public_key())), "kid": "rsa"},
            {**json.loads(jwt.algorithms.ECAlgorithm.to_jwk(CURVE.public_key())), "kid": "ec", "alg": "ES256"},
        ]

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                issuer.asked.append(self.path)
                documents = {
                    "/.well-known/openid-configuration": {"jwks_uri": f"{issuer.url}/keys"},
                    "/keys": {"keys": keys},
                }
                body = json.dumps(documents.get(self.path, {})).encode()
                self.send_response(200 if self.path in documents else 404)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                """Tests are quiet."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def token(self, key: Any = RSA, algorithm: str = "RS256", kid: str | None = "rsa", **claims: Any) -> str:
        now = int(time.time())
        whole = {"iss": self.url, "aud": PUBLIC, "sub": "ada", "exp": now + 60, "scope": "read delete", **claims}
        held = {name: value for name, value in whole.items() if value is not None}
        return jwt.encode(held, key, algorithm, headers={"kid": kid} if kid else None)


@pytest.fixture(scope="module")
def issuer() -> Iterator[Issuer]:
    made = Issuer()
    yield made
    made.close()


@pytest.fixture
def signed_in(config: Callable[..., Config], issuer: Issuer) -> Callable[..., Config]:
    def make(**changes: Any) -> Config:
        settings = {"http_oauth_issuer": issuer.url, "http_public_url": PUBLIC, "http_auth_token": "static"}
        return config(**(settings | changes))

    return make


ACCEPT = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-11-25"}


def call(tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
    params = {"name": tool, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


async def post(config: Config, message: dict[str, Any], token: str | None, host: str = "127.0.0.1:8000") -> Any:
    app = http_app(config)
    headers = ACCEPT | ({"Authorization": f"Bearer {token}"} if token else {})
    transport = httpx.ASGITransport(app=app)
    async with (
        app.router.lifespan_context(app),
        httpx.AsyncClient(transport=transport, base_url=f"http://{host}") as client,
    ):
        return await client.post("/mcp", json=message, headers=headers)


def answer_of(response: httpx.Response) -> dict[str, Any]:
    data = next(line for line in response.text.splitlines() if line.startswith("data: {"))
    found = json.loads(data.removeprefix("data: "))["result"]["structuredContent"]
    assert isinstance(found, dict)
    return found


LISTING = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}


async def test_a_token_of_the_issuer_lets_in_and_the_static_one_no_longer(signed_in, issuer) -> None:
    assert (await post(signed_in(), LISTING, issuer.token())).status_code == 200
    by_list = issuer.token(aud=["other", PUBLIC], scope=None, scp=["read"])
    assert (await post(signed_in(), LISTING, by_list)).status_code == 200
    for token in (None, "static"):
        refused = await post(signed_in(), LISTING, token)
        assert refused.status_code == 401
        assert "resource_metadata" in refused.headers["www-authenticate"]


@pytest.mark.parametrize(
    "changes",
    [
        {"aud": "somebody else"},
        {"iss": "http://127.0.0.1:9"},
        {"exp": 1},
        {"exp": None},
        {"aud": None},
        {"nbf": 2**31},
        {"key": STRANGER},
        {"kid": "nobody"},
        {"key": CURVE, "algorithm": "ES256", "kid": "ec"},
        {"key": "x" * 64, "algorithm": "HS256"},
    ],
    ids=lambda changes: "-".join(changes) + str(changes.get("aud", "")),
)
async def test_a_token_that_does_not_hold_is_refused(signed_in, issuer, changes: dict[str, Any]) -> None:
    assert (await post(signed_in(), LISTING, issuer.token(**changes))).status_code == 401


async def test_other_algorithms_audiences_and_keys_can_be_configured(signed_in, issuer) -> None:
    settings = {"http_oauth_algorithms": ("ES256",), "http_oauth_audience": "laserfiche"}
    token = issuer.token(CURVE, "ES256", "ec", aud="laserfiche")
    config = signed_in(http_oauth_jwks_url=f"{issuer.url}/keys", **settings)
    assert (await post(config, LISTING, token)).status_code == 200
    assert (await post(config, LISTING, issuer.token())).status_code == 401


async def test_scopes_can_be_demanded(signed_in, issuer) -> None:
    config = signed_in(http_oauth_required_scopes=("read",))
    assert (await post(config, LISTING, issuer.token())).status_code == 200
    assert (await post(config, LISTING, issuer.token(scope="write"))).status_code == 403


async def test_the_resource_tells_where_to_sign_in(signed_in, issuer) -> None:
    app = http_app(signed_in())
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://127.0.0.1:8000") as client:
        told = (await client.get("/.well-known/oauth-protected-resource/mcp")).json()
    assert (told["resource"], [address.rstrip("/") for address in told["authorization_servers"]]) == (
        PUBLIC,
        [issuer.url],
    )


async def test_the_public_name_is_let_through_and_foreign_ones_are_not(signed_in, issuer) -> None:
    token = issuer.token()
    assert (await post(signed_in(), LISTING, token, host="mcp.city.test")).status_code == 200
    assert (await post(signed_in(), LISTING, token, host="evil.test")).status_code == 421


async def test_deleting_needs_its_scope(signed_in, issuer, repository, url) -> None:
    entry = {"id": 7, "name": "x", "entryType": "Document", "fullPath": "\\x"}
    repository.get(url("Entries/7")).respond(json=entry)
    repository.route(host="127.0.0.1").pass_through()
    sent = repository.delete(url("Entries/7")).respond(json={"token": "t"})
    config = signed_in(read_only=False, http_oauth_destructive_scope="delete")
    arguments = {"entry_id": 7}
    preview = answer_of(await post(config, call("laserfiche_entry_delete", arguments), issuer.token(scope="read")))
    assert preview["mode"] == "preview"
    confirmed = arguments | {"confirmation_token": preview["confirmation_token"]}
    refused = answer_of(await post(config, call("laserfiche_entry_delete", confirmed), issuer.token(scope="read")))
    assert (refused["error"], refused["required_scope"]) == ("destructive_scope_required", "delete")
    assert not sent.called


async def test_a_confirmation_is_the_callers_own(signed_in, issuer, repository, url) -> None:
    repository.get(url("Entries/7")).respond(json={"id": 7, "name": "x", "entryType": "Document"})
    repository.route(host="127.0.0.1").pass_through()
    config = signed_in(read_only=False, confirmation_secret="kept over restarts")
    arguments = {"entry_id": 7, "new_name": "y"}
    preview = answer_of(await post(config, call("laserfiche_entry_rename", arguments), issuer.token()))
    confirmed = arguments | {"confirmation_token": preview["confirmation_token"]}
    other = answer_of(await post(config, call("laserfiche_entry_rename", confirmed), issuer.token(sub="ben")))
    assert "somebody else" in other["reason"]


async def test_the_callers_own_token_is_handed_on(signed_in, issuer, repository, url) -> None:
    asked = repository.get(url("Entries/7")).respond(json={"id": 7})
    repository.route(host="127.0.0.1").pass_through()
    config = signed_in(auth_mode="oauth_passthrough", username=None, password=None)
    token = issuer.token()
    assert answer_of(await post(config, call("laserfiche_entry_get", {"entry_id": 7}), token))["id"] == 7
    assert asked.calls.last.request.headers["authorization"] == f"Bearer {token}"
    assert not repository["v1-token"].called
    asked.respond(401)
    refused = answer_of(await post(config, call("laserfiche_entry_get", {"entry_id": 7}), token))
    assert (refused["error"], refused["status_code"]) == ("auth_failed", 401)


async def test_keys_are_not_asked_for_again_and_again(signed_in, issuer) -> None:
    from lf_mcp.verifying import JwtVerifier

    verifier = JwtVerifier(signed_in())
    issuer.asked.clear()
    for kid in ("rsa", "rsa", "nobody", "nobody else"):
        await verifier.verify_token(issuer.token(kid=kid))
    assert issuer.asked.count("/keys") == 1
