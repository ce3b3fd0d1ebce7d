"""Commands that nobody writes in earnest: each has its tree or its refusal, whose words stay short.

How long they take is measured by the benchmark; what made any of them slow would take minutes here.
"""

from __future__ import annotations

import pytest

from lf_simulator.search import QueryError, parse
from lf_simulator.search.parser import MOST_CRITERIA, MOST_TOKENS
from lf_simulator.search.query import And, Near, leaves

LONG = 100_000


@pytest.mark.parametrize(
    ("command", "code"),
    [
        ("a " * (LONG // 2), 9269),
        ("a" * LONG, 9268),
        ('"' + "a" * LONG + '"', 9268),
        ("(" * LONG, 9269),
        ("(" * 1000 + "a" + ")" * 1000, 9269),
        ("(" * (MOST_TOKENS // 2), 9091),
        (")" * LONG, 9084),
        ("{" * LONG, 9084),
        ("[" * LONG, 9091),
        ("a" + "[" * LONG, 9091),
        ("[a-", 9091),
        ("{" + "[" * LONG + "]=", 9084),
        ("{[" + "x" * LONG + "]}", 9268),
        ("{[]:" + "[a]," * (LONG // 4) + "}", 9269),
        ("{LF:" + "x" * LONG + '="a"}', 9086),
        ("{LFVER:" + "x" * LONG + '="a"}', 9086),
        ('{LF:Name="a"' + ',="a"' * MOST_CRITERIA + "}", 9269),
        ('"' * LONG, 9268),
        ('"' * (LONG + 1), 9155),
        ('"' + 'a"" \\" ' * (LONG // 8) + "x", 9155),
        ('"' + ('\\"' + " " * 50) * (LONG // 52), 9268),
        ('{LF:Name="' + "x" * LONG, 9155),
        (" " * LONG, 9408),
        ("a ^" + " " * LONG + "b", 9084),
        ("a ^" + "9" * LONG + " b", 9249),
        ("a ^2147483648 b", 9249),
        ("^0", 9084),
        ("a" + " ^1 b" * 100, 9269),
        ("/*" + "* " * LONG, 9091),
        ("a" + "/" * LONG + "*", 9091),
        ("-" * LONG, 9084),
        ("a-" * (LONG // 2), 9091),
        ("{[]:[a](" + "9" * LONG + ')="x"}', 9084),
        ("{[]:[a](" + "0" * LONG + ')="x"}', 9084),
        ("{LF:ID=" + "9" * LONG + "}", 9268),
        ("{LF:ID=" + "9" * 4000 + "}", 9249),
        ("\0" * LONG, 9268),
        ("\0", 9085),
        ("a & \ud83d", 9085),
        ('{LF:Name="\ude00"}', 9085),
        ("\ud800" * LONG, 9085),
        ('{LF:Created="' + "1/" * 1900 + '"}', 9161),
        ('{LF:Created="2024-01-01' + " " * 3900 + 'x"}', 9162),
        ('{LF:Created="٢٠٢٤-٠١-٠١"}', 9161),
        ('{LF:ID="٣"}', 9088),
        (" & ".join(['{LF:Name="a"}'] * (MOST_CRITERIA + 1)), 9269),
    ],
    ids=lambda value: repr(value[:24]) if isinstance(value, str) else str(value),
)
def test_a_monster_is_refused_in_a_few_words(command: str, code: int) -> None:
    with pytest.raises(QueryError) as caught:
        parse(command)
    error = caught.value
    assert error.code == code
    assert 0 <= error.place.offset <= len(command)
    assert len(error.message) < 300
    assert len(error.render()) < 1000
    assert error.render().encode()


@pytest.mark.parametrize(
    ("command", "tree"),
    [
        ("*****a*", "W[*****a*]"),
        ("a ^0 b", "NEAR/0(W[a], W[b])"),
        ("a ^99999 b", "NEAR/99999(W[a], W[b])"),
        ("a ^" + "0" * LONG + "7 b", "NEAR/7(W[a], W[b])"),
        ("{[]:[a](" + "0" * LONG + '7)="x"}', "FIELD(any; a(7) = 'x')"),
        ("/**/" * (LONG // 4) + "a", "W[a]"),
        (" " * LONG + "a" + "\n" * LONG, "W[a]"),
        ("(" * 99 + "a" + ")" * 99, "W[a]"),
        ('{LF:Name="a\0b"}', "LF(NAME = 'a\\x00b')"),
        ("a\0b", "W[a\0b]"),
    ],
    ids=lambda value: repr(value[:24]),
)
def test_what_is_only_odd_has_its_tree(command: str, tree: str) -> None:
    assert str(parse(command)) == tree


@pytest.mark.parametrize(
    "value",
    ["'a " * 1300, "[" * 3999 + "a", "*" * 3999 + "a", "a&" * 2000, "#" * 3999 + "a"],
    ids=lambda value: value[:2],
)
def test_what_could_be_looked_through_again_and_again_is_not(value: str) -> None:
    assert len(leaves(parse(" & ".join([f'{{LF:Basic~="{value}"}}'] * 25)))) == 25
    assert len(leaves(parse(" & ".join([f'"{value}"'] * 25)))) == 25


def test_five_hundred_clauses_are_one_tree() -> None:
    node = parse(" & ".join(['{LF:Name="a*", Type=D}'] * 500))
    assert isinstance(node, And)
    assert len(node.parts) == 500


def test_a_distance_may_be_as_large_as_a_whole_number_of_the_server() -> None:
    node = parse("a ^2147483647 b")
    assert isinstance(node, Near)
    assert node.distance == 2**31 - 1
