"""Long-running operations. A task's state follows from the repository's clock: nothing runs in the background.

A search finds its rows when it starts; its duration only decides when they may be seen. Any other operation does its
work when its time is up (`settling`), at the next look at the repository: whoever looks cannot tell the difference.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
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
POINTER_SECONDS = 15 * 60
"""*Decision*: life of a download address; no source gives it, and upload addresses live that long."""
CLOSED_KEPT = 1000
"""Closed searches that are remembered, so that closing one twice is no error."""

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

    @property
    def troubles(self) -> tuple[Trouble, ...]:
        return self.outcome.troubles if self.outcome else ()


@dataclass(frozen=True, slots=True)
class Download:
    """What a download address leads to, ready to be sent."""

    content: bytes
    content_type: str
    file_name: str
    ends: float


@dataclass(slots=True)
class Tasks:
    """The tasks and download addresses of one repository."""

    clock: Clock
    closed: int = 0
    """How many searches were closed."""
    running: list[OperationTask] = field(default_factory=list)
    """Operations whose work is still to be done, in the order of their starts."""
    _tasks: dict[str, Task] = field(default_factory=dict)
    _closed: dict[str, None] = field(default_factory=dict)
    _downloads: dict[str, Download] = field(default_factory=dict)

    def start_search(
        self, owner: str, command: str, query: Any, fuzzy: Any, ids: list[int], *, seconds: float, fails: bool
    ) -> SearchTask:
        """Take up a search that will have ended in `seconds` of the clock."""
        task = SearchTask(
            **self._beginning(owner, seconds), command=command, query=query, fuzzy=fuzzy, ids=ids, fails=fails
        )
        self._tasks[task.token] = task
        return task

    def start(
        self, kind: str, owner: str, user: str, work: Work, *, seconds: float, entry_id: int = 0, instance: str = ""
    ) -> OperationTask:
        """Take up an operation whose work is to be done in `seconds` of the clock."""
        task = OperationTask(
            **self._beginning(owner, seconds), kind=kind, user=user, work=work, entry_id=entry_id, instance=instance
        )
        self._tasks[task.token] = task
        self.running.append(task)
        return task

    @property
    def open(self) -> list[SearchTask]:
        """Searches that occupy a slot: neither closed nor cancelled nor expired, finished or not, oldest first."""
        return [task for task in self.all() if isinstance(task, SearchTask) and task.cancelled_at is None]

    def open_of(self, owner: str) -> list[SearchTask]:
        """The open searches of one access token."""
        return [task for task in self.open if task.owner == owner]

    def all(self) -> list[Task]:
        """All that have not expired, cancelled ones too, oldest first."""
        self._tasks = {token: task for token, task in self._tasks.items() if not task.has_expired}
        return list(self._tasks.values())

    def all_of(self, owner: str) -> list[Task]:
        """The tasks that one access token started, cancelled ones too."""
        return [task for task in self.all() if task.owner == owner]

    def task(self, token: str) -> Task | None:
        """The task of that token, None when there is none, or it has expired, or is a search that was closed."""
        task = self._tasks.get(token)
        if task is not None and task.has_expired:
            del self._tasks[token]
            return None
        return task

    def find(self, token: str) -> SearchTask | None:
        """The search of that token."""
        task = self.task(token)
        return task if isinstance(task, SearchTask) else None

    def operation(self, token: str) -> OperationTask | None:
        """The operation of that token."""
        task = self.task(token)
        return task if isinstance(task, OperationTask) else None

    def close(self, token: str) -> bool:
        """End a search and free its slot: one that still runs is cancelled. False for a token that never was.

        Closing again changes nothing and is not an error (official tests).
        """
        task = self.find(token)
        if task is None:
            return token in self._closed
        if task.cancelled_at is not None:
            return True
        if task.has_ended:
            del self._tasks[token]
        else:
            task.cancelled_at = self.clock.elapsed()
        self.closed += 1
        self._closed[token] = None
        if len(self._closed) > CLOSED_KEPT:
            del self._closed[next(iter(self._closed))]
        return True

    def offer(self, content: bytes, content_type: str, file_name: str) -> str:
        """Put something up for download; the answer is the token that its address ends with."""
        now = self.clock.elapsed()
        self._downloads = {token: kept for token, kept in self._downloads.items() if kept.ends > now}
        token = self.clock.token()
        self._downloads[token] = Download(content, content_type, file_name, now + POINTER_SECONDS)
        return token

    def download(self, token: str) -> Download | None:
        """What that token leads to, None when there is nothing or its time is over. It may be fetched repeatedly."""
        found = self._downloads.get(token)
        return found if found is not None and found.ends > self.clock.elapsed() else None

    def clear(self) -> None:
        """Forget everything, as if nothing had been started."""
        self.closed = 0
        self.running.clear()
        self._tasks.clear()
        self._closed.clear()
        self._downloads.clear()

    def _beginning(self, owner: str, seconds: float) -> dict[str, Any]:
        """What every task begins with."""
        clock = self.clock
        return {
            "clock": clock,
            "token": clock.uuid(),
            "owner": owner,
            "started": clock.elapsed(),
            "seconds": seconds,
            "started_at": clock.now(),
        }
