"""Settings, a client that never sleeps, and tool calls over an in-memory connection to a faked repository."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import respx
from hypothesis import configuration, settings
from mcp import Client

from lf_contracts import schemas
from lf_mcp import Config
from lf_mcp.app import build_server
from lf_mcp.client import RepositoryClient

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Iterator

    from mcp.types import CallToolResult

# Examples are found anew in each run; nothing is written into the tree, where pytest would stumble over it.
configuration.set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "laserfiche-testkit-hypothesis")
settings.register_profile("kept-nowhere", database=None, deadline=None, max_examples=60)
settings.load_profile("kept-nowhere")

ADDRESS = "http://repository.test/LFRepositoryAPI"


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def config() -> Callable[..., Config]:
    """`config(api_version="v2", …)`: usable settings with changes; waits are short and nothing is retried."""

    def make(**changes: Any) -> Config:
        settings = {
            "repo_api_url": ADDRESS,
            "repository_id": "records",
            "username": "clerk",
            "password": "open sesame",
            "retry_attempts": 0,
            "search_poll_interval_seconds": 0.001,
            "request_timeout_seconds": 5.0,
        }
        return Config(**(settings | changes))

    return make


@pytest.fixture
def pauses() -> list[float]:
    """The pauses that the client of `client_for` would have made before repeats."""
    return []


@pytest.fixture
def client_for(pauses: list[float]) -> Callable[[Config], RepositoryClient]:
    async def sleep(seconds: float) -> None:
        pauses.append(seconds)

    def make(config: Config) -> RepositoryClient:
        return RepositoryClient(config, sleep=sleep, chance=lambda: 1.0)

    return make


@pytest.fixture
def repository() -> Iterator[respx.Router]:
    """A router below the repository's address on v1; `repository.v2` is the one for v2. Both sign in."""
    with respx.mock(assert_all_called=False) as router:
        for version in ("v1", "v2"):
            url = f"{ADDRESS}/{version}/Repositories/records/Token"
            router.post(url, name=f"{version}-token").respond(json={"access_token": "t-1", "expires_in": 900})
        yield router


@pytest.fixture
def url() -> Callable[..., str]:
    def make(path: str, version: str = "v1") -> str:
        return f"{ADDRESS}/{version}/Repositories/records/{path}"

    return make


@pytest.fixture
def connect(client_for: Callable[[Config], RepositoryClient]) -> Callable[[Config], Client]:
    """`async with connect(config) as client`: a real MCP session over memory."""

    def make(config: Config) -> Client:
        return Client(build_server(config, client_for), mode="legacy", read_timeout_seconds=20)

    return make


@pytest.fixture
def ask(connect: Callable[[Config], Client]) -> Callable[..., Awaitable[dict[str, Any]]]:
    """`await ask(config, tool, **arguments)`: the structured answer, held against the published schema."""

    async def make(config: Config, tool: str, /, **arguments: Any) -> dict[str, Any]:
        async with connect(config) as client:
            client.session.validate_tool_result = unchecked  # type: ignore[method-assign]
            return checked(tool, await client.call_tool(tool, arguments))

    return make


async def unchecked(*_: object) -> None:
    """Stands in for the client's own check of answers, which makes a validator for each session; see `checked`."""


def checked(tool: str, result: CallToolResult) -> dict[str, Any]:
    answer = result.structured_content
    assert isinstance(answer, dict), result.content
    errors = [f"{error.json_path}: {error.message}" for error in schemas.validator(f"tools/{tool}").iter_errors(answer)]
    assert not errors, (errors, answer)
    assert result.is_error == (answer.get("mode") == "error")
    return answer
