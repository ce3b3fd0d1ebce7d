"""The command `lf-mcp`: the MCP server on standard input and output, or over HTTP."""

from __future__ import annotations

import argparse
import os
import sys
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from lf_mcp.config import ConfigError, load
from lf_mcp.environment import gather

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lf_mcp.config import Loaded

BAD_USE = 2


def main(argv: Sequence[str] | None = None) -> int:
    """Exit codes: 0 the client has gone, or nothing is wrong; 1 a diagnosis found what is; 2 unusable configuration,
    told in one line on standard error."""
    options = _parser().parse_args(argv)
    try:
        loaded = load(gather(os.environ, options.config, Path.cwd()))
    except ConfigError as error:
        return _refuse(f"the configuration cannot be used: {error}")
    if loaded.config.auth_mode == "oauth_passthrough" and not options.http:
        return _refuse("LF_AUTH_MODE=oauth_passthrough needs --http: on standard input no caller has a token")
    if options.command == "diagnose":
        return _diagnose(loaded)
    _serve(loaded, http=options.http)
    return 0


def _refuse(why: str) -> int:
    print(f"lf-mcp: {why}", file=sys.stderr)  # noqa: T201  (the log is not set up yet)
    return BAD_USE


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="lf-mcp",
        description="An MCP server for one Laserfiche repository. Settings are LF_* environment variables; "
        "LF_REPO_API_URL, LF_REPOSITORY_ID, LF_USERNAME and LF_PASSWORD have to be set.",
    )
    parser.add_argument(
        "command", nargs="?", choices=["diagnose"], help="tell what works on the repository and what is wrong, and end"
    )
    parser.add_argument("--config", metavar="FILE", help="a file of NAME=value lines that completes the environment")
    parser.add_argument(
        "--http", action="store_true", help="serve streamable HTTP (LF_HTTP_*) instead of standard input and output"
    )
    parser.add_argument("--version", action="version", version=f"lf-mcp {version('laserfiche-testkit')}")
    return parser


def _diagnose(loaded: Loaded) -> int:
    from rich.console import Console

    from lf_mcp import diagnosis

    findings = diagnosis.diagnose(loaded)
    diagnosis.show(findings, loaded.config, Console())
    return int(any(each.state == diagnosis.BAD for each in findings))


def _serve(loaded: Loaded, *, http: bool) -> None:
    # Loaded here, so that --help and a wrong configuration answer at once.
    from lf_mcp import logs, serving

    logs.configure(loaded.config)
    for warning in loaded.warnings:
        logs.startup.warning("%s", warning)
    (serving.over_http if http else serving.over_stdio)(loaded.config)


if __name__ == "__main__":
    sys.exit(main())
