"""What a case is handed: the server under test, the levers of its repository, and what the repository saw."""

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, field
from typing import Any

from lf_contracts.answer import Answer
from lf_contracts.errors import NotProvoked
from lf_contracts.finding import NotApplicable
from lf_contracts.profile import Profile, Version
from lf_contracts.simulator import Repository
from lf_contracts.target import PendingCall, Server, Servers

SIGN_IN = "CreateToken"

_LOOK_AGAIN_SECONDS = 0.01


@dataclass(frozen=True, slots=True)
class Call:
    """One tool call of a case. `answer` is None while none has come."""

    tool: str
    arguments: Mapping[str, Any]
    answer: Answer | None = None


@dataclass(slots=True)
class Record:
    """What happened in one case, for its report: calls in order, armed faults, the servers that took part."""

    calls: list[Call] = field(default_factory=list)
    armed: list[tuple[Mapping[str, Any], bool]] = field(default_factory=list)
    servers: list[Server] = field(default_factory=list)

    def slugs(self, tool: str) -> set[str]:
        """The slugs that this tool was seen to answer with."""
        return {c.answer.slug for c in self.calls if c.tool == tool and c.answer is not None and c.answer.slug}


class Lab:
    """One case's hold on one server, one repository and one profile. The repository is at its beginning."""

    def __init__(
        self,
        profile: Profile,
        repository: Repository,
        servers: Servers,
        environment: Mapping[str, str],
        record: Record | None = None,
        contract_tools: Collection[str] = (),
    ) -> None:
        self._profile, self._repository, self._servers = profile, repository, servers
        self._environment, self._contract_tools = dict(environment), contract_tools
        self._overrides: dict[str, Any] = {}
        self.record = record if record is not None else Record()

    @property
    def profile(self) -> str:
        """The profile's name, for example `v1-selfhosted`."""
        return self._profile.name

    @property
    def version(self) -> Version:
        """The dialect that the server speaks with the repository."""
        return self._profile.version

    def name(self, v1: str, v2: str) -> str:
        """The one of two names that belongs to this dialect."""
        return v1 if self.version == "v1" else v2

    # The server under test

    def tools(self) -> dict[str, dict[str, Any]]:
        """The tools that the server lists, by name, as they were sent."""
        return dict(self._server().tools())

    def call(self, tool: str, timeout: float | None = None, **arguments: Any) -> Answer:
        """Call a tool and wait for its answer, at most `timeout` seconds (20 unless the run says otherwise).

        Raises a kind of CouldNotRun when the server ends or is silent, NotApplicable when the tool is one of the
        contract's and this build does not offer it.
        """
        return self._record(tool, arguments, self._offering(tool).begin(tool, arguments), timeout)

    def calls(self, *wanted: tuple[str, Mapping[str, Any]], timeout: float | None = None) -> list[Answer]:
        """Send several calls at once and wait for all answers, given in the order of the calls."""
        begun = [(tool, arguments, self._offering(tool).begin(tool, arguments)) for tool, arguments in wanted]
        return [self._record(tool, arguments, pending, timeout) for tool, arguments, pending in begun]

    def cancel(
        self,
        tool: str,
        arguments: Mapping[str, Any],
        when: Callable[[], bool],
        *,
        until: Callable[[], bool] | None = None,
        quiet: float = 0.5,
        timeout: float = 20.0,
    ) -> Answer | None:
        """Begin a call, cancel it as soon as `when()` holds, and wait until the server has gone quiet.

        Quiet: the repository saw no new request for `quiet` seconds, or `until()` holds (which is quicker).
        Gives the answer if one came in spite of the cancellation: builds differ, and the protocol allows both.
        Raises NotProvoked when the call ended before it could be cancelled, or `when()` never held.
        """
        server = self._offering(tool)
        pending = server.begin(tool, arguments)
        self.record.calls.append(Call(tool, dict(arguments)))
        end = time.monotonic() + timeout
        while not when():
            if pending.done():
                raise NotProvoked(f"{tool} ended before it could be cancelled")
            if time.monotonic() > end:
                raise NotProvoked(f"the moment to cancel {tool} did not come within {timeout:g} s")
            time.sleep(_LOOK_AGAIN_SECONDS)
        server.cancel(pending)
        self._until_quiet(until, quiet, end)
        return server.answer_so_far(pending)

    def with_environment(self, **settings: str | None) -> "Lab":
        """The same repository seen by another process of the same build, with other LF_* settings (None: unset).

        The process is kept for later cases that ask for the same settings.
        """
        changed = {**self._environment, **{name: value for name, value in settings.items() if value is not None}}
        for name, value in settings.items():
            if value is None:
                changed.pop(name, None)
        return Lab(self._profile, self._repository, self._servers, changed, self.record, self._contract_tools)

    def fresh(self) -> "Lab":
        """The same settings, with a process that has not signed in and remembers nothing (costs a start)."""
        self._servers.forget(self._environment)
        return self

    def stderr(self) -> str:
        """What the server wrote to standard error since this case first used it, as far as it was kept."""
        return self._server().stderr_since_mark()

    # The repository

    def settings(self, **overrides: Any) -> None:
        """Change settings of the imitated build, for this case."""
        self._overrides.update(overrides)
        self._repository.imitate(self._profile.name, self._overrides)

    def faults(self, *rules: Mapping[str, Any], may_miss: bool = False) -> None:
        """Arm faults, besides those armed before. Unless it may miss, a fault that never fires voids the case."""
        self._repository.arm(rules)
        self.record.armed.extend((rule, may_miss) for rule in rules)

    def fired(self) -> int:
        """How often the armed faults have fired. A request that hangs counts from its arrival, before the journal."""
        return sum(rule["fired"] for rule in self._repository.faults())

    def journal(self, operation: str | None = None, *, sign_in: bool = False) -> list[dict[str, Any]]:
        """The exchanges of this case in order, of one operation if it is named. Sign-ins are left out unless asked."""
        return [
            exchange
            for exchange in self._repository.journal()
            if (operation is None or exchange["operation"] == operation)
            and (sign_in or operation == SIGN_IN or exchange["operation"] != SIGN_IN)
        ]

    def searches(self) -> dict[str, Any]:
        """`{"open": [{"token", "command", "status"}], "closed": n}`."""
        return self._repository.searches()

    def entry(self, entry_id: int) -> dict[str, Any]:
        """The entry as the store has it."""
        return self._repository.entry(entry_id)

    def eventually(self, condition: Callable[[], bool], timeout: float = 3.0) -> bool:
        """Whether the condition came to hold within so many seconds."""
        end = time.monotonic() + timeout
        while not condition():
            if time.monotonic() > end:
                return False
            time.sleep(_LOOK_AGAIN_SECONDS)
        return True

    def _server(self) -> Server:
        server = self._servers.get(self._environment)
        if server not in self.record.servers:
            server.mark()
            self.record.servers.append(server)
        return server

    def _offering(self, tool: str) -> Server:
        server = self._server()
        if tool in self._contract_tools and tool not in server.tools():
            raise NotApplicable(f"this build does not offer {tool}")
        return server

    def _record(self, tool: str, arguments: Mapping[str, Any], pending: PendingCall, timeout: float | None) -> Answer:
        self.record.calls.append(Call(tool, dict(arguments)))
        at = len(self.record.calls) - 1
        answer = pending.answer(timeout)
        self.record.calls[at] = Call(tool, dict(arguments), answer)
        return answer

    def _until_quiet(self, until: Callable[[], bool] | None, quiet: float, end: float) -> None:
        seen, since = -1, time.monotonic()
        while time.monotonic() < end:
            if until is not None and until():
                return
            count = len(self._repository.journal())
            if count != seen:
                seen, since = count, time.monotonic()
            elif time.monotonic() - since >= quiet:
                return
            time.sleep(_LOOK_AGAIN_SECONDS)
