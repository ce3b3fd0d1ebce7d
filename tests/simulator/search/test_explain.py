"""An explanation counts what each clause finds and leaves, blames the one that left nothing, and gives advice that was
tried."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lf_simulator.search import Fuzzy, Reading, find, parse
from lf_simulator.search.account import LONGEST_COMMAND, account_of
from lf_simulator.search.explain import explain
from lf_simulator.search.explanation import Explanation, Search
from lf_simulator.search.query import leaves
from lf_simulator.search.telling import told

if TYPE_CHECKING:
    import sqlite3


def explained(connection: sqlite3.Connection, command: str, fuzzy: Fuzzy | None = None) -> Explanation:
    return explain(Search(connection, fuzzy), command)


CLAUSES = [
    '{LF:Name="*Lease*"}',
    '{LF:Name="*", Type=D}',
    '{LF:LookIn="\\Leases"}',
    "{[Lease]}",
    "{LF:PageCount>1}",
    "balance",
    '"unpaid balance"',
    "maple ^6 cherry",
    "{LF:ID>1000}",
    '{[]:[Vendor]="Acme Tools"}',
]
COMMANDS = st.recursive(
    st.sampled_from(CLAUSES),
    lambda inner: st.builds(
        lambda one, sign, other: f"({one} {sign} {other})", inner, st.sampled_from(["&", "|", "-"]), inner
    ),
    max_leaves=6,
)


@settings(max_examples=60)
@given(command=COMMANDS)
def test_counting_clause_by_clause_comes_to_what_the_search_finds(shared: sqlite3.Connection, command: str) -> None:
    node = parse(command)
    told_of = explained(shared, command)
    assert told_of.found == len(find(shared, node))
    assert bool(told_of.emptied) == (told_of.found == 0)
    assert told_of.tree == str(node)
    alone = [step.alone for step in told_of.steps if step.words != "all of"]
    assert all(count is not None for count in alone)
    for leaf in leaves(node):
        assert len(find(shared, leaf)) in alone


def test_a_line_tells_what_a_clause_finds_alone_and_leaves_in_its_place(shared: sqlite3.Connection) -> None:
    command = '{LF:Name="*", Type=D} & ({[Lease]} | {LF:Ext="pdf"}) - {LF:ID=15}'
    assert [(step.depth, step.words, step.alone, step.left) for step in explained(shared, command).steps] == [
        (0, "all of", 3, 3),
        (1, 'name is like "*", of documents', 5, 5),
        (1, "the first without the second", 3, 3),
        (2, "any of", 4, 4),
        (3, "has the template Lease", 2, 2),
        (3, 'extension of its file is "pdf"', 3, 4),
        (2, 'id is "15"', 1, 3),
    ]


@pytest.mark.parametrize(
    ("command", "blamed"),
    [
        ("{[Lease]} & {LF:PageCount>5}", {2: "together"}),
        ("{[Lease]} & {LF:PageCount>50}", {2: "alone"}),
        ("{[Lease]} & ({LF:PageCount>50} | zebra)", {3: "alone", 4: "alone"}),
        ("{[Lease]} - {LF:ID>0}", {2: "taken away"}),
        ("zebra - {LF:ID>0}", {1: "alone"}),
        ("pruning ^1 cherry", {0: "apart"}),
        ("pruning ^1 zebra", {2: "alone"}),
        ('{LF:LookIn="\\Leases"} & {[Invoice]} & {LF:Name="*"}', {2: "together"}),
        ("{[Lease]} | zebra", {}),
    ],
)
def test_the_clause_that_left_nothing_is_blamed(
    shared: sqlite3.Connection, command: str, blamed: dict[int, str]
) -> None:
    found = explained(shared, command)
    assert {number: step.empties for number, step in enumerate(found.steps) if step.empties} == blamed
    assert list(found.emptied) == list(blamed)


ADVICE = [
    # names that do not exist
    ("{[Leases]}", "{[Lease]}", 2),
    ("{[lease contract]}", "{[Lease]}", 2),
    ('{[Invioce]:[Vendor]="Acme Tools"}', '{[Invoice]:[Vendor]="Acme Tools"}', 1),
    ('{[]:[Vender]="Acme Tools"}', '{[]:[Vendor]="Acme Tools"}', 1),
    ('{[]:[Tenannt]="nobody"}', '{[]:[Tenant]="nobody"}', 0),
    ('{LF:Tags="Need Review"}', '{LF:Tags="Needs Review"}', 2),
    ('{LF:LookIn="\\Leases\\Archiv"}', '{LF:LookIn="\\Leases\\Archive"}', 1),
    ('{LF:LookIn="\\Lease\\Archive"}', '{LF:LookIn="\\Leases\\Archive"}', 1),
    ('{LF:LookIn="\\Leases\\Of\\1999"}', '{LF:LookIn="\\Leases"}', 4),
    ('{LF:LookIn="\\Archive"}', '{LF:LookIn="\\Leases\\Archive"}', 1),
    ('{LF:LookIn="/Leases/Archive"}', '{LF:LookIn="\\Leases\\Archive"}', 1),
    ('{LF:LookIn="\\Leases\\Oak Street Lease"}', '{LF:LookIn="\\Leases"}', 4),
    # values
    ('{[]:[Vendor]="Acme"}', '{[]:[Vendor]="*Acme*"}', 2),
    ('{[]:[Vendor]="acme  tools "}', '{[]:[Vendor]="Acme Tools"}', 1),
    ('{[]:[Tenant]="María Gómez"}', '{[]:[Tenant]="Maria Gomez"}', 1),
    ('{LF:Name="Oak Street"}', '{LF:Name="*Oak Street*"}', 2),
    ('{LF:Name="Oak", Type=F}', '{LF:Name="*Oak*"}', 2),
    ('{LF:Creator="jd"}', '{LF:Creator="jdoe"}', 2),
    ('{LF:Ext="docs"}', '{LF:Ext="docx"}', 1),
    ('{LF:Created>"2030-01-01"}', '{LF:Created>="2024-05-02"}', 1),
    ('{LF:Created="2024-01-16"}', '{LF:Created="2024-01-15"}', 1),
    ("{LF:EdocSize>1000000}", '{LF:EdocSize>="300000"}', 1),
    ("{[]:[Amount]=100}", '{[]:[Amount]="120.5"}', 1),
    ('{[]:[Start Date]<"2020-01-01"}', '{[]:[Start Date]<="2023-06-15"}', 1),
    # options, parts of a clause
    ('{LF:Name="Oak*", Type=F}', '{LF:Name="Oak*", Type="D"}', 1),
    ('{LF:LookIn="\\Leases\\Archive", Subfolders=N} & {[Lease]}', "", 2),
    ('{[Lease]:[Vendor]="Acme Tools"}', '{[]:[Vendor]="Acme Tools"}', 1),
    ('{[Lease]:[Contacts](3)="Bo"}', '{[Lease]:[Contacts]="Bo"}', 2),
    ('{[]:[Vendor]="Acme Tools", [Amount]=75}', '{[]:[Amount]="75"}', 1),
    ('{LF:Created>="2024-01-01", Created<="2023-01-01"}', '{LF:Created>="2024-01-01"}', 4),
    # words
    ("balence", "balance", 4),
    ("gomez", '{LF:Basic~="gomez", option="F"}', 1),
    ('{LF:Basic~="acm", option="F"}', '{LF:Basic~="acm*", option="F"}', 2),
    ('"balance unpaid"', '"balance" & "unpaid"', 2),
    ('{LF:Basic~="\'first unpaid\'", option="D"}', '{LF:Basic~="first unpaid", option="D"}', 1),
    ('{LF:Name~="oaks"}', '{LF:Name~="oak"}', 2),
    ("pruning ^1 maple", "pruning ^2 maple", 1),
    ("unpaid & cherry", "", 2),
    ('{LF:Basic~="acme zebra"}', '{LF:Basic~="acme"}', 2),
    ("maple -^9 allowed", "maple & allowed", 1),
]


@pytest.mark.parametrize(("command", "instead", "entries"), ADVICE, ids=[row[0] for row in ADVICE])
def test_what_comes_near_is_named(shared: sqlite3.Connection, command: str, instead: str, entries: int) -> None:
    given = [(advice.instead, advice.entries) for advice in explained(shared, command).nearest]
    assert (instead, entries) in given


@pytest.mark.parametrize("command", [row[0] for row in ADVICE])
def test_every_advice_finds_what_it_says(shared: sqlite3.Connection, command: str) -> None:
    for advice in explained(shared, command).nearest:
        assert advice.sentence.endswith(".")
        if advice.instead:
            assert len(find(shared, parse(advice.instead))) == advice.entries


NOTES = [
    ("{[Memo]}", 'There is no template like "Memo"; there is "Invoice", "Lease".'),
    ('{LF:Created="1999-01-01"}', "The dates there run from 2019-01-01 to 2024-05-02."),
    ("{LF:PageCount>50}", "The values there run from 0 to 10."),
    ('{LF:Creator="zzz"}', 'No value is like that; there are "admin", "jdoe", "scanner".'),
    ("{LF:VolID<1}", "The smallest is 1."),
    ("{LF:CheckOutUserID<5}", "The only value there is 5."),
    ("zebra", 'Nothing there has "zebra".'),
    ("{LF:LookIn=999}", "There is no entry 999."),
    ('{LF:LookIn="\\X"}', 'The path leads as far as \\, which has the folder "Leases".'),
    ("{[]:[Zzz]}", 'There is no field like "Zzz".'),
    (
        '{[]:[Paid]="Y"} & {LF:Name="INV-1003475"}',
        'Without {[]:[Paid]="Y"} the others of its group have entries in common.',
    ),
]


@pytest.mark.parametrize(("command", "sentence"), NOTES)
def test_where_nothing_can_be_written_instead_a_sentence_says_what_there_is(
    shared: sqlite3.Connection, command: str, sentence: str
) -> None:
    assert sentence in [advice.sentence for advice in explained(shared, command).nearest]


def test_of_a_group_it_is_told_what_is_left_without_each_clause(shared: sqlite3.Connection) -> None:
    found = explained(shared, '{LF:Name="*", Type=D} & {[Lease]} & {LF:PageCount>5}')
    told_of = {found.steps[advice.step].words: advice.entries for advice in found.nearest}
    assert told_of == {"has the template Lease": 1, 'number of pages is more than "5"': 2}


@pytest.mark.parametrize(
    ("command", "code", "line", "column"),
    [
        ('{LF:Name="abc', 9155, 1, 10),
        ('{LF:Name="*"} &\n{LF:Nmae="x"}', 9086, 2, 5),
        ("", 9408, 1, 1),
        ('{LF:Name="*"} & {[Leases]}', 9015, 1, 18),
        ('{[Lease]:[Monthly Rent]="cheap"}', 9088, 1, 25),
    ],
)
def test_a_command_that_cannot_be_run_has_its_error_with_a_caret(
    shared: sqlite3.Connection, command: str, code: int, line: int, column: int
) -> None:
    found = explained(shared, command)
    assert found.error is not None
    assert (found.error.code, found.error.line, found.error.column) == (code, line, column)
    assert (found.found, found.emptied) == (None, ())
    drawn = found.error.drawn.split("\n")
    assert drawn[-1].index("^") == column - 1
    assert drawn[0] == command.split("\n")[line - 1]


def test_clauses_beside_one_that_cannot_be_run_are_counted_all_the_same(shared: sqlite3.Connection) -> None:
    found = explained(shared, '{LF:Name="*", Type=D} & {[Leases]}')
    assert [(step.alone, step.left, step.mistake and step.mistake.code) for step in found.steps] == [
        (None, None, None),
        (5, 5, None),
        (None, None, 9015),
    ]


def test_the_reading_and_the_fuzziness_of_the_search_count(shared: sqlite3.Connection) -> None:
    assert explained(shared, "balence", Fuzzy("NumberOfLetters", 1)).found == 4
    nothing = Search(shared, reading=Reading(lone_look_in="nothing"))
    alone = explain(nothing, '{LF:LookIn="\\Leases"}')
    assert alone.found == 0
    assert [(advice.instead, advice.entries) for advice in alone.nearest] == [
        ('{LF:LookIn="\\Leases"} & {LF:Name="*"}', 4)
    ]
    assert explain(nothing, '{LF:LookIn="\\Leases"} & {[Lease]}').found == 2


def test_a_command_of_five_hundred_clauses_is_explained_whole(shared: sqlite3.Connection) -> None:
    command = " & ".join(f'{{LF:Name<>"none {number}"}}' for number in range(500)) + " & zebra"
    found = explained(shared, command)
    assert len(found.steps) == 502
    assert found.emptied == (501,)
    assert found.nearest[-1].entries == 9


def test_an_explanation_is_json_and_text(shared: sqlite3.Connection) -> None:
    found = explained(shared, '{[]:[Vendor]="Acme"} & {LF:PageCount>0}')
    data = json.loads(json.dumps(found.data()))
    assert data["steps"][1] == {
        "depth": 1,
        "words": 'the field Vendor is "Acme"',
        "alone": 0,
        "left": 0,
        "empties": "alone",
        "mistake": None,
    }
    assert told(found).splitlines() == [
        '{[]:[Vendor]="Acme"} & {LF:PageCount>0}',
        "",
        "It finds nothing.",
        "",
        "                                      alone    left",
        "all of                                    0       0",
        '  the field Vendor is "Acme"              0       0  <- finds nothing',
        '  number of pages is more than "0"        4       0',
        "",
        "What comes near:",
        '  = compares the whole value; "Acme Tools" has "Acme" in it. (2 entries)  {[]:[Vendor]="*Acme*"}',
        '  Without {[]:[Vendor]="Acme"} the others of its group have entries in common. (4 entries)',
    ]


STRANGE = ['{LF:Name="a"} & ', "\0", "\ud800", "[a-", '{LF:Name="\0"}', "((((", "a" * 5000, "^"]


@pytest.mark.parametrize("number", range(len(STRANGE)))
def test_nothing_that_is_written_raises(shared: sqlite3.Connection, number: int) -> None:
    text = told(explained(shared, STRANGE[number]))
    assert text.startswith("It cannot be run: ") or "It finds" in text


@settings(max_examples=100)
@given(command=st.text(alphabet="{}[]()\"=~<>:,&|-^*? \\'LFNameab1", max_size=40))
def test_any_text_can_be_explained(shared: sqlite3.Connection, command: str) -> None:
    found = explained(shared, command)
    assert (found.error is None) == (found.found is not None)


def test_an_account_is_worked_out_once_and_blames_only_while_nothing_is_found(connection: sqlite3.Connection) -> None:
    command = '{[Lease]} & {LF:Name="nobody"}'
    account = account_of(Search(connection), command, 0)
    assert account.describe() == {
        "tree": "AND(TMPL(Lease), LF(NAME = 'nobody'))",
        "rows": 0,
        "emptied": ['name is "nobody"'],
        "error": None,
    }
    late = account_of(Search(connection), command, 0)
    connection.execute("UPDATE entry SET name = 'nobody', name_key = 'nobody' WHERE id = 11")
    assert account.describe()["emptied"] == ['name is "nobody"']
    assert late.describe()["emptied"] == []


def test_of_a_very_long_command_only_the_rows_are_told(shared: sqlite3.Connection) -> None:
    account = account_of(Search(shared), "a " * LONGEST_COMMAND, 3)
    assert account.describe() == {"tree": None, "rows": 3, "emptied": [], "error": None}
