"""Server sessions of Cloud v1: deprecated, since a session begins by itself with the first call of an access token.

A session is what the server keeps for a token between its calls: its open searches. The token outlives it, and the next
call begins another one (published description).
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from lf_simulator.store.entries import stored_time

if TYPE_CHECKING:
    from lf_simulator.context import Answer, Call
    from lf_simulator.tasks import SearchTask

IDLE_SECONDS = 3600
"""A session that is idle for that long ends (published description)."""


def create(call: Call) -> Answer:
    """v1 `POST ServerSession/Create`: does nothing and says true (published description)."""
    return call.json({"value": True})


def refresh(call: Call) -> Answer:
    """v1 `POST ServerSession/Refresh`: when the session will end unless it is used; its searches live on as well."""
    for search in _searches(call):
        search.touch()
    return call.json({"value": stored_time(call.repository.clock.now() + timedelta(seconds=IDLE_SECONDS))})


def invalidate(call: Call) -> Answer:
    """v1 `POST ServerSession/Invalidate`: ends the session, and with it the searches that are open in it."""
    for search in _searches(call):
        call.repository.tasks.close(search.token)
    return call.json({"value": True})


def _searches(call: Call) -> list[SearchTask]:
    """The open searches of the access token."""
    return [] if call.session is None else call.repository.tasks.open_of(call.session.token)
