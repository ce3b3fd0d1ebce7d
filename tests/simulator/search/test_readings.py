"""What a command finds in a build that reads the language otherwise, beside what it finds as it is decided here."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from lf_simulator.search import PLAIN, context_hits, find, parse

if TYPE_CHECKING:
    import sqlite3

READINGS = (
    ("lone_look_in", "nothing", '{LF:LookIn="\\Leases"}', [11, 12, 13, 14], []),
    ("lone_look_in", "nothing", '{LF:LookIn="\\Leases"} & {LF:Name="Oak*"}', [11], [11]),
    ("several_words", "phrase", '{LF:Basic~="first unpaid", option="D"}', [11], []),
    ("several_words", "phrase", '{LF:Basic~="unpaid balance", option="D"}', [11, 13], [11]),
    ("several_words", "phrase", '{[]:[Tenant]~="gomez maria"}', [11], []),
    ("basic_affixes", "text", '{LF:Basic~="agree", option="DLT"}', [], [11]),
    ("basic_affixes", "text", '{LF:Basic~="agree", option="DL"}', [], []),
    ("basic_affixes", "text", '{LF:Basic~="agree", option="DT"}', [], [11]),
    ("basic_affixes", "text", '{LF:Basic~="agree", option="D"}', [], []),
    ("basic_affixes", "text", '{LF:Basic~="rgen", option="ALT"}', [], [11]),
    ("basic_affixes", "text", '{LF:Basic~="cme", option="FL"}', [], []),
    ("field_equals", "part", '{[]:[Vendor]="Acme"}', [], [15, 16]),
    ("field_equals", "part", '{[]:[Vendor]<>"Tools"}', [15, 16], [16]),
    ("field_equals", "part", '{[]:[Vendor]="acme*"}', [15, 16], [15, 16]),
    ("field_equals", "part", '{[]:[Vendor]="*acme"}', [], []),
    ("field_equals", "part", "{[]:[Amount]=12}", [], []),
    ("after_date", "midnight", '{LF:Created>"2024-03-14"}', [16, 17], [15, 16, 17]),
    ("after_date", "midnight", '{LF:Created>="2024-03-14"}', [15, 16, 17], [15, 16, 17]),
    ("after_date", "midnight", '{LF:Modified>"2019-12-01"} & {LF:ID=14}', [], []),
    ("after_date", "midnight", '{[]:[Invoice Date]>"2024-03-14"}', [16], [16]),
    ("after_date", "midnight", '{LF:Created<="2024-03-14"} & {LF:ID=15}', [15], [15]),
)


@pytest.mark.parametrize(("setting", "value", "command", "decided", "otherwise"), READINGS)
def test_a_build_reads_it_otherwise(
    setting: str, value: str, command: str, decided: list[int], otherwise: list[int], shared: sqlite3.Connection
) -> None:
    other = replace(PLAIN, **{setting: value})  # type: ignore[arg-type]  # a name and a value of the table above
    assert find(shared, parse(command)) == decided
    assert find(shared, parse(command, other), reading=other) == otherwise


def test_words_that_are_found_by_their_letters_are_hits_too(shared: sqlite3.Connection) -> None:
    other = replace(PLAIN, basic_affixes="text")
    command = '{LF:Basic~="agree", option="DLT"}'
    (hit,) = context_hits(shared, parse(command, other), 11, reading=other)
    at, length = hit.highlight1_offset, hit.highlight1_length
    assert hit.context[at : at + length] == "agreement"
    assert list(context_hits(shared, parse(command), 11)) == []
