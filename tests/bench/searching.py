"""Searches in large repositories, each beside the same question written by hand for the same data.

`make bench` takes 1,000 and 10,000 documents of five pages. Other sizes are named in a variable, as in
`LF_BENCH_DOCUMENTS=1000,10000,100000 python tests/bench/searching.py`: 100,000 documents are half a million pages,
seven gigabytes in the temporary folder while it lasts, and half an hour. `LF_BENCH_FOLDER` names a folder in which the
repositories stay, to be asked once more.

Each question is asked several times, turn about with the one by hand, and its shortest time counts, in time of the
processor: everything is in memory by then, and what else the machine does is nobody's. An answer that differs from the
one by hand ends the measurement. A field compared with a value that nothing has tells what a command costs by itself.

Two numbers in a row are the median and the 99th of a hundred over the questions, not over repetitions; of thirty
questions the latter is the slowest one.
"""

from __future__ import annotations

import contextlib
import gc
import json
import math
import os
import re
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from large import STATE, Built, Vocabulary, build
from processes import Row
from questions import SHAPES, Question, ids_by_hand, questions
from recall import recall

from lf_simulator import search
from lf_simulator.store.database import Database

DOCUMENTS = "LF_BENCH_DOCUMENTS"
"""The variable that names other sizes, with commas between."""
FOLDER = "LF_BENCH_FOLDER"
SIZES = (1_000, 10_000)
MOST_QUESTIONS, FEWER_QUESTIONS = 100, 30
"""Different ones of a shape: for the smallest size, and for the others."""
ROUNDS = 5
SECONDS_A_SHAPE = 3.0
"""After so long no further round begins."""
HIT_ROWS = 5
LONG_COMMAND = 500
OURS = "large.sqlite"
MIB = 1024 * 1024

_MAKE_BARE = """
CREATE VIRTUAL TABLE bare USING fts5 (words, tokenize = "ascii tokenchars '#$%&-'''");
CREATE TABLE bare_word (word TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE bare_page (id INTEGER PRIMARY KEY, entry_id INTEGER, number INTEGER, text TEXT, UNIQUE (entry_id, number));
"""
_OF_STATE = f"SELECT entry_id FROM repo.field_value WHERE field_id = {STATE} AND value_key = ?"
_DOCUMENT_WORDS = "SELECT rowid >> 20, words FROM repo.text_index WHERE (rowid >> 18 & 3) = 0"


