"""The sample repository that the vectors beside it speak of, as a database."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import configuration, settings

from lf_fixtures import load
from lf_simulator.store.database import Database

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

# Examples are not remembered between runs, so that no folder of them appears in the project.
settings.register_profile("search", database=None, deadline=None)
settings.load_profile("search")
configuration.set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "hypothesis")


@pytest.fixture(scope="session")
def snapshot() -> bytes:
    database = Database.from_corpus(load("search-sample"))
    return database.snapshot()


@pytest.fixture
def connection(snapshot: bytes) -> Iterator[sqlite3.Connection]:
    """The sample repository, for one test alone."""
    database = Database.from_snapshot(snapshot)
    yield database.connection
    database.close()


@pytest.fixture(scope="session")
def shared(snapshot: bytes) -> Iterator[sqlite3.Connection]:
    """The sample repository, for tests that only read."""
    database = Database.from_snapshot(snapshot)
    yield database.connection
    database.close()
