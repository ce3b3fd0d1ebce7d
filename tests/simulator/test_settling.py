"""The work of long-running operations: when it is done, in what order, and what a refusal or a cancellation leaves."""

from __future__ import annotations

import sqlite3

import pytest

from lf_simulator import settling
from lf_simulator.clock import Clock
from lf_simulator.errors import entry_not_found
from lf_simulator.task_list import Tasks
from lf_simulator.tasks import TASK_SECONDS, Outcome, Trouble


@pytest.fixture
def clock():
    made = Clock(seed=5)
    made.freeze()
    return made


@pytest.fixture
def tasks(clock):
    return Tasks(clock)


@pytest.fixture
def store():
    connection = sqlite3.connect(":memory:")
    connection.execute("CREATE TABLE made (name TEXT)")
    yield connection
    connection.close()


def made(store):
    assert not store.in_transaction
    return [name for (name,) in store.execute("SELECT name FROM made")]


def start(tasks, work, seconds=10.0):
    return tasks.start("CopyEntry", "token", "user", work, seconds=seconds, entry_id=7, instance="/start")


def make(store, name):
    store.execute("INSERT INTO made VALUES (?)", (name,))


def in_one_piece(store, name="whole"):
    def work():
        make(store, name)
        return Outcome(8)

    return work


def in_steps(store, *names):
    def work():
        for number, name in enumerate(names, 1):
            make(store, name)
            yield number / len(names)
        return Outcome(9)

    return work


def test_work_is_done_once_when_its_time_is_up_and_not_before(tasks, store, clock):
    task = start(tasks, in_one_piece(store))
    clock.advance(9.9)
    settling.settle(tasks, store)
    assert (made(store), task.status, task.percent_complete) == ([], "InProgress", 99)
    clock.advance(0.1)
    for _ in range(2):
        settling.settle(tasks, store)
    assert (made(store), task.status, task.percent_complete) == (["whole"], "Completed", 100)
    assert task.outcome == Outcome(8)


def test_work_in_steps_is_done_whole_when_its_time_is_up(tasks, store, clock):
    task = start(tasks, in_steps(store, "a", "b", "c"))
    clock.advance(10)
    settling.settle(tasks, store)
    assert (made(store), task.outcome) == (["a", "b", "c"], Outcome(9))


def test_what_ends_earlier_is_done_earlier(tasks, store, clock):
    start(tasks, in_one_piece(store, "second"), seconds=5)
    start(tasks, in_one_piece(store, "first"), seconds=3)
    start(tasks, in_one_piece(store, "third"), seconds=5)
    clock.advance(60)
    settling.settle(tasks, store)
    assert made(store) == ["first", "second", "third"]


def test_work_that_is_refused_leaves_nothing_and_others_are_done_all_the_same(tasks, store, clock):
    def refused():
        make(store, "half")
        raise entry_not_found("Entry 7")

    bad, good = start(tasks, refused), start(tasks, in_one_piece(store))
    clock.advance(10)
    settling.settle(tasks, store)
    assert (made(store), bad.status, bad.percent_complete, good.status) == (["whole"], "Failed", 0, "Completed")
    assert [(each.entry_id, each.error.code) for each in bad.troubles] == [(7, 9001)]


def test_work_that_reports_troubles_has_failed_and_keeps_what_it_wrote(tasks, store, clock):
    def partly():
        make(store, "part")
        return Outcome(troubles=(Trouble(entry_not_found("Entry 12"), 12),))

    task = start(tasks, partly)
    clock.advance(10)
    settling.settle(tasks, store)
    assert (made(store), task.status, task.troubles[0].entry_id) == (["part"], "Failed", 12)


def test_work_that_breaks_has_failed_and_is_told_to_the_log(tasks, store, clock, caplog):
    def broken():
        make(store, "half")
        store.execute("SELECT * FROM nowhere")

    task = start(tasks, broken)
    clock.advance(10)
    settling.settle(tasks, store)
    assert (made(store), task.status, task.troubles[0].error.status) == ([], "Failed", 500)
    assert "nowhere" in caplog.text


@pytest.mark.parametrize(
    ("seconds", "kept"), [(0, []), (2.4, []), (2.5, ["a"]), (7.4, ["a", "b"]), (9.9, ["a", "b", "c"])]
)
def test_a_cancelled_task_keeps_the_steps_that_its_time_was_enough_for(tasks, store, clock, seconds, kept):
    task = start(tasks, in_steps(store, "a", "b", "c", "d"))
    clock.advance(seconds)
    assert settling.cancel(task, tasks, store)
    clock.advance(60)
    settling.settle(tasks, store)
    assert (made(store), task.status, tasks.running) == (kept, "Cancelled", [])
    assert task.percent_complete == int(10 * seconds)


def test_work_in_one_piece_that_is_cancelled_has_made_nothing(tasks, store, clock):
    task = start(tasks, in_one_piece(store))
    clock.advance(9.9)
    assert settling.cancel(task, tasks, store)
    assert made(store) == []


def test_what_has_ended_cannot_be_cancelled(tasks, store, clock):
    task = start(tasks, in_one_piece(store))
    clock.advance(10)
    assert not settling.cancel(task, tasks, store)
    assert (made(store), task.status) == (["whole"], "Completed")


def test_an_operation_is_forgotten_a_quarter_of_an_hour_after_its_end(tasks, store, clock):
    task = start(tasks, in_one_piece(store))
    clock.advance(10 + TASK_SECONDS)
    settling.settle(tasks, store)
    assert tasks.operation(task.token) is task
    clock.advance(0.1)
    assert (tasks.operation(task.token), tasks.all()) == (None, [])


def test_work_whose_time_was_up_long_ago_is_still_done(tasks, store, clock):
    start(tasks, in_one_piece(store))
    clock.advance(2 * TASK_SECONDS)
    settling.settle(tasks, store)
    assert made(store) == ["whole"]
