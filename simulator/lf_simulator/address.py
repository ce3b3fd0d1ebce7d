"""From the address of a request to the build, version, operation and repository that it names."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lf_simulator import errors, nearest, routing
from lf_simulator.profiles import PROFILES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lf_simulator.errors import ApiError
    from lf_simulator.operations import Operation
    from lf_simulator.profiles import Profile

BASE_PATHS: Mapping[str, str] = MappingProxyType(
    {row.base_path.removeprefix("/").lower(): row.base_path for row in PROFILES.values()}
)
ADDRESSES_KEPT = 4096
"""Addresses whose target is remembered: clients call the same ones again and again."""


@dataclass(frozen=True, slots=True)
class Target:
    """What an address names, as far as it can be told: an operation, or why there is none.

    `failure` makes the error anew each time, since a raised exception keeps its traceback.
    """

    base_path: str = ""
    version: str = ""
    repository: str = ""
    operation: Operation | None = None
    path: Mapping[str, Any] = field(default_factory=dict)
    failure: Callable[[], ApiError] | None = None


@lru_cache(maxsize=ADDRESSES_KEPT)
def read(method: str, path: str) -> Target:
    """`path` is percent-decoded. Letter case and a slash at the end make no difference."""
    segments = routing.split(path)
    base_path = BASE_PATHS.get(segments[0].lower())
    if base_path is None:
        there_is = " or ".join(sorted(set(BASE_PATHS.values())))
        return _nowhere(f'Addresses of the API begin with {there_is}, not "/{segments[0]}".')
    version = segments[1].lower() if len(segments) > 1 else ""
    if version not in ("v1", "v2"):
        return _nowhere(f'After {base_path} comes the version, v1 or v2, and this has "{version}".')
    rest = segments[2:]
    repository = rest[1] if len(rest) > 1 and rest[0].lower() == "repositories" else ""
    found = routing.match(version, method, rest)
    if isinstance(found, frozenset):
        return Target(base_path, version, repository, failure=_failure(version, method, rest, found))
    return Target(base_path, version, repository, found.operation, found.path)


def _nowhere(reason: str) -> Target:
    return Target(failure=partial(errors.framework, 404, reason))


def _failure(version: str, method: str, rest: Sequence[str], methods: frozenset[str]) -> Callable[[], ApiError]:
    """404 for a path that no operation has, 405 for a method that its operations do not have (web framework)."""
    reason = nearest.explain(version, method, rest)
    if methods:
        return partial(errors.framework, 405, reason, (("allow", ", ".join(sorted(methods))),))
    return partial(errors.framework, 404, reason)


def misplaced(target: Target, profile: Profile) -> ApiError | None:
    """Why a build of that profile does not have what the address names, None when it has it."""
    version, operation = target.version, target.operation
    if target.base_path != profile.base_path:
        reason = (
            f"A build of profile {profile.name} has its API under {profile.base_path}, not under {target.base_path}."
        )
        return errors.framework(404, reason)
    served = profile.token_versions if operation and operation.name == "CreateToken" else profile.versions
    if version not in served:
        reason = f"A build of profile {profile.name} serves {' and '.join(profile.versions)}, not {version}."
        return errors.framework(404, reason)
    if operation and profile.absent_operations and not set(operation.names).isdisjoint(profile.absent_operations):
        reason = f"This build does not have {operation.name} (profile setting absent_operations)."
        return errors.framework(profile.absent_status, reason)
    return target.failure and target.failure()
