"""Long-running operations. A task's state follows from the repository's clock: nothing runs in the background.

A search finds its rows when it starts; its duration only decides when they may be seen. Any other operation does its
work when its time is up (`settling`), at the next look at the repository: whoever looks cannot tell the difference.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import datetime

    from lf_simulator.clock import Clock
    from lf_simulator.errors import ApiError

TASK_SECONDS = 15 * 60
"""A task is forgotten that long after its end (guides)."""
RESULT_SECONDS = 5 * 60
"""Search results are kept that long after they were read last (published description)."""

RUNNING = "InProgress"
COMPLETED = "Completed"
FAILED = "Failed"
CANCELLED = "Cancelled"
"""The spelling of the published lists of values; their prose has one l."""
SEARCH = "SearchEntry"


@dataclass(frozen=True, slots=True)
class Trouble:
    """What went wrong in an operation: the problem, and the entry that it happened to, 0 for none in particular."""

    error: ApiError
    entry_id: int = 0


@dataclass(frozen=True, slots=True)
class Outcome:
    """What an operation has come to. `entry_id` is the entry that it made or read, 0 for none.

    `uri` is where its result is to be fetched; where there is none, the address of that entry stands in. `troubles`
    make it a failed one whose effects are kept all the same, such as a folder that could be deleted in part only.
    """

    entry_id: int = 0
    uri: str = ""
    troubles: tuple[Trouble, ...] = ()

    @property
    def has_result(self) -> bool:
        return bool(self.entry_id or self.uri)


Steps = Generator[float, None, Outcome]
"""Work in steps: it yields the share that is done, above 0 and up to 1, and returns what it has come to."""
Work = Callable[[], "Outcome | Steps"]


@dataclass(slots=True, eq=False, kw_only=True)
class Task(ABC):
    """One long-running operation of any kind. Times are those of `Clock.elapsed`."""

    clock: Clock
    token: str
    kind: str
    """As v2 calls it: SearchEntry, CopyEntry, DeleteEntry …"""
    owner: str
    """The access token that started it."""
    user: str = ""
    """Whose it is (`Session.principal`)."""
    started: float
    seconds: float
    """How long it runs."""
    started_at: datetime
    cancelled_at: float | None = None

    @property
    def ends(self) -> float:
        return self.started + self.seconds if self.cancelled_at is None else self.cancelled_at

    @property
    def is_due(self) -> bool:
        """Whether its time is up."""
        return self.clock.elapsed() >= self.ends

    @property
    @abstractmethod
    def status(self) -> str:
        """InProgress, Completed, Failed or Cancelled."""

    @property
    def has_ended(self) -> bool:
        return self.status != RUNNING

    @property
    def share(self) -> float:
        """Which part of its time has passed, 0 to 1; for a cancelled one until it was."""
        reached = self.clock.elapsed() if self.cancelled_at is None else self.cancelled_at
        return min(1.0, (reached - self.started) / self.seconds) if self.seconds else 1.0

    @property
    def percent_complete(self) -> int:
        """0 to 99 while it runs and after it was cancelled, 100 when it is completed, 0 when it failed."""
        status = self.status
        if status in (COMPLETED, FAILED):
            return 100 if status == COMPLETED else 0
        return min(99, int(100 * self.share))

    @property
    def has_expired(self) -> bool:
        return self.clock.elapsed() > self.ends + TASK_SECONDS

    def describe(self) -> dict[str, Any]:
        """For the control plane: what it is, whose, how far, and in plain words why it failed."""
        return {
            "id": self.token,
            "kind": self.kind,
            "status": self.status,
            "percent_complete": self.percent_complete,
            "user": self.user,
            "started": self.started,
            "ends": self.ends,
        }

    @property
    def last_update(self) -> datetime:
        """The moment of its end, or now while it runs."""
        return self.started_at + timedelta(seconds=min(self.ends, self.clock.elapsed()) - self.started)


@dataclass(slots=True, eq=False, kw_only=True)
class SearchTask(Task):
    """A search until it is closed. `ids` are its rows in their lasting order."""

    kind: str = SEARCH
    command: str
    query: Any
    """The parsed command, and how loosely its words were compared: what context hits are made from."""
    fuzzy: Any
    ids: list[int]
    fails: bool
    problem: ApiError | None = None
    """Why it will have failed, where that is the command's fault."""
    hits: tuple[Any, Any] | None = None
    """The context hits that were read last, behind what they depend on."""
    read_last: float = 0.0

    @property
    def status(self) -> str:
        if self.cancelled_at is not None:
            return CANCELLED
        if not self.is_due:
            return RUNNING
        return FAILED if self.fails else COMPLETED

    @property
    def has_expired(self) -> bool:
        return self.clock.elapsed() > max(self.ends, self.read_last) + TASK_SECONDS

    @property
    def has_results(self) -> bool:
        """Whether the rows are still there, once the search is completed."""
        return self.clock.elapsed() <= max(self.ends, self.read_last) + RESULT_SECONDS

    def describe(self) -> dict[str, Any]:
        reasons = [] if self.problem is None else [{"entry_id": 0, "reason": self.problem.reason}]
        return {**Task.describe(self), "errors": reasons} if self.status == FAILED else Task.describe(self)

    def touch(self) -> None:
        """Note that the results were read, which keeps them alive."""
        self.read_last = self.clock.elapsed()


@dataclass(slots=True, eq=False, kw_only=True)
class OperationTask(Task):
    """A copy, a delete, an export … It runs until its work has been done, which gives it its outcome."""

    work: Work
    entry_id: int
    """The entry that the start named, which its errors refer to where they name no other."""
    instance: str
    """The path of the start, for its problems."""
    outcome: Outcome | None = None

    @property
    def status(self) -> str:
        if self.cancelled_at is not None:
            return CANCELLED
        if self.outcome is None:
            return RUNNING
        return FAILED if self.outcome.troubles else COMPLETED

    def describe(self) -> dict[str, Any]:
        outcome = self.outcome or Outcome()
        reasons = [{"entry_id": each.entry_id, "reason": each.error.reason} for each in outcome.troubles]
        result = {"entry_id": outcome.entry_id, "uri": outcome.uri} if outcome.has_result else None
        return {**Task.describe(self), "result": result, "errors": reasons}

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        return self.outcome.troubles if self.outcome else ()
