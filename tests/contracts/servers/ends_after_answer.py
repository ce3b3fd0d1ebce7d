"""Answers a call and ends."""

import sys

from speaker import Message, called, reply, serve


def call(request: Message) -> None:
    reply(request, called(request))
    sys.exit(9)


serve(call)
