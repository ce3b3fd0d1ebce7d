"""When a fault strikes: the points of an exchange, and the conditions under which a rule takes notice."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from lf_simulator.checks import Check

Point = Literal["sign-in", "before", "after"]
"""`sign-in`: the token has not been looked at. `before`: nothing has been done. `after`: the effect is there."""

NUMBERED = ("body", "page", "poll")
_PHASE = re.compile(r"(before|after|sign-in)|(body|page|poll):([0-9]{1,12})")
_SCHEMA = {"pattern": "^(before|after|sign-in|body:[0-9]{1,12}|(page|poll):0*[1-9][0-9]{0,11})$"}


@dataclass(frozen=True, slots=True)
class Phase:
    """`before`, `after`, `sign-in`; `body` with the byte before which the fault strikes; `page` with the number of a
    page of a listing, and `poll` with how often a task has been looked at, both from 1."""

    name: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.name}:{self.number}" if self.name in NUMBERED else self.name

    @property
    def form(self) -> str:
        """As kinds list it: `page:k` for any page."""
        return f"{self.name}:k" if self.name in NUMBERED else self.name


def _is_phase(value: object) -> bool:
    if not isinstance(value, str) or not (found := _PHASE.fullmatch(value)):
        return False
    return found[2] in (None, "body") or int(found[3]) >= 1


PHASE = Check(
    "before, after, sign-in, body:BYTES, page:NUMBER or poll:NUMBER (numbers from 1, bytes from 0)",
    _is_phase,
    {"type": "string", **_SCHEMA},
)


def read_phase(text: str) -> Phase:
    """A text that passes `PHASE`."""
    name, _, number = text.partition(":")
    return Phase(name, int(number or 0))


@dataclass(frozen=True, slots=True)
class Moment:
    """A point of an exchange, and what rules may ask of it."""

    point: Point
    called: tuple[str, ...]
    """The operation's official names, its own and those of the other dialect."""
    elapsed: float = 0.0
    """Seconds of the repository's clock since its beginning."""
    entry: int | None = None
    """The entry that the address names."""
    user: str = ""
    """Who has signed in; nobody is known at `sign-in`."""
    page: int = 1
    """The page of a listing that is asked for."""
    task: str = ""
    """The task that is looked at."""
