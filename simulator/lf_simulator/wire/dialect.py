"""What a shape needs to know of the exchange: the API version, how times are written, where the metadata is."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta, timezone
from functools import lru_cache

LOCAL_TIME = timezone(timedelta(hours=-4))
"""*Decision*: the zone of a self-hosted server that writes local times. Fixed, so that times read alike all year."""


@dataclass(slots=True)
class Dialect:
    """`version` is v1 or v2; `times` is the setting `timestamps`; `base` ends with the version."""

    version: str
    times: str
    base: str

    @property
    def is_v1(self) -> bool:
        return self.version == "v1"

    @property
    def local_times(self) -> bool:
        return self.times == "offset"

    def context(self, what: str) -> dict[str, str]:
        """`@odata.context` for v2 (the guides); v1 has none."""
        return {} if self.is_v1 else {"@odata.context": f"{self.base}/$metadata#{what}"}


@lru_cache(maxsize=8192)
def local_time(stored: str) -> str:
    """A time with the offset of the server's zone instead of Z. Remembered, because each row of a listing has two."""
    return datetime.fromisoformat(stored).astimezone(LOCAL_TIME).isoformat(timespec="seconds")


def stamp(moment: datetime) -> str:
    """The time of a task: UTC with seven decimals, as the guides print it."""
    return f"{moment.astimezone(UTC):%Y-%m-%dT%H:%M:%S.%f}0Z"
