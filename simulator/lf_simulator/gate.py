"""Which repository a request is for, and who sends it: what is settled before an operation begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import address, auth, errors, scopes
from lf_simulator.registry import UnknownRepository
from lf_simulator.service_app import ServiceApp, claimed_client

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lf_simulator.address import Target
    from lf_simulator.auth import Session
    from lf_simulator.incoming import Incoming
    from lf_simulator.registry import Registry
    from lf_simulator.repository import Repository


def repository_of(registry: Registry, target: Target, incoming: Incoming) -> Repository | None:
    """The repository that is meant. The list of repositories names none: whoever signed in is answered by his own.

    *Decision*: without a token the oldest repository of that kind of server answers, and one that lets anybody see the
    list before one that does not. The sign-in of a service app is answered by the repository whose app it is.
    """
    if target.repository or target.operation is None:
        try:
            return registry.get(target.repository)
        except UnknownRepository:
            return None
    served = [row for row in registry.all() if address.misplaced(target, row.profile) is None]
    if target.is_oauth:
        return _owner_of_app(incoming.bearer, served)
    owner = None if incoming.bearer is None else _owner(incoming.bearer, served)
    return owner or min(served, key=lambda row: row.profile.repositories_list != "open", default=None)


def unknown(registry: Registry, target: Target) -> errors.ApiError:
    """What is said where no repository is found."""
    if target.is_oauth and any(row.profile.service_apps for row in registry.all()):
        return errors.invalid_client("The assertion is not that of the app of a repository here that imitates Cloud.")
    if target.is_oauth:
        reason = "No repository here imitates a build with an OAuth service (profile setting service_apps)."
        return errors.framework(404, reason)
    return errors.unknown_repository(target.repository)


def session_of(registry: Registry, repository: Repository, target: Target, incoming: Incoming) -> Session | None:
    """Who has signed in. Raises ApiError 401 when nobody has and the operation wants somebody, and 403 for a token that
    is not good for the operation."""
    operation, token = target.operation, incoming.bearer
    session = None if token is None else repository.sessions.find(token)
    if session is not None and session.scopes is not None and not scopes.allow(session.scopes, target):
        assert operation is not None  # noqa: S101 - the address names one, or the request has been turned away
        raise errors.scope_missing(f"{scopes.WHOLE_API}.{scopes.needed(operation)}", sorted(session.scopes))
    if session is not None or (operation is not None and operation.is_open):
        return session
    if b"authorization" not in incoming.headers:
        raise errors.not_signed_in("The request has no Authorization header.")
    if token is None:
        raise errors.not_signed_in("The Authorization header holds no Bearer token, and nothing else signs in here.")
    owner = _owner(token, registry.all())
    if owner is not None:
        raise errors.not_signed_in(f'The access token belongs to the repository "{owner.id}".')
    if repository.profile.bad_token == "guid" and not auth.is_token(token):
        raise errors.no_guid("The access token has not the form of those that the sign-in gives out.")
    raise errors.not_signed_in("The access token is unknown here, or its life is over.")


def _owner(token: str, repositories: Iterable[Repository]) -> Repository | None:
    return next((repository for repository in repositories if repository.sessions.find(token)), None)


def _owner_of_app(assertion: str | None, served: list[Repository]) -> Repository | None:
    """The repository for whose app the assertion says it is; where there is only one, that one hears the others too."""
    client = None if assertion is None else claimed_client(assertion)
    owner = None if client is None else next((row for row in served if _app(row).client_id == client), None)
    return owner or (served[0] if len(served) == 1 else None)


def _app(repository: Repository) -> ServiceApp:
    return ServiceApp(repository.seed, repository.id)
