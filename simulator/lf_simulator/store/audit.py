"""Audit reasons, and the attributes of accounts: what the administrator of a repository has put down for its users."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.store.filling import key

if TYPE_CHECKING:
    import sqlite3


class AuditReason(NamedTuple):
    """`event` is DeleteEntry or ExportDocument."""

    id: int
    name: str
    event: str


def audit_reasons(connection: sqlite3.Connection) -> list[AuditReason]:
    """All reasons, by ascending id."""
    rows = connection.execute("SELECT id, name, event FROM audit_reason ORDER BY id")
    return [AuditReason._make(row) for row in rows]


def is_reason(connection: sqlite3.Connection, reason_id: int, event: str) -> bool:
    """Whether there is that reason for that event."""
    query = "SELECT 1 FROM audit_reason WHERE id = ? AND event = ?"
    return connection.execute(query, (reason_id, event)).fetchone() is not None


def attributes_of(connection: sqlite3.Connection, user: str) -> dict[str, str]:
    """The attributes of one account, by key."""
    row = connection.execute("SELECT attributes FROM account WHERE name_key = ?", (key(user),)).fetchone()
    return dict(json.loads(row[0])) if row is not None else {}


def attributes_of_everyone(connection: sqlite3.Connection) -> dict[str, str]:
    """The attributes of the group Everyone, by key."""
    return dict(connection.execute("SELECT name, value FROM everyone_attribute ORDER BY name").fetchall())
