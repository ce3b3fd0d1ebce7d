"""Answers every call with an error of the protocol."""

from speaker import Message, serve, write


def call(request: Message) -> None:
    write({"jsonrpc": "2.0", "id": request["id"], "error": {"code": -32602, "message": "no such thing"}})


serve(call)
