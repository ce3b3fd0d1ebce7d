"""Answers calls of alpha with an id that nobody asked for."""

from speaker import Message, called, reply, serve


def call(request: Message) -> None:
    alpha = request["params"]["name"] == "alpha"
    reply({**request, "id": "999"} if alpha else request, called(request))


serve(call)
