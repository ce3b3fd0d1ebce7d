"""What recognition costs: how much of what the true text says a search of the recognised text still finds."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from typing import TYPE_CHECKING

from processes import Row

import lf_fixtures
from lf_simulator import search
from lf_simulator.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Iterator

IN_TEXT = ("PageContent", "Edoc")


@dataclass(frozen=True, slots=True)
class Recall:
    """Counts over all commands that ask for text: of entries, and of pages (each with its entry)."""

    entries: int
    found_entries: int
    pages: int
    found_pages: int

    @property
    def lost_pages(self) -> float:
        """The share of true pages that is not found, 0 to 1."""
        return 1 - self.found_pages / self.pages


def recall_in(corpus: str) -> Recall:
    """Ask the packaged corpus its own commands, and compare what is found with what is true."""
    counts = [0, 0, 0, 0]
    with contextlib.closing(Database.from_corpus(lf_fixtures.load(corpus))) as database:
        for query in lf_fixtures.truth(corpus):
            if query.passages is None:
                continue
            node = search.parse(query.command)
            ids = search.find(database.connection, node)
            true = {(passage.entry, passage.page) for passage in query.passages}
            shown = {
                (row, hit.page_number)
                for row in ids
                for hit in search.context_hits(database.connection, node, row)
                if hit.hit_type in IN_TEXT
            }
            found = (len(query.entries), len({*query.entries} & {*ids}), len(true), len(true & shown))
            counts = [count + more for count, more in zip(counts, found, strict=True)]
    return Recall(*counts)


def recall() -> Iterator[Row]:
    """A row for each corpus in which recognition has cost anything."""
    for corpus in lf_fixtures.corpora():
        one = recall_in(corpus.name)
        if one.lost_pages:
            yield Row(
                *(f"recall in `{corpus.name}` after recognition: entries, pages", "–"),
                f"{one.found_entries / one.entries:.1%}, {one.found_pages / one.pages:.1%}",
                *(f"{one.entries}, {one.pages} by the true text", "–"),
            )


if __name__ == "__main__":
    for row in recall():
        print(f"| {row.what} | {row.target} | {row.measured} | {row.limit} | {row.ratio} |")
