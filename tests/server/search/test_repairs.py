from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lf_mcp.search.repairs import REPAIRS, escape_quotes, wildcard_wrap


@pytest.mark.parametrize(
    ("query", "repaired"),
    [
        ('{LF:Name="Old "final" scan"}', '{LF:Name="Old \\"final\\" scan"}'),
        ('{LF:Basic~="say "hi""}', '{LF:Basic~="say \\"hi\\""}'),
        ('{LF:Name="a "b" c"} & {LF:LookIn="\\A "x" y"}', '{LF:Name="a \\"b\\" c"} & {LF:LookIn="\\A \\"x\\" y"}'),
        ('{[T]:[F]>="a "b" c"}', '{[T]:[F]>="a \\"b\\" c"}'),
        ('{LF:Basic~="a "b" c", option="D"}', '{LF:Basic~="a \\"b\\" c", option="D"}'),
        ('{LF:Name="a "b"', '{LF:Name="a \\"b"'),
        ('{LF:LookIn="\\A\\"} & {LF:Name="x "y" z"}', '{LF:LookIn="\\A\\"} & {LF:Name="x \\"y\\" z"}'),
    ],
)
def test_inner_quotes_get_a_backslash(query: str, repaired: str) -> None:
    assert escape_quotes(query) == repaired
    assert escape_quotes(repaired) == repaired


@pytest.mark.parametrize(
    "query",
    [
        "",
        "no quotes at all",
        '{LF:Name="plain"}',
        '{LF:Name="plain" }',
        '{LF:Name=""}',
        '{LF:Name="already \\"escaped\\" here"}',
        '{LF:LookIn="\\A\\B\\"}',
        '{LF:Name="doubled ""quotes"" inside"}',
        '"outside" {LF:Name="x"} "outside"',
        '{LF:Name="a"}|{LF:Name="b"}',
    ],
)
def test_a_query_without_the_mistake_is_left_alone(query: str) -> None:
    assert escape_quotes(query) == query


inner_text = st.text(alphabet="abé \\*?-'", max_size=8)
values = st.lists(st.one_of(inner_text, st.just('\\"x'), st.just(' ""y')), max_size=4).map("".join)
names = st.sampled_from(["LF:Name=", "LF:Basic~=", "LF:LookIn=", "[T]:[A Field]=", "[]:[F]>=", "LF:Created<="])
options = st.sampled_from(["", ', option="D"', ', Type="DF"', ", Subfolders=N", ' , Type="D" '])
clauses = st.builds(lambda name, value, option: f'{{{name}"{value}"{option}}}', names, values, options)
joined = st.sampled_from(["&", " & ", "|", " | ", " - "])
queries = st.builds(
    lambda first, rest: first + "".join(joint + clause for joint, clause in rest),
    clauses,
    st.lists(st.tuples(joined, clauses), max_size=3),
)


@given(queries)
def test_a_valid_query_is_never_changed_by_escaping(query: str) -> None:
    assert escape_quotes(query) == query


@given(st.text(alphabet='ab"\\ }&|,={', max_size=20))
def test_escaping_only_adds_backslashes_before_quotes_and_settles_at_once(query: str) -> None:
    repaired = escape_quotes(query)
    assert repaired.replace('\\"', '"') == query.replace('\\"', '"')
    assert escape_quotes(repaired) == repaired


@pytest.mark.parametrize(
    ("query", "repaired"),
    [
        ('{LF:Name="lease"}', '{LF:Name="*lease*"}'),
        ('{LF:Name="a"} & {LF:Name="b"}', '{LF:Name="*a*"} & {LF:Name="*b*"}'),
        ('{LF:Name="say \\"hi\\" now"}', '{LF:Name="*say \\"hi\\" now*"}'),
        ('{LF:Name="a\\b"}', '{LF:Name="*a\\b*"}'),
    ],
)
def test_an_exact_name_clause_gets_wildcards(query: str, repaired: str) -> None:
    assert wildcard_wrap(query) == repaired
    assert wildcard_wrap(repaired) == repaired


@pytest.mark.parametrize(
    "query",
    [
        '{LF:Name=""}',
        '{LF:Name="a*"}',
        '{LF:Name="a?"}',
        '{LF:Name="a", Type="D"}',
        '{LF:Name ="a"}',
        '{LF:name="a"}',
        '{LF:Basic~="a"}',
        '{[T]:[Name]="a"}',
    ],
)
def test_every_other_clause_is_left_alone(query: str) -> None:
    assert wildcard_wrap(query) == query


def test_only_the_repair_that_finds_more_can_be_forbidden() -> None:
    assert [(repair.name, repair.relaxes) for repair in REPAIRS] == [("escape_quotes", False), ("wildcard_wrap", True)]
