"""A simulator inside a Python program: with a thread of its own, and in the caller's event loop."""

from __future__ import annotations

from datetime import timedelta

import httpx
import pytest

from lf_simulator import Laserfiche, Simulator
from lf_simulator.checks import BadValue
from lf_simulator.people import UnknownAccount
from lf_simulator.profiles import UnknownProfile


def client_of(laserfiche: Laserfiche) -> httpx.Client:
    headers = {"Authorization": f"Bearer {laserfiche.token()}"}
    return httpx.Client(base_url=laserfiche.url, headers=headers, verify=False, timeout=20)


@pytest.fixture(scope="module")
def simulator():
    with Simulator(seed=7) as made:
        yield made


def test_its_first_repository_answers_at_the_address_that_it_tells(simulator: Simulator) -> None:
    with client_of(simulator.repository) as client:
        assert client.get("/Entries/1").json()["id"] == 1
    assert simulator.repository.url.startswith(simulator.repository.env["LF_REPO_API_URL"])


def test_a_client_signs_in_with_the_settings_that_it_tells(simulator: Simulator) -> None:
    env = simulator.repository.env
    form = {"grant_type": "password", "username": env["LF_USERNAME"], "password": env["LF_PASSWORD"]}
    address = f"{env['LF_REPO_API_URL']}/{env['LF_API_VERSION']}/Repositories/{env['LF_REPOSITORY_ID']}/Token"
    assert httpx.post(address, data=form, verify=False).status_code == 200


def test_a_fork_goes_its_own_way(simulator: Simulator) -> None:
    fork = simulator.fork(simulator.repository)
    with client_of(fork) as client:
        assert client.patch("/Entries/10", json={"name": "Renamed"}).status_code == 200
    assert fork.entry(10)["name"] == "Renamed"
    assert simulator.repository.entry(10)["name"] == "City Clerk"
    simulator.delete(fork)
    with pytest.raises(LookupError, match="unknown repository"):
        simulator.fork(fork)


def test_levers_pull_from_another_thread(simulator: Simulator) -> None:
    made = simulator.create(profile="v2-cloud")
    made.faults.add("GetEntry", "refuse", status=503, times=1)
    made.faults.add(["ListEntries"], "refuse", status=429)
    with client_of(made) as client:
        assert [client.get("/Entries/1").status_code for _ in range(2)] == [503, 200]
    assert [rule["operations"] for rule in made.faults.never_fired] == [["ListEntries"]]
    assert [row["status"] for row in made.journal.read(operation="GetEntry")] == [503, 200]
    made.clock.freeze()
    before = made.clock.now()
    made.clock.advance(60)
    assert made.clock.now() - before == timedelta(seconds=60)
    made.clock.set(before + timedelta(days=1))
    assert made.clock.now() - before == timedelta(days=1)
    made.clock.resume()
    made.journal.clear()
    made.faults.clear()
    assert (len(made.journal), made.faults.rules) == (0, [])
    simulator.delete(made)


def test_the_clock_runs_until_nothing_is_under_way(simulator: Simulator) -> None:
    made = simulator.create(profile="v2-selfhosted")
    made.imitate("v2-selfhosted", task_seconds=3600, search_seconds=10, long_poll_seconds=0, token_seconds=100_000)
    made.clock.freeze()
    with client_of(made) as client:
        copy = client.post("/Entries/1/Folder/CopyAsync", json={"name": "Copy", "sourceId": 71}).json()["taskId"]
        client.post("/Searches/SearchAsync", json={"searchCommand": '{LF:Name="*"}'})
        before = made.clock.now()
        made.clock.run_until_idle()
        assert made.clock.now() - before == timedelta(seconds=3600)
        [task] = client.get("/Tasks", params={"taskIds": copy}).json()["value"]
        assert task["status"] == "Completed"
    made.clock.run_until_idle()
    assert made.clock.now() - before == timedelta(seconds=3600)
    simulator.delete(made)


def test_it_takes_on_another_build_and_goes_back_to_its_beginning(simulator: Simulator) -> None:
    made = simulator.create(profile="v1-selfhosted")
    made.imitate("v2-selfhosted", open_searches=1)
    assert (made.profile.name, made.profile.open_searches) == ("v2-selfhosted", 1)
    assert "/v2/" in made.url
    made.reset()
    assert made.profile.name == "v1-selfhosted"
    simulator.delete(made)


@pytest.mark.parametrize(
    ("mistake", "error", "says"),
    [
        (lambda held: held.faults.add("GetEntri", "refuse", status=503), BadValue, "GetEntry"),
        (lambda held: held.faults.add("GetEntry", "refuze"), BadValue, "refuse"),
        (lambda held: held.imitate("v3"), UnknownProfile, "v1-selfhosted"),
        (lambda held: held.imitate("v2-cloud", open_serches=1), BadValue, "open_searches"),
        (lambda held: held.clock.advance(-1), BadValue, "advance_seconds"),
        (lambda held: held.token("nobody"), UnknownAccount, "clerk"),
    ],
)
def test_a_mistake_is_named_and_changes_nothing(simulator: Simulator, mistake, error, says) -> None:
    held = simulator.repository
    with pytest.raises(error, match=says):
        mistake(held)
    assert (held.faults.rules, held.profile.name) == ([], "v1-selfhosted")


@pytest.mark.parametrize(
    ("wish", "says"),
    [({"profile": "v3"}, "v1-selfhosted"), ({"corpus": "demmo"}, "demo"), ({"host": "nowhere.invalid"}, "--host")],
)
def test_what_does_not_fit_is_told_when_the_block_begins(wish, says) -> None:
    with pytest.raises(Exception, match=says), Simulator(**wish):
        pass


def test_outside_its_block_it_is_not_there() -> None:
    with pytest.raises(RuntimeError, match="block"):
        _ = Simulator().url


def test_the_same_seed_gives_the_same_tokens() -> None:
    def token(seed: int) -> str:
        with Simulator(seed=seed) as made:
            return made.repository.token()

    assert token(3) == token(3) != token(4)


@pytest.mark.anyio
async def test_it_serves_in_the_event_loop_that_runs() -> None:
    async with Simulator(seed=1, profile="v2-cloud") as simulator:
        held = simulator.repository
        headers = {"Authorization": f"Bearer {held.token()}"}
        async with httpx.AsyncClient(base_url=held.url, headers=headers, verify=False) as client:
            assert (await client.get("/Entries/1")).status_code == 200
        assert held.entry(1)["type"] == "Folder"
