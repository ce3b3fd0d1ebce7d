"""The reports say the same thing to people, CI servers and programs, and the same run says it in the same bytes."""

import io
import json
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as Xml

import pytest
from jsonschema import Draft202012Validator
from rich.console import Console

from lf_contracts.case import Case, case
from lf_contracts.cells import Cell
from lf_contracts.checks import equal
from lf_contracts.finding import Finding, NotApplicable
from lf_contracts.lab import Lab
from lf_contracts.report import json as json_report
from lf_contracts.report import junit, terminal
from lf_contracts.report.steady import Steady
from lf_contracts.result import Run

EXCHANGE = {
    "number": 7,
    "time": "2030-01-01T00:00:00Z",
    "operation": "GetEntry",
    "version": "v1",
    "method": "GET",
    "path": "/LFRepositoryAPI/v1/Repositories/r/Entries/1",
    "query": "x=1",
    "user": "demo",
    "status": 503,
    "request": {"headers": [["date", "today"]], "body": None},
    "response": {"headers": [], "body": {"title": "busy"}},
    "fault": {"rule": 1, "kind": "refuse", "phase": "before"},
    "reason": "the fault plan refuses it",
}


@case("alpha.holds")
def holds(lab: Lab) -> None:
    lab.call("alpha", mode="error", error="gone")


@case("alpha.falls", "with [signs] & <marks>")
def falls(lab: Lab) -> None:
    equal(lab.call("alpha", n=1, id="0b1f8a52-6f0c-4c0a-9f5e-0d3c8a1b2c3d").data, {"n": 2}, "the answer")


@case("alpha.advice")
def advice(lab: Lab) -> None:
    raise Finding("could be better \x00\x1b[31m")


@case("alpha.absent")
def absent(lab: Lab) -> None:
    raise NotApplicable("for a reason")


@case("beta.lost")
def lost(lab: Lab) -> None:
    lab.call("beta").data.get("nothing")["more"]


CASES: tuple[Case, ...] = (holds, falls, advice, absent, lost)


@pytest.fixture
def outcome(judge: Callable[..., Run], control: Any, make_requirement: Any) -> Run:
    control.exchanges = [EXCHANGE]
    requirements = [make_requirement("alpha.advice", severity="advice"), make_requirement("alpha.holds", slug="gone")]
    cells = [Cell("alpha", "gone", "2.3"), Cell("alpha", "late", "2.3"), Cell("beta", "never", "2.3", None, "no way")]
    return judge("good", CASES, requirements, cells, profiles=("v1-selfhosted", "v2-cloud"))


def shown(result: Run) -> str:
    console = Console(file=io.StringIO(), width=terminal.WIDTH)
    terminal.show(console, result, 1.25)
    out = console.file
    assert isinstance(out, io.StringIO)
    return out.getvalue()


def test_the_json_report_fits_its_schema(outcome: Run) -> None:
    schema = json.loads(json_report.SCHEMA.read_text())
    Draft202012Validator.check_schema(schema)
    Draft202012Validator(schema).validate(json_report.document(outcome))


def test_the_json_report_counts_everything(outcome: Run) -> None:
    document = json_report.document(outcome)
    assert document["summary"] == {
        "expected": 10,
        "made": 6,
        "passed": 2,
        "failed": 4,
        "not_applicable": 2,
        "could_not_run": 2,
        "advice": 2,
    }
    assert document["cells"] == {
        "documented": 3,
        "reached": 1,
        "missed": [{"tool": "alpha", "slug": "late"}],
        "unreachable": [{"tool": "beta", "slug": "never", "reason": "no way"}],
    }
    assert [(each["requirement"], each["profile"], each["verdict"]) for each in document["results"]][:5] == [
        ("alpha.holds", "v1-selfhosted", "pass"),
        ("alpha.falls", "v1-selfhosted", "fail"),
        ("alpha.advice", "v1-selfhosted", "fail"),
        ("alpha.absent", "v1-selfhosted", "not_applicable"),
        ("beta.lost", "v1-selfhosted", "could_not_run"),
    ]


def test_a_finding_in_json_holds_the_call_the_answer_and_the_exchanges(outcome: Run) -> None:
    found = json_report.document(outcome)["results"][1]
    answer = {"mode": "echo", "n": 1, "id": "<uuid 1>"}
    assert found["finding"] == {
        "message": "the answer is not what it must be",
        "text": "It does.",
        "source": "invented",
        "expected": {"n": 2},
        "got": answer,
        "call": {"tool": "alpha", "arguments": {"n": 1, "id": "<uuid 1>"}},
        "answer": answer,
    }
    assert found["exchanges"] == [
        {
            "operation": "GetEntry",
            "method": "GET",
            "path": "/LFRepositoryAPI/v1/Repositories/r/Entries/1",
            "query": "x=1",
            "status": 503,
            "fault": {"rule": 1, "kind": "refuse", "phase": "before"},
            "reason": "the fault plan refuses it",
            "request": None,
            "response": {"title": "busy"},
        }
    ]


