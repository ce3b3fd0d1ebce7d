"""The kit bites: one defect in a good build turns the run red, at the requirement that speaks of it."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
BUILD = Path(__file__).parent / "planted/lf_mcp_with.py"


def judged(run: Run, report: Path, defect: str, select: str) -> tuple[int, list[dict[str, Any]]]:
    """The run's exit code and its results."""
    options = ["--profile", "v1-selfhosted", "--profile", "v2-selfhosted", "--select", select, "--json", report]
    ended = run(["lf-contracts", "run", *options, "--", sys.executable, BUILD, defect])
    assert report.exists(), ended.stdout + ended.stderr
    return ended.returncode, json.loads(report.read_text())["results"]


@pytest.mark.parametrize(
    ("defect", "select", "tool"),
    [
        ("a-renamed-slug", "entry_get.*", "laserfiche_entry_get"),
        ("a-dropped-key", "folder_list.*", "laserfiche_folder_list"),
        ("a-leaked-search", "search_content.closed-*", "laserfiche_entry_search_content"),
    ],
)
def test_a_planted_defect_turns_the_run_red(run: Run, tmp_path: Path, defect: str, select: str, tool: str) -> None:
    code, results = judged(run, tmp_path / "sound.json", "nothing", select)
    assert (code, {result["verdict"] for result in results}) == (0, {"pass"})

    code, results = judged(run, tmp_path / "planted.json", defect, select)
    fell_short = [result for result in results if result["verdict"] == "fail"]
    assert code == 1
    assert {result["tool"] for result in fell_short} == {tool}
    assert {result["profile"] for result in fell_short} == {"v1-selfhosted", "v2-selfhosted"}
    assert all(result["finding"] for result in fell_short)
