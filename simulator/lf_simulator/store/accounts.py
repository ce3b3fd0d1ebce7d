"""Who may sign in, and what the repository is called."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator.store.filling import key

if TYPE_CHECKING:
    import sqlite3


def user_with_password(connection: sqlite3.Connection, name: str, password: str) -> str | None:
    """The account's name as it was made, or None: names are compared without case, passwords with it."""
    row = connection.execute("SELECT name, password FROM account WHERE name_key = ?", (key(name),)).fetchone()
    return row[0] if row is not None and row[1] == password else None


def repository_name(connection: sqlite3.Connection) -> str:
    """The name that people see; programs use the repository's id."""
    row = connection.execute("SELECT value FROM fact WHERE name = 'repository_name'").fetchone()
    return "" if row is None else row[0]
