"""The build under test: its command, and the processes of it that are running, one for each environment."""

import os
import threading
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from lf_contracts.answer import Answer, from_error, from_result
from lf_contracts.errors import CouldNotRun, ServerGone, ServerNoisy, ServerSilent, StartFailed
from lf_contracts.peer import Gone, Peer, Pending, RpcError, Silent
from lf_contracts.process import find

_PREFIX = "LF_"
_MOST_PAGES = 100


@dataclass(frozen=True, slots=True)
class Patience:
    """Seconds: until a server is ready, until a call is answered, until a server ends when its input is closed."""

    start: float = 30.0
    call: float = 20.0
    close: float = 2.0


@dataclass(frozen=True, slots=True)
class Target:
    """The command, with its program found, and the environment it is given besides its LF_* settings."""

    command: tuple[str, ...]
    surroundings: Mapping[str, str]

    @classmethod
    def of(cls, command: Sequence[str], environment: Mapping[str, str] = os.environ) -> "Target":
        """Raises BadUse when there is no such program. Inherited LF_* settings are left out: they are the run's."""
        kept = {name: value for name, value in environment.items() if not name.upper().startswith(_PREFIX)}
        return cls((find(command[0]), *command[1:]), kept)


class PendingCall:
    """A tool call that was sent."""

    def __init__(self, server: "Server", tool: str, pending: Pending) -> None:
        self._server, self.tool, self.pending = server, tool, pending

    def done(self) -> bool:
        """Whether an answer came, or none will come."""
        return self.pending.done()

    def answer(self, timeout: float | None = None) -> Answer:
        """Wait for the answer. Raises ServerGone or ServerSilent."""
        return self._server.answer(self, timeout)


class Server:
    """One process of the build, ready for calls."""

    def __init__(self, peer: Peer, handshake: dict[str, Any], patience: Patience) -> None:
        self.peer, self.handshake = peer, handshake
        self._patience = patience
        self._tools: dict[str, dict[str, Any]] | None = None
        self._noise, self._stderr_mark = 0, 0
        self.silent = False  # it has left a call unanswered
        self.closed = False  # it was ended by the kit

    @property
    def lost(self) -> bool:
        """Whether it ended by itself or hangs: of no use any more."""
        return not self.closed and (self.silent or self.peer.ended)

    def tools(self) -> dict[str, dict[str, Any]]:
        """The tools that it lists, by name; asked for once. Raises CouldNotRun or a kind of it."""
        if self._tools is None:
            self._tools = self._list()
        return self._tools

    def begin(self, tool: str, arguments: Mapping[str, Any]) -> PendingCall:
        """Send a call and return at once."""
        return PendingCall(self, tool, self.peer.begin("tools/call", {"name": tool, "arguments": dict(arguments)}))

    def answer(self, call: PendingCall, timeout: float | None = None) -> Answer:
        """Wait for the answer of a call. A protocol error is an answer too. Raises ServerGone or ServerSilent."""
        try:
            return from_result(self._wait(call.pending, call.tool, timeout))
        except RpcError as refused:
            return from_error(refused.error)

    def answer_so_far(self, call: PendingCall) -> Answer | None:
        """The answer if one has come, else None. Raises ServerGone."""
        return self.answer(call, 0) if call.done() else None

    def cancel(self, call: PendingCall) -> None:
        """Tell the server that the call's answer is no longer wanted."""
        self.peer.cancel(call.pending, "cancelled by the client")

    def mark(self) -> None:
        """A case begins."""
        self._stderr_mark = self.peer.stderr.mark()

    def stderr_since_mark(self) -> str:
        """What it wrote to standard error since the case began, as far as it was kept."""
        return self.peer.stderr.since(self._stderr_mark)

    def last_words(self) -> str:
        """Its last lines of standard error."""
        return self.peer.stderr.lines()

    def close(self, grace: float) -> None:
        """End it in peace."""
        self.closed = True
        self.peer.close(grace)

    def check(self) -> None:
        """A case ends. Raises ServerGone when the process is gone, ServerNoisy when it wrote what is no MCP."""
        if self.closed:
            return
        new, self._noise = self.peer.noise - self._noise, self.peer.noise
        if self.peer.ended:
            raise ServerGone(f"the server ended by itself: {Gone(self.peer.exit_code())}", stderr=self.last_words())
        if new:
            raise ServerNoisy(f"the server wrote to standard output what is no MCP: {_noise(self.peer)}")

    def _list(self) -> dict[str, dict[str, Any]]:
        found: dict[str, dict[str, Any]] = {}
        cursor: str | None = None
        for _ in range(_MOST_PAGES):
            try:
                page = self._wait(
                    self.peer.begin("tools/list", {} if cursor is None else {"cursor": cursor}), "tools/list"
                )
            except RpcError as refused:
                raise CouldNotRun(f"the server does not list its tools: {refused}", stderr=self.last_words()) from None
            tools = page.get("tools")
            rows = tools if isinstance(tools, list) else []
            found.update(
                {row["name"]: row for row in rows if isinstance(row, dict) and isinstance(row.get("name"), str)}
            )
            cursor = page.get("nextCursor")
            if not cursor:
                return found
        raise CouldNotRun(f"the server's list of tools does not end within {_MOST_PAGES} pages")

    def _wait(self, pending: Pending, what: str, timeout: float | None = None) -> dict[str, Any]:
        try:
            return self.peer.result(pending, self._patience.call if timeout is None else timeout)
        except Gone as gone:
            raise ServerGone(f"the server ended during {what}: {gone}", stderr=self.last_words()) from None
        except Silent as silent:
            self.silent = True
            noise = f" (instead came: {_noise(self.peer)})" if self.peer.noise else ""
            raise ServerSilent(f"{what}: {silent}{noise}", stderr=self.last_words()) from None


