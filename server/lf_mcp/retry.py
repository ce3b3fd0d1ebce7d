"""When a request is sent again, and after how long; pure but for the chance that is handed in."""

from __future__ import annotations

import math
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import TYPE_CHECKING

import httpx

if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST_PAUSE = 30.0  # seconds
TOO_MANY_REQUESTS = 429
PASSING_STATUSES = frozenset({500, 502, 503, 504})

# The request certainly did not reach the server.
NOT_SENT = (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout)
# It may have reached it, and the answer was lost on a way that often works the next time.
LOST = (httpx.TimeoutException, httpx.NetworkError, httpx.ProtocolError)


def failed_request_may_go_again(error: httpx.HTTPError, repeatable: bool) -> bool:
    """Whether a request that got no answer is worth another try without risk."""
    return isinstance(error, NOT_SENT) or (repeatable and isinstance(error, LOST))


def status_may_go_again(status: int, repeatable: bool) -> bool:
    """429 says that nothing was done; a 5xx does not, so only repeatable requests follow it."""
    return status == TOO_MANY_REQUESTS or (repeatable and status in PASSING_STATUSES)


def pause(tries: int, retry_after: str | None, chance: Callable[[], float], now: Callable[[], datetime]) -> float:
    """Seconds before the next try, after `tries` repeats: what the server asks for, else 2^tries with jitter."""
    asked = seconds_of(retry_after, now) if retry_after is not None else None
    if asked is not None:
        return min(asked, LONGEST_PAUSE)
    return float(min(2.0**tries, LONGEST_PAUSE)) * (0.5 + 0.5 * chance())


def seconds_of(retry_after: str, now: Callable[[], datetime]) -> float | None:
    """`Retry-After` in either form (RFC 9110, 10.2.3): seconds or an HTTP date. None when it is neither."""
    text = retry_after.strip()
    try:
        seconds = float(text)
    except ValueError:
        pass
    else:
        return max(0.0, seconds) if math.isfinite(seconds) else None
    try:
        moment = parsedate_to_datetime(text)
    except (ValueError, TypeError):
        return None
    return max(0.0, (moment.replace(tzinfo=moment.tzinfo or UTC) - now()).total_seconds())


def utc_now() -> datetime:
    return datetime.now(UTC)
