"""`lf-simulator list`: what there is, as tables for people and arrays for programs."""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections import Counter
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from lf_simulator.build_rows import build_rows
from lf_simulator.catalogue import operation_rows
from lf_simulator.checks import BadValue, unknown
from lf_simulator.faults.kind import key_facts
from lf_simulator.faults.kinds import KINDS
from lf_simulator.faults.rules import RULE_KEYS
from lf_simulator.operations import AREAS
from lf_simulator.profiles import BUILDS, PROFILES, VARIANTS, setting_facts

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from rich.table import Table

    Row = dict[str, Any]


def profiles() -> list[Row]:
    facts = setting_facts()
    return [
        {
            "name": row.name,
            "summary": row.summary,
            "versions": list(row.versions),
            "base_path": row.base_path,
            **_origin(row.name),
            "settings": [{**asdict(fact), "value": row.settings()[fact.name]} for fact in facts],
        }
        for row in BUILDS.values()
    ]


def _origin(name: str) -> Row:
    """What a variant is one of, what it changes, and how sure that is; null for one of the four builds."""
    variant = VARIANTS.get(name)
    if variant is None:
        return {"variant_of": None, "changes": None, "how_sure": None}
    changed = variant.profile.settings()
    return {
        "variant_of": variant.base,
        "changes": {setting: changed[setting] for setting in variant.changes},
        "how_sure": variant.how_sure,
    }


def corpora() -> list[Row]:
    import lf_fixtures

    return [asdict(row) for row in lf_fixtures.corpora()]


def scenarios() -> list[Row]:
    from lf_simulator import scenario

    rows = [scenario.load(name) for name in scenario.names()]
    return [
        {
            "name": row.name,
            "about": row.about,
            "profile": row.profile,
            "corpus": row.corpus,
            "seed": row.seed,
            "overrides": dict(row.overrides),
            "rules": [rule.describe() for rule in row.rules],
        }
        for row in rows
    ]


def builds() -> list[Row]:
    return [asdict(row) for row in build_rows()]


def faults() -> list[Row]:
    return [
        {
            "name": kind.name,
            "summary": _first_sentences(kind),
            "phases": list(kind.phases),
            "keys": [asdict(key) for key in key_facts(kind)],
        }
        for kind in KINDS.values()
    ]


PIPE_WIDTH = 160
ONE_LINE = 140
"""Columns that an operation takes with its address."""
REPOSITORY_ADDRESS = re.compile(r"^/v\d/Repositories/\{\w+\}")


def _first_sentences(kind: type) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join((kind.__doc__ or "").split("\n\n")[0].split())


ROWS: Mapping[str, Callable[[], list[Row]]] = {
    "profiles": profiles,
    "operations": operation_rows,
    "faults": faults,
    "corpora": corpora,
    "scenarios": scenarios,
    "builds": builds,
}


def list_(what: str, *, as_json: bool) -> None:
    """Print what there is of a kind. Raises BadValue for a kind that does not exist."""
    if what not in ROWS:
        raise BadValue(unknown("list", what, ROWS))
    rows = ROWS[what]()
    if as_json:
        print(json.dumps(rows, ensure_ascii=False, indent=2))  # noqa: T201 - what the command is asked to print
        return
    from rich.console import Console

    console = Console(width=_width())
    for table in TABLES[what](rows):
        console.print(table, highlight=False, soft_wrap=isinstance(table, str))


def _table(title: str, *headings: str) -> Table:
    from rich import box
    from rich.table import Table

    return Table(*headings, title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)


def _profile_tables(rows: list[Row]) -> list[Table]:
    variants = [row for row in rows if row["variant_of"]]
    rows = [row for row in rows if not row["variant_of"]]
    summary = _table(
        "Profiles: the server builds that a repository can imitate", "name", "what it is", "address begins"
    )
    for row in rows:
        summary.add_row(row["name"], row["summary"], f"{row['base_path']}/{row['versions'][-1]}")
    others = _table(
        "Variants: builds that differ from one of the four in what is named here, and in nothing else",
        "name",
        "what it is",
        "changes",
        "how sure",
    )
    for row in variants:
        changes = [f"{name} = {json.dumps(value)}" for name, value in row["changes"].items()]
        others.add_row(row["name"], f"{row['variant_of']}: {row['summary']}", "\n".join(changes), row["how_sure"])
    settings = _table(
        "Settings: what each changes, and how sure that is", "setting", *(row["name"] for row in rows), "what it does"
    )
    for index, fact in enumerate(rows[0]["settings"]):
        values = (json.dumps(row["settings"][index]["value"]) for row in rows)
        settings.add_row(fact["name"], *values, f"{fact['summary']}\n[dim]{fact['evidence']}[/dim]")
    return [summary, others, settings]


