"""Many repositories in one simulator, none of which sees another; each can go back to its beginning."""

from __future__ import annotations

import contextlib
import re
from typing import TYPE_CHECKING, Any

import pytest

from lf_fixtures import UnknownCorpus
from lf_simulator.checks import BadValue
from lf_simulator.faults.rules import read_plan
from lf_simulator.profiles import BUILDS, PROFILES, UnknownProfile
from lf_simulator.registry import Registry, RepositoryExists, UnknownRepository
from lf_simulator.store import entries

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lf_simulator.repository import Repository

LEASE = 604


@pytest.fixture
def registry() -> Iterator[Registry]:
    with contextlib.closing(Registry(seed=42)) as registry:
        yield registry


def rename(repository: Repository, name: str, entry_id: int = LEASE) -> None:
    store = repository.database.connection
    store.execute("UPDATE entry SET name = ?, name_key = ? WHERE id = ?", (name, name.lower(), entry_id))
    store.commit()


def name_of(repository: Repository, entry_id: int = LEASE) -> str:
    record = entries.find(repository.database.connection, entry_id)
    assert record is not None
    return record.name


def test_a_repository_is_made_from_demo_unless_told_otherwise(registry: Registry) -> None:
    made = registry.create()
    described = made.describe()
    assert described.pop("entries") >= 150
    assert described == {"id": "demo-1", "profile": "v1-selfhosted", "corpus": "demo", "seed": made.seed}


def test_ids_are_found_in_any_case_and_keep_their_spelling(registry: Registry) -> None:
    made = registry.create(id="Town-Hall")
    assert registry.get("town-HALL") is made
    assert made.id == "Town-Hall"
    with pytest.raises(RepositoryExists, match=r'^repository "TOWN-hall" exists already$'):
        registry.create(id="TOWN-hall")


def test_ids_that_are_not_given_do_not_collide(registry: Registry) -> None:
    registry.create(id="DEMO-1")
    assert [registry.create().id, registry.create().id] == ["demo-2", "demo-3"]


@pytest.mark.parametrize(
    ("wish", "error", "sentence"),
    [
        ({"corpus": "nowhere"}, UnknownCorpus, None),
        ({"profile": "v3"}, UnknownProfile, f'unknown profile "v3"; there is {", ".join(BUILDS)}'),
        ({"fork_of": "nobody"}, UnknownRepository, 'unknown repository "nobody"; there is none'),
        ({"corpus": "demo", "fork_of": "demo"}, BadValue, "corpus and fork_of exclude each other"),
        (
            {"id": "a/b"},
            BadValue,
            "id: must be up to 64 letters, digits, dots, dashes and underscores that begin with a letter or digit, "
            'not "a/b"',
        ),
        (
            {"id": ""},
            BadValue,
            "id: must be up to 64 letters, digits, dots, dashes and underscores that begin with a letter or digit, "
            'not ""',
        ),
    ],
)
def test_a_wish_that_does_not_fit_is_refused_and_makes_nothing(
    registry: Registry, wish: dict[str, Any], error: type[Exception], sentence: str | None
) -> None:
    with pytest.raises(error, match=f"^{re.escape(sentence)}$" if sentence else "nowhere.*demo"):
        registry.create(**wish)
    assert registry.all() == ()


def test_a_deleted_repository_is_gone(registry: Registry) -> None:
    registry.create(id="a")
    registry.create(id="b")
    registry.delete("A")
    with pytest.raises(UnknownRepository, match=r'^unknown repository "a"; there is b$'):
        registry.get("a")


def test_one_seed_recreates_the_tokens_of_every_repository() -> None:
    def tokens(seed: int) -> list[str]:
        with contextlib.closing(Registry(seed)) as registry:
            made = [registry.create(id="a"), registry.create(id="b"), registry.create(fork_of="a")]
            return [repository.sessions.sign_in("demo", 900).token for repository in made]

    assert tokens(42) == tokens(42)
    assert len({*tokens(42), *tokens(43)}) == 6


def test_a_seed_of_its_own_makes_a_repository_independent_of_the_others(registry: Registry) -> None:
    one, other = registry.create(id="a", seed=9), registry.create(id="b", seed=9)
    assert one.clock.token() == other.clock.token()


def test_repositories_of_one_corpus_do_not_share_entries(registry: Registry) -> None:
    one, other = registry.create(id="a"), registry.create(id="b")
    rename(one, "Changed")
    assert name_of(other) != "Changed"
    assert name_of(registry.create(id="c")) != "Changed"


def test_a_fork_begins_as_a_copy_and_goes_its_own_way(registry: Registry) -> None:
    origin = registry.create(id="origin", profile="v2-cloud")
    origin.profile = origin.profile.with_overrides({"search_fails": True})
    rename(origin, "Before the fork")
    fork = registry.create(id="fork", fork_of="ORIGIN")
    rename(origin, "After the fork")
    assert name_of(fork) == "Before the fork"
    assert fork.profile == origin.profile
    rename(fork, "Only in the fork")
    assert name_of(origin) == "After the fork"


