"""An MCP client over standard input and output that keeps what a polite client hides.

It needs no event loop and no SDK, starts at once, and shows raw frames, lines that are no MCP, answers that nobody
asked for, standard error and the exit code. It speaks the handshake revisions of the protocol (2024-11-05 to
2025-11-25), which every build up to SDK 2.3 accepts; source: observed with SDK 1.6 to 2.3.
"""

import json
import queue
import subprocess
import threading
import time
from collections import deque
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal

from lf_contracts import process
from lf_contracts.tail import Tail

PROTOCOL_VERSION = "2025-11-25"

LONGEST_LINE = 64 * 1024 * 1024
"""Bytes. A longer line is taken for junk (*decision*: it protects the kit's own memory)."""

_KEPT_FRAMES = 64
_KEPT_JUNK = 20


class RpcError(Exception):
    """The server refused a request. `error` is its error object."""

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(str(error.get("message", error)))
        self.error = error


class Silent(Exception):
    """No answer within the time."""


class Gone(Exception):
    """The server has closed its output. `exit_code` is None when the process still runs."""

    def __init__(self, exit_code: int | None) -> None:
        super().__init__(f"exit code {exit_code}" if exit_code is not None else "it closed its standard output")
        self.exit_code = exit_code


@dataclass(frozen=True, slots=True)
class Frame:
    """One message. `at`: seconds of the monotonic clock."""

    direction: Literal["sent", "received"]
    at: float
    message: dict[str, Any]


class Pending:
    """A request that was sent. Its answer may be waited for from any thread."""

    def __init__(self, number: int, method: str) -> None:
        self.number, self.method = number, method
        self.reply: dict[str, Any] | None = None
        self._settled = threading.Event()

    def settle(self, reply: dict[str, Any] | None) -> None:
        """The answer, or None when there will be none."""
        self.reply = reply
        self._settled.set()

    def done(self) -> bool:
        """Whether an answer came, or none will come."""
        return self._settled.is_set()

    def wait(self, timeout: float) -> bool:
        """Whether it was done within so many seconds."""
        return self._settled.wait(timeout)


