"""The least that an MCP server on standard input and output must do; the scripts beside it each do one thing wrong."""

import json
import sys
from collections.abc import Callable
from typing import Any

TOOLS = ("alpha", "beta")
"""Tools of an invented contract: `alpha` answers what it is told to, `beta` is a second one."""

Message = dict[str, Any]


def write(message: Message) -> None:
    sys.stdout.write(json.dumps(message) + "\n")
    sys.stdout.flush()


def reply(request: Message, result: Message) -> None:
    write({"jsonrpc": "2.0", "id": request["id"], "result": result})


def handshake(request: Message) -> Message:
    return {
        "protocolVersion": request["params"]["protocolVersion"],
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "fake", "version": "1.2.3"},
    }


def tools(*names: str) -> Message:
    return {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in names]}


def called(request: Message) -> Message:
    """Answers with the arguments, so that a case decides what the answer is."""
    data = {"mode": "echo", **request["params"].get("arguments", {})}
    return {"content": [{"type": "text", "text": json.dumps(data)}], "structuredContent": data}


def serve(call: Callable[[Message], None] | None = None, names: tuple[str, ...] = TOOLS) -> None:
    """Answer until the input ends. `call` takes over tools/call."""
    for line in sys.stdin:
        request = json.loads(line)
        if "id" not in request:
            continue
        if request["method"] == "initialize":
            reply(request, handshake(request))
        elif request["method"] == "tools/list":
            reply(request, tools(*names))
        elif request["method"] == "tools/call":
            call(request) if call is not None else reply(request, called(request))
        else:
            reply(request, {})
