"""Whatever a tree asks, the one statement finds what a plain evaluation of the rules finds, entry by entry."""

from __future__ import annotations

from datetime import UTC, datetime
from random import Random
from typing import TYPE_CHECKING

import pytest
from tests.simulator.search import naive

from lf_fixtures.model import Corpus, Entry, FieldDefinition, Page, TagAssignment, TagDefinition, TemplateDefinition
from lf_simulator.search import Node, QueryError, find
from lf_simulator.search.query import (
    And,
    Condition,
    FieldClause,
    FieldItem,
    Near,
    Not,
    Or,
    SystemClause,
    TemplateClause,
    Text,
)
from lf_simulator.store.database import Database

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

WORDS = ("oak", "pine", "oats", "rent", "due", "paid", "pains", "o", "12")
PATTERNS = ("oak", "pine", "oa*", "*s", "?ak", "p*", "pai?", "rent", "due", "zzz", "o*", "12", "*a*")
NAMES = ("Oak Lease", "Pine", "oak", "Rent due", "12 Pines", "Paid")
VALUES = ("oak", "Oak Rent", "paid", "Pine due oak", "12", "")
NUMBERS = ("12", "12.5", "-3", "100", "0")
DAYS = ("2024-01-31", "2024-02-01", "2023-12-12")
TAGS = ("red", "Green", "blue")
TREES = 480


def _things(random: Random, count: int = 60) -> list[naive.Thing]:
    folders = [naive.Thing(1, 0, "", "Folder", datetime(2020, 1, 1), "", ())]
    things = list(folders)
    for number in range(2, count):
        parent = random.choice(folders)
        kind = "Folder" if number < 12 else random.choice(("Document", "Document", "Document", "Shortcut"))
        text = tuple(random.choices(WORDS, k=random.randrange(8))) if kind == "Document" else ()
        values = {
            "Who": (random.choice(VALUES),),
            "Many": tuple(random.choices(VALUES, k=random.randrange(4))),
            "Sum": (random.choice(NUMBERS),) if random.random() < 0.7 else (),
            "Day": (f"{random.choice(DAYS)}T00:00:00",) if random.random() < 0.7 else (),
        }
        thing = naive.Thing(
            *(number, parent.id, f"{random.choice(NAMES)} {number}", kind),
            created=datetime.fromisoformat(random.choice(DAYS)),
            template=random.choice(("", "Deed", "Bill")) if kind == "Document" else "",
            text=text,
            values={name: values[name] for name in random.sample(sorted(values), random.randrange(5))},
            tags=frozenset(random.sample(TAGS, random.randrange(3))),
            ways=(*parent.ways, parent.id),
        )
        things.append(thing)
        if kind == "Folder":
            folders.append(thing)
    return things


def _corpus(things: list[naive.Thing]) -> Corpus:
    kinds = {"text": "String", "number": "Number", "date": "Date"}
    fields = tuple(
        FieldDefinition(number, name, kinds[kind], is_multi_value=name == "Many")  # type: ignore[arg-type]  # a name of the three
        for number, (name, kind) in enumerate(naive.FIELD_TYPES.items(), 1)
    )
    entries = tuple(
        Entry(
            *(thing.id, thing.parent, thing.name, thing.kind),  # type: ignore[arg-type]  # a name of the three
            *[thing.created.replace(tzinfo=UTC).strftime("%Y-%m-%dT%H:%M:%SZ")] * 2,
            "admin",
            "Default",
            template=thing.template or None,
            fields=thing.values,
            tags=tuple(TagAssignment(tag) for tag in sorted(thing.tags)),
            pages=(Page(" ".join(thing.text[:3])), Page(" ".join(thing.text[3:]))) if thing.kind == "Document" else (),
        )
        for thing in things
    )
    return Corpus(
        *("naive", "Whatever a tree may ask for.", 0, "Naive"),
        fields=fields,
        templates=(TemplateDefinition(1, "Deed", ()), TemplateDefinition(2, "Bill", ())),
        tags=tuple(TagDefinition(number, tag) for number, tag in enumerate(TAGS, 1)),
        link_definitions=(),
        audit_reasons=(),
        accounts=(),
        entries=entries,
        links=(),
    )


THINGS = _things(Random(4))


@pytest.fixture(scope="module")
def repository() -> Iterator[sqlite3.Connection]:
    database = Database.from_corpus(_corpus(THINGS))
    yield database.connection
    database.close()


