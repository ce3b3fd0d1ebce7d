"""One column against one value of a command: what a kind of value means, and what a build may read otherwise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator.search import kinds
from lf_simulator.search.dates import Interval
from lf_simulator.search.kinds import TEXT_OPERATORS, Kind, Sql
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.wildcards import glob, has_wildcards, prefix_of

if TYPE_CHECKING:
    from lf_simulator.search.query import Condition

LAST_CHARACTER = "\U0010ffff"


def compared(kind: Kind, column: str, condition: Condition, reading: Reading = PLAIN) -> Sql:
    """The test of a column that a condition stands for. Raises QueryError for a value that is none of that kind."""
    value = kind.read(condition.value, condition.place, reading)
    return compared_with(kind, column, condition.operator, value, reading)


def compared_with(kind: Kind, column: str, operator: str, value: Any, reading: Reading = PLAIN) -> Sql:
    """The same for a value that has been read."""
    if kind is kinds.TEXT and operator == "=" and has_wildcards(value):
        return matched(column, value)
    if operator == ">" and reading.after_date == "midnight" and kind is not kinds.TIME and isinstance(value, Interval):
        # Stored times may end in Z, which comes after the same time without it
        return Sql(f"{column} > ?", (f"{value.start}Z",))
    return kind.test(column, operator, value)


def matched(column: str, pattern: str) -> Sql:
    """Whether a folded column matches a pattern. How it begins is said once more as a range, for an index to use."""
    head = (prefix_of(pattern) or "").casefold()
    if not head:
        return Sql(f"{column} GLOB ?", (glob(pattern),))
    return Sql(f"({column} GLOB ? AND {column} >= ? AND {column} < ?)", (glob(pattern), head, head + LAST_CHARACTER))


def is_pattern(condition: Condition) -> bool:
    """Whether wildcards are compared and not the value that stands there."""
    return condition.operator in TEXT_OPERATORS and has_wildcards(condition.value)


def can_be_sought(condition: Condition) -> bool:
    """Whether an index of the column leads to what a condition is true for, without going through all of it."""
    if condition.operator == "<>":
        return False
    return not is_pattern(condition) or prefix_of(condition.value) is not None
