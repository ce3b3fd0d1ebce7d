"""Sign-in with a password, as a self-hosted API Server has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.store import accounts
from lf_simulator.store.windows_names import without_domain

if TYPE_CHECKING:
    from lf_simulator.context import Answer, Call

PASSWORD_GRANT = "password"


def create_token(call: Call) -> Answer:
    """`POST Token`: an access token of this repository, another one each time, and how many seconds it lives.

    Raises ApiError 400 for a form that lacks something, 401 for a wrong name or password, 429 when there are as many
    sessions as the build allows.
    """
    form = call.body
    grant = form.get("grant_type", "")
    if grant != PASSWORD_GRANT:
        was = f'not "{grant}"' if grant else "and it is missing"
        raise errors.bad_parameter("grant_type", f'The form\'s grant_type must be "{PASSWORD_GRANT}", {was}.')
    for name in ("username", "password"):
        if not form.get(name):
            raise errors.bad_parameter(name, f"The form lacks {name}.")
    name, code = form["username"], call.profile.bad_password_code
    if call.profile.user_names == "with-domain" and without_domain(name) == name:
        raise errors.bad_credentials("This build wants user@domain or domain\\user (setting user_names).", code)
    account = accounts.find_windows(call.store, name)
    if account is None or not accounts.has_password(call.store, account, form["password"]):
        raise errors.bad_credentials("No account of this repository has that user name and password.", code)
    sessions, most = call.repository.sessions, call.profile.most_sessions
    if most and len(sessions.all()) >= most:
        raise errors.too_many_sessions(most)
    seconds = call.profile.token_seconds
    session = sessions.sign_in(account.name, seconds, is_unlimited=account.is_unlimited)
    context = {"@odata.context": f"{call.base}/$metadata#Token"} if call.profile.token_context else {}
    token = {"access_token": session.token, call.profile.lifetime_name: seconds, "token_type": "bearer"}
    return call.json({**context, **token}, keeps_keys=True)
