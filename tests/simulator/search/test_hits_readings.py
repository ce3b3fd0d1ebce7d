"""Hits follow the match that found the row: as the build reads commands and words, clause by clause."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from lf_simulator.search import Reading, context_hits, find, parse
from lf_simulator.search.words import tokenizer
from lf_simulator.store.text import Making, index_entry, set_making

if TYPE_CHECKING:
    import sqlite3

PAGE = "In the city, a well-known car: 50% of R&D. In the old city, a car."
ENTRY = 13


def highlighted(connection: sqlite3.Connection, command: str, reading: Reading, entry: int = ENTRY) -> list[str]:
    """What the hits of one entry mark, both sides of a pair. Something exactly when the search finds the entry."""
    node = parse(command, reading)
    found = context_hits(connection, node, entry, reading=reading)
    assert bool(found) is (entry in find(connection, node, reading=reading))
    marks = []
    for hit in found:
        for start, length in (
            (hit.highlight1_offset, hit.highlight1_length),
            (hit.highlight2_offset, hit.highlight2_length),
        ):
            if length:
                marks.append(hit.context[start : start + length])
    return marks


@pytest.mark.parametrize(
    ("command", "settings", "marks"),
    [
        ('"the city"', {"stop_words": ("the",)}, ["city", "city"]),
        ('"in the city"', {"stop_words": ("the",)}, ["In the city"]),
        ('"in the city, a car"', {"stop_words": ("the", "a")}, []),
        ('"city, a car"', {"stop_words": ("a",)}, ["city, a car"]),
        ("city ^1 car", {"stop_words": ("a",)}, ["city", "car"]),
        ("the city", {"stop_words": ("the",)}, ["city", "city"]),
        ("known", {}, ["known"]),
        ("known", {"word_joints": "inside"}, []),
        ("well-known", {"word_joints": "inside"}, ["well-known"]),
        ("well-known", {}, ["well-known"]),
        ("50%", {}, ["50%"]),
        ("50", {}, []),
        ('"50"', {"word_signs": "separate"}, ["50"]),
        ('"R&D"', {"word_signs": "separate"}, ["R&D"]),
        ('{LF:Basic~="nown", option="DLT"}', {"basic_affixes": "text"}, ["known"]),
        ('{LF:Basic~="nown", option="DLT"}', {}, []),
        ('{LF:Basic~="old city", option="D"}', {}, ["city", "old", "city"]),
        ('{LF:Basic~="old city", option="D"}', {"several_words": "phrase"}, ["old city"]),
        ('{LF:Basic~="old car", option="D"}', {"several_words": "phrase"}, []),
    ],
)
def test_hits_are_of_the_words_that_the_build_looks_for(
    command: str, settings: dict[str, Any], marks: list[str], connection: sqlite3.Connection
) -> None:
    reading = Reading(**settings)
    connection.execute("UPDATE page SET text = ? WHERE entry_id = ? AND number = 1", (PAGE, ENTRY))
    index_entry(connection, ENTRY)
    set_making(connection, Making(tokenizer(reading)))
    connection.commit()
    assert highlighted(connection, command, reading) == marks


def test_a_template_of_another_document_has_no_hits(shared: sqlite3.Connection) -> None:
    command = '{[Lease]:[Tenant]~="gomez"} | {[Invoice]:[Tenant]~="maria"}'
    assert highlighted(shared, command, Reading(), 11) == ["Gomez"]


def test_conditions_on_one_field_have_hits_only_in_a_value_that_meets_both(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE field_value SET value = 'Ana Bo', value_key = 'ana bo' WHERE value = 'Bo'")
    index_entry(connection, 11)
    connection.commit()
    (hit,) = context_hits(connection, parse('{[]:[Contacts]~="ana", ~="bo"}'), 11)
    assert (hit.context, hit.field_hit_count) == ("Ana Bo", 2)


def test_a_number_is_found_as_it_is_shown_by_basic_and_by_no_other_key(shared: sqlite3.Connection) -> None:
    (hit,) = context_hits(shared, parse('{LF:Basic~="1450", option="F"}'), 11)
    assert (hit.field_name, hit.context) == ("Monthly Rent", "1450")
    assert not context_hits(shared, parse('{LF:ID=11} | {[]:[]~="1450"}'), 11)


def test_a_build_that_has_come_to_skip_every_word_of_a_clause_has_no_hits_of_it(shared: sqlite3.Connection) -> None:
    node = parse('{LF:Basic~="balance"} | lease')
    found = context_hits(shared, node, 11, reading=Reading(stop_words=("balance",)))
    assert [hit.context[hit.highlight1_offset :][: hit.highlight1_length] for hit in found] == ["Lease"]


def test_places_are_not_collected_before_the_list_is_cut(connection: sqlite3.Connection) -> None:
    """Ten million words; with all pairs of them nobody would come to an end."""
    connection.execute("UPDATE page SET text = ? WHERE entry_id = ? AND number = 1", ("a " * 50_000, ENTRY))
    connection.execute(
        "WITH n (n) AS (VALUES (2) UNION ALL SELECT n + 1 FROM n WHERE n < 200) INSERT OR REPLACE INTO page "
        "(entry_id, number, text) SELECT entry_id, n, text FROM page, n WHERE entry_id = ? AND number = 1",
        (ENTRY,),
    )
    for command in ("a", "a ^20 a", '"a a a"', "a*"):
        assert len(context_hits(connection, parse(command), ENTRY, most=2_000)) == 2_000
