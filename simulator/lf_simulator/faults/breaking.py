"""Faults of the connection: it ends, too early or rudely, or it carries its bytes at a crawl."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from lf_simulator.checks import whole
from lf_simulator.faults.kind import NOT_ZERO, FaultyExchange, NoAnswer, required_key
from lf_simulator.faults.manner import Manner
from lf_simulator.faults.waiting import ANYWHERE

if TYPE_CHECKING:
    from lf_simulator.context import Answer

ANSWERED = ("after", "page:k", "poll:k")
"""The phases of what needs an answer to work on."""


@dataclass(frozen=True, slots=True)
class Drop:
    """Close the connection without an answer."""

    name: ClassVar[str] = "drop"
    ends: ClassVar[bool] = True
    phases: ClassVar[tuple[str, ...]] = ANYWHERE

    async def apply(self, exchange: FaultyExchange) -> None:
        exchange.drop()
        await exchange.client_gone()  # only then does the server know, and keeps quiet about the missing answer
        raise NoAnswer


@dataclass(frozen=True, slots=True)
class Reset:
    """Reset the connection (TCP RST), as a firewall or a server that has crashed does."""

    name: ClassVar[str] = "reset"
    ends: ClassVar[bool] = True
    phases: ClassVar[tuple[str, ...]] = ANYWHERE

    async def apply(self, exchange: FaultyExchange) -> None:
        exchange.drop(reset=True)
        await exchange.client_gone()
        raise NoAnswer


@dataclass(frozen=True, slots=True)
class Drip:
    """Send the body of the answer slowly."""

    name: ClassVar[str] = "drip"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = ANSWERED

    bytes_per_second: int = required_key(whole(1, 1_000_000_000), "how fast")

    def alter(self, answer: Answer, address: str) -> Answer:  # noqa: ARG002 - every kind is handed the address
        return replace(answer, manner=replace(answer.manner or Manner(), bytes_per_second=self.bytes_per_second))


@dataclass(frozen=True, slots=True)
class Length:
    """Tell a Content-Length that is not true: larger, and the connection ends before so much has come; or smaller."""

    name: ClassVar[str] = "wrong-length"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = ANSWERED

    by: int = required_key(
        NOT_ZERO,
        "bytes that are told in excess, or below 0 in default",
    )

    def alter(self, answer: Answer, address: str) -> Answer:  # noqa: ARG002 - every kind is handed the address
        told = max(0, answer.size + self.by)
        return replace(answer, manner=replace(answer.manner or Manner(), told_length=told))


@dataclass(frozen=True, slots=True)
class NoLength:
    """Tell no Content-Length: the body ends with its last chunk."""

    name: ClassVar[str] = "no-length"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = ANSWERED

    def alter(self, answer: Answer, address: str) -> Answer:  # noqa: ARG002 - every kind is handed the address
        return replace(answer, omits_length=True)
