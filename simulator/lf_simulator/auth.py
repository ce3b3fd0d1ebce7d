"""Sessions: who has signed in, by access token, until the token's life is over by the repository's clock."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lf_simulator.clock import Clock

TOKEN_CHARACTERS = 64


@dataclass(frozen=True, slots=True)
class Session:
    """One sign-in. `ends` is in seconds of the clock's `elapsed`."""

    user: str
    token: str
    ends: float


class Sessions:
    """The sessions of one repository. A token of another repository is unknown here."""

    __slots__ = ("_by_token", "_clock")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._by_token: dict[str, Session] = {}

    def sign_in(self, user: str, seconds: float) -> Session:
        """A new session with a token of its own; earlier ones of the same user go on."""
        session = Session(user, self._clock.token(TOKEN_CHARACTERS), self._clock.elapsed() + seconds)
        self._by_token[session.token] = session
        return session

    def find(self, token: str) -> Session | None:
        """The session of that token, None when there is none or its life is over."""
        session = self._by_token.get(token)
        if session is None:
            return None
        if session.ends <= self._clock.elapsed():
            del self._by_token[token]
            return None
        return session

    def clear(self) -> None:
        """End all sessions."""
        self._by_token.clear()
