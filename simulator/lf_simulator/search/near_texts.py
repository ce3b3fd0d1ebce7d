"""What comes near to words that no text has: other places where they stand, longer words, words that are spelt nearly
so, and the same words less near to one another."""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from lf_simulator.search.alike import longer_words, near_words
from lf_simulator.search.place import NOWHERE
from lf_simulator.search.proposal import Proposal
from lf_simulator.search.query import And, Condition, Near, Node, SystemClause, Text
from lf_simulator.search.terms import phrase
from lf_simulator.search.wildcards import has_wildcards, only_wildcards
from lf_simulator.search.wording import SOURCES, quoted_text
from lf_simulator.search.words import tokenizer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from lf_simulator.search.explanation import Search

    Build = Callable[[str], Node]
    """The clause with another text to look for."""

MOST_WORDS = 5
"""Words of one clause that are looked into."""
MOST_SPELLINGS = 3
LARGEST_DISTANCE = 1_000_000
"""Words between two others in one document, more than any has."""
BEFORE_WORD, AFTER_WORD = r"(?<![^\W_])", r"(?![^\W_])"


def of_words(
    search: Search, text: str, build: Build, covered: str, has_time: Callable[[], bool], *, is_phrase: bool
) -> Iterator[Proposal]:
    """`covered`: the letters of the sources that the clause looks through."""
    words = list(dict.fromkeys(word for word in tokenizer(search.reading).patterns(text) if not only_wildcards(word)))[
        :MOST_WORDS
    ]
    counts = {word: len(search.ids(build(word))) for word in words if has_time()}
    missing = [word for word, count in counts.items() if not count]
    if _is_behind(search):
        yield Proposal("Some of what was written is not in the index yet (setting index_lag_seconds).")
    for word in missing:
        yield from _of_missing(search, word, text, build, has_time)
    if not missing and len(words) > 1:
        if is_phrase:
            each = And(tuple(map(build, words)))
            stays_phrase = isinstance(each.parts[0], Text) or search.reading.several_words == "phrase"
            apart = each if stays_phrase else build(" ".join(words))
            yield Proposal("The words are there, but not side by side in this order.", apart)
        for word in counts:
            yield Proposal(f"{quoted_text(word)} by itself is found.", build(word))
    if missing and (found := [word for word in words if counts.get(word)]):
        yield Proposal(f"Nothing there has {_listed(missing)}; the rest is found.", build(" ".join(found)))
    elif missing:
        yield Proposal(f"Nothing there has {_listed(missing)}.")
    for letter, source in SOURCES.items():
        if letter not in covered:
            options = (("option", letter),)
            yield Proposal(
                f"The words stand in {source}, where this clause does not look.",
                SystemClause("Basic", (Condition("~=", text.replace("*", "")),), options),
            )


def _listed(words: list[str]) -> str:
    return " or ".join(map(quoted_text, words))


def _is_behind(search: Search) -> bool:
    return search.connection.execute("SELECT 1 FROM text_waiting").fetchone() is not None


def _of_missing(search: Search, word: str, text: str, build: Build, has_time: Callable[[], bool]) -> Iterator[Proposal]:
    if has_wildcards(word):
        inner = word.strip("*")
        yield Proposal(
            f"No word is like {quoted_text(word)}; with * on both sides some are.",
            build(_with(text, word, f"*{inner}*")),
        )
        return
    longer = list(islice(longer_words(search.connection, word), MOST_SPELLINGS))
    if longer:
        some = ", ".join(map(quoted_text, longer))
        yield Proposal(
            f"The index does not have {quoted_text(word)} there, but {some}.", build(_with(text, word, f"{word}*"))
        )
    for near in near_words(search.connection, word, has_time):
        yield Proposal(f"There is no {quoted_text(word)}, but {quoted_text(near)}.", build(_with(text, word, near)))


def _with(text: str, word: str, other: str) -> str:
    """The text with another word in the place of one."""
    return re.sub(f"{BEFORE_WORD}{re.escape(word)}{AFTER_WORD}", lambda _: other, text, flags=re.IGNORECASE)


def bare(text: Text) -> Build:
    """How bare text is built anew; a phrase stays one."""
    return lambda words: _bare(words, quoted=text.quoted)


def _bare(words: str, *, quoted: bool) -> Text:
    return Text(words, phrase(words, NOWHERE), quoted)


def of_distance(search: Search, node: Near, has_time: Callable[[], bool]) -> Iterator[Proposal]:
    """The least distance at which something is found; for words that are to stand apart, the words at all."""
    if node.apart:
        yield Proposal("Wherever both are, they stand as near as that.", And((node.left, node.right)))
        return
    fails, fits = node.distance, LARGEST_DISTANCE
    if not search.ids(Near(node.left, node.right, fits)):
        return
    while fits - fails > 1 and has_time():
        middle = min((fits + fails) // 2, 2 * fails + 1)
        if search.ids(Near(node.left, node.right, middle)):
            fits = middle
        else:
            fails = middle
    yield Proposal(
        f"The nearest that they stand to one another is {fits} words apart.", Near(node.left, node.right, fits)
    )
