"""How far the text index is behind, and what its words are, as the build has it: seen over the API and over time."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lf_simulator.search import find, parse
from lf_simulator.search.words import Tokenizer
from lf_simulator.store.text import Making, index_entry, making_of

if TYPE_CHECKING:
    import httpx

    from lf_simulator import Registry
    from lf_simulator.repository import Repository

pytestmark = pytest.mark.anyio

ENTRY = 231  # a document of the demo corpus
LAG = 30.0
WORDS, NAME = '{LF:Name~="quetzal"}', '{LF:Name="Quetzal*"}'


class Cabinet:
    """A repository whose clock stands still, and one document of it that is renamed and looked for."""

    def __init__(self, client: httpx.AsyncClient, repository: Repository) -> None:
        self.client, self.repository = client, repository
        repository.clock.freeze()

    def set(self, **overrides: object) -> None:
        self.repository.profile = self.repository.profile.with_overrides(overrides, ())

    async def rename(self, name: str = "Quetzal report") -> None:
        answer = await self.client.patch(f"Entries/{ENTRY}", json={"name": name})
        assert answer.status_code == 200, answer.text

    async def finds(self, command: str) -> bool:
        answer = await self.client.post("SimpleSearches", json={"searchCommand": f"{command} & {{LF:ID={ENTRY}}}"})
        assert answer.status_code in (200, 204), answer.text
        return answer.status_code == 200 and bool(answer.json()["value"])


@pytest.fixture
def profile() -> str:
    return "v1-selfhosted"


@pytest.fixture
def cabinet(client: httpx.AsyncClient, repository: Repository) -> Cabinet:
    return Cabinet(client, repository)


async def test_what_is_written_is_found_at_once_where_there_is_no_lag(cabinet: Cabinet) -> None:
    await cabinet.rename()
    assert await cabinet.finds(WORDS)
    assert await cabinet.finds(NAME)


async def test_indexed_searches_are_behind_and_the_others_are_not(cabinet: Cabinet) -> None:
    cabinet.set(index_lag_seconds=LAG)
    await cabinet.rename()
    cabinet.repository.clock.advance(LAG - 0.5)
    assert await cabinet.finds(NAME)
    assert not await cabinet.finds(WORDS)
    cabinet.repository.clock.advance(0.5)
    assert await cabinet.finds(WORDS)


async def test_time_is_counted_from_the_write_even_if_nothing_is_asked_meanwhile(cabinet: Cabinet) -> None:
    cabinet.set(index_lag_seconds=LAG)
    await cabinet.rename()
    cabinet.repository.clock.advance(LAG)
    assert await cabinet.finds(WORDS)


async def test_hits_are_as_far_behind_as_the_index(cabinet: Cabinet) -> None:
    cabinet.set(index_lag_seconds=LAG)
    await cabinet.rename()
    command = {"searchCommand": f"{NAME} & ({WORDS} | {{LF:ID={ENTRY}}})"}
    token = (await cabinet.client.post("Searches", json=command)).json()["token"]
    hits = f"Searches/{token}/Results/1/ContextHits"
    assert (await cabinet.client.get(hits)).json()["value"] == []
    cabinet.repository.clock.advance(LAG)
    assert [hit["context"] for hit in (await cabinet.client.get(hits)).json()["value"]] == ["Quetzal report"]


async def test_what_is_deleted_is_not_found_from_then_on(cabinet: Cabinet) -> None:
    await cabinet.rename()
    cabinet.set(index_lag_seconds=LAG)
    assert await cabinet.finds(WORDS)
    answer = await cabinet.client.request("DELETE", f"Entries/{ENTRY}", json={})
    assert answer.status_code == 201, answer.text
    cabinet.repository.clock.advance(LAG / 2)  # it takes a while, though less than indexing
    assert not await cabinet.finds(WORDS)


async def test_a_refused_request_leaves_the_index_as_it_was(cabinet: Cabinet) -> None:
    await cabinet.rename()
    table = cabinet.repository.database.connection
    before = table.execute("SELECT * FROM text_word").fetchall(), table.execute("SELECT * FROM text_item").fetchall()
    body = {"name": "Axolotl", "parentId": 999_999}
    refused = await cabinet.client.patch(f"Entries/{ENTRY}", json=body)
    assert refused.status_code == 404, refused.text
    after = table.execute("SELECT * FROM text_word").fetchall(), table.execute("SELECT * FROM text_item").fetchall()
    assert after == before
    assert await cabinet.finds(WORDS)


async def test_nothing_waits_any_more_once_the_lag_is_gone(cabinet: Cabinet) -> None:
    cabinet.set(index_lag_seconds=LAG)
    await cabinet.rename()
    assert not await cabinet.finds(WORDS)
    cabinet.set(index_lag_seconds=0.0)
    assert await cabinet.finds(WORDS)


async def test_another_tokenizer_is_in_force_with_the_next_request(cabinet: Cabinet) -> None:
    await cabinet.rename("Mary-Ann quetzal")
    assert await cabinet.finds('{LF:Name~="ann"}')
    cabinet.set(word_joints="inside")
    assert not await cabinet.finds('{LF:Name~="ann"}')
    assert await cabinet.finds('{LF:Name~="mary-ann"}')
    assert making_of(cabinet.repository.database.connection) == Making(Tokenizer("attached", "inside"))
    cabinet.repository.reset()
    cabinet.repository.settle()
    assert making_of(cabinet.repository.database.connection) == Making()


async def test_a_reset_that_keeps_the_profile_keeps_its_words(cabinet: Cabinet) -> None:
    cabinet.set(word_signs="separate")
    cabinet.repository.reset(keep=["profile", "sessions"])
    await cabinet.rename("R&D quetzal")
    assert await cabinet.finds('{LF:Name~="d"}')


async def test_a_fork_has_the_words_of_its_own_profile(cabinet: Cabinet, registry: Registry) -> None:
    repository = cabinet.repository
    cabinet.set(word_joints="inside")
    await cabinet.rename("Mary-Ann quetzal")
    plain = registry.create(fork_of=repository.id, profile="v1-selfhosted")
    same = registry.create(fork_of=repository.id)
    try:
        for fork in (plain, same):
            fork.settle()
        assert find(plain.database.connection, parse('{LF:Name~="ann"}')) == [ENTRY]
        assert find(same.database.connection, parse('{LF:Name~="ann"}')) == []
        plain.reset()
        plain.settle()
        assert find(plain.database.connection, parse('{LF:Name~="ann"}')) == [ENTRY]
    finally:
        registry.delete(plain.id)
        registry.delete(same.id)


async def test_what_waited_when_a_fork_was_made_is_indexed_there(cabinet: Cabinet, registry: Registry) -> None:
    cabinet.set(index_lag_seconds=LAG)
    cabinet.repository.clock.advance(10 * LAG)
    await cabinet.rename()
    fork = registry.create(fork_of=cabinet.repository.id)
    try:
        for _ in range(2):
            fork.settle()
            assert find(fork.database.connection, parse(WORDS)) == [ENTRY]
            fork.reset()
    finally:
        registry.delete(fork.id)


async def test_a_repository_that_is_not_asked_is_not_opened_for_its_index(registry: Registry) -> None:
    made = registry.create()
    try:
        made.settle()
        assert made.indexing.making == Making()
        changes = made.database.connection.total_changes
        index_entry(made.database.connection, ENTRY)
        made.settle()
        assert made.database.connection.total_changes == changes
    finally:
        registry.delete(made.id)
