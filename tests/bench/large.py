"""A seeded repository of any size, to search in: documents of five pages in a deep tree, their words as frequent as
natural ones.

Rows go into the store's tables in batches and the project's own index is built over them, so memory does not grow with
the number of documents. The same seed and size give the same repository.
"""

from __future__ import annotations

import itertools
import math
import sqlite3
import time
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from random import Random
from typing import Any

import lf_fixtures
from lf_fixtures.model import Account, Corpus, Entry, FieldDefinition, TemplateDefinition
from lf_simulator.store import filling, schema, text

SEED = 4
PAGES = 5
WORDS_A_PAGE = 300
WORDS_A_LINE = 12
VOCABULARY = 40_000
ZIPF, SHIFT = 1.05, 2.7
"""The word of rank r is as frequent as 1 / (r + SHIFT) ** ZIPF: about what counts of natural text give."""
TOPIC, TOPIC_EVERY = 20, 11
"""Words that a document keeps coming back to, and how often: natural words come in bursts."""
PARTIES = 2_000
STATES = ("Open", "Open", "Open", "Open", "Paid", "Paid", "Paid", "Disputed", "Disputed", "Void")
HEADS = ("b", "br", "c", "ch", "d", "f", "g", "gr", "h", "k", "l", "m", "n", "p", "pl", "r", "s", "st", "t", "v")
VOWELS, TAILS = ("a", "e", "i", "o", "u", "ai", "ea"), ("", "", "", "l", "n", "r", "s", "t", "nd")
DRAWS = 1 << 20
"""Places of a list in which each word stands as often as it is frequent: drawing from it is quick."""
IN_A_FOLDER = 20
BRANCHES = (6, 10, 10)
"""Departments, series in each, years in each; below a year stand the parts that hold the documents."""
AT_ONCE = 500

PARTY, AMOUNT, DUE, STATE = range(1, 5)
FIELDS = (
    FieldDefinition(PARTY, "Party", "String", 80),
    FieldDefinition(AMOUNT, "Amount", "Number"),
    FieldDefinition(DUE, "Due", "Date"),
    FieldDefinition(STATE, "Status", "List", 20, list_values=tuple(dict.fromkeys(STATES))),
)
RECORD = TemplateDefinition(1, "Record", tuple(field.name for field in FIELDS))
MOMENT = "2024-01-01T00:00:00Z"


@dataclass(frozen=True, slots=True)
class Built:
    """What was made. Seconds are those of the processor, for the index alone; bytes are those of the pages' text."""

    documents: int
    text_bytes: int
    index_seconds: float


class Vocabulary:
    """Words by rank, the most frequent first; these are the short ones, as everywhere."""

    def __init__(self, seed: int = SEED) -> None:
        chance = Random(f"{seed}/words")
        syllables = list(map("".join, itertools.product(HEADS, VOWELS, TAILS)))
        made: dict[str, None] = {}
        while len(made) < VOCABULARY:
            made["".join(chance.choices(syllables, k=1 + (len(made) > 150) + (len(made) > 8_000)))] = None
        self.words = list(made)
        shares = [(rank + SHIFT) ** -ZIPF for rank in range(1, VOCABULARY + 1)]
        whole = sum(shares)
        ends = [int(share * DRAWS / whole) for share in accumulate(shares)]
        self._draws: list[str] = []
        for word, end in zip(self.words, ends, strict=True):
            self._draws += [word] * (end - len(self._draws))

    def said(self, chance: Random, count: int) -> list[str]:
        """Words one after another, each as likely as it is frequent."""
        draws, last = self._draws, len(self._draws)
        return [draws[number % last] for number in array("I", chance.randbytes(4 * count))]

    def of_any_rank(self, chance: Random) -> str:
        """A word, as likely one of the first ten as of the next ninety: of every frequency there is."""
        return self.words[min(VOCABULARY, int(math.exp(chance.random() * math.log(VOCABULARY + 1)))) - 1]


def definitions() -> Corpus:
    """A repository with the fields and the root, and nothing in it."""
    root = Entry(lf_fixtures.ROOT_ID, 0, "", "Folder", MOMENT, MOMENT, "admin")
    account = Account("admin", "admin")
    nothing: tuple[Any, ...] = ()
    return Corpus(
        *("large", "Documents for searches.", SEED, "Large", FIELDS, (RECORD,)),
        *(nothing, nothing, nothing, (account,), (root,)),
    )


def build(file: Path, documents: int, words: Vocabulary, seed: int = SEED) -> Built:
    """Make the repository in a file that does not exist yet."""
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA journal_mode = OFF")  # a file that is not finished is thrown away
    connection.execute("PRAGMA synchronous = OFF")
    schema.create(connection)
    filling.fill(connection, definitions())
    folders = Tree(documents)
    _insert(connection, "entry", folders.rows())
    parties = [name.title() for name in _parties(words, seed)]
    size = 0
    for begin in range(0, documents, AT_ONCE):
        made = [
            Document(number, folders, words, parties, seed) for number in range(begin, min(begin + AT_ONCE, documents))
        ]
        size += sum(len(page) for one in made for page in one.pages)  # all of it is ASCII
        _insert(connection, "entry", (one.entry() for one in made))
        _insert(connection, "page", (row for one in made for row in one.page_rows()))
        _insert(connection, "entry_field", (row for one in made for row in one.field_rows()))
        _insert(connection, "field_value", (row for one in made for row in one.value_rows()))
    connection.commit()
    start = time.thread_time()
    text.index_all(connection)
    connection.commit()
    seconds = time.thread_time() - start
    connection.close()
    return Built(documents, size, seconds)


