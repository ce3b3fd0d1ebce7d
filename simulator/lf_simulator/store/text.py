"""Feeding the full-text index: the text items of an entry as rows of words, and the list of all words.

The index holds the words of search/words.py joined by blanks, so that its positions are the search language's. Which
tokenizer found them is a fact of the repository (`Making`), and whoever writes an entry uses that one.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from lf_simulator.search.sources import INDEXED
from lf_simulator.search.text_rows import MOST_ITEMS, row_number, rows_of
from lf_simulator.search.words import WORDS, Tokenizer, finding

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

AT_ONCE = 200
"""Entries whose words are in memory together while everything is indexed."""
HASH_BYTES = 16 << 20
"""What the index gathers before it writes a piece of itself: large, so that little has to be merged."""

_ITEMS = (
    "SELECT i.id, i.source, i.ref, t.words FROM text_item i JOIN text_index t ON t.rowid = i.id "
    "WHERE i.id BETWEEN ? AND ? ORDER BY i.id"
)
_ADD_ITEM = "INSERT INTO text_item (id, entry_id, source, ref) VALUES (?, ?, ?, ?)"
_ADD_WORDS = "INSERT INTO text_index (rowid, words) VALUES (?, ?)"
_COUNT_WORD = (
    "INSERT INTO text_word (word, texts) VALUES (?, ?) ON CONFLICT (word) DO UPDATE SET texts = texts + excluded.texts"
)


@dataclass(frozen=True, slots=True)
class Making:
    """How an index is made: what finds its words, and whether what is written waits to be indexed (`settle`)."""

    tokenizer: Tokenizer = WORDS
    waits: bool = False

    def written(self) -> str:
        return f"{self.tokenizer.signs} {self.tokenizer.joints} {'waits' if self.waits else 'at-once'}"


class _Item(NamedTuple):
    source: str
    ref: int
    words: str


def making_of(connection: sqlite3.Connection) -> Making:
    """How the index of a repository is made: the tokenizer that found the words which it holds now."""
    row = connection.execute("SELECT value FROM fact WHERE name = 'text_index'").fetchone()
    if row is None:
        return Making()
    signs, joints, waits = row[0].split(" ")
    return Making(finding(signs, joints), waits == "waits")


def set_making(connection: sqlite3.Connection, making: Making) -> None:
    """Make the index in another way from now on, and anew where its words are other ones. The caller commits."""
    before = making_of(connection)
    if making == before:
        return
    connection.execute("INSERT OR REPLACE INTO fact (name, value) VALUES ('text_index', ?)", (making.written(),))
    if making.tokenizer != before.tokenizer:
        index_all(connection)
    elif not making.waits:
        _settle(connection, connection.execute("SELECT entry_id FROM text_waiting").fetchall())


# ---- one entry


def index_entry(connection: sqlite3.Connection, entry_id: int) -> None:
    """Let the index follow what was written on an entry, or note that it has to. An entry that is gone is forgotten.
    The caller commits."""
    making = making_of(connection)
    if making.waits:
        connection.execute(
            "INSERT OR REPLACE INTO text_waiting (entry_id) SELECT id FROM entry WHERE id = ?", (entry_id,)
        )
    else:
        _index(connection, entry_id, making.tokenizer)


def forget_entry(connection: sqlite3.Connection, entry_id: int) -> None:
    """Take an entry out of the index. Has to happen before its row goes, since its items go with it."""
    _replace(connection, entry_id, {})


def _index(connection: sqlite3.Connection, entry_id: int, tokenizer: Tokenizer) -> None:
    _replace(connection, entry_id, dict(_items(connection, entry_id, tokenizer)))


def _replace(connection: sqlite3.Connection, entry_id: int, now: dict[int, _Item]) -> None:
    """Write what differs: most changes of an entry leave most of its texts as they are."""
    before = {row[0]: _Item._make(row[1:]) for row in connection.execute(_ITEMS, rows_of(entry_id))}
    counts: Counter[str] = Counter()
    for number in sorted(before.keys() | now.keys()):
        old, new = before.get(number), now.get(number)
        if old == new:
            continue
        if old:
            connection.execute("DELETE FROM text_index WHERE rowid = ?", (number,))
            connection.execute("DELETE FROM text_item WHERE id = ?", (number,))
            counts.subtract(set(old.words.split(" ")))
        if new:
            connection.execute(_ADD_ITEM, (number, entry_id, new.source, new.ref))
            connection.execute(_ADD_WORDS, (number, new.words))
            counts.update(set(new.words.split(" ")))
    if not now:  # of an entry whose row went first the items are gone already
        connection.execute("DELETE FROM text_index WHERE rowid BETWEEN ? AND ?", rows_of(entry_id))
    _count(connection, counts)


def _count(connection: sqlite3.Connection, counts: Counter[str]) -> None:
    """Add counts, which may be negative, to those of the list of words."""
    connection.executemany(_COUNT_WORD, sorted(row for row in counts.items() if row[1]))
    gone = [(word,) for word, count in counts.items() if count < 0]
    connection.executemany("DELETE FROM text_word WHERE word = ? AND texts <= 0", gone)


def _items(connection: sqlite3.Connection, entry_id: int, tokenizer: Tokenizer) -> Iterator[tuple[int, _Item]]:
    """The items of an entry that have words, by the numbers of their rows, ascending."""
    for source, read in INDEXED.items():
        for place, item in enumerate(read(connection, entry_id)[:MOST_ITEMS]):
            words = [word for _, text in item.pieces for word in tokenizer.texts(text)]
            if words:
                yield row_number(entry_id, source, place), _Item(source, item.ref, " ".join(words))


# ---- all entries


def index_all(connection: sqlite3.Connection) -> None:
    """Index every entry anew, as the repository has it; then nothing waits any more. The caller commits."""
    tokenizer = making_of(connection).tokenizer
    for table in ("text_item", "text_word", "text_waiting"):
        connection.execute(f"DELETE FROM {table}")  # noqa: S608 - names from the line above
    # To take its rows out one by one would last as long as to fill it
    (made,) = connection.execute("SELECT sql FROM sqlite_schema WHERE name = 'text_index'").fetchone()
    connection.execute("DROP TABLE text_index")
    connection.execute(made)
    connection.execute("INSERT INTO text_index (text_index, rank) VALUES ('hashsize', ?)", (HASH_BYTES,))
    ids = [row[0] for row in connection.execute("SELECT id FROM entry ORDER BY id")]
    for begin in range(0, len(ids), AT_ONCE):
        rows = [
            (number, entry_id, item)
            for entry_id in ids[begin : begin + AT_ONCE]
            for number, item in _items(connection, entry_id, tokenizer)
        ]
        connection.executemany(_ADD_ITEM, ((number, entry_id, item[0], item[1]) for number, entry_id, item in rows))
        connection.executemany(_ADD_WORDS, ((number, item.words) for number, _, item in rows))
    connection.execute("INSERT INTO text_index (text_index) VALUES ('optimize')")
    _list_words(connection)


def _list_words(connection: sqlite3.Connection) -> None:
    """Fill the list of words from the index, which has counted them: much quicker than to count them once more."""
    connection.execute("CREATE VIRTUAL TABLE temp.counted USING fts5vocab(main, text_index, row)")
    connection.execute("INSERT INTO text_word (word, texts) SELECT term, doc FROM temp.counted")
    connection.execute("DROP TABLE temp.counted")


# ---- what waits


def stamp(connection: sqlite3.Connection, due: float) -> None:
    """Tell when what was written in the request that ends is to be indexed: at that second of the clock. What waited
    already and was written once more waits anew. The caller commits."""
    connection.execute("UPDATE text_waiting SET due = ? WHERE due IS NULL", (due,))


def settle(connection: sqlite3.Connection, now: float) -> None:
    """Index what is due by that second of the clock. The caller commits."""
    _settle(connection, connection.execute("SELECT entry_id FROM text_waiting WHERE due <= ?", (now,)).fetchall())


def _settle(connection: sqlite3.Connection, entry_ids: list[tuple[int]]) -> None:
    tokenizer = making_of(connection).tokenizer
    for (entry_id,) in entry_ids:
        _index(connection, entry_id, tokenizer)
    connection.executemany("DELETE FROM text_waiting WHERE entry_id = ?", entry_ids)
