"""What is told about a command: lines of its tree with their counts, advice, mistakes; and how it is to be run."""

from __future__ import annotations

from dataclasses import asdict, dataclass, replace
from typing import TYPE_CHECKING, Any, Literal

from lf_simulator.search.reader import EVERYBODY, Reader
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.sql import find

if TYPE_CHECKING:
    import sqlite3
    from collections import Counter
    from datetime import datetime

    from lf_simulator.search.errors import QueryError
    from lf_simulator.search.fuzzy import Fuzzy
    from lf_simulator.search.query import Node

Why = Literal["", "alone", "together", "taken away", "apart"]
"""How a clause empties a result: nothing fits it alone; nothing fits it and those before it; it takes all away that was
left; its words do not stand as near (or as far) as it says."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Why a command, or one of its clauses, cannot be run. `line` and `column` count from 1; `drawn` is the line of the
    command with a caret under the place; `hint` may be empty."""

    code: int
    line: int
    column: int
    sentence: str
    hint: str
    drawn: str


@dataclass(frozen=True, slots=True)
class Step:
    """One line of the tree. `alone`: how many entries it finds by itself; `left`: how many are left once it is joined
    to what stands before it in the same group. Both are None where they were not counted."""

    depth: int
    words: str
    alone: int | None
    left: int | None
    empties: Why
    mistake: Mistake | None


@dataclass(frozen=True, slots=True)
class Advice:
    """Something near a clause that would have found entries: `step` is the number of its line, from 0, `instead` what
    could be written, empty where a sentence is all there is to say, `entries` how many that finds."""

    step: int
    sentence: str
    instead: str
    entries: int | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """`tree` is the command in one line; `found` counts its entries, None where it cannot be run or time ran out;
    `emptied` are the numbers of the lines that left nothing, with the advice on them in `nearest`."""

    command: str
    tree: str
    found: int | None
    steps: tuple[Step, ...]
    emptied: tuple[int, ...]
    nearest: tuple[Advice, ...]
    error: Mistake | None

    def data(self) -> dict[str, Any]:
        """As JSON has it."""
        return asdict(self)


@dataclass(slots=True, eq=False)
class Draft:
    """A line of the tree while it is counted."""

    node: Node
    depth: int
    alone: int | None = None
    left: int | None = None
    empties: Why = ""
    error: QueryError | None = None
    children: tuple[int, ...] = ()
    without: Counter[int] | None = None
    """Of an empty And: for the number of each part, how many entries all the other parts find."""


@dataclass(frozen=True, slots=True)
class Search:
    """For whom and how a command is run."""

    connection: sqlite3.Connection
    fuzzy: Fuzzy | None = None
    reader: Reader = EVERYBODY
    reading: Reading = PLAIN
    now: datetime | None = None
    """The moment in UTC, for builds that know `now` as a date."""

    def ids(self, node: Node) -> frozenset[int]:
        """What a part of a command finds. Raises QueryError."""
        return frozenset(find(self.connection, node, self.fuzzy, self.reader, self.reading))

    def in_company(self) -> Search:
        """How the clauses of a longer command are run: what holds of a clause that is alone does not hold of them."""
        return replace(self, reading=replace(self.reading, lone_look_in="descendants"))


def mistake_of(problem: QueryError) -> Mistake:
    """An error as it is told."""
    place = problem.place
    return Mistake(problem.code, place.line, place.column, problem.message, problem.hint, place.drawn())
