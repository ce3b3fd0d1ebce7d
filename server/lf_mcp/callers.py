"""Who asks over HTTP: the caller that a verified token names. Nobody is told apart elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from mcp.server import ServerRequestContext


@dataclass(frozen=True, slots=True)
class Caller:
    """`name`: subject of the token, else its client; `scopes`: what the token is good for; `token`: as it came."""

    name: str | None = None
    scopes: frozenset[str] = frozenset()
    token: str | None = None


def caller_of(context: ServerRequestContext[Any]) -> Caller:
    """The caller of a request; without a verified token an empty one."""
    request = context.request
    user = request.scope.get("user") if request is not None else None
    access = getattr(user, "access_token", None)
    if access is None:
        return Caller()
    return Caller(access.subject or access.client_id, frozenset(access.scopes), access.token)
