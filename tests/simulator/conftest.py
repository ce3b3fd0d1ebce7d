"""What the tests of the simulator share: a repository of their own on each profile, a client that has signed in, and
the published descriptions, by which every exchange of that client is judged as it happens.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from tests.simulator.judging import judge
from tests.simulator.published import WIRE, description

from lf_simulator import PROFILES, Registry, create_app

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from tests.simulator.published import Description

    from lf_simulator.repository import Repository


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def registry() -> Iterator[Registry]:
    """One for all tests, because it copies a corpus that it has loaded once. Make repositories of your own in it."""
    made = Registry(seed=1)
    yield made
    made.close()


@pytest.fixture(params=list(PROFILES))
def profile(request: pytest.FixtureRequest) -> str:
    """Every profile in turn. A test that is about one of them overrides it with `parametrize`."""
    return str(request.param)


@pytest.fixture
def repository(registry: Registry, profile: str) -> Iterator[Repository]:
    """A fresh `demo` on that profile."""
    made = registry.create(profile=profile)
    yield made
    registry.delete(made.id)


@dataclass(frozen=True)
class Dialect:
    """How the one thing is called in the version that the profile serves."""

    version: str

    def __call__(self, v1: Any, v2: Any) -> Any:
        return v1 if self.version == "v1" else v2


@pytest.fixture
def dialect(repository: Repository) -> Dialect:
    return Dialect(repository.profile.versions[0])


@pytest.fixture
async def stranger(registry: Registry, repository: Repository) -> AsyncIterator[httpx.AsyncClient]:
    """A client that has not signed in; addresses are relative to the repository. What it is answered must fit the
    published description of the operation, or be explained in `differences.toml`."""
    build = repository.profile
    base = f"http://sim.test{build.base_path}/{build.versions[0]}/Repositories/{repository.id}/"
    transport = httpx.ASGITransport(create_app(registry))
    hooks = {"response": [judge]} if WIRE.exists() else None
    async with httpx.AsyncClient(transport=transport, base_url=base, event_hooks=hooks) as client:
        yield client


@pytest.fixture
async def client(stranger: httpx.AsyncClient, repository: Repository) -> httpx.AsyncClient:
    """A client that has signed in."""
    form = {"grant_type": "password", "username": "demo", "password": "demo"}
    answer = await stranger.post("Token", data=form)
    assert answer.status_code == 200, answer.text
    stranger.headers["Authorization"] = f"Bearer {answer.json()['access_token']}"
    repository.journal.clear()
    return stranger


@pytest.fixture
def descriptions() -> dict[str, Description]:
    """The published descriptions, by the name that rows of the operation table give them."""
    return {document: description(document) for document in ("v1", "v2-2023", "v2-2026")}
