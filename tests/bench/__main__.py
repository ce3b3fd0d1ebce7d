"""The measurements that the README shows, each beside the bare limit measured in the same run. `make bench` runs them.

Nothing here is asserted: a machine that is busy must not turn a test red. The table is for people to read.
"""

from __future__ import annotations

import sqlite3
import statistics
import subprocess

import httpx
from contents import big_file, copies, long_folder
from levers import fixture, fork, in_process, journal, plan
from load import load
from mcp_call import search_content_call
from mcp_server import large_text, server_start, tool_call
from processes import COMMANDS, SIMULATOR, Row, bare, median_of, sign_in, started, timed
from rich.console import Console
from rich.table import Table
from searching import searching

from lf_simulator import Registry


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
    repository = Registry(seed=1).create(id="bench", corpus="demo")
    content = repository.database.snapshot()
    target = sqlite3.connect(":memory:")

    def once() -> None:
        repository.reset()
        repository.database.connection.execute("SELECT 1 FROM entry")  # the copy is made when it is looked at

    ours = median_of(200, lambda: timed(once)) * 1000
    limit = median_of(200, lambda: timed(lambda: target.deserialize(content))) * 1000
    return [
        Row(
            "reset of `demo`",
            "≤ 2 ms",
            f"{ours:.2f} ms",
            f"{limit:.2f} ms `sqlite3` deserialize",
            f"{ours / limit:.1f}×",
        )
    ]


def contract_run() -> list[Row]:
    def run(arguments: list[str]) -> None:
        command = [str(COMMANDS / "lf-contracts"), "run", *arguments, "--", str(COMMANDS / "lf-mcp")]
        subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True)

    seconds = timed(lambda: run([]))
    limit = timed(lambda: run(["--select", "tools.listed*"]))
    return [
        Row("contract run of `make demo`, three profiles", "≤ 30 s", f"{seconds:.1f} s",
            f"{limit:.1f} s for one case a profile (starting everything)", f"{seconds / limit:.1f}×")
    ]  # fmt: skip


MEASUREMENTS = (
    journal,  # first, for what others have freed would take it in
    *(start_and_size, reset, fork, copies, fixture, in_process, plan, throughput, long_folder, big_file),
    *(searching, search_content_call, server_start, tool_call, large_text, contract_run),
)


def main() -> None:
    console = Console()
    table = Table("What", "Target", "Measured", "Bare limit, same run", "Ratio")
    for measure in MEASUREMENTS:
        with console.status(measure.__name__.replace("_", " ")):
            rows = measure()
        for row in rows:
            table.add_row(row.what, row.target, row.measured, row.limit, row.ratio)
    console.print(table)


if __name__ == "__main__":
    main()
