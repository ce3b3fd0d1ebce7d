"""Confirmation tokens: what a preview hands out and an execution has to bring, for the same thing in the same state.

A token is bound to the operation, the entry and its name, the caller, the parameters, the entry's state and a moment.
Beside operation, entry id and moment it holds digests, and a signature over all of it. Source: the published release
2.6.2; that a token is good for one execution only is a decision of this build.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
import secrets
import time
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

TTL_SECONDS = 300
LONGEST_TOKEN = 4096  # characters; ours have some six hundred
_SIGNATURE = hashlib.sha256().digest_size


@dataclass(frozen=True, slots=True)
class Bound:
    """What a token is bound to. `operation`: legacy name of the tool that can do both steps. `caller`: None on stdio.

    `state`: what the server said of the entry when it was looked at; what it does not tell is left out.
    """

    operation: str
    entry_id: int
    name: str
    caller: str | None = None
    parameters: Mapping[str, Any] = field(default_factory=dict)
    state: Mapping[str, Any] = field(default_factory=dict)


class Confirmations:
    """Gives tokens out and checks them. `secret`: key material; without one the key is this process's own.

    With a secret, tokens are good in every process that has it, and until a restart remembers no longer that they were
    used. Nothing here raises for a token, whatever it looks like.
    """

    def __init__(self, secret: str | None = None, clock: Callable[[], float] = time.time) -> None:
        self._key = (
            hashlib.sha256(b"lf-mcp confirmation\0" + secret.encode()).digest() if secret else secrets.token_bytes()
        )
        self._clock = clock
        self._spent: dict[str, float] = {}

    def issue(self, bound: Bound) -> str:
        """A token for `bound`, URL-safe text, good for TTL_SECONDS."""
        content = {
            "once": secrets.token_hex(8),
            "until": self._clock() + TTL_SECONDS,
            "operation": bound.operation,
            "entry": bound.entry_id,
            **{aspect: _digest(value) for aspect, value in _aspects(bound).items()},
            "parameters": {name: _digest(value) for name, value in sorted(bound.parameters.items())},
        }
        body = json.dumps(content, separators=(",", ":")).encode()
        return base64.urlsafe_b64encode(self._sign(body) + body).decode().rstrip("=")

    def objection(self, token: str, bound: Bound) -> str | None:
        """Why `token` does not confirm `bound`, in one sentence; None when it does."""
        signed = _decoded(token)
        if signed is None:
            return "The confirmation token is not one that a preview gave out: it cannot be decoded."
        signature, body = signed[:_SIGNATURE], signed[_SIGNATURE:]
        content = _structure(body)
        if content is None:
            return "The confirmation token is not one that a preview gave out: it holds something else."
        if not hmac.compare_digest(signature, self._sign(body)):
            return "The confirmation token was not signed by this server, or was changed since."
        return self._mismatch(content, bound)

    def spend(self, token: str) -> None:
        """Remember that `token` is used up; it has been checked before."""
        now = self._clock()
        self._spent = {once: until for once, until in self._spent.items() if until > now}
        signed = _decoded(token)
        content = _structure(signed[_SIGNATURE:]) if signed is not None else None
        if content is not None:
            self._spent[content["once"]] = content["until"]

    def _mismatch(self, content: dict[str, Any], bound: Bound) -> str | None:
        if content["operation"] != bound.operation:
            return f"The confirmation token is for {content['operation']}, not for {bound.operation}."
        if content["entry"] != bound.entry_id:
            return f"The confirmation token is for entry {content['entry']}, not for entry {bound.entry_id}."
        differing = [aspect for aspect, value in _aspects(bound).items() if content[aspect] != _digest(value)]
        others = _changed_parameters(content["parameters"], bound.parameters)
        for aspect, sentence in _OBJECTIONS:
            if aspect in differing:
                return sentence
            if aspect == "parameters" and others:
                return f"The confirmation token was given out for another {' and another '.join(others)}."
        if content["until"] <= self._clock():
            return f"The confirmation token has expired; one is good for {TTL_SECONDS} seconds."
        if content["once"] in self._spent:
            return "The confirmation token has been used; one is good for one execution."
        return None

    def _sign(self, body: bytes) -> bytes:
        return hmac.digest(self._key, body, "sha256")


# In this order, since the first that differs is told.
_OBJECTIONS = (
    ("name", "The entry has been renamed since the preview."),
    ("caller", "The confirmation token was given out to somebody else."),
    ("parameters", ""),
    ("state", "The entry has changed since the preview."),
)


def _aspects(bound: Bound) -> dict[str, Any]:
    return {"name": bound.name, "caller": bound.caller, "state": dict(bound.state)}


def _changed_parameters(then: Mapping[str, str], now: Mapping[str, Any]) -> list[str]:
    digests = {name: _digest(value) for name, value in now.items()}
    return sorted(name for name in then.keys() | digests.keys() if then.get(name) != digests.get(name))


def _digest(value: Any) -> str:
    text = json.dumps(value, sort_keys=True, separators=(",", ":"), default=str)
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:32]


def _decoded(token: str) -> bytes | None:
    if len(token) > LONGEST_TOKEN or not token.isascii():
        return None
    try:
        return base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None


_STRUCTURE = {
    "once": str,
    "until": int | float,
    "operation": str,
    "entry": int,
    "name": str,
    "caller": str,
    "state": str,
    "parameters": dict,
}


def _structure(body: bytes) -> dict[str, Any] | None:
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(content, dict) or content.keys() != _STRUCTURE.keys():
        return None
    return content if all(isinstance(content[key], kind) for key, kind in _STRUCTURE.items()) else None
