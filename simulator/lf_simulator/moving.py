"""Moving a repository's clock by hand: what the control plane takes, and what it says of the clock."""

from __future__ import annotations

import contextlib
from datetime import datetime
from typing import TYPE_CHECKING, Any

from lf_simulator.checks import FLAG, TEXT, BadValue, Check, names, number, read_object, shown
from lf_simulator.clock import ClockError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_simulator.clock import Clock

FARTHEST_SECONDS = 100 * 365 * 24 * 3600
"""*Decision*: a clock goes no farther from its beginning, so that whatever is added to a time can still be written."""
MOMENT_WANTS = "a moment with a time zone such as 2030-01-31T08:00:00Z"
KEYS: Mapping[str, Check] = {"freeze": FLAG, "advance_seconds": number(0, FARTHEST_SECONDS), "set": TEXT}


def move(clock: Clock, body: object) -> None:
    """Do what `body` says: `{"freeze": bool}`, and either `{"advance_seconds": n}` or `{"set": moment}`.

    Freezing comes first, so that all in one is exact. Raises BadValue, which names the key, and has changed nothing.
    """
    wish = read_object(body, KEYS, "body")
    if not wish:
        raise BadValue(f"body: needs {names(KEYS)}")
    if "set" in wish and "advance_seconds" in wish:
        raise BadValue("body: advance_seconds and set exclude each other")
    ahead = wish.get("advance_seconds", 0)
    moment = _moment(wish["set"]) if "set" in wish else None
    if moment is not None:
        ahead = (moment - clock.now()).total_seconds()
        if ahead < 0:
            raise BadValue(f"body: set: the clock only moves forward, and {shown(wish['set'])} has passed")
    if clock.elapsed() + ahead > FARTHEST_SECONDS:
        key = "advance_seconds" if moment is None else "set"
        raise BadValue(f"body: {key}: takes the clock more than {FARTHEST_SECONDS} seconds from its beginning")
    if "freeze" in wish:
        clock.freeze() if wish["freeze"] else clock.resume()
    if moment is None:
        clock.advance(ahead)
    else:
        with contextlib.suppress(ClockError):  # it passed while it was looked at, and so is reached
            clock.set(moment)


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
