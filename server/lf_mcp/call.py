"""What a tool is handed for one call: who asks, with which settings, and the way to the repository."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from lf_mcp.client import RepositoryClient
    from lf_mcp.config import Config
    from lf_mcp.errors import Origin


class Report(Protocol):
    """Tells the caller how far the work is: so much of `total`, and what is being done."""

    async def __call__(self, progress: float, total: float, message: str) -> None: ...


@dataclass(frozen=True, slots=True)
class Call:
    origin: Origin
    config: Config
    client: RepositoryClient
    progress: Report
