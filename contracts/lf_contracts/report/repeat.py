"""The one command that shows a finding again."""

import shlex

from lf_contracts.result import Result, Run


def command(run: Run, result: Result) -> str:
    """For a shell; it checks this case on this profile only."""
    words = ["lf-contracts", "run", "--profile", result.check.profile.name, "--level", run.level]
    words += ["--read-only"] if run.read_only else []
    words += ["--select", result.check.case.id, "--", *run.command]
    return shlex.join(words)
