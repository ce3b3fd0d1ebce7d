"""One profile's share of a run: a repository and server processes of its own, and a verdict for every check."""

import threading
import traceback
from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from lf_contracts.errors import CouldNotRun, NotProvoked, ServerNoisy, SimulatorTrouble
from lf_contracts.finding import Finding, NotApplicable
from lf_contracts.lab import Lab, Record
from lf_contracts.plan import Check
from lf_contracts.profile import Profile
from lf_contracts.requirement import ANY_TOOL
from lf_contracts.result import STOPPED, LastCall, Result, Verdict
from lf_contracts.simulator import Repository, Simulator
from lf_contracts.target import Servers

SETTINGS: Mapping[str, str] = {
    # *Decisions*: quick looks at a search, patience with a busy machine, and no hidden repetition.
    "LF_RETRY_ATTEMPTS": "0",
    "LF_SEARCH_POLL_INTERVAL_SECONDS": "0.05",
    "LF_REQUEST_TIMEOUT_SECONDS": "10",
}

LOST_TOOL = 3
"""After so many silent cases in a row a tool's remaining cases are not tried (*decision*: each costs its timeout)."""

LOST_SERVER = 8
"""After so many cases in a row that lost the server, whatever the tool, nothing more is tried (*decision*)."""


class Worker:
    """Makes the checks of one profile, one after the other."""

    def __init__(
        self,
        profile: Profile,
        simulator: Simulator,
        servers: Servers,
        settings: Mapping[str, str],
        contract_tools: frozenset[str],
        stop: threading.Event,
    ) -> None:
        self._contract_tools = contract_tools
        self.servers = servers
        self._profile, self._simulator, self._settings, self._stop = profile, simulator, settings, stop
        self._silent: Counter[str] = Counter()
        self._lost = 0

    def run(self, checks: Iterable[Check]) -> Iterable[Result]:
        """The results, in order, each as soon as it is known."""
        try:
            repository = self._simulator.repository(self._profile.name)
        except SimulatorTrouble as trouble:
            yield from (_missed(check, trouble) for check in checks)
            return
        try:
            environment = {**repository.environment, **SETTINGS, **self._settings}
            for check in checks:
                yield self._try(check, repository, environment)
        finally:
            self.servers.close()
            _delete(repository)

    def _try(self, check: Check, repository: Repository, environment: Mapping[str, str]) -> Result:
        if reason := self._given_up(check.requirement.tool):
            return Result(check, Verdict.COULD_NOT_RUN, reason)
        lab = Lab(self._profile, repository, self.servers, environment, contract_tools=self._contract_tools)
        try:
            self._make(check, lab, repository)
        except Finding as finding:
            result = self._fell_short(check, lab, repository, finding)
        except NotApplicable as reason:
            result = Result(check, Verdict.NOT_APPLICABLE, str(reason))
        except CouldNotRun as trouble:
            if self._stop.is_set():  # whatever broke, broke because everything was being closed
                return Result(check, Verdict.COULD_NOT_RUN, STOPPED)
            result = _missed(check, trouble, lab.record, self._saw(repository))
        except Exception as error:
            result = Result(
                check,
                Verdict.COULD_NOT_RUN,
                _own_failure(error),
                call=_last_call(lab.record),
                exchanges=self._saw(repository),
            )
        else:
            result = Result(check, Verdict.PASS, slug_seen=_slug_seen(check, lab.record))
        self._count(check.requirement.tool, result, lab.record)
        return result

    def _make(self, check: Check, lab: Lab, repository: Repository) -> None:
        """Raises whatever stands between the check and a pass."""
        tool = check.requirement.tool
        repository.reset()
        offered = lab.tools()
        if tool not in (ANY_TOOL, *offered):
            raise NotApplicable(f"this build does not offer {tool}")
        if tool == ANY_TOOL and self._contract_tools.isdisjoint(offered):
            raise NotApplicable("this build offers none of the tools of the contract")
        check.case.run(lab)
        _all_fired(lab.record, repository, every=True)
        for server in lab.record.servers:
            server.check()

    def _fell_short(self, check: Check, lab: Lab, repository: Repository, finding: Finding) -> Result:
        """A finding, unless what the case set up never happened, or the server or the simulator was lost."""
        seen: tuple[dict[str, Any], ...] = ()
        try:
            seen = tuple(repository.journal())
            _all_fired(lab.record, repository, every=False)
            for server in lab.record.servers:
                server.check()
        except ServerNoisy:
            pass  # the finding stands, and it says more
        except CouldNotRun as trouble:
            said = type(trouble)(f"{trouble.message}; then: {finding.message}", stderr=trouble.stderr)
            return _missed(check, said, lab.record, seen)
        return Result(
            check,
            Verdict.FAIL,
            finding.message,
            expected=finding.expected,
            got=finding.got,
            call=_last_call(lab.record),
            exchanges=seen,
            slug_seen=_slug_seen(check, lab.record),
        )

    def _saw(self, repository: Repository) -> tuple[dict[str, Any], ...]:
        with suppress(SimulatorTrouble):
            return tuple(repository.journal())
        return ()

    def _given_up(self, tool: str) -> str | None:
        if self._stop.is_set():
            return STOPPED
        if self._lost >= LOST_SERVER:
            return f"given up: the server was lost in {LOST_SERVER} cases in a row"
        if self._silent[tool] >= LOST_TOOL:
            return f"given up: the server did not answer in {LOST_TOOL} cases of {tool} in a row"
        return None

    def _count(self, tool: str, result: Result, record: Record) -> None:
        gone = [server for server in record.servers if server.lost]
        for server in gone:
            self.servers.drop(server)
        if result.verdict is Verdict.NOT_APPLICABLE:
            return
        self._lost = self._lost + 1 if gone else 0
        self._silent[tool] = self._silent[tool] + 1 if any(server.silent for server in gone) else 0


