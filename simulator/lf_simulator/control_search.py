"""The part of the control plane that is about searches: what a command does here, clause by clause."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from lf_simulator.checks import TEXT, BadValue, one_of, read_object, unknown, whole
from lf_simulator.control_body import read_body
from lf_simulator.handlers.search_commands import fuzzy_of, search_in
from lf_simulator.rights import EVERY_RIGHT, rights_of
from lf_simulator.store import accounts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from starlette.requests import Request

    from lf_simulator.checks import Check
    from lf_simulator.control import ByMethod, Control
    from lf_simulator.repository import Repository
    from lf_simulator.rights import Rights

KEYS: Mapping[str, Check] = {
    "command": TEXT,
    "user": TEXT,
    "fuzzyType": one_of("None", "Percentage", "NumberOfLetters"),
    "fuzzyFactor": whole(0, 2**31 - 1),
}


def explained(repository: Repository, wish: object) -> dict[str, Any]:
    """What `{command, user?, fuzzyType?, fuzzyFactor?}` does: `search.explanation.Explanation` as JSON has it, and as
    `text` for people. Nobody in particular sees everything. Raises BadValue for what is no such wish.
    """
    from lf_simulator.search.explain import explain  # when somebody asks: the language takes a while to be loaded
    from lf_simulator.search.telling import told

    asked = read_object(wish, KEYS, "body", ("command",))
    rights = _rights(repository, asked["user"]) if "user" in asked else EVERY_RIGHT
    repository.settle()
    explanation = explain(search_in(repository, rights, fuzzy_of(asked)), asked["command"])
    return {**explanation.data(), "text": told(explanation)}


def _rights(repository: Repository, user: str) -> Rights:
    store = repository.database.connection
    if accounts.find(store, user) is None:
        raise BadValue(unknown("account", user, accounts.names(store), "body: user"))
    return rights_of(store, user)


async def post_explain(control: Control, request: Request) -> Response:
    found = explained(control.repository(request), await read_body(request))
    return Response(json.dumps(found), media_type="application/json")  # escaped: a command may hold half a character


SEARCHES: Mapping[str, ByMethod] = {
    "/explain": {
        "POST": (post_explain, "what a search command does: {command, user?, fuzzyType?, fuzzyFactor?}"),
    },
}
"""As `control.ROUTES`, below the address of a repository."""