class Tree:
    """The folders: departments, series, years and parts, as many as the documents need."""

    def __init__(self, documents: int) -> None:
        self.leaves: list[int] = []
        self.paths: dict[int, str] = {lf_fixtures.ROOT_ID: ""}
        self._ids: dict[tuple[int, ...], int] = {(): lf_fixtures.ROOT_ID}
        self._parents: dict[int, int] = {}
        for leaf in range(-(-documents // IN_A_FOLDER)):
            way: tuple[int, ...] = ()
            rest = leaf
            for branch in BRANCHES:
                way, rest = (*way, rest % branch), rest // branch
            self.leaves.append(self._folder((*way, rest)))
        self.next_id = max(self.paths) + 1

    def _folder(self, way: tuple[int, ...]) -> int:
        if way not in self._ids:
            parent = self._folder(way[:-1])
            self._ids[way] = made = len(self._ids) + lf_fixtures.ROOT_ID
            kind = ("Department", "Series", "Year", "Part")[len(way) - 1]
            number = 2014 + way[-1] if kind == "Year" else way[-1] + 1
            self._parents[made] = parent
            self.paths[made] = f"{self.paths[parent]}\\{kind} {number}"
        return self._ids[way]

    def rows(self) -> Iterator[dict[str, Any]]:
        for folder, parent in self._parents.items():
            path = self.paths[folder]
            yield _entry(folder, parent, path, "Folder", MOMENT) | {"template_id": None, "page_count": 0}


class Document:
    """One document, from its number. Everything about it comes from the seed and the number alone."""

    def __init__(self, number: int, folders: Tree, words: Vocabulary, parties: list[str], seed: int) -> None:
        chance = Random(f"{seed}/document/{number}")
        self.id = folders.next_id + number
        self.parent = folders.leaves[number // IN_A_FOLDER]
        topic = chance.sample(words.words, TOPIC)
        said = words.said(chance, PAGES * WORDS_A_PAGE)
        said[::TOPIC_EVERY] = [topic[number % TOPIC] for number in chance.randbytes(len(said[::TOPIC_EVERY]))]
        self.pages = list(_pages(said, chance))
        self.path = f"{folders.paths[self.parent]}\\{topic[0].title()} {topic[1]} {number + 1}"
        self.moment = f"{2014 + chance.randrange(10)}-{1 + chance.randrange(12):02}-{1 + chance.randrange(28):02}"
        party = parties[min(PARTIES - 1, int(math.exp(chance.random() * math.log(PARTIES))))]
        amount = math.exp(chance.uniform(math.log(10), math.log(1_000_000)))
        self.values = (party, f"{amount:.2f}", f"{self.moment}T00:00:00", chance.choice(STATES))

    def entry(self) -> dict[str, Any]:
        moment = f"{self.moment}T09:30:00Z"
        return _entry(self.id, self.parent, self.path, "Document", moment) | {"template_id": 1, "page_count": PAGES}

    def page_rows(self) -> Iterator[dict[str, Any]]:
        for number, page in enumerate(self.pages, 1):
            yield {"entry_id": self.id, "number": number, "text": page}

    def field_rows(self) -> Iterator[dict[str, Any]]:
        for field in FIELDS:
            yield {"entry_id": self.id, "field_id": field.id, "ordinal": field.id}

    def value_rows(self) -> Iterator[dict[str, Any]]:
        for field, written in zip(FIELDS, self.values, strict=True):
            value, key, number = filling.stored_value(written)
            kept = {"value": value, "value_key": key, "number": number}
            yield {"entry_id": self.id, "field_id": field.id, "position": 1} | kept


def _pages(said: list[str], chance: Random) -> Iterator[str]:
    """About as many words to each page, in lines that begin with a capital and end with a full stop."""
    ends = [number * WORDS_A_PAGE + chance.randint(-40, 40) for number in range(1, PAGES)]
    said[WORDS_A_LINE::WORDS_A_LINE] = [f".\n{word.capitalize()}" for word in said[WORDS_A_LINE::WORDS_A_LINE]]
    for begin, end in itertools.pairwise([0, *ends, len(said)]):
        yield " ".join(said[begin:end]).replace(" .", ".").lstrip(".\n") + "."


def _parties(words: Vocabulary, seed: int) -> list[str]:
    chance = Random(f"{seed}/parties")
    return [" ".join(chance.sample(words.words[150:6_000], 2)) for _ in range(PARTIES)]


def _entry(entry_id: int, parent: int, path: str, kind: str, moment: str) -> dict[str, Any]:
    name = path.rpartition("\\")[2]
    return {
        "id": entry_id,
        "parent_id": parent,
        "name": name,
        "name_key": filling.key(name),
        "path": path,
        "path_key": filling.key(path),
        "type": kind,
        "created": moment,
        "modified": moment,
        "creator": "admin",
        "volume": "DEFAULT",
    }


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[dict[str, Any]]) -> None:
    """Rows by the names of their columns; the others have what the schema gives them."""
    rows = iter(rows)
    first = next(rows, None)
    if first is not None:
        statement = f"INSERT INTO {table} ({', '.join(first)}) VALUES ({', '.join(f':{name}' for name in first)})"
        connection.executemany(statement, itertools.chain((first,), rows))
