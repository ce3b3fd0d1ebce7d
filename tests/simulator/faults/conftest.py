"""A served simulator that each test of this folder may put faults into, and clients of it."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from lf_simulator import Laserfiche, Simulator

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator


@pytest.fixture(scope="session")
def simulator() -> Iterator[Simulator]:
    with Simulator(seed=1) as made:
        yield made


@pytest.fixture(params=["v1-selfhosted", "v2-selfhosted"])
def held(simulator: Simulator, request: pytest.FixtureRequest) -> Iterator[Laserfiche]:
    """A repository of its own for each test, on both dialects."""
    made = simulator.create(profile=request.param)
    yield made
    simulator.delete(made)


@pytest.fixture
def client(held: Laserfiche) -> Iterator[httpx.Client]:
    headers = {"Authorization": f"Bearer {held.token()}"}
    with httpx.Client(base_url=held.url, headers=headers, timeout=20, verify=False) as made:
        yield made


@pytest.fixture
def arm(held: Laserfiche) -> Callable[..., None]:
    """`arm("hang", phase="after")` on GetEntry, once."""

    def arm(kind: str, operations: str = "GetEntry", **keys: Any) -> None:
        held.faults.add(operations, kind, **{"times": 1, **keys})

    return arm


@pytest.fixture
def all_fired(held: Laserfiche) -> Callable[[], None]:
    """Asserts that each armed rule has fired once. A client that gives up early may be faster than the server, which
    meets the fault all the same."""

    def check() -> None:
        patience = time.monotonic() + 20
        while any(not rule["fired"] for rule in held.faults.rules) and time.monotonic() < patience:
            pass
        armed = held.faults.rules
        assert [rule["fired"] for rule in armed] == [1] * len(armed)

    return check
