"""The part of the control plane that is about people: accounts, sessions, the access key of the service app."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.responses import JSONResponse

from lf_simulator import people
from lf_simulator.checks import TEXT, BadValue, read_object, unknown
from lf_simulator.control_body import read_body

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request
    from starlette.responses import Response

    from lf_simulator.control import ByMethod, Control

KEY_PARAMETERS = ("user", "domain")


async def get_accounts(control: Control, request: Request) -> Response:
    store = control.repository(request).database.connection
    return JSONResponse({"accounts": people.account_rows(store)})


async def post_account(control: Control, request: Request) -> Response:
    name, is_new = people.set_account(control.repository(request), await read_body(request))
    return JSONResponse({"name": name}, 201 if is_new else 200)


async def get_sessions(control: Control, request: Request) -> Response:
    return JSONResponse({"sessions": people.session_rows(control.repository(request))})


async def revoke_sessions(control: Control, request: Request) -> Response:
    wish = read_object(await read_body(request, {}), {"user": TEXT}, "body")
    return JSONResponse({"revoked": control.repository(request).sessions.revoke(wish.get("user"))})


async def get_access_key(control: Control, request: Request) -> Response:
    asked = request.query_params
    for key in asked:
        if key not in KEY_PARAMETERS:
            raise BadValue(unknown("parameter", key, KEY_PARAMETERS, "access-key"))
    origin = f"{request.url.scheme}://{request.url.netloc}"
    repository = control.repository(request)
    return JSONResponse(people.issued_key(repository, origin, asked.get("user"), asked.get("domain")))


PEOPLE: Mapping[str, ByMethod] = {
    "/accounts": {
        "GET": (get_accounts, "who may sign in, and with which rights"),
        "POST": (post_account, "add or change one: {name, password, attributes?, grants?: [{entry, rights}], tags?}"),
    },
    "/sessions": {"GET": (get_sessions, "who has signed in, for how long and with which scopes")},
    "/sessions/revoke": {"POST": (revoke_sessions, "end the sessions of one user, or all: {user?}")},
    "/access-key": {"GET": (get_access_key, "what signs in the service app of a Cloud: ?user=&domain=")},
}
"""As `control.ROUTES`, below the address of a repository."""
