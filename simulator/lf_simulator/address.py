"""From the address of a request to the build, version, operation and repository that it names."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache, partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lf_simulator import errors, nearest, routing
from lf_simulator.operations import BY_NAME
from lf_simulator.operations.row import OAUTH
from lf_simulator.profiles import PROFILES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from lf_simulator.errors import ApiError
    from lf_simulator.operations import Operation
    from lf_simulator.profiles import Profile

BASE_PATHS: Mapping[str, str] = MappingProxyType(
    {row.base_path.removeprefix("/").lower(): row.base_path for row in PROFILES.values()}
)
SIGN_IN = BY_NAME[OAUTH, "CreateServiceToken"]
LONGEST_PATH = 8 * 1024
"""Characters. *Decision*: as `incoming.ADDRESS_LIMIT`."""
NOT_UTF8 = "\ufffd"
"""What a byte that is no UTF-8 has become when a path is decoded. *Decision*: an address that has it is refused, as by
the web server of a self-hosted installation, though the character itself may stand in a name."""
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

    @property
    def is_oauth(self) -> bool:
        """Whether it is the OAuth service that is called, and no version of the API."""
        return self.version == OAUTH


def read(method: str, path: str) -> Target:
    """`path` is percent-decoded. Letter case and a slash at the end make no difference."""
    if len(path) > LONGEST_PATH:  # and none so long is remembered
        return Target(
            failure=partial(errors.framework, 414, f"The address has {len(path)} characters before its query.")
        )
    return _read(method, path)


@lru_cache(maxsize=ADDRESSES_KEPT)
def _read(method: str, path: str) -> Target:
    segments = routing.split(path)
    if segments[0].lower() == OAUTH:
        return _oauth(method, segments)
    base_path = BASE_PATHS.get(segments[0].lower())
    if base_path is None:
        there_is = " or ".join(sorted(set(BASE_PATHS.values())))
        return _nowhere(f'Addresses of the API begin with {there_is}, not "/{segments[0]}".')
    version = segments[1].lower() if len(segments) > 1 else ""
    if version not in ("v1", "v2"):
        return _nowhere(f'After {base_path} comes the version, v1 or v2, and this has "{version}".')
    rest = segments[2:]
    repository = rest[1] if len(rest) > 1 and rest[0].lower() == "repositories" else ""
    if NOT_UTF8 in path:
        failure = partial(errors.framework, 400, "What the percent signs of the address stand for is not UTF-8.")
        return Target(base_path, version, repository, failure=failure)
    found = routing.match(version, method, rest)
    if isinstance(found, frozenset):
        return Target(base_path, version, repository, failure=_failure(version, method, rest, found))
    return Target(base_path, version, repository, found.operation, found.path)


def _oauth(method: str, segments: Sequence[str]) -> Target:
    """An address of the OAuth service. Clients write `/oauth/Token` and `/oauth/token`; both must do."""
    if [segment.lower() for segment in segments] != [OAUTH, "token"]:
        return _nowhere(f"The OAuth service has /{OAUTH}/token only; authorising in a browser is not simulated.")
    if method != SIGN_IN.method:
        failure = partial(errors.framework, 405, "The OAuth service takes a POST.", (("allow", SIGN_IN.method),))
        return Target(failure=failure)
    return Target(f"/{OAUTH}", OAUTH, operation=SIGN_IN)


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
    if target.is_oauth:
        if profile.service_apps:
            return None
        reason = f"A build of profile {profile.name} has no OAuth service (profile setting service_apps)."
        return errors.framework(404, reason)
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
