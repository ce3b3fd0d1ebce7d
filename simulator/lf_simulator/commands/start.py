"""What `serve` and `run` have in common: a simulator with one repository, made from the options of a command line."""

from __future__ import annotations

import contextlib
import secrets
import signal
from dataclasses import dataclass
from typing import TYPE_CHECKING

from lf_simulator import profiles, scenario, serving
from lf_simulator.app import create_app
from lf_simulator.catalogue import operation_names
from lf_simulator.registry import Registry
from lf_simulator.scenario import Scenario

if TYPE_CHECKING:
    import asyncio
    from collections.abc import AsyncIterator, Callable, Iterator
    from pathlib import Path

    from lf_simulator.repository import Repository

SEED_BITS = 32
ENDING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
"""The signals by which somebody asks a process to end; not every system has all of them."""


@dataclass(frozen=True, slots=True)
class Options:
    """The options that every command which starts a simulator takes; None leaves a choice to the simulator."""

    host: str
    port: int
    profile: str | None
    corpus: str | None
    repository: str
    database: Path | None
    seed: int | None
    allow_remote: bool
    scenario: str | None = None
    """The name of one that is packaged, or a file; what other options say goes before it."""


@dataclass(frozen=True, slots=True)
class Running:
    """A simulator that answers."""

    url: str
    seed: int
    repository: Repository


@contextlib.asynccontextmanager
async def running(options: Options) -> AsyncIterator[Running]:
    """A simulator inside the block. Raises what its parts raise for options that do not fit, each with one sentence."""
    bound = serving.listen(options.host, options.port, allow_remote=options.allow_remote)
    with contextlib.closing(bound):
        scene = Scenario("") if options.scenario is None else scenario.load(options.scenario)
        seed = next((given for given in (options.seed, scene.seed) if given is not None), None)
        seed = secrets.randbits(SEED_BITS) if seed is None else seed
        build = profiles.profile(options.profile or scene.profile or profiles.DEFAULT_PROFILE)
        registry = Registry(seed)
        with contextlib.closing(registry):
            repository = registry.create(
                id=options.repository,
                corpus=options.corpus or scene.corpus,
                profile=build.with_overrides(scene.overrides, operation_names(), "scenario: overrides"),
                database=options.database,
            )
            repository.faults.add(scene.rules)
            async with serving.running(create_app(registry), bound) as url:
                yield Running(url, seed, repository)


@contextlib.contextmanager
def signals_go_to(loop: asyncio.AbstractEventLoop, handle: Callable[[signal.Signals], None]) -> Iterator[None]:
    """Inside the block a request to end the process is passed to `handle`, in the event loop, and does not end it."""

    def caught(number: int, _: object) -> None:
        loop.call_soon_threadsafe(handle, signal.Signals(number))

    kept = {number: signal.signal(number, caught) for number in ENDING}
    try:
        yield
    finally:
        for number, handler in kept.items():
            signal.signal(number, handler)
