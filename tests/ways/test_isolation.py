"""Repositories of one simulator never see one another, whoever calls them, and a reset is all or nothing."""

from __future__ import annotations

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import httpx
import pytest

from lf_simulator import Simulator

REPOSITORIES = 50
THREADS = 8


@pytest.fixture(scope="module")
def simulator():
    with Simulator(seed=1, profile="v2-selfhosted") as made:
        yield made


def test_fifty_forks_under_eight_threads_each_keep_to_themselves(simulator: Simulator) -> None:
    forks = [simulator.fork(simulator.repository) for _ in range(REPOSITORIES)]
    begun = threading.Barrier(THREADS)

    def use(number: int) -> None:
        mine = forks[number]
        if number < THREADS:
            begun.wait(20)
        if number % 3 == 0:
            mine.faults.add("GetEntry", "refuse", status=500 + number % 5, nth=2)
        if number % 2 == 0:
            mine.clock.freeze()
            mine.clock.advance(60 * number)
        headers = {"Authorization": f"Bearer {mine.token()}"}
        with httpx.Client(base_url=mine.url, headers=headers, timeout=30, verify=False) as client:
            assert client.patch("/Entries/10", json={"name": f"Number {number}"}).status_code == 200
            made = client.post("/Entries/1/Folder/Children", json={"entryType": "Folder", "name": f"Own {number}"})
            assert made.status_code == 201
            seen = [client.get("/Entries/10") for _ in range(3)]
        expected = [200, 500 + number % 5 if number % 3 == 0 else 200, 200]
        assert [answer.status_code for answer in seen] == expected
        assert seen[0].json()["name"] == f"Number {number}"

    with ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(use, range(REPOSITORIES)))

    for number, fork in enumerate(forks):
        assert len(fork.journal) == 5
        assert {row["path"].split("/")[4] for row in fork.journal.read()} == {fork.id}
        names = fork.inside(lambda repository: repository.database.connection.execute(
            "SELECT name FROM entry WHERE name LIKE 'Own %'").fetchall())  # fmt: skip
        assert names == [(f"Own {number}",)]
        simulator.delete(fork)
    assert simulator.repository.entry(10)["name"] == "City Clerk"


def test_a_reset_while_requests_are_in_flight_is_seen_whole_or_not_at_all(simulator: Simulator) -> None:
    held = simulator.fork(simulator.repository)
    headers = {"Authorization": f"Bearer {held.token()}"}
    stop = threading.Event()
    seen: set[tuple[int, int]] = set()

    def work() -> None:
        with httpx.Client(base_url=held.url, headers=headers, timeout=30, verify=False) as client:
            while not stop.is_set():
                client.post(
                    "/Entries/71/Folder/Children", json={"entryType": "Folder", "name": "x", "autoRename": True}
                )
                listed = client.get("/Entries/71/Folder/Children", params={"$count": "true", "$top": 1000})
                if listed.status_code == 200:
                    seen.add((listed.json()["@odata.count"], len(listed.json()["value"])))

    threads = [threading.Thread(target=work) for _ in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(20):
        held.reset(keep=["sessions"])
    stop.set()
    for thread in threads:
        thread.join(30)
    held.reset(keep=["sessions"])
    assert seen
    assert all(count == rows for count, rows in seen)
    assert len(held.journal) == 0
    with httpx.Client(base_url=held.url, headers=headers, verify=False) as client:
        assert client.get("/Entries/71/Folder/Children", params={"$count": "true"}).json()["@odata.count"] == 6
    simulator.delete(held)


def test_a_fork_of_a_fork_outlives_its_origins(simulator: Simulator) -> None:
    child = simulator.fork(simulator.repository)
    grandchild = simulator.fork(child)
    simulator.delete(child)
    assert grandchild.entry(1)["type"] == "Folder"
    with pytest.raises(LookupError, match="unknown repository"):
        simulator.fork(child)
    simulator.delete(grandchild)


def journal_of(seed: int) -> list[dict[str, object]]:
    """What the same calls leave in the journal, at the same moment."""
    with Simulator(seed=seed, profile="v2-selfhosted") as made:
        held = made.repository
        held.clock.freeze()
        held.clock.set(datetime(2050, 1, 1, tzinfo=UTC))
        held.faults.add("GetEntry", "refuse", status=503, probability=0.5)
        env = held.env
        with httpx.Client(base_url=held.url, headers={"Host": "sim.test"}, verify=False) as client:
            form = {"grant_type": "password", "username": env["LF_USERNAME"], "password": env["LF_PASSWORD"]}
            token = client.post("/Token", data=form).json()["access_token"]
            client.headers["Authorization"] = f"Bearer {token}"
            for _ in range(8):
                client.get("/Entries/604")
            client.post("/Searches/SearchAsync", json={"searchCommand": '{LF:Name="*"}'})
            client.post("/Entries/1/Folder/CopyAsync", json={"name": "Copy", "sourceId": 71})
            client.post("/Entries/604/Export", json={"part": "Image"})
            client.post("/Entries/CreateMultipartUploadUrls", json={"fileName": "x.txt", "numberOfParts": 2})
            client.get("/Entries/999999")
        return held.journal.read()


def test_the_same_seed_gives_the_same_journal_and_another_gives_another() -> None:
    first, again, other = journal_of(7), journal_of(7), journal_of(8)
    assert json.dumps(first) == json.dumps(again)
    assert [row["status"] for row in first] != [row["status"] for row in other]
    ids = [[row["response"]["body"] for row in rows if row["status"] == 202] for rows in (first, other)]
    assert ids[0] != ids[1]
