"""Context hits: their lines, their order, and that they are what was found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from lf_simulator.search import ContextHit, Fuzzy, context_hits, find, parse
from lf_simulator.search.excerpt import LONGEST, line_around
from lf_simulator.search.words import Tokenizer
from lf_simulator.store.text import index_entry

if TYPE_CHECKING:
    import sqlite3

SECOND_LINE = "Street property. The unpaid balance is due on the first day of each month."
FIRST_LINE = "the Oak Street property. The unpaid balance is due on the first day of each"


def shown(connection: sqlite3.Connection, command: str, entry: int) -> list[tuple[str, int, str]]:
    """Kind, page and highlighted text of each hit."""
    return [
        (hit.hit_type, hit.page_number, *highlighted(hit)[:1])
        for hit in context_hits(connection, parse(command), entry)
    ]


def highlighted(hit: ContextHit) -> list[str]:
    ends = (
        (hit.highlight1_offset, hit.highlight1_length),
        (hit.highlight2_offset, hit.highlight2_length),
    )
    return [hit.context[offset : offset + length] for offset, length in ends if length] or [""]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (
            '{LF:Basic~="unpaid balance", option="D"}',
            [
                (1, 1, 20, FIRST_LINE, (29, 6), (0, 0), 1),
                (
                    2,
                    1,
                    28,
                    "Street property. The unpaid balance is due on the first day of each month.",
                    (28, 7),
                    (0, 0),
                    1,
                ),
            ],
        ),
        ('"unpaid balance"', [(1, 1, 20, FIRST_LINE, (29, 14), (0, 0), 2)]),
        (
            "pruning ^2 maple",
            [(1, 2, 4, "tenant shall keep the garden. Pruning of the maple tree is allowed.", (30, 7), (45, 5), 4)],
        ),
        ('{LF:Basic~="gomez", option="F"}', [(1, 0, 0, "Maria Gomez", (6, 5), (0, 0), 1)]),
        ('{LF:Name="Oak*"}', []),
        ('{LF:Name="Oak*"} - unpaid', []),
    ],
)
def test_hits_of_the_worked_examples(command: str, expected: list[object], shared: sqlite3.Connection) -> None:
    found = context_hits(shared, parse(command), 11)
    assert [
        (
            *(hit.hit_number, hit.page_number, hit.page_offset, hit.context),
            (hit.highlight1_offset, hit.highlight1_length),
            (hit.highlight2_offset, hit.highlight2_length),
            hit.hit_width,
        )
        for hit in found
    ] == expected


def test_a_field_has_one_record_for_all_its_values(shared: sqlite3.Connection) -> None:
    (hit,) = context_hits(shared, parse('{LF:Basic~="bo", option="F"}'), 11)
    assert (hit.hit_type, hit.field_name, hit.field_hit_count, hit.context) == ("Field", "Contacts", 1, "Bo")
    (hit,) = context_hits(shared, parse('{[]:[Contacts]~="?o"} | {[]:[Contacts]~="c*"}'), 11)
    assert (hit.field_hit_count, hit.context, hit.highlight1_length) == (2, "Bo", 2)
    assert not context_hits(shared, parse('{[]:[Contacts](1)~="bo"}'), 11)
    assert not context_hits(shared, parse('{[]:[Tenant]~="bo"}'), 11)


def test_an_electronic_file_has_one_record_with_a_count(shared: sqlite3.Connection) -> None:
    (hit,) = context_hits(shared, parse("maple | trees | pine"), 12)
    assert hit == ContextHit(1, "Edoc", edoc_hit_count=3)


def test_an_annotation_hit_names_its_annotation(shared: sqlite3.Connection) -> None:
    (hit,) = context_hits(shared, parse('{LF:Sticky~="rent"}'), 11)
    assert (hit.hit_type, hit.is_annotation_hit, hit.annotation_id, hit.page_number) == ("Note", True, 1, 1)
    assert highlighted(hit) == ["rent"]
    assert not context_hits(shared, parse('{LF:TextBox~="rent"}'), 11)


def test_short_texts_are_shown_whole(shared: sqlite3.Connection) -> None:
    assert shown(shared, '{LF:Ext~="pdf"}', 16) == [("Extension", 0, "pdf")]
    assert shown(shared, '{LF:TagComment~="wire"}', 16) == [("TagComment", 0, "wire")]
    (hit,) = context_hits(shared, parse('{LF:Name~="oak"}'), 11)
    assert (hit.hit_type, hit.context, highlighted(hit)) == ("Name", "Oak Street Lease", ["Oak"])


def test_hits_come_by_page_then_field_then_name(connection: sqlite3.Connection) -> None:
    connection.execute("INSERT INTO annotation VALUES (9, 11, 2, 'TextBox', 'lease lease', 'x', 0, '')")
    connection.execute("UPDATE page SET text = 'lease 2' WHERE entry_id = 11 AND number = 2")
    connection.execute("UPDATE page SET text = 'no lease, 3, lease' WHERE entry_id = 11 AND number = 3")
    connection.execute("UPDATE field_value SET value = 'Lease' WHERE entry_id = 11 AND field_id = 1")
    found = context_hits(connection, parse('{LF:Basic~="lease"} | {LF:TagComment~="page"}'), 11)
    assert [(hit.hit_number, hit.hit_type, hit.page_number) for hit in found] == [
        (1, "PageContent", 1),
        (2, "PageContent", 2),
        (3, "TextBox", 2),
        (4, "TextBox", 2),
        (5, "PageContent", 3),
        (6, "PageContent", 3),
        (7, "Field", 0),
        (8, "Name", 0),
        (9, "TagComment", 0),
    ]


def test_a_word_inside_a_phrase_or_pair_is_not_listed_again(shared: sqlite3.Connection) -> None:
    assert shown(shared, '"unpaid balance" | balance | unpaid', 11) == [("PageContent", 1, "unpaid balance")]
    assert shown(shared, "pruning ^2 maple | maple | tree", 11) == [
        ("PageContent", 2, "Pruning"),
        ("PageContent", 2, "tree"),
    ]


def test_what_is_on_the_right_of_minus_has_no_hits(shared: sqlite3.Connection) -> None:
    assert shown(shared, "garden - (cherry | maple)", 11) == [("PageContent", 2, "garden")]


def test_a_basic_clause_has_hits_only_in_texts_that_hold_all_its_words(shared: sqlite3.Connection) -> None:
    assert shown(shared, '{LF:Basic~="verify rent"}', 11) == [("Note", 1, "verify"), ("Note", 1, "rent")]
    assert shown(shared, '{LF:Basic~="oak lease", option="N"}', 11) == [("Name", 0, "Oak"), ("Name", 0, "Lease")]


def test_a_phrase_across_a_page_break_is_shown_on_the_page_where_it_begins(shared: sqlite3.Connection) -> None:
    (hit,) = context_hits(shared, parse('"each month the tenant"'), 11)
    assert (hit.page_number, highlighted(hit), hit.hit_width) == (1, ["each month"], 4)
    (hit,) = context_hits(shared, parse("month ^1 tenant"), 11)
    assert (hit.page_number, highlighted(hit), hit.highlight2_length) == (1, ["month"], 0)


def test_fuzzy_hits_show_the_word_that_stands_there(shared: sqlite3.Connection) -> None:
    found = context_hits(shared, parse("balence"), 13, Fuzzy("NumberOfLetters", 1))
    assert [highlighted(hit) for hit in found] == [["balance"]]


def test_the_list_is_cut_at_its_limit(connection: sqlite3.Connection) -> None:
    connection.execute("UPDATE page SET text = ? WHERE entry_id = 13 AND number = 1", ("word " * 9,))
    assert [hit.hit_number for hit in context_hits(connection, parse("word"), 13, most=5)] == [1, 2, 3, 4, 5]


@pytest.mark.parametrize(
    ("text", "start", "end", "offset", "line"),
    [
        ("short line", 6, 10, 0, "short line"),
        ("a\nb\r\nc\td", 0, 1, 0, "a b  c\td"),
        ("x" * 40 + " hit", 41, 44, 41, "hit"),
        ("x" * 40 + "-hit", 41, 44, 41, "hit"),
        ("hit " + "x" * 100, 0, 3, 0, "hit"),
        ("y" * 100, 0, 100, 0, "y" * 100),
        ("w " * 60, 60, 61, 30, ("w " * 40).rstrip()),
        ("", 0, 0, 0, ""),
    ],
)
def test_a_line_has_whole_words(text: str, start: int, end: int, offset: int, line: str) -> None:
    assert line_around(text, start, end) == (offset, line)


@given(st.text(alphabet="ab \n.", max_size=200), st.integers(0, 199), st.integers(0, 20))
def test_a_line_holds_its_hit_and_keeps_offsets_true(text: str, start: int, length: int) -> None:
    start = min(start, len(text))
    end = min(start + length, len(text))
    offset, line = line_around(text, start, end)
    assert line[start - offset : end - offset] == text[start:end].replace("\n", " ")
    assert len(line) <= max(LONGEST, end - offset)


VOCABULARY = ["rent", "Rent", "lease", "Unpaid", "O'Brien", "50%", "#29A", "R&D", "Straße", "due"]
PAGES = st.lists(st.lists(st.sampled_from(VOCABULARY), max_size=8).map(" \n".join), min_size=1, max_size=3)
PHRASES = st.lists(st.sampled_from(VOCABULARY), min_size=1, max_size=3).map(lambda words: f'"{" ".join(words)}"')
SINGLE = PHRASES | st.sampled_from(["re?t", "un*", "*e", "[l-r]e*", '"?ent due"'])
COMMANDS = SINGLE | st.tuples(SINGLE, st.sampled_from([" ", " | ", " ^1 ", " ^3 ", " -^2 "]), SINGLE).map("".join)


def naively(pages: list[str], command: str) -> bool | None:
    """Whether a plain phrase is in the text, found by looking at every place; nothing for other commands."""
    if command.count('"') != 2 or "?" in command or not (command[0] == command[-1] == '"'):
        return None
    text, sought = Tokenizer().texts(" ".join(pages)), Tokenizer().texts(command)
    return any(text[place : place + len(sought)] == sought for place in range(len(text)))


@settings(max_examples=150, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(PAGES, COMMANDS)
def test_what_is_found_has_hits_that_show_it_and_nothing_else_has(
    connection: sqlite3.Connection, pages: list[str], command: str
) -> None:
    connection.execute("DELETE FROM page WHERE entry_id = 13")
    rows = [(13, number, text, 1) for number, text in enumerate(pages, 1)]
    connection.executemany("INSERT INTO page (entry_id, number, text, has_image) VALUES (?, ?, ?, ?)", rows)
    index_entry(connection, 13)
    connection.commit()  # SQLite 3.40 spoils the index where a row comes, goes and comes again around a search
    node = parse(command)
    found = 13 in find(connection, node)
    expected = naively(pages, command)
    assert expected is None or expected is found
    listed = context_hits(connection, node, 13)
    if found:
        assert listed
    elif expected is False:
        assert not listed
    for hit in listed:
        page = pages[hit.page_number - 1].replace("\n", " ")
        assert page[hit.page_offset :].startswith(hit.context)
        for part in highlighted(hit):
            assert Tokenizer().texts(part)
            assert part == part.strip()
