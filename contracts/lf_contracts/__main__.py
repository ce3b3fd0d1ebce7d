"""The command `lf-contracts`."""

import json
import signal
import sys
import time
from pathlib import Path
from types import FrameType
from typing import Annotated, Any, NoReturn

import typer
from rich.console import Console

from lf_contracts import listing, schemas
from lf_contracts.case import BadCase
from lf_contracts.errors import BadUse, CouldNotRun
from lf_contracts.plan import Suite, plan, suite
from lf_contracts.profile import PROFILES
from lf_contracts.report import json as json_report
from lf_contracts.report import junit, terminal
from lf_contracts.requirement import LEVELS, BadRequirement
from lf_contracts.result import BAD_USE, INCOMPLETE, Run
from lf_contracts.runner import Stopped, run
from lf_contracts.simulator import Simulator
from lf_contracts.target import Patience, Target

INTERRUPTED = 130

_USAGE_ERROR: Any = typer.BadParameter.__base__
"""What the option parser raises for every mistake. Typer carries a parser of its own from one release to the next and
publishes this class only as the base of another."""

app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="Tells whether a Laserfiche MCP server keeps its contract. Exit codes: 0 held, 1 something fell short, "
    "2 bad use, 3 incomplete or nothing compared.",
)


@app.command("run")
def run_command(
    command: Annotated[list[str], typer.Argument(metavar="-- COMMAND [ARG ...]", help="Starts the server on stdio.")],
    profile: Annotated[list[str], typer.Option(help=f"Imitated build, may be repeated: {', '.join(PROFILES)}.")] = [],  # noqa: B006 -- typer copies it
    level: Annotated[str, typer.Option(help=f"Contract level: {', '.join(LEVELS)}.")] = LEVELS[-1],
    read_only: Annotated[bool, typer.Option("--read-only", help="Start the server with LF_READ_ONLY=true.")] = False,
    select: Annotated[
        list[str], typer.Option(metavar="EXPR", help="Part or glob of a requirement id (or id::case); may be repeated.")
    ] = [],  # noqa: B006 -- typer copies it
    workers: Annotated[
        int, typer.Option("-n", min=1, metavar="WORKERS", help="Profiles checked side by side at most.")
    ] = len(PROFILES),  # all of them: a profile's processes mostly wait for each other
    simulator: Annotated[str | None, typer.Option(metavar="URL", help="Use a running simulator.")] = None,
    junit_file: Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML.")] = None,
    json_file: Annotated[Path | None, typer.Option("--json", metavar="FILE", help="Write the whole report.")] = None,
    start_timeout: Annotated[
        float, typer.Option(min=0.1, metavar="SECONDS", help="For the server to be ready.")
    ] = 30.0,
    call_timeout: Annotated[float, typer.Option(min=0.1, metavar="SECONDS", help="For a tool to answer.")] = 20.0,
) -> None:
    """Start COMMAND as an MCP server on a simulated repository and check it against the contract."""
    console = _console()
    began = time.monotonic()
    known = _suite()
    checks = plan(known, level=level, profiles=profile, words=select)
    target = Target.of(command)
    for path in (junit_file, json_file):
        _writable(path)
    _end_on_terminate()
    with Simulator(simulator) as running, terminal.Bar(console, len(checks)) as bar:
        try:
            result = run(
                checks,
                target,
                running,
                level=level,
                cells=known.cells,
                workers=workers,
                read_only=read_only,
                patience=Patience(start=start_timeout, call=call_timeout),
                watcher=bar,
            )
            code = result.summary.exit_code
        except Stopped as stopped:
            result, code = stopped.run, INTERRUPTED
    terminal.show(console, result, time.monotonic() - began)
    _write(result, junit_file, json_file)
    raise typer.Exit(code)


@app.command("list")
def list_command(
    what: Annotated[str, typer.Argument(help=f"One of: {', '.join(listing.LISTS)}.")] = "requirements",
) -> None:
    """Show what the kit knows, with sources."""
    if what not in listing.LISTS:
        raise BadUse(f"unknown list {what!r}; there are: {', '.join(listing.LISTS)}")
    console = _console()
    console.print(listing.table(_suite(), what))


@app.command("schema")
def schema_command(tool: Annotated[str, typer.Argument(help="Name of a tool.")]) -> None:
    """Print the output schema of a tool."""
    if tool not in schemas.tools():
        raise BadUse(f"no schema for a tool named {tool!r}; there are: {', '.join(schemas.tools())}")
    print(json.dumps(schemas.tool_output(tool), indent=2, ensure_ascii=False))  # noqa: T201 -- plain, for a pipe


def main() -> NoReturn:
    """The console script. Every mistake of the user is one line on standard error."""
    try:
        code = app(sys.argv[1:] or ["--help"], prog_name="lf-contracts", standalone_mode=False)
    except _USAGE_ERROR as error:
        _say(error.format_message() + _what_exists(error))
        sys.exit(BAD_USE)
    except (BadUse, BadRequirement, BadCase) as error:
        _say(str(error))
        sys.exit(BAD_USE)
    except CouldNotRun as error:  # only the simulator can be in the way here: nothing was compared
        _say(error.message + (f"\n{error.stderr}" if error.stderr else ""))
        sys.exit(INCOMPLETE)
    except KeyboardInterrupt:
        _say("interrupted before anything was compared")
        sys.exit(INTERRUPTED)
    sys.exit(code if isinstance(code, int) else 0)


def _what_exists(error: Any) -> str:
    """The names that would have been right, where a name was wrong."""
    command: Any = getattr(error.ctx, "command", None)
    if type(error).__name__ == "NoSuchOption" and command is not None:
        options = (option for param in command.params for option in param.opts if option.startswith("-"))
        return f"; there are: {', '.join(options)}"
    return f" There are: {', '.join(command.commands)}." if hasattr(command, "commands") else ""


def _suite() -> Suite:
    return suite()


def _console() -> Console:
    console = Console()
    return console if console.is_terminal else Console(width=terminal.WIDTH)


def _writable(path: Path | None) -> None:
    """Find out before the run, not after it. Raises BadUse."""
    if path is not None and not path.parent.is_dir():
        raise BadUse(f"cannot write {path}: there is no folder {path.parent}")
    if path is not None and path.is_dir():
        raise BadUse(f"cannot write {path}: it is a folder")


def _write(result: Run, junit_file: Path | None, json_file: Path | None) -> None:
    try:
        if junit_file is not None:
            junit.write(result, junit_file)
        if json_file is not None:
            json_report.write(result, json_file)
    except OSError as error:
        raise BadUse(f"cannot write {error.filename}: {error.strerror}") from None


def _end_on_terminate() -> None:
    """Being told to end is treated like Ctrl-C, so that no process is left behind."""

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    signal.signal(signal.SIGTERM, interrupt)


def _say(text: str) -> None:
    print(f"lf-contracts: {text}", file=sys.stderr)  # noqa: T201 -- a command speaks


if __name__ == "__main__":
    main()
