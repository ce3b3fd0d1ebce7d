"""A repository in the hands of a test: its addresses, and its levers as plain calls.

The simulator may run in another thread; what is called here is done there, one thing at a time, and has been done when
the call returns. In the thread of the simulator itself it is simply called.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from lf_simulator import har, moving, peeking, people, profiles
from lf_simulator.catalogue import operation_names
from lf_simulator.environment import base_url, client_settings
from lf_simulator.faults.reading import read_plan
from lf_simulator.verifying import verify

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from datetime import datetime

    from lf_simulator.profiles import Profile
    from lf_simulator.repository import Repository

    Inside = Callable[[Callable[[], Any]], Any]

T = TypeVar("T")


class Laserfiche:
    """One repository of a running simulator."""

    def __init__(self, repository: Repository, origin: str, inside: Inside) -> None:
        self._repository = repository
        self._inside = inside
        self.origin = origin
        """`http://HOST:PORT` of the simulator."""
        self.faults = Faults(self)
        self.clock = ClockLever(self)
        self.journal = JournalLever(self)

    def inside(self, work: Callable[[Repository], T]) -> T:
        """What `work` answers when it is called with the repository, in the thread that it belongs to."""
        answer: T = self._inside(lambda: work(self._repository))
        return answer

    @property
    def repository(self) -> Repository:
        """The repository itself. From another thread than the simulator's use `inside`."""
        return self._repository

    @property
    def id(self) -> str:
        return self._repository.id

    @property
    def profile(self) -> Profile:
        """The build that is imitated."""
        return self._repository.profile

    @property
    def base_url(self) -> str:
        """Where the API of the build begins, as in `LF_REPO_API_URL`."""
        return base_url(self._repository, self.origin)

    @property
    def url(self) -> str:
        """Where the repository is, in the latest API version of the build; without a slash at the end."""
        return f"{self.base_url}/{self.profile.versions[-1]}/Repositories/{self.id}"

    @property
    def env(self) -> dict[str, str]:
        """The `LF_*` settings with which a client reaches the repository."""
        return client_settings(self._repository, self.origin)

    def token(self, user: str = "demo") -> str:
        """An access token of that account: a client that is not about signing in can begin with it.

        Raises UnknownAccount.
        """
        return self.inside(lambda repository: people.signed_in(repository, user))

    def imitate(self, profile: str, **overrides: Any) -> None:
        """Take on another build, with some settings changed. Raises UnknownProfile and BadSetting."""
        build = profiles.profile(profile).with_overrides(overrides, operation_names())

        def change(repository: Repository) -> None:
            repository.profile = build

        self.inside(change)

    def entry(self, entry_id: int) -> dict[str, Any] | None:
        """An entry as the store has it, with its field values; None where there is none."""
        return self.inside(lambda repository: peeking.entry(repository, entry_id))

    def reset(self, keep: Collection[str] = ()) -> None:
        """Back to the beginning; `keep` may name "sessions" and "profile"."""
        self.inside(lambda repository: repository.reset(keep))


class Faults:
    """The fault plan of a repository."""

    def __init__(self, owner: Laserfiche) -> None:
        self._owner = owner

    def add(self, operations: str | Iterable[str], kind: str, **keys: Any) -> None:
        """Arm one rule: `add("GetEntry", "refuse", status=503, times=1)`. The keys are those of a plan.

        Raises BadValue, which names the key, what is wrong with it and what would be right.
        """
        aim = [operations] if isinstance(operations, str) else list(operations)
        self.load({"rules": [{"operations": aim, "kind": kind, **keys}]})

    def load(self, plan: Mapping[str, Any]) -> None:
        """Arm the rules of a plan as the control plane takes it. Raises BadValue and arms none then."""
        rules = read_plan(plan)
        self._owner.inside(lambda repository: repository.faults.add(rules))

    def clear(self) -> None:
        self._owner.inside(lambda repository: repository.faults.clear())

    @property
    def rules(self) -> list[dict[str, object]]:
        """Those that are armed, each with how often it matched and fired."""
        return self._owner.inside(lambda repository: repository.faults.describe())

    @property
    def never_fired(self) -> list[dict[str, object]]:
        """Those that were armed in vain."""
        return self._owner.inside(lambda repository: repository.faults.never_fired())


class ClockLever:
    """The clock of a repository: tokens, tasks and searches live by it."""

    def __init__(self, owner: Laserfiche) -> None:
        self._owner = owner

    def now(self) -> datetime:
        """The moment it is in the repository, in UTC."""
        return self._owner.inside(lambda repository: repository.clock.now())

    def freeze(self) -> None:
        """Stop it: time passes only by `advance` and `set` from here on."""
        self._move({"freeze": True})

    def resume(self) -> None:
        self._move({"freeze": False})

    def advance(self, seconds: float) -> None:
        """Move it forward. Raises BadValue for a negative number."""
        self._move({"advance_seconds": seconds})

    def set(self, moment: datetime) -> None:
        """Move it forward to a moment with a time zone. Raises BadValue for one that has passed."""
        self._move({"set": moment.isoformat()})

    def run_until_idle(self) -> None:
        """Move it to the end of all searches and long operations under way, and have their work done."""
        self._move({"until_idle": True})
        self._owner.inside(lambda repository: repository.settle())

    def _move(self, wish: dict[str, Any]) -> None:
        self._owner.inside(lambda repository: moving.move(repository, wish))


class JournalLever:
    """The exchanges of a repository, as `GET /_sim/repositories/{id}/journal` has them."""

    def __init__(self, owner: Laserfiche) -> None:
        self._owner = owner

    def read(self, operation: str | None = None, status: int | None = None, since: int = 0) -> list[dict[str, Any]]:
        """Oldest first; `since` leaves out numbers up to and including it."""
        return self._owner.inside(lambda repository: repository.journal.read(operation, status, since))

    def verify(self, *expectations: str, since: int = 0) -> None:
        """Hold it to expectations such as "GetEntry = 3", "CreateToken -> reads", "only reads, CreateToken".

        Raises AssertionError, which says what was found instead, and BadValue for what is no expectation.
        """
        broken = [verdict for verdict in verify(self.read(since=since), expectations) if not verdict.holds]
        if broken:
            raise AssertionError("\n".join(f"{verdict.expect}: {verdict.says}" for verdict in broken))

    def har(self) -> dict[str, Any]:
        """As HTTP Archive, for developer tools."""
        return har.archive(self.read(), self._owner.origin)

    def clear(self) -> None:
        self._owner.inside(lambda repository: repository.journal.clear())

    def __len__(self) -> int:
        return self._owner.inside(lambda repository: len(repository.journal))