Pair = tuple[Callable[[], object], Callable[[], object]]
"""The same question twice: to us, and by hand."""


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds for each question: ours, and by hand."""

    ours: list[float]
    by_hand: list[float]


def searching() -> Iterator[Row]:
    medians: dict[int, dict[str, Times]] = {}
    sizes = [int(size) for size in os.environ.get(DOCUMENTS, "").split(",") if size] or SIZES
    words = Vocabulary()
    yield from parsing()
    for size in sizes:
        with tempfile.TemporaryDirectory() as passing:
            medians[size] = {}
            place = Path(os.environ.get(FOLDER, passing), f"{size}")
            yield from _in_repository(place, size, words, medians[size])
    if len(sizes) > 1:
        yield growth(medians)
    yield from recall()


def _in_repository(place: Path, size: int, words: Vocabulary, kept: dict[str, Times]) -> Iterator[Row]:
    built, bare_seconds = _made(place, size, words)
    bare = sqlite3.connect(place / "bare.sqlite", cached_statements=256)
    bare.execute("ATTACH ? AS repo", (str(place / OURS),))
    bare_bytes = (place / "bare.sqlite").stat().st_size
    label = f"{size:,} documents"
    yield _rate(built, bare_seconds, label)
    ours_bytes = (place / OURS).stat().st_size
    yield Row(
        *(f"{label}: size of the file", "–", f"{ours_bytes / MIB:,.0f} MiB"),
        *(f"{bare_bytes / MIB:,.0f} MiB bare FTS5 and pages", f"{ours_bytes / bare_bytes:.1f}×"),
    )
    database = Database(place / OURS)
    count = MOST_QUESTIONS if size <= min(SIZES) else FEWER_QUESTIONS
    for shape in SHAPES:
        asked = questions(bare, shape, count, words)
        kept[shape] = times = ask(database.connection, asked)
        yield _compared(f"{label}: {shape}", "≤ 1.5×", times, "by hand")
    nothing = [Question('{[]:[Status]="none"}', ids_by_hand(bare, _OF_STATE, "none"))] * MOST_QUESTIONS
    yield _compared(f"{label}: a field, nothing found", "–", ask(database.connection, nothing), "by hand")
    in_text = [one for shape in ("phrase", "`pre*`") for one in questions(bare, shape, count // 2, words)]
    yield _compared(f"{label}: hits of {HIT_ROWS} rows", "≤ 10 ms", hits(database.connection, in_text), "pages, read")
    database.close()
    bare.close()


def _made(place: Path, size: int, words: Vocabulary) -> tuple[Built, float]:
    """The repository and the tables for questions by hand, made unless they are there; the seconds for the latter."""
    times = place / "times.json"
    if not times.exists():
        place.mkdir(parents=True)
        built = build(place / OURS, size, words)
        with contextlib.closing(sqlite3.connect(place / "bare.sqlite")) as bare:
            bare_seconds = _make_bare(bare, place / OURS)
        times.write_text(json.dumps([asdict(built), bare_seconds]))
    known, bare_seconds = json.loads(times.read_text())
    return Built(**known), bare_seconds


def _make_bare(bare: sqlite3.Connection, ours: Path) -> float:
    """Fill the tables that questions by hand are put to. The seconds that the words took."""
    bare.execute("PRAGMA journal_mode = OFF")
    bare.execute("PRAGMA synchronous = OFF")
    bare.executescript(_MAKE_BARE)
    bare.execute("ATTACH ? AS repo", (str(ours),))
    seconds = 0.0
    read = bare.execute(_DOCUMENT_WORDS)
    while rows := read.fetchmany(500):
        start = time.thread_time()
        bare.executemany("INSERT INTO bare (rowid, words) VALUES (?, ?)", rows)
        seconds += time.thread_time() - start
    start = time.thread_time()
    bare.execute("INSERT INTO bare (bare) VALUES ('optimize')")
    bare.commit()
    seconds += time.thread_time() - start
    bare.execute("INSERT INTO bare_word SELECT word FROM repo.text_word")
    bare.execute("INSERT INTO bare_page SELECT id, entry_id, number, text FROM repo.page")
    bare.commit()
    return seconds


def _rate(built: Built, bare_seconds: float, label: str) -> Row:
    def per_second(seconds: float) -> str:
        return f"{built.documents / seconds:,.0f}/s, {built.text_bytes / MIB / seconds:.1f} MiB/s"

    return Row(
        *(f"{label}: index built", "–", per_second(built.index_seconds)),
        *(f"{per_second(bare_seconds)} bare FTS5, words found already", f"{built.index_seconds / bare_seconds:.1f}×"),
    )


# ---- questions and hits


def ask(connection: sqlite3.Connection, asked: list[Question]) -> Times:
    """The times of finding the ids, ours from the tree on. Raises SystemExit for an answer that is not that by hand."""
    nodes = [search.parse(question.command) for question in asked]
    pairs: list[Pair] = [
        ((lambda node=node: search.find(connection, node)), question.by_hand)
        for question, node in zip(asked, nodes, strict=True)
    ]

    def check(place: int, found: object, expected: object) -> None:
        if found != expected:
            raise SystemExit(f"{asked[place].command} does not find what the question by hand finds")

    return turn_about(pairs, check)


def hits(connection: sqlite3.Connection, asked: list[Question]) -> Times:
    """The times of all hits in the first rows, beside reading the pages of these and looking for the letters."""
    found = [(question.command, search.parse(question.command), question.by_hand()[:HIT_ROWS]) for question in asked]

    def ours(node: search.Node, rows: list[int]) -> int:
        return sum(len(search.context_hits(connection, node, row)[:]) for row in rows)

    def by_hand(pattern: re.Pattern[str], rows: list[int]) -> int:
        pages = "SELECT text FROM page WHERE entry_id = ? ORDER BY number"
        return sum(len(pattern.findall(text)) for row in rows for (text,) in connection.execute(pages, (row,)))

    pairs: list[Pair] = []
    for command, node, rows in found:
        letters = r"\W+".join(word.replace("*", r"\w*") for word in command.strip('"').split(" "))
        pattern = re.compile(rf"\b{letters}\b", re.IGNORECASE)
        if len(rows) == HIT_ROWS:
            pairs.append((lambda n=node, r=rows: ours(n, r), lambda p=pattern, r=rows: by_hand(p, r)))

    def check(place: int, found: int, expected: int) -> None:
        if found < expected:  # there may be more: a phrase goes on on the next page
            raise SystemExit(f"{asked[place].command} has {found} hits; by hand there are {expected}")

    return turn_about(pairs, check)


def turn_about(pairs: list[Pair], check: Callable[[int, Any, Any], None]) -> Times:
    times = Times([float("inf")] * len(pairs), [float("inf")] * len(pairs))
    gc.collect()
    gc.disable()
    until = time.thread_time() + SECONDS_A_SHAPE
    for number in range(ROUNDS):
        if number and time.thread_time() > until:
            break
        for place, (ours, by_hand) in enumerate(pairs):
            seconds, found = _timed(ours)
            seconds_by_hand, expected = _timed(by_hand)
            check(place, found, expected)
            times.ours[place] = min(times.ours[place], seconds)
            times.by_hand[place] = min(times.by_hand[place], seconds_by_hand)
    gc.enable()
    return times


def _timed(call: Callable[[], object]) -> tuple[float, object]:
    start = time.thread_time()
    answer = call()
    return time.thread_time() - start, answer


# ---- rows of the table


def parsing() -> Iterator[Row]:
    parts = (
        '"lease agreement"', '{LF:Name="*invoice 20??*", Type="D"}', '{[Record]:[Amount]>=1250.5, [Status]="Open"}',
        '({LF:LookIn="\\Department 1\\Series 2", Subfolders="Y"} | {LF:Basic~="north street", option="DFAN"})',
        '{LF:Modified>="01/02/2023 4:05 PM"}', "tenant^5 deposit", '{LFVER:Comment="*draft*"}', '{LF:PageCount>3}',
        'rent*',
    )  # fmt: skip
    command = " & ".join([*parts, *parts[2:4]])
    command += f' & "{"x" * (LONG_COMMAND - len(command) - 5)}"'
    assert search.parse(command)
    seconds = min(_timed(lambda: search.parse(command))[0] for _ in range(200))
    split = min(_timed(lambda: re.findall(r'"[^"]*"|\w+|\S', command))[0] for _ in range(200))
    yield Row(
        *(f"parsing a command of {len(command)} characters", "≤ 1 ms", f"{seconds * 1000:.2f} ms"),
        *(f"{split * 1000:.2f} ms cut into words by a regular expression", f"{seconds / split:.0f}×"),
    )


def growth(times: dict[int, dict[str, Times]]) -> Row:
    small, large = min(times), max(times)

    def grown(of: Callable[[Times], list[float]]) -> str:
        return ", ".join(
            f"{_shown(of, times[large][shape]) / _shown(of, times[small][shape]):.1f}×" for shape in SHAPES
        )

    def _shown(of: Callable[[Times], list[float]], one: Times) -> float:
        return statistics.fmean(of(one))

    return Row(
        *(f"growth of the means from {small:,} to {large:,} documents, in that order", "≤ by hand"),
        *(grown(lambda one: one.ours), f"{grown(lambda one: one.by_hand)} by hand", "–"),
    )


def _compared(what: str, target: str, times: Times, against: str) -> Row:
    ours, by_hand = _median_and_p99(times.ours), _median_and_p99(times.by_hand)
    return Row(
        *(what, target, _written(ours), f"{_written(by_hand)} {against}"),
        " / ".join(f"{one / other:.1f}×" for one, other in zip(ours, by_hand, strict=True)),
    )


def _median_and_p99(seconds: Iterable[float]) -> tuple[float, float]:
    ordered = sorted(seconds)
    return statistics.median(ordered), ordered[math.ceil(len(ordered) * 0.99) - 1]


def _written(pair: tuple[float, float]) -> str:
    return " / ".join(f"{seconds * 1000:.2f}" for seconds in pair) + " ms"


if __name__ == "__main__":
    for row in searching():
        print(f"| {row.what} | {row.target} | {row.measured} | {row.limit} | {row.ratio} |", flush=True)
