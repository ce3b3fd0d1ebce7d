"""Keeping the text index of a repository as the imitated build has it: its words, and how far it is behind."""

from __future__ import annotations

import math
from contextlib import contextmanager
from typing import TYPE_CHECKING

from lf_simulator.search.words import tokenizer
from lf_simulator.store import text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

    from lf_simulator.profiles import Profile
    from lf_simulator.store.database import Database


class Indexing:
    """What is known of a repository's index, so that a profile without a lag costs one comparison a request.

    *Decisions*: another tokenizer takes effect at once, with all entries indexed anew. What waits when a repository
    begins (a fork, a reset, a file that is opened again) is indexed at its first request, for its clock is another.
    """

    def __init__(self, making: text.Making | None = None) -> None:
        """`making` is how the index was made, None where that has to be looked up."""
        self.making = making
        self._profile: Profile | None = None

    def follow(self, database: Database, profile: Profile, now: float) -> None:
        """Make the index what it has to be at that second of the clock under that profile."""
        if profile is not self._profile:
            self._change(database, profile)
            self._profile = profile
        if profile.index_lag_seconds:
            with _together(database.connection) as connection:
                text.settle(connection, now)

    def written(self, connection: sqlite3.Connection, profile: Profile, now: float) -> None:
        """Note when what was written until now will be found."""
        if profile.index_lag_seconds:
            with _together(connection):
                text.stamp(connection, now + profile.index_lag_seconds)

    def _change(self, database: Database, profile: Profile) -> None:
        wanted = text.Making(tokenizer(profile), waits=profile.index_lag_seconds > 0)
        before = self.making or text.making_of(database.connection)
        begins = self._profile is None and before.waits
        if wanted != before or begins:
            with _together(database.connection) as connection:
                text.set_making(connection, wanted)
                if begins:
                    text.settle(connection, math.inf)
        self.making = wanted


@contextmanager
def _together(connection: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """All or nothing, and kept at once unless something else is being written."""
    connection.execute("SAVEPOINT indexing")
    try:
        yield connection
    except BaseException:
        connection.execute("ROLLBACK TO indexing")
        raise
    finally:
        connection.execute("RELEASE indexing")
