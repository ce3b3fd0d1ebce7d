"""The levers on who signs in: accounts with grants, sessions, the access key of the service app."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest

from lf_simulator import Registry, create_app

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

pytestmark = pytest.mark.anyio

DEMO = "/_sim/repositories/demo"
RIGHTS = "Browse, Read, WriteContent, AddPage, RemovePage, Rename, WriteMetadata, CreateFolder, CreateDocument, Delete"


@pytest.fixture
def registry() -> Iterator[Registry]:
    made = Registry(seed=1)
    made.create(id="demo", profile="v2-cloud")
    yield made
    made.close()


@pytest.fixture
async def client(registry: Registry) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(create_app(registry))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8700") as made:
        yield made


async def sign_in(client: httpx.AsyncClient, name: str, password: str) -> httpx.Response:
    form = {"grant_type": "password", "username": name, "password": password}
    return await client.post("/repository/v2/Repositories/demo/Token", data=form)


async def test_an_account_can_be_made_seen_and_changed(client: httpx.AsyncClient) -> None:
    account: dict[str, Any] = {
        "name": "Pat",
        "password": "secret",
        "attributes": {"Display.Columns": "Name"},
        "grants": [{"entry": 1, "rights": ["Browse", "Read"]}, {"entry": 50, "rights": []}],
        "tags": ["hr only"],
    }
    made = await client.post(f"{DEMO}/accounts", json=account)
    assert (made.status_code, made.json()) == (201, {"name": "Pat"})
    listed = await client.get(f"{DEMO}/accounts")
    row = next(row for row in listed.json()["accounts"] if row["name"] == "Pat")
    grants = sorted(row["grants"], key=lambda grant: grant["entry"])
    assert (grants, row["tags"]) == (account["grants"], ["HR Only"])
    assert "secret" not in listed.text
    assert (await sign_in(client, "pat", "secret")).status_code == 200

    changed = await client.post(f"{DEMO}/accounts", json={"name": "PAT", "password": "other"})
    assert changed.status_code == 200
    rows = [row for row in (await client.get(f"{DEMO}/accounts")).json()["accounts"] if row["name"].lower() == "pat"]
    assert rows == [{"name": "PAT", "grants": None, "tags": None}]
    assert [(await sign_in(client, "pat", word)).status_code for word in ("secret", "other")] == [401, 200]


WHOLE = {"name": "pat", "password": "x"}
UNFIT = [
    ({"name": "pat"}, 'body: key "password" is missing'),
    ({"name": " ", "password": "x"}, "body: name: must not be blank"),
    ({"name": "pat", "password": ""}, "body: password: must not be blank"),
    ({**WHOLE, "grant": []}, 'body: unknown key "grant" (did you mean grants?)'),
    ({**WHOLE, "attributes": {"a": 1}}, "body: attributes: a: must be a text, not 1"),
    ({**WHOLE, "grants": {}}, "body: grants: must be a list, not {}"),
    ({**WHOLE, "grants": [1]}, "body: grants[0]: must be an object, not 1"),
    ({**WHOLE, "grants": [{"entry": 1}]}, 'body: grants[0]: key "rights" is missing'),
    ({**WHOLE, "grants": [{"entry": True, "rights": []}]}, "body: grants[0]: entry: must be a whole number, not true"),
    ({**WHOLE, "grants": [{"entry": 99999, "rights": []}]}, "body: grants[0]: entry: there is no entry 99999"),
    (
        {**WHOLE, "grants": [{"entry": 1, "rights": ["Browse", "Reed"]}]},
        f'body: grants[0]: rights: unknown right "Reed" (did you mean Read?); there is {RIGHTS}',
    ),
    ({**WHOLE, "tags": ["Public"]}, 'body: tags: unknown security tag "Public"; there is HR Only, Closed Session'),
]


@pytest.mark.parametrize(("body", "sentence"), UNFIT)
async def test_an_account_that_does_not_fit_is_refused_and_nothing_is_changed(
    client: httpx.AsyncClient, body: object, sentence: str
) -> None:
    before = (await client.get(f"{DEMO}/accounts")).json()
    answer = await client.post(f"{DEMO}/accounts", json=body)
    assert (answer.status_code, answer.json()["error"][: len(sentence)]) == (400, sentence)
    assert (await client.get(f"{DEMO}/accounts")).json() == before


async def test_sessions_can_be_seen_and_revoked_one_user_or_all(client: httpx.AsyncClient, registry: Registry) -> None:
    repository = registry.get("demo")
    repository.clock.freeze()
    tokens = [(await sign_in(client, name, name)).json()["access_token"] for name in ("demo", "demo", "clerk")]
    repository.sessions.sign_in("demo", 60, scopes=frozenset({"repository.Write", "repository.Read"}))
    listed = await client.get(f"{DEMO}/sessions")
    assert listed.json()["sessions"] == [
        *({"user": user, "seconds_left": 43200.0, "scopes": None} for user in ("demo", "demo", "clerk")),
        {"user": "demo", "seconds_left": 60.0, "scopes": ["repository.Read", "repository.Write"]},
    ]
    assert not [token for token in tokens if token in listed.text]
    revoked = await client.post(f"{DEMO}/sessions/revoke", json={"user": "Clerk"})
    assert (revoked.status_code, revoked.json()) == (200, {"revoked": 1})
    assert [repository.sessions.find(token) is not None for token in tokens] == [True, True, False]
    assert (await client.post(f"{DEMO}/sessions/revoke")).json() == {"revoked": 3}
    assert (await client.get(f"{DEMO}/sessions")).json() == {"sessions": []}
    assert (await client.post(f"{DEMO}/sessions/revoke", json={"usr": "x"})).status_code == 400


async def test_a_reset_takes_back_accounts_and_sessions(client: httpx.AsyncClient) -> None:
    await client.post(f"{DEMO}/accounts", json=WHOLE)
    await sign_in(client, "pat", "x")
    await client.post(f"{DEMO}/reset")
    assert (await client.get(f"{DEMO}/sessions")).json() == {"sessions": []}
    assert (await sign_in(client, "pat", "x")).status_code == 401


async def test_a_kept_session_of_an_account_that_a_reset_took_back_has_no_rights(client: httpx.AsyncClient) -> None:
    await client.post(f"{DEMO}/accounts", json={**WHOLE, "grants": [{"entry": 1, "rights": ["Browse"]}]})
    token = (await sign_in(client, "pat", "x")).json()["access_token"]
    await client.post(f"{DEMO}/reset", json={"keep": ["sessions"]})
    headers = {"Authorization": f"Bearer {token}"}
    answer = await client.get("/repository/v2/Repositories/demo/Entries/1", headers=headers)
    assert answer.status_code == 404


async def test_the_access_key_comes_with_the_settings_of_a_cloud_client(client: httpx.AsyncClient) -> None:
    key = (await client.get(f"{DEMO}/access-key")).json()
    assert (key["user"], key["token_address"]) == ("demo", "http://127.0.0.1:8700/oauth/Token")
    assert key["env"] == {
        "LF_REPO_API_URL": "http://127.0.0.1:8700/repository",
        "LF_REPOSITORY_ID": "demo",
        "LF_API_VERSION": "v2",
        "LF_AUTH_MODE": "api_key",
        "LF_DEPLOYMENT_MODE": "cloud",
        "LF_CLOUD_ACCESS_KEY": key["access_key"],
        "LF_CLOUD_SERVICE_PRINCIPAL_KEY": key["service_principal_key"],
        "LF_OAUTH_TOKEN_URL": "http://127.0.0.1:8700/oauth/token",
    }
    other = (await client.get(f"{DEMO}/access-key?user=CLERK")).json()
    assert (other["user"], other["access_key"]) == ("clerk", key["access_key"])
    assert other["service_principal_key"] != key["service_principal_key"]


async def test_no_access_key_is_made_for_nobody_or_for_a_build_without_the_service(
    client: httpx.AsyncClient, registry: Registry
) -> None:
    registry.create(id="hall", profile="v1-selfhosted")
    for path, status, sentence in [
        (f"{DEMO}/access-key?user=clark", 404, 'unknown account "clark" (did you mean clerk?); there is clerk, demo'),
        (f"{DEMO}/access-key?usr=demo", 400, 'access-key: unknown parameter "usr"'),
        (
            "/_sim/repositories/hall/access-key",
            400,
            "access-key: a build of profile v1-selfhosted has no OAuth service",
        ),
    ]:
        answer = await client.get(path)
        assert (answer.status_code, answer.json()["error"][: len(sentence)]) == (status, sentence)
