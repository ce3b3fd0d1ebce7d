"""What a word is, in text and in a query."""

from __future__ import annotations

import sys
import unicodedata
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.words import MARK_BLOCKS, WORDS, Tokenizer, fold, tokenizer

SEPARATE = Tokenizer("separate", "separate")
INSIDE = Tokenizer("attached", "inside")
ALL = (WORDS, SEPARATE, INSIDE, Tokenizer("separate", "inside"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Rent, the rent.", "rent the rent"),
        ("O'Brien 10-00847 a_b www.x.org", "o brien 10 00847 a b www x org"),
        ("unit #29A owes $45", "unit #29a owes $45"),
        ("50% of R&D, 5 % & more", "50% of r&d 5 more"),
        ("# $ % & #- a&", "a"),
        ("a#b a$5 50%x é$5 e\u0301$5", "a b a 5 50 x é 5 e\u0301 5"),
        ("##7 $$8 9%% a&&b a&#b", "#7 $8 9% a b a #b"),
        ("STRASSE Straße", "strasse strasse"),
        ("İstanbul ﬁn ŉ", "i\u0307stanbul fin \u02bcn"),
        ("café CAFÉ cafe", "café café cafe"),
        ("cafe\u0301s x", "cafe\u0301s x"),
        ("\u0301x \u0301", "x"),
        ("हिन्दी में", "हिन्दी में"),
        ("שָׁלוֹם עולם", "שָׁלוֹם עולם"),
        ("مُحَمَّد، مالية", "مُحَمَّد مالية"),
        ("東京 ² ٣٤ ४", "東京 ² ٣٤ ४"),
        ("𞤀𞤁 𝐀𝐁 😀 a😀b", "𞤢𞤣 𝐀𝐁 a b"),
        ("Ver\u00adtrag \u00ad -\u00ad", "vertrag"),
        ("می\u200cخواهم a\u200bb \u200cx\u200c", "می\u200cخواهم a b x"),
        ("it’s “so” – x…y\u00a0z é", "it s so x y z é"),
        ("one\ntwo é\nthree", "one two é three"),
        ("", ""),
    ],
)
def test_words_of_a_text(text: str, expected: str) -> None:
    assert WORDS.texts(text) == expected.split()


@pytest.mark.parametrize(
    ("found_by", "text", "expected"),
    [
        (SEPARATE, "#29A $45 50% R&D é", "29a 45 50 r d é"),
        (SEPARATE, "#29A $45 50% R&D", "29a 45 50 r d"),
        (INSIDE, "O'Brien 10-00847 -x- 'y' a--b R&D-x", "o'brien 10-00847 x y a b r&d-x"),
        (INSIDE, "it’s well\u2010known “x”", "it’s well\u2010known x"),
    ],
)
def test_a_build_may_part_words_otherwise(found_by: Tokenizer, text: str, expected: str) -> None:
    assert found_by.texts(text) == expected.split()


def test_the_settings_of_a_build_choose_the_tokenizer() -> None:
    assert tokenizer(PLAIN) is WORDS
    assert tokenizer(Reading(word_signs="separate")) == SEPARATE
    assert tokenizer(Reading(word_joints="inside")) == INSIDE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("prun* 100347? br[a-o]ke*", ["prun*", "100347?", "br[a-o]ke*"]),
        ("[0-9][0-9]-[^ab]x", ["[0-9][0-9]", "[^ab]x"]),
        ("#2* R&* 5?%", ["#2*", "r&*", "5?%"]),
        ("a[ b []", ["a", "b"]),
        ("É* caf?e\u0301 [éè]t*", ["é*", "caf?e\u0301", "[éè]t*"]),
    ],
)
def test_wildcards_belong_to_the_words_of_a_query(text: str, expected: list[str]) -> None:
    assert WORDS.patterns(text) == expected


def test_every_mark_is_known() -> None:
    marks = {code for code in range(sys.maxunicode + 1) if unicodedata.category(chr(code))[0] == "M"}
    assert not marks - {code for begin, end in MARK_BLOCKS for code in range(begin, end)}


ODD = "aBß1 #$%&-'_.É\n\u0301\u00ad\u200d\u200c’—हि़שָمُ\u0345İﬁŉ𞤀😀٣²"


@given(
    st.text(alphabet=st.one_of(st.sampled_from(ODD), st.characters(exclude_categories=["Cs"])), max_size=30),
    st.sampled_from(ALL),
)
def test_a_word_lies_where_it_says(text: str, found_by: Tokenizer) -> None:
    found = list(found_by.words(text))
    assert [word.text for word in found] == found_by.texts(text)
    assert [(word.start, word.end) for word in found] == found_by.places(text)
    assert all(fold(text[word.start : word.end]) == word.text for word in found)
    assert all(word.text and " " not in word.text for word in found)
    assert all(one.end <= other.start for one, other in pairwise(found))


@given(st.text(alphabet=st.sampled_from(ODD), max_size=12), st.sampled_from(ALL))
def test_a_text_is_found_by_its_own_words(text: str, found_by: Tokenizer) -> None:
    assert found_by.patterns(text) == found_by.texts(text)
