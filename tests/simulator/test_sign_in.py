"""Sign-in with a password, and what an access token is good for."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.anyio

FORM = {"grant_type": "password", "username": "demo", "password": "demo"}
PROBLEM = {"type", "title", "status", "operationId", "instance", "errorSource", "traceId"}

REFUSED = [
    ({"data": {**FORM, "password": "wrong"}}, 401, 9010, "No account"),
    ({"data": {**FORM, "username": "nobody"}}, 401, 9010, "No account"),
    ({"data": {**FORM, "password": "DEMO"}}, 401, 9010, "No account"),
    ({"data": {**FORM, "grant_type": "client_credentials"}}, 400, 216, '"client_credentials"'),
    ({"data": {"username": "demo", "password": "demo"}}, 400, 216, "grant_type"),
    ({"data": {"grant_type": "password", "username": "demo"}}, 400, 216, "password"),
    ({"json": FORM}, 415, None, "application/x-www-form-urlencoded"),
    ({"content": b"grant_type=password&username=demo&password=demo"}, 415, None, "none was sent"),
]


async def test_a_good_password_gives_a_token_for_the_time_of_the_build(stranger, repository):
    answer = await stranger.post("Token", data=FORM)
    body = answer.json()
    assert set(body) == {"access_token", "expires_in", "token_type"}
    assert (answer.status_code, body["expires_in"], body["token_type"]) == (
        200,
        repository.profile.token_seconds,
        "bearer",
    )


async def test_every_sign_in_gives_another_token_and_names_have_no_case(stranger):
    tokens = [
        (await stranger.post("Token", data={**FORM, "username": name})).json()["access_token"]
        for name in ("demo", "DEMO")
    ]
    assert len(set(tokens)) == 2


@pytest.mark.parametrize(("sent", "status", "code", "reason"), REFUSED)
async def test_a_bad_sign_in_is_refused_and_the_journal_says_why(stranger, repository, sent, status, code, reason):
    answer = await stranger.post("Token", **sent)
    assert answer.status_code == status
    assert set(answer.json()) == PROBLEM | ({"errorCode"} if code else set())
    assert answer.json().get("errorCode") == code
    assert reason in repository.journal.read()[-1]["reason"]


async def test_v1_and_v2_sign_in_on_a_v2_build_and_only_v1_on_a_v1_build(stranger, repository):
    base = str(stranger.base_url)
    for version, served in [("v1", True), ("v2", "v2" in repository.profile.versions)]:
        url = base.replace(f"/{repository.profile.versions[0]}/", f"/{version}/") + "Token"
        assert (await stranger.post(url, data=FORM)).status_code == (200 if served else 404)


async def test_the_address_may_be_written_in_capitals(stranger):
    url = str(stranger.base_url).replace("http://sim.test", "").upper() + "TOKEN"
    assert (await stranger.post(f"http://sim.test{url}", data=FORM)).status_code == 200


async def test_the_short_token_address_does_not_exist(stranger, repository):
    url = str(stranger.base_url).replace("/Repositories", "") + "Token"
    answer = await stranger.post(url, data=FORM)
    assert answer.status_code == 404


UNAUTHORIZED = [
    (None, "no Authorization header"),
    ("Basic ZGVtbzpkZW1v", "no Bearer token"),
    ("Bearer ", "unknown here"),
    ("Bearer nonsense", "unknown here"),
]


@pytest.mark.parametrize(("header", "reason"), UNAUTHORIZED)
async def test_without_a_good_token_everything_else_is_401(client, repository, header, reason):
    del client.headers["Authorization"]
    answer = await client.get("Entries/1", headers={"Authorization": header} if header else {})
    assert (answer.status_code, answer.json()["errorCode"]) == (401, 9037)
    assert answer.headers["www-authenticate"] == "Bearer"
    assert reason in repository.journal.read()[-1]["reason"]


async def test_a_token_ends_by_the_clock_of_its_repository(client, repository):
    repository.clock.freeze()
    repository.clock.advance(repository.profile.token_seconds - 1)
    assert (await client.get("Entries/1")).status_code == 200
    repository.clock.advance(2)
    assert (await client.get("Entries/1")).status_code == 401


async def test_a_token_of_another_repository_is_refused_and_its_owner_named(client, registry, repository):
    other = registry.create(profile=repository.profile.name)
    try:
        token = other.sessions.sign_in("demo", 60).token
        answer = await client.get("Entries/1", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 401
        assert other.id in repository.journal.read()[-1]["reason"]
    finally:
        registry.delete(other.id)
