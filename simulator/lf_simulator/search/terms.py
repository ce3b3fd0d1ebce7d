"""From the words of a query to the terms that an indexed search looks for."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from lf_simulator.search.errors import Code, QueryError
from lf_simulator.search.reading import PLAIN, Reading
from lf_simulator.search.wildcards import only_wildcards
from lf_simulator.search.words import pattern_words

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lf_simulator.search.place import Place
    from lf_simulator.search.query import Term

# An apostrophe begins or ends a phrase only at the edge of a word, so that names such as O'Brien stay whole (decision;
# the form itself was seen in programs that query real servers).
_CLOSING = re.compile(r"'(?!\S)")
_CHUNK = re.compile(r"(?<!\S)'(?P<phrase>[^\s'].*?)'(?!\S)|(?P<chunk>\S+)", re.DOTALL)


def phrase(text: str, place: Place, reading: Reading = PLAIN) -> Term:
    """The words of a phrase, in order. Raises QueryError when there is nothing to look for."""
    term = _term(text, reading)
    if not term:
        raise _nothing(text, place)
    return term


def terms(value: str, place: Place, reading: Reading = PLAIN) -> tuple[Term, ...]:
    """The terms of a `~=` value, all of which have to be found. A chunk of several words (10-00847) is a phrase, and
    so is what stands between apostrophes, and the whole value where a build reads it so. Terms of wildcards alone are
    dropped while others remain.

    Raises QueryError when none remains."""
    chunks = [value] if reading.several_words == "phrase" else _chunks(value)
    found = tuple(filter(None, (_term(chunk, reading) for chunk in chunks)))
    if not found:
        raise _nothing(value, place)
    return found


def _chunks(value: str) -> Iterator[str]:
    """The chunks of a value between blanks, and what stands between apostrophes in one. Behind the last apostrophe
    that can close a phrase none is looked for, so that many open ones cost no more than one."""
    closed = max((found.end() for found in _CLOSING.finditer(value)), default=0)
    for found in _CHUNK.finditer(value, 0, closed):
        yield found["phrase"] or found["chunk"]
    yield from value[closed:].split()


def _term(text: str, reading: Reading) -> Term:
    return tuple(word for word in pattern_words(text) if not only_wildcards(word))


def _nothing(text: str, place: Place) -> QueryError:
    if any(character in "*?" for character in text):
        return QueryError(Code.ONLY_WILDCARDS, "A search in text needs more than wildcards.", place)
    return QueryError(Code.NOTHING_TO_SEARCH, "There is no word here to search for.", place)
