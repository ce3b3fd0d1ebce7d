"""Measurements on much content: a long folder, a big file in and out, copies of whole repositories."""

from __future__ import annotations

import os
import sqlite3
import tempfile
from dataclasses import replace
from pathlib import Path

import httpx
from load import load
from processes import SIMULATOR, Row, median_of, resident_mib, sign_in, started, timed

import lf_fixtures
from lf_fixtures import model
from lf_simulator import Registry
from lf_simulator.store.database import Database

MIB = 1024 * 1024
BIG = os.urandom(10 * MIB)
FOLDER = 9_000_000


def grown(entries: int) -> model.Corpus:
    """`demo` with one more folder that holds this many documents."""
    demo = lf_fixtures.load("demo")
    first = demo.entries[1]
    folder = model.Entry(FOLDER, 1, "Long", "Folder", first.created, first.modified, first.creator)
    more = (
        model.Entry(
            FOLDER + number,
            FOLDER,
            f"INV {number:06} Acme Supply",
            "Document",
            first.created,
            first.modified,
            first.creator,
            template="AP Invoice" if number % 2 else None,
            pages=(model.Page(f"Invoice {number} of Acme Supply, due in thirty days."),),
        )
        for number in range(1, entries + 1)
    )
    return replace(demo, entries=(*demo.entries, folder, *more), questions=())


def long_folder() -> list[Row]:
    with tempfile.TemporaryDirectory() as place:
        file = Path(place, "long.sqlite")
        Database.from_corpus(grown(5_000), file).close()
        with started([*SIMULATOR, "v2-selfhosted", "--database", str(file)]) as simulator:
            api, headers = sign_in(simulator)
            path = httpx.URL(f"{api}/Entries/{FOLDER}/Folder/Children").path
            some = load(simulator.port, path, {**headers, "Prefer": "maxpagesize=100"}, connections=1)
            one = load(simulator.port, path, {**headers, "Prefer": "maxpagesize=1"}, connections=1)
    ms, limit = 1000 / some.per_second, 1000 / one.per_second
    return [
        Row("children of a 5,000-entry folder, page of 100", "≤ 5 ms", f"{ms:.1f} ms", f"{limit:.1f} ms page of 1",
            f"{ms / limit:.1f}×")
    ]  # fmt: skip


def big_file() -> list[Row]:
    with tempfile.TemporaryDirectory() as place:
        file, alone = Path(place, "sim.sqlite"), Path(place, "alone.sqlite")
        Database.from_corpus(lf_fixtures.load("demo"), file).close()
        bare = sqlite3.connect(alone)
        bare.execute("CREATE TABLE edoc (id INTEGER PRIMARY KEY, data BLOB NOT NULL)")
        with (
            started([*SIMULATOR, "v1-selfhosted", "--database", str(file)]) as simulator,
            httpx.Client(timeout=60) as client,
        ):
            api, headers = sign_in(simulator)
            numbers = iter(range(100))

            def write() -> None:
                bare.execute("INSERT INTO edoc (data) VALUES (?)", (BIG,))
                bare.commit()

            def import_() -> None:
                files = {"electronicDocument": ("big.bin", BIG, "application/octet-stream")}
                answer = client.post(f"{api}/Entries/1/big-{next(numbers)}", headers=headers, files=files)
                made.append(answer.raise_for_status().json()["operations"]["entryCreate"]["entryId"])

            def read() -> None:
                with client.stream("GET", edoc, headers=headers) as answer:
                    assert sum(map(len, answer.iter_raw())) == len(BIG)

            made: list[int] = []
            rounds = [(timed(import_), timed(write)) for _ in range(5)]  # turn about
            ours, theirs = (sorted(column)[2] * 1000 for column in zip(*rounds, strict=True))
            edoc = f"{api}/Entries/{made[0]}/Laserfiche.Repository.Document/edoc"
            read()
            before = resident_mib(simulator.pid, forget_peak=True)
            seconds = median_of(5, lambda: timed(read))
            grown_by = resident_mib(simulator.pid, peak=True) - before
        bare.close()
    return [
        Row("import of 10 MiB over HTTP", "≤ 3× SQLite", f"{ours:.0f} ms", f"{theirs:.0f} ms written to SQLite alone",
            f"{ours / theirs:.1f}×"),
        Row("memory while 10 MiB are read", "≤ 4 MiB", f"{grown_by:.1f} MiB", f"read in {seconds * 1000:.0f} ms", "–"),
    ]  # fmt: skip


def copies() -> list[Row]:
    registry = Registry(seed=1)
    demo = registry.create(id="bench", corpus="demo")
    start = resident_mib(os.getpid())
    forks = [registry.create(fork_of=demo.id) for _ in range(100)]
    made = resident_mib(os.getpid()) - start
    for fork in forks:
        fork.database.connection.execute("SELECT count(*) FROM entry")
    used = resident_mib(os.getpid()) - start
    registry.close()

    big = Registry(seed=1)
    origin = big.create(id="bench", corpus="demo")
    origin.database.restore(Database.from_corpus(grown(10_000)).snapshot())
    content = origin.database.snapshot()
    target = sqlite3.connect(":memory:")

    def fork() -> None:
        origin.database.connection.execute("UPDATE entry SET modified = modified WHERE id = 1")  # so that it must look
        copy = big.create(fork_of=origin.id)
        copy.database.connection.execute("SELECT 1 FROM entry")
        copies_made.append(copy.id)

    copies_made: list[str] = []
    ours = median_of(9, lambda: timed(fork)) * 1000
    limit = median_of(9, lambda: timed(lambda: target.deserialize(content))) * 1000
    big.close()
    return [
        Row("100 forks of `demo`, made", "≤ 60 MiB", f"{made:.0f} MiB", f"{used:.0f} MiB once each is used", "–"),
        Row("fork of a 10,000-entry repository that has changed, and its first use", "≤ 20 ms", f"{ours:.1f} ms",
            f"{limit:.1f} ms `sqlite3` deserialize", f"{ours / limit:.1f}×"),
    ]  # fmt: skip
