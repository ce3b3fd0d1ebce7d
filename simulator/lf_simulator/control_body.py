"""The body of a request to the control plane, read strictly: JSON, no key twice, of a bounded length."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from lf_simulator.checks import BadValue, shown

if TYPE_CHECKING:
    from starlette.requests import Request

BODY_BYTES = 1024 * 1024
DRAINED_BYTES = 256 * 1024 * 1024
"""Thrown away of a body that is too long. It costs no memory, and callers come from this machine."""


class TooLong(BadValue):
    """A body of more than BODY_BYTES."""


async def read_body(request: Request, default: object = None) -> Any:
    """The body as JSON, `default` for an empty one. Raises BadValue, and TooLong once the client has sent it all.

    Most clients listen only then, so what is too much is thrown away, up to DRAINED_BYTES of it.
    """
    body = bytearray()
    size = 0
    async for chunk in request.stream():
        size += len(chunk)
        if size > DRAINED_BYTES:
            break
        if size <= BODY_BYTES:
            body += chunk
    if size > BODY_BYTES:
        raise TooLong(f"body: must be no longer than {BODY_BYTES} bytes")
    if not body and default is not None:
        return default
    try:
        return json.loads(body, parse_constant=_no_constant, object_pairs_hook=_once_each)
    except BadValue:
        raise
    except ValueError as problem:
        raise BadValue(f"body: is not JSON: {problem}") from None


def _no_constant(text: str) -> None:
    raise BadValue(f"body: is not JSON: {text} is no number there")


def _once_each(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) < len(pairs):
        twice = next(key for index, (key, _) in enumerate(pairs) if key in dict(pairs[:index]))
        raise BadValue(f"body: key {shown(twice)} is there twice")
    return members
