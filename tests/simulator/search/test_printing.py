"""Any string is a tree that prints to a command of the same tree, or is refused at a place inside it."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from itertools import product

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from lf_simulator.search import QueryError, Reading, parse
from lf_simulator.search.clauses import CLAUSES, VERSION_KEYS, Clause
from lf_simulator.search.conditions import option_letters
from lf_simulator.search.printing import printed
from lf_simulator.search.query import (
    And,
    Condition,
    FieldClause,
    FieldItem,
    Near,
    Node,
    Not,
    Or,
    SystemClause,
    TemplateClause,
    Text,
    VersionClause,
)

READINGS = (
    Reading(),
    Reading(precedence="left-to-right"),
    Reading(several_words="phrase", type_b="refused", date_order="day-first", now_is_a_date=True),
)
NOW = datetime(2024, 3, 14, 12, tzinfo=UTC)

# ---- any string

PIECES = st.sampled_from(
    [
        *(
            '{LF:Name="a"}',
            "{LF:",
            "{LFVER:",
            "{[",
            "]}",
            "{[]:[F]",
            "Name",
            "Basic",
            "Created",
            "option",
            "Type",
            "F](",
        ),
        *('="', '~="', '<>""', ">=", '"2024-03-14"', '"now"', ',<="', "Type=D", "option=DFANLT", "Subfolders=N", "(3)"),
        *(
            "(all)",
            "^5",
            "-^2 ",
            " ^",
            "/*",
            "*/",
            "/*+ combine */",
            '\\"',
            '""',
            "\\",
            "'",
            "word",
            "a-b",
            "[a-i]",
            "[a-",
        ),
        *("#29", "%%", "$45", "50%", "R&D", " ", "\n", "\t", "\r\n", "\0", "\ud83d", "\ude00", "\U0001f600", "e\u0301"),
        *("\u200f", "ß", "İ", "\u2028", "\x1c", "٣", *'{}[]()":,=<>~&|-^*?;#%$/_.\\'),
    ]
)
ANY_STRING = st.lists(PIECES | st.characters(), max_size=14).map("".join) | st.text(
    alphabet='{}[]()":,=<>~&|-^*?aF\\/ 1\n', max_size=24
)


def parsed(command: str, reading: Reading) -> Node | None:
    try:
        return parse(command, reading, NOW)
    except QueryError as error:
        refusal = error
    assert refusal.place.command == command
    assert 0 <= refusal.place.offset <= len(command)
    lines = command.split("\n")
    assert 1 <= refusal.line <= len(lines)
    assert 1 <= refusal.column <= len(lines[refusal.line - 1]) + 1
    refusal.render().encode()  # what is drawn can be sent, whatever the command holds
    return None


@settings(max_examples=600, deadline=None)
@given(ANY_STRING, st.sampled_from(READINGS))
@example('("\\") & a', READINGS[0])
@example('"a\\\\"" b', READINGS[0])
@example('{[]:[F]="\\"" , <>"a\\\\""}', READINGS[0])
def test_any_string_is_printed_to_an_equal_tree_or_refused_at_a_place_inside_it(command: str, reading: Reading) -> None:
    node = parsed(command, reading)
    if node is not None:
        again = printed(node)
        assert parse(again, reading, NOW) == node
        assert printed(parse(again, reading, NOW)) == again


# ---- any tree

# What no command can say: behind a backslash, a quote and one of these marks.
UNSPEAKABLE = re.compile(r'\\"\s*[}&|,)]')
VALUES = st.text(
    alphabet=st.sampled_from("aB \\\"'{}[]()&|,*?é\n") | st.characters(exclude_categories=["Cs"]), max_size=9
)
SPEAKABLE = VALUES.filter(lambda value: not UNSPEAKABLE.search(value))
NAMES = st.text(alphabet='aBé 1-:,="(/', max_size=6).map(str.strip)
VALUE_OF = {
    "a whole number": st.integers(-(2**63) + 1, 2**63 - 1).map(str),
    "a date": st.dates().map(str),
    "Y or N": st.sampled_from(["Y", "n"]),
    "All, Some or None": st.sampled_from(["All", "some", "NONE"]),
    "a kind of annotation": st.sampled_from(["note", "Stamp", "high*"]),
}
WORDS = SPEAKABLE.map(lambda value: f"w {value}")


def conditions_of(row: Clause) -> st.SearchStrategy[Condition]:
    values = VALUE_OF.get(row.kind.noun, SPEAKABLE)
    return st.one_of(
        [
            st.builds(Condition, st.just(operator), WORDS if operator == "~=" else values)
            for operator in sorted(row.operators)
        ]
    )


def options_of(row: Clause) -> st.SearchStrategy[tuple[tuple[str, str], ...]]:
    if not row.options:
        return st.just(())
    name = row.options[0]
    letters = option_letters(name, READINGS[2])  # those that every reading knows
    values = st.text(alphabet=letters, min_size=1, max_size=4) if letters else st.sampled_from(["Y", "0"])
    return st.just(()) | values.map(lambda value: ((name, value),))


def system(row: Clause) -> st.SearchStrategy[Node]:
    several = st.lists(conditions_of(row), min_size=1, max_size=3).map(tuple)
    return st.builds(SystemClause, st.just(row.key), several, options_of(row))


def version_conditions(row: Clause) -> st.SearchStrategy[tuple[str, Condition]]:
    return st.tuples(st.just(row.key), conditions_of(row))


def texts(reading: Reading) -> st.SearchStrategy[Node]:
    def text(written: str) -> Node:
        node = parse(written, reading)
        assert isinstance(node, Text)
        return node

    bare = st.sampled_from(["a", "b2", "é.c*", "a-b", "x[a-c]", "$5", "50%", "a,b?", "a/b", "Z\\"]).map(text)
    phrases = WORDS.map(lambda value: Text(value, _term(value, reading), quoted=True))
    return bare | phrases


def _term(value: str, reading: Reading) -> tuple[str, ...]:
    node = parse(printed(Text(value, (), quoted=True)), reading)
    assert isinstance(node, Text)
    return node.term


INDEXES = st.sampled_from(["", "all"]) | st.integers(1, 1_000_000).map(str)
ITEM = st.builds(
    FieldItem, NAMES, INDEXES, st.builds(Condition, st.sampled_from(["=", "<>", "~=", "<", "<=", ">", ">="]), SPEAKABLE)
)


SYSTEM = st.one_of([system(row) for row in CLAUSES])
VERSION = st.lists(st.one_of([version_conditions(row) for row in VERSION_KEYS.values()]), min_size=1, max_size=3)


def trees(reading: Reading) -> st.SearchStrategy[Node]:
    leaf = st.one_of(
        texts(reading),
        SYSTEM,
        VERSION.map(lambda conditions: VersionClause(tuple(conditions))),
        st.builds(TemplateClause, NAMES),
        st.builds(FieldClause, NAMES, st.lists(ITEM, min_size=1, max_size=3).map(tuple)),
        st.builds(FieldClause, NAMES, st.tuples(st.builds(FieldItem, NAMES, INDEXES))),
    )
    near = st.recursive(
        texts(reading),
        lambda below: (
            st.builds(Near, below, below, st.integers(0, 99_999), st.booleans())
            | st.builds(And, st.tuples(below, below))
            | st.builds(Not, below, below)
        ),
        max_leaves=4,
    )
    return st.recursive(
        leaf | near,
        lambda below: (
            st.builds(And, st.lists(below, min_size=2, max_size=3).map(tuple))
            | st.builds(Or, st.lists(below, min_size=2, max_size=3).map(tuple))
            | st.builds(Not, below, below)
        ),
        max_leaves=6,
    )


@settings(max_examples=150, deadline=None)
@given(st.one_of([st.tuples(st.just(reading), trees(reading)) for reading in READINGS]))
def test_any_tree_is_printed_to_a_command_of_that_tree(case: tuple[Reading, Node]) -> None:
    reading, node = case
    assert parse(printed(node), reading) == node


# ---- how it looks


@pytest.mark.parametrize(
    ("command", "as_printed"),
    [
        ("a  b /*+ combine */", "a & b"),
        ("a | b & c", "a | (b & c)"),
        ("(a) | ((b))", "a | b"),
        ("a - b - c", "a - (b | c)"),
        ("a & b ^5 c -^2 d", "a & b ^5 c -^2 d"),
        ("a ^5 (b ^2 c)", "a ^5 (b ^2 c)"),
        ("(a|b) ^ 5 c", "(a | b) ^5 c"),
        ('{ lf : name = "x" , TYPE = d }', '{LF:Name="x", Type="d"}'),
        ('{LF:Created>=2024-01-01, <="2024-02-01"}', '{LF:Created>="2024-01-01", Created<="2024-02-01"}'),
        ("{T}", "{[T]}"),
        ('{ [ My T ]:[F] (03)>="1",<"2" }', '{[My T]:[F](3)>="1", [F](3)<"2"}'),
        ("{[]:[]}", "{[]:[]}"),
        ('{LFVER:comment~="x", modified>"2024-01-01"}', '{LFVER:Comment~="x", Modified>"2024-01-01"}'),
        (r'{LF:Name="say \"no\""}', '{LF:Name="say ""no"""}'),
        (r'{LF:LookIn="\A\"}', r'{LF:LookIn="\A\"}'),
        (r'"a\" & b', r'("a\") & b'),
        (r'"a\\"b"', r'"a\\"b"'),
    ],
)
def test_a_command_is_printed_in_one_style(command: str, as_printed: str) -> None:
    assert printed(parse(command)) == as_printed


def test_every_pair_of_operators_is_printed_so_that_no_reading_mistakes_it() -> None:
    for (one, other), reading in product(product("&|-", repeat=2), READINGS[:2]):
        for command in (f"a {one} b {other} c", f"a {one} (b {other} c)", f"(a {one} b) {other} c"):
            as_printed = printed(parse(command, reading))
            assert parse(as_printed, READINGS[0]) == parse(as_printed, READINGS[1]) == parse(command, reading)
