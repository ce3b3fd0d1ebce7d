"""A proposal of something to write in the place of a clause; it becomes advice once it was tried."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from lf_simulator.search.query import Node


class Proposal(NamedTuple):
    """A sentence, and what to write instead; without a node the sentence is all there is to say."""

    sentence: str
    node: Node | None = None
    always: bool = False
    """Whether it is given although it finds nothing, because it mends a name that does not exist."""
