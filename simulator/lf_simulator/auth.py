"""Sessions: who has signed in, by access token, until the token's life is over by the repository's clock."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from lf_simulator.clock import Clock

TOKEN_CHARACTERS = 64


@dataclass(frozen=True, slots=True)
class Session:
    """One sign-in. `ends` is in seconds of the clock's `elapsed`."""

    user: str
    token: str
    ends: float
    is_unlimited: bool = True
    """Whether the account has every right and every security tag, so that none need be looked up."""
    scopes: frozenset[str] | None = None
    """What the token is good for (`lf_simulator.scopes`); None: everything."""
    is_service: bool = False
    """Whether a service app has signed in, which acts as that user and has limits of its own."""

    @property
    def principal(self) -> str:
        """Whose limits count: the user's, or those of the service app that acts as him."""
        return f"{self.user} (service app)" if self.is_service else self.user


class Sessions:
    """The sessions of one repository. A token of another repository is unknown here."""

    __slots__ = ("_by_token", "_clock")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._by_token: dict[str, Session] = {}

    def sign_in(
        self,
        user: str,
        seconds: float,
        *,
        is_unlimited: bool = True,
        scopes: frozenset[str] | None = None,
        is_service: bool = False,
        form: Callable[[str], str] | None = None,
    ) -> Session:
        """A new session with a token of its own; earlier ones of the same user go on.

        `form` makes the token from characters of chance, which must stay in it; without it they are the token.
        """
        token, ends = self._clock.token(TOKEN_CHARACTERS), self._clock.elapsed() + seconds
        token = form(token) if form else token
        session = Session(user, token, ends, is_unlimited, scopes, is_service)
        self._by_token[token] = session
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

    def all(self) -> list[Session]:
        """Those whose life is not over, in the order in which they began."""
        now = self._clock.elapsed()
        self._by_token = {token: session for token, session in self._by_token.items() if session.ends > now}
        return list(self._by_token.values())

    def revoke(self, user: str | None = None) -> int:
        """End the sessions of a user (compared without case), or all of them; answers how many that were."""
        going = [row.token for row in self.all() if user is None or row.user.casefold() == user.casefold()]
        for token in going:
            del self._by_token[token]
        return len(going)

    def note_rights(self, is_unlimited: Callable[[str], bool]) -> None:
        """Let every session know whether its account is still, or is now, one with every right."""
        self._by_token = {
            token: replace(session, is_unlimited=is_unlimited(session.user))
            for token, session in self._by_token.items()
        }

    def end(self, token: str) -> None:
        """End one session, if there is one with that token."""
        self._by_token.pop(token, None)

    def clear(self) -> None:
        """End all sessions."""
        self._by_token.clear()


def is_token(text: str) -> bool:
    """Whether it has the form of an access token, known or not."""
    return len(text) == TOKEN_CHARACTERS and text.isascii() and text.isalnum()