class Trees:
    """Random trees; the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def tree(self, depth: int) -> Node:
        choose = self.random.choice
        if depth <= 0 or self.random.random() < 0.2:
            return choose((self.text, self.system, self.field, self.near, self.template))()
        parts = tuple(self.tree(depth - 1) for _ in range(self.random.randrange(2, 4)))
        return choose((And(parts), Or(parts), Not(parts[0], parts[1])))

    def text(self) -> Text:
        term = tuple(self.random.choices(PATTERNS, k=self.random.choice((1, 1, 1, 2, 3))))
        return Text(" ".join(term), term)

    def words(self, depth: int) -> Node:
        if depth <= 0 or self.random.random() < 0.4:
            return self.text()
        parts = (self.words(depth - 1), self.words(depth - 1))
        near = Near(*parts, self.random.randrange(4), self.random.random() < 0.3)
        return self.random.choice((And(parts), Or(parts), Not(*parts), near))

    def near(self) -> Near:
        return Near(self.words(1), self.words(1), self.random.randrange(4), self.random.random() < 0.3)

    def template(self) -> Node:
        return TemplateClause(self.random.choice(("", "Deed", "bill")))

    def system(self) -> Node:
        choose = self.random.choice
        key = choose(("Name", "ID", "Created", "Tags", "LookIn", "Basic"))
        order = choose(("=", "<>", "<", "<=", ">", ">="))
        options: dict[str, tuple[tuple[str, str], ...]] = {
            "Name": ((), (("Type", choose(("D", "F", "DS"))),))[self.random.randrange(2)],
            "LookIn": ((), (("Subfolders", "N"),))[self.random.randrange(2)],
            "Basic": ((), (("option", choose(("D", "DFANLT", "NL", "FT", "DFN"))),))[self.random.randrange(2)],
        }
        operator, value = {
            "Name": (choose(("=", "<>")), choose((*PATTERNS, "oak lease*", "*pine*", "PINE*"))),
            "ID": (order, str(self.random.randrange(62))),
            "Created": (order, choose(DAYS)),
            "Tags": (choose(("=", "<>")), choose(("red", "GREEN", "*", "b*", "none"))),
            "LookIn": ("=", str(self.random.randrange(1, 12))),
            "Basic": ("~=", choose((*PATTERNS, "oak rent", "p* due"))),
        }[key]
        return SystemClause(key, (Condition(operator, value),), options.get(key, ()))

    def field(self) -> Node:
        template = self.random.choice(("", "", "Deed"))
        return FieldClause(template, tuple(self.item() for _ in range(self.random.choice((1, 1, 2)))))

    def item(self) -> FieldItem:
        choose = self.random.choice
        name = choose(("", "who", "Many", "Many", "Sum", "Day"))
        order = choose(("=", "<>", "<", "<=", ">", ">="))
        text = (choose(("=", "<>", "=", "~=")), choose((*PATTERNS, "oak rent", "Paid", "*e*")))
        number = (order, choose((*NUMBERS, "7")))
        day = (order, choose(DAYS))
        shown = (choose(("=", "<>")), choose(("*", "1*", "*2024", "12?5", "2024-0*", "")))
        kinds = {"Sum": (number, shown), "Day": (day, shown), "": (text, number, day, shown)}
        operator, value = choose(kinds.get(name, (text, text, shown)))
        return FieldItem(name, choose(("", "", "", "all", "1", "2")), Condition(operator, value))


@pytest.mark.parametrize("seed", range(6))
def test_any_tree_finds_what_a_plain_evaluation_finds(seed: int, repository: sqlite3.Connection) -> None:
    trees = Trees(seed)
    sizes = set()
    for number in range(TREES // 6):
        node = trees.tree(number % 4)
        try:
            found = find(repository, node)
        except QueryError:
            continue  # an unnamed field, a value that fits no field
        assert found == naive.found(node, THINGS), str(node)
        sizes.add(len(found))
    assert len(sizes) > 10  # neither everything nor nothing


@pytest.mark.parametrize("apart", [False, True])
@pytest.mark.parametrize("distance", range(5))
def test_words_are_as_near_as_a_plain_count_says(distance: int, apart: bool, repository: sqlite3.Connection) -> None:
    sides = [Text(word, (word,)) for word in ("oak", "pine", "rent", "pai*")]
    sides += [Text("oak rent", ("oak", "rent"))]
    groups: list[Node] = [*sides, Or((sides[0], sides[2])), And((sides[0], sides[1])), Not(sides[1], sides[2])]
    for left in sides:
        for right in groups:
            node = Near(left, right, distance, apart)
            assert find(repository, node) == naive.found(node, THINGS), str(node)


def test_a_rule_that_is_broken_is_noticed(repository: sqlite3.Connection) -> None:
    """The comparison can fail: with one entry that says something else it does."""
    other = [*THINGS[:-1], naive.Thing(*(THINGS[-1].id, 1, "zzz", "Document", datetime(1999, 1, 1), "", ("zzz",)))]
    node = Text("zzz", ("zzz",))
    assert find(repository, node) != naive.found(node, other)
