"""Words that differ by a few letters."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lf_simulator.search import Fuzzy
from lf_simulator.search.fuzzy import close_to, within


def distance(one: str, other: str) -> int:
    """By the book: the whole table."""
    row = list(range(len(other) + 1))
    for line, letter in enumerate(one, 1):
        before, row = row, [line]
        for column, against in enumerate(other, 1):
            row.append(min(before[column] + 1, row[-1] + 1, before[column - 1] + (letter != against)))
    return row[-1]


SHORT = st.text(alphabet="abc", max_size=8)


@given(SHORT, SHORT, st.integers(0, 9))
@example("b", "abc", 2)
@example("abc", "b", 2)
@example("ab", "xaby", 2)
@example("abcd", "bcde", 2)
def test_a_limit_is_kept_as_the_whole_table_of_distances_says(one: str, other: str, limit: int) -> None:
    expected = distance(one, other) <= limit
    assert within(one, other, limit) is expected
    assert close_to(one, limit)(other) is expected


@pytest.mark.parametrize(
    ("kind", "factor", "word", "letters"),
    [
        ("NumberOfLetters", 1, "balence", 1),
        ("Percentage", 10, "balence", 0),
        ("Percentage", 20, "balence", 1),
        ("Percentage", 100, "balence", 7),
        ("Percentage", 14, "balence", 0),
        ("Percentage", 15, "balence", 1),
        ("NumberOfLetters", 0, "balence", 0),
        ("NumberOfLetters", -3, "balence", 0),
        ("Percentage", -50, "balence", 0),
    ],
)
def test_a_factor_allows_so_many_letters(kind: str, factor: int, word: str, letters: int) -> None:
    assert Fuzzy("Percentage" if kind == "Percentage" else "NumberOfLetters", factor).allowed(word) == letters


def test_as_many_letters_as_a_word_has_allow_every_word_of_that_length() -> None:
    assert [close_to("abc", 3)(word) for word in ("xyz", "", "abcdef", "uvwxyz", "abcdefg")] == [
        *(True, True, True),
        *(False, False),
    ]
