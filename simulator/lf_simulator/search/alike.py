"""What is nearly the same: names that may have been meant, and words of the index that are spelt nearly so."""

from __future__ import annotations

import re
import unicodedata
from itertools import islice
from typing import TYPE_CHECKING, Literal, NamedTuple

from lf_simulator.search.fuzzy import within

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterable, Iterator

MOST_NAMES = 3000
"""Names that are compared letter by letter; looking for equal ones and for parts goes through all."""
LIKENESS = 0.6
SHORTEST_PART = 3
"""Letters that a part must have to say anything about what was meant."""
LONGEST_COMPARED = 200


class Alike(NamedTuple):
    """A name, and how it is like the one that was wanted: the same but for blanks, signs, accents; one has the other in
    it; spelt nearly so."""

    name: str
    how: Literal["same", "part", "near"]


def closest(wanted: str, names: Iterable[str], most: int = 3) -> list[Alike]:
    """The names that come nearest, the best first."""
    import difflib  # only after a mistake; it is slow to import

    known = list(dict.fromkeys(names))
    plain = _plain(wanted)
    same = [name for name in known if _plain(name) == plain]
    part = [name for name in known if _has_part(_plain(name), plain)]
    part.sort(key=lambda name: abs(len(name) - len(wanted)))
    by_key = {name.casefold(): name for name in islice((one for one in known if _comparable(one)), MOST_NAMES)}
    keys = difflib.get_close_matches(wanted.casefold()[:LONGEST_COMPARED], by_key, most, LIKENESS)
    found = [Alike(name, "same") for name in same] + [Alike(name, "part") for name in part]
    found += [Alike(by_key[key], "near") for key in keys]
    return list({alike.name: alike for alike in reversed(found)}.values())[::-1][:most]


def _comparable(name: str) -> bool:
    return 0 < len(name) <= LONGEST_COMPARED


def _plain(text: str) -> str:
    """Letters and digits alone, without case and accents."""
    decomposed = unicodedata.normalize("NFKD", text.casefold())
    return re.sub(r"[\W_]", "", "".join(letter for letter in decomposed if not unicodedata.combining(letter)))


def _has_part(one: str, other: str) -> bool:
    short, long = sorted((one, other), key=len)
    return len(short) >= SHORTEST_PART and len(short) < len(long) and short in long


def near_words(connection: sqlite3.Connection, word: str, has_time: Callable[[], bool]) -> list[str]:
    """Words of the index that differ from one by a letter or two, those that stand in most texts first."""
    allowed = 1 if len(word) <= 4 else 2
    sql = "SELECT word, texts FROM text_word WHERE length(word) BETWEEN ? AND ?"
    rows = connection.execute(sql, (len(word) - allowed, len(word) + allowed))
    letters = set(word)
    found = []
    for number, (term, count) in enumerate(rows):
        if not number % 1000 and not has_time():
            break
        if len(letters.symmetric_difference(term)) <= 2 * allowed and term != word and within(word, term, allowed):
            found.append((not within(word, term, 1), -count, term))
    return [term for _, _, term in sorted(found)]


def longer_words(connection: sqlite3.Connection, start: str) -> Iterator[str]:
    """Words of the index that begin with one and go on."""
    sql = "SELECT word FROM text_word WHERE word > ? AND word < ? ORDER BY word"
    return (term for (term,) in connection.execute(sql, (start, start + "\U0010ffff")))
