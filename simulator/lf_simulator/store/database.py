"""The SQLite database of one repository: made by `schema.sql`, filled from a corpus, copied whole."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING
from weakref import WeakSet

from lf_simulator.store import filling, schema

if TYPE_CHECKING:
    from pathlib import Path

    from lf_fixtures.model import Corpus

STATEMENTS_KEPT = 256
LOG_PAGES = 8000
"""Pages of 4 KiB that gather in memory before they are written to the log, and there before they are moved to the file:
three files of 10 MiB, say. No multiple of 256: SQLite 3.40 takes that for 0, and never writes before the end.
"""


class Database:
    """One repository's tables. Only the event loop's thread uses it, and nothing waits between a read and its write.

    A copy in memory is made when it is first looked at, and a snapshot of what has not changed since the last one is
    that one: a repository that no test has called yet costs next to nothing.
    """

    __slots__ = ("_changes", "_connection", "_file", "_origin", "_read")

    def __init__(self, file: Path | None = None) -> None:
        """An empty database without tables: in memory, or in `file`, which is made when it is not there."""
        self._file = file
        self._connection: sqlite3.Connection | None = _connect(file)
        self._origin: bytes | None = None
        self._changes = 0
        self._read: WeakSet[sqlite3.Blob] = WeakSet()

    @classmethod
    def from_corpus(cls, corpus: Corpus, file: Path | None = None) -> Database:
        """A database that holds `corpus`, its text index filled. `file` must not hold tables yet."""
        database = cls(file)
        schema.create(database.connection)
        filling.fill(database.connection, corpus)
        database.connection.commit()
        return database

    @classmethod
    def from_snapshot(cls, snapshot: bytes, file: Path | None = None) -> Database:
        """A database that starts as a copy of the one `snapshot` was taken from."""
        database = cls(file)
        database.restore(snapshot)
        return database

    @property
    def connection(self) -> sqlite3.Connection:
        """Where the tables are read and written. `restore` puts another one in its place."""
        return self._connection or self._opened()

    @property
    def is_empty(self) -> bool:
        """Whether there are no tables: the state of a new file."""
        return self.connection.execute("SELECT 1 FROM sqlite_schema").fetchone() is None

    @property
    def is_current(self) -> bool:
        """Whether its tables are those that this release makes: a file may have been made by an older one."""
        return schema.is_current(self.connection)

    def open_file(self, entry_id: int) -> sqlite3.Blob:
        """The electronic file of an entry, to be read in pieces. Raises sqlite3.Error where there is none.

        It cannot be read any more once it is changed or deleted, or `restore` has put other tables in their place.
        """
        blob = self.connection.blobopen("edoc", "data", entry_id, readonly=True)
        self._read.add(blob)
        return blob

    def snapshot(self) -> bytes:
        """The whole database as bytes; what is not committed yet is committed first."""
        if self._origin is None or self._has_changed():
            connection = self.connection
            connection.commit()
            self._origin, self._changes = _as_in_memory(connection.serialize()), connection.total_changes
        return self._origin

    def restore(self, snapshot: bytes) -> None:
        """Become a copy of the database that `snapshot` was taken from."""
        if self._file is None:
            # A connection that has searched must not be deserialised into: the text index keeps statements of its own,
            # which outlive the pages they were made for (SQLite 3.40 crashes). So a new one will take its place.
            self.close()
            self._connection, self._origin = None, snapshot
            return
        # Deserialising would turn a database on disk into one in memory, so its pages are copied instead.
        self.connection.rollback()
        for blob in self._read:
            blob.close()  # nothing can be copied over tables that are being read
        source = sqlite3.connect(":memory:")
        try:
            source.deserialize(snapshot)
            source.backup(self.connection)
        finally:
            source.close()
        self._origin, self._changes = snapshot, self.connection.total_changes

    def close(self) -> None:
        """Let go of the memory or the file, keeping what was committed."""
        if self._connection is not None:
            self._connection.close()

    def _opened(self) -> sqlite3.Connection:
        connection = _connect(None)
        if self._origin is not None:
            connection.deserialize(self._origin)
        self._connection, self._changes = connection, connection.total_changes
        return connection

    def _has_changed(self) -> bool:
        """Whether rows were written since `_origin` was taken; what was taken back again counts too."""
        return self._connection is not None and self._connection.total_changes != self._changes


def _as_in_memory(content: bytes) -> bytes:
    """The same database without its mark of a log (file format, bytes 18 and 19), which no copy in memory can have."""
    return content if content[18:20] == b"\x01\x01" else b"%b\x01\x01%b" % (content[:18], content[20:])


def _connect(file: Path | None) -> sqlite3.Connection:
    connection = sqlite3.connect(file or ":memory:", cached_statements=STATEMENTS_KEPT)
    connection.execute("PRAGMA foreign_keys = ON")
    if file is not None:  # what was answered outlives the process and the machine, for one sync a request
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        # Room made for a file is written when it is filled, and not before; of a very large one some is written twice
        connection.execute(f"PRAGMA cache_spill = {LOG_PAGES}")
        connection.execute(f"PRAGMA wal_autocheckpoint = {LOG_PAGES}")
    return connection
