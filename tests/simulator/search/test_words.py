"""What a word is, in text and in a query."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lf_simulator.search.words import pattern_words, word_texts, words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rent, the rent.", ["rent", "the", "rent"]),
        ("O'Brien 10-00847 a_b www.x.org", ["o", "brien", "10", "00847", "a", "b", "www", "x", "org"]),
        ("unit #29A owes $45", ["unit", "#29a", "owes", "$45"]),
        ("50% of R&D, 5 % & more", ["50%", "of", "r&d", "5", "more"]),
        ("# $ % & #- a&", ["a"]),
        ("a#b a$5 50%x", ["a", "b", "a", "5", "50", "x"]),
        ("##7 $$8 9%%", ["#7", "$8", "9%"]),
        ("STRASSE Straße", ["strasse", "strasse"]),
        ("café CAFÉ cafe", ["café", "café", "cafe"]),
        ("مالية 東京 ²", ["مالية", "東京", "²"]),
        ("", []),
    ],
)
def test_words_of_a_text(text: str, expected: list[str]) -> None:
    assert word_texts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("prun* 100347? br[a-o]ke*", ["prun*", "100347?", "br[a-o]ke*"]),
        ("[0-9][0-9]-[^ab]x", ["[0-9][0-9]", "[^ab]x"]),
        ("#2* R&* 5?%", ["#2*", "r&*", "5?%"]),
        ("a[ b []", ["a", "b"]),
    ],
)
def test_wildcards_belong_to_the_words_of_a_query(text: str, expected: list[str]) -> None:
    assert pattern_words(text) == expected


@given(st.text(alphabet=st.sampled_from("aBß1 #$%&-'_.É\n"), max_size=30))
def test_a_word_lies_where_it_says(text: str) -> None:
    found = list(words(text))
    assert [word.text for word in found] == word_texts(text)
    assert all(text[word.start : word.end].casefold() == word.text for word in found)
    assert all(one.end <= other.start for one, other in pairwise(found))
