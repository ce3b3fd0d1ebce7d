"""A repository that is kept in a file: opened if it is one already, filled if the file is new."""

from __future__ import annotations

import sqlite3
from typing import TYPE_CHECKING

import lf_fixtures
from lf_simulator.checks import BadValue, shown
from lf_simulator.store.database import Database

if TYPE_CHECKING:
    from pathlib import Path

DEFAULT_CORPUS = "demo"


def opened(file: Path, corpus: str | None) -> Database:
    """The database in `file`. A new file gets the corpus, `demo` unless named; an old one must not hold another.

    Raises BadValue for a file that cannot be used, lf_fixtures.UnknownCorpus.
    """
    try:
        database = Database(file)
        if database.is_empty:
            database.close()
            return Database.from_corpus(lf_fixtures.load(corpus or DEFAULT_CORPUS), file)
        held = corpus_of(database)
    except sqlite3.Error as problem:
        raise BadValue(f"database: {file} cannot be used: {problem}") from None
    if corpus is not None and corpus != held:
        database.close()
        raise BadValue(f"database: {file} holds corpus {shown(held)}, not {shown(corpus)}")
    return database


def corpus_of(database: Database) -> str:
    """The name of the corpus that it was filled with. Raises sqlite3.Error when it never was."""
    row = database.connection.execute("SELECT value FROM fact WHERE name = 'corpus'").fetchone()
    return str(row[0])
