"""The report for programs. Its members are described in `report.schema.json`; the order of everything is fixed."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from lf_contracts.finding import NOTHING
from lf_contracts.report.steady import Steady, exchange
from lf_contracts.result import Result, Run, Summary, Verdict

SCHEMA = Path(__file__).with_name("report.schema.json")


def document(run: Run) -> dict[str, Any]:
    """The whole report as one object."""
    cells = run.cell_count
    return {
        "target": {
            "name": run.target.name,
            "version": run.target.version,
            "source": run.target.source,
            "command": list(run.command),
        },
        "level": run.level,
        "read_only": run.read_only,
        "profiles": list(dict.fromkeys(result.check.profile.name for result in run.results)),
        "summary": numbers(run.summary),
        "cells": {
            "documented": cells.documented,
            "reached": len(cells.reached),
            "missed": [{"tool": cell.tool, "slug": cell.slug} for cell in cells.missed],
            "unreachable": [
                {"tool": cell.tool, "slug": cell.slug, "reason": cell.unreachable} for cell in cells.unreachable
            ],
        },
        "results": [_result(result) for result in run.results],
    }


def write(run: Run, path: Path) -> None:
    """Raises OSError."""
    path.write_text(json.dumps(document(run), indent=1, ensure_ascii=False) + "\n", "utf-8")


def numbers(summary: Summary) -> dict[str, int]:
    """The summary's members."""
    return {
        "expected": summary.expected,
        "made": summary.made,
        "passed": summary.passed,
        "failed": summary.failed,
        "not_applicable": summary.not_applicable,
        "could_not_run": summary.could_not_run,
        "advice": summary.advice,
    }


def _result(result: Result) -> dict[str, Any]:
    steady = Steady()
    requirement = result.check.requirement
    return {
        "requirement": requirement.id,
        "case": result.check.case.name,
        "profile": result.check.profile.name,
        "tool": requirement.tool,
        "slug": requirement.slug,
        "severity": requirement.severity,
        "verdict": result.verdict.value,
        "finding": None if result.verdict is Verdict.PASS else _finding(result, steady),
        "exchanges": _exchanges(result.exchanges, steady),
    }


def _finding(result: Result, steady: Steady) -> dict[str, Any]:
    """Why it is no pass. `expected` and `got` are there when two values were compared."""
    found: dict[str, Any] = {
        "message": steady(result.message or ""),
        "text": result.check.requirement.text,
        "source": result.check.requirement.source,
    }
    for name, value in (("expected", result.expected), ("got", result.got)):
        if value is not NOTHING:
            found[name] = steady(value)
    if result.call is not None:
        found["call"] = {"tool": result.call.tool, "arguments": steady(result.call.arguments)}
        answer = result.call.answer
        found["answer"] = None if answer is None else steady(answer.data or answer.text)
    if result.stderr:
        found["stderr"] = steady(result.stderr)
    return found


def _exchanges(raw: Iterable[dict[str, Any]], steady: Steady) -> list[Any]:
    return [steady(exchange(each)) for each in raw]
