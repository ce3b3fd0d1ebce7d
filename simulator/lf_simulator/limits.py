"""How many calls a user may make in a minute, where a build counts them."""

from __future__ import annotations

import math
from collections import deque
from datetime import timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING

from lf_simulator import errors

if TYPE_CHECKING:
    from lf_simulator.clock import Clock
    from lf_simulator.profiles import Profile

WINDOW_SECONDS = 60.0
TRANSFERS = frozenset(
    {
        "ImportDocument",
        "ImportEntry",
        "StartImportUploadedParts",
        "ExportDocument",
        "ExportDocumentWithAuditReason",
        "ExportEntry",
        "StartExportEntry",
    }
)
"""Operations that count as imports and exports. *Decision*: a download counts with the export that offered it."""


class CallLog:
    """When the users of one repository made their calls of the last minute. *Decision*: a refused call is none."""

    __slots__ = ("_clock", "_made")

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._made: dict[tuple[str, str], deque[float]] = {}

    def hold(self, profile: Profile, principal: str, operation: str) -> None:
        """Count a call of that user. Raises ApiError 429 when the build lets him make no more of them yet."""
        due = [("calls", profile.calls_per_minute)]
        if operation in TRANSFERS:
            due.append(("imports and exports", profile.transfers_per_minute))
        now = self._clock.elapsed()
        counted = [self._since(principal, what, now - WINDOW_SECONDS) for what, limit in due if limit]
        for made, (what, limit) in zip(counted, [row for row in due if row[1]], strict=True):
            if len(made) >= limit:
                wait = math.ceil(made[-limit] + WINDOW_SECONDS - now)
                raise errors.too_many_calls(limit, what, self._header(profile.retry_after, wait))
        for made in counted:
            made.append(now)

    def _since(self, principal: str, what: str, moment: float) -> deque[float]:
        made = self._made.setdefault((principal, what), deque())
        while made and made[0] <= moment:
            made.popleft()
        return made

    def _header(self, form: str, seconds: int) -> tuple[tuple[str, str], ...]:
        if form == "none":
            return ()
        at = self._clock.now() + timedelta(seconds=seconds)
        return (("retry-after", str(seconds) if form == "seconds" else format_datetime(at, usegmt=True)),)