def _all_fired(record: Record, repository: Repository, *, every: bool) -> None:
    """Raises NotProvoked when a fault that had to fire did not; with `every` false, only when none of them did."""
    needed = [(rule, at) for at, (rule, may_miss) in enumerate(record.armed) if not may_miss]
    if not needed:
        return
    shown = repository.faults()
    missed = [(rule, shown[at]) for rule, at in needed if at >= len(shown) or not shown[at]["fired"]]
    if not missed or (not every and len(missed) < len(needed)):
        return
    rule, state = missed[0]
    aim = ", ".join(rule.get("operations", ()))
    raise NotProvoked(
        f"the armed fault {rule.get('kind')} on {aim} never fired ({state.get('matched', 0)} matching requests came)"
    )


def _missed(
    check: Check, trouble: CouldNotRun, record: Record | None = None, exchanges: tuple[dict[str, Any], ...] = ()
) -> Result:
    return Result(
        check,
        Verdict.COULD_NOT_RUN,
        trouble.message,
        call=_last_call(record) if record is not None else None,
        exchanges=exchanges,
        stderr=trouble.stderr,
    )


def _last_call(record: Record) -> LastCall | None:
    if not record.calls:
        return None
    last = record.calls[-1]
    return LastCall(last.tool, dict(last.arguments), last.answer)


def _slug_seen(check: Check, record: Record) -> bool:
    return check.requirement.slug is not None and check.requirement.slug in record.slugs(check.requirement.tool)


def _own_failure(error: Exception) -> str:
    """One sentence for a case that failed by itself, with the place in the kit's own files."""
    frames = traceback.extract_tb(error.__traceback__)
    place = next((f for f in reversed(frames) if "lf_contracts" in f.filename), frames[-1] if frames else None)
    where = f" at {Path(place.filename).name}:{place.lineno}" if place is not None else ""
    return f"the case itself failed{where}: {type(error).__name__}: {error}".splitlines()[0]


def _delete(repository: Repository) -> None:
    with suppress(SimulatorTrouble):  # every check has said so already, or the simulator is going anyway
        repository.delete()
