"""The kinds of fault, by the names that a plan gives them."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lf_simulator.faults.breaking import Drip, Drop, Length, NoLength, Reset
from lf_simulator.faults.content import Count, Malform, NextLink
from lf_simulator.faults.garbling import BrokenGzip, Mislabel, Truncate
from lf_simulator.faults.refusing import Empty, Redirect, Refuse
from lf_simulator.faults.state import EndSession, IndexLag, Lock, Lose, PartialSuccess, TaskFate
from lf_simulator.faults.waiting import Delay, Hang

if TYPE_CHECKING:
    from collections.abc import Mapping

_REFUSING = (Refuse, Redirect, Empty)
_WAITING = (Delay, Hang)
_BREAKING = (Drop, Reset, Drip, Length, NoLength)
_GARBLING = (Truncate, Mislabel, BrokenGzip)
_CONTENT = (Malform, NextLink, Count)
_STATE = (EndSession, Lose, Lock, IndexLag, PartialSuccess, TaskFate)

KINDS: Mapping[str, type[Any]] = MappingProxyType(
    {kind.name: kind for kind in (*_REFUSING, *_WAITING, *_BREAKING, *_GARBLING, *_CONTENT, *_STATE)}
)
