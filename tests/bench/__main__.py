"""The measurements that the README shows, each beside the bare limit measured in the same run. `make bench` runs them.

Nothing here is asserted: a machine that is busy must not turn a test red. The table is for people to read.
"""

from __future__ import annotations

import contextlib
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import httpx
from load import load
from rich.console import Console
from rich.table import Table

HERE = Path(__file__).parent
COMMANDS = Path(sys.executable).parent
SIMULATOR = [str(COMMANDS / "lf-simulator"), "serve", "--port", "0", "--corpus", "demo", "--profile"]


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the table: what was measured, the target, what came out, and the limit it is held against."""

    what: str
    target: str
    measured: str
    limit: str
    ratio: str


@dataclass(frozen=True, slots=True)
class Started:
    url: str
    seconds: float
    """From the start of the process until it said that it is ready."""
    pid: int

    @property
    def resident_mib(self) -> float:
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+)", status).group(1)) / 1024  # type: ignore[union-attr]  # Linux has it

    @property
    def port(self) -> int:
        return int(self.url.rpartition(":")[2])


@contextlib.contextmanager
def started(command: list[str]) -> Iterator[Started]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LF_")}
    begin = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment)
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if found := re.match(r"ready (http://\S+)", line):
                yield Started(found.group(1), time.perf_counter() - begin, process.pid)
                break
        else:
            raise SystemExit(f"{command[0]} ended before it was ready")
    finally:
        process.terminate()
        process.wait(10)


def bare(body: str = "") -> list[str]:
    command = [sys.executable, str(HERE / "bare.py")]
    if body:
        file = tempfile.NamedTemporaryFile("w", suffix=".json", delete=False)  # noqa: SIM115  the program reads it later
        with file:
            file.write(body)
        command.append(file.name)
    return command


def median_of(times: int, measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(times))


def timed(call: Callable[[], object]) -> float:
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def start_and_size() -> list[Row]:
    def measure(command: list[str]) -> tuple[float, float]:
        runs = []
        for _ in range(5):
            with started(command) as server:
                httpx.get(f"{server.url}/_sim/health")
                runs.append((server.seconds, server.resident_mib))
        return statistics.median(run[0] for run in runs), statistics.median(run[1] for run in runs)

    seconds, mib = measure([*SIMULATOR, "v1-selfhosted"])
    bare_seconds, bare_mib = measure(bare())
    return [
        Row("simulator ready, `demo` loaded", "≤ 0.6 s", f"{seconds:.2f} s", f"{bare_seconds:.2f} s bare starlette",
            f"{seconds / bare_seconds:.1f}×"),
        Row("resident memory with `demo`", "≤ 70 MiB", f"{mib:.0f} MiB", f"{bare_mib:.0f} MiB bare starlette",
            f"{mib / bare_mib:.1f}×"),
    ]  # fmt: skip


def sign_in(server: Started) -> tuple[str, dict[str, str]]:
    """The address of the repository's API, and the headers of a signed-in client."""
    repository = httpx.get(f"{server.url}/_sim/repositories").json()["repositories"][0]
    settings = repository["env"]
    api = f"{settings['LF_REPO_API_URL']}/{settings['LF_API_VERSION']}/Repositories/{settings['LF_REPOSITORY_ID']}"
    form = {"grant_type": "password", "username": settings["LF_USERNAME"], "password": settings["LF_PASSWORD"]}
    token = httpx.post(f"{api}/Token", data=form).json()["access_token"]
    return api, {"Authorization": f"Bearer {token}", "Accept": "application/json"}


def throughput() -> list[Row]:
    with started([*SIMULATOR, "v1-selfhosted"]) as simulator:
        api, headers = sign_in(simulator)
        body = httpx.get(f"{api}/Entries/604", headers=headers).text
        with started(bare(body)) as limit:
            rounds = []
            for _ in range(3):  # turn about, so that both see the same machine
                ours = load(simulator.port, httpx.URL(f"{api}/Entries/604").path, headers).per_second
                theirs = load(limit.port, "/entries/604", headers).per_second
                rounds.append((ours, theirs))
    ours, theirs = (statistics.median(column) for column in zip(*rounds, strict=True))
    return [
        Row("`GetEntry`, 16 connections", "≥ 0.5× bare", f"{ours:,.0f}/s", f"{theirs:,.0f}/s bare starlette route",
            f"{ours / theirs:.2f}×")
    ]  # fmt: skip


def reset() -> list[Row]:
    import sqlite3

    from lf_simulator import Registry

    repository = Registry(seed=1).create(id="bench", corpus="demo")
    content = repository.database.snapshot()
    target = sqlite3.connect(":memory:")

    ours = median_of(200, lambda: timed(repository.reset)) * 1000
    limit = median_of(200, lambda: timed(lambda: target.deserialize(content))) * 1000
    return [
        Row("reset of `demo`", "≤ 2 ms", f"{ours:.2f} ms", f"{limit:.2f} ms `sqlite3` deserialize", f"{ours / limit:.1f}×")
    ]


def contract_run() -> list[Row]:
    def run(arguments: list[str]) -> None:
        command = [str(COMMANDS / "lf-contracts"), "run", *arguments, "--", str(COMMANDS / "lf-mcp")]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

    seconds = timed(lambda: run([]))
    limit = timed(lambda: run(["--select", "definitions.tools-listed"]))
    return [
        Row("contract run of `make demo`, three profiles", "≤ 30 s", f"{seconds:.1f} s",
            f"{limit:.1f} s for one case a profile (starting everything)", f"{seconds / limit:.1f}×")
    ]  # fmt: skip


def main() -> None:
    from mcp_call import search_content_call

    console = Console()
    table = Table("What", "Target", "Measured", "Bare limit, same run", "Ratio")
    for measure in (start_and_size, reset, throughput, search_content_call, contract_run):
        with console.status(measure.__name__.replace("_", " ")):
            rows = measure()
        for row in rows:
            table.add_row(row.what, row.target, row.measured, row.limit, row.ratio)
    console.print(table)


if __name__ == "__main__":
    main()
