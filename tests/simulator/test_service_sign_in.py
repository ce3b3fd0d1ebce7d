"""Sign-in of a service app: the access key that the simulator issues, and what makes an assertion hold or fail."""

from __future__ import annotations

import base64
import json
import time

import httpx
import jwt
import pytest
from cryptography.hazmat.primitives.asymmetric import ec
from tests.simulator.service_app import assertion, issued, opened

from lf_simulator import Registry, create_app
from lf_simulator.people import issued_key

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("profile", ["v1-cloud", "v2-cloud"])]

GRANT = {"grant_type": "client_credentials"}
REFUSAL = {"error", "error_description", "type", "title", "status", "instance", "operationId", "traceId"}


@pytest.fixture
async def outside(registry):
    """A client of the simulator's root."""
    transport = httpx.ASGITransport(create_app(registry))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8700") as client:
        yield client


async def sign_in(outside, bearer, path="/oauth/Token", **form):
    return await outside.post(path, data={**GRANT, **form}, headers={"Authorization": f"Bearer {bearer}"})


@pytest.mark.parametrize("path", ["/oauth/Token", "/oauth/token"])
async def test_a_signed_assertion_gives_a_token_with_which_the_api_answers(outside, stranger, repository, path):
    key = await issued(outside, repository)
    answer = await sign_in(outside, assertion(key), path)
    body = answer.json()
    assert answer.status_code == 200, body
    assert (body["token_type"], body["expires_in"], set(body)) == (
        "bearer",
        43200,
        {"access_token", "token_type", "expires_in"},
    )
    read = await stranger.get("Entries/1", headers={"Authorization": f"Bearer {body['access_token']}"})
    assert read.status_code == 200
    calls = repository.journal.read()
    assert [(row["operation"], row["version"], row["user"]) for row in calls] == [
        ("CreateServiceToken", "oauth", None),
        ("GetEntry", repository.profile.versions[0], "demo"),
    ]


async def test_the_token_tells_a_client_for_which_domain_and_account_it_is(outside, repository):
    key = await issued(outside, repository)
    token = (await sign_in(outside, assertion(key))).json()["access_token"]
    claims = jwt.decode(token, options={"verify_signature": False})
    mine = json.loads(base64.b64decode(key["access_key"]))
    assert {name: claims[name] for name in ("aud", "csid", "name", "client_id")} == {
        "aud": mine["domain"],
        "csid": mine["customerId"],
        "name": "demo",
        "client_id": mine["clientId"],
    }
    assert claims["exp"] - claims["iat"] == 43200


async def test_every_sign_in_gives_another_token(outside, repository):
    key = await issued(outside, repository)
    tokens = [(await sign_in(outside, assertion(key))).json()["access_token"] for _ in range(2)]
    assert len(set(tokens)) == 2


async def test_the_access_key_has_what_official_clients_look_for_and_leads_to_no_real_host(outside, repository):
    key = await issued(outside, repository)
    held, private = opened(key)
    assert set(held) == {"customerId", "clientId", "domain", "jwk"}
    assert {"kty": "EC", "crv": "P-256", "kid": held["jwk"]["kid"]}.items() <= held["jwk"].items()
    assert set(held["jwk"]) == {"kty", "crv", "use", "kid", "x", "y", "d"}
    assert isinstance(private, ec.EllipticCurvePrivateKey)
    assert (held["domain"], held["clientId"]) == ("localhost:8700", key["client_id"])
    assert key["token_address"] == "http://127.0.0.1:8700/oauth/Token"
    other = await outside.get(f"/_sim/repositories/{repository.id}/access-key", params={"domain": "example.org"})
    assert json.loads(base64.b64decode(other.json()["access_key"]))["domain"] == "example.org"


async def test_the_same_seed_issues_the_same_key_and_another_repository_another(outside, profile):
    def made(seed, id_):
        registry = Registry(seed=seed)
        try:
            return issued_key(registry.create(id=id_, profile=profile), "http://127.0.0.1:1", None, None)
        finally:
            registry.close()

    assert made(7, "town") == made(7, "town")
    keys = [made(7, "town"), made(8, "town"), made(7, "village")]
    for name in ("access_key", "service_principal_key", "client_id"):
        assert len({key[name] for key in keys}) == 3


