"""Faults of the connection, as httpx and as Node's fetch see them, in each phase that they have."""

from __future__ import annotations

import json
import shutil
import subprocess
import time

import httpx
import pytest

ENTRY = "/Entries/604"
PHASES = pytest.mark.parametrize("phase", ["before", "after", "sign-in"])
BROKEN = (httpx.RemoteProtocolError, httpx.ReadError)


@pytest.fixture(autouse=True)
def as_ever_afterwards(client, all_fired):
    yield
    all_fired()
    assert client.get(ENTRY).json()["id"] == 604


@PHASES
def test_a_dropped_connection_ends_without_an_answer(client, arm, phase) -> None:
    arm("drop", phase=phase)
    with pytest.raises(httpx.RemoteProtocolError):
        client.get(ENTRY)


@PHASES
def test_a_reset_connection_is_reset(client, arm, phase) -> None:
    arm("reset", phase=phase)
    with pytest.raises(httpx.ReadError, match="reset"):
        client.get(ENTRY)


@PHASES
def test_a_hanging_exchange_ends_by_the_patience_of_the_client(client, arm, phase) -> None:
    arm("hang", phase=phase)
    with pytest.raises(httpx.ReadTimeout):
        client.get(ENTRY, timeout=0.05)


@PHASES
def test_a_delay_longer_than_the_patience_of_the_client_is_a_timeout(client, arm, phase) -> None:
    arm("delay", phase=phase, wait_ms=60_000)
    with pytest.raises(httpx.ReadTimeout):
        client.get(ENTRY, timeout=0.05)


@PHASES
def test_a_shorter_delay_is_only_felt(client, arm, phase) -> None:
    arm("delay", phase=phase, wait_ms=40, up_to_ms=50, spread="long-tail")
    began = time.monotonic()
    assert client.get(ENTRY).status_code == 200
    assert time.monotonic() - began >= 0.04


@pytest.mark.parametrize("kind", ["drop", "reset", "hang"])
def test_an_answer_breaks_off_in_the_middle_of_its_body(client, arm, kind) -> None:
    whole = client.get(ENTRY).content
    arm(kind, phase="body:20")
    got: list[bytes] = []
    error = httpx.ReadTimeout if kind == "hang" else BROKEN
    with client.stream("GET", ENTRY, timeout=0.1) as answer:
        assert answer.status_code == 200
        with pytest.raises(error):
            got.extend(answer.iter_raw())
    assert b"".join(got) in (whole[:20], b"")  # a reset may overtake what was sent before it


def test_a_delay_in_the_middle_of_a_body_loses_nothing(client, arm) -> None:
    whole = client.get(ENTRY).content
    arm("delay", phase="body:5", wait_ms=10)
    assert client.get(ENTRY).content == whole


@pytest.mark.parametrize("kind", ["drop", "hang"])
@pytest.mark.parametrize("beyond", [0, 1_000_000])
def test_a_stop_at_the_end_or_beyond_it_comes_too_late(client, arm, kind, beyond) -> None:
    whole = client.get(ENTRY).content
    arm(kind, phase=f"body:{len(whole) + beyond}")
    assert client.get(ENTRY).content == whole


def test_without_a_length_the_end_may_fail_to_come(client, arm) -> None:
    whole = client.get(ENTRY).content
    arm("hang", phase=f"body:{len(whole)}")
    arm("no-length")
    with pytest.raises(httpx.ReadTimeout):
        client.get(ENTRY, timeout=0.1)


def test_a_body_drips(client, arm) -> None:
    whole = client.get(ENTRY).content
    arm("drip", bytes_per_second=len(whole) * 10)
    began = time.monotonic()
    assert client.get(ENTRY).content == whole
    assert time.monotonic() - began >= 0.09


def test_more_is_promised_than_comes(client, arm) -> None:
    arm("wrong-length", by=5)
    with pytest.raises(httpx.RemoteProtocolError, match="without sending complete message body"):
        client.get(ENTRY)


def test_less_is_promised_than_comes(client, arm) -> None:
    whole = client.get(ENTRY).content
    arm("wrong-length", by=-5)
    assert client.get(ENTRY).content == whole[:-5]


FETCH = """
const [address, token, limit] = process.argv.slice(1);
const options = { headers: { Authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(Number(limit)) };
const never = new Promise((_, reject) => setTimeout(() => reject(new Error("never")), 2 * Number(limit)));
try {
  const answer = await Promise.race([fetch(address, options), never]);
  const text = await Promise.race([answer.text(), never]);
  console.log(JSON.stringify({ status: answer.status, length: text.length }));
} catch (error) {
  console.log(JSON.stringify({ error: error.cause?.code ?? error.cause?.message ?? error.name }));
}
process.exit(0);
"""
NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="node is not on this machine")
@pytest.mark.parametrize(
    ("kind", "keys", "seen"),
    [
        ("drop", {}, {"UND_ERR_SOCKET", "ECONNRESET"}),
        ("reset", {}, {"ECONNRESET"}),
        ("hang", {}, {"TimeoutError"}),
        ("drop", {"phase": "body:20"}, {"UND_ERR_SOCKET", "ECONNRESET", "terminated"}),
        ("wrong-length", {"by": 5}, {"UND_ERR_SOCKET", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "terminated"}),
        # Depending on how the bytes arrive, Node's fetch never tells of it, and its own limit does not end it either.
        ("broken-gzip", {}, {"Z_DATA_ERROR", "Z_BUF_ERROR", "incorrect data check", "TimeoutError", "Error"}),
    ],
)
def test_node_sees_what_httpx_sees(held, arm, kind, keys, seen) -> None:
    arm(kind, **keys)
    assert NODE is not None
    limit = "2000" if kind in ("hang", "broken-gzip") else "20000"
    command = [NODE, "--input-type=module", "-e", FETCH, f"{held.url}{ENTRY}", held.token(), limit]
    output = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    assert json.loads(output).get("error") in seen
