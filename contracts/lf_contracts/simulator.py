"""The simulator as the kit meets it: a command that is started, and a control plane over HTTP."""

import http.client
import json
import os
import queue
import re
import threading
from collections.abc import Callable, Iterable, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from lf_contracts import process
from lf_contracts.errors import BadUse, SimulatorTrouble
from lf_contracts.tail import Tail

if TYPE_CHECKING:
    import subprocess

COMMAND = "lf-simulator"
CORPUS = "demo"

_READY = re.compile(r"ready (http://\S+)")
_READY_SECONDS = 20.0
_CONTROL_SECONDS = 10.0
_HTTP_PORT = 80


class Simulator:
    """A running simulator. Used with `with`: one that was started here ends there, one that was named is left alone."""

    def __init__(self, url: str | None = None) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._stderr: Tail | None = None
        self.url = url.rstrip("/") if url else ""

    def __enter__(self) -> "Simulator":
        """Raises BadUse when the command is missing, SimulatorTrouble when it does not become ready."""
        try:
            if not self.url:
                self.url = self._start()
            self.health()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process is not None:
            process.end(self._process, ask_first=True, grace=2.0)
            if self._process.stdin is not None:
                self._process.stdin.close()
            self._process = None

    def health(self) -> dict[str, Any]:
        """The control plane's own description. Raises SimulatorTrouble."""
        with Control(self.url, self._ended) as control:
            return control.ask("GET", "/_sim/health")

    def repository(self, profile: str) -> "Repository":
        """A new repository that imitates the profile. Raises SimulatorTrouble."""
        # One that is the run's own gets a fixed name: the same run then has the same bytes in its report.
        control = Control(self.url, self._ended)
        try:
            return Repository(control, profile, profile if self._process else None)
        except SimulatorTrouble:
            control.close()
            raise

    def _ended(self) -> SimulatorTrouble | None:
        """That it has ended, if it was started here and has."""
        if self._process is None or self._stderr is None or self._process.poll() is None:
            return None
        self._stderr.join(0.5)
        return SimulatorTrouble(f"the simulator ended, exit code {self._process.poll()}", stderr=self._stderr.lines())

    def _start(self) -> str:
        program = process.find(COMMAND)
        # Its input is a pipe from here, so it ends with the kit, however that may end.
        self._process = process.start([program, "serve", "--port", "0", "--until-eof"], os.environ, stdin=True)
        stdout, stderr = self._process.stdout, self._process.stderr
        if stdout is None or stderr is None:
            raise SimulatorTrouble("the simulator has no pipes")
        self._stderr = Tail(stderr)
        lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()

        def read() -> None:
            for line in stdout:
                lines.put(line.decode("utf-8", "replace"))
            lines.put(None)
            stdout.close()

        threading.Thread(target=read, daemon=True).start()
        while True:
            try:
                line = lines.get(timeout=_READY_SECONDS)
            except queue.Empty:
                raise SimulatorTrouble(f"the simulator was not ready within {_READY_SECONDS:g} s") from None
            if line is None:
                self._stderr.join(0.5)
                raise SimulatorTrouble("the simulator ended before it was ready", stderr=self._stderr.lines())
            if found := _READY.search(line):
                return found.group(1).rstrip("/")