STRANGER = ec.derive_private_key(12345, ec.SECP256R1())
NOW = int(time.time())
UNFIT = [
    ({"signer": STRANGER}, "Signature verification failed"),
    ({"kid": "another"}, "kid"),
    ({"client_id": "0f0f0f0f-0000-4000-8000-000000000000"}, "client_id is not that"),
    ({"client_secret": "wrong"}, "no service principal key"),
    ({"client_secret": None}, '"client_secret"'),
    ({"aud": "example.org"}, "Audience"),
    ({"aud": None}, '"aud"'),
    ({"iat": None}, '"iat"'),
    ({"exp": None}, '"exp"'),
    ({"exp": "soon"}, "exp must be a number"),
    ({"exp": True}, "exp must be a number"),
    ({"iat": NOW - 7200, "nbf": NOW - 7200, "exp": NOW - 3600}, "its life ended"),
    ({"iat": NOW + 7200, "nbf": NOW + 7200, "exp": NOW + 9000}, "holds only in"),
    ({"nbf": NOW + 1700}, "holds only in"),
    ({"exp": NOW + 7200}, "more than 3600 seconds"),
]


@pytest.mark.parametrize(("changes", "reason"), UNFIT, ids=["-".join(changes) for changes, _ in UNFIT])
async def test_an_assertion_that_does_not_hold_is_refused_and_the_journal_says_why(
    outside, repository, changes, reason
):
    key = await issued(outside, repository)
    answer = await sign_in(outside, assertion(key, **changes))
    body = answer.json()
    assert (answer.status_code, set(body)) == (401, REFUSAL)
    assert (body["error"], body["status"], body["instance"]) == ("invalid_client", 401, "/token")
    assert body["operationId"] == answer.headers["x-requestid"]
    told = repository.journal.read()[-1]["reason"]
    assert reason in told
    assert key["service_principal_key"] not in told
    assert reason not in answer.text  # whoever guesses keys learns nothing from the answer


async def test_an_assertion_of_no_signature_at_all_is_refused(outside, repository):
    key = await issued(outside, repository)
    held, _ = opened(key)
    claims = {"client_id": held["clientId"], "client_secret": key["service_principal_key"], "aud": "laserfiche.com"}
    forged = jwt.encode({**claims, "iat": NOW, "exp": NOW + 60}, None, "none", headers={"kid": held["jwk"]["kid"]})
    assert (await sign_in(outside, forged)).status_code == 401


@pytest.mark.parametrize("life", [60, 1800, 3600])
async def test_the_lives_that_official_clients_give_are_taken(outside, repository, life):
    key = await issued(outside, repository)
    now = int(time.time())
    assert (await sign_in(outside, assertion(key, iat=now, nbf=now, exp=now + life))).status_code == 200
    assert (await sign_in(outside, assertion(key, nbf=None))).status_code == 200


async def test_times_are_those_of_the_repository(outside, repository):
    key = await issued(outside, repository)
    signed = assertion(key)
    repository.clock.advance(7200)
    assert (await sign_in(outside, signed)).status_code == 401
    later = int(repository.clock.now().timestamp())
    assert (await sign_in(outside, assertion(key, iat=later, nbf=later, exp=later + 1800))).status_code == 200


FORMS = [
    ({}, 400, "invalid_request"),
    ({"grant_type": ""}, 400, "invalid_request"),
    ({"grant_type": "password"}, 400, "unsupported_grant_type"),
    ({"grant_type": "authorization_code", "code": "x"}, 400, "unauthorized_client"),
    ({"grant_type": "refresh_token"}, 400, "unauthorized_client"),
]


@pytest.mark.parametrize(("form", "status", "error"), FORMS)
async def test_other_grants_are_refused_by_their_names(outside, repository, form, status, error):
    key = await issued(outside, repository)
    headers = {"Authorization": f"Bearer {assertion(key)}", "Content-Type": "application/x-www-form-urlencoded"}
    answer = await outside.post("/oauth/token", data=form, headers=headers)
    assert (answer.status_code, answer.json()["error"], set(answer.json())) == (status, error, REFUSAL)


