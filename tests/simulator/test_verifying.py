"""Expectations of a journal: counts, order, nothing but, read strictly and answered in sentences."""

from __future__ import annotations

from typing import Any

import httpx
import pytest

from lf_simulator import Registry, Simulator, create_app
from lf_simulator.checks import BadValue
from lf_simulator.verifying import verify


def row(
    number: int, operation: str | None, status: int = 200, user: str = "demo", method: str = "GET"
) -> dict[str, Any]:
    return {"number": number, "operation": operation, "status": status, "user": user, "method": method, "path": "/x"}


ROWS = [
    row(1, "CreateToken", user="", method="POST"),
    row(2, "GetEntry"),
    row(3, "GetEntry", 503),
    row(4, "UpdateEntry", method="PATCH"),
    row(5, "GetEntry", user="reader"),
]


@pytest.mark.parametrize(
    ("expect", "holds", "says"),
    [
        ("GetEntry = 3", True, "GetEntry was called 3 times."),
        ("GetEntry=2", False, "GetEntry was called 3 times, not 2 times."),
        ("GetEntry <= 2", False, "GetEntry was called 3 times, not at most 2 times."),
        ("GetEntry >= 3", True, "GetEntry was called 3 times."),
        ("GetEntry < 3", False, "GetEntry was called 3 times, not fewer than 3 times."),
        ("GetEntry > 2", True, "GetEntry was called 3 times."),
        ("GetEntry <> 3", False, "GetEntry was called 3 times, not any number but 3 times."),
        ("GetEntry[status=503] = 1", True, "GetEntry[status=503] was called once."),
        ("GetEntry[user=READER, status=200] = 1", True, "GetEntry[user=READER, status=200] was called once."),
        ("reads = 3", True, "reads was called 3 times."),
        ("* = 5", True, "* was called 5 times."),
        ("*[method=PATCH] = 1", True, "*[method=PATCH] was called once."),
        ("MoveOrRenameEntry = 1", True, "MoveOrRenameEntry was called once."),
        ("CreateToken -> GetEntry -> writes -> reads", True, "The last of them was GetEntry (exchange 5)."),
        ("writes -> GetEntry[status=503]", False, "There was no GetEntry[status=503] after UpdateEntry (exchange 4)."),
        ("SearchEntry -> GetEntry", False, "There was no SearchEntry."),
        ("only reads, writes, CreateToken", True, "Nothing else was called."),
        ("only reads, CreateToken", False, "1 exchanges are others, the first is UpdateEntry (exchange 4)."),
    ],
)
def test_an_expectation_holds_or_says_what_was_found(expect: str, holds: bool, says: str) -> None:
    [verdict] = verify(ROWS, [expect])
    assert (verdict.holds, verdict.says) == (holds, says)


def test_a_call_that_named_no_operation_is_another_one() -> None:
    [verdict] = verify([row(1, None, 404)], ["only reads"])
    assert verdict.says == "1 exchanges are others, the first is GET /x (exchange 1)."


@pytest.mark.parametrize(
    ("expect", "says"),
    [
        ("", 'expect: "" is no expectation'),
        ("GetEntry", 'expect: "GetEntry" is no expectation; write "GetEntry = 3"'),
        ("GetEntry = many", "is no expectation"),
        ("GetEntri = 3", 'expect: unknown operation "GetEntri"; nearest: GetEntry'),
        ("GetEntry[stauts=503] = 1", 'expect: unknown condition "stauts" (did you mean status?)'),
        ("GetEntry[503] = 1", 'expect: unknown condition "503"'),
        ("only ", "names no operation"),
        ("GetEntry -> ", "names no operation"),
    ],
)
def test_what_is_no_expectation_is_refused_in_one_line(expect: str, says: str) -> None:
    with pytest.raises(BadValue) as caught:
        verify(ROWS, ["GetEntry = 3", expect])
    assert says in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.mark.anyio
async def test_the_control_plane_holds_a_journal_to_expectations_and_exports_it() -> None:
    registry = Registry(seed=1)
    repository = registry.create(id="demo")
    base = "http://127.0.0.1"
    async with httpx.AsyncClient(transport=httpx.ASGITransport(create_app(registry)), base_url=base) as client:
        api, control = "/LFRepositoryAPI/v1/Repositories/demo", "/_sim/repositories/demo"
        form = {"grant_type": "password", "username": "demo", "password": "demo"}
        token = (await client.post(f"{api}/Token", data=form)).json()["access_token"]
        headers = {"Authorization": f"Bearer {token}"}
        await client.get(f"{api}/Entries/1?$select=name", headers=headers)

        expectations = ["CreateToken -> GetEntry", "GetEntry = 2"]
        verdict = (await client.get(f"{control}/journal/verify", params={"expect": expectations})).json()
        assert (verdict["holds"], [check["holds"] for check in verdict["checks"]]) == (False, [True, False])
        assert (
            await client.get(f"{control}/journal/verify?expect=GetEntry = 1&expect=only reads, CreateToken")
        ).json()["holds"]
        refused = await client.get(f"{control}/journal/verify?expect=what")
        assert (refused.status_code, "is no expectation" in refused.json()["error"]) == (400, True)
        assert (await client.get(f"{control}/journal/verify")).status_code == 400

        log = (await client.get(f"{control}/journal.har?operation=GetEntry")).json()["log"]
        [entry] = log["entries"]
        assert (log["version"], entry["request"]["url"]) == ("1.2", f"{base}{api}/Entries/1?$select=name")
        assert entry["request"]["queryString"] == [{"name": "$select", "value": "name"}]
        assert '"name"' in entry["response"]["content"]["text"]
        assert token not in str(log)
        whole = (await client.get(f"{control}/journal.har")).json()["log"]["entries"]
        assert whole[0]["request"]["postData"]["mimeType"].startswith("application/x-www-form-urlencoded")

    kept = repr([(each.request_headers, each.request_body, each.response_body) for each in repository.journal._ring])
    assert token not in kept
    assert "password=demo" not in kept
    registry.close()


def test_the_lever_of_a_test_tells_what_was_found() -> None:
    with Simulator(seed=1) as simulator:
        held = simulator.repository
        with httpx.Client(base_url=held.url, verify=False) as client:
            client.get("/Entries/1")
        held.journal.verify("GetEntry[status=401] = 1", "only GetEntry")
        with pytest.raises(AssertionError, match=r"GetEntry = 2: GetEntry was called once, not 2 times."):
            held.journal.verify("GetEntry = 2", "GetEntry = 1")
        assert held.journal.har()["log"]["entries"][0]["response"]["status"] == 401
