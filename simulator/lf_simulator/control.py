"""The control plane under `/_sim`: every lever of the simulator over HTTP, JSON in and JSON out.

It reads strictly: an unknown key or an unfit value is a 400 whose `error` names it. It answers this machine only, and
no web page from elsewhere, because whoever holds the levers can read and change everything.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

import lf_fixtures
from lf_simulator import moving, peeking
from lf_simulator.catalogue import operation_names, version
from lf_simulator.checks import (
    ANYTHING,
    TEXT,
    TEXTS,
    BadValue,
    Check,
    names,
    read_object,
    shown,
    unknown,
    whole,
)
from lf_simulator.control_body import TooLong, read_body
from lf_simulator.control_journal import JOURNAL
from lf_simulator.control_people import PEOPLE
from lf_simulator.control_search import SEARCHES
from lf_simulator.environment import base_url, client_settings
from lf_simulator.faults.reading import read_plan
from lf_simulator.loopback import NotFromHere, check_origin
from lf_simulator.people import UnknownAccount
from lf_simulator.profiles import UnknownProfile, profile
from lf_simulator.registry import RepositoryExists, UnknownRepository
from lf_simulator.store import recycling

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request

    from lf_simulator.registry import Registry
    from lf_simulator.repository import Repository

    ASGIApp = Callable[[Any, Any, Any], Awaitable[None]]
    Handler = Callable[["Control", Request], Awaitable[Response]]
    ByMethod = Mapping[str, tuple[Handler, str]]

SEED = whole(0, 2**64 - 1)
CREATE_KEYS: Mapping[str, Check] = {"id": TEXT, "corpus": TEXT, "fork_of": TEXT, "profile": TEXT, "seed": SEED}
PROFILE_KEYS: Mapping[str, Check] = {"name": TEXT, "overrides": ANYTHING}
OPENAPI_KEYS = ("version", "repository")

STATUS_OF: Mapping[type[Exception], int] = {
    TooLong: 413,
    BadValue: 400,
    UnknownProfile: 400,
    lf_fixtures.UnknownCorpus: 400,
    UnknownRepository: 404,
    UnknownAccount: 404,
    RepositoryExists: 409,
}
"""Errors whose text is meant for whoever called, each with its status."""


def create_control(registry: Registry) -> ASGIApp:
    """The control plane of these repositories, as an ASGI application that is called with the whole path."""
    control = Control(registry)
    routes = [Route(path, control.endpoint(by_method), methods=list(by_method)) for path, by_method in ROUTES.items()]
    return Starlette(routes=routes, exception_handlers={HTTPException: _no_route})


class Control:
    """The handlers' common ground: the registry, and how a request is read and an error told."""

    def __init__(self, registry: Registry) -> None:
        self.registry = registry

    def endpoint(self, by_method: ByMethod) -> Callable[[Request], Awaitable[Response]]:
        """What answers at one address: only callers from here, and the errors of `STATUS_OF` as JSON."""

        async def answer(request: Request) -> Response:
            try:
                check_origin(request)
                handler, _ = by_method["GET" if request.method == "HEAD" else request.method]
                return await handler(self, request)
            except NotFromHere as problem:
                return JSONResponse({"error": str(problem)}, 403)
            except ClientDisconnect:
                return Response(status_code=400)  # nobody reads it: half a body is none
            except tuple(STATUS_OF) as problem:
                status = next(status for kind, status in STATUS_OF.items() if isinstance(problem, kind))
                return JSONResponse({"error": str(problem)}, status)

        return answer

    def repository(self, request: Request) -> Repository:
        return self.registry.get(request.path_params["id"])

    def described(self, repository: Repository, request: Request) -> dict[str, Any]:
        """A repository with the addresses and settings that lead to it."""
        origin = f"{request.url.scheme}://{request.url.netloc}"
        return {
            **repository.describe(),
            "base_url": base_url(repository, origin),
            "env": client_settings(repository, origin),
        }


async def index(_control: Control, _request: Request) -> Response:
    rows = [(f"{method} {path.replace(':int', '')}", summary) for method, path, summary in levers()]
    width = max(len(request) for request, _ in rows)
    lines = [f"{request:<{width}}  {summary}" for request, summary in rows]
    return PlainTextResponse("\n".join(["The levers of this simulator, JSON in and JSON out.", "", *lines, ""]))


