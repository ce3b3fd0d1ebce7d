"""The MCP server by tools of the protocol: its conformance suite, its inspector, a linter of tool definitions."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.request
from typing import TYPE_CHECKING, Any

import pytest
from tests.clients.conftest import CLEAN, ROOT

from lf_mcp import Config
from lf_mcp.app import describe
from lf_mcp.tools import TOOLS, registered

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PROTOCOL = ROOT / ".npm-protocol"
BIN = PROTOCOL / "node_modules/.bin"
needs_protocol = pytest.mark.skipif(
    not (PROTOCOL / ".installed").exists() and "CI" not in os.environ,
    reason="the conformance suite is not installed (make test does that, from the npm registry)",
)
SCENARIOS = (
    "server-initialize",
    "ping",
    "tools-list",
    "completion-complete",
    "resources-list",
    "server-sse-multiple-streams",
    "dns-rebinding-protection",
)
"""Those that do not demand tools, prompts, resources or log messages of their own."""


@pytest.fixture(scope="module")
def settings(origin: str) -> dict[str, str]:
    """The environment of a server that may write, on a repository of its own."""
    request = urllib.request.Request(f"{origin}/_sim/repositories", b'{"corpus": "demo", "profile": "v2-selfhosted"}')
    request.add_header("Content-Type", "application/json")
    with urllib.request.urlopen(request) as answer:
        made: dict[str, str] = json.load(answer)["env"]
    return CLEAN | made | {"LF_READ_ONLY": "false", "LF_IMPORT_SOURCE_DIRS": "*"}


@pytest.fixture(scope="module")
def address(settings: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Where `lf-mcp --http` listens; the port is one that was free a moment ago."""
    import socket

    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "lf_mcp", "--http"]
    folder = tmp_path_factory.mktemp("http")
    with subprocess.Popen(
        command, env=settings | {"LF_HTTP_PORT": str(port)}, cwd=folder, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stderr is not None
        started = next((line for line in process.stderr if "running on" in line), None)
        assert started is not None, "the server did not start"
        yield f"http://127.0.0.1:{port}/mcp"
        process.terminate()
        process.stderr.read()


def run(*command: str, folder: Path, environment: dict[str, str] | None = None) -> subprocess.CompletedProcess[str]:
    path = f"{BIN}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command,
        env=(environment or CLEAN) | {"PATH": path},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


@needs_protocol
def test_the_conformance_suite_holds(address: str, tmp_path: Path) -> None:
    ended = run(str(BIN / "conformance"), "server", "--url", address, folder=tmp_path)
    passed = set(re.findall(r"✓ ([\w-]+): \d+ passed, 0 failed", ended.stdout))
    assert set(SCENARIOS) <= passed, ended.stdout[-3000:]


@needs_protocol
def test_the_inspector_lists_and_calls_tools_over_http(address: str, tmp_path: Path) -> None:
    inspector = (str(BIN / "mcp-inspector"), "--cli", address)
    listed = json.loads(run(*inspector, "--method", "tools/list", folder=tmp_path).stdout)
    assert len(listed["tools"]) == 52
    called = run(
        *inspector,
        *("--method", "tools/call", "--tool-name", "laserfiche_entry_get", "--tool-arg", "entry_id=604"),
        folder=tmp_path,
    )
    answer: dict[str, Any] = json.loads(called.stdout)
    assert answer["structuredContent"]["id"] == 604


@needs_protocol
def test_the_inspector_starts_it_on_standard_input(settings: dict[str, str], tmp_path: Path) -> None:
    pairs = [part for name, value in settings.items() if name.startswith("LF_") for part in ("-e", f"{name}={value}")]
    command = (str(BIN / "mcp-inspector"), "--cli", sys.executable, "-m", "lf_mcp", *pairs)
    listed = run(*command, "--method", "resources/templates/list", folder=tmp_path)
    assert "laserfiche://entry/{id}/text" in listed.stdout, listed.stderr


@pytest.mark.parametrize("tool_set", ["full", "compact"])
def test_a_linter_of_tool_definitions_finds_nothing(tmp_path: Path, tool_set: str) -> None:
    tools = registered(TOOLS, Config("http://x.test", "r", read_only=False, tool_set=tool_set))
    shown = [
        describe(name, tool, tools).model_dump(by_alias=True, exclude_none=True, mode="json")
        for name, tool in tools.items()
    ]
    (tmp_path / "tools.json").write_text(json.dumps({"tools": shown}))
    linter = (sys.executable, "-m", "tdqs", "lint", "--file", "tools.json", "--fail-on", "warning")
    ended = run(*linter, folder=tmp_path)
    assert ended.returncode == 0, ended.stdout[-2000:] + ended.stderr
    assert "0 errors, 0 warnings" in ended.stdout
