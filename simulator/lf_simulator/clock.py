"""The one source of time and ids of a repository: a clock that follows real time until it is frozen or moved.

Ids are drawn from one seed. Each rule of a fault plan has chance of its own from it: neither shifts the other.
"""

from __future__ import annotations

import random
import string
import time
from datetime import UTC, datetime, timedelta

TOKEN_ALPHABET = string.ascii_letters + string.digits
TOKEN_CHARACTERS = 32
UUID_VERSION_4 = 0x4000_8000_0000_0000_0000
"""The bits of a UUID that say how it was made (RFC 9562), and that it is of the usual variant."""
UUID_CHANCE = ~0xF000_C000_0000_0000_0000
"""All others."""


class ClockError(ValueError):
    """The clock cannot be moved that way; the message says why."""


class Clock:
    """Virtual time in UTC, tokens and ids. The same seed gives the same ones, in the same order."""

    __slots__ = ("_began", "_shift", "_started", "_stopped_at", "_tokens", "life", "seed")

    _stopped_at: float | None

    def __init__(self, seed: int, life: int = 0) -> None:
        """`life` counts how often what the clock belongs to was taken up again: each life has tokens of its own."""
        self.seed = seed
        self.life = life
        self._follow_real_time()
        self._draw_anew()

    def now(self) -> datetime:
        """The moment it is in the repository, in UTC."""
        return self._began + timedelta(seconds=self.elapsed())

    def elapsed(self) -> float:
        """Seconds of virtual time since the repository began, or since its last reset. Never goes backwards."""
        if self._stopped_at is not None:
            return self._stopped_at
        return time.monotonic() - self._started + self._shift

    @property
    def is_frozen(self) -> bool:
        return self._stopped_at is not None

    def freeze(self) -> None:
        """Stop: time passes only through `advance` and `set` from here on."""
        self._stopped_at = self.elapsed()

    def resume(self) -> None:
        """Go on from where the clock stands, at the pace of real time."""
        if self._stopped_at is not None:
            self._started, self._shift = time.monotonic(), self._stopped_at
            self._stopped_at = None

    def advance(self, seconds: float) -> None:
        """Move forward. Raises ClockError for a negative number: what has happened has happened."""
        if seconds < 0:
            raise ClockError(f"the clock only moves forward, so it cannot be advanced by {seconds:g} seconds")
        if self._stopped_at is None:
            self._shift += seconds
        else:
            self._stopped_at += seconds

    def set(self, moment: datetime) -> None:
        """Move forward to a moment with a time zone. Raises ClockError for one that has passed."""
        if moment.tzinfo is None:
            raise ClockError(f"{moment.isoformat()} has no time zone")
        if moment < self.now():
            raise ClockError(f"the clock only moves forward, and {moment.isoformat()} has passed")
        # From the beginning, because what is left from now on has been rounded twice and may miss by a microsecond
        self.advance(max(0.0, (moment - self._began).total_seconds() - self.elapsed()))

    def token(self, n: int = TOKEN_CHARACTERS) -> str:
        """`n` letters and digits that go into a URL as they are."""
        return "".join(self._tokens.choices(TOKEN_ALPHABET, k=n))

    def uuid(self) -> str:
        """A random UUID (version 4) in its usual form. Written out here, because every answer bears one."""
        text = f"{self._tokens.getrandbits(128) & UUID_CHANCE | UUID_VERSION_4:032x}"
        return f"{text[:8]}-{text[8:12]}-{text[12:16]}-{text[16:20]}-{text[20:]}"

    def reset(self, *, keep_tokens: bool = False) -> None:
        """Back to the beginning and to real time.

        `keep_tokens` goes on drawing where the tokens stood, so that none of those still in use is given out again.
        """
        self._follow_real_time()
        if not keep_tokens:
            self._draw_anew()

    def _follow_real_time(self) -> None:
        self._began = datetime.now(UTC)
        self._started = time.monotonic()
        self._shift = 0.0
        self._stopped_at = None

    def _draw_anew(self) -> None:
        self._tokens = random.Random(f"{self.seed}/tokens/{self.life}" if self.life else f"{self.seed}/tokens")
