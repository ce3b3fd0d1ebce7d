"""Files whose tables are not those of this release: refused in one line, and nothing is written to them."""

from __future__ import annotations

import contextlib
import re
import sqlite3
from typing import TYPE_CHECKING

import pytest

from lf_fixtures import load
from lf_simulator import on_disk
from lf_simulator.checks import BadValue
from lf_simulator.store import schema
from lf_simulator.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """A file with a repository in it, as an earlier start has left it."""
    path = tmp_path / "town.sqlite"
    Database.from_corpus(load("search-sample"), path).close()
    return path


def change(file: Path, *statements: str) -> None:
    with contextlib.closing(sqlite3.connect(file)) as connection:
        for statement in statements:
            connection.execute(statement)
        connection.commit()


def test_a_file_of_this_release_is_opened_again(file: Path) -> None:
    with contextlib.closing(on_disk.opened(file, None)) as database:
        assert database.is_current


def test_a_file_with_other_tables_is_refused_in_one_line_and_left_as_it_is(file: Path) -> None:
    change(file, "PRAGMA user_version = 7", "ALTER TABLE entry DROP COLUMN owner")
    before = file.read_bytes()
    with pytest.raises(BadValue) as caught:
        on_disk.opened(file, None)
    assert str(caught.value) == (
        f"database: {file} was made by another release and has other tables; move it away or delete it, "
        "and it is made anew"
    )
    assert file.read_bytes() == before


def test_a_file_without_a_mark_was_made_before_there_were_marks(file: Path) -> None:
    change(file, "PRAGMA user_version = 0")
    with pytest.raises(BadValue, match="was made by another release"):
        on_disk.opened(file, "search-sample")


def test_a_file_whose_first_filling_broke_off_says_so(file: Path) -> None:
    change(file, "DELETE FROM fact")
    with pytest.raises(BadValue, match=f"^database: {re.escape(str(file))} cannot be used: it was never filled"):
        on_disk.opened(file, None)


@pytest.mark.parametrize(
    ("statements", "is_other"),
    [
        (lambda text: text.replace("    owner TEXT,", "    owner TEXT NOT NULL,"), True),
        (lambda text: text + "CREATE INDEX one_more ON entry (creator);\n", True),
        (lambda text: text.replace("-- NULL: the creator", "-- another remark"), False),
        (lambda text: text.replace("    owner TEXT,", "  owner   TEXT,"), False),
    ],
    ids=["a column", "an index", "a remark", "blanks"],
)
def test_the_mark_follows_the_tables_and_not_the_words_about_them(
    monkeypatch: pytest.MonkeyPatch, statements: Callable[[str], str], is_other: bool
) -> None:
    text, mark = schema._statements(), schema.mark()
    assert statements(text) != text
    monkeypatch.setattr(schema, "_statements", lambda: statements(text))
    assert (schema.mark.__wrapped__() != mark) == is_other


def test_the_mark_stays_with_a_copy_of_the_database(tmp_path: Path) -> None:
    with contextlib.closing(Database.from_corpus(load("search-sample"))) as origin:
        snapshot = origin.snapshot()
    for copy in (Database.from_snapshot(snapshot), Database.from_snapshot(snapshot, tmp_path / "copy.sqlite")):
        with contextlib.closing(copy):
            assert copy.is_current
