"""The server builds that a run imitates, by the names that the simulator gives them."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Literal

Version = Literal["v1", "v2"]


@dataclass(frozen=True, slots=True)
class Profile:
    """One imitated build: its name in the control plane and the dialect that a server must be set to."""

    name: str
    version: Version
    summary: str


_ROWS = (
    Profile("v1-selfhosted", "v1", "self-hosted API server, v1 routes"),
    Profile("v2-selfhosted", "v2", "self-hosted API server, v2 routes"),
    Profile("v2-cloud", "v2", "Laserfiche Cloud, v2 routes"),
)
PROFILES: Mapping[str, Profile] = MappingProxyType({row.name: row for row in _ROWS})
