"""A simulator that is served by a thread of its own, for tests of what only real HTTP has."""

from __future__ import annotations

import asyncio
import threading
from contextlib import contextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import httpx

from lf_simulator import Registry, create_app, serving

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE_SECONDS = 20
PROFILES = {"v1": "v1-cloud", "v2": "v2-cloud"}
"""The builds that have all operations of their version; the repositories are called as their version."""
BASE = "/repository"


@dataclass
class Served:
    """A simulator with one repository for each version, and a token for each."""

    url: str = ""
    tokens: dict[str, str] = field(default_factory=dict)
    loop: Any = None
    registry: Any = None

    def inside(self, work: Callable[[Registry], Any]) -> Any:
        """What `work` finds in the registry, called in the thread that owns it."""

        async def call() -> Any:
            return work(self.registry)

        return asyncio.run_coroutine_threadsafe(call(), self.loop).result(PATIENCE_SECONDS)

    def reset(self, version: str) -> None:
        self.inside(lambda registry: registry.get(version).reset(["sessions", "profile"]))

    def contents(self, version: str) -> str:
        """A digest of all that the repository holds."""
        return self.inside(lambda all_: sha256(all_.get(version).database.connection.serialize()).hexdigest())

    def last_reason(self, version: str) -> str:
        """What the journal says of the last request."""
        found = self.inside(lambda registry: registry.get(version).journal.read()[-1:])
        return str(found[0]["reason"]) if found else ""

    def address(self, version: str, rest: str) -> str:
        return f"{self.url}{BASE}/{version}/Repositories/{version}/{rest}"

    def headers(self, version: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[version]}"}

    def client(self, version: str) -> httpx.Client:
        """Signed in, with addresses relative to the repository. No certificates are loaded: that takes a tenth of a
        second, and there is no TLS here."""
        headers, base = self.headers(version), self.address(version, "")
        return httpx.Client(base_url=base, headers=headers, timeout=PATIENCE_SECONDS, verify=False)


@contextmanager
def served() -> Iterator[Served]:
    """Inside the block it answers."""
    made, up = Served(), threading.Event()
    stopping = asyncio.Event()

    async def main() -> None:
        made.registry, made.loop = Registry(seed=1), asyncio.get_running_loop()
        for version, profile in PROFILES.items():
            repository = made.registry.create(id=version, profile=profile)
            made.tokens[version] = repository.sessions.sign_in("demo", 10**9, is_unlimited=True).token
        async with serving.running(create_app(made.registry), serving.listen(port=0)) as made.url:
            up.set()
            await stopping.wait()
        made.registry.close()

    thread = threading.Thread(target=lambda: asyncio.run(main()))
    thread.start()
    assert up.wait(PATIENCE_SECONDS)
    try:
        yield made
    finally:
        made.loop.call_soon_threadsafe(stopping.set)
        thread.join(PATIENCE_SECONDS)
        assert not thread.is_alive()
