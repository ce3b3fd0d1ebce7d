"""The levers: forks, the fixture of the pytest plugin, calls without a socket, a plan of many rules, a full journal."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
from processes import Row, median_of, resident_mib, timed
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Route

from lf_simulator import Laserfiche, Registry
from lf_simulator.faults.moment import Moment
from lf_simulator.faults.plan import FaultPlan
from lf_simulator.faults.reading import read_plan
from lf_simulator.journal import CAPACITY, Exchange, Journal
from lf_simulator.transports import async_transport

TESTS = 200


def fork() -> list[Row]:
    registry = Registry(seed=1)
    origin = registry.create(id="bench", corpus="demo")
    content = origin.database.snapshot()
    target = sqlite3.connect(":memory:")
    made = []

    def once() -> None:
        made.append(registry.create(fork_of=origin.id))
        made[-1].database.connection.execute("SELECT 1 FROM entry")  # the copy is made when it is looked at

    ours = median_of(100, lambda: timed(once)) * 1000
    limit = median_of(100, lambda: timed(lambda: target.deserialize(content))) * 1000
    registry.close()
    return [
        Row("fork of `demo`, and the first look at it", "≤ 3 ms", f"{ours:.2f} ms",
            f"{limit:.2f} ms `sqlite3` deserialize", f"{ours / limit:.1f}×")
    ]  # fmt: skip


def fixture() -> list[Row]:
    """Whole test runs, so that everything counts which a test pays for."""

    def run(code: str) -> float:
        with tempfile.TemporaryDirectory() as place:
            Path(place, "test_many.py").write_text(
                f"import pytest\n@pytest.mark.parametrize('n', range({TESTS}))\n{code}"
            )
            command = [sys.executable, "-m", "pytest", "-q", "-p", "no:schemathesis", "-p", "no:cacheprovider", place]
            return timed(lambda: subprocess.run(command, stdout=subprocess.DEVNULL, check=True, cwd=place))

    bare = run("def test_it(n): pass")
    ours = run("def test_it(laserfiche, n): laserfiche.entry(1)")
    once = run("def test_it(request, n): n or request.getfixturevalue('laserfiche').entry(1)")
    each = (ours - once) / TESTS * 1000
    return [
        Row("a test with the fixture `laserfiche`, over a bare test", "≤ 5 ms", f"{each:.1f} ms",
            f"{bare / TESTS * 1000:.1f} ms a bare test, its run shared out", "–")
    ]  # fmt: skip


def in_process() -> list[Row]:
    registry = Registry(seed=1)
    held = Laserfiche(registry.create(id="demo", profile="v2-selfhosted"), "http://sim.test", lambda work: work())
    headers = {"Authorization": f"Bearer {held.token()}"}

    async def calls(number: int, transport: httpx.AsyncBaseTransport) -> bytes:
        async with httpx.AsyncClient(base_url=held.url, headers=headers, transport=transport, verify=False) as client:
            for _ in range(number):
                answer = await client.get("/Entries/604")
        return answer.content

    ours = async_transport(httpx, registry)
    body = asyncio.run(calls(1, ours))

    async def route(_: Any) -> Response:
        return Response(body, media_type="application/json")

    bare = httpx.ASGITransport(Starlette(routes=[Route(f"{httpx.URL(held.url).path}/Entries/604", route)]))
    rounds = [[timed(lambda: asyncio.run(calls(500, each))) for each in (ours, bare)] for _ in range(5)]  # noqa: B023
    simulator, limit = (sorted(column)[2] / 500 for column in zip(*rounds, strict=True))
    registry.close()
    return [
        Row("`GetEntry` by httpx in process", "≥ 1,500/s, ≤ 2.5× bare", f"{1 / simulator:,.0f}/s",
            f"{1 / limit:,.0f}/s `httpx.ASGITransport` on a bare route", f"{simulator / limit:.1f}×")
    ]  # fmt: skip


def plan() -> list[Row]:
    plan, none = FaultPlan(), FaultPlan()
    rule = {"operations": ["ListEntries", "writes"], "kind": "refuse", "status": 503, "entry": 5, "from_seconds": 9}
    plan.add(read_plan({"rules": [rule] * 100}))
    moment = Moment("before", ("ListEntries",), 1.0, 604, "demo")  # aimed at by all of them, struck by none

    def many(armed: FaultPlan) -> float:
        return median_of(5, lambda: timed(lambda: [armed.hits(moment) for _ in range(1000)])) * 1000  # µs a call

    ours, limit = many(plan), many(none)
    return [
        Row("looking through a plan of 100 rules", "≤ 50 µs", f"{ours:.0f} µs", f"{limit:.1f} µs without rules", "–")
    ]  # fmt: skip


def journal() -> list[Row]:
    """Exchanges as `GetEntry` leaves them: a body of one kilobyte and a dozen headers."""
    before = resident_mib(os.getpid())
    kept = Journal()
    for number in range(CAPACITY):
        headers = [(f"x-header-{k}".encode(), f"value {number} {k}".encode()) for k in range(12)]
        body = (b'{"id":604,"name":"%d"}' % number) + b" " * 1000
        one = Exchange(datetime(2026, 5, 4, tzinfo=UTC), "GET", f"/v2/Repositories/demo/Entries/{number}", b"", headers)
        one.response_headers, one.response_body, one.operation, one.status = list(headers[:4]), body, "GetEntry", 200
        kept.add(one)
    grown = resident_mib(os.getpid()) - before
    return [
        Row(f"journal of {CAPACITY:,} exchanges", "≤ 32 MiB", f"{grown:.0f} MiB",
            f"{CAPACITY * 1000 / 2**20:.0f} MiB their bodies alone", f"{grown / (CAPACITY * 1000 / 2**20):.1f}×")
    ]  # fmt: skip
