"""Constraints of fields: an expression that a text must fit, or comparisons that a number or a date must pass.

Comparisons are joined by `&` and `|`, `&` first, and may stand in parentheses: `>=1000 & <=9999`, `!>999` (product
documentation).
"""

from __future__ import annotations

import operator
import re
from decimal import Decimal, InvalidOperation
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lf_simulator.values import patterns, types

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from lf_simulator.store.definitions import FieldRecord

NUMBER_TYPES = frozenset({"Number", "ShortInteger", "LongInteger"})
DATE_TYPES = frozenset({"Date", "DateTime", "Time"})
OPERATORS: Mapping[str, Callable[[Any, Any], bool]] = MappingProxyType(
    {
        ">=": operator.ge,
        "<=": operator.le,
        "<>": operator.ne,
        "!=": operator.ne,
        ">": operator.gt,
        "<": operator.lt,
        "=": operator.eq,
    }
)

_TOKEN = re.compile(r"\s*(>=|<=|<>|!=|[><=!&|()]|[^\s><=!&|()]+)")


class BadConstraint(ValueError):
    """A constraint that cannot be read; the message says why."""


def allows(field: FieldRecord, value: str) -> bool:
    """Whether the constraint of the field allows a value in its stored form. Raises BadConstraint.

    *Decision*: dates and times are compared like numbers, with constants in the form in which the API writes them.
    """
    constraint = field.constraint.strip()
    if not constraint:
        return True
    if field.type not in NUMBER_TYPES | DATE_TYPES:
        try:
            return patterns.fits(constraint, value)
        except patterns.BadPattern as mistake:
            raise BadConstraint(str(mistake)) from None
    return _Comparisons(field, constraint, _comparable(field, value)).outcome()


def _comparable(field: FieldRecord, text: str) -> Decimal | str:
    """Stored dates and times are in order as texts."""
    if field.type in DATE_TYPES:
        return types.stored(field, text)
    return Decimal(text)


class _Comparisons:
    """Reads comparisons from left to right, and says of each part whether the value passes."""

    def __init__(self, field: FieldRecord, text: str, value: Decimal | str) -> None:
        self.field = field
        self.tokens = [match.group(1) for match in _TOKEN.finditer(text)]
        self.value = value

    def outcome(self) -> bool:
        passes = self._either()
        if self.tokens:
            raise BadConstraint(f"{self.tokens[0]} is one too many")
        return passes

    def _either(self) -> bool:
        passes = self._all()
        while self._takes("|"):
            passes = self._all() or passes
        return passes

    def _all(self) -> bool:
        passes = self._one()
        while self._takes("&"):
            passes = self._one() and passes
        return passes

    def _one(self) -> bool:
        if self._takes("!"):
            return not self._one()
        if self._takes("("):
            passes = self._either()
            if not self._takes(")"):
                raise BadConstraint("a parenthesis is not closed")
            return passes
        return self._comparison()

    def _comparison(self) -> bool:
        """An operator and a constant; a constant alone must be met exactly (*decision*)."""
        sign = self.tokens.pop(0) if self.tokens and self.tokens[0] in OPERATORS else "="
        constant = self.tokens.pop(0) if self.tokens else "the end"
        try:
            return OPERATORS[sign](self.value, _comparable(self.field, constant))
        except (InvalidOperation, types.Unfit):
            raise BadConstraint(f"{constant} is no value to compare a {self.field.type} with") from None

    def _takes(self, token: str) -> bool:
        if self.tokens[:1] != [token]:
            return False
        self.tokens.pop(0)
        return True
