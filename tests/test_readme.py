"""The README is run and read: its start works as written, and it names what there is to name."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from lf_fixtures import ROOT_ID, Entry, load
from lf_mcp.tools import TOOLS

pytest_plugins = ["pytester"]

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text()
COMMANDS = Path(sys.executable).parent
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("LF_")}


def section(heading: str) -> str:
    found = re.search(rf"^## {re.escape(heading)}\n(.*?)(?=^## |\Z)", README, re.MULTILINE | re.DOTALL)
    assert found, f"the README has no section {heading!r}"
    return found.group(1)


def listed(what: str) -> list[dict[str, object]]:
    command = [COMMANDS / "lf-simulator", "list", what, "--json"]
    return json.loads(subprocess.run(command, capture_output=True, check=True, env=ENVIRONMENT).stdout)


@pytest.mark.timeout(400)  # it makes whole runs
def test_the_start_works_as_written() -> None:
    block = re.search(r"```bash\n(.*?)```", section("Start"), re.DOTALL)
    assert block
    lines = block.group(1).strip().splitlines()
    assert len(lines) <= 10
    script = "set -eo pipefail\n" + block.group(1)
    ran = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, timeout=380, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "LF_REPO_API_URL=" in ran.stdout
    assert re.search(r"page \d+: .*unpaid balance", ran.stdout)


def test_the_examples_in_python_work_as_written(pytester: pytest.Pytester) -> None:
    blocks = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    assert len(blocks) == 3
    for number, block in enumerate(blocks):
        is_test = "def test_" in block
        code = block if is_test else "def test_it():\n" + "".join(f"    {line}\n" for line in block.splitlines())
        pytester.makepyfile(**{f"test_example_{number}": code})
    result = pytester.runpytest_subprocess("-p", "no:schemathesis", "-q")
    result.assert_outcomes(passed=3)


def test_the_ways_in_from_a_shell_work_as_written() -> None:
    block = re.search(r"### Ways in\n.*?```bash\n(.*?)```", README, re.DOTALL)
    assert block
    environment = {**ENVIRONMENT, "PATH": f"{COMMANDS}{os.pathsep}{os.environ['PATH']}"}
    ran = subprocess.run(
        ["bash", "-ec", block.group(1)], cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60
    )
    assert re.search(r"page \d+: .*unpaid balance", ran.stdout), ran.stdout + ran.stderr


@pytest.mark.parametrize("what", ["profiles", "faults", "corpora", "scenarios"])
def test_every_profile_fault_and_corpus_is_named(what: str) -> None:
    assert [row["name"] for row in listed(what) if f"`{row['name']}`" not in README] == []


def test_every_tool_of_the_server_is_named() -> None:
    assert [tool.name for tool in TOOLS if f"`{tool.name}`" not in README] == []


def test_the_tree_that_the_readme_shows_is_the_whole_corpus() -> None:
    entries = load("demo").entries
    by_id = {entry.id: entry for entry in entries}

    def path(entry: Entry) -> str:
        return "\\" if entry.id == ROOT_ID else path(by_id[entry.parent]).rstrip("\\") + "\\" + entry.name

    rows = re.findall(r"^\| (\d+) \| `([^`]*)` \| ([^|]*) \|", README, re.MULTILINE)
    assert [(int(number), shown) for number, shown, _ in rows] == [
        (entry.id, path(entry)) for entry in entries if entry.type == "Folder"
    ]
    assert {int(number): listed_ids(documents) for number, _, documents in rows} == {
        folder.id: [entry.id for entry in entries if entry.parent == folder.id and entry.type != "Folder"]
        for folder in entries
        if folder.type == "Folder"
    }


def listed_ids(text: str) -> list[int]:
    """`81–89, 92` as numbers."""
    parts = [part.strip().split("–") for part in text.split(",") if re.search(r"\d", part)]
    return [number for part in parts for number in range(int(part[0]), int(part[-1]) + 1)]


def test_the_known_answers_that_the_readme_tells_are_those_of_the_corpus() -> None:
    def numbers(ids: tuple[int, ...]) -> str:
        return ", ".join(map(str, ids)) or "–"

    for question in load("demo").questions:
        assert f"| {question.text} | {numbers(question.entries)} | {numbers(question.lost)} |" in README
