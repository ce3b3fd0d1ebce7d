"""Reading a fault plan against the operations that there are."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.faults import rules
from lf_simulator.operations import AREAS, LISTINGS, NAMES

if TYPE_CHECKING:
    from lf_simulator.faults.rules import Rule


def read_plan(document: object) -> tuple[Rule, ...]:
    """A plan `{"rules": [...]}` as rules, its operations by official names, groups or `*`.

    Raises BadValue, which names the rule, the key, what is wrong with it and what would be right.
    """
    return rules.read_plan(document, NAMES, AREAS, LISTINGS)
