"""The command `lf-simulator`.

It is built on the standard library's argument parser, which is there a quarter of a second earlier than a bigger one,
and each command imports only what it needs: this program starts in front of other people's tests.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from lf_simulator.checks import BadValue, Check, names, shown, unknown, whole

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lf_simulator.commands.start import Options

BAD_USE = 2
ENOUGH = 141  # what shells say of a program that SIGPIPE ended
ABOUT = """\
A fake Laserfiche repository that speaks the Repository API v1 and v2 over HTTP.
Not affiliated with Laserfiche."""


def serve(arguments: argparse.Namespace) -> int:
    """Serve a repository until Ctrl-C."""
    from lf_simulator.commands.serve import serve

    serve(_options(arguments), until_eof=arguments.until_eof)
    return 0


def run(arguments: argparse.Namespace) -> int:
    """Run a command with a repository of its own and the LF_* settings for it; ends with its exit code."""
    from lf_simulator.commands.run import run

    if not arguments.command:
        raise BadValue("run: what to run is missing: lf-simulator run [OPTIONS] -- COMMAND [ARG ...]")
    return run(_options(arguments), arguments.command, arguments.faults)


def env(arguments: argparse.Namespace) -> int:
    """Print the LF_* settings for a simulator that runs already."""
    from lf_simulator.commands.env import env

    lines = env(
        arguments.url, arguments.repository, dotenv=arguments.dotenv, cloud=arguments.cloud, user=arguments.user
    )
    sys.stdout.write(lines + "\n")
    return 0


def explain(arguments: argparse.Namespace) -> int:
    """Tell what a search command does: what each clause finds, which one left nothing, what comes near."""
    from lf_simulator.commands.explain import explain

    told = explain(
        *(arguments.command, arguments.url, arguments.repository, arguments.corpus),
        user=arguments.user,
        profile=arguments.profile,
        as_json=arguments.json,
    )
    sys.stdout.write(told.encode(errors="backslashreplace").decode() + "\n")
    return 0


def list_(arguments: argparse.Namespace) -> int:
    """Show what there is: profiles, operations, faults, corpora, scenarios or builds."""
    from lf_simulator.commands.listing import list_

    list_(arguments.what, as_json=arguments.json)
    return 0


def schema(arguments: argparse.Namespace) -> int:
    """Print the JSON Schema of a fault plan."""
    import json

    from lf_simulator.faults.schema import plan_schema

    assert arguments.what == "faults"  # noqa: S101 - there is no other choice
    sys.stdout.write(json.dumps(plan_schema(), indent=2) + "\n")
    return 0


def _options(arguments: argparse.Namespace) -> Options:
    from lf_simulator.commands.start import Options

    return Options(**{name: getattr(arguments, name) for name in Options.__slots__})


class _Parser(argparse.ArgumentParser):
    """One that complains in our way: a sentence for `main` to print, not a page of usage."""

    def error(self, message: str) -> NoReturn:
        raise BadValue(message.removeprefix("argument "))

    def option_names(self) -> list[str]:
        return [name for action in self._actions for name in action.option_strings if name.startswith("--")]


def _number(check: Check) -> Callable[[str], int]:
    def read(text: str) -> int:
        digits = text.removeprefix("-")
        value: object = int(text) if digits.isascii() and digits.isdigit() else text
        if not isinstance(value, int) or not check.holds(value):
            raise argparse.ArgumentTypeError(f"must be {check.wants}, not {shown(value)}")
        return value

    return read


def _add_start_options(parser: _Parser, port: int) -> None:
    add = parser.add_argument
    add("--host", default="127.0.0.1", help="address to listen on (127.0.0.1)")
    add(
        "--port",
        type=_number(whole(0, 65535)),
        default=port,
        help=f"port to listen on, 0 for any that is free ({port})",
    )
    add("--profile", metavar="NAME", help="server build to imitate (v1-selfhosted)")
    add("--corpus", metavar="NAME", help="content of the repository (demo)")
    add("--repository", metavar="ID", default="demo", help="id of the repository (demo)")
    add("--scenario", metavar="NAME|FILE.toml", help="build, content, seed and faults from one file, or by its name")
    add("--database", metavar="FILE", type=Path, help="keep the repository in this file; a new one gets the corpus")
    add("--seed", type=_number(whole(0)), help="source of tokens, ids and chance: the same seed gives the same ones")
    add(
        "--allow-remote",
        action="store_true",
        help="allow a --host that other machines can reach (not the control plane)",
    )


def _add_serve_options(parser: _Parser) -> None:
    _add_start_options(parser, 8700)
    parser.add_argument(
        "--until-eof",
        action="store_true",
        help="stop when standard input ends, so that it cannot outlive the program that started it",
    )


def _add_run_options(parser: _Parser) -> None:
    _add_start_options(parser, 0)
    parser.add_argument("--faults", metavar="PLAN.toml", type=Path, help="fault plan to arm")
    parser.add_argument("command", nargs=argparse.REMAINDER, metavar="COMMAND [ARG ...]", help="what to run")
    parser.usage = "lf-simulator run [OPTIONS] -- COMMAND [ARG ...]"


def _add_env_options(parser: _Parser) -> None:
    add = parser.add_argument
    add("--url", default="http://127.0.0.1:8700", help="address of the simulator (http://127.0.0.1:8700)")
    add("--repository", metavar="ID", help="which one, if it has several")
    add("--dotenv", action="store_true", help="as lines of a .env file, without `export`")
    add("--cloud", action="store_true", help="for a service app of Laserfiche Cloud, with its access key")
    add("--user", metavar="NAME", help="the account as which the service app acts (demo)")


def _add_schema_options(parser: _Parser) -> None:
    parser.add_argument("what", metavar="faults", choices=("faults",), help="of a fault plan")


def _add_explain_options(parser: _Parser) -> None:
    add = parser.add_argument
    add("command", metavar="COMMAND", help='a search command, such as {LF:Name="Lease*"}')
    add("--url", help="address of a simulator (http://127.0.0.1:8700)")
    add("--repository", metavar="ID", help="which one of its repositories, if it has several")
    add("--corpus", metavar="NAME", help="search this corpus, without a simulator")
    add("--profile", metavar="NAME", help="server build that searches the corpus (v1-selfhosted)")
    add("--user", metavar="NAME", help="account for which to search; without one everything is found")
    add("--json", action="store_true", help="as a JSON object")


def _add_list_options(parser: _Parser) -> None:
    parser.add_argument("what", metavar="profiles|operations|faults|corpora|scenarios|builds")
    parser.add_argument("--json", action="store_true", help="as a JSON array")


COMMANDS: dict[str, tuple[Callable[[argparse.Namespace], int], Callable[[_Parser], None]]] = {
    "serve": (serve, _add_serve_options),
    "run": (run, _add_run_options),
    "env": (env, _add_env_options),
    "list": (list_, _add_list_options),
    "schema": (schema, _add_schema_options),
    "explain": (explain, _add_explain_options),
}


def _parsers() -> tuple[_Parser, dict[str, _Parser]]:
    """The parser of the whole command line, and those of its commands."""
    top = _Parser(
        prog="lf-simulator", description=ABOUT, allow_abbrev=False, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    below = top.add_subparsers(metavar="COMMAND")
    made = {}
    for name, (function, add_options) in COMMANDS.items():
        made[name] = below.add_parser(name, help=function.__doc__, description=function.__doc__, allow_abbrev=False)
        made[name].set_defaults(function=function)
        add_options(made[name])
    return top, made


def _read(words: Sequence[str]) -> argparse.Namespace:
    """The command line as a namespace with its `function`. Raises BadValue."""
    top, parsers = _parsers()
    if not words:
        top.print_help()
        raise SystemExit(0)
    if not words[0].startswith("-") and words[0] not in COMMANDS:
        raise BadValue(unknown("command", words[0], COMMANDS))
    before, after = list(words), []
    if "--" in words and words[0] == "run":  # everything behind it belongs to the command, whatever it looks like
        cut = words.index("--")
        before, after = list(words[:cut]), list(words[cut + 1 :])
    arguments, strange = top.parse_known_args(before)
    if strange and strange[0].startswith("-"):
        raise BadValue(unknown("option", strange[0].partition("=")[0], parsers.get(words[0], top).option_names()))
    if strange:
        raise BadValue(f"{words[0]}: nothing is known about {names(map(shown, strange))}")
    if after:
        arguments.command = [*arguments.command, "--", *after] if arguments.command else after
    return arguments


def main() -> None:
    """Entry point. A user's mistake is one line on stderr and exit code 2."""
    try:
        arguments = _read(sys.argv[1:])
        code = arguments.function(arguments)
        sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = ENOUGH
    except Exception as problem:
        if not isinstance(problem, _mistakes()):
            raise
        sys.stderr.write(f"lf-simulator: {' '.join(str(problem).split())}\n")
        code = BAD_USE
    sys.exit(code)


def _mistakes() -> tuple[type[Exception], ...]:
    """Errors that are the user's, not ours."""
    from lf_fixtures import UnknownCorpus
    from lf_simulator.profiles import UnknownProfile
    from lf_simulator.registry import RepositoryExists
    from lf_simulator.serving import CannotListen

    return BadValue, UnknownProfile, UnknownCorpus, RepositoryExists, CannotListen


if __name__ == "__main__":
    main()
