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
        if not database.is_current:
            database.close()
            raise BadValue(
                f"database: {file} was made by another release and has other tables; "
                "move it away or delete it, and it is made anew"
            )
        if corpus in (None, held):
            _begin_a_life(database)
            return database
    except sqlite3.Error as problem:
        raise BadValue(f"database: {file} cannot be used: {problem}") from None
    database.close()
    raise BadValue(f"database: {file} holds corpus {shown(held)}, not {shown(corpus)}")


def lives_before(database: Database) -> int:
    """How often it was opened before this time. Sessions and tasks end with each life; what was written does not."""
    row = database.connection.execute("SELECT value FROM fact WHERE name = 'lives'").fetchone()
    return 0 if row is None else int(row[0])


def _begin_a_life(database: Database) -> None:
    with database.connection as connection:
        lives = lives_before(database) + 1
        connection.execute("INSERT OR REPLACE INTO fact (name, value) VALUES ('lives', ?)", (str(lives),))


def corpus_of(database: Database) -> str:
    """The name of the corpus that it was filled with. Raises sqlite3.Error when it never was."""
    row = database.connection.execute("SELECT value FROM fact WHERE name = 'corpus'").fetchone()
    if row is None:
        raise sqlite3.DatabaseError("it was never filled to the end")
    return str(row[0])
