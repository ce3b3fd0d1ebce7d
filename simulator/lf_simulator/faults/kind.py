"""What every kind of fault is made of: its keys in a plan, what it may reach, and how it ends an exchange.

Each kind is a small data class whose fields are its keys in a plan and whose one method is its effect. When and to whom
it happens is the matter of `rules`. There are three sorts of effect, by the method that a kind has:

- `apply(exchange)` before or in place of the answer: waits, cuts the connection, or answers a `Refusal`;
- `alter(answer, address)`: answers what is sent in place of the proper answer;
- `strike(scene)`: changes the repository's state; False where there was nothing to strike, which does not count.

A kind that has a `step` in place of a method lets that step of the operation fail.
"""

from __future__ import annotations

from dataclasses import MISSING, dataclass, field, fields
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from lf_simulator.checks import Check

if TYPE_CHECKING:
    import random
    from datetime import datetime

    from lf_simulator.context import Answer
    from lf_simulator.repository import Repository

ABSENT: Any = object()
"""Stands for a value that a rule does not give, since null is a value."""


class NoAnswer(Exception):
    """The connection has ended without an answer. Nothing may be sent any more."""


class FaultyExchange(Protocol):
    """What a fault needs of the exchange that it strikes. The request's body has been read by then."""

    chance: random.Random
    """For this rule alone, by the repository's seed."""

    def now(self) -> datetime:
        """The moment it is in the repository."""

    async def client_gone(self) -> None:
        """Return when the client has left, or its connection has been cut."""

    async def wait(self, seconds: float | None) -> None:
        """Let so much time pass, None for ever, or until the client has left."""

    def drop(self, *, reset: bool = False) -> None:
        """Cut the connection. Raises NoAnswer where there is none, as in-process."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """The answer that takes the place of the proper one.

    Without `body` and `text` it is the problem that the imitated build writes, with `title` and `error_code` in it.
    `body` is any JSON value other than null, `text` is sent as it is, and at most one of the two is given.
    """

    status: int
    error_code: int | None = None
    title: str | None = None
    body: object = None
    text: str | None = None
    content_type: str | None = None
    headers: tuple[tuple[str, str], ...] = ()
    nested: bool = False
    """Whether the problem stands in an object `error`."""


@dataclass(frozen=True, slots=True)
class Scene:
    """What a fault of state finds: the repository, the operation, the token that the call came with, and the answer,
    once there is one."""

    repository: Repository
    operation: str
    """Its official name in the dialect of the call."""
    token: str | None
    entry: int | None = None
    """The entry in the address of the call."""
    answer: Answer | None = None


class Kind(Protocol):
    """What all kinds have in common."""

    name: ClassVar[str]
    ends: ClassVar[bool]
    """Whether nothing more can happen to the exchange."""
    phases: ClassVar[tuple[str, ...]]
    """The phases that it has, its usual one first."""


NOT_ZERO = Check(
    "a whole number other than 0",
    lambda value: type(value) is int and value != 0,
    {"type": "integer", "not": {"const": 0}},
)


def key(check: Check, summary: str, default: Any = None) -> Any:
    """A field that a rule may give."""
    return field(default=default, metadata={"check": check, "summary": summary})


def required_key(check: Check, summary: str) -> Any:
    """A field that a rule must give."""
    return field(metadata={"check": check, "summary": summary})


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """What a rule may say about a fault of this kind."""

    name: str
    summary: str
    wants: str
    required: bool


def key_facts(kind: type[Any]) -> tuple[KeyFacts, ...]:
    """The keys of a kind in a plan, in the order of its fields."""
    return tuple(
        KeyFacts(each.name, each.metadata["summary"], each.metadata["check"].wants, each.default is MISSING)
        for each in fields(kind)
    )


def keys_of(kind: type[Any]) -> dict[str, Check]:
    """The keys of a kind in a plan, each with what it accepts."""
    return {each.name: each.metadata["check"] for each in fields(kind)}


def required_keys_of(kind: type[Any]) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.default is MISSING)


def as_keys(fault: Any) -> dict[str, object]:
    """The keys that were given, as a plan writes them."""
    given = ((each, getattr(fault, each.name)) for each in fields(fault))
    return {each.name: value for each, value in given if value is not each.default}
