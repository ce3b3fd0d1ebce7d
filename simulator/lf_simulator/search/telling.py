"""An explanation as text for people: the command, what came of it, the tree with its counts, what comes near."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lf_simulator.search.explanation import Advice, Explanation, Mistake, Step, Why

WIDEST_TREE = 72
"""Columns of the words of a clause before its counts are moved to the right."""
LONGEST_COMMAND = 2000
REMARKS: dict[Why, str] = {
    "alone": "finds nothing",
    "together": "nothing is left here",
    "taken away": "takes away all that is left",
    "apart": "never so in one document",
}


def told(explanation: Explanation) -> str:
    """Lines without an end of line after the last."""
    return "\n".join(_lines(explanation))


def _lines(explanation: Explanation) -> Iterator[str]:
    if explanation.error is not None:
        yield from _mistake(explanation.error)
    else:
        yield _cut(explanation.command)
        yield ""
        yield _outcome(explanation.found)
    if explanation.steps:
        yield ""
        yield from _tree(explanation.steps)
    if explanation.nearest:
        yield ""
        yield "What comes near:"
        yield from (f"  {_advice(advice)}" for advice in explanation.nearest)


def _mistake(mistake: Mistake) -> Iterator[str]:
    number = f" [{mistake.code}]" if mistake.code else ""
    yield f"It cannot be run: {mistake.sentence}{number}"
    yield ""
    yield from (f"  {line}" for line in mistake.drawn.split("\n"))
    yield f"  line {mistake.line}, column {mistake.column}"
    if mistake.hint:
        yield ""
        yield mistake.hint


def _outcome(found: int | None) -> str:
    if found is None:
        return "It takes too long to be counted whole."
    return {0: "It finds nothing.", 1: "It finds 1 entry."}.get(found, f"It finds {found} entries.")


def _tree(steps: tuple[Step, ...]) -> Iterator[str]:
    rows = [(f"{'  ' * step.depth}{step.words}", step) for step in steps]
    width = min(max(len(words) for words, _ in rows), WIDEST_TREE)
    yield f"{'':<{width}}  {'alone':>7} {'left':>7}"
    for words, step in rows:
        remark = step.mistake.sentence if step.mistake else REMARKS.get(step.empties, "")
        yield f"{words:<{width}}  {_count(step.alone):>7} {_count(step.left):>7}{'  <- ' if remark else ''}{remark}"


def _count(number: int | None) -> str:
    return "?" if number is None else str(number)


def _advice(advice: Advice) -> str:
    entries = "" if advice.entries is None else f" ({advice.entries} {'entry' if advice.entries == 1 else 'entries'})"
    return f"{advice.sentence}{entries}{'  ' if advice.instead else ''}{advice.instead}"


def _cut(command: str) -> str:
    return command if len(command) <= LONGEST_COMMAND else f"{command[: LONGEST_COMMAND - 1]}…"
