"""Faults of state: the repository itself is not as the client believes."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from lf_simulator import errors
from lf_simulator.checks import TEXT, BadValue, number, one_of, whole
from lf_simulator.faults.kind import Scene, key, required_key
from lf_simulator.tasks import OperationTask, Outcome, SearchTask, Trouble

if TYPE_CHECKING:
    from collections.abc import Generator

    from lf_simulator.tasks import Steps, Task, Work

IMPORTS = frozenset({"ImportDocument", "ImportEntry", "StartImportUploadedParts"})
STARTS = frozenset(
    {"CopyEntryAsync", "StartCopyEntry", "DeleteEntryInfo", "StartDeleteEntry", "StartExportEntry"}
    | {"StartImportUploadedParts", "CreateSearchOperation", "StartSearchEntry"}
)
"""The operations that start a task."""


@dataclass(frozen=True, slots=True)
class EndSession:
    """End the sign-in that the call came with, as its expiry or an administrator does: the call is refused with 401,
    and so is every other with that token."""

    name: ClassVar[str] = "end-session"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = ("sign-in", "after")

    def strike(self, scene: Scene) -> bool:
        if scene.token is None or scene.repository.sessions.find(scene.token) is None:
            return False
        scene.repository.sessions.end(scene.token)
        return True


@dataclass(frozen=True, slots=True)
class Lose:
    """Answer as if all were well, and keep nothing of what the call has written or started: accepted, and lost."""

    name: ClassVar[str] = "lose"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = ("after",)

    def strike(self, scene: Scene) -> bool:
        connection, started = scene.repository.database.connection, _started(scene)
        if started is not None:
            scene.repository.tasks.forget(started)
        has_written = connection.in_transaction
        connection.rollback()
        return has_written or started is not None


@dataclass(frozen=True, slots=True)
class Lock:
    """Let somebody else hold the entry in the address of the call: it can be read, and every change is refused with
    423 until the time is over."""

    name: ClassVar[str] = "lock"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = ("before", "after")

    seconds: float = key(number(0.001), "how long, by the repository's clock (60)", 60.0)
    holder: str = key(TEXT, "who that is (somebody else)", "somebody else")

    def strike(self, scene: Scene) -> bool:
        if scene.entry is None:
            return False
        scene.repository.locks.hold(scene.entry, self.holder, self.seconds)
        return True


@dataclass(frozen=True, slots=True)
class IndexLag:
    """Let the index fall behind: what is written from this call on is found by indexed searches only later."""

    name: ClassVar[str] = "index-lag"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = ("before", "after")

    seconds: float = required_key(number(0), "how far, by the repository's clock; 0 lets it catch up")

    def strike(self, scene: Scene) -> bool:
        scene.repository.profile = replace(scene.repository.profile, index_lag_seconds=float(self.seconds))
        return True


@dataclass(frozen=True, slots=True)
class PartialSuccess:
    """Let one step of an import fail: v1 keeps what was done and answers 409 with what was not, v2 keeps nothing."""

    name: ClassVar[str] = "partial"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = ("before",)
    operations: ClassVar[frozenset[str]] = IMPORTS

    step: str = required_key(one_of("setEdoc", "setTemplate", "setFields", "setTags", "setLinks"), "which one")
    error_code: int = key(whole(0), "errorCode of what it fails with (9000)", errors.INVALID_OPERATION)


@dataclass(frozen=True, slots=True)
class TaskFate:
    """Decide how the search or long operation ends that the call has started."""

    name: ClassVar[str] = "task"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = ("after",)
    operations: ClassVar[frozenset[str]] = STARTS

    fate: str = required_key(one_of("stuck", "fails", "cancelled"), "it never ends, fails, or is cancelled by another")
    share: float | None = key(number(0, 1), "the part of its work after which that happens (0); a stuck one has none")
    error_code: int | None = key(whole(0), "errorCode of the problem with which it fails")

    def __post_init__(self) -> None:
        if self.fate == "stuck" and self.share is not None:
            raise BadValue("share says when it fails or is cancelled, and a stuck one does neither")
        if self.fate != "fails" and self.error_code is not None:
            raise BadValue("error_code belongs to one that fails")

    def strike(self, scene: Scene) -> bool:
        started = _started(scene)
        if started is None:
            return False
        if self.fate == "stuck":
            started.seconds = math.inf
        elif isinstance(started, SearchTask):
            self._end_search(started)
        elif isinstance(started, OperationTask):
            self._end_operation(started)
        return True

    def _end_search(self, task: SearchTask) -> None:
        """*Decision*: a search that is cancelled by another is so at once, whatever the share."""
        if self.fate == "fails":
            code = self.error_code if self.error_code is not None else errors.SEARCH_ENGINE_OFFLINE
            task.fails, task.problem = True, _failure("The search could not be completed.", code)
        else:
            task.cancelled_at = task.started

    def _end_operation(self, task: OperationTask) -> None:
        share = self.share or 0.0
        if self.fate == "fails":
            code = self.error_code if self.error_code is not None else errors.INVALID_OPERATION
            task.work = _failing(task.work, share, _failure("The operation could not be completed.", code))
        else:
            task.seconds *= share
            task.work = _cancelled(task, task.work, share)


def _failure(title: str, code: int) -> errors.ApiError:
    return errors.ApiError(500, title, code, "A rule of the fault plan lets it fail.")


def _started(scene: Scene) -> Task | None:
    """The task that the call has started. It is the one that was started last: nothing comes between."""
    if scene.operation not in STARTS or scene.answer is None:
        return None
    last = next(reversed(scene.repository.tasks.all()), None)
    return last if last is not None and last.token.encode() in scene.answer.body else None


def _failing(work: Work, share: float, problem: errors.ApiError) -> Work:
    """The same work, which fails once that share of it is done. What was done by then is kept."""

    def run() -> Outcome | Steps:
        begun = work() if share else None
        if begun is None or isinstance(begun, Outcome):
            raise problem
        return _part(begun, share, problem)

    return run


def _part(steps: Steps, share: float, problem: errors.ApiError) -> Steps:
    yield from _until(steps, share)
    return Outcome(troubles=(Trouble(problem),))


def _cancelled(task: OperationTask, work: Work, share: float) -> Work:
    """The same work, which is cancelled once that share of it is done; work in one piece never begins."""

    def run() -> Steps:
        begun = work() if share else None
        if begun is not None and not isinstance(begun, Outcome):
            yield from _until(begun, share)
        task.cancelled_at = task.ends
        return Outcome()

    return run


def _until(steps: Steps, share: float) -> Generator[float, None, None]:
    """The steps that are done by then; the one that reaches it is the last."""
    for done in steps:
        yield done
        if done >= share:
            steps.close()
            return
