"""The simulator as one ASGI application: the control plane under `/_sim`, the API everywhere else."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import dispatch, incoming
from lf_simulator.clock import Clock
from lf_simulator.control import create_control

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from lf_simulator.incoming import Receive, Scope, Send
    from lf_simulator.registry import Registry

    ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]

CONTROL = "/_sim"


def create_app(registry: Registry) -> ASGIApp:
    """The application that serves every repository of `registry`, those that are made later too."""
    control = create_control(registry)
    strangers = Clock(registry.seed)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await _live(receive, send)
        elif scope["type"] != "http":
            await send({"type": "websocket.close"})
        elif scope["path"] == CONTROL or scope["path"].startswith(CONTROL + "/"):
            await control(scope, receive, send)
        else:
            await dispatch.serve(registry, strangers, incoming.receive(scope, receive), send)

    return app


async def _live(receive: Receive, send: Send) -> None:
    """Say yes to starting and stopping: there is nothing to prepare and nothing to save."""
    for phase in ("startup", "shutdown"):
        await receive()
        await send({"type": f"lifespan.{phase}.complete"})
