"""The tables of a repository, and the mark by which a file tells whether it holds these or those of another release."""

from __future__ import annotations

import re
import zlib
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import sqlite3

_LARGEST_MARK = 2**31 - 1
_REMARK = re.compile(r"--[^\n]*")


def create(connection: sqlite3.Connection) -> None:
    """Make all tables in an empty database. The caller commits."""
    connection.executescript(_statements())
    connection.execute(f"PRAGMA user_version = {mark()}")


def is_current(connection: sqlite3.Connection) -> bool:
    """Whether the tables of a database are those that this release makes."""
    return bool(connection.execute("PRAGMA user_version").fetchone()[0] == mark())


@cache
def mark() -> int:
    """A number that is another one for other tables. It follows from the statements, so that nobody has to raise it."""
    bare = " ".join(_REMARK.sub("", _statements()).split())
    return zlib.crc32(bare.encode()) & _LARGEST_MARK


def _statements() -> str:
    return files(__package__).joinpath("schema.sql").read_text(encoding="utf-8")