async def health(control: Control, _request: Request) -> Response:
    repositories = [
        {key: row[key] for key in ("id", "profile", "corpus", "entries")}
        for row in (repository.describe() for repository in control.registry.all())
    ]
    about = {"status": "ready", "version": version(), "seed": control.registry.seed, "repositories": repositories}
    return JSONResponse(about)


async def list_repositories(control: Control, request: Request) -> Response:
    return JSONResponse({"repositories": [control.described(each, request) for each in control.registry.all()]})


async def create_repository(control: Control, request: Request) -> Response:
    wish = read_object(await read_body(request, {}), CREATE_KEYS, "body")
    try:
        made = control.registry.create(**wish)
    except UnknownRepository as problem:  # the address was right; it is the value of a key that is wrong
        raise BadValue(f"body: fork_of: {problem}") from None
    return JSONResponse(control.described(made, request), 201)


async def get_repository(control: Control, request: Request) -> Response:
    return JSONResponse(control.described(control.repository(request), request))


async def delete_repository(control: Control, request: Request) -> Response:
    control.registry.delete(request.path_params["id"])
    return Response(status_code=204)


async def reset(control: Control, request: Request) -> Response:
    repository = control.repository(request)
    wish = read_object(await read_body(request, {}), {"keep": TEXTS}, "body")
    repository.reset(wish.get("keep", ()))
    return JSONResponse(control.described(repository, request))


def _build(repository: Repository) -> dict[str, Any]:
    build = repository.profile
    return {
        "name": build.name,
        "versions": list(build.versions),
        "base_path": build.base_path,
        "settings": build.settings(),
    }


async def get_profile(control: Control, request: Request) -> Response:
    return JSONResponse(_build(control.repository(request)))


async def put_profile(control: Control, request: Request) -> Response:
    repository = control.repository(request)
    wish = read_object(await read_body(request), PROFILE_KEYS, "body", ("name",))
    repository.profile = profile(wish["name"]).with_overrides(wish.get("overrides", {}), operation_names())
    return JSONResponse(_build(repository))


async def get_faults(control: Control, request: Request) -> Response:
    return JSONResponse({"rules": control.repository(request).faults.describe()})


async def put_faults(control: Control, request: Request) -> Response:
    repository = control.repository(request)
    repository.faults.replace(read_plan(await read_body(request)))
    return JSONResponse({"rules": repository.faults.describe()})


async def post_faults(control: Control, request: Request) -> Response:
    repository = control.repository(request)
    repository.faults.add(read_plan(await read_body(request)))
    return JSONResponse({"rules": repository.faults.describe()}, 201)


async def delete_faults(control: Control, request: Request) -> Response:
    control.repository(request).faults.clear()
    return Response(status_code=204)


async def get_entry(control: Control, request: Request) -> Response:
    repository = control.repository(request)
    entry_id = request.path_params["entryId"]
    found = peeking.entry(repository, entry_id)
    if found is None:
        return JSONResponse({"error": f"repository {shown(repository.id)} has no entry {entry_id}"}, 404)
    return JSONResponse(found)


async def get_recycled(control: Control, request: Request) -> Response:
    repository = control.repository(request)
    repository.settle()
    rows = recycling.recycled(repository.database.connection)
    return JSONResponse({"recycled": [row._asdict() for row in rows]})


async def get_clock(control: Control, request: Request) -> Response:
    return JSONResponse(moving.state(control.repository(request).clock))


async def post_clock(control: Control, request: Request) -> Response:
    repository = control.repository(request)
    moving.move(repository, await read_body(request))
    return JSONResponse(moving.state(repository.clock))


async def get_tasks(control: Control, request: Request) -> Response:
    repository = control.repository(request)
    repository.settle()
    return JSONResponse({"tasks": [task.describe() for task in repository.tasks.all()]})


async def get_searches(control: Control, request: Request) -> Response:
    tasks = control.repository(request).tasks
    open_ones = [{"token": task.token, "command": task.command, "status": task.status} for task in tasks.open]
    return JSONResponse({"open": open_ones, "closed": tasks.closed})


