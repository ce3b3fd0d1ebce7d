"""From the words of a query to the terms that an indexed search looks for."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from lf_simulator.search.errors import Code, QueryError, cut
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.wildcards import only_wildcards
from lf_simulator.search.words import fold, tokenizer

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lf_simulator.search.place import Place
    from lf_simulator.search.query import Term

# An apostrophe begins or ends a phrase only at the edge of a word, so that names such as O'Brien stay whole (decision;
# the form itself was seen in programs that query real servers).
_CLOSING = re.compile(r"'(?!\S)")
_CHUNK = re.compile(r"(?<!\S)'(?P<phrase>[^\s'].*?)'(?!\S)|(?P<chunk>\S+)", re.DOTALL)

# A bracket that is not closed before the next blank is no set and parts words. Taking such ones out at once spares
# looking for the end of each.
_OPEN = re.compile(r"[^\s\]]++(?P<closing>\]?)")

ANY = "*"
"""In a phrase: the place of a word that may be any."""


def phrase(text: str, place: Place, reading: Reading = PLAIN) -> Term:
    """The words of a phrase, in order; empty where they are stop words. Raises QueryError when there is no word."""
    words = _words(text, reading)
    if not words:
        raise _nothing(text, place)
    return _without_stop_words(words, reading)


def terms(value: str, place: Place, reading: Reading = PLAIN) -> tuple[Term, ...]:
    """The terms of a `~=` value, all of which have to be found. A chunk of several words (10-00847) is a phrase, and
    so is what stands between apostrophes, and the whole value where a build reads it so. Terms of wildcards alone are
    dropped while others remain.

    Raises QueryError when none remains; what is left without stop words counts (*decision*: a search for nothing but
    stop words is one for nothing, 9408)."""
    chunks = [value] if reading.several_words == "phrase" else _chunks(value)
    phrases = [words for chunk in chunks if (words := _words(chunk, reading))]
    if not phrases:
        raise _nothing(value, place)
    found = tuple(filter(None, (_without_stop_words(words, reading) for words in phrases)))
    if not found:
        raise only_stop_words(value, place)
    return found


def _chunks(value: str) -> Iterator[str]:
    """The chunks of a value between blanks, and what stands between apostrophes in one. Behind the last apostrophe
    that can close a phrase none is looked for, so that many open ones cost no more than one."""
    closed = max((found.end() for found in _CLOSING.finditer(value)), default=0)
    for found in _CHUNK.finditer(value, 0, closed):
        yield found["phrase"] or found["chunk"]
    yield from value[closed:].split()


def _words(text: str, reading: Reading) -> Term:
    if "[" in text:
        text = _OPEN.sub(_without_bracket, text)
    return tuple(word for word in tokenizer(reading).patterns(text) if not only_wildcards(word))


def _without_bracket(found: re.Match[str]) -> str:
    return found.group() if found["closing"] else found.group().replace("[", " ")


def _without_stop_words(words: Term, reading: Reading) -> Term:
    """A stop word is not looked for, but keeps its place between others (*decision*, with what the settings say)."""
    if not reading.stop_words:
        return words
    stopped = _stop_words(reading)
    kept = [place for place, word in enumerate(words) if word not in stopped]
    return tuple(ANY if word in stopped else word for word in words[kept[0] : kept[-1] + 1]) if kept else ()


@lru_cache(maxsize=8)
def _stop_words(reading: Reading) -> frozenset[str]:
    return frozenset(map(fold, reading.stop_words))


def only_stop_words(text: str, place: Place) -> QueryError:
    """The refusal of a search in which every word is a stop word."""
    hint = "Such words are left out of indexed searches."
    return QueryError(Code.NOTHING_TO_SEARCH, f"{cut(text)} has nothing but stop words.", place, hint)


def _nothing(text: str, place: Place) -> QueryError:
    if any(character in "*?" for character in text):
        return QueryError(Code.ONLY_WILDCARDS, "A search in text needs more than wildcards.", place)
    return QueryError(Code.NOTHING_TO_SEARCH, "There is no word here to search for.", place)
