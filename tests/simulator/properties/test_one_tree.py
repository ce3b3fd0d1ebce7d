"""Whatever is done through either dialect, in any order: one tree, told alike by both, and as the model has it."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, rule, run_state_machine_as_test
from tests.simulator.consistency import flaws
from tests.simulator.properties.model import ROOT, Model, Node
from tests.simulator.properties.sides import PROFILE_OF, Side

from lf_simulator import Registry, create_app

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lf_simulator.repository import Repository

SEQUENCES, STEPS = 12, 30
MOST_ENTRIES = 24
"""Nothing is copied beyond that: folders in themselves grow fast."""

ONE_IN = 12
"""So often a sequence asks for an entry that is not there, or puts something where it does not belong."""

LONG = "x" * 255
NAMES = (
    "Box",
    "BOX",
    "box (2)",
    "Ärger",
    "äRGER",
    "Straße",
    "STRASSE",
    "a & b/c?",
    "100% #1",
    "日本",
    LONG,
    LONG[:251],
)
BAD_NAMES = ("", " ", "a\\b", LONG + "x")
FIELD_SETS: tuple[dict[str, list[str]], ...] = (
    {},
    {"Title": ["Lease"]},
    {"Title": ["läse \U0001f3e0"], "Vote": ["4-1"]},
    {"Vote": ["v" * 40], "Sponsor": ["Diaz"]},
    {"Sponsor": ["Okoye", "Diaz", "Diaz"]},
    {"Sponsor": ["Okoye"], "Title": ["Plat"], "Vote": ["5-0"]},
    {"Title": ["Lease"], "Vote": ["v" * 41]},
    {"Title": ["Lease"], "No Such Field": ["x"]},
)
TAG_SETS: tuple[set[str], ...] = (
    set(),
    {"Public"},
    {"Draft", "Permanent"},
    {"Public", "Draft"},
    {"Draft", "No Such Tag"},
)
LONGEST_VOTE = 40

file_names = st.sampled_from([name for name in NAMES if "/" not in name] + [" ", "a\\b"])
"""For imports: on v1 they stand in the address, where a slash is no part of a name."""
names = st.sampled_from((*NAMES * 3, *BAD_NAMES))
picks = st.integers(0, 9999)
dialects = st.sampled_from(("v1", "v2"))
flags = st.booleans()
field_sets, tag_sets = st.sampled_from(FIELD_SETS), st.sampled_from(TAG_SETS)


class OneTree(RuleBasedStateMachine):
    """Every rule does one thing through one dialect and to the model. `pick`s choose among the entries there are."""

    runner: asyncio.Runner
    clients: dict[str, httpx.AsyncClient]
    repository: Repository

    def __init__(self) -> None:
        super().__init__()
        self.sides = {
            version: Side(version, client, self.repository, self.runner) for version, client in self.clients.items()
        }
        name = f"Sequence {self.repository.clock.token()}"
        self.last_id = self.sides["v1"].run(self.sides["v1"].tree.made(ROOT, name))
        self.model = Model(Node(self.last_id, "Folder", name, None))
        self.gone: list[int] = []
        for name in ("Box", "Straße"):
            self.create_folder("v1", 1, name, auto_rename=False)
            self.import_document("v2", 1, f"{name}.", auto_rename=False)
            self.create_folder("v2", 1 + ONE_IN, "Ärger", auto_rename=True)
        for number, fields in enumerate(FIELD_SETS[1:6]):
            self.put_fields("v1", 1 + number * ONE_IN, fields)
            self.put_tags("v2", 1 + number * ONE_IN, TAG_SETS[1 + number % 3])

    # Choosing

    def entry(self, pick: int) -> int:
        """Any entry but the top, and now and then one that is gone or never was."""
        there = sorted(set(self.model.nodes) - {self.model.top.id})
        if pick % ONE_IN == 0 or not there:
            return self.gone[-1] if self.gone and pick % 2 == 0 else self.last_id + 1000
        return there[pick // ONE_IN % len(there)]

    def place(self, pick: int) -> int:
        """Where something is put: in a folder, and now and then anywhere."""
        if pick % ONE_IN == 0:
            return self.entry(pick // ONE_IN)
        folders = sorted(node.id for node in self.model.nodes.values() if node.type == "Folder")
        return folders[pick // ONE_IN % len(folders)]

    def is_new(self, id_: int) -> int:
        assert id_ > self.last_id, "ids are given once, and in ascending order"
        self.last_id = id_
        return id_

    # Doing

    @rule(dialect=dialects, parent=picks, name=names, auto_rename=flags)
    def create_folder(self, dialect: str, parent: int, name: str, auto_rename: bool) -> None:
        side, where = self.sides[dialect], self.place(parent)
        refusals = self.model.refusals_of_place(where, name, auto_rename)
        answer = side.run(side.tree.create(where, name, auto_rename=auto_rename))
        if fits(answer, refusals, 201):
            node = self.model.add(self.is_new(answer.json()["id"]), "Folder", where, name)
            assert answer.json()["name"] == node.name

    @rule(dialect=dialects, parent=picks, leading_to=picks, name=names, auto_rename=flags)
    def create_shortcut(self, dialect: str, parent: int, leading_to: int, name: str, auto_rename: bool) -> None:
        side, where, to = self.sides[dialect], self.place(parent), self.entry(leading_to)
        leads_to = self.led_to(to)
        refusals = self.model.refusals_of_place(where, name, auto_rename) | (set() if leads_to else {404})
        answer = side.run(side.tree.create(where, name, type_="Shortcut", auto_rename=auto_rename, targetId=to))
        if fits(answer, refusals, 201):
            assert leads_to is not None
            self.model.add(self.is_new(answer.json()["id"]), "Shortcut", where, name, leads_to.id)

    @rule(dialect=dialects, parent=picks, name=file_names, auto_rename=flags)
    def import_document(self, dialect: str, parent: int, name: str, auto_rename: bool) -> None:
        side, where = self.sides[dialect], self.place(parent)
        refusals = self.model.refusals_of_place(where, name, auto_rename)
        answer = side.run(side.import_(where, name, auto_rename))
        if fits(answer, refusals, 201):
            self.model.add(self.is_new(side.imported(answer)), "Document", where, name)

    @rule(dialect=dialects, entry=picks, parent=picks, name=names, auto_rename=flags)
    def move(self, dialect: str, entry: int, parent: int, name: str, auto_rename: bool) -> None:
        self.change(dialect, self.entry(entry), auto_rename, parentId=self.place(parent), name=name)

    @rule(dialect=dialects, entry=picks, parent=picks, auto_rename=flags)
    def move_only(self, dialect: str, entry: int, parent: int, auto_rename: bool) -> None:
        self.change(dialect, self.entry(entry), auto_rename, parentId=self.place(parent))

    @rule(dialect=dialects, entry=picks, name=names, auto_rename=flags)
    def rename(self, dialect: str, entry: int, name: str, auto_rename: bool) -> None:
        self.change(dialect, self.entry(entry), auto_rename, name=name)

    def change(self, dialect: str, entry: int, auto_rename: bool, **wish: Any) -> None:
        side, node = self.sides[dialect], self.model.nodes.get(entry)
        answer = side.run(side.tree.update(entry, auto_rename=auto_rename, **wish))
        if node is None or node.parent is None:
            assert answer.status_code in {404, 400}
            return
        parent, name = wish.get("parentId", node.parent.id), wish.get("name", node.name)
        if fits(answer, self.model.refusals_of_change(entry, parent, name, auto_rename), 200):
            assert answer.json()["name"] == self.model.change(entry, parent, name).name

    @rule(dialect=dialects, source=picks, parent=picks, name=names, auto_rename=flags)
    def copy(self, dialect: str, source: int, parent: int, name: str, auto_rename: bool) -> None:
        side, of, where = self.sides[dialect], self.entry(source), self.place(parent)
        original = self.model.nodes.get(of)
        if name == "" or len(self.model.nodes) > MOST_ENTRIES:  # without a name the source's counts
            return
        refusals = self.model.refusals_of_place(where, name, auto_rename) | (set() if original else {404})
        start = side.run(side.tree.start_copy(where, name, of, auto_rename=auto_rename))
        if self.model.refusals_of_name(name):
            assert start.status_code == 400
            return
        ended = side.run(side.tree.ended(start))
        assert ended.status == ("Failed" if refusals else "Completed"), (ended, refusals)
        if original is not None and not refusals:
            paths = self.model.paths_of_copy(original, where, name)
            ids = {path: side.run(side.id_at(path)) for path in paths}
            assert ids[paths[0]] == ended.entry_id
            self.last_id = max(map(self.is_new, sorted(ids.values())))
            self.model.copy(original, where, name, ended.entry_id, ids)

    @rule(dialect=dialects, entry=picks)
    def delete(self, dialect: str, entry: int) -> None:
        side, which = self.sides[dialect], self.entry(entry)
        ended = side.run(side.tree.delete(which))
        node = self.model.nodes.get(which)
        assert ended.status == ("Failed" if node is None else "Completed")
        if node is not None:
            self.model.delete(node)
            self.gone.append(which)

    @rule(dialect=dialects, entry=picks, fields=field_sets)
    def put_fields(self, dialect: str, entry: int, fields: dict[str, list[str]]) -> None:
        side, which = self.sides[dialect], self.entry(entry)
        node = self.led_to(which)
        refusals = set() if node else {404}
        refusals |= {404} if "No Such Field" in fields else set()
        refusals |= {400} if len(fields.get("Vote", [""])[0]) > LONGEST_VOTE else set()
        if fits(side.run(side.put_fields(which, fields)), refusals, 200):
            assert node is not None
            node.fields = fields

    @rule(dialect=dialects, entry=picks, tags=tag_sets)
    def put_tags(self, dialect: str, entry: int, tags: set[str]) -> None:
        side, which = self.sides[dialect], self.entry(entry)
        node = self.led_to(which)
        refusals = {404} if node is None or "No Such Tag" in tags else set()
        if fits(side.run(side.put_tags(which, sorted(tags))), refusals, 200):
            assert node is not None
            node.tags = tags

    def led_to(self, id_: int) -> Node | None:
        """The entry, or the one that a shortcut leads to."""
        node = self.model.nodes.get(id_)
        return self.model.nodes.get(node.target or 0) if node is not None and node.type == "Shortcut" else node

    # Looking

    def teardown(self) -> None:
        if sys.exc_info()[0] is not None:
            return  # something is wrong already
        expected = self.model.described()
        for side in self.sides.values():
            assert side.run(side.described(self.model.top.id)) == expected, side.say.version
        assert flaws(self.repository.database.connection) == {}


def fits(answer: httpx.Response, refusals: set[int], success: int) -> bool:
    """Whether it was done. It must be, if nothing speaks against it, and else be refused for one of the reasons."""
    assert answer.status_code in (refusals or {success}), (answer.text, refusals)
    return not refusals


@pytest.fixture
def machine() -> Iterator[type[OneTree]]:
    """The rules, with a repository and a client that has signed in."""
    with asyncio.Runner() as runner, contextlib.closing(Registry(seed=1)) as registry:
        repository = registry.create(profile="v1-selfhosted")
        repository.clock.freeze()
        clients = runner.run(signed_in(registry, repository))
        OneTree.runner, OneTree.clients, OneTree.repository = runner, clients, repository
        yield OneTree
        for client in clients.values():
            runner.run(client.aclose())


async def signed_in(registry: Registry, repository: Repository) -> dict[str, httpx.AsyncClient]:
    """A client of each dialect, on one sign-in that does not end."""
    base = f"http://sim.test/LFRepositoryAPI/{{}}/Repositories/{repository.id}/"
    transport = httpx.ASGITransport(create_app(registry))
    clients = {version: httpx.AsyncClient(transport=transport, base_url=base.format(version)) for version in PROFILE_OF}
    repository.profile = repository.profile.with_overrides({"token_seconds": 10**6})
    form = {"grant_type": "password", "username": "demo", "password": "demo"}
    token = (await clients["v1"].post("Token", data=form)).json()["access_token"]
    for client in clients.values():
        client.headers["Authorization"] = f"Bearer {token}"
    return clients


def test_random_changes_through_both_dialects_leave_one_tree_that_a_model_predicts(machine: type[OneTree]) -> None:
    run_state_machine_as_test(
        machine,
        settings=settings(
            max_examples=SEQUENCES,
            stateful_step_count=STEPS,
            derandomize=True,
            phases=(Phase.generate,),  # add Phase.shrink to have a failure made shorter, which takes minutes
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
