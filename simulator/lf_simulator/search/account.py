"""What the journal tells of a search that was run: its tree, its rows, and why there were none.

It is worked out when somebody reads the journal, so that it costs a search nothing.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from lf_simulator.search.parser import parse

if TYPE_CHECKING:
    from lf_simulator.search.explanation import Search

LONGEST_COMMAND = 4000
"""Characters of a command that is kept to be told about; of a longer one only the rows are told."""
LONGEST_TREE = 2000
PATIENCE_SECONDS = 0.2
"""Real time for finding out which clause left nothing."""


@dataclass(slots=True, eq=False)
class Account:
    """One search that was run. `command` is empty where it was too long to be kept or could not be run, and then
    `error` says why."""

    search: Search
    command: str
    rows: int
    error: str = ""
    _told: dict[str, Any] | None = None

    def describe(self) -> dict[str, Any]:
        """`{"tree", "rows", "emptied", "error"}`: the command as a tree in one line, how many entries it found, in
        words the clauses that left nothing where it found none, and why it could not be run.

        The clauses are looked for in the repository as it is at the first reading; there are none if the command finds
        something by then.
        """
        if self._told is None:
            self._told = self._worked_out()
        return self._told

    def _worked_out(self) -> dict[str, Any]:
        if not self.command:
            return {"tree": None, "rows": self.rows, "emptied": [], "error": self.error or None}
        from lf_simulator.search.explain import emptied_by  # seldom wanted

        node = parse(self.command, self.search.reading, self.search.now)
        tree = str(node)
        emptied = [] if self.rows else emptied_by(self.search, node, PATIENCE_SECONDS)
        return {
            "tree": tree if len(tree) <= LONGEST_TREE else f"{tree[: LONGEST_TREE - 1]}…",
            "rows": self.rows,
            "emptied": emptied,
            "error": None,
        }


def account_of(search: Search, command: str, rows: int, error: str = "") -> Account:
    """An account of a command that has just been run, or of one that could not be for that reason."""
    return Account(search, command if len(command) <= LONGEST_COMMAND else "", rows, error)
