"""The exchange as a fault sees it: the way to its client, over a real connection or in-process."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket
import struct
from typing import TYPE_CHECKING, Any

from lf_simulator.faults.kind import NoAnswer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping, MutableMapping
    from datetime import datetime

    from lf_simulator.clock import Clock

TRANSPORT = "lf.transport"
"""The key in the extensions of an ASGI scope under which the server passes its connection."""
PATIENCE = "lf.patience"
"""The same for the seconds that a client in this process waits for an answer, None for ever."""


AT_ONCE = struct.pack("ii", 1, 0)
"""What `SO_LINGER` takes: on, for no time."""


class OutOfPatience(NoAnswer):
    """The client in this process has given up: what it waited for would have come too late, or never."""


class Connection:
    """The client's end of one ASGI request. Satisfies `FaultyExchange`."""

    __slots__ = ("_clock", "_patience", "_receive", "_transport", "chance")

    def __init__(
        self,
        scope: Mapping[str, Any],
        receive: Callable[[], Awaitable[MutableMapping[str, Any]]],
        clock: Clock | None = None,
        chance: random.Random | None = None,
    ) -> None:
        """`chance` is that of the rule whose fault strikes."""
        self._receive = receive
        self._clock = clock
        self.chance = chance or random.Random(0)
        extensions = scope.get("extensions") or {}
        self._transport = extensions.get(TRANSPORT)
        self._patience: float | None = extensions.get(PATIENCE)

    def now(self) -> datetime:
        """The moment it is in the repository."""
        assert self._clock is not None  # noqa: S101 - faults strike only where there is a repository
        return self._clock.now()

    @property
    def is_in_process(self) -> bool:
        """No server in between: NoAnswer has to reach the caller, who has no socket to see broken."""
        return self._transport is None

    async def client_gone(self) -> None:
        """Return when the client has left; what it still sends is thrown away."""
        while (await self._receive())["type"] != "http.disconnect":
            pass

    async def wait(self, seconds: float | None) -> None:
        """Hold the exchange back for so long, None for ever, or until the client has left.

        In-process a client whose patience is shorter need not be kept waiting for it: OutOfPatience is raised at once.
        """
        if self._transport is None:
            if seconds is None or (self._patience is not None and seconds >= self._patience):
                raise OutOfPatience
            await asyncio.sleep(seconds)
            return
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self.client_gone(), seconds)

    def drop(self, *, reset: bool = False) -> None:
        """Cut the TCP connection, with a RST where `reset`. Raises NoAnswer in-process, where there is none."""
        if self._transport is None:
            raise NoAnswer
        if reset:  # a socket that may not linger is reset when it is closed
            self._transport.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, AT_ONCE)
        self._transport.abort()

    def close(self) -> None:
        """Close the connection once everything is sent."""
        if self._transport is not None:
            self._transport.close()

    def write(self, surplus: bytes) -> None:
        """Send bytes that HTTP does not know of; in-process they reach nobody."""
        if self._transport is not None:
            self._transport.write(surplus)
