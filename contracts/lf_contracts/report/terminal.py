"""The report for people: a table by tool, the cells, each finding, and what to try next."""

import json
import shlex
from collections.abc import Iterable, Sequence
from typing import Any

from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from lf_contracts.finding import NOTHING
from lf_contracts.report.repeat import command
from lf_contracts.report.steady import exchange
from lf_contracts.result import FELL_SHORT, HELD, STOPPED, Result, Run, Verdict, summarise

WIDTH = 120
"""Columns where the output is no terminal."""

_LONGEST_VALUE = 600
_MOST_EXCHANGES = 12
_COLOURS = {HELD: "green", FELL_SHORT: "red"}


class Bar:
    """A progress bar while the checks are made; says nothing where the output is no terminal."""

    def __init__(self, console: Console, expected: int) -> None:
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self._progress = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._task = self._progress.add_task("checking", total=expected)
        self._failed = 0

    def __enter__(self) -> "Bar":
        self._progress.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._progress.stop()

    def ended(self, result: Result) -> None:
        """One more."""
        self._failed += result.verdict in (Verdict.FAIL, Verdict.COULD_NOT_RUN)
        words = f"checking ({self._failed} to look at)" if self._failed else "checking"
        self._progress.update(self._task, advance=1, description=words)


def show(console: Console, run: Run, seconds: float) -> None:
    """Print the whole report."""
    groups = _groups(run.results)
    profiles = dict.fromkeys(result.check.profile.name for result in run.results)
    console.print(f"\n[bold]{escape(_who(run))}[/bold] · level {run.level} · {', '.join(profiles)}\n")
    console.print(_table(run))
    _show_cells(console, run)
    for group in groups:
        _show_group(console, run, group)
    _show_end(console, run, seconds)


def _who(run: Run) -> str:
    return f"{run.target.name} {run.target.version}" if run.target.source != "nobody" else shlex.join(run.command)


def _table(run: Run) -> Table:
    table = Table(box=None, pad_edge=False, header_style="dim", show_footer=True, footer_style="bold")
    count = run.cell_count
    columns: list[tuple[str, str]] = []
    total = run.summary
    columns += [("held", str(total.passed)), ("fell short", str(total.failed)), ("n/a", str(total.not_applicable))]
    columns += [("could not run", str(total.could_not_run)), ("cells", f"{len(count.reached)}/{count.documented}")]
    table.add_column("tool", footer="together", no_wrap=True)
    for header, footer in columns:
        table.add_column(header, footer=footer, justify="right")
    for tool in sorted({result.check.requirement.tool for result in run.results}):
        mine = summarise(result for result in run.results if result.check.requirement.tool == tool)
        documented = sum(cell.tool == tool and cell.documented_at(run.level) for cell in run.cells)
        reached = sum(cell.tool == tool for cell in count.reached)
        table.add_row(
            "(the server)" if tool == "*" else tool,
            _number(mine.passed, "green"),
            _number(mine.failed, "red"),
            _number(mine.not_applicable, "dim"),
            _number(mine.could_not_run, "yellow"),
            f"{reached}/{documented}" if documented else "–",
        )
    return table


def _number(value: int, colour: str) -> str:
    return f"[{colour}]{value}[/{colour}]" if value else "[dim]0[/dim]"


def _show_cells(console: Console, run: Run) -> None:
    """The cells (tool × slug) that no case reaches, by their reason."""
    reasons: dict[str, list[str]] = {}
    for cell in run.cell_count.unreachable:
        reasons.setdefault(cell.unreachable or "", []).append(cell.slug)
    for reason, slugs in reasons.items():
        names = ", ".join(dict.fromkeys(slugs))
        console.print(f"[dim]not to be reached: {escape(names)} ({len(slugs)} cells): {escape(reason)}[/dim]")


def _groups(results: Iterable[Result]) -> list[list[Result]]:
    """What is to be looked at, the same thing on several profiles or cases taken together; findings first."""
    found: dict[tuple[object, ...], list[Result]] = {}
    for result in results:
        if result.verdict is Verdict.FAIL:
            found.setdefault((0, result.check.case.id, result.message), []).append(result)
        elif result.verdict is Verdict.COULD_NOT_RUN and result.message != STOPPED:
            found.setdefault((1, result.message), []).append(result)
    return [group for key, group in sorted(found.items(), key=lambda item: item[0][0] == 1)]


