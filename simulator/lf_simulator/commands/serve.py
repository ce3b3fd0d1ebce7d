"""`lf-simulator serve`: a simulator until somebody stops it."""

from __future__ import annotations

import asyncio
import contextlib
import os
import sys
import threading
from typing import TYPE_CHECKING

from lf_simulator import serving
from lf_simulator.catalogue import version
from lf_simulator.commands.start import running, signals_go_to
from lf_simulator.environment import PASSWORD, USER, base_url

if TYPE_CHECKING:
    from collections.abc import Callable

    from lf_simulator.commands.start import Options, Running


def serve(options: Options, *, until_eof: bool = False) -> None:
    """Serve until SIGINT or SIGTERM, or the end of standard input. Prints where everything is, at last `ready URL`."""
    with asyncio.Runner(loop_factory=serving.loop_factory()) as runner:
        runner.run(_serve(options, until_eof))


async def _serve(options: Options, until_eof: bool) -> None:
    stop = asyncio.Event()
    if until_eof:
        _at_end_of_input(asyncio.get_running_loop(), stop.set)
    with signals_go_to(asyncio.get_running_loop(), lambda _: stop.set()):
        async with running(options) as simulator:
            print(_where_everything_is(simulator), flush=True)  # noqa: T201 - what the command is asked to print
            await stop.wait()


def _at_end_of_input(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    def wait() -> None:
        # Not through sys.stdin: its lock, held by this thread, would stop the interpreter from ending.
        while os.read(sys.stdin.fileno(), 4096):
            pass
        with contextlib.suppress(RuntimeError):  # the loop may have ended meanwhile
            loop.call_soon_threadsafe(call)

    threading.Thread(target=wait, daemon=True).start()


def _where_everything_is(simulator: Running) -> str:
    repository = simulator.repository
    api = f"{base_url(repository, simulator.url)}/{repository.profile.versions[-1]}/Repositories/{repository.id}"
    about = repository.describe()
    return f"""\
Laserfiche simulator {version()}: corpus {about["corpus"]}, {about["entries"]} entries, imitating {about["profile"]}

  API            {api}
  sign-in        user {USER}, password {PASSWORD}
  control plane  {simulator.url}/_sim
  settings       eval "$(lf-simulator env --url {simulator.url})"
  seed           {simulator.seed}  (--seed {simulator.seed} gives the same tokens and ids again)
  stop           Ctrl-C

ready {simulator.url}"""
