"""Starting and ending the processes of a run, so that none is left behind."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from lf_contracts.errors import BadUse

_POSIX = os.name == "posix"


def find(command: str) -> str:
    """The program that this word means: on PATH, else beside the running interpreter. Raises BadUse."""
    found = shutil.which(command) or shutil.which(command, path=str(Path(sys.executable).parent))
    if found is None:
        raise BadUse(f"cannot start {command!r}: there is no such program on PATH; give its name or its path")
    return found


def start(command: Sequence[str], environment: Mapping[str, str], *, stdin: bool) -> subprocess.Popen[bytes]:
    """Start a process with pipes, in a group of its own: Ctrl-C reaches the kit alone, which then ends its children."""
    return subprocess.Popen(  # noqa: S603 -- starting the command under test is what the kit is for
        command,
        stdin=subprocess.PIPE if stdin else subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=dict(environment),
        start_new_session=_POSIX,
    )


def end(process: subprocess.Popen[bytes], *, ask_first: bool, grace: float) -> int:
    """Wait `grace` seconds for an end by itself (not with `ask_first`), then ask, then force. Gives the exit code."""
    steps = (signal.SIGTERM, _force()) if ask_first else (None, signal.SIGTERM, _force())
    for step in steps:
        if step is not None:
            send(process, step)
        try:
            return process.wait(grace)
        except subprocess.TimeoutExpired:
            continue
    return process.wait()


def send(process: subprocess.Popen[bytes], what: signal.Signals) -> None:
    """Send a signal to the process and to whatever it started; nothing happens when they are gone."""
    try:
        if _POSIX:
            os.killpg(process.pid, what)
        else:
            process.send_signal(what)
    except (ProcessLookupError, PermissionError):
        pass


def force(process: subprocess.Popen[bytes]) -> None:
    """End at once whatever of it is still there."""
    send(process, _force())


def _force() -> signal.Signals:
    return signal.SIGKILL if _POSIX else signal.SIGTERM
