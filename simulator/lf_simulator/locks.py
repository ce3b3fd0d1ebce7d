"""Locks that somebody else holds on entries, until their time is over by the repository's clock."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lf_simulator.clock import Clock


class Locks:
    """Who holds which entries. Nothing here is in the database: the holder is a client that nobody sees."""

    __slots__ = ("_clock", "_held")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._held: dict[int, tuple[str, float]] = {}

    def hold(self, entry_id: int, holder: str, seconds: float) -> None:
        """Let `holder` have the entry for so long, whoever had it before."""
        self._held[entry_id] = (holder, self._clock.elapsed() + seconds)

    def holder(self, entry_id: int) -> str | None:
        """Who has it now, None when nobody has."""
        holder, until = self._held.get(entry_id, ("", 0.0))
        if until > self._clock.elapsed():
            return holder
        self._held.pop(entry_id, None)
        return None
