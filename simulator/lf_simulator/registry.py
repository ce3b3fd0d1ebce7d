"""The repositories of one simulator, by id."""

from __future__ import annotations

import contextlib
import random
import re
from functools import cache
from typing import TYPE_CHECKING

import lf_fixtures
from lf_simulator import on_disk, profiles
from lf_simulator.checks import BadValue, names, shown
from lf_simulator.repository import Repository
from lf_simulator.store.database import Database
from lf_simulator.store.text import Making

if TYPE_CHECKING:
    from pathlib import Path

    from lf_simulator.profiles import Profile

REPOSITORY_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")
ID_WANTS = "up to 64 letters, digits, dots, dashes and underscores that begin with a letter or digit"
"""Ours: ids that stand in a path as they are, whatever client writes them."""


class UnknownRepository(LookupError):
    """There is no repository of that id; the message names those that exist."""


class RepositoryExists(ValueError):
    """The id is taken."""


class Registry:
    """All repositories of a simulator. Ids are compared without case. One seed re-creates every repository's own."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._repositories: dict[str, Repository] = {}

    def create(
        self,
        id: str | None = None,  # noqa: A002
        corpus: str | None = None,
        fork_of: str | None = None,
        profile: str | Profile | None = None,
        seed: int | None = None,
        database: Path | None = None,
    ) -> Repository:
        """Make a repository from a corpus (`demo` unless named), or as a copy of another's present state.

        Without an id it gets the corpus's name with a number; without a seed one that follows from the registry's and
        the id; without a profile that of its origin, or the first one. `database` is a file to keep it in: what that
        holds already counts, and a new one is filled. Raises BadValue, RepositoryExists, UnknownRepository,
        UnknownProfile and lf_fixtures.UnknownCorpus.
        """
        if corpus is not None and fork_of is not None:
            raise BadValue("corpus and fork_of exclude each other")
        build = profiles.profile(profile) if isinstance(profile, str) else profile
        origin = None if fork_of is None else self.get(fork_of)
        name = self._free_id(origin.corpus if origin else corpus) if id is None else self._checked(id)
        own_seed = self._seed_of(name) if seed is None else seed
        if origin:
            made = origin.fork(name, own_seed, build)
        else:
            build = build or profiles.PROFILES[profiles.DEFAULT_PROFILE]
            if database is None:
                made = _in_memory(name, corpus, own_seed, build)
            else:
                made = _on_disk(name, corpus, own_seed, build, database)
        self._repositories[name.casefold()] = made
        return made

    def get(self, id: str) -> Repository:  # noqa: A002
        """Raises UnknownRepository."""
        try:
            return self._repositories[id.casefold()]
        except KeyError:
            there_is = names(repository.id for repository in self.all()) or "none"
            raise UnknownRepository(f"unknown repository {shown(id)}; there is {there_is}") from None

    def delete(self, id: str) -> None:  # noqa: A002
        """Raises UnknownRepository."""
        self.get(id).close()
        del self._repositories[id.casefold()]

    def all(self) -> tuple[Repository, ...]:
        """In the order in which they were made."""
        return tuple(self._repositories.values())

    def close(self) -> None:
        for repository in self.all():
            self.delete(repository.id)

    def _free_id(self, corpus: str | None) -> str:
        number = 1
        while (name := f"{corpus or on_disk.DEFAULT_CORPUS}-{number}").casefold() in self._repositories:
            number += 1
        return name

    def _checked(self, id: str) -> str:  # noqa: A002
        if not REPOSITORY_ID.fullmatch(id):
            raise BadValue(f"id: must be {ID_WANTS}, not {shown(id)}")
        if id.casefold() in self._repositories:
            raise RepositoryExists(f"repository {shown(id)} exists already")
        return id

    def _seed_of(self, name: str) -> int:
        return random.Random(f"{self.seed}/{name.casefold()}").getrandbits(32)


def _in_memory(name: str, corpus: str | None, seed: int, build: Profile) -> Repository:
    corpus = corpus or on_disk.DEFAULT_CORPUS
    beginning = _beginning_of(corpus)
    return Repository(name, corpus, seed, build, Database.from_snapshot(beginning), beginning, making=Making())


def _on_disk(name: str, corpus: str | None, seed: int, build: Profile, file: Path) -> Repository:
    database = on_disk.opened(file, corpus)
    return Repository(name, on_disk.corpus_of(database), seed, build, database, life=on_disk.lives_before(database))


@cache
def _beginning_of(corpus: str) -> bytes:
    """A snapshot of a database with that corpus in it, made once in a process: a packaged corpus never changes."""
    with contextlib.closing(Database.from_corpus(lf_fixtures.load(corpus))) as database:
        return database.snapshot()
