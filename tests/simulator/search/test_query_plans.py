"""How SQLite answers the main shapes: by an index wherever one can tell, and in one statement."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lf_simulator.search import QueryError, find, parse, parts, prepare
from lf_simulator.search.errors import Code
from lf_simulator.search.reader import Reader
from lf_simulator.search.sql import statement
from lf_simulator.store.sight import Sight

if TYPE_CHECKING:
    import sqlite3

SHAPES = (
    ('"unpaid balance"', ["SCAN text_index VIRTUAL TABLE"]),
    ("prun*", ["SCAN text_index VIRTUAL TABLE"]),
    ("maple ^6 cherry", ["SCAN text_index VIRTUAL TABLE"]),
    ('{LF:LookIn="\\Leases"}', ["SEARCH entry USING COVERING INDEX", "(path_key>? AND path_key<?)"]),
    ('{LF:LookIn="\\Leases", Subfolders=N}', ["SEARCH entry USING COVERING INDEX", "(parent_id=?)"]),
    ('{[]:[Tenant]="Maria Gomez"}', ["SEARCH v USING COVERING INDEX field_value_key (field_id=? AND value_key=?)"]),
    ('{[]:[Tenant]="Maria*"}', ["SEARCH v USING COVERING INDEX field_value_key (field_id=? AND value_key>? AND"]),
    ("{[]:[Amount]>=100}", ["SEARCH v USING COVERING INDEX field_value_number (field_id=? AND number>?)"]),
    (
        '{[]:[Invoice Date]>="03/01/2024", <="03/31/2024"}',
        ["SEARCH v USING COVERING INDEX field_value_key (field_id=? AND value_key>? AND value_key<?)"],
    ),
    ('{[]:[]="Acme Tools"}', ["SEARCH v USING COVERING INDEX field_value_key (field_id=? AND value_key=?)"]),
    ('{[Lease]:[Tenant]="Maria Gomez"}', ["field_value_key (field_id=? AND value_key=?)"]),
    ("{[Lease]}", ["SEARCH e USING COVERING INDEX entry_template (template_id=?)"]),
    ("{LF:ID=11}", ["SEARCH e USING INTEGER PRIMARY KEY (rowid=?)"]),
    ('{LF:Name="INV-1003475"}', ["SEARCH e USING COVERING INDEX entry_name (name_key=?)"]),
    ('{LF:Name="INV-*"}', ["SEARCH e USING COVERING INDEX entry_name (name_key>? AND name_key<?)"]),
    ('{LF:Created>="2024-01-01", <="2024-12-31"}', ["entry_created (created>? AND created<?)"]),
    ('{LF:Modified>="2024-01-01"}', ["entry_modified (modified>?)"]),
    ('balance & {LF:LookIn="\\Leases"}', ["SEARCH e USING INTEGER PRIMARY KEY (rowid=?)"]),
    (
        'balance & {[]:[Tenant]="Maria Gomez"} & {LF:LookIn="\\Leases"}',
        ["SEARCH e USING INTEGER PRIMARY KEY (rowid=?)"],
    ),
    ('{LF:Basic~="balance", option="DFAN"}', ["SCAN text_index VIRTUAL TABLE"]),
    ('{[]:[Tenant]~="gomez"}', ["SCAN text_index VIRTUAL TABLE"]),
)
BIG = ("page", "entry", "e", "p", "v", "w", "field_value", "f", "entry_field", "i", "text_item")
"""Tables that grow with the repository, by their names and aliases."""


def plan(connection: sqlite3.Connection, command: str, reader: Reader | None = None) -> list[str]:
    prepare(connection)
    query = statement(connection, parse(command), reader=reader or Reader())
    return [row[3] for row in connection.execute(f"EXPLAIN QUERY PLAN {query.text}", query.parameters)]


def scanned(steps: list[str]) -> list[str]:
    return [step for step in steps if step.startswith("SCAN ") and step.split()[1] in BIG]


@pytest.mark.parametrize(("command", "expected"), SHAPES, ids=[command for command, _ in SHAPES])
def test_an_index_answers_where_one_can_tell(command: str, expected: list[str], shared: sqlite3.Connection) -> None:
    query = statement_of(shared, command)
    assert scanned(query) == []
    for step in expected:
        assert any(step in line for line in query), query


def statement_of(connection: sqlite3.Connection, command: str) -> list[str]:
    from lf_simulator.search import EVERYBODY

    return plan(connection, command, EVERYBODY)


def test_a_name_that_ends_in_something_goes_through_the_index_of_names(shared: sqlite3.Connection) -> None:
    assert statement_of(shared, '{LF:Name="*lease"}') == ["SCAN e USING COVERING INDEX entry_name"]


@pytest.mark.parametrize("field", ["[Amount]>=100", '[Tenant]="Maria*"', '[Invoice Date]>="2024-01-01"', "[]>=100"])
def test_a_field_of_which_many_have_it_is_asked_of_each_row(
    field: str, shared: sqlite3.Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parts, "FEW", -1)  # as if there were more than a few of everything
    steps = statement_of(shared, f"balance & {{[]:{field}}}")
    values = [step for step in steps if step.startswith(("SEARCH v", "SCAN v"))]
    assert values
    assert all(step == "SEARCH v USING PRIMARY KEY (entry_id=? AND field_id=?)" for step in values)


def test_rights_are_conditions_of_the_same_statement(shared: sqlite3.Connection) -> None:
    reader = Reader(Sight((("\\leases", True),)), Sight((("\\leases\\archive", True),)))
    steps = plan(shared, "balance", reader)
    assert scanned(steps) == []
    assert any("SCAN text_index VIRTUAL TABLE" in step for step in steps)
    assert find(shared, parse("balance"), reader=reader) == [13]
    assert find(shared, parse('{LF:Name="*"}'), reader=reader) == [10, 11, 12, 13, 14]
    assert find(shared, parse('{LF:Name="*"} - balance'), reader=reader) == [10, 11, 12, 14]


@pytest.mark.parametrize("joint", [" & ", " | ", " - "])
@pytest.mark.parametrize(
    "clause",
    ['{{LF:Name="a{}"}}', '{{[]:[Tenant]<>"a{}"}}', '{{LF:Tags="a{}"}}', "word{}", '{{LF:LookIn="\\Leases"}}'],
)
def test_hundreds_of_clauses_are_one_statement(clause: str, joint: str, shared: sqlite3.Connection) -> None:
    command = joint.join(clause.format(number) for number in range(500))
    assert isinstance(find(shared, parse(command)), list)


@pytest.mark.parametrize("innermost", ["balance", '{[]:[Tenant]="*"}', '{LF:Tags="Paid"}'])
@pytest.mark.parametrize("step", ["{{LF:ID<>5}} - ({})", "{{LF:ID<5}} | ({{LF:ID>3}} & ({}))", "due | ({} & balance)"])
def test_deep_trees_are_answered(step: str, innermost: str, shared: sqlite3.Connection) -> None:
    command = innermost
    for _ in range(24):
        command = step.format(f"({command})")
    assert isinstance(find(shared, parse(command)), list)


def test_what_is_beyond_the_database_is_too_complex(shared: sqlite3.Connection) -> None:
    limit = shared.getlimit(9)  # SQLITE_LIMIT_VARIABLE_NUMBER
    shared.setlimit(9, 10)
    try:
        with pytest.raises(QueryError) as caught:
            find(shared, parse(" | ".join(f'{{LF:Name="a{number}"}}' for number in range(20))))
    finally:
        shared.setlimit(9, limit)
    assert caught.value.code == Code.TOO_COMPLEX
