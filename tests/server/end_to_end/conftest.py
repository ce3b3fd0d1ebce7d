"""A real simulator in a process of its own; each test runs on every profile and begins with a reset repository."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from mcp import Client
from tests.server.end_to_end.requests import Judge
from tests.simulator.published import WIRE

from lf_contracts import schemas
from lf_mcp import Config, load
from lf_mcp.app import build_server

if TYPE_CHECKING:
    from collections.abc import Iterator

PROFILES = ("v1-selfhosted", "v2-selfhosted", "v2-cloud")
QUICK = {
    "LF_RETRY_ATTEMPTS": "0",
    "LF_SEARCH_POLL_INTERVAL_SECONDS": "0.02",
    "LF_REQUEST_TIMEOUT_SECONDS": "5",
}
SIGN_IN = "CreateToken"


@pytest.fixture(scope="session")
def simulator() -> Iterator[str]:
    """The address of a running simulator."""
    command = [sys.executable, "-m", "lf_simulator", "serve", "--port", "0", "--seed", "7"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        assert process.stdout is not None
        said = []
        for line in process.stdout:
            said.append(line)
            if line.startswith("ready "):
                break
        else:
            pytest.fail("the simulator did not start:\n" + "".join(said))
        yield line.split()[1]
        process.terminate()


@dataclass
class Lab:
    """One repository on the simulator, its levers, and settings for a server that reads it."""

    control: httpx.Client
    address: str
    profile: str
    env: dict[str, str]

    @property
    def version(self) -> str:
        return self.env["LF_API_VERSION"]

    def name(self, v1: Any, v2: Any) -> Any:
        return v1 if self.version == "v1" else v2

    def config(self, **settings: str) -> Config:
        return load(self.env | QUICK | settings).config

    def client(self, **settings: str) -> Client:
        return Client(build_server(self.config(**settings)), mode="legacy", read_timeout_seconds=30)

    async def ask(self, tool: str, settings: dict[str, str] | None = None, /, **arguments: Any) -> dict[str, Any]:
        """One call on a server of its own; the answer is held against the published schema."""
        async with self.client(**(settings or {})) as client:
            client.session.validate_tool_result = unchecked  # type: ignore[method-assign]
            result = await client.call_tool(tool, arguments)
        answer = result.structured_content
        assert isinstance(answer, dict), result.content
        errors = schemas.validator(f"tools/{tool}").iter_errors(answer)
        assert [f"{error.json_path}: {error.message}" for error in errors] == [], answer
        assert result.is_error == (answer.get("mode") == "error")
        return answer

    def _ok(self, method: str, path: str, **more: Any) -> Any:
        answer = self.control.request(method, f"{self.address}{path}", **more)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def reset(self) -> None:
        self._ok("POST", "/reset")

    def faults(self, *rules: dict[str, Any]) -> None:
        self._ok("PUT", "/faults", json={"rules": list(rules)})

    def access_key(self) -> dict[str, str]:
        """The settings of a service app."""
        found = self._ok("GET", "/access-key")["env"]
        assert isinstance(found, dict)
        return found

    def revoke(self) -> None:
        """End all sign-ins."""
        self._ok("POST", "/sessions/revoke", json={})

    def advance(self, seconds: float) -> None:
        """Let time pass in the repository, whose times of change are whole seconds."""
        self._ok("POST", "/clock", json={"advance_seconds": seconds})

    def imitate(self, **overrides: Any) -> None:
        self._ok("PUT", "/profile", json={"name": self.profile, "overrides": overrides})

    def entry(self, entry_id: int) -> dict[str, Any]:
        """An entry as the repository has it, behind the API."""
        found = self._ok("GET", f"/entries/{entry_id}")
        assert isinstance(found, dict)
        return found

    def journal(self, operation: str | None = None) -> list[dict[str, Any]]:
        """What was asked of the repository, without sign-in unless that is the operation."""
        exchanges = self._ok("GET", "/journal", params={"operation": operation} if operation else None)["exchanges"]
        return [e for e in exchanges if operation or e["operation"] != SIGN_IN]

    def operations(self) -> list[str]:
        return [exchange["operation"] for exchange in self.journal()]

    def searches(self) -> tuple[int, int]:
        """(open, closed)"""
        found = self._ok("GET", "/searches")
        return len(found["open"]), found["closed"]


async def unchecked(*_: object) -> None:
    """Stands in for the client's own check of answers, which makes a validator for each session; `ask` checks."""


@pytest.fixture(scope="session")
def labs(simulator: str) -> Iterator[dict[str, Lab]]:
    """A repository of this test process on each profile."""
    made = {}
    with httpx.Client(timeout=10, verify=False) as control:
        for profile in PROFILES:
            answer = control.post(f"{simulator}/_sim/repositories", json={"corpus": "demo", "profile": profile})
            assert answer.status_code == 201, answer.text
            about = answer.json()
            made[profile] = Lab(control, f"{simulator}/_sim/repositories/{about['id']}", profile, about["env"])
        yield made


@pytest.fixture(autouse=True)
def requests_are_as_described(monkeypatch: pytest.MonkeyPatch) -> Iterator[Judge | None]:
    """Where the published descriptions are beside the project, every request of every test here is held to them."""
    if not WIRE.exists():
        yield None
        return
    judge = Judge()
    monkeypatch.setattr("lf_mcp.client.httpx.AsyncClient", judge.client)
    yield judge
    assert judge.wrong == []


@pytest.fixture(params=PROFILES)
def lab(request: pytest.FixtureRequest, labs: dict[str, Lab]) -> Lab:
    """The repository of one profile, back at its beginning."""
    found = labs[request.param]
    found.reset()
    return found
