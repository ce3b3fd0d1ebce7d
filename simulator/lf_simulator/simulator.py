"""A simulator inside a Python program: served over real HTTP by a thread of its own, or in the caller's event loop."""

from __future__ import annotations

import asyncio
import contextlib
import secrets
import threading
from typing import TYPE_CHECKING, Any

from lf_simulator import serving
from lf_simulator.app import create_app
from lf_simulator.handle import Laserfiche
from lf_simulator.operations import NAMES
from lf_simulator.registry import Registry
from lf_simulator.scenario import Scenario, load

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import TracebackType

    from lf_simulator.profiles import Profile

SEED_BITS = 32


class Simulator:
    """A simulator for as long as the block lasts, with one repository to begin with.

        with Simulator(profile="v2-cloud") as simulator:            # async with serves in the running event loop
            httpx.get(f"{simulator.repository.url}/Entries/1", headers=…)

    Inside `with` the levers of its repositories may be called from any thread; inside `async with` from the event loop
    that serves, where a client that blocks the loop would wait for ever.
    """

    def __init__(
        self,
        *,
        corpus: str | None = None,
        profile: str | Profile | None = None,
        repository: str = "demo",
        seed: int | None = None,
        scenario: str | None = None,
        host: str = serving.DEFAULT_HOST,
        port: int = 0,
    ) -> None:
        """`repository` is the id of the first one, `seed` the source of tokens, ids and chance (drawn unless given),
        `port` 0 any that is free, `scenario` the name of a packaged one or a file: what else is given goes before it.
        Raises BadValue for an unfit scenario. What else does not fit is told when the block begins."""
        self._scenario = Scenario("") if scenario is None else load(scenario)
        given = next((each for each in (seed, self._scenario.seed) if each is not None), None)
        self.seed = secrets.randbits(SEED_BITS) if given is None else given
        self._wish: dict[str, Any] = {
            "id": repository,
            "corpus": corpus or self._scenario.corpus,
            "profile": profile or self._scenario.profile,
        }
        self._listen = (host, port)
        self._url = ""
        self._registry: Registry | None = None
        self._first: Laserfiche | None = None
        self._thread: _Thread | None = None
        self._stack: contextlib.AsyncExitStack | None = None

    @property
    def url(self) -> str:
        """`http://HOST:PORT`. Raises RuntimeError outside the block, as all else does."""
        self._all()
        return self._url

    @property
    def repository(self) -> Laserfiche:
        """The first one."""
        self._all()
        assert self._first is not None  # noqa: S101 - made with the registry
        return self._first

    def create(self, **wish: Any) -> Laserfiche:
        """Another repository: `id`, `corpus` or `fork_of`, `profile`, `seed`, all as in `Registry.create`."""
        registry = self._all()
        return self._held(self._inside(lambda: registry.create(**wish)))

    def fork(self, of: Laserfiche, **wish: Any) -> Laserfiche:
        """A copy of the present state of one, in milliseconds; nothing else is shared or carried over."""
        return self.create(fork_of=of.id, **wish)

    def delete(self, repository: Laserfiche) -> None:
        registry = self._all()
        self._inside(lambda: registry.delete(repository.id))

    def __enter__(self) -> Simulator:
        self._thread = _Thread()
        try:
            self._thread.call(self._start)
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        if self._thread is not None:
            self._thread.call(self._stop)
            self._thread.end()
            self._thread = None

    async def __aenter__(self) -> Simulator:
        try:
            await self._start()
        except BaseException:
            await self._stop()
            raise
        return self

    async def __aexit__(self, kind: type[BaseException] | None, error: object, trace: TracebackType | None) -> None:
        await self._stop()

    def _all(self) -> Registry:
        if self._registry is None:
            raise RuntimeError("the simulator runs inside its block only: with Simulator() as simulator: …")
        return self._registry

    def _held(self, repository: Any) -> Laserfiche:
        return Laserfiche(repository, self._url, self._inside)

    def _inside(self, work: Callable[[], Any]) -> Any:
        thread = self._thread
        if thread is None or thread.is_this:
            return work()

        async def call() -> Any:
            return work()

        return thread.call(call)

    async def _start(self) -> None:
        self._stack = contextlib.AsyncExitStack()
        bound = self._stack.enter_context(contextlib.closing(serving.listen(*self._listen)))
        registry = self._stack.enter_context(contextlib.closing(Registry(self.seed)))
        first = registry.create(**self._wish)
        first.profile = first.profile.with_overrides(self._scenario.overrides, NAMES, "scenario: overrides")
        first.faults.add(self._scenario.rules)
        self._url = await self._stack.enter_async_context(serving.running(create_app(registry), bound))
        self._registry = registry
        self._first = self._held(first)

    async def _stop(self) -> None:
        stack, self._stack, self._registry = self._stack, None, None
        if stack is not None:
            await stack.aclose()


class _Thread:
    """A thread that runs an event loop until it is told to end. It does not keep the process from ending."""

    def __init__(self) -> None:
        self._loop = serving.loop_factory()()
        self._thread = threading.Thread(target=self._loop.run_forever, name="laserfiche-simulator", daemon=True)
        self._thread.start()

    @property
    def is_this(self) -> bool:
        """Whether it is the thread that asks."""
        return threading.current_thread() is self._thread

    def call(self, work: Callable[[], Any]) -> Any:
        """What a coroutine function answers there, or raises."""
        return asyncio.run_coroutine_threadsafe(work(), self._loop).result()

    def end(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()
