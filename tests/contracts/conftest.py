"""A control plane without a simulator behind it, and an invented contract, so that the kit is tested by itself."""

import json
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from lf_contracts.case import Case
from lf_contracts.cells import Cell
from lf_contracts.peer import Peer
from lf_contracts.plan import Suite, plan
from lf_contracts.requirement import Requirement
from lf_contracts.result import Run
from lf_contracts.runner import run
from lf_contracts.simulator import Simulator
from lf_contracts.target import Patience, Target

SERVERS = Path(__file__).parent / "servers"
SHORT = Patience(start=4.0, call=0.5, close=0.3)


@dataclass
class ControlPlane:
    """What the kit asked of it, and what it is to answer."""

    url: str = ""
    asked: list[tuple[str, str, Any]] = field(default_factory=list)
    exchanges: list[dict[str, Any]] = field(default_factory=list)
    rules: list[dict[str, Any]] = field(default_factory=list)
    fires: bool = True
    broken: bool = False

    def answer(self, method: str, path: str, body: Any) -> tuple[int, Any]:
        self.asked.append((method, path, body))
        if self.broken:
            return 500, {"error": "out of order"}
        if path == "/_sim/repositories":
            return 201, {"id": body.get("id", "r"), "env": {"LF_REPOSITORY_ID": "r", "LF_PASSWORD": "demo"}}
        last = path.rpartition("/")[2]
        if last == "faults" and method == "POST":
            self.rules += [{**rule, "fired": int(self.fires), "matched": 1} for rule in body["rules"]]
        if last == "reset":
            self.rules = []
        if last == "profile" and "wrong" in body["overrides"]:
            return 400, {"error": "unknown setting 'wrong'"}
        answers = {
            "faults": {"rules": self.rules},
            "journal": {"exchanges": self.exchanges, "dropped": 0},
            "searches": {"open": [], "closed": 0},
            "health": {"status": "ready"},
        }
        return 200, answers.get(last, {})


@pytest.fixture
def control() -> Iterator[ControlPlane]:
    plane = ControlPlane()

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        wbufsize = -1  # head and body in one packet, else each answer waits for an acknowledgement

        def handle_any(self) -> None:
            size = int(self.headers.get("Content-Length") or 0)
            body = json.loads(self.rfile.read(size)) if size else None
            status, answer = plane.answer(self.command, self.path, body)
            content = json.dumps(answer).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(content)))
            self.end_headers()
            self.wfile.write(content)

        do_GET = do_POST = do_PUT = do_DELETE = handle_any  # noqa: N815 -- http.server's naming

        def log_message(self, *_: object) -> None: ...

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    plane.url = f"http://127.0.0.1:{server.server_port}"
    yield plane
    server.shutdown()
    server.server_close()
    thread.join()


def command(server: str) -> list[str]:
    """The command line of a script in `servers/`."""
    return [sys.executable, str(SERVERS / f"{server}.py")]


@pytest.fixture
def server_command() -> Callable[[str], list[str]]:
    return command


@pytest.fixture
def peer() -> Iterator[Callable[[str], Peer]]:
    """Starts a script in `servers/` and ends it after the test."""
    started: list[Peer] = []

    def start(server: str) -> Peer:
        started.append(Peer(command(server), {}))
        return started[-1]

    yield start
    for each in started:
        each.kill()


def requirement(identifier: str, **more: Any) -> Requirement:
    defaults: dict[str, Any] = {
        "text": "It does.",
        "source": "invented",
        "tool": identifier.partition(".")[0],
        "level": "2.3",
    }
    return Requirement(id=identifier, **{**defaults, **more})


@pytest.fixture
def make_requirement() -> Callable[..., Requirement]:
    return requirement


@pytest.fixture
def judge(control: ControlPlane) -> Callable[..., Run]:
    """Runs cases against a script in `servers/`; requirements are made up for them, with the tool before the dot."""

    def run_it(
        server: str,
        cases: Sequence[Case],
        requirements: Sequence[Requirement] = (),
        cells: Sequence[Cell] = (),
        profiles: Sequence[str] = ("v1-selfhosted",),
        **more: Any,
    ) -> Run:
        known = {each.requirement: requirement(each.requirement) for each in cases}
        known.update({each.id: each for each in requirements})
        suite = Suite(known, tuple(cases), tuple(cells))
        checks = plan(suite, level="2.6", profiles=profiles)
        with Simulator(control.url) as simulator:
            more = {"patience": SHORT, **more}
            return run(checks, Target.of(command(server)), simulator, level="2.6", cells=cells, **more)

    return run_it
