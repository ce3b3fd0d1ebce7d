"""Faults that let time pass. It is real time, whatever the repository's clock says: the client's patience is tried."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from lf_simulator.checks import BadValue, one_of, whole
from lf_simulator.faults.kind import FaultyExchange, NoAnswer, key, required_key

if TYPE_CHECKING:
    import random

ANYWHERE = ("before", "after", "sign-in", "page:k", "poll:k", "body:k")
LONGEST_MS = 600_000


@dataclass(frozen=True, slots=True)
class Delay:
    """Hold the exchange back for a while, or until the client has given up; then it takes its course.

    With `up_to_ms` the time is drawn for each call, by chance that follows from the seed: evenly between the two, or
    around the lower one with ever fewer long ones (a long tail, as real servers have it).
    """

    name: ClassVar[str] = "delay"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = ANYWHERE

    wait_ms: int = required_key(whole(0, LONGEST_MS), "milliseconds to wait")
    up_to_ms: int | None = key(whole(0, LONGEST_MS), "longest wait, where it is drawn")
    spread: str | None = key(one_of("even", "long-tail"), "how it is drawn (even)")

    def __post_init__(self) -> None:
        if self.up_to_ms is not None and self.up_to_ms < self.wait_ms:
            raise BadValue(f"up_to_ms must be at least wait_ms, which is {self.wait_ms}")
        if self.spread is not None and self.up_to_ms is None:
            raise BadValue('spread says how the wait is drawn, and key "up_to_ms" is missing')

    def seconds(self, chance: random.Random) -> float:
        """How long this time."""
        if self.up_to_ms is None:
            return self.wait_ms / 1000
        room = self.up_to_ms - self.wait_ms
        share = chance.random() if self.spread != "long-tail" else min(1.0, chance.expovariate(5))
        return (self.wait_ms + room * share) / 1000

    async def apply(self, exchange: FaultyExchange) -> None:
        await exchange.wait(self.seconds(exchange.chance))


@dataclass(frozen=True, slots=True)
class Hang:
    """Answer nothing until the client gives up."""

    name: ClassVar[str] = "hang"
    ends: ClassVar[bool] = True
    phases: ClassVar[tuple[str, ...]] = ANYWHERE

    async def apply(self, exchange: FaultyExchange) -> None:
        await exchange.wait(None)
        raise NoAnswer
