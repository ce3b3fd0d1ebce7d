"""Where hits stand: held against a search that looks at every word, on texts that are hard to cut."""

from __future__ import annotations

import re
import unicodedata
from itertools import product
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lf_simulator.search import passages
from lf_simulator.search.excerpt import BEFORE, LONGEST, clings, line_around
from lf_simulator.search.fuzzy import Fuzzy, within
from lf_simulator.search.matching import Span
from lf_simulator.search.occurrences import occurrences, pairs_in_order
from lf_simulator.search.query import And, Near, Node, Not, Or, Text
from lf_simulator.search.reading import PLAIN
from lf_simulator.search.sieve import opening, sieve
from lf_simulator.search.wildcards import has_wildcards, regex
from lf_simulator.search.words import tokenizer

if TYPE_CHECKING:
    from collections.abc import Callable

word_texts, word_places = tokenizer(PLAIN).texts, tokenizer(PLAIN).places

# Words of all sorts; a few only, so that they meet often.
WORDS = [
    "rent",
    "Rent",
    "due",
    "a",
    "Straße",
    "été",
    "e\u0301te",
    "עברית",
    "नमस्ते",
    "𐐨𐐩",
    "R&D",
    "50%",
    "#29A",
    "x" * 90,
]
GAPS = [" ", "  ", "\n", "\r\n", "\t", "\u00a0", ", ", "-", " 😀 ", " \u0301 ", "_", "\u2028", "'", " & "]
PAGE = st.lists(st.tuples(st.sampled_from(WORDS), st.sampled_from(GAPS)), max_size=25).map(
    lambda parts: "".join(word + gap for word, gap in parts)
)
PAGES = st.lists(PAGE | st.text(max_size=30), min_size=1, max_size=4)
TERMS = st.lists(st.sampled_from([*word_texts(" ".join(WORDS)), "r*", "?", "[d-r]*", "*e"]), min_size=1, max_size=3)
LEAVES = TERMS.map(lambda words: Text(" ".join(words), tuple(words)))
NODES = st.recursive(
    LEAVES,
    lambda inner: st.one_of(
        st.lists(inner, min_size=1, max_size=2).map(lambda parts: Or(tuple(parts))),
        st.lists(inner, min_size=1, max_size=2).map(lambda parts: And(tuple(parts))),
        st.builds(Not, inner, inner),
        st.builds(Near, inner, inner, st.integers(0, 12), st.booleans()),
    ),
    max_leaves=4,
)
FUZZY = st.none() | st.builds(Fuzzy, st.just("NumberOfLetters"), st.integers(0, 2))

Ends = tuple[int, int]


def accepts(pattern: str, word: str, fuzzy: Fuzzy | None) -> bool:
    if has_wildcards(pattern):
        return regex(pattern).fullmatch(word) is not None
    return within(pattern, word, fuzzy.allowed(pattern) if fuzzy else 0)


def naively(words: list[str], node: Node, fuzzy: Fuzzy | None) -> dict[Ends, tuple[Ends, Ends] | None]:
    """The places of a node by looking everywhere: first and last word, with the sides of a pair."""
    match node:
        case Text(_, term):
            starts = range(len(words) - len(term) + 1)
            return {
                (start, start + len(term) - 1): None
                for start in starts
                if all(accepts(pattern, words[start + step], fuzzy) for step, pattern in enumerate(term))
            }
        case Or(parts):
            return {ends: sides for part in reversed(parts) for ends, sides in naively(words, part, fuzzy).items()}
        case And(parts):
            found = [naively(words, part, fuzzy) for part in parts]
            return {ends: sides for one in reversed(found) for ends, sides in one.items()} if all(found) else {}
        case Not(keep, drop):
            return {} if naively(words, drop, fuzzy) else naively(words, keep, fuzzy)
        case Near(left, right, distance, apart):
            one, other = naively(words, left, fuzzy), naively(words, right, fuzzy)
            near = {}
            for here, there in product(one, other):
                early, late = sorted((here, there))
                if early[1] < late[0] <= early[1] + distance + 1:
                    near[early[0], late[1]] = (early, late)
            if not apart:
                return near
            return {} if near or not (one and other) else {**other, **one}
    raise AssertionError(node)


