"""What the end-to-end tests share: the commands as a user has them, and a released server build of other people."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
COMMANDS = Path(sys.executable).parent
PUBLISHED = ROOT / ".venv-published/bin/laserfiche-mcp"


def _run(command: Sequence[str | Path], *, timeout: float = 100, cwd: Path = ROOT) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("LF_")}
    environment |= {"PATH": f"{COMMANDS}:{environment['PATH']}", "COLUMNS": "120"}
    return subprocess.run(
        [str(part) for part in command], env=environment, cwd=cwd, capture_output=True, text=True, timeout=timeout
    )


Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="session")
def run() -> Run:
    """Runs a command as from an activated environment, with no `LF_*` setting of the machine."""
    return _run


@pytest.fixture(scope="session")
def published_build() -> Path:
    """The command of the released build; in CI it has to be there."""
    if not PUBLISHED.exists():
        reason = (
            "the released laserfiche-mcp is not installed (make test installs it where a package index can be reached)"
        )
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    return PUBLISHED
