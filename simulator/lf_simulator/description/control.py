"""The control plane and the OAuth service in the document: what stands beside the API, at the root of the address."""

from __future__ import annotations

import re
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lf_simulator.bodies import FORM
from lf_simulator.description.notation import closed

if TYPE_CHECKING:
    from collections.abc import Mapping

    Json = dict[str, Any]

TEXT: Json = {"type": "string"}
WHOLE: Json = {"type": "integer", "format": "int32"}
COMPONENTS: Mapping[str, Json] = MappingProxyType(
    {
        "sim.Error": closed({"error": TEXT}, ["error"]),
        "oauth.Token": closed(
            {"access_token": TEXT, "token_type": TEXT, "expires_in": WHOLE, "scope": TEXT},
            ["access_token", "token_type", "expires_in"],
        ),
        "oauth.Error": closed(
            {
                **dict.fromkeys(("error", "error_description", "type", "title", "instance"), TEXT),
                "status": WHOLE,
                "operationId": TEXT,
                "traceId": TEXT,
            },
            ["error", "error_description", "type", "title", "status", "instance", "operationId", "traceId"],
        ),
    }
)
QUERIES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "/journal": ("operation", "status", "since", "limit"),
        "/access-key": ("user", "domain"),
        "/openapi.json": ("version", "repository"),
    }
)
"""Query parameters, by the end of the address. All of them may be left out."""
WITHOUT_CONTENT = ("DELETE",)
WITH_BODY = ("POST", "PUT")
_PARAMETER = re.compile(r"{(\w+)(:int)?}")


def paths(levers: tuple[tuple[str, str, str], ...], origin: str) -> dict[str, Json]:
    """The routes of the control plane. A lever is method, path and summary."""
    found: dict[str, Json] = {}
    for method, path, summary in levers:
        item = found.setdefault(_PARAMETER.sub(r"{\1}", path), {"servers": [{"url": origin}]})
        item[method.lower()] = _lever(method, path, summary)
    return found


def _lever(method: str, path: str, summary: str) -> Json:
    media = "text/plain" if path == "/_sim" else "application/json"
    done: Json = {"description": "Done"} if method in WITHOUT_CONTENT else _content("Done", {}, media)
    told: Json = {
        "operationId": "sim."
        + "".join(part.strip("{}").split(":")[0].title() for part in path.split("/")[2:])
        + method,
        "tags": ["control plane"],
        "summary": summary,
        "security": [],
        "parameters": [*_path_parameters(path), *_queries(path)],
        "responses": {"2XX": done, "4XX": _content("Refused", {"$ref": "#/components/schemas/sim.Error"})},
    }
    if method in WITH_BODY:
        told["requestBody"] = {"required": False, "content": {"application/json": {"schema": {"type": "object"}}}}
    return told


def _path_parameters(path: str) -> list[Json]:
    return [
        {"name": name, "in": "path", "required": True, "schema": WHOLE if kind else TEXT}
        for name, kind in _PARAMETER.findall(path)
    ]


def _queries(path: str) -> list[Json]:
    names = next((names for end, names in QUERIES.items() if path.endswith(end)), ())
    return [{"name": name, "in": "query", "schema": TEXT} for name in names]


def oauth(origin: str) -> dict[str, Json]:
    """The route of the OAuth service, which belongs to no version of the API."""
    form = closed({"grant_type": {"const": "client_credentials"}, "scope": TEXT}, ["grant_type"])
    create: Json = {
        "operationId": "oauth.CreateServiceToken",
        "tags": ["oauth"],
        "summary": "An access token for a service app, whose signed assertion is the bearer token.",
        "requestBody": {"required": True, "content": {FORM: {"schema": form}}},
        "responses": {
            "200": _content("Done", {"$ref": "#/components/schemas/oauth.Token"}),
            "4XX": _content("Refused", {"$ref": "#/components/schemas/oauth.Error"}),
        },
    }
    return {"/oauth/Token": {"servers": [{"url": origin}], "post": create}}


def _content(description: str, shape: Json, media: str = "application/json") -> Json:
    return {"description": description, "content": {media: {"schema": shape}}}