@pytest.mark.parametrize("header", [None, "Basic YTpi", "Bearer", "Bearer nonsense", "Bearer a.b.c", "Bearer é.é.é"])
async def test_without_an_assertion_nobody_is_let_in(outside, repository, header):
    headers = {"Authorization": header.encode()} if header else {}
    answer = await outside.post("/oauth/token", data=GRANT, headers=headers)
    assert (answer.status_code, answer.json()["error"]) == (401, "invalid_client")


async def test_each_app_is_answered_by_its_own_repository(outside, registry, repository, profile):
    other = registry.create(profile=profile)
    try:
        keys = [await issued(outside, each) for each in (repository, other)]
        for key, owner, stranger in [(keys[0], repository, other), (keys[1], other, repository)]:
            token = (await sign_in(outside, assertion(key))).json()["access_token"]
            assert owner.sessions.find(token)
            assert stranger.sessions.find(token) is None
        mixed = {**keys[0], "service_principal_key": keys[1]["service_principal_key"]}
        assert (await sign_in(outside, assertion(mixed))).status_code == 401
        assert (await sign_in(outside, "nobody.knows.it")).json()["error"] == "invalid_client"
    finally:
        registry.delete(other.id)


async def test_the_app_acts_as_the_account_whose_principal_key_it_has(outside, stranger, repository):
    people = f"/_sim/repositories/{repository.id}/accounts"
    account = {"name": "Pat", "password": "x", "grants": [{"entry": 1, "rights": ["Browse", "Read"]}]}
    assert (await outside.post(people, json=account)).status_code == 201
    key = await issued(outside, repository, "pat")
    token = (await sign_in(outside, assertion(key))).json()["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    assert (await stranger.get("Entries/1", headers=headers)).status_code == 200
    assert (await stranger.put("Entries/1/Tags", json={"tags": []}, headers=headers)).status_code == 403
    assert repository.journal.read()[-1]["user"] == "Pat"


async def test_a_wrong_address_or_method_says_what_there_is(outside, repository):
    assert (await outside.post("/oauth/authorize", data=GRANT)).status_code == 404
    answer = await outside.get("/oauth/token")
    assert (answer.status_code, answer.headers["allow"]) == (405, "POST")


async def test_nothing_that_signs_in_can_be_read_from_the_journal(outside, repository):
    api = f"/repository/{repository.profile.versions[0]}/Repositories/{repository.id}"
    key = await issued(outside, repository)
    held, _ = opened(key)
    signed = assertion(key)
    token = (await sign_in(outside, signed, scope="repository.Read")).json()["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    assert (await outside.get(f"{api}/Entries/1", params={"note": token}, headers=headers)).status_code == 200
    await outside.get(f"{api}/Entries/ByPath", params={"fullPath": f"\\{signed}"}, headers=headers)
    await sign_in(outside, assertion(key, exp=1))
    told = {"access_key": key["access_key"], "service_principal_key": key["service_principal_key"]}
    await outside.get(f"{api}/Entries/1", params=told, headers=headers)
    await outside.post(f"{api}/SimpleSearches", json={"searchCommand": "x", **told}, headers=headers)
    await outside.get(f"/_sim/repositories/{repository.id}/access-key")
    shown = json.dumps(repository.journal.read())
    assert len(repository.journal.read()) == 6
    secrets = [signed, token, held["jwk"]["d"], key["access_key"], key["service_principal_key"]]
    assert [secret for secret in [*secrets, signed.split(".")[1], signed.split(".")[2]] if secret in shown] == []


async def test_a_fault_may_strike_the_sign_in(outside, repository):
    plan = {"rules": [{"operations": ["CreateServiceToken"], "kind": "refuse", "status": 503, "times": 1}]}
    assert (await outside.put(f"/_sim/repositories/{repository.id}/faults", json=plan)).status_code == 200
    key = await issued(outside, repository)
    assert [(await sign_in(outside, assertion(key))).status_code for _ in range(2)] == [503, 200]
