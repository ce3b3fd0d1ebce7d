"""The command line: one line for every mistake, files before the run, and an exit code that CI can trust."""

import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lf_contracts import __main__ as command
from lf_contracts.case import Case
from lf_contracts.cells import Cell
from lf_contracts.lab import Lab
from lf_contracts.plan import Suite

Call = Callable[..., tuple[int, str, str]]


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], make_requirement: Any) -> Call:
    """Runs the command with an invented contract of one requirement; gives exit code, output and errors."""

    def echo(lab: Lab) -> None:
        assert lab.call("alpha").data["mode"] == "echo"

    invented = Suite(
        {"alpha.x": make_requirement("alpha.x")}, (Case("alpha.x", "one", echo),), (Cell("alpha", "gone", "2.3"),)
    )
    monkeypatch.setattr(command, "suite", lambda: invented)
    monkeypatch.setattr(command, "_end_on_terminate", lambda: None)  # a test must not take over the signals of pytest

    def run_it(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["lf-contracts", *words])
        with pytest.raises(SystemExit) as ended:
            command.main()
        out = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, out.out, out.err

    return run_it


MISTAKES: list[tuple[tuple[str, ...], str]] = [
    (("run", "--", "nonesuch-server"), "cannot start 'nonesuch-server': there is no such program on PATH"),
    (("run", "--profile", "v3", "--", "x"), "unknown profile 'v3'; there are: v1-selfhosted, v2-selfhosted, v2-cloud"),
    (("run", "--level", "1.0", "--", "x"), "unknown level '1.0'; there are: 2.3, 2.6"),
    (("run", "--select", "zzz", "--", "x"), "--select zzz: no requirement has such an id"),
    (("run", "--junit", "no/such/folder/j.xml", "--", "true"), "cannot write no/such/folder/j.xml: there is no folder"),
    (("run", "-n", "0", "--", "x"), "Invalid value for '-n'"),
    (("run", "--bogus", "--", "x"), "No such option: --bogus; there are: --profile, --level"),
    (("run",), "Missing argument"),
    (("frobnicate",), "No such command 'frobnicate'. There are: run, list, schema."),
    (("list", "colours"), "unknown list 'colours'; there are: requirements, cells, cases"),
    (("schema", "x"), "no schema for a tool named 'x'; there are: laserfiche_"),
]


@pytest.mark.parametrize(("words", "said"), MISTAKES)
def test_a_mistake_is_one_line_and_exit_code_2(call: Call, words: tuple[str, ...], said: str) -> None:
    code, out, err = call(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert len(err.splitlines()) == 1


def test_a_run_that_holds_ends_with_0_and_writes_its_reports(
    call: Call, control: Any, server_command: Any, tmp_path: Path
) -> None:
    report, xml = tmp_path / "r.json", tmp_path / "j.xml"
    options = ("--simulator", control.url, "--profile", "v2-cloud", "--json", str(report), "--junit", str(xml))
    code, out, err = call("run", *options, "--", *server_command("good"))
    assert (code, err) == (0, "")
    assert "Held: 1 checks made, 1 held." in out
    assert json.loads(report.read_text())["summary"]["passed"] == 1
    assert xml.read_text().startswith("<?xml")


def test_a_server_that_never_starts_is_exit_code_3_and_no_traceback(
    call: Call, control: Any, server_command: Any
) -> None:
    code, out, err = call("run", "--simulator", control.url, "-n", "1", "--", *server_command("crashes_at_start"))
    assert code == 3
    assert "LF_SOMETHING is missing" in out
    assert "Traceback" not in out + err


def test_a_stranger_is_exit_code_3(call: Call, control: Any, server_command: Any) -> None:
    code, out, _ = call("run", "--simulator", control.url, "-n", "1", "--", *server_command("other"))
    assert code == 3
    assert "Nothing was compared" in out


def test_a_simulator_that_is_not_there_is_one_line_and_exit_code_3(call: Call, server_command: Any) -> None:
    code, _, err = call("run", "--simulator", "http://127.0.0.1:9", "--", *server_command("good"))
    assert code == 3
    assert err.startswith("lf-contracts: the simulator at http://127.0.0.1:9 does not answer GET /_sim/health")


def test_lists_show_sources(call: Call) -> None:
    assert "invented" in call("list", "requirements")[1]
    assert "invented" in call("list", "cases")[1]
    last = call("list", "cells")[1].splitlines()[-1]
    assert " ".join(last.split()) == "alpha gone 2.3 not to be reached: no case"


def test_a_schema_is_printed_as_json(call: Call) -> None:
    code, out, _ = call("schema", "laserfiche_entry_get")
    assert code == 0
    assert json.loads(out)["type"] == "object"


def test_without_a_word_the_help_is_shown(call: Call) -> None:
    code, out, _ = call()
    assert code == 0
    assert "Exit codes: 0 held" in " ".join(out.split())