def _show_group(console: Console, run: Run, group: Sequence[Result]) -> None:
    first = group[0]
    requirement = first.check.requirement
    word, colour = ("ADVICE", "cyan") if first.advice else ("FELL SHORT", "red")
    if first.verdict is Verdict.COULD_NOT_RUN:
        word, colour = "COULD NOT RUN", "yellow"
    console.print(f"\n[bold {colour}]{word}[/bold {colour}] [bold]{escape(first.check.case.id)}[/bold]{_others(group)}")
    _line(console, "", first.message or "")
    if first.verdict is Verdict.FAIL:
        _line(console, "requirement", requirement.text)
        _line(console, "source", requirement.source)
    for name, value in (("expected", first.expected), ("got", first.got)):
        if value is not NOTHING:
            _line(console, name, _short(value))
    if first.call is not None:
        _line(console, "call", f"{first.call.tool} {_short(first.call.arguments)}")
        if first.call.answer is not None:
            _line(console, "answer", _short(first.call.answer.data or first.call.answer.text))
    for at, raw in enumerate(first.exchanges[:_MOST_EXCHANGES]):
        _line(console, "" if at else "requests", _exchange(raw))
    if len(first.exchanges) > _MOST_EXCHANGES:
        _line(console, "", f"… and {len(first.exchanges) - _MOST_EXCHANGES} more (--json has them all)")
    for at, line in enumerate(first.stderr.splitlines()):
        _line(console, "" if at else "stderr", line)
    _line(console, "again", command(run, first))


def _others(group: Sequence[Result]) -> str:
    profiles = list(dict.fromkeys(result.check.profile.name for result in group))
    cases = len({result.check.case.id for result in group})
    more = f" and {cases - 1} more cases" if cases > 1 else ""
    return f"{more} · {', '.join(profiles)}"


def _line(console: Console, name: str, text: str) -> None:
    # Not wrapped: a command or an answer must survive copying.
    console.print(f"  [dim]{name:<11}[/dim] {escape(text)}", soft_wrap=True, highlight=False)


def _short(value: Any) -> str:
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=repr)
    return text if len(text) <= _LONGEST_VALUE else f"{text[:_LONGEST_VALUE]}… ({len(text)} characters)"


def _exchange(raw: dict[str, Any]) -> str:
    kept = exchange(raw)
    fault = kept["fault"]
    notes = [f"fault: {fault.get('kind')}" if isinstance(fault, dict) else "", kept["reason"] or ""]
    path = f"{kept['path']}?{kept['query']}" if kept["query"] else str(kept["path"])
    words = [str(kept["status"]), str(kept["method"]), path, f"({kept['operation']})"]
    return " ".join([*words, *(f"· {note}" for note in notes if note)])


def _show_end(console: Console, run: Run, seconds: float) -> None:
    total = run.summary
    colour = _COLOURS.get(total.exit_code, "yellow")
    console.print(f"\n[bold {colour}]{_sentence(run)}[/bold {colour}] [dim]({seconds:.1f} s)[/dim]")
    for line in _next(run):
        console.print(f"  {line}", soft_wrap=True, highlight=False)


def _sentence(run: Run) -> str:
    total = run.summary
    if any(result.message == STOPPED for result in run.results):
        return f"Stopped: {total.made} of {total.expected} checks made, {total.failed - total.advice} fell short."
    if total.exit_code == HELD:
        advice = f"; {total.advice} pieces of advice" if total.advice else ""
        return f"Held: {total.made} checks made, {total.made - total.advice} held{advice}."
    if total.exit_code == FELL_SHORT:
        more = f"; {total.could_not_run} could not run" if total.could_not_run else ""
        return f"Fell short: {total.failed - total.advice} of {total.made} checks made{more}."
    if not total.made:
        return f"Nothing was compared: of {total.expected} checks none could be made."
    return f"Incomplete: {total.could_not_run} of {total.expected} checks could not run; of the others none fell short."


def _next(run: Run) -> list[str]:
    """What to try next."""
    again = shlex.join(run.command)
    if run.summary.exit_code == HELD:
        return [
            "Next: [bold]lf-contracts list cells[/bold]   what was provoked, slug by slug",
            f"      [bold]lf-simulator run -- {escape(again)}[/bold]   the same server on the same repository, by hand",
            f"      [bold]lf-contracts run --json report.json -- {escape(again)}[/bold]   the report for programs",
        ]
    if run.summary.exit_code == FELL_SHORT:
        return ["Next: the line “again” of a finding repeats it alone; --json FILE keeps every exchange."]
    if not run.summary.could_not_run:
        return ["Next: this build offers none of the tools in question; `lf-contracts list cells` names them."]
    return ["Next: see the reasons above; --start-timeout and --call-timeout give a slow server more time."]
