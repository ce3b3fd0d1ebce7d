"""Verdicts, and what a run came to."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from lf_contracts.answer import Answer
from lf_contracts.cells import Cell
from lf_contracts.finding import NOTHING
from lf_contracts.identity import Identity
from lf_contracts.plan import Check

HELD, FELL_SHORT, BAD_USE, INCOMPLETE = 0, 1, 2, 3
"""Exit codes."""

STOPPED = "the run was stopped"
"""Why the checks that were not made before an interruption could not run."""


class Verdict(StrEnum):
    """What came of one check."""

    PASS = "pass"
    FAIL = "fail"
    NOT_APPLICABLE = "not_applicable"
    COULD_NOT_RUN = "could_not_run"


@dataclass(frozen=True, slots=True)
class LastCall:
    """The last tool call of a case, with its answer if one came."""

    tool: str
    arguments: dict[str, Any]
    answer: Answer | None


@dataclass(frozen=True, slots=True)
class Result:
    """One check with its verdict.

    `message`: why, None for a pass. `slug_seen`: the requirement's slug was among the answers of its tool.
    `exchanges`: what the repository saw, kept unless it passed. `stderr`: last lines of a server that was lost.
    """

    check: Check
    verdict: Verdict
    message: str | None = None
    expected: Any = NOTHING
    got: Any = NOTHING
    call: LastCall | None = None
    exchanges: tuple[dict[str, Any], ...] = ()
    stderr: str = ""
    slug_seen: bool = False

    @property
    def advice(self) -> bool:
        """A failed requirement that is advice: reported, and no reason for a red run."""
        return self.verdict is Verdict.FAIL and self.check.requirement.severity == "advice"


@dataclass(frozen=True, slots=True)
class Summary:
    """Numbers of checks. `expected` is the sum of the four verdicts; `made` are those that were compared."""

    expected: int
    passed: int
    failed: int
    not_applicable: int
    could_not_run: int
    advice: int  # how many of the failed are advice

    @property
    def made(self) -> int:
        """Zero made is never green."""
        return self.passed + self.failed

    @property
    def exit_code(self) -> int:
        """0 all held, 1 something fell short, 3 incomplete or nothing compared."""
        if self.failed > self.advice:
            return FELL_SHORT
        return INCOMPLETE if self.could_not_run or not self.made else HELD


@dataclass(frozen=True, slots=True)
class CellCount:
    """Tool × slug: how many the contract documents at the level, and which of them were seen or not."""

    documented: int
    reached: tuple[Cell, ...]
    missed: tuple[Cell, ...]
    unreachable: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Run:
    """A whole run: what was judged, at which level, and every result in the order of the plan."""

    target: Identity
    command: tuple[str, ...]
    level: str
    read_only: bool
    results: tuple[Result, ...]
    cells: tuple[Cell, ...] = field(default=())

    @property
    def summary(self) -> Summary:
        """The numbers."""
        return summarise(self.results)

    @property
    def cell_count(self) -> CellCount:
        """Cells of the level. One is reached when its case was compared and the slug was seen."""
        seen = {
            (result.check.requirement.tool, result.check.requirement.slug)
            for result in self.results
            if result.slug_seen and result.verdict in (Verdict.PASS, Verdict.FAIL)
        }
        documented = [cell for cell in self.cells if cell.documented_at(self.level)]
        return CellCount(
            documented=len(documented),
            reached=tuple(cell for cell in documented if (cell.tool, cell.slug) in seen),
            missed=tuple(c for c in documented if (c.tool, c.slug) not in seen and not c.unreachable),
            unreachable=tuple(c for c in documented if (c.tool, c.slug) not in seen and c.unreachable),
        )


def summarise(results: Iterable[Result]) -> Summary:
    """The numbers of these results."""
    every = list(results)
    count = Counter(result.verdict for result in every)
    return Summary(
        expected=len(every),
        passed=count[Verdict.PASS],
        failed=count[Verdict.FAIL],
        not_applicable=count[Verdict.NOT_APPLICABLE],
        could_not_run=count[Verdict.COULD_NOT_RUN],
        advice=sum(result.advice for result in every),
    )