DOCUMENTS = {
    "v1": "v1",
    "v2-2023": "v2, as described in 2023",
    "v2-2026": "v2, what the description of 2026 added",
    "": "in none of the published descriptions",
}


def _operation_tables(rows: list[Row]) -> list[Table | str]:
    is_narrow = _width() < ONE_LINE
    tables: list[Table | str] = []
    for document, title in DOCUMENTS.items():
        headings = ("", "name and request") if is_narrow else ("simulated", "name", "request")
        table = _table(f"Operations: {title}", *headings)
        for row in (row for row in rows if row["document"] == document):
            request = f"{row['method']} {REPOSITORY_ADDRESS.sub('~', row['path'])}"
            called = (f"{row['name']}\n  {request}",) if is_narrow else (row["name"], request)
            table.add_row("yes" if row["simulated"] else "501", *called)
        tables.append(table)
    legend = "~ is /VERSION/Repositories/ID. 501: real builds have it, this simulator answers so."
    return [*tables, legend, _share(rows)]


def _width() -> int:
    """Columns. Nobody wraps what goes into a pipe, and 80 for an unknown width would tear names apart."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else PIPE_WIDTH


def _share(rows: list[Row]) -> str:
    """How much of each published description is simulated: `Simulated: v1 47/47, …`."""
    parts = []
    for document in filter(None, DOCUMENTS):
        of_it = [row["simulated"] for row in rows if row["document"] == document]
        parts.append(f"{document} {sum(of_it)}/{len(of_it)}")
    return f"Simulated: {', '.join(parts)}"


def _fault_tables(rows: list[Row]) -> list[Table]:
    table = _table(
        "Faults: kinds of a rule, each with its own keys", "kind", "what happens", "phases", "key", "what it is"
    )
    for row in rows:
        keys = row["keys"] or [{"name": "", "summary": "", "wants": "", "required": False}]
        for index, key in enumerate(keys):
            named = (row["name"], row["summary"], ", ".join(row["phases"])) if index == 0 else ("", "", "")
            mark = "*" if key["required"] else ""
            table.add_row(*named, key["name"] + mark, ": ".join(filter(None, (key["summary"], key["wants"]))))
    table.caption = (
        f"* required. Every rule has operations and kind, and may have {', '.join(list(RULE_KEYS)[2:])}. "
        f"Operations are official names, * or a group: {', '.join(AREAS)}."
    )
    return [table]


def _corpus_tables(rows: list[Row]) -> list[Table]:
    counts = [key for key in rows[0] if key not in ("name", "summary")] if rows else []
    table = _table("Corpora: contents for a repository", "name", "what it is", *counts)
    for row in rows:
        table.add_row(row["name"], row["summary"], *(str(row[key]) for key in counts))
    return [table]


def _scenario_tables(rows: list[Row]) -> list[Table]:
    table = _table("Scenarios: for --scenario of serve and run", "name", "what happens", "profile", "settings", "rules")
    for row in rows:
        settings = ", ".join(f"{name} = {json.dumps(value)}" for name, value in row["overrides"].items())
        rules = "\n".join(f"{rule['kind']}: {rule.get('label', '')}" for rule in row["rules"])
        table.add_row(row["name"], row["about"], row["profile"] or "", settings, rules)
    return [table]


HOW_WORDS = {
    "setting": "setting",
    "fault": "fault",
    "always": "always so",
    "client": "about clients",
    "not_simulated": "not simulated",
}


def _build_tables(rows: list[Row]) -> list[Table]:
    from rich.markup import escape

    table = _table(
        "Builds: what real servers do differently, and what does it here", "difference", "builds", "here", ""
    )
    for row in rows:
        on = "all" if len(row["on"]) == len(PROFILES) else "\n".join(row["on"])
        rule = ", ".join(f"{key} = {json.dumps(value)}" for key, value in (row["rule"] or {}).items())
        more = [f"[dim]{escape(line)}[/dim]" for line in (rule, row["note"]) if line]
        table.add_row(row["name"], on, HOW_WORDS[row["how"]], "\n".join([", ".join(row["what"]), *more]))
    counts = Counter(HOW_WORDS[row["how"]] for row in rows)
    table.caption = ", ".join(f"{counts[words]} {words}" for words in HOW_WORDS.values())
    return [table]


TABLES: Mapping[str, Callable[[list[Row]], Sequence[Table | str]]] = {
    "profiles": _profile_tables,
    "operations": _operation_tables,
    "faults": _fault_tables,
    "corpora": _corpus_tables,
    "scenarios": _scenario_tables,
    "builds": _build_tables,
}
