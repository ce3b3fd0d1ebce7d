"""Every key with every operator, its values and options: what it finds in a small repository, or how it is refused."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from tests.simulator.search.keys_corpus import CORPUS

from lf_simulator.search import QueryError, context_hits, find, parse
from lf_simulator.search.clauses import BY_KEY, CLAUSES, VERSION_KEYS
from lf_simulator.store.database import Database

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

OPERATORS = ("=", "<>", "<", "<=", ">", ">=", "~=")
ALL = [*((f"LF:{key.key}", key) for key in CLAUSES), *((f"LFVER:{key.key}", key) for key in VERSION_KEYS.values())]

FOUND = [
    (command.strip(), [int(id_) for id_ in ids.split() if id_ != "-"])
    for command, ids in (
        re.split(r"  +(?=[0-9 -]+$)", line)
        for line in (Path(__file__).parent / "keys.txt").read_text().splitlines()
        if line.startswith("{")
    )
]


@pytest.fixture(scope="module")
def keys() -> Iterator[sqlite3.Connection]:
    database = Database.from_corpus(CORPUS)
    yield database.connection
    database.close()


@pytest.mark.parametrize(("command", "ids"), FOUND, ids=[command for command, _ in FOUND])
def test_a_key_finds_what_it_should(command: str, ids: list[int], keys: sqlite3.Connection) -> None:
    assert find(keys, parse(command)) == ids


def test_every_operator_of_every_key_is_in_the_list() -> None:
    assert len(FOUND) > 200
    written = {
        (namespace.casefold(), key.casefold(), operator)
        for command, _ in FOUND
        for namespace, key, operator in re.findall(r"\{(\w+):(\w+)(~=|<>|<=|>=|=|<|>)", command)
    }
    for name, row in ALL:
        namespace, key = name.casefold().split(":")
        for operator in row.operators:
            assert (namespace, key, operator) in written, f"{name}{operator}"


def refused(command: str, connection: sqlite3.Connection) -> QueryError:
    with pytest.raises(QueryError) as caught:
        find(connection, parse(command))
    return caught.value


@pytest.mark.parametrize(
    ("name", "operator"),
    [(name, operator) for name, row in ALL for operator in OPERATORS if operator not in row.operators],
)
def test_an_operator_that_a_key_has_not_is_refused_at_its_place(
    name: str, operator: str, keys: sqlite3.Connection
) -> None:
    error = refused(f'{{{name}{operator}"1"}}', keys)
    assert error.code == (9245 if name == "LF:OCR" else 9181)  # a thread of the forum shows 9245 for OCR
    assert error.column == len(name) + 2
    assert error.message == f"{name} cannot be compared with {operator}."
    known = BY_KEY.get(name.split(":")[1].casefold()) if name.startswith("LF:") else None
    assert all(one in error.hint for one in (known or VERSION_KEYS.get(name[6:].casefold(), CLAUSES[0])).operators)


VALUES = {  # by what a kind of value is called: the value, with its quotes where it has them, and the code
    "text": (("word", 9084),),
    "an account": (("jdoe", 9084),),
    "a whole number": (
        *(('"ten"', 9088), ("ten", 9088), ('""', 9088), ('"1.5"', 9088), ('"1 2"', 9088), ('"0x10"', 9088)),
        *(('"9223372036854775808"', 9249), ("-9223372036854775808", 9249)),
    ),
    "a date": (
        *(('"yesterday"', 9161), ('""', 9161), ('"2024-13-01"', 9170), ('"2024-02-30"', 9170)),
        *(('"2024-03-14 25:00"', 9170), ('"2024-03-14 noon"', 9162)),
    ),
    "Y or N": (('"maybe"', 9245), ("X", 9245), ('""', 9245), ("1", 9245), ("All", 9245)),
    "All, Some or None": (('"half"', 9245), ("Y", 9245), ('""', 9245)),
    "a kind of annotation": (('"scribble"', 9245), ('""', 9245), ("note", 9084)),
    "a kind of link": (("attachment", 9084),),
}


@pytest.mark.parametrize(
    ("name", "operator", "value", "code"),
    [
        (name, min(row.operators), value, code)
        for name, row in ALL
        if row.key not in ("Basic", "LookIn")
        for value, code in VALUES[row.kind.noun]
    ],
)
def test_a_value_of_the_wrong_sort_is_refused_at_its_place(
    name: str, operator: str, value: str, code: int, keys: sqlite3.Connection
) -> None:
    error = refused(f"{{{name}{operator}{value}}}", keys)
    assert (error.code, error.column) == (code, len(name) + len(operator) + 2), error.message
    assert error.message.endswith(".")


WORDS = [name for name, row in ALL if "~=" in row.operators and row.key != "Basic"]


@pytest.mark.parametrize("name", WORDS)
@pytest.mark.parametrize(("value", "code"), [('"*"', 9239), ('"? *"', 9239), ('""', 9408), ('"; !"', 9408)])
def test_indexed_keys_want_a_word(name: str, value: str, code: int, keys: sqlite3.Connection) -> None:
    assert refused(f"{{{name}~={value}}}", keys).code == code


OPTIONS = {"Type": "D", "option": "D", "Subfolders": "N"}
A_VALUE = {
    "text": '"x"',
    "an account": '"x"',
    "a whole number": "1",
    "a date": '"2024-01-01"',
    "Y or N": "Y",
    "All, Some or None": "All",
    "a kind of annotation": '"note"',
    "a kind of link": '"1"',
    "a folder": '"\\"',
}


@pytest.mark.parametrize("name", [name for name, _ in ALL if name.startswith("LF:")])
@pytest.mark.parametrize("option", OPTIONS)
def test_a_key_takes_its_options_and_no_others(name: str, option: str, keys: sqlite3.Connection) -> None:
    row = BY_KEY[name[3:].casefold()]
    start = f"{{{name}{min(row.operators)}{A_VALUE[row.kind.noun]}, "
    command = f"{start}{option}={OPTIONS[option]}}}"
    if option in row.options:
        assert isinstance(find(keys, parse(command)), list)
        assert refused(f"{start}{option}=Q}}", keys).code == 9245
        assert refused(f'{start}{option}=""}}', keys).code == 9245
        assert refused(f"{start}{option}<>{OPTIONS[option]}}}", keys).code == 9245
        assert refused(f"{command[:-1]}, {option}={OPTIONS[option]}}}", keys).code == 9245  # twice
    else:
        assert refused(command, keys).code == 9245


@pytest.mark.parametrize("option", OPTIONS)
def test_a_clause_about_versions_has_no_options(option: str, keys: sqlite3.Connection) -> None:
    assert refused(f'{{LFVER:Label="x", {option}=D}}', keys).code == 9086


ABOUT_DOCUMENTS = [
    *(f"{{LF:PageCount{operator}{count}}}" for operator in OPERATORS[:-1] for count in (0, 1)),
    *(f"{{LF:EdocSize{operator}{count}}}" for operator in OPERATORS[:-1] for count in (0, 1)),
    *(f"{{LF:OCR={share}}}" for share in ("All", "Some", "None")),
    *(f"{{LF:{key}={flag}}}" for key in ("Indexed", "AssociatedPages", "Img") for flag in "YN"),
]


@pytest.mark.parametrize("command", ABOUT_DOCUMENTS)
def test_what_is_asked_of_documents_is_false_for_folders_and_shortcuts(command: str, keys: sqlite3.Connection) -> None:
    assert not {1, 10, 15, 16, 20} & set(find(keys, parse(command)))


@pytest.mark.parametrize(
    "key",
    ["Owner", "Sticky", "Tags", "LinkGroupComment", "TagComment", "Relation", "AnnType", "AnnCreator", "AnnStampName"],
)
def test_a_question_mark_and_a_set_stand_for_one_sign(key: str, keys: sqlite3.Connection) -> None:
    for value in ("?", "[a-b]"):
        assert isinstance(find(keys, parse(f'{{LF:{key}="{value}"}}')), list)


@pytest.mark.parametrize("key", ["Sticky", "Callout", "TextBox", "TagComment", "LinkGroupComment"])
def test_keys_that_contain_do_so_without_stars_and_with_them(key: str, keys: sqlite3.Connection) -> None:
    whole = {
        "Sticky": "verify",
        "Callout": "see",
        "TextBox": "oi",
        "TagComment": "signature",
        "LinkGroupComment": "ded",
    }
    bare = find(keys, parse(f'{{LF:{key}="{whole[key]}"}}'))
    assert bare == find(keys, parse(f'{{LF:{key}="*{whole[key]}*"}}')) != []
    for sign in "%_":  # ordinary characters
        assert find(keys, parse(f'{{LF:{key}="{sign}"}}')) == []


def test_an_account_that_is_called_just_so_comes_before_the_bare_name(keys: sqlite3.Connection) -> None:
    """`CORP\\mlee` is a name of its own here, so that the search for it does not find what is `mlee`'s."""
    connection = Database.from_snapshot(Database.from_corpus(CORPUS).snapshot()).connection
    connection.execute("UPDATE entry SET creator = 'mlee' WHERE id = 13")
    assert find(connection, parse('{LF:Creator="CORP\\mlee"}')) == [12]
    assert find(connection, parse('{LF:Creator="OTHER\\mlee"}')) == [13]
    assert find(keys, parse('{LF:Creator="OTHER\\mlee"}')) == []


