"""What the tests of the simulator share: a repository of their own on each profile, a client that has signed in, and
the published descriptions, by which every exchange of that client is judged as it happens.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from jsonschema import Draft202012Validator, FormatChecker

from lf_simulator import PROFILES, Registry, create_app
from lf_simulator.address import read as read_address

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from lf_simulator.repository import Repository

WIRE = Path(__file__).parents[2].parent / "shared" / "wire"
OF_OURS = ("CreateToken", "DownloadExport")
"""Operations that the two descriptions do not have."""
ENTRY_TYPES = ("Document", "Folder", "Shortcut", "RecordSeries")


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def registry() -> Iterator[Registry]:
    """One for all tests, because it copies a corpus that it has loaded once. Make repositories of your own in it."""
    made = Registry(seed=1)
    yield made
    made.close()


@pytest.fixture(params=list(PROFILES))
def profile(request: pytest.FixtureRequest) -> str:
    """Every profile in turn. A test that is about one of them overrides it with `parametrize`."""
    return str(request.param)


@pytest.fixture
def repository(registry: Registry, profile: str) -> Iterator[Repository]:
    """A fresh `demo` on that profile."""
    made = registry.create(profile=profile)
    yield made
    registry.delete(made.id)


@dataclass(frozen=True)
class Dialect:
    """How the one thing is called in the version that the profile serves."""

    version: str

    def __call__(self, v1: Any, v2: Any) -> Any:
        return v1 if self.version == "v1" else v2


@pytest.fixture
def dialect(repository: Repository) -> Dialect:
    return Dialect(repository.profile.versions[0])


@pytest.fixture
async def stranger(registry: Registry, repository: Repository) -> AsyncIterator[httpx.AsyncClient]:
    """A client that has not signed in; addresses are relative to the repository."""
    build = repository.profile
    base = f"http://sim.test{build.base_path}/{build.versions[0]}/Repositories/{repository.id}/"
    transport = httpx.ASGITransport(create_app(registry))
    async with httpx.AsyncClient(transport=transport, base_url=base) as client:
        yield client


@pytest.fixture
async def client(stranger: httpx.AsyncClient, repository: Repository) -> httpx.AsyncClient:
    """A client that has signed in. What it is answered must fit the published description of the operation."""
    form = {"grant_type": "password", "username": "demo", "password": "demo"}
    answer = await stranger.post("Token", data=form)
    assert answer.status_code == 200, answer.text
    stranger.headers["Authorization"] = f"Bearer {answer.json()['access_token']}"
    if WIRE.exists():
        stranger.event_hooks = {"response": [judge]}
    repository.journal.clear()
    return stranger


async def judge(response: httpx.Response) -> None:
    """Hold an exchange against the published description of its operation, the request only if it was accepted."""
    request = response.request
    operation = read_address(request.method, request.url.path).operation
    if operation is None or operation.name in OF_OURS:
        return
    described = description(operation.version).operation(operation.name)
    await response.aread()
    if response.is_success:
        described.check_request(request)
    described.check_answer(response)


class Description:
    """A published description, its schemas turned into ones that can be checked strictly."""

    def __init__(self, version: str) -> None:
        document = json.loads((WIRE / f"openapi-{version}.json").read_text(encoding="utf-8"))
        self.components = document["components"]["schemas"]
        self.definitions = {name: self.converted(schema) for name, schema in self.components.items()}
        self.definitions["Entry"] = self._any_entry()
        self.validators: dict[str, Draft202012Validator] = {}
        self.operations = {
            row["operationId"]: (path, method.upper(), row)
            for path, methods in document["paths"].items()
            for method, row in methods.items()
        }

    def operation(self, name: str) -> Described:
        path, method, row = self.operations[name]
        return Described(self, name, path, method, row)

    def check(self, value: object, schema: dict[str, Any]) -> None:
        """Raise ValidationError for a value that the schema does not allow. Validators are kept: making one is slow."""
        spelled = json.dumps(schema)
        if spelled not in self.validators:
            whole = {**self.converted(schema), "$defs": self.definitions}
            self.validators[spelled] = Draft202012Validator(whole, format_checker=FormatChecker(["date-time"]))
        self.validators[spelled].validate(value)

    def converted(self, schema: dict[str, Any]) -> dict[str, Any]:
        """From the dialect of OpenAPI 3.0 to JSON Schema: `nullable`, and closed objects that are joined by `allOf`."""
        if "$ref" in schema:
            return {"$ref": f"#/$defs/{schema['$ref'].rpartition('/')[2]}"}
        if schema.get("nullable") and len(schema) > 1:
            rest = {key: value for key, value in schema.items() if key != "nullable"}
            return {"anyOf": [self.converted(rest), {"type": "null"}]}
        if "oneOf" in schema:
            return {"anyOf": [self.converted(part) for part in schema["oneOf"]]}
        properties = self.properties(schema)
        if properties or schema.get("type") == "object":
            return self._closed(schema, properties)
        kept = {key: schema[key] for key in ("type", "enum", "format", "minLength") if key in schema}
        return {**kept, "items": self.converted(schema["items"])} if "items" in schema else kept

    def _closed(self, schema: dict[str, Any], properties: dict[str, Any]) -> dict[str, Any]:
        more = schema.get("additionalProperties", False)
        return {
            "type": "object",
            "properties": {name: self.converted(value) for name, value in properties.items()},
            "patternProperties": {r"^@odata\.(context|type)$": {"type": "string"}},
            "additionalProperties": self.converted(more) if isinstance(more, dict) else more,
            "required": [name for name in schema.get("required", ()) if name in properties],
        }

    def properties(self, schema: dict[str, Any]) -> dict[str, Any]:
        """Those of an object and of all that it is joined with; the misspelt discriminator is not one."""
        found: dict[str, Any] = {}
        for part in schema.get("allOf", ()):
            whole = self.components[part["$ref"].rpartition("/")[2]] if "$ref" in part else part
            found |= self.properties(whole)
        found |= schema.get("properties", {})
        return {name: value for name, value in found.items() if name != "entry Type"}

    def _any_entry(self) -> dict[str, Any]:
        """Rows are not filled up to their subtype, so an entry has properties of any of the types."""
        union: dict[str, Any] = {}
        for type_ in ENTRY_TYPES:
            union |= self.properties(self.components[type_])
        return self._closed({}, union)


@dataclass(frozen=True)
class Described:
    """One operation of a published description."""

    description: Description
    name: str
    path: str
    method: str
    row: dict[str, Any]

    def parameters(self, place: str) -> set[str]:
        return {row["name"] for row in self.row.get("parameters", ()) if row["in"] == place}

    def body(self) -> dict[str, Any] | None:
        """The schema of a JSON request."""
        content = self.row.get("requestBody", {}).get("content", {}).get("application/json")
        return content and content["schema"]

    def check_request(self, request: httpx.Request) -> None:
        schema = self.body()
        if schema is not None and request.content:
            self.description.check(json.loads(request.content), schema)

    def check_answer(self, response: httpx.Response) -> None:
        described = self.row["responses"].get(str(response.status_code))
        if described is None:
            assert response.status_code in UNDESCRIBED, f"{self.name} has no answer {response.status_code}"
            return
        content = described.get("content", {})
        if "application/json" not in content or self.method == "HEAD":
            return
        assert "json" in response.headers["content-type"]
        self.description.check(response.json(), content["application/json"]["schema"])


UNDESCRIBED = (405, 415, 416, 500, 501)
"""Answers that the web framework gives, and ours for what is not simulated."""


@cache
def description(version: str) -> Description:
    """The published description of v1 or v2, or a skipped test where it is not at hand."""
    if not WIRE.exists():
        pytest.skip(f"the published descriptions are not at hand in {WIRE}")
    return Description(version)


@pytest.fixture
def descriptions() -> dict[str, Description]:
    """The published descriptions, by version."""
    return {version: description(version) for version in ("v1", "v2")}
