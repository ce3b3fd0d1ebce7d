"""Sign-in with a password, as a self-hosted API Server has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.store.accounts import user_with_password

if TYPE_CHECKING:
    from lf_simulator.context import Answer, Call

PASSWORD_GRANT = "password"


def create_token(call: Call) -> Answer:
    """`POST Token`: an access token of this repository, another one each time, and how many seconds it lives."""
    form = call.body
    grant = form.get("grant_type", "")
    if grant != PASSWORD_GRANT:
        was = f'not "{grant}"' if grant else "and it is missing"
        raise errors.bad_parameter("grant_type", f'The form\'s grant_type must be "{PASSWORD_GRANT}", {was}.')
    for name in ("username", "password"):
        if not form.get(name):
            raise errors.bad_parameter(name, f"The form lacks {name}.")
    user = user_with_password(call.store, form["username"], form["password"])
    if user is None:
        raise errors.bad_credentials("No account of this repository has that user name and password.")
    seconds = call.profile.token_seconds
    session = call.repository.sessions.sign_in(user, seconds)
    return call.json({"access_token": session.token, "expires_in": seconds, "token_type": "bearer"})