def test_the_same_run_gives_the_same_bytes(judge: Callable[..., Run], tmp_path: Path) -> None:
    written = []
    for name in ("one", "two"):
        run = judge("good", CASES)
        json_report.write(run, tmp_path / f"{name}.json")
        junit.write(run, tmp_path / f"{name}.xml")
        written.append([(tmp_path / f"{name}{end}").read_bytes() for end in (".json", ".xml")])
    assert written[0] == written[1]


def test_junit_has_a_suite_for_each_profile_and_every_verdict_in_its_form(outcome: Run, tmp_path: Path) -> None:
    junit.write(outcome, tmp_path / "j.xml")
    root = Xml.fromstring((tmp_path / "j.xml").read_bytes())
    assert {name: root.get(name) for name in ("tests", "failures", "errors", "skipped")} == {
        "tests": "10",
        "failures": "2",
        "errors": "2",
        "skipped": "2",
    }
    suites = root.findall("testsuite")
    assert [(suite.get("name"), suite.get("tests")) for suite in suites] == [("v1-selfhosted", "5"), ("v2-cloud", "5")]
    forms = [(node.get("classname"), [child.tag for child in node]) for node in suites[0]]
    assert forms == [
        ("alpha.holds", []),
        ("alpha.falls", ["failure"]),
        ("alpha.advice", ["system-out"]),
        ("alpha.absent", ["skipped"]),
        ("beta.lost", ["error"]),
    ]
    failure = suites[0][1][0]
    assert failure.get("message") == "the answer is not what it must be"
    assert 'expected: {"n": 2}' in (failure.text or "")


def test_the_terminal_report_has_a_row_for_each_tool_and_a_total(outcome: Run) -> None:
    rows = [line.split() for line in shown(outcome).splitlines()]
    assert ["alpha", "2", "4", "2", "0", "1/2"] in rows
    assert ["beta", "0", "0", "0", "2", "0/1"] in rows
    assert ["together", "2", "4", "2", "2", "1/3"] in rows


def test_a_finding_on_two_profiles_is_shown_once_with_everything_that_is_needed_to_see_it_again(outcome: Run) -> None:
    text = shown(outcome)
    assert text.count("FELL SHORT alpha.falls") == 1
    block = text[text.index("FELL SHORT alpha.falls") :].split("\n\n")[0]
    assert "· v1-selfhosted, v2-cloud" in block
    for words in (
        "requirement It does.",
        "source      invented",
        'expected    {"n": 2}',
        'call        alpha {"n": 1,',
        "requests    503 GET /LFRepositoryAPI/v1/Repositories/r/Entries/1?x=1 (GetEntry) · fault: refuse",
        "again       lf-contracts run --profile v1-selfhosted --level 2.6 --select",
    ):
        assert words in block


def test_the_command_that_repeats_a_finding_selects_that_case_alone(outcome: Run) -> None:
    line = next(line for line in shown(outcome).splitlines() if "again" in line and "alpha.falls" in line)
    words = shlex.split(line.replace("again", "", 1))
    assert words[words.index("--select") + 1] == "alpha.falls::with [signs] & <marks>"
    assert words[words.index("--") + 1 :] == list(outcome.command)


def test_the_last_lines_say_what_came_of_it_and_what_to_try_next(outcome: Run, judge: Callable[..., Run]) -> None:
    assert "Fell short: 2 of 6 checks made; 2 could not run. (1.2 s)" in shown(outcome)
    assert "Held: 1 checks made, 1 held." in shown(judge("good", [holds]))
    assert "Next: lf-contracts list cells" in shown(judge("good", [holds]))
    assert "Nothing was compared: of 1 checks none could be made." in shown(judge("other", [holds]))
    assert "Incomplete: 1 of 2 checks could not run" in shown(judge("good", [holds, lost]))


STEADY: list[tuple[Any, Any]] = [
    ("http://127.0.0.1:4711/x", "http://127.0.0.1:<port>/x"),
    (["0b1f8a52-6f0c-4c0a-9f5e-0d3c8a1b2c3d"] * 2, ["<uuid 1>", "<uuid 1>"]),
    ({3: {"b", "a"}}, {"3": ["a", "b"]}),
    ((1, None, True, 0.5), [1, None, True, 0.5]),
    (b"bytes", "b'bytes'"),
]


@pytest.mark.parametrize(("value", "steady"), STEADY)
def test_what_chance_or_the_machine_put_in_is_taken_out(value: Any, steady: Any) -> None:
    assert Steady()(value) == steady
