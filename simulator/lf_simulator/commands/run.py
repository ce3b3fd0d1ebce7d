"""`lf-simulator run`: a command with a simulator of its own, for as long as the command runs."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tomllib
from typing import TYPE_CHECKING

from lf_simulator import serving
from lf_simulator.checks import BadValue
from lf_simulator.commands.start import running, signals_go_to
from lf_simulator.environment import client_settings
from lf_simulator.faults.reading import read_plan

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from lf_simulator.commands.start import Options
    from lf_simulator.faults.plan import FaultPlan
    from lf_simulator.faults.rules import Rule

KILLED_BY_SIGNAL = 128
"""What shells add to the number of the signal that ended a command."""


def run(options: Options, command: Sequence[str], plan: Path | None) -> int:
    """The exit code of the command. Raises BadValue for a command that cannot be started and for an unfit plan."""
    rules = () if plan is None else read_plan_file(plan)
    with asyncio.Runner(loop_factory=serving.loop_factory()) as runner:
        return runner.run(_run(options, command, rules))


def read_plan_file(path: Path) -> tuple[Rule, ...]:
    """The rules of a plan written in TOML: `[[rules]]` with the keys of the control plane. Raises BadValue."""
    try:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        return read_plan(document)
    except OSError as problem:
        raise BadValue(f"--faults: {path}: {problem.strerror}") from None
    except ValueError as problem:  # also what is not TOML, not UTF-8 or not a plan
        raise BadValue(f"--faults: {path}: {problem}") from None


async def _run(options: Options, command: Sequence[str], rules: Sequence[Rule]) -> int:
    async with running(options) as simulator:
        repository = simulator.repository
        repository.faults.add(rules)
        settings = client_settings(repository, simulator.url)
        _say(f"{repository.id} at {simulator.url}, imitating {repository.profile.name}, seed {simulator.seed}")
        code = await _run_command(command, {**os.environ, **settings})
        _report_unfired(repository.faults)
    return code


async def _run_command(command: Sequence[str], environment: dict[str, str]) -> int:
    """Run it to its end, passing on the signals that reach this process."""
    try:
        process = await asyncio.create_subprocess_exec(*command, env=environment)
    except FileNotFoundError:
        raise BadValue(f"command not found: {command[0]}") from None
    except OSError as problem:
        raise BadValue(f"command {command[0]} cannot be started: {problem.strerror}") from None

    def pass_on(number: signal.Signals) -> None:
        if process.returncode is None and not (number == signal.SIGINT and _terminal_is_ours()):
            process.send_signal(number)

    with signals_go_to(asyncio.get_running_loop(), pass_on):
        code = await process.wait()
    return code if code >= 0 else KILLED_BY_SIGNAL - code


def _terminal_is_ours() -> bool:
    """Whether Ctrl-C in the terminal reaches the command by itself, because both are in the foreground."""
    try:
        return os.tcgetpgrp(sys.stdin.fileno()) == os.getpgrp()
    except (AttributeError, OSError, ValueError):  # no such thing here, no terminal, no stdin
        return False


def _report_unfired(faults: FaultPlan) -> None:
    for rule in faults.never_fired():
        aim = ", ".join(str(name) for name in rule["operations"])  # type: ignore[attr-defined]  # a list of names
        label = f" ({rule['label']})" if "label" in rule else ""
        what = f"{rule['kind']} {rule['phase']} {aim}{label}"
        _say(f"fault {rule['id']} never fired: {what}; calls that matched: {rule['matched']}")


def _say(line: str) -> None:
    print(f"lf-simulator: {line}", file=sys.stderr, flush=True)  # noqa: T201 - stdout is the command's
