"""Patterns: as SQLite reads them and as Python does, which has to be the same."""

from __future__ import annotations

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lf_simulator.search.wildcards import glob, has_wildcards, only_wildcards, prefix_of, regex

SQLITE = sqlite3.connect(":memory:", check_same_thread=False)


def matches(pattern: str, text: str) -> bool:
    in_python = regex(pattern).fullmatch(text.casefold()) is not None
    in_sqlite = SQLITE.execute("SELECT ? GLOB ?", (text.casefold(), glob(pattern))).fetchone()[0] == 1
    assert in_python == in_sqlite
    return in_python


@pytest.mark.parametrize(
    ("pattern", "text", "expected"),
    [
        ("*", "", True),
        ("oak*", "Oak Street", True),
        ("OAK*", "a oak", False),
        ("100347?", "100347C", True),
        ("100347?", "100347", False),
        ("br[a-o]ke*", "broken", True),
        ("br[a-o]ke*", "bruke", False),
        ("[a-cx]", "X", True),
        ("[^abc]", "b", False),
        ("[^abc]", "d", True),
        ("[z-a]", "m", False),
        ("[^z-a]", "m", True),
        ("a[", "a[", True),
        ("[]x", "[]x", True),
        ("[^]", "[^]", True),
        ("[*]", "*", True),
        ("[[]", "[", True),
        ("50_%", "50_%", True),
        ("50_%", "50x%", False),
        ("a\\d", "a1", False),
        ("a*z", "a\nz", True),
    ],
)
def test_a_pattern_matches_the_whole_value_without_regard_to_case(pattern: str, text: str, expected: bool) -> None:
    assert matches(pattern, text) is expected


@given(st.text(alphabet="aB*?[]^-x", max_size=8), st.text(alphabet="abx[]^-*", max_size=6))
def test_sqlite_and_python_agree_about_every_pattern(pattern: str, text: str) -> None:
    matches(pattern, text)


def test_a_pattern_is_told_from_plain_text() -> None:
    assert [has_wildcards(text) for text in ("a*", "a?", "[ab]", "a[", "[]", "a_%")] == [True, True, True, *[False] * 3]
    assert [only_wildcards(text) for text in ("*", "?? *", "a*", "[a]", "", " ")] == [True, True, *[False] * 4]
    assert [prefix_of(text) for text in ("prun*", "prun**", "*", "p?n*", "prun", "p*n*")] == [
        "prun",
        "prun",
        *[None] * 4,
    ]
