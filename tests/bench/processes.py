"""What the measurements share: a row of the table, the servers as processes of their own, and a stop watch."""

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
        return resident_mib(self.pid)

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


def resident_mib(pid: int, *, peak: bool = False, forget_peak: bool = False) -> float:
    """Resident memory of a process on Linux: what it has now, or the most that it had since the peak was forgotten."""
    if forget_peak:
        Path(f"/proc/{pid}/clear_refs").write_text("5")
    status = Path(f"/proc/{pid}/status").read_text()
    found = re.search(rf"{'VmHWM' if peak else 'VmRSS'}:\s+(\d+)", status)
    assert found is not None
    return int(found.group(1)) / 1024


def median_of(times: int, measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(times))


def timed(call: Callable[[], object]) -> float:
    begin = time.perf_counter()
    call()
    return time.perf_counter() - begin


def sign_in(server: Started) -> tuple[str, dict[str, str]]:
    """The address of the repository's API, and the headers of a signed-in client."""
    repository = httpx.get(f"{server.url}/_sim/repositories").json()["repositories"][0]
    settings = repository["env"]
    api = f"{settings['LF_REPO_API_URL']}/{settings['LF_API_VERSION']}/Repositories/{settings['LF_REPOSITORY_ID']}"
    form = {"grant_type": "password", "username": settings["LF_USERNAME"], "password": settings["LF_PASSWORD"]}
    token = httpx.post(f"{api}/Token", data=form).json()["access_token"]
    return api, {"Authorization": f"Bearer {token}", "Accept": "application/json"}
