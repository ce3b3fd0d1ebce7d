"""Moving a repository's clock by hand: what the control plane takes, and what it says of the clock."""

from __future__ import annotations

import contextlib
from datetime import datetime
from math import isfinite
from typing import TYPE_CHECKING, Any

from lf_simulator.checks import FLAG, TEXT, BadValue, Check, names, number, read_object, shown
from lf_simulator.clock import ClockError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_simulator.clock import Clock
    from lf_simulator.repository import Repository

FARTHEST_SECONDS = 100 * 365 * 24 * 3600
"""*Decision*: a clock goes no farther from its beginning, so that whatever is added to a time can still be written."""
MOMENT_WANTS = "a moment with a time zone such as 2030-01-31T08:00:00Z"
KEYS: Mapping[str, Check] = {
    "freeze": FLAG,
    "advance_seconds": number(0, FARTHEST_SECONDS),
    "set": TEXT,
    "until_idle": Check("true", lambda value: value is True, {"const": True}),
}
WAYS = ("advance_seconds", "set", "until_idle")


def move(repository: Repository, body: object) -> None:
    """Do what `body` says: `{"freeze": bool}`, and one of `{"advance_seconds": n}`, `{"set": moment}` and
    `{"until_idle": true}`: to the end of all searches and long operations that have one, whose work is done then.

    Freezing comes first, so that all in one is exact. Raises BadValue, which names the key, and has changed nothing.
    """
    clock = repository.clock
    wish = read_object(body, KEYS, "body")
    if not wish:
        raise BadValue(f"body: needs {names(KEYS)}")
    ways = [way for way in WAYS if way in wish]
    if len(ways) > 1:
        raise BadValue(f"body: {' and '.join(ways)} exclude each other")
    ahead = _until_idle(repository) if "until_idle" in wish else wish.get("advance_seconds", 0)
    moment = _moment(wish["set"]) if "set" in wish else None
    if moment is not None:
        ahead = (moment - clock.now()).total_seconds()
        if ahead < 0:
            raise BadValue(f"body: set: the clock only moves forward, and {shown(wish['set'])} has passed")
    if clock.elapsed() + ahead > FARTHEST_SECONDS:
        raise BadValue(f"body: {ways[0]}: takes the clock more than {FARTHEST_SECONDS} seconds from its beginning")
    if "freeze" in wish:
        clock.freeze() if wish["freeze"] else clock.resume()
    if moment is None:
        clock.advance(ahead)
    else:
        with contextlib.suppress(ClockError):  # it passed while it was looked at, and so is reached
            clock.set(moment)


def _until_idle(repository: Repository) -> float:
    """Seconds until nothing is under way any more but what is stuck."""
    repository.settle()
    ends = (task.ends for task in repository.tasks.all() if not task.has_ended and isfinite(task.ends))
    return max(0.0, max(ends, default=0.0) - repository.clock.elapsed())


def state(clock: Clock) -> dict[str, Any]:
    """`{"now", "elapsed_seconds", "frozen"}`: the time in UTC, and how long after the beginning that is."""
    return {
        "now": clock.now().isoformat().replace("+00:00", "Z"),
        "elapsed_seconds": clock.elapsed(),
        "frozen": clock.is_frozen,
    }


def _moment(text: str) -> datetime:
    """Raises BadValue."""
    with contextlib.suppress(ValueError):
        moment = datetime.fromisoformat(text)
        if moment.tzinfo is not None:
            return moment
    raise BadValue(f"body: set: must be {MOMENT_WANTS}, not {shown(text)}")
