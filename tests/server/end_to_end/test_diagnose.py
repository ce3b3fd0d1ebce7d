"""`lf-mcp diagnose` says what is wrong, on every profile and in the trouble that people have."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from lf_mcp import load
from lf_mcp.diagnosis import BAD, OK, PASSED_OVER, WEAK, diagnose

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.end_to_end.conftest import Lab


def found(lab: Lab, **settings: str) -> dict[str, tuple[str, str]]:
    environment = lab.env | {"LF_RETRY_ATTEMPTS": "0", "LF_REQUEST_TIMEOUT_SECONDS": "2"} | settings
    return {each.what: (each.state, each.says) for each in diagnose(load(environment))}


def test_all_is_well_where_nothing_is_wrong(lab: Lab) -> None:
    assert {state for state, _ in found(lab).values()} == {OK}
    assert lab.searches()[0] == 0
    assert not [each for each in lab.journal() if each["method"] in ("PUT", "PATCH")]


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"LF_PASSWORD": "wrong-one"}, "LF_USERNAME"),
        ({"LF_REPOSITORY_ID": "nowhere"}, "LF_REPOSITORY_ID=nowhere"),
        ({"LF_REPO_API_URL": "http://127.0.0.1:9/x"}, "Nobody answered at http://127.0.0.1:9/x"),
    ],
)
def test_what_stands_in_the_way_of_everything_is_said_once(lab: Lab, settings: dict[str, str], said: str) -> None:
    seen = found(lab, **settings)
    state, words = seen["sign-in"]
    assert state == BAD
    assert said in words
    assert "wrong-one" not in words
    assert {state for what, (state, _) in seen.items() if what not in ("settings", "sign-in")} == {PASSED_OVER}


def test_another_version_than_the_servers_is_told(lab: Lab) -> None:
    other = {"v1": "v2", "v2": "v1"}[lab.version]
    seen = found(lab, LF_API_VERSION=other)
    states = [state for state, _ in seen.values()]
    assert BAD in states
    assert any(f"LF_API_VERSION={other}" in words or "404" in words for _, words in seen.values())


def test_what_a_build_lacks_is_weak_and_what_tools_need_is_wrong(lab: Lab) -> None:
    lab.faults(
        {"operations": ["CreateSearchOperation", "StartSearchEntry"], "kind": "refuse", "status": 404},
        {"operations": ["CreateSimpleSearchOperation", "SearchEntry"], "kind": "refuse", "status": 503},
        {"operations": ["GetTagDefinitions", "ListTagDefinitions"], "kind": "redirect", "location": "http://x.test/"},
    )
    seen = found(lab)
    assert seen["asynchronous search"][0] == WEAK
    assert seen["simple search"][0] == BAD
    assert seen["tag definitions"][0] == WEAK
    assert seen["root folder"][0] == OK


def test_odd_settings_are_on_the_screen(lab: Lab) -> None:
    state, words = found(lab, LF_REPOSITORYID="x")["settings"]
    assert state == WEAK
    assert "did you mean LF_REPOSITORY_ID?" in words


@pytest.mark.parametrize(("password", "code"), [("demo", 0), ("wrong", 1)])
def test_the_command_shows_a_table_and_ends_with_what_it_found(
    lab: Lab, tmp_path: Path, password: str, code: int
) -> None:
    command = [sys.executable, "-m", "lf_mcp", "diagnose"]
    environment = lab.env | {"LF_PASSWORD": password, "LF_RETRY_ATTEMPTS": "0", "COLUMNS": "120"}
    ended = subprocess.run(
        command, env=environment, cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert ended.returncode == code
    assert "sign-in" in ended.stdout
    assert ("All that is needed works." in ended.stdout) == (code == 0)
