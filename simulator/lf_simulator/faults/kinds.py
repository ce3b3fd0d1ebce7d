"""The faults: what may happen to an exchange instead of, or on the way to, its answer.

Each kind is a small data class whose fields are its keys in a plan and whose one method is its effect. When and to whom
it happens is `plan.py`'s matter.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, field, fields
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, Protocol

from lf_simulator.checks import ANYTHING, TEXT, BadValue, Check, whole

if TYPE_CHECKING:
    from collections.abc import Mapping

ABSENT: Any = object()
"""Stands for a body that a rule does not give, since null is a body."""

HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
NO_BODY = (204, 304)
"""Statuses whose answers end with their headers."""
FRAMING_HEADERS = ("content-length", "transfer-encoding", "connection", "content-type")


class NoAnswer(Exception):
    """The connection has ended without an answer. Nothing may be sent any more."""


class FaultyExchange(Protocol):
    """What a fault needs of the exchange that it strikes. The request's body has been read by then."""

    async def client_gone(self) -> None:
        """Return when the client has left, or its connection has been cut."""

    async def wait(self, seconds: float | None) -> None:
        """Let so much time pass, None for ever, or until the client has left."""

    def drop(self) -> None:
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


def _key(check: Check, summary: str, default: Any = None) -> Any:
    """A field that a rule may give."""
    return field(default=default, metadata={"check": check, "summary": summary})


def _required_key(check: Check, summary: str) -> Any:
    """A field that a rule must give."""
    return field(metadata={"check": check, "summary": summary})


def _are_headers(value: object) -> bool:
    return isinstance(value, dict) and all(_is_header(name, text) for name, text in value.items())


def _is_header(name: str, text: object) -> bool:
    if not HEADER_NAME.fullmatch(name) or name.lower() in FRAMING_HEADERS:
        return False
    return _is_header_text(text)


def _is_header_text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and value.isascii()


HEADER_TEXT = Check("a printable text in ASCII", _is_header_text)
HEADERS = Check(
    f"an object of header names and texts, without {', '.join(FRAMING_HEADERS)}",
    _are_headers,
)


@dataclass(frozen=True, slots=True)
class Refuse:
    """Answer with a status and a problem, or with any body, in place of the proper answer."""

    name: ClassVar[str] = "refuse"
    ends: ClassVar[bool] = True

    status: int = _required_key(whole(200, 599), "status of the answer")
    error_code: int | None = _key(whole(0), "errorCode of the problem: a Laserfiche code such as 9013, or an API code")
    title: str | None = _key(TEXT, "title of the problem")
    body: object = _key(ANYTHING, "JSON value sent in place of the problem", ABSENT)
    text: str | None = _key(TEXT, "raw text sent in place of the problem")
    content_type: str | None = _key(HEADER_TEXT, "content type of the answer")
    headers: Mapping[str, str] | None = _key(HEADERS, "further headers, such as Retry-After")

    def __post_init__(self) -> None:
        if self.body is not ABSENT and self.text is not None:
            raise BadValue("body and text exclude each other")
        if self.status in NO_BODY and (self.body is not ABSENT or self.text):
            raise BadValue(f"an answer with status {self.status} has no body")
        if self.body is not ABSENT or self.text is not None:
            for key in ("error_code", "title"):
                if getattr(self, key) is not None:
                    raise BadValue(f"{key} belongs to the problem, which body or text replaces")

    async def apply(self, exchange: FaultyExchange) -> Refusal:  # noqa: ARG002 - every kind is handed the exchange
        body, text, content_type = self.body, self.text, self.content_type
        if body is None:  # the JSON value null, which a refusal cannot hold
            text, content_type = "null", content_type or "application/json"
        if body is ABSENT:
            body = None
            if self.status in NO_BODY:
                text = ""
        return Refusal(
            self.status, self.error_code, self.title, body, text, content_type, tuple((self.headers or {}).items())
        )


@dataclass(frozen=True, slots=True)
class Delay:
    """Hold the exchange back for a while, or until the client has given up; then it takes its course.

    In real time, whatever the repository's clock says, because it is the client's patience that is tried.
    """

    name: ClassVar[str] = "delay"
    ends: ClassVar[bool] = False

    wait_ms: int = _required_key(whole(0, 600_000), "milliseconds to wait")

    async def apply(self, exchange: FaultyExchange) -> None:
        await exchange.wait(self.wait_ms / 1000)


@dataclass(frozen=True, slots=True)
class Hang:
    """Answer nothing until the client gives up."""

    name: ClassVar[str] = "hang"
    ends: ClassVar[bool] = True

    async def apply(self, exchange: FaultyExchange) -> None:
        await exchange.wait(None)
        raise NoAnswer


@dataclass(frozen=True, slots=True)
class Drop:
    """Close the connection without an answer."""

    name: ClassVar[str] = "drop"
    ends: ClassVar[bool] = True

    async def apply(self, exchange: FaultyExchange) -> None:
        exchange.drop()
        await exchange.client_gone()  # only then does the server know, and keeps quiet about the missing answer
        raise NoAnswer


Kind = Refuse | Delay | Hang | Drop
KINDS: Mapping[str, type[Kind]] = MappingProxyType({kind.name: kind for kind in (Refuse, Delay, Hang, Drop)})


@dataclass(frozen=True, slots=True)
class KeyFacts:
    """What a rule may say about a fault of this kind."""

    name: str
    summary: str
    wants: str
    required: bool


def key_facts(kind: type[Kind]) -> tuple[KeyFacts, ...]:
    """The keys of a kind in a plan, in the order of its fields."""
    return tuple(
        KeyFacts(key.name, key.metadata["summary"], key.metadata["check"].wants, key.default is MISSING)
        for key in fields(kind)
    )


def keys_of(kind: type[Kind]) -> dict[str, Check]:
    """The keys of a kind in a plan, each with what it accepts."""
    return {key.name: key.metadata["check"] for key in fields(kind)}


def required_keys_of(kind: type[Kind]) -> tuple[str, ...]:
    return tuple(key.name for key in fields(kind) if key.default is MISSING)


def as_keys(fault: Kind) -> dict[str, object]:
    """The keys that were given, as a plan writes them."""
    given = ((key, getattr(fault, key.name)) for key in fields(fault))
    return {key.name: value for key, value in given if value is not key.default}
