"""The questions of the search benchmark: for each shape many commands, each with the SQL somebody would write by hand.

By hand means: an FTS5 table of the documents' words alone (`bare`, rowid: the entry), the list of its words, and the
repository's own tables of entries and field values with their indexes, attached as `repo`.
"""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from random import Random
from typing import Any

from large import AMOUNT, DUE, PAGES, PARTY, SEED, STATE, STATES, WORDS_A_PAGE, Vocabulary

Ids = list[int]
ByHand = Callable[[], Ids]


@dataclass(frozen=True, slots=True)
class Question:
    command: str
    by_hand: ByHand


def ids_by_hand(bare: sqlite3.Connection, sql: str, *values: Any) -> ByHand:
    return lambda: sorted(row[0] for row in bare.execute(sql, values))


@dataclass(frozen=True, slots=True)
class Source:
    """Where questions are drawn from: `bare` is the connection for what is written by hand."""

    bare: sqlite3.Connection
    words: Vocabulary
    chance: Random

    def ids(self, sql: str, *values: Any) -> ByHand:
        return ids_by_hand(self.bare, sql, *values)

    def one(self, sql: str, *values: Any) -> Any:
        return self.bare.execute(sql, values).fetchone()[0]

    def document(self) -> int:
        low, high = self.bare.execute("SELECT min(rowid), max(rowid) FROM bare_content").fetchone()
        return self.chance.randint(low, high)


def phrases(source: Source) -> Iterator[Question]:
    """Two or three words that follow each other somewhere."""
    while True:
        said = source.one("SELECT words FROM bare WHERE rowid = ?", source.document()).split(" ")
        length, begin = source.chance.choice((2, 2, 3)), source.chance.randrange(PAGES * WORDS_A_PAGE - 3)
        phrase = " ".join(said[begin : begin + length])
        yield Question(f'"{phrase}"', source.ids("SELECT rowid FROM bare WHERE bare MATCH ?", f'"{phrase}"'))


def beginnings(source: Source) -> Iterator[Question]:
    """`pre*`: FTS5 knows beginnings itself."""
    while True:
        word = source.words.of_any_rank(source.chance)
        head = word[: source.chance.randint(3, 5)]
        yield Question(f"{head}*", source.ids("SELECT rowid FROM bare WHERE bare MATCH ?", f"{head}*"))


def middles(source: Source) -> Iterator[Question]:
    """`*mid*`: the words that are like it, and then the documents with any of them."""
    while True:
        word = source.words.of_any_rank(source.chance)
        if len(word) < 5:
            continue
        begin = source.chance.randrange(1, len(word) - 3)
        middle = word[begin : begin + source.chance.randint(3, 4)]
        yield Question(f"*{middle}*", _any_like(source, f"*{middle}*"))


def _any_like(source: Source, pattern: str) -> ByHand:
    def ask() -> Ids:
        words = source.bare.execute("SELECT word FROM bare_word WHERE word GLOB ?", (pattern,))
        any_of = " OR ".join(word for (word,) in words)
        return sorted(row[0] for row in source.bare.execute("SELECT rowid FROM bare WHERE bare MATCH ?", (any_of,)))

    return ask


def booleans(source: Source) -> Iterator[Question]:
    """A word, a folder of any depth, and the value of a field.

    By hand the text is asked first and the field by its key: left to SQLite, which begins with the value that most
    documents have, the slowest take twice as long."""
    sql = (
        "SELECT e.id FROM bare CROSS JOIN repo.entry e ON e.id = bare.rowid "
        "WHERE bare MATCH ? AND e.path_key > ? AND e.path_key < ? AND EXISTS (SELECT 1 FROM repo.field_value v "
        f"WHERE v.entry_id = e.id AND v.field_id = {STATE} AND +v.value_key = ?)"
    )
    while True:
        word = source.words.of_any_rank(source.chance)
        path = source.one("SELECT path FROM repo.entry WHERE id = ?", source.document())
        folder = "\\".join(path.split("\\")[: source.chance.randint(2, 5)])
        state = source.chance.choice(STATES)
        key = folder.casefold()
        yield Question(
            f'{word} & {{LF:LookIn="{folder}"}} & {{[]:[Status]="{state}"}}',
            source.ids(sql, word, f"{key}\\", f"{key}]", state.casefold()),
        )


def text_fields(source: Source) -> Iterator[Question]:
    """A value as a whole, or its beginning."""
    value = f"SELECT value FROM repo.field_value WHERE entry_id = ? AND field_id = {PARTY}"
    of_field = f"SELECT entry_id FROM repo.field_value WHERE field_id = {PARTY} AND value_key"
    while True:
        party = source.one(value, source.document())
        if source.chance.random() < 0.6:
            yield Question(f'{{[]:[Party]="{party}"}}', source.ids(f"{of_field} = ?", party.casefold()))
        else:
            head = party[: source.chance.randint(3, 6)].casefold()
            by_hand = source.ids(f"{of_field} >= ? AND value_key < ?", head, f"{head}\U0010ffff")
            yield Question(f'{{[]:[Party]="{head}*"}}', by_hand)


def numbers_and_dates(source: Source) -> Iterator[Question]:
    """More than a number, and the days from one to another."""
    number = f"SELECT entry_id FROM repo.field_value WHERE field_id = {AMOUNT} AND number > ?"
    date = f"SELECT entry_id FROM repo.field_value WHERE field_id = {DUE} AND value_key >= ? AND value_key < ?"
    while True:
        if source.chance.random() < 0.5:
            least = round(math.exp(source.chance.uniform(math.log(1_000), math.log(1_000_000))), 2)
            yield Question(f"{{[]:[Amount]>{least}}}", source.ids(number, least))
        else:
            year, month = source.chance.randrange(2014, 2024), source.chance.randint(1, 10)
            until = f"{year}-{month + source.chance.randint(0, 2):02}"
            command = f'{{[]:[Due]>="{year}-{month:02}-05", [Due]<="{until}-20"}}'
            yield Question(command, source.ids(date, f"{year}-{month:02}-05", f"{until}-21"))


SHAPES: dict[str, Callable[[Source], Iterator[Question]]] = {
    "phrase": phrases,
    "`pre*`": beginnings,
    "`*mid*`": middles,
    "word & `LookIn` & field": booleans,
    "field, text": text_fields,
    "field, number or date": numbers_and_dates,
}


def questions(bare: sqlite3.Connection, shape: str, count: int, words: Vocabulary) -> list[Question]:
    """So many different ones of a shape; the same for the same repository."""
    source = Source(bare, words, Random(f"{SEED}/questions/{shape}"))
    found: dict[str, Question] = {}
    for question in SHAPES[shape](source):
        found.setdefault(question.command, question)
        if len(found) == count:
            break
    return list(found.values())
