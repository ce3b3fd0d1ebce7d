"""The OpenAPI 3.1 document: of everything that this simulator answers, or of one API of one repository."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from lf_simulator.catalogue import version as distribution_version
from lf_simulator.description import control, requests, shapes
from lf_simulator.description.answers import ANSWERS, BYTES, FAILING, NOTHING, OTHER_REFUSALS, PAGE
from lf_simulator.description.notation import schema
from lf_simulator.operations import OPERATIONS
from lf_simulator.profiles import PROFILES

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lf_simulator.operations import Operation

    Json = dict[str, Any]
    Levers = tuple[tuple[str, str, str], ...]

BEARER = "bearer"
JSON_TYPE = "application/json"
PROBLEM_TYPE = "application/problem+json"
ANY_TYPE = "*/*"
KEPT = 32
"""Documents that are remembered, since making one takes some milliseconds."""


@dataclass(frozen=True, slots=True)
class Scope:
    """Which API is described: of everything there is, or the `version` that a repository serves at its `base_path`."""

    version: str = ""
    repository: str = ""
    base_path: str = ""


@lru_cache(maxsize=KEPT)
def document(scope: Scope, origin: str, levers: Levers = ()) -> Json:
    """The document. `origin` is scheme and host, `levers` are method, path and summary of the control plane's routes.

    The control plane stands in the whole document only. Callers must not change what they get: it is remembered.
    """
    rows = [row for row in OPERATIONS if scope.version in ("", row.version)]
    versions = [scope.version] if scope.version else ["v1", "v2"]
    paths: Json = {}
    for row in rows:
        if row.version in ANSWERS:
            path = paths.setdefault(row.path, {})
            path[row.method.lower()] = _operation(row, scope)
    components = {name: shape for version in versions for name, shape in shapes.components(version).items()}
    if not scope.version:
        paths |= control.paths(levers, origin)
        paths |= control.oauth(origin)
        components |= control.COMPONENTS
    return {
        "openapi": "3.1.0",
        "info": {
            "title": _title(scope),
            "version": distribution_version(),
            "summary": "What a simulated Laserfiche repository understands and answers.",
        },
        "servers": [{"url": f"{origin}{base}"} for base in _bases(scope)],
        "security": [{BEARER: []}],
        "paths": paths,
        "components": {"schemas": components, "securitySchemes": {BEARER: {"type": "http", "scheme": "bearer"}}},
    }


def _title(scope: Scope) -> str:
    if scope.version:
        return f"{scope.repository}: Repository API {scope.version}, simulated"
    return "Laserfiche Repository API v1 and v2, simulated, with the control plane of the simulator"


def _bases(scope: Scope) -> Iterable[str]:
    return [scope.base_path] if scope.version else sorted({row.base_path for row in PROFILES.values()})


def _operation(row: Operation, scope: Scope) -> Json:
    answers = ANSWERS[row.version].get(row.name, {})
    is_part = "206" in answers and BYTES in answers.values()
    told: Json = {
        "operationId": row.name if scope.version else f"{row.version}.{row.name}",
        "tags": [row.version],
        "parameters": [_bound(each, scope) for each in requests.parameters(row, is_part=is_part)],
        "responses": _responses(row),
        "x-simulated": row.simulated,
    }
    if row.document:
        told["x-document"] = row.document
    if (body := requests.body(row)) is not None:
        told["requestBody"] = body
    if row.is_open:  # a token does no harm, and some builds want one for the list of repositories
        told["security"] = [{}, {BEARER: []}] if row.document else []
    return told


def _bound(parameter: Json, scope: Scope) -> Json:
    """The parameter that names the repository takes no other where only one is described."""
    if parameter["in"] == "path" and parameter["name"] in ("repoId", "repositoryId") and scope.repository:
        return {**parameter, "schema": {"type": "string", "enum": [scope.repository]}, "example": scope.repository}
    return parameter


def _responses(row: Operation) -> Json:
    found = {status: _answer(what, row) for status, what in ANSWERS[row.version].get(row.name, {}).items()}
    refusal = {"description": "Refused"} if row.method == "HEAD" else _json("Refused", _problem(row), PROBLEM_TYPE)
    found["4XX"] = refusal
    for status, what in OTHER_REFUSALS.get((row.version, row.name), {}).items():
        found[status] = _json("Refused", _problem(row), PROBLEM_TYPE)
        found[status]["content"][JSON_TYPE] = {"schema": schema(what, row.version)}
    if row.name in FAILING:
        found["500"] = refusal
    if not row.simulated:
        found["501"] = _json("Not simulated", _problem(row), PROBLEM_TYPE)
    return found


def _problem(row: Operation) -> Json:
    return schema("Problem", row.version)


def _answer(what: str, row: Operation) -> Json:
    if what == NOTHING or row.method == "HEAD":
        return {"description": "Done"}
    if what == BYTES:
        return {"description": "The bytes", "content": {ANY_TYPE: {}}}
    kind, _, row_shape = what.rpartition(" ")
    shape = shapes.collection(row_shape, row.version, is_page=kind == PAGE) if kind else schema(what, row.version)
    return _json("Done", shape, JSON_TYPE)


def _json(description: str, shape: Json, media: str) -> Json:
    return {"description": description, "content": {media: {"schema": shape}}}
