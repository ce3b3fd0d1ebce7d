"""Doing the work of long-running operations: whole when their time is up, a part of it when they are cancelled."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.tasks import Outcome, Trouble

if TYPE_CHECKING:
    import sqlite3

    from lf_simulator.task_list import Tasks
    from lf_simulator.tasks import OperationTask, Steps

_log = logging.getLogger(__name__)


def settle(tasks: Tasks, connection: sqlite3.Connection) -> None:
    """Do the work of all operations whose time is up, in the order in which they end. Costs nothing when none runs."""
    if tasks.running:
        for task in sorted((task for task in tasks.running if task.is_due), key=lambda task: task.ends):
            tasks.running.remove(task)
            task.outcome = _done(task, connection)


def cancel(task: OperationTask, tasks: Tasks, connection: sqlite3.Connection) -> bool:
    """End an operation before its time. False for one that has ended.

    What it has made until now is kept, as real builds keep it (published description): of work in steps those that its
    time was enough for; work in one piece has made nothing.
    """
    settle(tasks, connection)
    if task.has_ended:
        return False
    tasks.running.remove(task)
    _done(task, connection, task.share)
    task.cancelled_at = tasks.clock.elapsed()
    return True


def _done(task: OperationTask, connection: sqlite3.Connection, share: float = 1.0) -> Outcome:
    """Do that share of the work in a transaction of its own. What it refuses, and what breaks, takes all back."""
    connection.execute("SAVEPOINT task")
    try:
        outcome = _whole(task) if share == 1.0 else _part(task, connection, share)
    except errors.ApiError as refusal:
        connection.execute("ROLLBACK TO task")
        outcome = Outcome(troubles=(Trouble(refusal, task.entry_id),))
    except Exception:
        connection.execute("ROLLBACK TO task")
        _log.exception("The simulator itself failed in a task of kind %s", task.kind)
        reason = "The simulator itself failed in this task; its log has the traceback."
        failure = errors.ApiError(500, "Error: An unexpected error occurred.", reason=reason)
        outcome = Outcome(troubles=(Trouble(failure, task.entry_id),))
    connection.execute("RELEASE task")
    return outcome


def _whole(task: OperationTask) -> Outcome:
    work = task.work()
    if isinstance(work, Outcome):
        return work
    while True:
        try:
            next(work)
        except StopIteration as end:
            outcome: Outcome = end.value
            return outcome


def _part(task: OperationTask, connection: sqlite3.Connection, share: float) -> Outcome:
    """The steps up to that share: one that goes beyond is taken back."""
    connection.execute("SAVEPOINT step")
    work = task.work()
    if not isinstance(work, Outcome):
        _kept(work, connection, share)
    connection.execute("ROLLBACK TO step")
    connection.execute("RELEASE step")
    return Outcome()


def _kept(steps: Steps, connection: sqlite3.Connection, share: float) -> None:
    """Do steps until one goes beyond the share; only that one is not released."""
    for done in steps:
        if done > share:
            steps.close()
            return
        connection.execute("RELEASE step")
        connection.execute("SAVEPOINT step")
