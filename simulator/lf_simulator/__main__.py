"""The command `lf-simulator`. What one of its commands needs is imported there: it starts in front of others' tests."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

BAD_USE = 2

app = typer.Typer(
    add_completion=False,
    no_args_is_help=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    help="A fake Laserfiche repository that speaks the Repository API v1 and v2 over HTTP. Not affiliated with "
    "Laserfiche.",
)

Host = Annotated[str, typer.Option(help="Address to listen on.")]
Port = Annotated[int, typer.Option(min=0, max=65535, help="Port to listen on; 0 takes any that is free.")]
Profile = Annotated[str, typer.Option(metavar="NAME", help="Server build to imitate; `list profiles` shows them.")]
Corpus = Annotated[
    str | None,
    typer.Option(metavar="NAME", help="Content of the repository, demo unless named; `list corpora` shows them."),
]
RepositoryId = Annotated[str, typer.Option("--repository", metavar="ID", help="Id of the repository.")]
Database = Annotated[
    Path | None,
    typer.Option(metavar="FILE", help="Keep the repository in this file; a new one is filled with the corpus."),
]
Seed = Annotated[
    int | None, typer.Option(min=0, help="Where tokens, ids and chance come from; the same seed gives the same ones.")
]
AllowRemote = Annotated[bool, typer.Option("--allow-remote", help="Allow a --host that other machines can reach.")]


@app.command("serve")
def serve_command(
    host: Host = "127.0.0.1",
    port: Port = 8700,
    profile: Profile = "v1-selfhosted",
    corpus: Corpus = None,
    repository: RepositoryId = "demo",
    database: Database = None,
    seed: Seed = None,
    allow_remote: AllowRemote = False,
) -> None:
    """Serve a repository until Ctrl-C."""
    from lf_simulator.commands.serve import serve
    from lf_simulator.commands.start import Options

    serve(Options(host, port, profile, corpus, repository, database, seed, allow_remote))


@app.command("run")
def run_command(
    command: Annotated[list[str], typer.Argument(metavar="-- COMMAND [ARG ...]", help="What to run.")],
    host: Host = "127.0.0.1",
    port: Port = 0,
    profile: Profile = "v1-selfhosted",
    corpus: Corpus = None,
    repository: RepositoryId = "demo",
    database: Database = None,
    seed: Seed = None,
    allow_remote: AllowRemote = False,
    faults: Annotated[Path | None, typer.Option(metavar="PLAN.toml", help="Fault plan to arm.")] = None,
) -> None:
    """Run COMMAND with a repository of its own and the LF_* settings for it; ends with its exit code."""
    from lf_simulator.commands.run import run
    from lf_simulator.commands.start import Options

    options = Options(host, port, profile, corpus, repository, database, seed, allow_remote)
    raise typer.Exit(run(options, command, faults))


@app.command("env")
def env_command(
    url: Annotated[str, typer.Option(help="Address of the simulator.")] = "http://127.0.0.1:8700",
    repository: Annotated[str | None, typer.Option(metavar="ID", help="Which one, if it has several.")] = None,
    dotenv: Annotated[bool, typer.Option("--dotenv", help="As lines of a .env file, without `export`.")] = False,
) -> None:
    """Print the LF_* settings for a simulator that runs already."""
    from lf_simulator.commands.env import env

    typer.echo(env(url, repository, dotenv=dotenv))


@app.command("list")
def list_command(
    what: Annotated[str, typer.Argument(metavar="profiles|operations|faults|corpora")],
    json: Annotated[bool, typer.Option("--json", help="As a JSON array.")] = False,
) -> None:
    """Show what there is."""
    from lf_simulator.commands.listing import list_

    list_(what, as_json=json)


def main() -> None:
    """Entry point. A user's mistake is one line on stderr and exit code 2."""
    try:
        code = app(standalone_mode=False)
    except KeyboardInterrupt:
        code = 130
    except Exception as problem:
        line = _mistake(problem)
        if line is None:
            raise
        sys.stderr.write(f"lf-simulator: {line}\n")
        code = BAD_USE
    sys.exit(code or 0)


def _mistake(problem: Exception) -> str | None:
    """What the user did wrong, in one line; None if it was not the user."""
    if hasattr(problem, "format_message"):  # typer's own
        return _about_the_command_line(problem)
    from lf_fixtures import UnknownCorpus
    from lf_simulator.checks import BadValue
    from lf_simulator.profiles import UnknownProfile
    from lf_simulator.registry import RepositoryExists
    from lf_simulator.serving import CannotListen

    if isinstance(problem, BadValue | UnknownProfile | UnknownCorpus | RepositoryExists | CannotListen):
        return str(problem)
    return None


def _about_the_command_line(problem: Any) -> str:
    message = " ".join(problem.format_message().split())
    command: Any = getattr(getattr(problem, "ctx", None), "command", None)
    if hasattr(problem, "option_name") and command is not None:
        options = [option for parameter in command.params for option in parameter.opts if option.startswith("--")]
        return f"{message} There is {', '.join(options)}."
    if hasattr(command, "commands") and "ommand" in message:
        return f"{message} There is {', '.join(command.commands)}."
    return message


if __name__ == "__main__":
    main()