def test_a_fork_lives_on_without_its_origin_and_can_be_forked(registry: Registry) -> None:
    origin = registry.create(id="origin")
    rename(origin, "Handed down")
    registry.create(id="child", fork_of="origin")
    registry.delete("origin")
    assert name_of(registry.create(id="grandchild", fork_of="child")) == "Handed down"
    with pytest.raises(UnknownRepository, match='unknown repository "origin"; there is child, grandchild'):
        registry.create(fork_of="origin")


def test_a_fork_takes_over_nothing_but_content_and_profile(registry: Registry) -> None:
    origin = registry.create(id="origin")
    token = origin.sessions.sign_in("demo", 900).token
    origin.faults.add(read_plan({"rules": [{"operations": ["*"], "kind": "hang"}]}))
    origin.clock.advance(1000)
    fork = registry.create(fork_of="origin", profile="v2-cloud")
    assert fork.profile is PROFILES["v2-cloud"]
    assert fork.sessions.find(token) is None
    assert fork.faults.describe() == []
    assert fork.clock.elapsed() < 100


def test_a_fork_outlives_its_origin_and_goes_back_to_its_own_beginning(registry: Registry) -> None:
    origin = registry.create(id="origin")
    rename(origin, "Where the fork begins")
    fork = registry.create(id="fork", fork_of="origin")
    registry.delete("origin")
    rename(fork, "Changed")
    fork.reset()
    assert name_of(fork) == "Where the fork begins"


def busy(repository: Repository) -> str:
    """Leave a trace in every part; the answer is a token that is signed in."""
    rename(repository, "Changed")
    repository.profile = PROFILES["v2-cloud"].with_overrides({"search_seconds": 5})
    repository.faults.add(read_plan({"rules": [{"operations": ["*"], "kind": "hang"}]}))
    repository.tasks.start_search("owner", "command", None, None, [1], seconds=5, fails=False)
    repository.clock.freeze()
    repository.clock.advance(100)
    return repository.sessions.sign_in("demo", 900).token


def test_a_reset_brings_everything_back_to_the_beginning(registry: Registry) -> None:
    repository = registry.create(id="a")
    first = name_of(repository), repository.profile, repository.clock.token()
    repository.reset()
    journal = repository.journal
    token = busy(repository)
    repository.reset()
    assert (name_of(repository), repository.profile, repository.clock.token()) == first
    assert repository.sessions.find(token) is None
    assert repository.faults.describe() == []
    assert (repository.tasks.open, repository.tasks.closed) == ([], 0)
    assert repository.clock.elapsed() < 50
    assert repository.journal is not journal


def test_a_reset_keeps_what_it_is_told_to(registry: Registry) -> None:
    repository = registry.create(id="a")
    tokens = {repository.sessions.sign_in("demo", 900).token, busy(repository)}
    repository.reset(keep=["sessions", "profile"])
    assert all(repository.sessions.find(token) for token in tokens)
    assert not tokens & {repository.sessions.sign_in("demo", 900).token for _ in range(3)}
    assert repository.profile.search_seconds == 5
    assert name_of(repository) != "Changed"
    assert repository.faults.describe() == []


def test_a_reset_cannot_keep_what_does_not_exist_and_then_changes_nothing(registry: Registry) -> None:
    repository = registry.create(id="a")
    busy(repository)
    sentence = 'keep: unknown part "session" (did you mean sessions?); there is sessions, profile'
    with pytest.raises(BadValue, match=f"^{re.escape(sentence)}$"):
        repository.reset(keep=["profile", "session"])
    assert name_of(repository) == "Changed"


def test_requests_under_way_leave_no_trace_after_a_reset(registry: Registry) -> None:
    repository = registry.create(id="a")
    journal, faults = repository.journal, repository.faults
    repository.reset()
    assert repository.journal is not journal
    assert repository.faults is not faults


def test_a_repository_in_a_file_is_found_again(tmp_path: Path) -> None:
    file = tmp_path / "town.db"
    with contextlib.closing(Registry(seed=1)) as registry:
        rename(registry.create(id="a", database=file), "Kept")
    with contextlib.closing(Registry(seed=1)) as registry:
        again = registry.create(id="a", database=file)
        assert name_of(again) == "Kept"
        assert again.corpus == "demo"
        rename(again, "Changed")
        again.reset()
        assert name_of(again) == "Kept"


def test_a_file_that_is_no_repository_is_refused_in_one_line(registry: Registry, tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Sir or Madam, " * 100)
    with pytest.raises(BadValue, match=f"^database: {re.escape(str(file))} cannot be used: file is not a database$"):
        registry.create(database=file)
    with pytest.raises(BadValue, match=r"cannot be used: unable to open database file$"):
        registry.create(database=tmp_path / "missing" / "town.db")


def test_a_file_that_holds_another_corpus_is_refused(registry: Registry, tmp_path: Path) -> None:
    file = tmp_path / "town.db"
    registry.create(id="a", database=file)
    with pytest.raises(BadValue, match=f'^database: {re.escape(str(file))} holds corpus "demo", not "village"$'):
        registry.create(id="b", database=file, corpus="village")
