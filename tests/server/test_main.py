"""The command as a process: exit codes, a clean standard output, and one line on standard error for a wrong setting."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from pathlib import Path

ENOUGH = {
    "LF_REPO_API_URL": "http://127.0.0.1:9/LFRepositoryAPI",
    "LF_REPOSITORY_ID": "demo",
    "LF_USERNAME": "demo",
    "LF_PASSWORD": "hunter2-hunter2",
    "LF_RETRY_ATTEMPTS": "0",
}


def run(folder: Path, *options: str, stdin: str = "", **env: str) -> subprocess.CompletedProcess[str]:
    clean = {key: value for key, value in os.environ.items() if not key.upper().startswith("LF_")}
    command = [sys.executable, "-m", "lf_mcp", *options]
    return subprocess.run(
        command, input=stdin, env=clean | env, cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


def request(number: int, method: str, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"


HELLO = request(
    0, "initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "test", "version": "0"}
) + (json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}) + "\n")


@pytest.mark.parametrize(
    ("env", "named"),
    [({}, "LF_REPO_API_URL is missing"), (ENOUGH | {"LF_RETRY_ATTEMPTS": "99"}, "LF_RETRY_ATTEMPTS must be")],
)
def test_an_unusable_configuration_is_one_line_on_standard_error_and_exit_code_2(
    tmp_path: Path, env: dict[str, str], named: str
) -> None:
    done = run(tmp_path, **env)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1
    assert named in done.stderr


def test_a_missing_settings_file_is_exit_code_2(tmp_path: Path) -> None:
    done = run(tmp_path, "--config", "nowhere.env", **ENOUGH)
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no configuration file nowhere.env" in done.stderr


def test_help_and_version_need_no_configuration(tmp_path: Path) -> None:
    assert "LF_REPO_API_URL" in run(tmp_path, "--help").stdout
    assert run(tmp_path, "--version").stdout.startswith("lf-mcp ")


def test_dot_env_is_read_and_legacy_names_can_be_switched_on_there(tmp_path: Path) -> None:
    lines = [f"{key}={value}" for key, value in (ENOUGH | {"LF_LEGACY_TOOL_NAMES": "true"}).items()]
    (tmp_path / ".env").write_text("\n".join(lines))
    done = run(tmp_path, stdin=HELLO + request(1, "tools/list"))
    names = [tool["name"] for tool in json.loads(done.stdout.splitlines()[-1])["result"]["tools"]]
    assert len(names) == 12
    assert {"search_content", "laserfiche_entry_search_content"} <= set(names)


def test_a_session_leaves_nothing_but_messages_on_standard_output(tmp_path: Path) -> None:
    calls = request(1, "tools/list") + request(2, "tools/call", name="laserfiche_entry_get", arguments={"entry_id": 1})
    done = run(tmp_path, stdin=HELLO + calls, LF_LOG_LEVEL="DEBUG", LF_LOG_FORMAT="json", LF_MAX_RESULT="1", **ENOUGH)
    messages = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0
    assert {message["id"] for message in messages} >= {0, 1}
    logged = [json.loads(line) for line in done.stderr.splitlines()]
    assert any("LF_MAX_RESULT is not a setting" in line["message"] for line in logged)
    assert "hunter2" not in done.stdout + done.stderr
