"""Scenarios: one file says what a repository is, what it imitates and what goes wrong with it."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import httpx
import jsonschema
import pytest

from lf_simulator import Simulator, scenario
from lf_simulator.checks import BadValue
from lf_simulator.faults.reading import read_plan
from lf_simulator.faults.schema import plan_schema

ROOT = Path(__file__).parents[2]
PUBLISHED = ROOT / ".venv-published/bin/laserfiche-mcp"
CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("LF_")}

OWN = """
about = "One test's own"
corpus = "client-suites"
profile = "v2-cloud"
seed = 5
[overrides]
open_searches = 1
[[rules]]
operations = ["GetEntry"]
kind = "refuse"
status = 503
times = 1
"""


def test_the_packaged_ones_are_there_and_fit() -> None:
    names = scenario.names()
    assert names == ["flaky-monday", "scanned-only", "slow-search", "strict-build", "token-storm"]
    for name in names:
        found = scenario.load(name)
        assert found.about.endswith(".")
        assert found.rules or found.overrides


def test_a_file_of_ones_own_makes_the_repository(tmp_path: Path) -> None:
    file = tmp_path / "own.toml"
    file.write_text(OWN)
    with Simulator(scenario=str(file)) as simulator:
        held = simulator.repository
        assert (simulator.seed, held.profile.name, held.profile.open_searches) == (5, "v2-cloud", 1)
        headers = {"Authorization": f"Bearer {held.token()}"}
        with httpx.Client(base_url=held.url, headers=headers, verify=False) as client:
            assert [client.get("/Entries/1").status_code for _ in range(2)] == [503, 200]
    with Simulator(scenario=str(file), profile="v1-cloud", seed=6) as simulator:
        assert (simulator.seed, simulator.repository.profile.name) == (6, "v1-cloud")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("corpus = 3", "scenario: corpus: must be a text, not 3"),
        ('copus = "demo"', 'scenario: unknown key "copus" (did you mean corpus?)'),
        ('profile = "v3"', 'unknown profile "v3"; there is v1-selfhosted'),
        ('profile = "v2-cloud"\n[overrides]\nopen = 1', 'overrides: unknown setting "open"'),
        ('[[rules]]\noperations = ["*"]\nkind = "refuze"', 'rules[0]: unknown kind "refuze" (did you mean refuse?)'),
        ("corpus = ", "Invalid value"),
    ],
)
def test_a_mistake_in_it_is_named_after_the_file(tmp_path: Path, text: str, says: str) -> None:
    file = tmp_path / "own.toml"
    file.write_text(text)
    with pytest.raises(BadValue) as caught:
        scenario.load(str(file))
    assert str(caught.value).startswith(f"{file}: {says}")


def test_a_name_that_is_none_is_told_what_there_is() -> None:
    with pytest.raises(BadValue, match="did you mean flaky-monday"):
        scenario.load("flaky-mondy")
    with pytest.raises(BadValue, match="No such file"):
        scenario.load("nowhere.toml")


def run(*words: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "lf_simulator", *words]
    return subprocess.run(command, capture_output=True, text=True, timeout=100, env=CLEAN)


def test_the_command_line_starts_in_a_scenario_and_names_mistakes() -> None:
    show = "import os; print(os.environ['LF_API_VERSION'])"
    ran = run("run", "--scenario", "strict-build", "--", sys.executable, "-c", show)
    assert (ran.returncode, ran.stdout) == (0, "v1\n")
    refused = run("run", "--scenario", "strict", "--", "true")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "strict-build" in refused.stderr


@pytest.mark.skipif(not PUBLISHED.exists(), reason="laserfiche-mcp is not installed (make test installs it)")
def test_the_released_diagnosis_tells_what_a_flaky_monday_is() -> None:
    ran = run("run", "--scenario", "flaky-monday", "--", str(PUBLISHED), "diagnose")
    told = ran.stdout + ran.stderr
    assert "503" in told
    assert "Authentication                   OK" in told
    assert "never fired" not in told


RULE = {"operations": ["GetEntry"], "kind": "refuse", "status": 503}


@pytest.mark.parametrize(
    "rule",
    [
        RULE,
        {**RULE, "phase": "page:2", "operations": ["ListEntries"], "label": "x", "every": 2, "probability": 0.5},
        {"operations": ["reads", "*"], "kind": "delay", "wait_ms": 1, "phase": "body:10"},
        {"operations": ["GetEntry"], "kind": "malform", "how": "null", "member": "id", "entry": [1, 2], "user": "demo"},
    ],
)
def test_the_schema_of_plans_takes_what_the_reader_takes(rule: dict[str, object]) -> None:
    read_plan({"rules": [rule]})
    jsonschema.validate({"rules": [rule]}, plan_schema())


@pytest.mark.parametrize(
    "change",
    [
        {"kind": "refuze"},
        {"operations": ["GetEntri"]},
        {"operations": []},
        {"status": 99},
        {"phase": "during"},
        {"phase": "body:3"},
        {"phase": "page:0"},
        {"probability": 1.5},
        {"nth": 0},
        {"entry": "x"},
        {"stauts": 1},
        {"like": "unlucky"},
        {"headers": {"X": 1}},
        {"kind": "task", "status": None, "fate": "stuck"},
    ],
    ids=str,
)
def test_the_schema_of_plans_refuses_what_the_reader_refuses(change: dict[str, object]) -> None:
    plan = {"rules": [{key: value for key, value in {**RULE, **change}.items() if value is not None}]}
    with pytest.raises(BadValue):
        read_plan(plan)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(plan, plan_schema())


def test_the_command_line_prints_the_schema() -> None:
    assert '"title": "Fault plan of the Laserfiche simulator"' in run("schema", "faults").stdout
