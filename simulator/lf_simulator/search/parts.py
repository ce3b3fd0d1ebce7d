"""What a criterion is in SQL, and how criteria are joined into one statement.

A part can be asked for its rows, or whether it holds for one row `e` of `entry`. Of parts that are joined by AND one
drives: its rows are gone through, and the others are asked about each of them. Measured with 100,000 documents: against
a query written by hand this takes as long, against sets that are all found and then intersected half to a third.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from lf_simulator.search.kinds import Sql

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Sequence

FEW = 1000
"""So many rows are cheaper found once than asked about row by row. To count them takes less than a millisecond."""
OF_TEXT = 10_000
"""Rows that a search in text is taken to have: nobody knows before it has run."""
MANY = 1_000_000
MOST_IN_A_ROW = 100
"""Selects that are put together at once: SQLite takes 500."""
DEEPEST = 5
"""Levels of a tree within one query. What is below becomes a query of its own, because SQLite's parser and its
expressions have an end."""


@dataclass(frozen=True, slots=True)
class Part:
    """`rows` selects entry ids, named `id`, perhaps some twice; without it, only each entry can be tried. `test` is a
    condition on a row `e` of `entry`; without it, the id has to be among the rows. One of the two is there.

    `countable`: the rows come out of an index one by one, so that some can be counted quickly. `size` says how many
    there are likely to be."""

    rows: Sql | None = None
    test: Sql | None = None
    size: int = MANY
    countable: bool = False
    depth: int = 0

    @property
    def tested(self) -> Sql:
        if self.test is not None:
            return self.test
        rows = self.selected
        return Sql(f"+e.id IN ({rows.text})", rows.parameters)

    @property
    def selected(self) -> Sql:
        if self.rows is not None:
            return self.rows
        test = self.test or EVERY_ROW
        return Sql(f"SELECT e.id FROM entry e WHERE {test.text}", test.parameters)  # noqa: S608 - SQL of parts


EVERY_ROW = Sql("1")
EVERYTHING = Part(test=EVERY_ROW)
NOTHING = Part(rows=Sql("SELECT id FROM entry WHERE 0"), test=Sql("0"), size=0)


def by_index(rows: Sql, test: Sql) -> Part:
    """A part whose rows an index lists one by one."""
    return Part(rows, test, MANY, countable=True)


def negated(part: Part) -> Part:
    """What a part does not hold for. Nothing is known of a NULL, so it does not hold for that either."""
    test = part.tested
    return Part(test=Sql(f"({test.text}) IS NOT TRUE", test.parameters), depth=part.depth)


@dataclass(slots=True)
class Joiner:
    """Joins the parts of one statement. `queries` are those that became queries of their own."""

    connection: sqlite3.Connection
    queries: list[Sql] = field(default_factory=list)

    def all_of(self, parts: Sequence[Part]) -> Part:
        """What holds for all the parts."""
        if len(parts) == 1:
            return parts[0]
        parts = [self._cut(part) for part in parts]
        depth = 1 + max(part.depth for part in parts)
        test = _balanced("AND", [part.tested for part in parts])
        choice = sum(part.rows is not None for part in parts) > 1
        sizes = [self._size(part, counted=choice) for part in parts]
        driver = min(range(len(parts)), key=sizes.__getitem__)
        rows = parts[driver].rows
        if rows is None:
            return Part(test=test, depth=depth)
        few = [place for place, size in enumerate(sizes) if place != driver and size <= FEW]
        rest = [place for place in range(len(parts)) if place != driver and place not in few]
        others = _balanced("AND", [*(_among(parts[place]) for place in few), *(parts[place].tested for place in rest)])
        # CROSS JOIN keeps the order: the driver's rows first, and for each the entry by its id
        joined = f"SELECT e.id FROM ({rows.text}) d CROSS JOIN entry e ON e.id = d.id WHERE {others.text}"  # noqa: S608 - SQL of parts
        return Part(Sql(joined, (*rows.parameters, *others.parameters)), test, sizes[driver], depth=depth)

    def any_of(self, parts: Sequence[Part]) -> Part:
        """What holds for one of the parts at least."""
        if len(parts) == 1:
            return parts[0]
        parts = [self._cut(part) for part in parts]
        depth = 1 + max(part.depth for part in parts)
        test = None if any(part.test is None for part in parts) else _balanced("OR", [part.tested for part in parts])
        found = [part.rows for part in parts if part.rows is not None]
        if len(found) < len(parts):
            return Part(test=_balanced("OR", [part.tested for part in parts]), depth=depth)
        size = min(MANY, sum(part.size for part in parts))
        return Part(self._together(found), test, size, all(part.countable for part in parts), depth)

    def statement(self, part: Part) -> Sql:
        """The whole statement: the ids that a part finds, in no order and perhaps some twice."""
        rows = part.selected
        if not self.queries:
            return rows
        named = ", ".join(f"q{number}(id) AS MATERIALIZED ({query.text})" for number, query in enumerate(self.queries))
        values = (value for query in self.queries for value in query.parameters)
        return Sql(f"WITH {named} {rows.text}", (*values, *rows.parameters))

    def _cut(self, part: Part) -> Part:
        if part.depth < DEEPEST:
            return part
        return Part(self._apart(part.selected), size=part.size)

    def _apart(self, rows: Sql) -> Sql:
        self.queries.append(rows)
        return Sql(f"SELECT id FROM q{len(self.queries) - 1}")  # noqa: S608 - a number

    def _together(self, rows: list[Sql]) -> Sql:
        while len(rows) > MOST_IN_A_ROW:
            pieces = (rows[first : first + MOST_IN_A_ROW] for first in range(0, len(rows), MOST_IN_A_ROW))
            rows = [self._apart(_union(piece)) for piece in pieces]
        return _union(rows)

    def _size(self, part: Part, *, counted: bool) -> int:
        """How many rows a part has, as far as that matters; without rows of its own it never drives."""
        if part.rows is None:
            return MANY + 1
        if not part.countable or not counted:
            return part.size
        query = f"SELECT count(*) FROM (SELECT 1 FROM ({part.rows.text}) LIMIT {FEW + 1})"  # noqa: S608 - SQL of parts
        count: int = self.connection.execute(query, part.rows.parameters).fetchone()[0]
        return count if count <= FEW else MANY


def _among(part: Part) -> Sql:
    """The test of a part that has few rows: they are found once."""
    rows = part.selected
    return Sql(f"+e.id IN ({rows.text})", rows.parameters)


def _union(rows: Iterable[Sql]) -> Sql:
    rows = list(rows)
    text = " UNION ALL ".join(f"SELECT id FROM ({one.text})" for one in rows)  # noqa: S608 - SQL of parts
    return Sql(text, tuple(value for one in rows for value in one.parameters))


def _balanced(operator: str, tests: Sequence[Sql]) -> Sql:
    """Tests joined in pairs of pairs: a chain of hundreds would be as deep as it is long."""
    if len(tests) == 1:
        return tests[0]
    middle = len(tests) // 2
    left, right = _balanced(operator, tests[:middle]), _balanced(operator, tests[middle:])
    return Sql(f"({left.text} {operator} {right.text})", (*left.parameters, *right.parameters))
