"""Long-running operations. A task's state follows from the repository's clock: nothing runs in the background.

The result of a search is found when it starts; its duration only decides when it may be seen.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import timedelta
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from datetime import datetime

    from lf_simulator.clock import Clock

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


@dataclass(slots=True, eq=False)
class SearchTask:
    """A search until it is closed. `ids` are its rows in their lasting order; times are those of `Clock.elapsed`."""

    clock: Clock
    token: str
    owner: str
    """The access token that started it."""
    command: str
    query: Any
    """The parsed command, and how loosely its words were compared: what context hits are made from."""
    fuzzy: Any
    ids: list[int]
    started: float
    seconds: float
    """How long it runs."""
    fails: bool
    started_at: datetime
    read_last: float = 0.0
    cancelled_at: float | None = None

    @property
    def ends(self) -> float:
        return self.started + self.seconds if self.cancelled_at is None else self.cancelled_at

    @property
    def status(self) -> str:
        if self.cancelled_at is not None:
            return CANCELLED
        if self.clock.elapsed() < self.ends:
            return RUNNING
        return FAILED if self.fails else COMPLETED

    @property
    def has_ended(self) -> bool:
        return self.status != RUNNING

    @property
    def percent_complete(self) -> int:
        """0 to 99 while it runs and after it was cancelled, 100 when it is completed, 0 when it failed."""
        status = self.status
        if status in (COMPLETED, FAILED):
            return 100 if status == COMPLETED else 0
        reached = self.clock.elapsed() if self.cancelled_at is None else self.cancelled_at
        return min(99, int(100 * (reached - self.started) / self.seconds))

    @property
    def has_expired(self) -> bool:
        return self.clock.elapsed() > max(self.ends, self.read_last) + TASK_SECONDS

    @property
    def has_results(self) -> bool:
        """Whether the rows are still there, once the search is completed."""
        return self.clock.elapsed() <= max(self.ends, self.read_last) + RESULT_SECONDS

    @property
    def last_update(self) -> datetime:
        """The moment of its end, or now while it runs."""
        return self.started_at + timedelta(seconds=min(self.ends, self.clock.elapsed()) - self.started)

    def touch(self) -> None:
        """Note that the results were read, which keeps them alive."""
        self.read_last = self.clock.elapsed()


@dataclass(frozen=True, slots=True)
class Download:
    """What a download address leads to, ready to be sent."""

    content: bytes
    content_type: str
    file_name: str
    ends: float


@dataclass(slots=True)
class Tasks:
    """The searches and download addresses of one repository."""

    clock: Clock
    closed: int = 0
    """How many searches were closed."""
    _searches: dict[str, SearchTask] = field(default_factory=dict)
    _closed: dict[str, None] = field(default_factory=dict)
    _downloads: dict[str, Download] = field(default_factory=dict)

    def start_search(
        self, owner: str, command: str, query: Any, fuzzy: Any, ids: list[int], *, seconds: float, fails: bool
    ) -> SearchTask:
        """Take up a search that will have ended in `seconds` of the clock."""
        now = self.clock.elapsed()
        task = SearchTask(
            *(self.clock, self.clock.uuid(), owner, command, query, fuzzy, ids),
            *(now, seconds, fails, self.clock.now()),
        )
        self._searches[task.token] = task
        return task

    @property
    def open(self) -> list[SearchTask]:
        """Searches that occupy a slot: neither closed nor cancelled nor expired, finished or not, oldest first."""
        return [task for task in self._alive() if task.cancelled_at is None]

    def open_of(self, owner: str) -> list[SearchTask]:
        """The open searches of one access token."""
        return [task for task in self.open if task.owner == owner]

    def all_of(self, owner: str) -> list[SearchTask]:
        """The searches that one access token started, cancelled ones too."""
        return [task for task in self._alive() if task.owner == owner]

    def find(self, token: str) -> SearchTask | None:
        """The search of that token, None when there is none, or it was closed or has expired."""
        task = self._searches.get(token)
        if task is not None and task.has_expired:
            del self._searches[token]
            return None
        return task

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
            del self._searches[token]
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
        self._searches.clear()
        self._closed.clear()
        self._downloads.clear()

    def _alive(self) -> list[SearchTask]:
        self._searches = {token: task for token, task in self._searches.items() if not task.has_expired}
        return list(self._searches.values())
