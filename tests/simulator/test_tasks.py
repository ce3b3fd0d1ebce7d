"""Tasks in time: the clock alone moves them."""

from __future__ import annotations

import pytest

from lf_simulator.clock import Clock
from lf_simulator.task_list import CLOSED_KEPT, Tasks
from lf_simulator.tasks import RESULT_SECONDS, TASK_SECONDS


@pytest.fixture
def clock():
    made = Clock(seed=5)
    made.freeze()
    return made


@pytest.fixture
def tasks(clock):
    return Tasks(clock)


def start(tasks, seconds=10.0, owner="token", fails=False):
    return tasks.start_search(owner, "command", None, None, [1, 2], seconds=seconds, fails=fails)


def test_a_search_runs_as_long_as_it_was_given_and_then_is_completed_or_failed(tasks, clock):
    good, bad = start(tasks), start(tasks, fails=True)
    assert [task.status for task in (good, bad)] == ["InProgress", "InProgress"]
    clock.advance(9.99)
    assert (good.percent_complete, bad.percent_complete) == (99, 99)
    clock.advance(0.01)
    assert [(task.status, task.percent_complete) for task in (good, bad)] == [("Completed", 100), ("Failed", 0)]


def test_a_search_of_no_duration_has_ended_at_the_first_look(tasks):
    assert start(tasks, seconds=0).status == "Completed"


def test_a_task_is_forgotten_a_quarter_of_an_hour_after_its_end(tasks, clock):
    task = start(tasks)
    clock.advance(10 + TASK_SECONDS)
    assert tasks.find(task.token) is task
    clock.advance(1)
    assert tasks.find(task.token) is None
    assert tasks.open == []


def test_reading_the_results_keeps_them(tasks, clock):
    task = start(tasks, seconds=0)
    for _ in range(3):
        clock.advance(RESULT_SECONDS)
        assert task.has_results
        task.touch()
    clock.advance(RESULT_SECONDS + 1)
    assert not task.has_results


def test_a_search_that_is_cancelled_stays_where_it_stood(tasks, clock):
    task = start(tasks)
    clock.advance(4)
    assert tasks.close(task.token)
    clock.advance(100)
    assert (task.status, task.percent_complete, tasks.closed) == ("Cancelled", 40, 1)
    assert (tasks.open, tasks.all_of("token")) == ([], [task])
    assert tasks.close(task.token)
    assert tasks.closed == 1


def test_closing_what_never_was_says_so(tasks):
    assert not tasks.close("never")
    assert tasks.closed == 0


def test_the_closed_ones_are_remembered_up_to_a_limit(tasks):
    tokens = [start(tasks, seconds=0).token for _ in range(CLOSED_KEPT + 1)]
    assert all(tasks.close(token) for token in tokens)
    assert not tasks.close(tokens[0])
    assert tasks.close(tokens[-1])


def test_open_searches_are_counted_by_access_token(tasks):
    mine = [start(tasks), start(tasks)]
    start(tasks, owner="other")
    assert tasks.open_of("token") == mine
    assert len(tasks.open) == 3


def test_clearing_forgets_everything(tasks):
    task = start(tasks, seconds=0)
    tasks.close(start(tasks, seconds=0).token)
    tasks.start("DeleteEntry", "token", "user", lambda: None, seconds=5)
    tasks.clear()
    assert (tasks.open, tasks.closed, tasks.find(task.token), tasks.running, tasks.all()) == ([], 0, None, [], [])
