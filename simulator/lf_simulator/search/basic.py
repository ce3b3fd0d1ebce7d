"""LF:Basic: what its value is looked for as, in each of its sources."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.search.clauses import basic_letters
from lf_simulator.search.terms import terms

if TYPE_CHECKING:
    from lf_simulator.search.query import Condition, SystemClause, Term
    from lf_simulator.search.reading import Reading

OF_TEXT = "DA"
"""Sources that are text rather than values: where a build may let L and T put wildcards around words."""


def basic_terms(node: SystemClause, condition: Condition, source: str, reading: Reading) -> tuple[Term, ...]:
    """The terms of a Basic clause in one source. Raises QueryError when there are none."""
    found = terms(condition.value, condition.place, reading)
    _, before, after = basic_letters(node)
    if reading.basic_affixes == "values" or source not in OF_TEXT:
        return found
    return tuple(_affixed(term, "*" if before else "", "*" if after else "") for term in found)


def _affixed(term: Term, before: str, after: str) -> Term:
    """*Decision*: a phrase has its wildcards before its first word and after its last one."""
    first, *rest = term
    *inner, last = (before + first, *rest)
    return (*inner, last + after)


def whole_value(node: SystemClause, condition: Condition) -> str:
    """The pattern that names and field values are held against as a whole; empty without L and T."""
    _, before, after = basic_letters(node)
    return f"{'*' if before else ''}{condition.value}{'*' if after else ''}" if before or after else ""
