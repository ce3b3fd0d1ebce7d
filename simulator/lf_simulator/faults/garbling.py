"""Faults of an answer's form: JSON that breaks off, a false content type, a compression that cannot be undone."""

from __future__ import annotations

import gzip
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, ClassVar

from lf_simulator.checks import BadValue, whole
from lf_simulator.faults.breaking import ANSWERED
from lf_simulator.faults.kind import key, required_key
from lf_simulator.faults.refusing import HEADER_TEXT, NO_BODY

if TYPE_CHECKING:
    from lf_simulator.context import Answer


def whole_body(answer: Answer) -> Answer:
    """The same answer with all of its body in hand: what is changed has to be read first."""
    if answer.stream is None:
        return answer
    return replace(answer, body=b"".join((answer.body, *answer.stream)), stream=None, length=None)


@dataclass(frozen=True, slots=True)
class Truncate:
    """Send the beginning of the body as if it were all of it: JSON that breaks off in the middle."""

    name: ClassVar[str] = "truncate"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = ANSWERED

    keep_bytes: int | None = key(whole(0), "how much of it is sent")
    keep_percent: int | None = key(whole(0, 99), "the same as a share (50)")

    def __post_init__(self) -> None:
        if self.keep_bytes is not None and self.keep_percent is not None:
            raise BadValue("keep_bytes and keep_percent exclude each other")

    def alter(self, answer: Answer, address: str) -> Answer:  # noqa: ARG002 - every kind is handed the address
        answer = whole_body(answer)
        share = 50 if self.keep_percent is None else self.keep_percent
        kept = len(answer.body) * share // 100 if self.keep_bytes is None else self.keep_bytes
        return replace(answer, body=answer.body[:kept])


@dataclass(frozen=True, slots=True)
class Mislabel:
    """Send the answer under another content type."""

    name: ClassVar[str] = "content-type"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = ANSWERED

    content_type: str = required_key(HEADER_TEXT, "content type that is told")

    def alter(self, answer: Answer, address: str) -> Answer:  # noqa: ARG002 - every kind is handed the address
        return replace(answer, content_type=self.content_type.encode())


@dataclass(frozen=True, slots=True)
class BrokenGzip:
    """Send the body compressed, and damaged on the way."""

    name: ClassVar[str] = "broken-gzip"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = ANSWERED

    def alter(self, answer: Answer, address: str) -> Answer:  # noqa: ARG002 - every kind is handed the address
        if answer.status in NO_BODY:
            return answer
        answer = whole_body(answer)
        packed = bytearray(gzip.compress(answer.body, mtime=0))
        middle = len(packed) // 2
        packed[middle : middle + 4] = bytes(255 - byte for byte in packed[middle : middle + 4])
        packed[-8:-4] = bytes(255 - byte for byte in packed[-8:-4])  # so that the checksum fails in any case
        headers = tuple(pair for pair in answer.headers if pair[0].lower() != b"content-encoding")
        return replace(answer, body=bytes(packed), headers=(*headers, (b"content-encoding", b"gzip")))
