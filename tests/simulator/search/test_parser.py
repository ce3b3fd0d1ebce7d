"""Quotes, blanks, comments, places and limits: what the lists of vectors cannot say well."""

from __future__ import annotations

import pytest

from lf_simulator.search import QueryError, parse
from lf_simulator.search.joining import DEEPEST_NESTING
from lf_simulator.search.parser import MOST_CRITERIA
from lf_simulator.search.query import FieldClause, Node, Not, Or, SystemClause, Text, leaves


def value(command: str) -> str:
    node = parse(command)
    assert isinstance(node, SystemClause)
    return node.conditions[0].value


@pytest.mark.parametrize(
    ("written", "read"),
    [
        (r'"\Imports\2024\"', "\\Imports\\2024\\"),
        (r'"\"', "\\"),
        (r'"\" ', "\\"),
        (r'"a \"b\" c"', 'a "b" c'),
        ('"a ""b"" c"', 'a "b" c'),
        (r'"""x"', '"x'),
        ('""', ""),
        (r'"a\\b\n"', r"a\\b\n"),
        (r'"say \"no\""', 'say "no"'),
        (r'"a\""', 'a"'),
        ('"two\nlines"', "two\nlines"),
        ('"{a} & (b) | /* c */"', "{a} & (b) | /* c */"),
    ],
)
def test_a_quoted_value_is_read_as_it_is_meant(written: str, read: str) -> None:
    assert value("{LF:Name=" + written + "}") == read
    assert value("{LF:Name=" + written + ', Type="D"}') == read


def test_a_backslash_before_the_last_quote_closes_in_front_of_each_mark_that_may_follow() -> None:
    for follower in ("}", " }", ", Type=D}"):
        assert value('{LF:Name="\\A\\"' + follower) == "\\A\\"
    for follower in ("", " & b", "|b"):
        assert "P[\\A\\]" in str(parse('"\\A\\"' + follower))
    assert str(parse('("\\A\\") & "b"')) == "AND(P[\\A\\], P[b])"


@pytest.mark.parametrize(
    "command",
    [
        '{ LF : Name = "a" , Type = D }',
        '{\n\tlf:NAME="a"\n,\ntype="d"}',
        '/* first */{LF:/* key */Name/* is */="a",Type=D/* end */}/* last */',
        '{LF:Name="a",Type=D}',
        '(({LF:Name="a",Type=D}))',
    ],
)
def test_blanks_and_comments_change_nothing(command: str) -> None:
    assert str(parse(command)).upper() == "LF(NAME = 'A'; TYPE=D)"


@pytest.mark.parametrize(
    "command",
    [
        "a & /*+ combine */ b",
        "a &/*+right_first*/b",
        "/*+ separate */ a & b /* & c */",
        "a /*+ left_first */ & b",
        "a & /*+ nonsense */ b",
        "a/* no gap */b",
        "a & b /* a hint that spans\nlines, with a * and a / and a } in it **/",
    ],
)
def test_hints_for_the_optimiser_are_comments_wherever_they_stand(command: str) -> None:
    assert str(parse(command)) == "AND(W[a], W[b])"


def test_a_hint_behind_a_hyphen_leaves_it_an_operator() -> None:
    assert str(parse("a -/*+ left_first */ b")) == "NOT(W[a], W[b])"
    assert str(parse("a-/*+ left_first */b")) == "NOT(W[a], W[b])"
    assert str(parse("a ^/* some */2/* words */b")) == "NEAR/2(W[a], W[b])"
    assert str(parse('{[]:[F](/* the */2/* second */)="x"}')) == "FIELD(any; F(2) = 'x')"


@pytest.mark.parametrize(
    ("command", "tree"),
    [
        ("a | b & c", "OR(W[a], AND(W[b], W[c]))"),
        ("a b | c", "OR(AND(W[a], W[b]), W[c])"),
        ("a & b - c", "AND(W[a], NOT(W[b], W[c]))"),
        ("a | b - c", "OR(W[a], NOT(W[b], W[c]))"),
        ("a - b c", "AND(NOT(W[a], W[b]), W[c])"),
        ("big dog ^5 cat", "AND(W[big], NEAR/5(W[dog], W[cat]))"),
        ("a - b ^2 c", "NOT(W[a], NEAR/2(W[b], W[c]))"),
        ("a ^1 b -^2 c", "NOTNEAR/2(NEAR/1(W[a], W[b]), W[c])"),
        ('"x"y"z w"', "AND(P[x], W[y], P[z w])"),
    ],
)
def test_operators_bind_in_their_order(command: str, tree: str) -> None:
    assert str(parse(command)) == tree