def listed(pages: list[str], node: Node, fuzzy: Fuzzy | None) -> list[tuple[Ends, tuple[int, int, int]]]:
    """Ends in words of what belongs on the list, and page, start and end of its first word."""
    words = [word for page in pages for word in word_texts(page)]
    places = [(number, *place) for number, page in enumerate(pages, 1) for place in word_places(page)]
    ends = naively(words, node, fuzzy)
    wide = [(first, last) for first, last in ends if first < last]
    kept = [
        (first, last) for first, last in ends if first < last or not any(begin <= first <= end for begin, end in wide)
    ]
    return [(one, places[one[0]]) for one in sorted(kept)]


@settings(max_examples=250)
@given(pages=PAGES, node=NODES, fuzzy=FUZZY, size=st.sampled_from([1, 7, 30, 400]))
def test_every_place_is_found_once_in_order_however_the_text_is_cut(
    pages: list[str], node: Node, fuzzy: Fuzzy | None, size: int
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(passages, "PASSAGE", size)
        patch.setattr(passages, "KEPT", 2)
        found = list(occurrences(list(enumerate(pages, 1)), [node], fuzzy))
    expected = listed(pages, node, fuzzy)
    assert [(one.width, one.early.piece.page, one.early.start) for one in found] == [
        (last - first + 1, page, start) for (first, last), (page, start, _) in expected
    ]
    for one in found:
        assert one.early.piece.text == pages[one.early.piece.page - 1]
        for place in filter(None, (one.early, one.late)):
            starts, stops = zip(*word_places(place.piece.text), strict=True)
            assert (place.start in starts, place.end in stops) == (True, True)


@settings(max_examples=200)
@given(pages=PAGES, left=LEAVES, right=LEAVES, distance=st.integers(0, 12))
def test_a_pair_shows_its_two_sides_in_the_order_of_the_text(
    pages: list[str], left: Text, right: Text, distance: int
) -> None:
    for one in occurrences(list(enumerate(pages, 1)), [Near(left, right, distance)]):
        sides = [word_texts(place.piece.text[place.start : place.end]) for place in (one.early, one.late) if place]
        if one.late is None or one.early.piece is not one.late.piece:
            continue  # its second side is on another page
        assert one.early.end <= one.late.start
        assert any(
            all(
                len(term) == len(words) and all(map(lambda p, w: accepts(p, w, None), term, words))
                for term, words in zip(terms, sides, strict=True)
            )
            for terms in ((left.term, right.term), (right.term, left.term))
        )
        between = len(word_texts(one.early.piece.text[one.early.end : one.late.start]))
        assert between <= distance
        assert one.width == between + sum(map(len, sides))


@given(st.lists(st.integers(0, 60), max_size=20), st.lists(st.integers(0, 60), max_size=20), st.integers(0, 70))
def test_pairs_come_in_order_and_each_once(left: list[int], right: list[int], distance: int) -> None:
    sides = [[Span(place, place) for place in sorted(set(places))] for places in (left, right)]
    found = [span[:2] for span in pairs_in_order(sides[0], sides[1], distance)]
    assert found == sorted(
        {tuple(sorted((one, other))) for one, other in product(left, right) if 0 < abs(one - other) <= distance + 1}
    )


@pytest.mark.parametrize("command", [Not, lambda one, other: Near(one, other, 1, apart=True)])
def test_what_is_forbidden_is_looked_for_where_nothing_else_stands(command: Callable[[Text, Text], Node]) -> None:
    node = command(Text("rent", ("rent",)), Text("due", ("due",)))
    expected = {Not: []}.get(command, [1, 3])
    assert [one.early.piece.page for one in occurrences([(1, "rent"), (2, "x y"), (3, "due")], [node])] == expected
    assert not list(occurrences([(1, "rent"), (2, ""), (3, "due")], [node]))


EDITS = (("x", 0), ("", 1), ("x", 1))
"""A letter more, a letter less, another letter."""


@settings(max_examples=200)
@given(
    st.text("abc", min_size=1, max_size=7), st.lists(st.tuples(st.integers(0, 6), st.sampled_from(EDITS)), max_size=3)
)
def test_no_text_is_put_aside_that_holds_a_word_like_the_one_sought(
    sought: str, edits: list[tuple[int, tuple[str, int]]]
) -> None:
    word = sought
    for place, (put_in, taken_out) in edits:
        word = word[:place] + put_in + word[place + taken_out :]
    for test in (sieve, opening):
        assert test(Text(sought, (sought,)), Fuzzy("NumberOfLetters", len(edits)))(f"x {word} x")


@settings(max_examples=200)
@given(st.text("ab*?[]^-", min_size=1, max_size=7), st.text("ab[]^-", max_size=7))
def test_no_text_is_put_aside_that_holds_a_word_of_the_pattern_sought(pattern: str, word: str) -> None:
    for test in (sieve, opening):
        assert test(Text(pattern, (pattern,)))(f"x {word} x") >= accepts(pattern, word, None)


LINES = st.lists(
    st.sampled_from([*WORDS, *GAPS, "e\u0301\u0323", "👨\u200d👩", "\u0301", "y" * 200, "\u200d"]), max_size=40
).map("".join)


@settings(max_examples=250)
@given(LINES | st.text(max_size=200), st.data())
def test_a_line_is_cut_at_words_and_offsets_in_it_stay_true(text: str, data: st.DataObject) -> None:
    places = word_places(text)
    if not places:
        return
    first = data.draw(st.integers(0, len(places) - 1))
    last = data.draw(st.integers(first, min(first + 5, len(places) - 1)))
    start, end = places[first][0], places[last][1]
    offset, line = line_around(text, start, end)
    behind = offset + len(line)
    assert re.sub(r"\s", " ", line) == re.sub(r"\s", " ", text[offset:behind])
    assert len(line.splitlines()) == 1
    assert start - BEFORE <= offset <= start
    assert end <= behind
    clinging = next((place for place in range(end, len(text)) if not clings(text[place])), len(text))
    assert behind <= max(offset + LONGEST, clinging)
    assert behind == len(text) or not clings(text[behind])
    if offset not in (0, start):
        assert text[offset - 1].isspace()
        assert not text[offset].isspace()
        assert not clings(text[offset])
    if behind not in (len(text), clinging):
        assert text[behind].isspace() or behind == offset + LONGEST
        assert not text[behind - 1].isspace()


@pytest.mark.parametrize("letter", ["e\u0301", "न\u0947", "a\u0301\u0323", "ב\u05b8"])
def test_a_line_ends_behind_the_marks_of_its_last_letter(letter: str) -> None:
    text = f"{'w' * 70} {letter}-{'x' * 100}"
    _, line = line_around(text, 71, 72)
    assert line == letter
    assert all(unicodedata.category(mark)[0] == "M" for mark in line[1:])


def test_one_line_of_a_million_characters_is_looked_through() -> None:
    text = "sand " * 100_000 + "gold" + " sand" * 100_000
    (one,) = occurrences([(1, text)], [Text("gold", ("gold",))])
    assert (one.early.start, one.early.end) == (500_000, 500_004)
    offset, line = line_around(text, one.early.start, one.early.end)
    assert (offset, line[30:34], len(line)) == (499_970, "gold", 79)
    (one,) = occurrences([(1, "y" * 1_000_000 + " gold")], [Text("gold", ("gold",))])
    assert one.early.start == 1_000_001


def test_the_end_of_a_text_is_not_read_for_its_first_places() -> None:
    read = []

    def pages():
        for number in range(1, 1001):
            read.append(number)
            yield number, "rent is due"

    class Pages:
        def __iter__(self):
            return pages()

    found = occurrences(Pages(), [Text("rent due", ("rent", "is"))])
    assert [next(found).early.piece.page for _ in range(3)] == [1, 2, 3]
    assert len(read) < 10
