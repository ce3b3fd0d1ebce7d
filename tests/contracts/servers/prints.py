"""Answers well, and prints to its standard output before it does."""

from speaker import Message, called, reply, serve


def call(request: Message) -> None:
    print("debug: here", flush=True)  # noqa: T201 -- this is the mistake
    reply(request, called(request))


serve(call)
