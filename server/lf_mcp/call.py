"""What a tool is handed for one call: who asks, with which settings, and the way to the repository."""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Protocol

from lf_mcp.errors import ToolError, classified
from lf_mcp.failures import ApiError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lf_mcp.client import RepositoryClient
    from lf_mcp.config import Config
    from lf_mcp.definitions import Definitions
    from lf_mcp.errors import Origin
    from lf_mcp.writes.confirmation import Confirmations


class Report(Protocol):
    """Tells the caller how far the work is: so much of `total`, and what is being done."""

    async def __call__(self, progress: float, total: float, message: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Call:
    """`caller`: who asks over HTTP, as their verified token says, with `scopes`; None where nobody is told apart."""

    origin: Origin
    config: Config
    client: RepositoryClient
    progress: Report
    definitions: Definitions
    confirmations: Confirmations
    caller: str | None = None
    scopes: frozenset[str] = frozenset()

    def doing(self, operation: str) -> Call:
        """The same call, carried out by the function of that legacy name: its errors are called after it."""
        return replace(self, origin=replace(self.origin, operation=operation))

    @contextmanager
    def failing(self, **extras: Any) -> Iterator[None]:
        """Turns a failed request inside into the classified error answer with these keys. Raises ToolError."""
        try:
            yield
        except ApiError as failure:
            raise ToolError(classified(self.origin, failure, extras)) from failure
