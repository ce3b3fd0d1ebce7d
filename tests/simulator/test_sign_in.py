"""Sign-in with a password, and what an access token is good for."""

from __future__ import annotations

from datetime import datetime

import pytest

from lf_simulator.people import set_account

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
    assert set(body) == {"access_token", "expires_in", "token_type"}  # no refresh token
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


@pytest.mark.parametrize("name", ["demo", r"OFFICE\demo", r"office\DEMO", "demo@office.example", "Demo@OFFICE"])
async def test_a_windows_account_may_be_named_with_its_domain(stranger, repository, name):
    token = (await stranger.post("Token", data={**FORM, "username": name})).json()["access_token"]
    assert repository.sessions.find(token).user == "demo"


@pytest.mark.parametrize("name", ["demo\\", "@demo", "demo\\office", "office@demo", "\\", "@"])
async def test_a_domain_alone_names_nobody(stranger, name):
    assert (await stranger.post("Token", data={**FORM, "username": name})).status_code == 401


async def test_an_account_that_is_called_like_a_domain_name_comes_first(stranger, repository):
    set_account(repository, {"name": "demo@office", "password": "mine"})
    token = (await stranger.post("Token", data={**FORM, "username": "demo@office", "password": "mine"})).json()
    assert repository.sessions.find(token["access_token"]).user == "demo@office"
    assert (await stranger.post("Token", data={**FORM, "username": "demo@office"})).status_code == 401


@pytest.mark.parametrize("name", ["expires_in", "expire_in"])
async def test_what_the_life_of_a_token_is_called_is_a_setting(stranger, repository, name):
    repository.profile = repository.profile.with_overrides({"lifetime_name": name, "token_seconds": 30})
    body = (await stranger.post("Token", data=FORM)).json()
    assert {key: body[key] for key in body if key.startswith("expire")} == {name: 30}


async def test_sessions_may_be_limited_and_each_that_ends_makes_room(stranger, repository):
    repository.profile = repository.profile.with_overrides({"most_sessions": 2})
    tokens = [(await stranger.post("Token", data=FORM)).json()["access_token"] for _ in range(2)]
    full = await stranger.post("Token", data=FORM)
    assert (full.status_code, full.json()["errorCode"], set(full.json())) == (429, 9030, PROBLEM | {"errorCode"})
    assert all(repository.sessions.find(token) for token in tokens)
    repository.clock.advance(repository.profile.token_seconds)
    assert (await stranger.post("Token", data=FORM)).status_code == 200


@pytest.mark.parametrize(("setting", "speaks"), [("tidy", False), ("guid", True)])
async def test_a_broken_token_may_be_told_that_it_is_no_guid(stranger, repository, setting, speaks):
    repository.profile = repository.profile.with_overrides({"bad_token": setting})
    for token, is_broken in [("nonsense", True), ("a" * 64, False), ("-" * 64, True)]:
        answer = await stranger.get("Entries/1", headers={"Authorization": f"Bearer {token}"})
        assert answer.status_code == 401
        assert ("GUID" in answer.json()["title"]) is (speaks and is_broken), token


async def test_headers_that_clients_add_for_themselves_change_nothing(client):
    headers = {"X-LF-AppID": "any text", "x-test-header": "true"}
    assert (await client.get("Entries/1", headers=headers)).json() == (await client.get("Entries/1")).json()


async def test_a_client_whose_token_was_revoked_signs_in_again_and_goes_on(client, stranger, repository):
    assert repository.sessions.revoke("nobody") == 0
    assert (await client.get("Entries/1")).status_code == 200
    assert repository.sessions.revoke("DEMO") == 1
    assert (await client.get("Entries/1")).status_code == 401
    token = (await stranger.post("Token", data=FORM)).json()["access_token"]
    assert (await client.get("Entries/1", headers={"Authorization": f"Bearer {token}"})).status_code == 200


SESSIONS = ("Create", "Refresh", "Invalidate")


@pytest.mark.parametrize("profile", ["v1-cloud"])
async def test_server_sessions_end_their_searches_and_leave_the_token_alone(client, repository):
    repository.clock.freeze()
    created = await client.post("ServerSession/Create")
    assert (created.status_code, created.json()["value"]) == (200, True)
    until = (await client.post("ServerSession/Refresh")).json()["value"]
    assert datetime.fromisoformat(until) > repository.clock.now()
    command = {"searchCommand": '{LF:Name="*"}'}
    tokens = [(await client.post("Searches", json=command)).json()["token"] for _ in range(2)]
    other = repository.sessions.sign_in("reader", 60)  # this build counts a user's searches over all sign-ins
    theirs = {"Authorization": f"Bearer {other.token}"}
    kept = (await client.post("Searches", json=command, headers=theirs)).json()["token"]
    assert (await client.post("Searches", json=command)).status_code == 429
    assert (await client.post("ServerSession/Invalidate")).json()["value"] is True
    assert [(await client.get(f"Searches/{token}")).status_code for token in (*tokens, kept)] == [404, 404, 201]
    assert (await client.post("Searches", json=command)).status_code == 201


@pytest.mark.parametrize("profile", ["v1-cloud"])
async def test_refreshing_a_session_keeps_the_results_of_its_searches(client, repository):
    repository.clock.freeze()
    token = (await client.post("Searches", json={"searchCommand": '{LF:Name="*"}'})).json()["token"]
    for _ in range(3):
        repository.clock.advance(250)
        await client.post("ServerSession/Refresh")
    assert (await client.get(f"Searches/{token}/Results")).status_code == 200


@pytest.mark.parametrize("profile", ["v1-cloud"])
@pytest.mark.parametrize("what", SESSIONS)
async def test_server_sessions_want_a_token(stranger, what):
    assert (await stranger.post(f"ServerSession/{what}")).status_code == 401


@pytest.mark.parametrize("profile", ["v1-selfhosted", "v2-selfhosted", "v2-cloud"])
@pytest.mark.parametrize("what", SESSIONS)
async def test_only_cloud_v1_has_server_sessions(client, what):
    client.event_hooks = {}  # what a build says without the route is not described
    assert (await client.post(f"ServerSession/{what}")).status_code == 404


@pytest.mark.parametrize("profile", ["v1-selfhosted", "v2-selfhosted"])
async def test_self_hosted_has_no_oauth_service(stranger, repository):
    root = str(stranger.base_url).partition("/LFRepositoryAPI")[0]
    answer = await stranger.post(f"{root}/oauth/Token", data={"grant_type": "client_credentials"})
    assert answer.status_code == 404
    assert "service_apps" in repository.journal.read()[-1]["reason"]
