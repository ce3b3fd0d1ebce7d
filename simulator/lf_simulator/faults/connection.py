"""The exchange as a fault sees it: the way to its client, over a real connection or in-process."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator.faults.kinds import NoAnswer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, MutableMapping

TRANSPORT = "lf.transport"
"""The key in the extensions of an ASGI scope under which the server passes its connection."""


class Connection:
    """The client's end of one ASGI request. Satisfies `FaultyExchange`."""

    __slots__ = ("_receive", "_transport")

    def __init__(self, scope: Mapping[str, Any], receive: Callable[[], Awaitable[MutableMapping[str, Any]]]) -> None:
        self._receive = receive
        self._transport = (scope.get("extensions") or {}).get(TRANSPORT)

    @property
    def is_in_process(self) -> bool:
        """No server in between: NoAnswer has to reach the caller, who has no socket to see broken."""
        return self._transport is None

    async def client_gone(self) -> None:
        """Return when the client has left; what it still sends is thrown away."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    def drop(self) -> None:
        """Cut the TCP connection. Raises NoAnswer in-process, where there is none."""
        if self._transport is None:
            raise NoAnswer
        self._transport.abort()
