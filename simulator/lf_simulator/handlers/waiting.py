"""Waiting for a task to end without holding anybody up, as a long poll does."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lf_simulator.tasks import Task

LOOK_SECONDS = 0.02
"""Real seconds between two looks at most: a clock that somebody moves gives no notice."""


async def until_any_ends(tasks: Callable[[], Sequence[Task]], seconds: float) -> None:
    """Return as soon as one of the tasks has ended or none is left, and after `seconds` of real time at the latest.

    Real time, because it is a client's connection that is held open.
    """
    loop = asyncio.get_running_loop()
    deadline = loop.time() + seconds
    while (waiting := tasks()) and not any(task.has_ended for task in waiting):
        left = deadline - loop.time()
        if left <= 0:
            return
        ahead = min(task.ends - task.clock.elapsed() for task in waiting)
        await asyncio.sleep(max(0.0, min(left, LOOK_SECONDS, ahead)))
