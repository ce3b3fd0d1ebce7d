"""One fake repository: its entries and everything that belongs to it alone, from its clock to its journal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator.auth import Sessions
from lf_simulator.checks import BadValue, unknown
from lf_simulator.clock import Clock
from lf_simulator.downloads import Downloads
from lf_simulator.faults.plan import FaultPlan
from lf_simulator.indexing import Indexing
from lf_simulator.journal import Journal
from lf_simulator.limits import CallLog
from lf_simulator.locks import Locks
from lf_simulator.settling import settle
from lf_simulator.task_list import Tasks

if TYPE_CHECKING:
    from collections.abc import Collection

    from lf_simulator.profiles import Profile
    from lf_simulator.store.database import Database
    from lf_simulator.store.text import Making

KEEPABLE = ("sessions", "profile")
"""What a reset may leave as it is."""


class Repository:
    """A repository as the registry holds it. `id` keeps the spelling in which it was made; calls may use any case."""

    def __init__(
        self,
        id: str,  # noqa: A002
        corpus: str,
        seed: int,
        profile: Profile,
        database: Database,
        beginning: bytes | None = None,
        life: int = 0,
        making: Making | None = None,
    ) -> None:
        """`beginning` is a snapshot of the database as it is now, if there is one already.

        `making` is how the text index of that beginning was made, where that is known.
        `life` is how often the database was opened before, so that no token of an earlier time is given out again.
        """
        self.id = id
        self.corpus = corpus
        self.seed = seed
        self.profile = profile
        self.database = database
        self.clock = Clock(seed, life)
        self.faults = FaultPlan(seed)
        self.journal = Journal()
        self.sessions = Sessions(self.clock)
        self.tasks = Tasks(self.clock)
        self.downloads = Downloads(self.clock)
        self.calls = CallLog(self.clock)
        self.locks = Locks(self.clock)
        self.indexing = Indexing(making)
        self._first_profile = profile
        self._first_making = making
        self._beginning = database.snapshot() if beginning is None else beginning

    def reset(self, keep: Collection[str] = frozenset()) -> None:
        """Back to the beginning: entries, sessions, tasks, faults, clock, journal, profile.

        `keep` may name "sessions" and "profile". Requests under way keep the faults and the journal that they began
        with, and so leave no trace here. Raises BadValue for anything else to be kept.
        """
        for name in keep:
            if name not in KEEPABLE:
                raise BadValue(unknown("part", name, KEEPABLE, "keep"))
        self.database.restore(self._beginning)
        self.indexing = Indexing(self._first_making)
        self.faults = FaultPlan(self.seed)
        self.journal = Journal()
        self.tasks = Tasks(self.clock)
        self.downloads = Downloads(self.clock)
        self.calls = CallLog(self.clock)
        self.locks = Locks(self.clock)
        if "sessions" not in keep:
            self.sessions = Sessions(self.clock)
        if "profile" not in keep:
            self.profile = self._first_profile
        self.clock.reset(keep_tokens="sessions" in keep)

    def settle(self) -> None:
        """Do what long-running operations and the text index have to do by now. Whoever looks at the entries calls
        this first."""
        if self.tasks.running:
            settle(self.tasks, self.database.connection)
            self.written()
        self.indexing.follow(self.database, self.profile, self.clock.elapsed())

    def written(self) -> None:
        """Whoever has written entries calls this before he commits."""
        self.indexing.written(self.database.connection, self.profile, self.clock.elapsed())

    def fork(self, id: str, seed: int, profile: Profile | None = None) -> Repository:  # noqa: A002
        """A new repository whose beginning is this one's present state; nothing else is shared or carried over."""
        self.settle()
        beginning = self.database.snapshot()
        database = type(self.database).from_snapshot(beginning)
        making = self.indexing.making
        return Repository(id, self.corpus, seed, profile or self.profile, database, beginning, making=making)

    def describe(self) -> dict[str, Any]:
        """`{"id", "profile", "corpus", "seed", "entries"}`."""
        self.settle()
        return {
            "id": self.id,
            "profile": self.profile.name,
            "corpus": self.corpus,
            "seed": self.seed,
            "entries": self.database.connection.execute("SELECT count(*) FROM entry").fetchone()[0],
        }

    def close(self) -> None:
        self.database.close()
