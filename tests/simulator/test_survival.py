"""What was answered outlives the process, nothing half-done does, and ten clients at once leave one tree."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys

import httpx
import pytest
from tests.simulator.consistency import flaws

from lf_simulator import create_app, serving
from lf_simulator.store.database import Database

pytestmark = pytest.mark.anyio

ROOT = 1
IMPORTS, ANSWERED = 200, 90
"""How many imports are under way, and after how many answers the process is killed."""
STEPS = 25
"""What each of ten clients does."""
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("LF_")}


@pytest.fixture
def file(tmp_path, registry):
    """A database that holds `demo`, as a first start would have made it, only faster."""
    made = tmp_path / "town.sqlite"
    origin = registry.create()
    Database.from_snapshot(origin.database.snapshot(), made).close()
    registry.delete(origin.id)
    return made


@contextlib.contextmanager
def simulator(file, profile, *more):
    """`lf-simulator serve` on that file, in a process of its own: process and address."""
    command = [sys.executable, "-m", "lf_simulator", "serve", "--port", "0", "--repository", "town"]
    process = subprocess.Popen(
        [*command, "--database", str(file), "--profile", profile, *more],
        stdout=subprocess.PIPE,
        text=True,
        env=ENVIRONMENT,
    )
    with process:
        try:
            ready = next(line for line in process.stdout if line.startswith("ready "))
            yield process, ready.split()[1]
        finally:
            process.kill()


@contextlib.asynccontextmanager
async def signed_in(url, version):
    limits = httpx.Limits(max_connections=20)
    base = f"{url}/LFRepositoryAPI/{version}/Repositories/town/"
    async with httpx.AsyncClient(base_url=base, limits=limits, timeout=60) as client:
        form = {"grant_type": "password", "username": "demo", "password": "demo"}
        token = (await client.post("Token", data=form)).json()["access_token"]
        client.headers["Authorization"] = f"Bearer {token}"
        yield client


def contents(number):
    """Of the import of that number: up to 40 KB that no other has."""
    return hashlib.shake_256(b"%d" % number).digest(number * 211 % 40_000)


def title(number):
    return f"survivor{number:03}"


async def import_v1(client, folder, number):
    metadata = {"metadata": {"fields": {"Title": {"values": [{"value": title(number), "position": 1}]}}}}
    files = {"electronicDocument": ("x.bin", contents(number))}
    answer = await client.post(f"Entries/{folder}/number {number}", data={"request": json.dumps(metadata)}, files=files)
    assert answer.status_code == 201, answer.text
    return answer.json()["operations"]["entryCreate"]["entryId"]


async def import_v2(client, folder, number):
    metadata = {"fields": [{"name": "Title", "values": [title(number)]}]}
    request = {"name": f"number {number}", "metadata": metadata}
    files = {"file": ("x.bin", contents(number))}
    answer = await client.post(f"Entries/{folder}/Folder/Import", data={"request": json.dumps(request)}, files=files)
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def new_folder(client, version, name="Arrivals"):
    route = "Laserfiche.Repository.Folder/children" if version == "v1" else "Folder/Children"
    answer = await client.post(f"Entries/{ROOT}/{route}", json={"name": name, "entryType": "Folder"})
    assert answer.status_code == 201, answer.text
    return answer.json()["id"]


async def imported_until_killed(process, url, version, answered):
    """The folder into which everything was imported. `answered` gets the id of each import that was answered."""
    import_one = import_v1 if version == "v1" else import_v2

    async def one(number):
        with contextlib.suppress(httpx.TransportError):
            answered[number] = await import_one(client, folder, number)
            if len(answered) == ANSWERED:
                process.send_signal(signal.SIGKILL)

    async with signed_in(url, version) as client:
        folder = await new_folder(client, version)
        await asyncio.gather(*(one(number) for number in range(IMPORTS)))
    return folder


@pytest.mark.parametrize("profile", ["v1-selfhosted", "v2-selfhosted"])
async def test_what_was_answered_before_a_kill_is_there_whole_and_nothing_is_there_by_half(file, profile):
    answered = {}
    with simulator(file, profile) as (process, url):
        folder = await imported_until_killed(process, url, profile[:2], answered)
        assert process.wait(10) == -signal.SIGKILL
    assert ANSWERED <= len(answered) < IMPORTS
    with simulator(file, "v1-selfhosted") as (_, url):
        async with signed_in(url, "v1") as client:
            await check_survivors(client, folder, answered)
            later = await import_v1(client, folder, IMPORTS)
            assert later > max(answered.values())
    with contextlib.closing(sqlite3.connect(file)) as connection:
        assert flaws(connection) == {}


async def check_survivors(client, folder, answered):
    """Every import that was answered is in the folder, and whatever is there is whole and can be found."""
    there = {row["id"]: row for row in await rows(client, f"Entries/{folder}/Laserfiche.Repository.Folder/children")}
    assert set(answered.values()) <= set(there)
    search = await client.post("Searches", json={"searchCommand": '{[]:[Title]="survivor*"}'})
    found = await rows(client, f"Searches/{search.json()['token']}/Results")
    assert {row["id"] for row in found} == set(there)

    async def check(entry_id, row):
        number = int(row["name"].removeprefix("number "))
        assert answered.get(number, entry_id) == entry_id
        assert [field["values"][0]["value"] for field in row["fields"]] == [title(number)]
        edoc = await client.get(f"Entries/{entry_id}/Laserfiche.Repository.Document/edoc")
        assert edoc.content == contents(number)
        if number % 10 == 0:
            entry = (await client.get(f"Entries/{entry_id}")).json()
            assert entry["elecDocumentSize"] == len(contents(number))
            command = {"searchCommand": f'{{LF:Basic ~= "{title(number)}", option="DFANLT"}}'}
            hits = (await client.post("SimpleSearches", json=command)).json()["value"]
            assert [hit["id"] for hit in hits] == [entry_id]

    await asyncio.gather(*(check(*item) for item in there.items()))


async def rows(client, url):
    """All pages of a listing, with one field."""
    url += "?fields=Title"
    listed = []
    while url:
        page = (await client.get(url)).json()
        listed += page["value"]
        url = page.get("@odata.nextLink")
    return listed


async def test_a_delete_that_was_not_done_when_the_process_died_is_not_done_later(file):
    with simulator(file, "v1-selfhosted", "--seed", "7") as (process, url):
        async with signed_in(url, "v1") as client:
            folder = await new_folder(client, "v1")
            clock = f"{url}/_sim/repositories/town/clock"
            await client.post(clock, json={"freeze": True})
            task = (await client.request("DELETE", f"Entries/{folder}", json={})).json()["token"]
            token = client.headers["Authorization"]
            process.send_signal(signal.SIGKILL)
    with simulator(file, "v1-selfhosted", "--seed", "7") as (_, url):
        async with signed_in(url, "v1") as client:
            await client.post(f"{url}/_sim/repositories/town/clock", json={"advance_seconds": 60})
            assert (await client.get(f"Entries/{folder}")).status_code == 200
            assert (await client.get(f"Tasks/{task}")).status_code == 404
            assert client.headers["Authorization"] != token


# Ten at once


@pytest.fixture
async def served(registry, repository):
    """The repository behind a socket of its own."""
    async with serving.running(create_app(registry), serving.listen(port=0)) as url:
        yield url


@pytest.mark.parametrize("profile", ["v1-selfhosted", "v2-selfhosted"])
async def test_ten_clients_at_once_leave_one_tree(served, repository, profile):
    version = profile[:2]
    base = f"{served}/LFRepositoryAPI/{version}/Repositories/{repository.id}/"
    repository.profile = repository.profile.with_overrides({"task_seconds": 0.01})
    connection = repository.database.connection
    before = connection.execute("SELECT count(*) FROM entry").fetchone()
    statuses = set()
    async with httpx.AsyncClient(base_url=base, timeout=60) as client:
        form = {"grant_type": "password", "username": "demo", "password": "demo"}
        token = (await client.post("Token", data=form)).json()["access_token"]
        client.headers["Authorization"] = f"Bearer {token}"
        shared = [await new_folder(client, version)]

        async def work(seed):
            chance = random.Random(seed)
            for _ in range(STEPS):
                answer = await step(client, version, chance, shared)
                statuses.add(answer.status_code)

        await asyncio.gather(*(work(seed) for seed in range(10)))
        await client.get(f"Entries/{ROOT}")
    repository.clock.advance(1)
    repository.settle()
    assert flaws(connection) == {}
    assert connection.execute("SELECT count(*) FROM entry").fetchone() > before
    started = 201 if version == "v1" else 202
    assert {200, 201, started, 404, 409, 400} == statuses


async def step(client, version, chance, shared):
    """Something that a client does to entries that others are changing as well."""
    name = f"Box {chance.randrange(8)}"
    folder, entry = chance.choice(shared), chance.choice(shared)
    what = chance.choice(("create", "create", "create", "move", "rename", "delete"))
    if what == "create":
        route = "Laserfiche.Repository.Folder/children" if version == "v1" else "Folder/Children"
        answer = await client.post(f"Entries/{folder}/{route}", json={"name": name, "entryType": "Folder"})
        if answer.status_code == 201:
            shared.append(answer.json()["id"])
        return answer
    if what == "delete" and entry != shared[0]:
        return await client.request("DELETE", f"Entries/{entry}", json={})
    change = {"parentId": folder} if what == "move" else {"name": name}
    return await client.patch(f"Entries/{entry}", json=change)
