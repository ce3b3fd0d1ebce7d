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


COMMAND = [sys.executable, "-m", "lf_mcp"]


def environment(env: dict[str, str]) -> dict[str, str]:
    return {key: value for key, value in os.environ.items() if not key.upper().startswith("LF_")} | env


def run(folder: Path, *options: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [*COMMAND, *options]
    return subprocess.run(
        command, env=environment(env), cwd=folder, capture_output=True, text=True, timeout=60, check=False
    )


def converse(folder: Path, requests: list[str], **env: str) -> tuple[dict[int, Any], str, str]:
    """Send `requests` one by one, each after the last answer: results by id, other standard output, standard error."""
    answers: dict[int, Any] = {}
    with (
        (folder / "stderr").open("w+") as log,
        subprocess.Popen(
            COMMAND,
            env=environment(env),
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=log,
            text=True,
        ) as process,
    ):
        assert process.stdin is not None
        assert process.stdout is not None
        for sent in requests:
            process.stdin.write(sent)
            process.stdin.flush()
            answer = json.loads(process.stdout.readline())
            answers[answer["id"]] = answer["result"]
        rest, _ = process.communicate(timeout=60)
        assert process.returncode == 0
        log.seek(0)
        return answers, rest, log.read()


def request(number: int, method: str, **params: Any) -> str:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}) + "\n"


HELLO = request(
    0, "initialize", protocolVersion="2025-11-25", capabilities={}, clientInfo={"name": "test", "version": "0"}
)
READY = json.dumps({"jsonrpc": "2.0", "method": "notifications/initialized"}) + "\n"


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
    answers, _, _ = converse(tmp_path, [HELLO, READY + request(1, "tools/list")])
    names = [tool["name"] for tool in answers[1]["tools"]]
    assert len(names) == 46
    assert {"search_content", "laserfiche_entry_search_content"} <= set(names)


def test_a_session_leaves_nothing_but_messages_on_standard_output(tmp_path: Path) -> None:
    call = request(2, "tools/call", name="laserfiche_entry_get", arguments={"entry_id": 1})
    settings = ENOUGH | {"LF_LOG_LEVEL": "DEBUG", "LF_LOG_FORMAT": "json", "LF_MAX_RESULT": "1"}
    answers, rest, log = converse(tmp_path, [HELLO, READY + request(1, "tools/list"), call], **settings)
    assert sorted(answers) == [0, 1, 2]
    assert answers[2]["structuredContent"]["error"] == "server_error"
    assert rest == ""
    logged = [json.loads(line) for line in log.splitlines()]
    assert any("LF_MAX_RESULT is not a setting" in line["message"] for line in logged)
    (event,) = [line["event"] for line in logged if "event" in line]
    assert (event["tool"], event["outcome"], event["error_subkind"]) == (
        "laserfiche_entry_get",
        "error",
        "server_error",
    )
    assert event["request_id"] == answers[2]["structuredContent"]["request_id"]
    assert "hunter2" not in json.dumps(answers) + log
