"""How an answer is sent where it is not simply sent: slowly, in part, under a false length, until something happens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

PIECE_SECONDS = 0.05
"""A slow answer goes out in pieces that last so long."""


@dataclass(frozen=True, slots=True)
class Manner:
    """`stops` are faults (`apply`) by the byte of the body before which they happen, in ascending order."""

    bytes_per_second: int = 0
    told_length: int | None = None
    stops: tuple[tuple[int, Any], ...] = ()

    def with_stop(self, at: int, fault: Any) -> Manner:
        stops = sorted((*self.stops, (at, fault)), key=lambda stop: stop[0])
        return Manner(self.bytes_per_second, self.told_length, tuple(stops))

    def within(self, size: int) -> Manner:
        """Without the stops at the end of so many bytes or beyond it."""
        return replace(self, stops=tuple(stop for stop in self.stops if stop[0] < size))

    def pieces(self, body: Iterator[bytes]) -> Iterator[tuple[bytes, list[Any]]]:
        """The body in pieces, each with the faults that happen once it is out; the first piece may be empty."""
        stops = list(self.stops)
        sent = 0
        for whole in body:
            rest = whole
            while rest:
                cut = self._cut(len(rest), stops[0][0] - sent if stops else None)
                piece, rest = rest[:cut], rest[cut:]
                sent += len(piece)
                due = [stops.pop(0)[1] for _ in range(sum(at <= sent for at, _ in stops))]
                yield piece, due
        if stops:  # beyond the end: they happen at the end
            yield b"", [fault for _, fault in stops]

    def seconds(self, size: int) -> float:
        """How long so many bytes take."""
        return size / self.bytes_per_second if self.bytes_per_second else 0.0

    def _cut(self, left: int, until_stop: int | None) -> int:
        limits = [left]
        if self.bytes_per_second:
            limits.append(max(1, int(self.bytes_per_second * PIECE_SECONDS)))
        if until_stop is not None:
            limits.append(max(0, until_stop))
        return min(limits)
