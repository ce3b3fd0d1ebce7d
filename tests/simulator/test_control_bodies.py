"""Bodies for the control plane over real HTTP: what is too long is refused without being kept, half a one is none."""

from __future__ import annotations

import socket
import tracemalloc
from urllib.parse import urlsplit

import httpx
import pytest
from tests.simulator.over_http import PATIENCE_SECONDS, served

from lf_simulator.control import ROUTES
from lf_simulator.control_body import BODY_BYTES

MIB = 1024 * 1024
LEVERS = [
    (method, path.replace("{id}", "v2"))
    for path, by_method in ROUTES.items()
    for method in by_method
    if method in ("POST", "PUT")
]


@pytest.fixture(scope="module")
def simulator():
    with served() as made:
        yield made


def state(simulator):
    def look(registry):
        held = registry.get("v2")
        return (
            *([each.id for each in registry.all()], held.profile, held.faults.describe(), held.clock.is_frozen),
            held.sessions.find(simulator.tokens["v2"]) is not None,
        )

    return simulator.contents("v2"), simulator.inside(look)


@pytest.mark.parametrize(("method", "path"), LEVERS, ids=[f"{method} {path}" for method, path in LEVERS])
def test_a_body_of_100_mebibytes_is_refused_and_never_in_memory(simulator, method, path):
    piece = b" " * MIB
    before = state(simulator)
    tracemalloc.start()
    try:
        with httpx.Client(verify=False, timeout=PATIENCE_SECONDS) as client:
            body = (piece for _ in range(100))
            answer = client.request(
                method, simulator.url + path, content=body, headers={"Content-Length": str(100 * MIB)}
            )
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert (answer.status_code, answer.json()) == (413, {"error": f"body: must be no longer than {BODY_BYTES} bytes"})
    assert most < 16 * MIB
    assert state(simulator) == before


@pytest.mark.parametrize(("method", "path"), LEVERS, ids=[f"{method} {path}" for method, path in LEVERS])
def test_a_client_that_leaves_in_the_middle_of_its_body_changes_nothing(simulator, method, path, caplog, capfd):
    before = state(simulator)
    place = urlsplit(simulator.url)
    head = f"{method} {path} HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Length: 500\r\n\r\n"
    with socket.create_connection((place.hostname, place.port), PATIENCE_SECONDS) as link:
        link.sendall(head.encode() + b'{"rules": []')
    assert httpx.get(f"{simulator.url}/_sim/health").status_code == 200
    assert state(simulator) == before
    assert not caplog.records
    assert capfd.readouterr() == ("", "")


def test_a_chain_of_forks_lives_on_without_its_origins(simulator):
    place = "/_sim/repositories"
    with httpx.Client(base_url=simulator.url, verify=False) as client:
        for of, made in (("v2", "child"), ("child", "grandchild"), ("grandchild", "last")):
            assert client.post(place, json={"id": made, "fork_of": of}).status_code == 201
        for gone in ("child", "grandchild"):
            assert client.delete(f"{place}/{gone}").status_code == 204
        refused = client.post(place, json={"fork_of": "child"})
        assert refused.status_code == 400
        assert refused.json() == {"error": 'body: fork_of: unknown repository "child"; there is v1, v2, last'}
        assert client.post(place, json={"id": "youngest", "fork_of": "last"}).status_code == 201
        assert client.get(f"{place}/youngest/entries/604").json()["id"] == 604
        for gone in ("last", "youngest"):
            assert client.delete(f"{place}/{gone}").status_code == 204
