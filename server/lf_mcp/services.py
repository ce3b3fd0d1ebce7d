"""What lives as long as the server does, for all calls: the way to the repository, and what is remembered."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lf_mcp.client import RepositoryClient
    from lf_mcp.definitions import Definitions
    from lf_mcp.writes.confirmation import Confirmations


@dataclass(frozen=True, slots=True)
class Services:
    client: RepositoryClient
    definitions: Definitions
    confirmations: Confirmations
