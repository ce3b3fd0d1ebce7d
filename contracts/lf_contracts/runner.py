"""A run: the plan, carried out with one worker for each profile, side by side if asked."""

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from lf_contracts.cells import Cell
from lf_contracts.identity import identify
from lf_contracts.plan import Check
from lf_contracts.profile import Profile
from lf_contracts.result import STOPPED, Result, Run, Verdict
from lf_contracts.simulator import Simulator
from lf_contracts.target import Patience, Servers, Target
from lf_contracts.worker import Worker


class Watcher(Protocol):
    """Is told of every result as soon as it is known, from any thread."""

    def ended(self, result: Result) -> None:
        """One check has its verdict."""


class Stopped(Exception):
    """The run was interrupted. `run` holds what was made until then."""

    def __init__(self, run: Run) -> None:
        super().__init__(STOPPED)
        self.run = run


def run(
    checks: Sequence[Check],
    target: Target,
    simulator: Simulator,
    *,
    level: str,
    cells: Sequence[Cell] = (),
    workers: int = 1,
    read_only: bool = False,
    patience: Patience | None = None,
    watcher: Watcher | None = None,
) -> Run:
    """Carry out the plan. Raises Stopped for an interruption; no process of the target is left in either case."""
    stop = threading.Event()
    settings = {"LF_READ_ONLY": "true" if read_only else "false"}
    tools = frozenset(cell.tool for cell in cells) | {check.requirement.tool for check in checks}
    shares = {
        profile: Worker(profile, simulator, Servers(target, patience or Patience()), settings, tools, stop)
        for profile in dict.fromkeys(check.profile for check in checks)
    }
    known: dict[int, Result] = {}

    def work(profile: Profile, worker: Worker) -> None:
        mine = [(number, check) for number, check in enumerate(checks) if check.profile == profile]
        for (number, _), result in zip(mine, worker.run([check for _, check in mine]), strict=True):
            known[number] = result
            if watcher is not None:
                watcher.ended(result)

    def outcome() -> Run:
        handshake = next((w.servers.handshake for w in shares.values() if w.servers.handshake is not None), None)
        results = tuple(
            known.get(number) or Result(check, Verdict.COULD_NOT_RUN, STOPPED) for number, check in enumerate(checks)
        )
        return Run(identify(target.command, handshake), target.command, level, read_only, results, tuple(cells))

    with ThreadPoolExecutor(max_workers=max(1, workers)) as pool:
        try:
            for done in [pool.submit(work, profile, worker) for profile, worker in shares.items()]:
                done.result()
        except KeyboardInterrupt:
            stop.set()
            for worker in shares.values():
                worker.servers.close()  # wakes whoever waits for an answer
            pool.shutdown(wait=True, cancel_futures=True)
            raise Stopped(outcome()) from None
    return outcome()
