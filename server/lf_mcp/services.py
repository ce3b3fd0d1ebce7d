"""What lives as long as the server does and is shared by all calls: the way to the repository."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from lf_mcp.client import RepositoryClient


@dataclass(frozen=True, slots=True)
class Services:
    client: RepositoryClient
