"""Faults of an answer's content: a JSON body that breaks its schema, links that lead nowhere, counts that are wrong."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar

from lf_simulator.checks import TEXT, BadValue, one_of, whole
from lf_simulator.faults.breaking import ANSWERED
from lf_simulator.faults.garbling import whole_body
from lf_simulator.faults.kind import NOT_ZERO, key, required_key
from lf_simulator.wire.keys import everywhere, pascal_key

if TYPE_CHECKING:
    from collections.abc import Callable

    from lf_simulator.context import Answer

LISTED = ("after", "page:k")
"""The phases of what only listings have."""
NEXT_LINK = "@odata.nextLink"
COUNT = "@odata.count"


def _changed(answer: Answer, change: Callable[[Any], Any]) -> Answer:
    """The answer with another JSON body; one that is no JSON stays as it is."""
    answer = whole_body(answer)
    try:
        document = json.loads(answer.body)
    except ValueError:
        return answer
    return replace(answer, body=json.dumps(change(document), ensure_ascii=False, separators=(",", ":")).encode())


def _of_another_type(value: Any) -> Any:
    """A value that no schema which takes this one takes as well."""
    return {"unexpected": True} if isinstance(value, list | str | int | float | bool) or value is None else "unexpected"


MALFORMATIONS: dict[str, Callable[[dict[str, Any], str], dict[str, Any]]] = {
    "missing": lambda row, member: {name: value for name, value in row.items() if name != member},
    "null": lambda row, member: {name: None if name == member else value for name, value in row.items()},
    "wrong-type": lambda row, member: {
        name: _of_another_type(value) if name == member else value for name, value in row.items()
    },
    "pascal-case": lambda row, member: {
        pascal_key(name) if member in ("", name) else name: value for name, value in row.items()
    },
}
"""What becomes of an object whose member it is about."""


@dataclass(frozen=True, slots=True)
class Malform:
    """Break the schema of a JSON body: a member is missing, null, of another type, or begins with a capital."""

    name: ClassVar[str] = "malform"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = ANSWERED

    how: str = required_key(one_of(*MALFORMATIONS), "what becomes of it")
    member: str | None = key(TEXT, "which one, wherever it occurs; may be left out for pascal-case, which means all")

    def __post_init__(self) -> None:
        if self.member is None and self.how != "pascal-case":
            raise BadValue('key "member" is missing')

    def alter(self, answer: Answer, address: str) -> Answer:  # noqa: ARG002 - every kind is handed the address
        malformed, member = MALFORMATIONS[self.how], self.member or ""
        return _changed(answer, lambda document: everywhere(document, lambda row: malformed(row, member)))


@dataclass(frozen=True, slots=True)
class NextLink:
    """A next link that leads to the same page again, to an address that is no more, or is left out or invented."""

    name: ClassVar[str] = "next-link"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = LISTED

    how: str = required_key(one_of("repeated", "stale", "missing"), "what is wrong with it")

    def alter(self, answer: Answer, address: str) -> Answer:
        def change(document: Any) -> Any:
            if not isinstance(document, dict):
                return document
            rest = {name: value for name, value in document.items() if name != NEXT_LINK}
            if self.how == "missing":
                return rest
            return {**rest, NEXT_LINK: address if self.how == "repeated" else _stale(address)}

        return _changed(answer, change)


def _stale(address: str) -> str:
    """Below the same address, where nothing is."""
    head, _, query = address.partition("?")
    return f"{head}/expired-page" + (f"?{query}" if query else "")


@dataclass(frozen=True, slots=True)
class Count:
    """A wrong number of all rows, where the answer tells one."""

    name: ClassVar[str] = "count"
    ends: ClassVar[bool] = False
    phases: ClassVar[tuple[str, ...]] = LISTED

    by: int | None = key(
        NOT_ZERO,
        "rows too many, or below 0 too few",
    )
    exactly: int | None = key(whole(0), "what it is instead")

    def __post_init__(self) -> None:
        if (self.by is None) == (self.exactly is None):
            raise BadValue('needs either "by" or "exactly"')

    def alter(self, answer: Answer, address: str) -> Answer:  # noqa: ARG002 - every kind is handed the address
        def change(document: Any) -> Any:
            if not isinstance(document, dict) or not isinstance(document.get(COUNT), int):
                return document
            told = self.exactly if self.exactly is not None else max(0, document[COUNT] + (self.by or 0))
            return {**document, COUNT: told}

        return _changed(answer, change)
