"""Copying entries against the schema: whoever adds a table of entries has to say whether it is copied."""

from __future__ import annotations

from importlib.resources import files

from lf_simulator.store.copying import COPIED, NOT_COPIED, OWN
from lf_simulator.store.database import Database


def test_every_table_of_entries_is_copied_or_said_not_to_be():
    schema = Database()
    schema.connection.executescript(files("lf_simulator.store").joinpath("schema.sql").read_text(encoding="utf-8"))
    tables = [name for (name,) in schema.connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]

    def columns(table: str) -> set[str]:
        return {row[1] for row in schema.connection.execute(f"PRAGMA table_info({table})")}

    assert {table for table in tables if "entry_id" in columns(table)} == {*COPIED, *NOT_COPIED}
    assert columns("entry") >= OWN
    schema.close()
