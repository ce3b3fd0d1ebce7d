"""Never answers a call of alpha; beta is well."""

from speaker import Message, called, reply, serve


def call(request: Message) -> None:
    if request["params"]["name"] != "alpha":
        reply(request, called(request))


serve(call)
