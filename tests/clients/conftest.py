"""What the tests with clients of other people share: a simulator in a process of its own, and repositories in it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]
HERE = Path(__file__).parent
NPM_CLIENTS = ROOT / ".npm-clients"
PUBLISHED = ROOT / ".venv-published/bin/laserfiche-mcp"

CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("LF_")}
"""The environment without a setting of the machine for this or another repository."""


@pytest.fixture(scope="session")
def origin() -> Iterator[str]:
    """`http://127.0.0.1:PORT` of a simulator that ends with the tests."""
    command = [sys.executable, "-m", "lf_simulator", "serve", "--port", "0", "--repository", "first", "--until-eof"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=CLEAN) as process:
        assert process.stdout is not None
        ready = next((line for line in process.stdout if line.startswith("ready ")), None)
        assert ready is not None, "the simulator did not start"
        try:
            yield ready.split()[1]
        finally:
            process.communicate()


Make = Callable[[str, str], dict[str, Any]]


@pytest.fixture
def make(origin: str) -> Iterator[Make]:
    """Makes a repository of a corpus that imitates a profile; answers what the simulator says of it."""
    made: list[str] = []

    def make(corpus: str, profile: str) -> dict[str, Any]:
        repository = control(origin, "POST", "", {"corpus": corpus, "profile": profile})
        made.append(repository["id"])
        return repository

    yield make
    for name in made:
        control(origin, "DELETE", f"/{name}")


def control(origin: str, method: str, path: str, body: object = None) -> Any:
    """The answer of the simulator's control plane below `/_sim/repositories`."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(f"{origin}/_sim/repositories{path}", data, method=method)
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request, timeout=30) as answer:
        return json.loads(answer.read() or b"null")


def needed(path: Path, what: str) -> Path:
    """The path, if it is there; without it the tests that need it skip, and fail in CI."""
    if not path.exists():
        reason = f"{what} is not installed (make test installs it where its registry can be reached)"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return path


@pytest.fixture(scope="session")
def npm_clients() -> Path:
    """The folder with the official JavaScript clients."""
    needed(NPM_CLIENTS / ".installed", "the official JavaScript client")
    return NPM_CLIENTS


@pytest.fixture(scope="session")
def published_command() -> Path:
    """The command of the released server build."""
    return needed(PUBLISHED, "the released laserfiche-mcp")
