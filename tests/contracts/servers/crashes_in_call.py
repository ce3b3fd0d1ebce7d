"""Ends in the middle of a call of alpha; beta is well."""

import os
import sys

from speaker import Message, called, reply, serve


def call(request: Message) -> None:
    if request["params"]["name"] == "alpha":
        sys.stderr.write("about to fall over\n")
        sys.stderr.flush()
        os._exit(7)
    reply(request, called(request))


serve(call)
