"""Answers well, after more on standard error than any pipe holds."""

import sys

from speaker import Message, called, reply, serve


def call(request: Message) -> None:
    for number in range(20_000):
        sys.stderr.write(f"line {number} of a very talkative log\n")
    sys.stderr.flush()
    reply(request, called(request))


serve(call)