class Peer:
    """One server process. Raises OSError when it cannot be started."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str]) -> None:
        self._process = process.start(command, environment, stdin=True)
        if self._process.stderr is None:
            raise OSError("no pipe for standard error")
        self.stderr = Tail(self._process.stderr)
        self.frames: deque[Frame] = deque(maxlen=_KEPT_FRAMES)
        self.notifications: deque[dict[str, Any]] = deque(maxlen=_KEPT_FRAMES)
        self.junk: deque[str] = deque(maxlen=_KEPT_JUNK)
        self.strays: deque[Any] = deque(maxlen=_KEPT_JUNK)
        self.noise = 0  # how many junk lines and stray answers there were
        self._pending: dict[Any, Pending] = {}
        self._number = 0
        self._lock = threading.Lock()
        self._ended = threading.Event()
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        # Writing has a thread of its own, so that a server that does not read cannot hold a caller up.
        self._threads = [threading.Thread(target=run, daemon=True) for run in (self._read, self._write)]
        for thread in self._threads:
            thread.start()

    @property
    def pid(self) -> int:
        """The process id, which is also the id of its group."""
        return self._process.pid

    @property
    def ended(self) -> bool:
        """Whether the server has closed its output, as a process does that has ended."""
        return self._ended.is_set()

    def exit_code(self, wait: float = 0.5) -> int | None:
        """The exit code; None when the process still runs after so many seconds. Negative: ended by that signal."""
        try:
            code = self._process.wait(wait)
        except subprocess.TimeoutExpired:
            return None
        self.stderr.join(wait)  # its last words are the interesting ones
        return code

    def initialize(self, timeout: float) -> dict[str, Any]:
        """The handshake. Gives the server's result. Raises like `request`."""
        result = self.request(
            "initialize",
            {
                "protocolVersion": PROTOCOL_VERSION,
                "capabilities": {},
                "clientInfo": {"name": "lf-contracts", "version": "0"},
            },
            timeout,
        )
        self.notify("notifications/initialized")
        return result

    def request(self, method: str, params: Mapping[str, Any] | None, timeout: float) -> dict[str, Any]:
        """Send a request and wait for its result. Raises RpcError, Silent (the request is then cancelled) or Gone."""
        return self.result(self.begin(method, params), timeout)

    def begin(self, method: str, params: Mapping[str, Any] | None = None) -> Pending:
        """Send a request and return at once. Any number may be under way."""
        with self._lock:
            self._number += 1
            pending = Pending(self._number, method)
            self._pending[pending.number] = pending
            if self._ended.is_set():
                pending.settle(None)
        self.send({"jsonrpc": "2.0", "id": pending.number, "method": method, **_params(params)})
        return pending

    def result(self, pending: Pending, timeout: float) -> dict[str, Any]:
        """Wait for the result of a request. Raises RpcError, Silent (the request is then cancelled) or Gone."""
        if not pending.wait(timeout):
            self.cancel(pending, "no answer in time")
            raise Silent(f"no answer to {pending.method} within {timeout:g} s")
        reply = pending.reply
        if reply is None:
            raise Gone(self.exit_code())
        if isinstance(reply.get("result"), dict):
            return dict(reply["result"])
        error = reply.get("error")
        raise RpcError(error if isinstance(error, dict) else {"message": "an answer without result and error"})

    def cancel(self, pending: Pending, reason: str) -> None:
        """Tell the server that the answer is no longer wanted. One that comes all the same is still taken."""
        self.notify("notifications/cancelled", {"requestId": pending.number, "reason": reason})

    def notify(self, method: str, params: Mapping[str, Any] | None = None) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method, **_params(params)})

    def send(self, message: dict[str, Any]) -> None:
        """Send a message as it is."""
        self.frames.append(Frame("sent", time.monotonic(), message))
        self.send_line(json.dumps(message, ensure_ascii=False).encode())

    def send_line(self, line: bytes) -> None:
        """Send any bytes as one line."""
        self._outbox.put(line + b"\n")

    def close(self, grace: float = 2.0) -> int:
        """Close its input, wait `grace` seconds, ask it to end, wait again, force it. Gives the exit code."""
        self._outbox.put(None)
        code = process.end(self._process, ask_first=False, grace=grace)
        self._threads[0].join(0.2)
        if self._threads[0].is_alive():  # something that it started still holds the pipe
            process.force(self._process)
        for thread in self._threads:
            thread.join(grace)
        self.stderr.join(grace)
        return code

    def kill(self) -> None:
        """End it at once."""
        process.force(self._process)
        self.close(grace=1.0)

    def _write(self) -> None:
        pipe = self._process.stdin
        if pipe is None:
            return
        try:
            while (line := self._outbox.get()) is not None:
                pipe.write(line)
                pipe.flush()
        except OSError:
            pass  # it no longer reads: the reading side will say that it has ended
        with suppress(OSError):
            pipe.close()

    def _read(self) -> None:
        pipe = self._process.stdout
        if pipe is None:
            return
        while line := pipe.readline(LONGEST_LINE):
            self._take(line)
        pipe.close()
        with self._lock:
            self._ended.set()
            left = [pending for pending in self._pending.values() if not pending.done()]
        for pending in left:
            pending.settle(None)

    def _take(self, line: bytes) -> None:
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
            if line.strip():
                self.junk.append(line[:200].decode("utf-8", "replace").rstrip())
                self.noise += 1
            return
        self.frames.append(Frame("received", time.monotonic(), message))
        if "method" in message:
            self._heard(message)
            return
        number = message.get("id")
        with self._lock:
            pending = self._pending.pop(number, None) if type(number) is int else None
        if pending is None:
            self.strays.append(number)
            self.noise += 1
        else:
            pending.settle(message)

    def _heard(self, message: dict[str, Any]) -> None:
        """A request or a notification of the server. It is offered nothing but an answer to its ping."""
        if "id" not in message:
            self.notifications.append(message)
        elif message["method"] == "ping":
            self.send({"jsonrpc": "2.0", "id": message["id"], "result": {}})
        else:
            refusal = {"code": -32601, "message": f"this client does not offer {message['method']}"}
            self.send({"jsonrpc": "2.0", "id": message["id"], "error": refusal})


def _params(params: Mapping[str, Any] | None) -> dict[str, Any]:
    return {} if params is None else {"params": dict(params)}
