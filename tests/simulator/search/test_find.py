"""Finding entries: what needs more than one line of a list to be told."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lf_simulator.search import Fuzzy, find, parse, prepare
from lf_simulator.search.clauses import CLAUSES
from lf_simulator.search.display import shown
from lf_simulator.search.fields import FAMILY_OF_TYPE
from lf_simulator.store import text
from lf_simulator.store.metadata import write_fields

if TYPE_CHECKING:
    import sqlite3


@pytest.mark.parametrize(
    ("command", "fuzzy", "expected"),
    [
        ("balence", None, []),
        ("balence", Fuzzy("NumberOfLetters", 1), [11, 12, 13, 15]),
        ("balence", Fuzzy("Percentage", 10), []),
        ("balence", Fuzzy("Percentage", 20), [11, 12, 13, 15]),
        ('"unpayd balence"', Fuzzy("NumberOfLetters", 1), [11]),
        ('{[]:[Tenant]~="gomes"}', Fuzzy("NumberOfLetters", 1), [11]),
        ("balenc*", Fuzzy("NumberOfLetters", 1), []),
        ("blnc", Fuzzy("NumberOfLetters", 2), []),
        ("prunings ^2 mapel", Fuzzy("NumberOfLetters", 2), [11]),
    ],
)
def test_fuzzy_loosens_words_without_wildcards(
    command: str, fuzzy: Fuzzy | None, expected: list[int], shared: sqlite3.Connection
) -> None:
    assert find(shared, parse(command), fuzzy) == expected


@pytest.mark.parametrize("clause", CLAUSES, ids=lambda clause: clause.key)
def test_every_operator_of_every_key_runs(clause: object, shared: sqlite3.Connection) -> None:
    values = {"Y or N": "Y", "All, Some or None": "All", "a whole number": "1", "a date": "2024-01-01"}
    row = next(one for one in CLAUSES if one is clause)
    value = {"LookIn": "\\", "AnnType": "note"}.get(row.key, values.get(row.kind.noun, "x"))
    for operator in row.operators:
        options = "".join(f', {name}="{"N" if name == "Subfolders" else "D"}"' for name in row.options)
        assert isinstance(find(shared, parse(f'{{LF:{row.key}{operator}"{value}"{options}}}')), list)


def test_names_and_values_compare_without_case_beyond_ascii(connection: sqlite3.Connection) -> None:
    connection.execute(
        "UPDATE entry SET name = 'ÉCOLE Straße', name_key = 'école strasse', creator = 'ÅSA' WHERE id = 15"
    )
    write_fields(connection, 15, {6: ["ŁÓDŹ مالية"]})
    text.index_entry(connection, 15)
    for command in (
        '{LF:Name="École STRASSE"}',
        '{LF:Name="éco*"}',
        '{LF:Name~="STRAßE"}',
        '{LF:Creator="åsa"}',
        '{[]:[Vendor]="łódź*"}',
        '{[]:[Vendor]~="مالية"}',
    ):
        assert find(connection, parse(command)) == [15], command
    assert find(connection, parse('{LF:Name~="ecole"}')) == []  # an accent is a letter of its own


def test_a_blank_value_that_is_stored_is_still_blank(connection: sqlite3.Connection) -> None:
    write_fields(connection, 11, {5: [""]})
    assert find(connection, parse('{[]:[Notes]=""}')) == [11]
    assert find(connection, parse('{[]:[Notes]<>"x"}')) == [12]
    assert find(connection, parse('{[]:[Notes]="*"}')) == [12]


def test_times_of_day_are_compared_as_such(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE field_definition SET type = 'Time' WHERE name = 'Vendor'")
    write_fields(connection, 15, {6: ["14:30:00"]})
    write_fields(connection, 16, {})
    for command in ('{[]:[Vendor]="14:30"}', '{[]:[Vendor]>"2:29 PM"}', '{[]:[Vendor]="14*"}', "{[]:[Vendor]<=14:30}"):
        assert find(connection, parse(command)) == [15], command


def test_a_search_leaves_no_transaction_open(connection: sqlite3.Connection) -> None:
    find(connection, parse('{LF:Basic~="balance", option="DFANLT"} | pruning ^3 maple'))
    assert connection.in_transaction is False


def test_a_folder_ends_where_its_name_ends(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE entry SET path = '\\Leases 2', path_key = '\\leases 2' WHERE id = 15")
    assert 15 not in find(connection, parse('{LF:LookIn="\\Leases"}'))


def test_what_patterns_see_is_what_the_index_was_fed_with(shared: sqlite3.Connection) -> None:
    rows = {
        "String": ["Äb C", "1.50", "2024-01-02"],
        "Number": ["120.50", "100", "0.0", "-3.10"],
        "Date": ["2024-03-14T00:00:00"],
        "DateTime": ["2024-03-14T16:05:00"],
        "Time": ["16:05:00"],
    }
    prepare(shared)
    for field_type, values in rows.items():
        column = FAMILY_OF_TYPE[field_type].shown[0].format(v="v")
        for value in values:
            query = f"SELECT {column} FROM (SELECT ? AS value, ? AS value_key) v"
            assert shared.execute(query, (value, value.casefold())).fetchone()[0] == shown(value, field_type).casefold()
