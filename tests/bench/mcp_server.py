"""The MCP server as a process: its start, one call of a tool, and the memory that a large document costs it."""

from __future__ import annotations

import contextlib
import json
import os
import statistics
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
from processes import COMMANDS, SIMULATOR, Row, Started, resident_mib, sign_in, started

OURS = [str(COMMANDS / "lf-mcp")]
PUBLISHED = [str(COMMANDS.parents[1] / ".venv-published/bin/laserfiche-mcp")]
STARTS, CALLS = 5, 200
MIB = 1024 * 1024
BIG = 200 * MIB


class Conversation:
    """JSON-RPC with a server on its standard input and output."""

    def __init__(self, command: list[str], settings: dict[str, str]) -> None:
        clean = {name: value for name, value in os.environ.items() if not name.startswith("LF_")}
        self.begin = time.perf_counter()
        self.process = subprocess.Popen(
            command,
            env=clean | settings,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        self._number = 0
        hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "bench", "version": "0"}}
        self.ask("initialize", hello)
        self._send({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def _send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message) + "\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any] | None = None) -> Any:
        self._number += 1
        self._send({"jsonrpc": "2.0", "id": self._number, "method": method, "params": params or {}})
        assert self.process.stdout is not None
        for line in self.process.stdout:
            answer = json.loads(line)
            if answer.get("id") == self._number:
                return answer["result"]
        raise SystemExit("the server ended")

    def call(self, tool: str, **arguments: Any) -> Any:
        answer = self.ask("tools/call", {"name": tool, "arguments": arguments})["structuredContent"]
        assert answer.get("mode") != "error", answer
        return answer

    def median(self, method: str, params: dict[str, Any]) -> float:
        seconds = []
        for _ in range(CALLS):
            begin = time.perf_counter()
            self.ask(method, params)
            seconds.append(time.perf_counter() - begin)
        return statistics.median(seconds)


@contextlib.contextmanager
def conversation(command: list[str], settings: dict[str, str]) -> Iterator[Conversation]:
    talk = Conversation(command, settings)
    try:
        yield talk
    finally:
        talk.process.kill()
        talk.process.wait(10)


def settings_of(simulator: Started) -> dict[str, str]:
    found: dict[str, str] = httpx.get(f"{simulator.url}/_sim/repositories").json()["repositories"][0]["env"]
    return {**found, "LF_REQUEST_TIMEOUT_SECONDS": "120"}


def server_start() -> list[Row]:
    """From the start of the process until its tools are listed, beside the published build where it is installed."""

    def once(command: list[str], settings: dict[str, str]) -> float:
        with conversation(command, settings) as talk:
            talk.ask("tools/list")
            return time.perf_counter() - talk.begin

    with started([*SIMULATOR, "v1-selfhosted"]) as simulator:
        settings = settings_of(simulator)
        commands = [OURS, PUBLISHED] if Path(PUBLISHED[0]).exists() else [OURS, OURS]
        rounds = [[once(command, settings) for command in commands] for _ in range(STARTS)]
    ours, theirs = (statistics.median(column) for column in zip(*rounds, strict=True))
    return [
        Row("`lf-mcp`: start until its tools are listed", "< published 2.6.2", f"{ours:.2f} s",
            f"{theirs:.2f} s laserfiche-mcp 2.6.2", f"{ours / theirs:.2f}×")
    ]  # fmt: skip


def tool_call() -> list[Row]:
    """One tool that reads, over standard input and output, beside its request alone and a call that does nothing."""
    with started([*SIMULATOR, "v1-selfhosted"]) as simulator:
        api, headers = sign_in(simulator)
        with conversation(OURS, settings_of(simulator)) as talk:
            talk.call("laserfiche_entry_get", entry_id=604)
            ours = talk.median("tools/call", {"name": "laserfiche_entry_get", "arguments": {"entry_id": 604}})
            empty = talk.median("ping", {})
        seconds = []
        with httpx.Client(headers=headers) as http:
            for _ in range(CALLS):
                begin = time.perf_counter()
                http.get(f"{api}/Entries/604").json()
                seconds.append(time.perf_counter() - begin)
    limit = statistics.median(seconds) + empty
    return [
        Row("`lf-mcp`: one `entry_get` over stdio, median", "≤ 1.5× bare", f"{ours * 1000:.1f} ms",
            f"{limit * 1000:.1f} ms the request by httpx, and an empty call", f"{ours / limit:.1f}×")
    ]  # fmt: skip


def large_text() -> list[Row]:
    """A text file of 200 MiB, read by its window: what the process grows by at most."""
    with started([*SIMULATOR, "v1-selfhosted"]) as simulator:
        httpx.put(
            f"{simulator.url}/_sim/repositories/demo/profile",
            json={"name": "v1-selfhosted", "overrides": {"upload_limit": 2 * BIG}},
        ).raise_for_status()
        api, headers = sign_in(simulator)
        part = {"electronicDocument": ("big.txt", b"the balance is due\n" * (BIG // 19), "text/plain")}
        made = httpx.post(f"{api}/Entries/1/big.txt", headers=headers, files=part, timeout=300)
        entry = made.json()["operations"]["entryCreate"]["entryId"]
        with conversation(OURS, settings_of(simulator)) as talk:
            talk.call("laserfiche_document_get_edoc", entry_id=18, mode="text")
            before = resident_mib(talk.process.pid)
            resident_mib(talk.process.pid, forget_peak=True)
            begin = time.perf_counter()
            arguments = {"mode": "text", "max_bytes": 2 * BIG, "text_char_limit": 1000, "char_offset": 100_000_000}
            talk.call("laserfiche_document_get_edoc", entry_id=entry, **arguments)
            seconds = time.perf_counter() - begin
            grown = resident_mib(talk.process.pid, peak=True) - before
    return [
        Row("`lf-mcp`: memory while a document of 200 MiB is read as text", "≤ 64 MiB", f"{grown:.0f} MiB",
            f"read in {seconds:.1f} s", "–")
    ]  # fmt: skip