def hits(command: str, entry: int, connection: sqlite3.Connection) -> list[tuple[str, str, int, int, int]]:
    return [
        (hit.hit_type, hit.context, hit.highlight1_offset, hit.highlight1_length, hit.page_number)
        for hit in context_hits(connection, parse(command), entry)
    ]


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        ('{LFVER:Comment~="draft"}', [("VersionComment", "first draft", 6, 5, 0)]),
        ('{LFVER:Comment~="final", ModifiedBy="admin"}', [("VersionComment", "Final, signed copy", 0, 5, 0)]),
        ('{LFVER:Comment~="final", ModifiedBy="jdoe"}', []),
        ('{LFVER:ModifiedBy="jdoe"} & {LFVER:Comment~="copy"}', [("VersionComment", "Final, signed copy", 14, 4, 0)]),
        ('{LFVER:Comment="final"}', []),
        ('{LF:Name="*"} - {LFVER:Comment~="final"}', []),
        ('{LF:LinkGroupComment~="forms"}', [("VersionGroupNote", "Superseded forms", 11, 5, 0)]),
        ('{LF:LinkGroupComment="forms"}', []),
        ('{LF:TagComment~="page"}', [("TagComment", "check signature page", 16, 4, 0)]),
    ],
)
def test_comments_that_were_searched_for_words_have_hits(
    command: str, expected: list[tuple[str, str, int, int, int]], keys: sqlite3.Connection
) -> None:
    assert hits(command, 11, keys) == expected


