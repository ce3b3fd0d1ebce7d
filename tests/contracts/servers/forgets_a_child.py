"""Starts a child that outlives it and holds its standard output open."""

import subprocess
import sys

from speaker import Message, called, reply, serve

child = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"], stdin=subprocess.DEVNULL)


def call(request: Message) -> None:
    reply(request, {**called(request), "structuredContent": {"mode": "child", "pid": child.pid}})


serve(call)