class Servers:
    """The running processes of one build, for one worker: kept by environment, replaced when dead.

    At most `most` are kept; the one that was not used for longest makes room.
    """

    def __init__(self, target: Target, patience: Patience, most: int = 3) -> None:
        self._target, self._patience, self._most = target, patience, most
        self._running: dict[frozenset[tuple[str, str]], Server] = {}
        self._failed: dict[frozenset[tuple[str, str]], StartFailed] = {}
        self._lock = threading.Lock()
        self._closed = False
        self.handshake: dict[str, Any] | None = None

    def get(self, settings: Mapping[str, str]) -> Server:
        """The process with these LF_* settings, started if need be.

        Raises StartFailed; it does not try twice. Raises ServerGone, once, when the kept process has ended by itself.
        """
        key = frozenset(settings.items())
        server = self._running.get(key)
        if server is not None and server.peer.ended:
            self.drop(server)
            gone = Gone(server.peer.exit_code())
            raise ServerGone(f"the server ended by itself between two cases: {gone}", stderr=server.last_words())
        if server is None:
            server = self._start(key, settings)
        with self._lock:
            if self._running.pop(key, None) is not None:
                self._running[key] = server  # at the end: the order is that of the last use
            crowd = [self._running.pop(old) for old in list(self._running)[: -self._most]]
        for old in crowd:
            old.close(self._patience.close)
        return server

    def forget(self, settings: Mapping[str, str]) -> None:
        """End the process with these settings, so that the next one starts anew."""
        server = self._running.pop(frozenset(settings.items()), None)
        if server is not None:
            server.close(self._patience.close)

    def drop(self, server: Server) -> None:
        """End a process that died or hangs, without waiting for it."""
        for key, running in list(self._running.items()):
            if running is server:
                self._running.pop(key, None)
        server.peer.kill()

    def close(self) -> None:
        """End all of them. May be called from another thread than the one that uses them, to stop it."""
        with self._lock:
            self._closed = True
            left, self._running = list(self._running.values()), {}
        enders = [threading.Thread(target=server.close, args=(self._patience.close,)) for server in left]
        for ender in enders:
            ender.start()
        for ender in enders:
            ender.join()

    def _start(self, key: frozenset[tuple[str, str]], settings: Mapping[str, str]) -> Server:
        if key in self._failed:
            raise self._failed[key]
        if self._failed and self.handshake is None:
            raise next(iter(self._failed.values()))  # it has never been ready: other settings will not help
        with self._lock:
            if self._closed:
                raise CouldNotRun("the run was stopped")
            peer = self._spawn({**self._target.surroundings, **settings})
            # Known to `close` from its first moment on, so that no interruption can leave it behind.
            server = self._running[key] = Server(peer, {}, self._patience)
        try:
            server.handshake = peer.initialize(self._patience.start)
        except (Gone, Silent, RpcError) as trouble:
            self._failed[key] = self._explain(peer, trouble)
            self.drop(server)
            raise self._failed[key] from None
        self.handshake = server.handshake
        return server

    def _spawn(self, environment: Mapping[str, str]) -> Peer:
        try:
            return Peer(self._target.command, environment)
        except OSError as error:
            raise StartFailed(f"the server could not be started: {error.strerror or error}") from None

    def _explain(self, peer: Peer, trouble: Exception) -> StartFailed:
        said = {Gone: "the server ended before it was ready: ", Silent: "the server never became ready: "}
        message = said.get(type(trouble), "the server refused the handshake: ") + str(trouble)
        if peer.noise:
            message += f" (instead came: {_noise(peer)})"
        return StartFailed(message, stderr=peer.stderr.lines())


def _noise(peer: Peer) -> str:
    """The junk that is worth quoting."""
    if peer.junk:
        return repr(peer.junk[-1])
    return f"an answer with the id {peer.strays[-1]!r}, which nobody asked for"
