"""What a command did: its tree line by line, how many entries each clause finds alone and leaves in its place, which of
them emptied the result, and what near them would have found something.

Everything is told from searches that were run: of each clause alone, and of each advice before it is given. Both have
an end: after `PATIENCE_SECONDS` the rest stays uncounted.
"""

from __future__ import annotations

import time
from collections import Counter
from typing import TYPE_CHECKING

from lf_simulator.search import wording
from lf_simulator.search.advice import advice_on
from lf_simulator.search.errors import QueryError
from lf_simulator.search.explanation import Draft, Explanation, Search, Step, Why, mistake_of
from lf_simulator.search.parser import parse
from lf_simulator.search.query import And, Near, Node, Not, Or

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

PATIENCE_SECONDS = 1.0
"""Real time for counting, and once more for advice. *Decision*: so that an explanation is there within two seconds."""
MOST_KEPT = 2_000_000
"""Ids that are kept to tell what a joined clause would leave if one of its parts were not there."""


def explain(search: Search, command: str) -> Explanation:
    """Run a command clause by clause. Never raises for what is wrong with a command: that is in `error`."""
    try:
        node = parse(command, search.reading, search.now)
    except QueryError as problem:
        return Explanation(command, "", None, (), (), (), mistake_of(problem))
    walk = _walked(search, node)
    culprits = walk.culprits()
    wrong = [number for number, draft in enumerate(walk.drafts) if draft.error is not None]
    error = next((mistake_of(draft.error) for draft in walk.drafts if draft.error is not None), None)
    nearest = advice_on(search.in_company(), walk.drafts, wrong or culprits, _patience()) if wrong or culprits else ()
    steps = tuple(
        Step(
            draft.depth,
            wording.words_of(draft.node),
            draft.alone,
            draft.left,
            draft.empties,
            mistake_of(draft.error) if draft.error else None,
        )
        for draft in walk.drafts
    )
    return Explanation(command, str(node), walk.drafts[0].alone, steps, tuple(culprits), nearest, error)


def emptied_by(search: Search, node: Node, seconds: float) -> list[str]:
    """The clauses that leave nothing of a tree, in words; none where something is found, or within that time it is not
    known. Raises no QueryError."""
    walk = _walked(search, node, seconds)
    return [wording.words_of(walk.drafts[number].node) for number in walk.culprits()]


def _walked(search: Search, node: Node, seconds: float = PATIENCE_SECONDS) -> _Walk:
    walk = _Walk(search.in_company() if isinstance(node, And | Or | Not) else search, _patience(seconds))
    walk.visit(node, 0)
    walk.drafts[0].left = walk.drafts[0].alone
    return walk


def _patience(seconds: float = PATIENCE_SECONDS) -> Callable[[], bool]:
    end = time.monotonic() + seconds
    return lambda: time.monotonic() < end


class _Walk:
    def __init__(self, search: Search, has_time: Callable[[], bool]) -> None:
        self.search = search
        self.has_time = has_time
        self.drafts: list[Draft] = []

    def visit(self, node: Node, depth: int) -> frozenset[int] | None:
        """Count a node and all below it. Answers what it finds, None where that is not known."""
        draft = Draft(node, depth)
        number = len(self.drafts)
        self.drafts.append(draft)
        match node:
            case And(parts):
                found = self._joined(draft, parts, frozenset.__and__)
            case Or(parts):
                found = self._joined(draft, parts, frozenset.__or__)
            case Not(keep, drop):
                found = self._joined(draft, (keep, drop), frozenset.__sub__)
            case Near(left, right):
                self._joined(draft, (left, right), frozenset.__and__)
                found = self._run(number)
            case _:
                found = self._run(number)
        draft.alone = None if found is None else len(found)
        return found

    def _joined(
        self, draft: Draft, parts: tuple[Node, ...], join: Callable[[frozenset[int], frozenset[int]], frozenset[int]]
    ) -> frozenset[int] | None:
        so_far: frozenset[int] | None = frozenset()
        kept: list[frozenset[int]] = []
        for part in parts:
            number = len(self.drafts)
            draft.children += (number,)
            found = self.visit(part, draft.depth + 1)
            if len(draft.children) == 1:
                so_far = found
            else:
                so_far = None if found is None or so_far is None else join(so_far, found)
            self.drafts[number].left = None if so_far is None else len(so_far)
            if found is not None and isinstance(draft.node, And) and sum(map(len, kept)) + len(found) <= MOST_KEPT:
                kept.append(found)
        if isinstance(draft.node, And) and so_far is not None and not so_far and len(kept) == len(parts):
            draft.without = _without_each(draft.children, kept)
        return so_far

    def _run(self, number: int) -> frozenset[int] | None:
        draft = self.drafts[number]
        if not self.has_time():
            return None
        try:
            return self.search.ids(draft.node)
        except QueryError as problem:
            draft.error = problem
            return None

    def culprits(self) -> list[int]:
        """The lines that empty the result, marked with how; none when there is a result, or it is not known."""
        return list(self._culprits(0)) if self.drafts[0].alone == 0 else []

    def _culprits(self, number: int) -> Iterator[int]:
        draft = self.drafts[number]
        empty = [child for child in draft.children if self.drafts[child].alone == 0]
        match draft.node:
            case And() | Near() if empty:
                blamed = empty
            case And():
                yield self._blame(next(child for child in draft.children if self.drafts[child].left == 0), "together")
                return
            case Or():
                blamed = list(draft.children)
            case Not():
                keep, drop = draft.children
                if self.drafts[keep].alone:
                    yield self._blame(drop, "taken away")
                    return
                blamed = [keep]
            case Near():
                yield self._blame(number, "apart")
                return
            case _:
                yield self._blame(number, "alone")
                return
        for child in blamed:
            yield from self._culprits(child)

    def _blame(self, number: int, why: Why) -> int:
        self.drafts[number].empties = why
        return number


def _without_each(numbers: tuple[int, ...], sets: list[frozenset[int]]) -> Counter[int]:
    """For each part, how many entries all the other parts find, when all together find none: those that miss exactly
    one part. Which one follows from the sum of the parts that have them."""
    times: Counter[int] = Counter()
    sums: Counter[int] = Counter()
    for place, found in enumerate(sets):
        times.update(found)
        for entry in found:
            sums[entry] += place
    whole = len(sets) * (len(sets) - 1) // 2
    missing = (whole - sums[entry] for entry, count in times.items() if count == len(sets) - 1)
    return Counter(numbers[place] for place in missing)
