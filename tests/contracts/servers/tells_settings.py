"""Answers a call with its own LF_* settings and its process id."""

import json
import os

from speaker import Message, reply, serve


def call(request: Message) -> None:
    settings = {name: value for name, value in os.environ.items() if name.startswith("LF_")}
    data = {"mode": "settings", "settings": settings, "pid": os.getpid(), "home": os.environ.get("KIT_TEST")}
    reply(request, {"content": [{"type": "text", "text": json.dumps(data)}]})


serve(call)
