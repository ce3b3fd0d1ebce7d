"""The simulator is started beside the kit, met over its control plane, and ended with the run."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from lf_contracts.errors import BadUse, SimulatorTrouble
from lf_contracts.simulator import Simulator

Install = Callable[[str], None]


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Install:
    """Puts a program named lf-simulator in front of all others."""

    def write(body: str) -> None:
        program = tmp_path / "lf-simulator"
        program.write_text(f"#!{sys.executable}\n{body}")
        program.chmod(0o755)
        monkeypatch.setenv("PATH", str(tmp_path), prepend=os.pathsep)

    return write


READY = (
    "import signal, sys\nprint('some words'); print('ready {url}', flush=True)\nprint(sys.argv[1:], file=sys.stderr)\n"
)


def test_it_is_started_on_a_port_of_its_own_and_ended(install: Install, control: Any) -> None:
    install(READY.format(url=control.url) + "signal.pause()")
    with Simulator() as simulator:
        assert simulator.url == control.url
        repository = simulator.repository("v2-cloud")
        assert repository.id == "v2-cloud"  # a fixed name: the same run then has the same bytes in its report
        repository.delete()
        process = simulator._process
        assert process is not None
        assert process.args[1:] == ["serve", "--port", "0", "--until-eof"]
        assert process.stdin is not None  # what ends it when the kit is killed
    assert process.returncode is not None


def test_one_that_ends_before_it_is_ready_is_told_with_its_last_words(install: Install) -> None:
    install("import sys\nsys.exit('no corpus')")
    with pytest.raises(SimulatorTrouble, match="the simulator ended before it was ready") as caught, Simulator():
        pass
    assert caught.value.stderr == "no corpus"


def test_one_that_dies_in_the_middle_is_told_with_its_exit_code(install: Install, control: Any) -> None:
    install(READY.format(url=control.url) + "signal.pause()")
    with Simulator() as simulator:
        assert simulator._process is not None
        simulator._process.kill()
        simulator._process.wait()
        simulator.url = "http://127.0.0.1:9"  # nobody listens there, as nobody listens where a dead one was
        with pytest.raises(SimulatorTrouble, match="the simulator ended, exit code -9"):
            simulator.health()


def test_a_missing_command_is_bad_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(BadUse, match="cannot start 'lf-simulator'"), Simulator():
        pass


def test_one_that_was_named_is_left_alone(control: Any) -> None:
    with Simulator(control.url + "/") as simulator:
        assert simulator.url == control.url
    assert control.asked == [("GET", "/_sim/health", None)]


def test_a_stranger_at_the_address_is_told(control: Any) -> None:
    control.answer = lambda *_: (404, "not found")
    with pytest.raises(SimulatorTrouble, match="is no simulator: GET /_sim/health answers 404 without JSON"):
        Simulator(control.url).__enter__()


def test_an_answer_without_what_is_needed_is_told(control: Any) -> None:
    control.answer = lambda *_: (201, {"id": "x"})
    with pytest.raises(SimulatorTrouble, match="the simulator's answer to POST /_sim/repositories lacks 'env'"):
        Simulator(control.url).repository("v2-cloud")
