"""The tasks of one repository by token: what runs, what is open, what has expired.

*Decision*: tasks live as long as the process. One that has not ended when it dies has never happened: its token is
unknown afterwards, and what it would have done is not done, in a repository that is kept in a file as well.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lf_simulator.tasks import OperationTask, SearchTask

if TYPE_CHECKING:
    from lf_simulator.clock import Clock
    from lf_simulator.errors import ApiError
    from lf_simulator.tasks import Task, Work

CLOSED_KEPT = 1000
"""Closed searches that are remembered, so that closing one twice is no error."""


@dataclass(slots=True)
class Tasks:
    """The tasks of one repository."""

    clock: Clock
    closed: int = 0
    """How many searches were closed."""
    running: list[OperationTask] = field(default_factory=list)
    """Operations whose work is still to be done, in the order of their starts."""
    _tasks: dict[str, Task] = field(default_factory=dict)
    _closed: dict[str, None] = field(default_factory=dict)

    def start_search(
        self,
        owner: str,
        command: str,
        query: Any,
        fuzzy: Any,
        ids: list[int],
        *,
        seconds: float,
        fails: bool,
        user: str = "",
        problem: ApiError | None = None,
    ) -> SearchTask:
        """Take up a search that will have ended in `seconds` of the clock; with a `problem`, as a failed one."""
        task = SearchTask(
            **self._beginning(owner, seconds),
            user=user,
            command=command,
            query=query,
            fuzzy=fuzzy,
            ids=ids,
            fails=fails or problem is not None,
            problem=problem,
        )
        self._tasks[task.token] = task
        return task

    def start(
        self,
        kind: str,
        owner: str,
        user: str,
        work: Work,
        *,
        seconds: float,
        entry_id: int = 0,
        instance: str = "",
        is_listed: bool = True,
    ) -> OperationTask:
        """Take up an operation whose work is to be done in `seconds` of the clock. One that is not listed has no token
        that anybody knows: its work is done, and nobody can ask for it.
        """
        task = OperationTask(
            **self._beginning(owner, seconds), kind=kind, user=user, work=work, entry_id=entry_id, instance=instance
        )
        if is_listed:
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

    def open_by(self, user: str) -> list[SearchTask]:
        """The open searches of one user, whatever the sign-in."""
        return [task for task in self.open if task.user == user]

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

    def forget(self, task: Task) -> None:
        """As if it had never been started: its token is unknown, and what it was to do is not done."""
        self._tasks.pop(task.token, None)
        self.running = [each for each in self.running if each is not task]

    def clear(self) -> None:
        """Forget everything, as if nothing had been started."""
        self.closed = 0
        self.running.clear()
        self._tasks.clear()
        self._closed.clear()

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
