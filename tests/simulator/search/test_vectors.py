"""The three lists beside this module: commands with what they find, commands that are refused, commands that parse."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from lf_simulator.search import QueryError, find, parse

if TYPE_CHECKING:
    import sqlite3

HERE = Path(__file__).parent


def blocks(name: str) -> list[dict[str, str]]:
    """Blocks of `key  value` lines, parted by empty lines; what begins with # is a remark."""
    text = "\n".join(line for line in (HERE / name).read_text().split("\n") if not line.startswith("# "))
    found = [dict(line.partition(" ")[::2] for line in block.split("\n") if line) for block in text.split("\n\n")]
    return [{key: value.strip() for key, value in block.items()} for block in found if block]


FOUND = blocks("found.txt")
REFUSED = blocks("refused.txt")
ACCEPTED = [line for line in (HERE / "accepted.txt").read_text().splitlines() if line and not line.startswith("# ")]


def test_the_lists_are_read_whole() -> None:
    assert (len(FOUND) > 190, len(REFUSED) > 100, len(ACCEPTED) > 50) == (True, True, True)
    assert all(block.keys() == {"find", "tree", "ids"} for block in FOUND)


@pytest.mark.parametrize("vector", FOUND, ids=lambda vector: vector["find"])
def test_a_command_has_its_tree_and_finds_its_entries(vector: dict[str, str], shared: sqlite3.Connection) -> None:
    node = parse(vector["find"])
    assert str(node) == vector["tree"]
    assert find(shared, node) == [int(id_) for id_ in vector["ids"].split() if id_ != "-"]


@pytest.mark.parametrize("vector", REFUSED, ids=lambda vector: vector["refuse"] or "nothing")
def test_a_mistake_has_its_code_its_column_and_its_sentence(vector: dict[str, str], shared: sqlite3.Connection) -> None:
    with pytest.raises(QueryError) as caught:
        find(shared, parse(vector["refuse"]))
    error = caught.value
    assert (error.code, error.column) == (int(vector["code"]), int(vector["column"]))
    assert (error.message, error.hint) == (vector["says"], vector.get("hint", ""))


@pytest.mark.parametrize("command", ACCEPTED)
def test_what_real_programs_send_parses(command: str) -> None:
    assert str(parse(command))
