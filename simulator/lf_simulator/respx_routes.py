"""A simulator in the same process, mounted on a respx router: whatever goes to its address is answered by it."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING, Any

import httpx

from lf_simulator.transports import Answers

if TYPE_CHECKING:
    from collections.abc import Iterator

    import respx

    from lf_simulator.registry import Registry


@contextlib.contextmanager
def mounted(router: respx.Router, registry: Registry, address: str) -> Iterator[None]:
    """Inside the block the router's clients find the repositories of `registry` at `address` (`http://HOST`).

    The router has to mock `httpx` (`respx.mock(using="httpx")`): only so does it pass on how long a client waits.
    """
    answers = Answers(httpx, registry)

    def answer(request: httpx.Request) -> Any:
        try:
            asyncio.get_running_loop()
        except RuntimeError:
            return answers.answer_now(request)
        return answers.answer(request)  # respx awaits it for the asynchronous client that is asking

    router.route(url__startswith=f"{address}/", name="laserfiche").mock(side_effect=answer)
    try:
        yield
    finally:
        answers.close()
