"""Who may sign in, what each account is granted, and what the repository is called."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.store.filling import key
from lf_simulator.store.windows_names import without_domain

if TYPE_CHECKING:
    import sqlite3

    from lf_fixtures.model import Account


class AccountRecord(NamedTuple):
    """An account under the name with which it was made."""

    name: str
    has_every_right: bool
    holds_every_tag: bool

    @property
    def is_unlimited(self) -> bool:
        """Whether nothing in the repository is kept from it."""
        return self.has_every_right and self.holds_every_tag


class Grant(NamedTuple):
    """Rights to the entry at a path and to everything below it, until a deeper grant says otherwise."""

    path_key: str
    rights: frozenset[str]
    entry_id: int


_ACCOUNT = "SELECT name, has_every_right, holds_every_tag FROM account WHERE name_key = ?"
_GRANTS = """
SELECT g.path_key, a.rights, g.id FROM account_grant a JOIN entry g ON g.id = a.entry_id
 WHERE a.account_key = ? ORDER BY length(g.path_key) DESC
"""
_LACKED = """
SELECT id FROM tag_definition
 WHERE is_secure AND id NOT IN (SELECT tag_id FROM account_tag WHERE account_key = ?) ORDER BY id
"""


def find(connection: sqlite3.Connection, name: str) -> AccountRecord | None:
    """The account of that name, compared without case."""
    row = connection.execute(_ACCOUNT, (key(name),)).fetchone()
    return None if row is None else AccountRecord(row[0], bool(row[1]), bool(row[2]))


def find_windows(connection: sqlite3.Connection, name: str) -> AccountRecord | None:
    r"""The account of that name, which may come as `domain\user` or `user@domain`.

    The guides ask for these forms where Windows accounts sign in. *Decision*: the domain is not compared, and an
    account that is called just so comes first.
    """
    return find(connection, name) or find(connection, without_domain(name))


def has_password(connection: sqlite3.Connection, account: AccountRecord, password: str) -> bool:
    """Whether that is the account's password, letter by letter."""
    row = connection.execute("SELECT password FROM account WHERE name_key = ?", (key(account.name),)).fetchone()
    return row is not None and row[0] == password


def grants_of(connection: sqlite3.Connection, name: str) -> tuple[Grant, ...]:
    """What an account without every right is granted, the longest paths first."""
    rows = connection.execute(_GRANTS, (key(name),))
    return tuple(Grant(path_key, frozenset(json.loads(rights)), entry_id) for path_key, rights, entry_id in rows)


def lacked_tags_of(connection: sqlite3.Connection, name: str) -> tuple[int, ...]:
    """The security tags that an account does not hold, by id."""
    return tuple(row[0] for row in connection.execute(_LACKED, (key(name),)))


def security_tags(connection: sqlite3.Connection) -> dict[int, str]:
    """All security tags, by id: their names."""
    return dict(connection.execute("SELECT id, name FROM tag_definition WHERE is_secure ORDER BY id"))


def tags_of(connection: sqlite3.Connection, entry_id: int) -> set[int]:
    """The tags that an entry bears, by id."""
    return {row[0] for row in connection.execute("SELECT tag_id FROM entry_tag WHERE entry_id = ?", (entry_id,))}


def names(connection: sqlite3.Connection) -> list[str]:
    """All accounts, by name."""
    return [row[0] for row in connection.execute("SELECT name FROM account ORDER BY name_key")]


def write(connection: sqlite3.Connection, account: Account) -> None:
    """Make an account, or put it in the place of the one of that name. The caller commits.

    Its grants and tags must name entries and tags that exist.
    """
    name_key = key(account.name)
    for table in ("account_grant", "account_tag"):
        connection.execute(f"DELETE FROM {table} WHERE account_key = ?", (name_key,))  # noqa: S608 - names from here
    connection.execute(
        "INSERT INTO account (name, name_key, password, attributes, has_every_right, holds_every_tag) "
        "VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT (name_key) DO UPDATE SET name = excluded.name, "
        "password = excluded.password, attributes = excluded.attributes, "
        "has_every_right = excluded.has_every_right, holds_every_tag = excluded.holds_every_tag",
        (
            *(account.name, name_key, account.password, json.dumps(dict(account.attributes))),
            *(account.grants is None, account.tags is None),
        ),
    )
    connection.execute("INSERT OR IGNORE INTO trustee (name, name_key) VALUES (?, ?)", (account.name, name_key))
    connection.executemany(
        "INSERT INTO account_grant VALUES (?, ?, ?)",
        [(name_key, grant.entry, json.dumps(grant.rights)) for grant in account.grants or ()],
    )
    connection.executemany(
        "INSERT INTO account_tag SELECT ?, id FROM tag_definition WHERE name_key = ?",
        [(name_key, key(tag)) for tag in account.tags or ()],
    )


def repository_name(connection: sqlite3.Connection) -> str:
    """The name that people see; programs use the repository's id."""
    row = connection.execute("SELECT value FROM fact WHERE name = 'repository_name'").fetchone()
    return "" if row is None else row[0]
