"""Sign-in of a service app, as the OAuth service of Laserfiche Cloud has it: a signed assertion for an access token.

On a real Cloud the service has a host of its own (`signin.…`); a simulator has one address, and the service answers at
its root, for all repositories that imitate Cloud. Which one is meant, the assertion tells.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from lf_simulator import errors, scopes
from lf_simulator.context import JSON_V1, Answer, dumps
from lf_simulator.service_app import BadAssertion, ServiceApp, domain_of
from lf_simulator.store import accounts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_simulator.context import Call
    from lf_simulator.profiles import Profile

GRANT = "client_credentials"
OTHER_GRANTS = ("authorization_code", "refresh_token")
"""Grants of the published description that are not for a service app."""
INSTANCE = "/token"
"""`instance` of every refusal (guide)."""


def create_service_token(call: Call) -> Answer:
    """`POST /oauth/Token`: an access token, how many seconds it lives, and its scopes where it has any.

    Raises ApiError 400 for a grant that is missing or not meant for an app, 401 for an assertion that does not hold.
    """
    _check_grant(call.body.get("grant_type", ""))
    repository = call.repository
    app = ServiceApp(repository.seed, repository.id)
    try:
        now = repository.clock.now().timestamp()
        name = app.check(_assertion(call), now, accounts.names(call.store))
    except BadAssertion as problem:
        raise errors.invalid_client(
            f"The Bearer token must be an assertion signed with the access key. {problem}"
        ) from None
    account = accounts.find(call.store, name)
    assert account is not None  # noqa: S101 - it was among the names a moment ago
    scope = scopes.granted(call.body.get("scope", ""), repository.id)
    held = None if not scope and call.profile.unscoped_token == "everything" else frozenset(scope)
    seconds = call.profile.token_seconds
    session = repository.sessions.sign_in(
        name,
        seconds,
        is_unlimited=account.is_unlimited,
        scopes=held,
        is_service=True,
        form=lambda mark: app.access_token(name, domain_of(call.origin), mark, now, seconds),
    )
    body = {"access_token": session.token, "token_type": "bearer", "expires_in": seconds}
    return Answer(200, dumps({**body, "scope": " ".join(scope)} if scope else body), JSON_V1)


def _check_grant(grant: str) -> None:
    was = f'not "{grant}"' if grant else "and it is missing"
    reason = f'The form\'s grant_type must be "{GRANT}", {was}.'
    if not grant:
        raise errors.oauth(400, "invalid_request", "The grant_type is missing.", reason)
    if grant in OTHER_GRANTS:
        raise errors.oauth(400, "unauthorized_client", "A service app may not use this grant type.", reason)
    if grant != GRANT:
        raise errors.oauth(400, "unsupported_grant_type", "The grant type is not supported.", reason)


def _assertion(call: Call) -> str:
    scheme, _, assertion = call.header(b"authorization").partition(" ")
    if scheme.lower() != "bearer" or not assertion.strip():
        raise BadAssertion("The request has no Authorization header with one.")
    return assertion.strip()


def oauth_body(problem: Mapping[str, Any], profile: Profile) -> dict[str, Any]:  # noqa: ARG001 - a Reshape
    """A refusal of this service: members of OAuth 2.0 and of a problem side by side (guide)."""
    error = problem.get("detail") or "invalid_request"
    return {
        "error": error,
        "error_description": problem["title"],
        "type": error,
        "title": problem["title"],
        "status": problem["status"],
        "instance": INSTANCE,
        **{name: problem[name] for name in ("operationId", "traceId")},
    }