class Control:
    """The control plane: JSON in, JSON out. Everything that goes wrong is a SimulatorTrouble of one line.

    One connection is kept. The standard library's client is used because a run makes thousands of these requests, and
    it takes a third of the time that a general one takes.
    """

    def __init__(self, url: str, ended: Callable[[], SimulatorTrouble | None]) -> None:
        self.url, self._ended = url, ended
        parts = urlsplit(url)
        self._prefix = parts.path
        if parts.scheme != "http" or not parts.hostname:
            raise BadUse(f"--simulator: {url} is no address of a simulator: such a one begins with http://")
        try:
            self._connection = http.client.HTTPConnection(
                parts.hostname, parts.port or _HTTP_PORT, timeout=_CONTROL_SECONDS
            )
        except ValueError as error:
            raise BadUse(f"--simulator: {url} is no address of a simulator: {error}") from None

    def __enter__(self) -> "Control":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Let the connection go."""
        self._connection.close()

    def ask(self, method: str, path: str, body: Any = None, needs: Iterable[str] = ()) -> dict[str, Any]:
        """One request. Gives the answer's object, empty when there is none. `needs`: members that it must have."""
        status, content = self._exchange(method, path, body)
        good = 200 <= status < 300
        if good and not content:
            return {}
        try:
            answer = json.loads(content)
        except ValueError:
            answer = None
        if not isinstance(answer, dict):
            raise SimulatorTrouble(f"{self.url} is no simulator: {method} {path} answers {status} without JSON")
        if not good:
            said = answer.get("error", content.decode("utf-8", "replace"))
            raise SimulatorTrouble(f"the simulator refuses {method} {path} ({status}): {said}")
        if missing := [key for key in needs if key not in answer]:
            raise SimulatorTrouble(f"the simulator's answer to {method} {path} lacks {missing[0]!r}")
        return answer

    def _exchange(self, method: str, path: str, body: Any) -> tuple[int, bytes]:
        sent = None if body is None else json.dumps(body).encode()
        headers = {} if sent is None else {"Content-Type": "application/json"}
        for last in (False, True):
            kept = self._connection.sock is not None
            try:
                self._connection.request(method, self._prefix + path, sent, headers)
                response = self._connection.getresponse()
                return response.status, response.read()
            except (OSError, http.client.HTTPException) as error:
                self._connection.close()
                # A connection that was kept may have been closed meanwhile, before anything was answered on it.
                if kept and not last and isinstance(error, http.client.RemoteDisconnected | ConnectionError):
                    continue
                said = str(error) or type(error).__name__
                message = f"the simulator at {self.url} does not answer {method} {path}: {said}"
                raise self._ended() or SimulatorTrouble(message) from None
        raise AssertionError("the second try returns or raises")


class Repository:
    """One repository of a run, and its levers. Every method raises SimulatorTrouble."""

    def __init__(self, control: Control, profile: str, name: str | None = None) -> None:
        self._control, self.profile = control, profile
        wish = {"corpus": CORPUS, "profile": profile, **({} if name is None else {"id": name})}
        made = control.ask("POST", "/_sim/repositories", wish, needs=("id", "env"))
        self.id = str(made["id"])
        self.environment: dict[str, str] = {name: str(value) for name, value in made["env"].items()}
        self._path = f"/_sim/repositories/{self.id}"

    def reset(self) -> None:
        """Back to the beginning, profile and faults too; tokens that were given out stay good."""
        self._control.ask("POST", f"{self._path}/reset", {"keep": ["sessions"]})

    def imitate(self, profile: str, overrides: Mapping[str, Any]) -> None:
        """Imitate this build, with some settings changed."""
        self._control.ask("PUT", f"{self._path}/profile", {"name": profile, "overrides": dict(overrides)})

    def arm(self, rules: Iterable[Mapping[str, Any]]) -> None:
        """Add rules to the fault plan."""
        self._control.ask("POST", f"{self._path}/faults", {"rules": [dict(rule) for rule in rules]})

    def faults(self) -> list[dict[str, Any]]:
        """The rules in the order of their arming, each with how often it matched and fired."""
        return list(self._control.ask("GET", f"{self._path}/faults", needs=("rules",))["rules"])

    def journal(self) -> list[dict[str, Any]]:
        """The exchanges since the last reset."""
        return list(self._control.ask("GET", f"{self._path}/journal", needs=("exchanges",))["exchanges"])

    def searches(self) -> dict[str, Any]:
        """The searches that are open, and how many were closed."""
        return self._control.ask("GET", f"{self._path}/searches", needs=("open", "closed"))

    def entry(self, entry_id: int) -> dict[str, Any]:
        """An entry as the store has it."""
        return self._control.ask("GET", f"{self._path}/entries/{entry_id}")

    def delete(self) -> None:
        """Remove it, and let the connection go."""
        try:
            self._control.ask("DELETE", self._path)
        finally:
            self._control.close()
