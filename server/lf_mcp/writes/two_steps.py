"""Previews and executions: a call without a token looks and hands one out, the same call with it does the thing."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from lf_mcp.errors import ToolError, own
from lf_mcp.shapes import Json, pick
from lf_mcp.writes.confirmation import TTL_SECONDS, Bound

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from lf_mcp.call import Call

# What the server tells of an entry that changes when somebody works on it.
STATE_KEYS = ("lastModifiedTime", "parentId", "isElectronicDocument", "elecDocumentSize", "pageCount")
LOOK_AGAIN = "Call the preview again, show the person what it says, and repeat with the new confirmation_token."
CONFIRM = (
    "Nothing has been changed yet. Show this to the person; when they agree, repeat the call with the same arguments "
    f"and this confirmation_token within {TTL_SECONDS} seconds."
)
WITHOUT_TOKEN = "A preview takes no confirmation_token; give it to the execution, or leave it out to look again."


@dataclass(frozen=True, slots=True)
class Look:
    """What the first step found: the entry, what the preview adds, and what the confirmation is bound to."""

    entry: Json
    preview: Json
    warning: str
    parameters: Mapping[str, Any] = field(default_factory=dict)
    extra: Any = None


def _nothing_more(call: Call, arguments: Json, look: Look) -> None:
    """No policy beyond the token."""


@dataclass(frozen=True, slots=True)
class TwoStep:
    """One operation. `look`: reads and checks; `allow`: what is refused even with a token; `act`: the request.

    `operation` is the legacy name of the tool that can do both steps. `look` and `act` raise ToolError.
    """

    operation: str
    look: Callable[[Call, Json], Awaitable[Look]]
    act: Callable[[Call, Json, Look], Awaitable[Json]]
    allow: Callable[[Call, Json, Look], None] = _nothing_more
    needs_scope: bool = False

    async def run(self, call: Call, arguments: Json) -> Json:
        """Both steps: a preview without `confirmation_token`, else the execution."""
        call = call.doing(self.operation)
        look = await self.look(call, arguments)
        about = {"operation": self.operation, "entry_id": arguments["entry_id"]}
        name, state = name_of(look.entry), state_of(look.entry)
        bound = Bound(self.operation, arguments["entry_id"], name, call.caller, look.parameters, state)
        token = arguments.get("confirmation_token")
        if token is None:
            return {
                "mode": "preview",
                **about,
                **look.preview,
                "warning": look.warning,
                "confirmation_token": call.confirmations.issue(bound),
                "ttl_seconds": TTL_SECONDS,
                "next_step": CONFIRM,
            }
        if self.needs_scope:
            _hold_scope(call)
        objection = call.confirmations.objection(token, bound)
        if objection is not None:
            raise ToolError(
                own(
                    call.origin,
                    "invalid_confirmation_token",
                    entry_id=arguments["entry_id"],
                    reason=objection,
                    next_step=LOOK_AGAIN,
                )
            )
        self.allow(call, arguments, look)
        call.confirmations.spend(token)
        return {"mode": "executed", **about, **await self.act(call, arguments, look)}

    async def preview(self, call: Call, arguments: Json) -> Json:
        """The first step by itself; a token is refused before anything is asked."""
        if arguments["confirmation_token"] is not None:
            named = {key: arguments[key] for key in ("entry_id", "new_parent_id") if key in arguments}
            raise ToolError(own(call.origin, "preview_does_not_accept_token", reason=WITHOUT_TOKEN, **named))
        return await self.run(call, arguments)


def name_of(entry: Json) -> str:
    name = pick(entry, "name")
    return name if isinstance(name, str) else ""


def state_of(entry: Json) -> Json:
    told = {key: pick(entry, key) for key in STATE_KEYS}
    return {key: value for key, value in told.items() if value is not None}


def _hold_scope(call: Call) -> None:
    needed = call.config.http_oauth_destructive_scope
    if needed is None or call.config.http_oauth_issuer is None or needed in call.scopes:
        return
    reason = f"Deleting needs the scope {needed}, which the caller's token does not hold."
    raise ToolError(own(call.origin, "destructive_scope_required", reason=reason, required_scope=needed))