UNKNOWN = [
    ("Nmae", "Did you mean LF:Name?"),
    ("OWNERS", "Did you mean LF:Owner?"),
    ("Template", "Did you mean LF:TemplateName or LF:TemplateID?"),
    ("Path", "Did you mean LF:LookIn?"),
    ("FullText", "Did you mean LF:Basic?"),
    ("Label", "Did you mean LFVER:Label?"),
    ("ModifiedBy", "Did you mean LFVER:ModifiedBy?"),
    ("Volume", "Did you mean LF:VolName or LF:VolID?"),
    ("Type", 'Kinds of entries are an option: {LF:Name="*", Type=D}.'),
    (
        "Subfolders",
        'Subfolders is an option: it stands behind a condition, as in {LF:LookIn="\\Leases", Subfolders=N}.',
    ),
    ("qqq", "The commonest are LF:Name, LF:Basic, LF:LookIn, LF:TemplateName and LF:Created."),
    ("x" * 5000, "The commonest are LF:Name, LF:Basic, LF:LookIn, LF:TemplateName and LF:Created."),
]


@pytest.mark.parametrize(("key", "hint"), UNKNOWN, ids=[key[:20] for key, _ in UNKNOWN])
def test_an_unknown_key_is_answered_with_the_one_that_is_meant(key: str, hint: str, keys: sqlite3.Connection) -> None:
    error = refused(f'{{LF:{key}="x"}}', keys)
    assert (error.code, error.column, error.hint) == (9086, 5, hint)


@pytest.mark.parametrize(("key", "named"), [("coment", "LFVER:Comment"), ("qqq", "ModifiedBy, Comment, Label")])
def test_an_unknown_key_of_versions_too(key: str, named: str, keys: sqlite3.Connection) -> None:
    error = refused(f'{{LFVER:{key}="x"}}', keys)
    assert (error.code, error.column) == (9086, 8)
    assert named in error.hint


def test_all_that_a_hint_names_can_be_searched_for() -> None:
    from lf_simulator.search.unknown_keys import MEANT

    for written, names in MEANT.items():
        assert written == written.casefold()
        assert written not in BY_KEY
        for name in names:
            known = VERSION_KEYS if name.startswith("LFVER:") else BY_KEY
            assert name.removeprefix("LFVER:").casefold() in known


def test_different_keys_of_entries_do_not_share_a_brace(keys: sqlite3.Connection) -> None:
    assert refused('{LF:Owner="boss", Creator="jdoe"}', keys).code == 9086