@pytest.mark.parametrize(
    ("command", "tree"),
    [
        ("100-347", "W[100-347]"),
        ("100 -347", "NOT(W[100], W[347])"),
        ("100- 347", "NOT(W[100], W[347])"),
        ("100 - 347", "NOT(W[100], W[347])"),
        ('a-"b"', "NOT(W[a], P[b])"),
        ("a-(b)", "NOT(W[a], W[b])"),
        ("a-b-c", "W[a-b-c]"),
        ("a-[0-9]", "W[a-[0-9]]"),
        ("[0-9]-[^a-c]x", "W[[0-9]-[^a-c]x]"),
        ("a[]b", "W[a[]b]"),
        ("a/b", "W[a/b]"),
        ("or AND not", "AND(W[or], W[AND], W[not])"),
    ],
)
def test_a_hyphen_inside_a_word_belongs_to_it(command: str, tree: str) -> None:
    assert str(parse(command)) == tree


def test_a_word_of_several_words_is_a_phrase() -> None:
    assert [leaf.term for leaf in leaves(parse("10-00847 O'Brien")) if isinstance(leaf, Text)] == [
        ("10", "00847"),
        ("o", "brien"),
    ]


def test_taking_away_twice_is_taking_away_either() -> None:
    assert parse("a - b - c") == Not(parse("a"), Or((parse("b"), parse("c"))))


def test_a_node_knows_its_line_and_column() -> None:
    clause, field = leaves(parse('{LF:Name="a"} &\n  {[T]:[F]="x",\n   [G]="y"}'))
    assert isinstance(clause, SystemClause)
    assert isinstance(field, FieldClause)
    places = [clause.place, clause.conditions[0].place, *(item.place for item in field.items)]
    assert [(place.line, place.column) for place in places] == [(1, 5), (1, 10), (2, 8), (3, 4)]


def test_names_keep_their_inner_blanks_and_lose_the_outer_ones() -> None:
    assert str(parse("{[ Document Type - Reports ]:[ Case (No) ](all) <> '1'}".replace("'", '"'))) == (
        "FIELD(Document Type - Reports; Case (No)(all) <> '1')"
    )


def test_a_template_called_like_a_namespace_has_to_be_bracketed() -> None:
    assert str(parse('{[LF]:[Name]="x"}')) == "FIELD(LF; Name = 'x')"
    assert str(parse('{LFX:Name="x"}')) == "FIELD(LFX; Name = 'x')"


def test_conditions_on_versions_are_joined_in_one_clause() -> None:
    node = parse(
        '{LFVER:ModifiedBy="CORP\\a", Comment~="signed copy", label="v*", Modified>="2024-01-01", <="1/31/24"}'
    )
    assert str(node) == (
        "LFVER(MODIFIEDBY = 'CORP\\\\a', COMMENT ~= 'signed copy', LABEL = 'v*', "
        "MODIFIED >= '2024-01-01', MODIFIED <= '1/31/24')"
    )
    assert str(parse('{LfVer : Comment = "x"} & {LFVER:Label<>""}')) == "AND(LFVER(COMMENT = 'x'), LFVER(LABEL <> ''))"


def refusal(command: str) -> int:
    with pytest.raises(QueryError) as caught:
        parse(command)
    return caught.value.code


def test_limits_are_refusals() -> None:
    assert len(leaves(parse(" | ".join(["a"] * MOST_CRITERIA)))) == MOST_CRITERIA
    assert refusal(" | ".join(["a"] * (MOST_CRITERIA + 1))) == 9269
    assert refusal("(" * (DEEPEST_NESTING + 1) + "a" + ")" * (DEEPEST_NESTING + 1)) == 9269
    assert refusal("a" + " ^1 b" * DEEPEST_NESTING) == 9269
    assert refusal('{LF:Name="' + "x" * 4001 + '"}') == 9268
    assert parse('{LF:Name="' + "x" * 4000 + '"}')


def test_a_chain_of_a_thousand_takings_away_is_no_deep_tree() -> None:
    node: Node = parse("a" + " - {LF:ID=1}" * (MOST_CRITERIA - 1))
    assert len(leaves(node)) == MOST_CRITERIA


def test_a_quote_that_never_closes_is_found_at_once() -> None:
    assert refusal('"' + 'a"" \\" ' * 3000 + "x") == 9155
    assert refusal('{LF:Name="' + "x" * 20000) == 9155