async def get_openapi(control: Control, request: Request) -> Response:
    """Imported when somebody asks: the tables of the description take some milliseconds that a start can do without."""
    from lf_simulator.description.document import Scope, document

    asked = request.query_params
    for key in asked:
        if key not in OPENAPI_KEYS:
            raise BadValue(unknown("parameter", key, OPENAPI_KEYS, "openapi.json"))
    origin = f"{request.url.scheme}://{request.url.netloc}"
    if not asked:
        return JSONResponse(document(Scope(), origin, levers()))
    if len(asked) < len(OPENAPI_KEYS):
        raise BadValue("openapi.json: version and repository belong together; without them the whole is described")
    repository = control.registry.get(asked["repository"])
    served = repository.profile.versions
    if asked["version"] not in served:
        raise BadValue(f"openapi.json: version: {repository.id} serves {names(served)}, not {shown(asked['version'])}")
    return JSONResponse(document(Scope(asked["version"], repository.id, repository.profile.base_path), origin))


def levers() -> tuple[tuple[str, str, str], ...]:
    """Method, path and summary of every route."""
    return tuple(
        (method, path, summary) for path, by_method in ROUTES.items() for method, (_, summary) in by_method.items()
    )


async def _no_route(request: Request, problem: Exception) -> Response:
    """What Starlette refuses by itself: an address or a method that is not there."""
    assert isinstance(problem, HTTPException)  # noqa: S101 - the only kind it is registered for
    if problem.status_code == 405:
        there_is = names(sorted((problem.headers or {}).get("Allow", "").split(", ")))
        error = f"{request.method} is not for {request.url.path}; there is {there_is}"
    else:
        error = f"nothing is at {request.url.path}; GET /_sim lists what there is"
    return JSONResponse({"error": error}, problem.status_code, problem.headers)


_REPOSITORY = "/_sim/repositories/{id}"
ROUTES: Mapping[str, ByMethod] = {
    "/_sim": {"GET": (index, "this list")},
    "/_sim/openapi.json": {"GET": (get_openapi, "OpenAPI 3.1 of all this, or of one API: ?version=&repository=")},
    "/_sim/health": {"GET": (health, "version, seed and repositories; answers only when ready")},
    "/_sim/repositories": {
        "GET": (list_repositories, "all repositories, with the LF_* settings for each"),
        "POST": (create_repository, "make one: {id?, corpus? | fork_of?, profile?, seed?}"),
    },
    _REPOSITORY: {
        "GET": (get_repository, "describe it"),
        "DELETE": (delete_repository, "remove it"),
    },
    f"{_REPOSITORY}/reset": {"POST": (reset, 'back to its beginning: {keep?: ["sessions", "profile"]}')},
    f"{_REPOSITORY}/profile": {
        "GET": (get_profile, "the build that it imitates, with its settings"),
        "PUT": (put_profile, "imitate another: {name, overrides?: {setting: value}}"),
    },
    f"{_REPOSITORY}/faults": {
        "GET": (get_faults, "the fault plan, with how often each rule matched and fired"),
        "PUT": (put_faults, "replace it: {rules: [{operations, kind, phase?, nth?, times?, ...}]}"),
        "POST": (post_faults, "add rules to it"),
        "DELETE": (delete_faults, "clear it"),
    },
    f"{_REPOSITORY}/entries/{{entryId:int}}": {"GET": (get_entry, "an entry as the store has it")},
    f"{_REPOSITORY}/recycled": {"GET": (get_recycled, "what was deleted, by whom and why, the oldest first")},
    f"{_REPOSITORY}/clock": {
        "GET": (get_clock, "its time, seconds since its beginning, and whether it stands still"),
        "POST": (post_clock, "move it: {freeze?: true | false, advance_seconds? | set? | until_idle?}"),
    },
    f"{_REPOSITORY}/tasks": {"GET": (get_tasks, "long operations and searches, with why they failed")},
    f"{_REPOSITORY}/searches": {"GET": (get_searches, "searches that are open, and how many were closed")},
    **{f"{_REPOSITORY}{path}": by_method for path, by_method in {**JOURNAL, **PEOPLE, **SEARCHES}.items()},
}
"""Address, method, handler, and what it is for; the list at /_sim is made from it."""
