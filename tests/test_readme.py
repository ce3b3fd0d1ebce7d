"""The README is run and read: its start works as written, and it names what there is to name."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

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


def test_the_start_works_as_written() -> None:
    block = re.search(r"```bash\n(.*?)```", section("Start"), re.DOTALL)
    assert block
    lines = block.group(1).strip().splitlines()
    assert len(lines) <= 10
    script = "set -eo pipefail\n" + block.group(1)
    ran = subprocess.run(
        ["bash", "-c", script], cwd=ROOT, env=ENVIRONMENT, capture_output=True, text=True, timeout=110, check=False
    )
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "LF_REPO_API_URL=" in ran.stdout
    assert re.search(r"page \d+: .*unpaid balance", ran.stdout)


@pytest.mark.parametrize("what", ["profiles", "faults", "corpora"])
def test_every_profile_fault_and_corpus_is_named(what: str) -> None:
    assert [row["name"] for row in listed(what) if f"`{row['name']}`" not in README] == []


def test_every_tool_and_every_setting_of_the_server_is_named() -> None:
    from lf_mcp import TOOLS

    assert [tool.name for tool in TOOLS if f"`{tool.name}`" not in README] == []


def test_the_ids_of_the_demo_corpus_that_the_readme_lists_are_right() -> None:
    from lf_fixtures import load

    corpus = load("demo")
    names = {entry.id: entry.name for entry in corpus.entries}
    rows = re.findall(r"^\| (\d+) \| `([^`]*)` \|", section("Corpus `demo`"), re.MULTILINE)
    assert len(rows) >= 20
    assert [(int(number), path) for number, path in rows if names.get(int(number)) != path.rsplit("\\", 1)[-1]] == []


def test_the_known_answers_that_the_readme_tells_are_those_of_the_corpus() -> None:
    from lf_fixtures import load

    text = section("Corpus `demo`")
    for question in load("demo").questions:
        assert question.text in text
        assert ", ".join(str(number) for number in question.entries) in text
