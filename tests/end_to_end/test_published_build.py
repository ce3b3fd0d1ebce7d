"""A released build that nobody here wrote works on the simulator, and the kit judges it to the end."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]
SIMULATE = ["lf-simulator", "run", "--corpus", "demo"]


@pytest.mark.parametrize("profile", ["v1-selfhosted", "v2-selfhosted", "v2-cloud"])
def test_its_own_search_command_prints_passages_with_page_numbers(
    profile: str, published_build: Path, run: Run
) -> None:
    found = run([*SIMULATE, "--profile", profile, "--", published_build, "search", "unpaid balance"])
    assert found.returncode == 0, found.stderr
    passages = re.findall(r"^\s+p(\d+)\s.*unpaid balance", found.stdout, re.MULTILINE | re.IGNORECASE)
    assert {"1", "2", "3"} <= set(passages), found.stdout  # 231 and 622, 609, 604 and 617


@pytest.mark.timeout(400)  # a whole run, beside other tests
def test_the_kit_judges_it_to_the_end_and_explains_each_finding(
    published_build: Path, run: Run, tmp_path: Path
) -> None:
    report_file = tmp_path / "r.json"
    ended = run(["lf-contracts", "run", "--level", "2.6", "--json", report_file, "--", published_build], timeout=380)
    report = json.loads(report_file.read_text())
    summary = report["summary"]
    assert ended.returncode == (1 if summary["failed"] else 0), ended.stdout + ended.stderr
    assert summary["could_not_run"] == 0
    assert summary["made"] == summary["passed"] + summary["failed"] > 0
    assert summary["expected"] == summary["made"] + summary["not_applicable"]
    assert report["target"]["version"] == "2.6.2"
    fell_short = [result for result in report["results"] if result["verdict"] == "fail"]
    assert len(fell_short) == summary["failed"]
    assert [result["case"] for result in fell_short if not result["finding"]] == []
