"""The simulator's own OpenAPI document: valid, of the whole table, and in its shapes what the published ones say."""

from __future__ import annotations

import json

import httpx
import pytest
from jsonschema import Draft202012Validator
from schemathesis.specs.openapi.definitions import OPENAPI_31_VALIDATOR
from tests.simulator.judging import unexplained
from tests.simulator.published import Description, Finding

from lf_simulator import Registry, create_app
from lf_simulator.description import answers, notation, shapes
from lf_simulator.description.document import Scope, document
from lf_simulator.operations import OPERATIONS

pytestmark = pytest.mark.anyio

WHOLE = document(Scope(), "http://sim.test")
ONE = {
    "v1": document(Scope("v1", "demo", "/LFRepositoryAPI"), "http://sim.test"),
    "v2": document(Scope("v2", "demo", "/repository"), "http://sim.test"),
}


def operations_of(told):
    return {row["operationId"]: row for path in told["paths"].values() for row in path.values() if "responses" in row}


@pytest.mark.parametrize("told", [WHOLE, *ONE.values()], ids=["whole", "v1", "v2"])
def test_the_document_is_openapi_and_every_schema_in_it_is_one(told):
    OPENAPI_31_VALIDATOR.validate(told)
    names = set(told["components"]["schemas"])
    for schema in told["components"]["schemas"].values():
        Draft202012Validator.check_schema(schema)
    for reference in json.dumps(told).split('"$ref": "#/components/schemas/')[1:]:
        assert reference.partition('"')[0] in names
    ids = [row["operationId"] for path in told["paths"].values() for row in path.values() if "responses" in row]
    assert len(ids) == len(set(ids))


def test_every_operation_of_the_table_is_in_it_and_says_whether_it_is_simulated():
    described = operations_of(WHOLE)
    for row in OPERATIONS:
        told = described[f"{row.version}.{row.name}"]
        assert told.get("x-simulated", True) == row.simulated
        assert ("501" in told["responses"]) == (not row.simulated)


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_every_simulated_operation_and_no_other_has_an_answer(version):
    simulated = {row.name for row in OPERATIONS if row.version == version and row.simulated}
    assert set(answers.ANSWERS[version]) == simulated


def test_one_api_names_its_server_and_its_repository():
    told = ONE["v1"]
    assert told["servers"] == [{"url": "http://sim.test/LFRepositoryAPI"}]
    assert all(path.startswith("/v1/") for path in told["paths"])
    repository = told["paths"]["/v1/Repositories/{repoId}/Entries/{entryId}"]["get"]["parameters"][0]
    assert repository["schema"]["enum"] == ["demo"]


async def test_it_is_served_whole_or_of_one_api_and_a_wrong_question_is_explained(registry: Registry):
    made = registry.create(profile="v2-cloud")
    transport = httpx.ASGITransport(create_app(registry), client=("127.0.0.1", 1))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8700/_sim/") as client:
        whole = (await client.get("openapi.json")).json()
        assert "/_sim/repositories/{id}/journal" in whole["paths"]
        assert "/oauth/Token" in whole["paths"]
        OPENAPI_31_VALIDATOR.validate(whole)
        one = (await client.get("openapi.json", params={"version": "v2", "repository": made.id})).json()
        assert one["servers"] == [{"url": "http://127.0.0.1:8700/repository"}]
        cases = [
            ({"version": "v1", "repository": made.id}, 400, "serves v2"),
            ({"version": "v2", "repository": "nowhere"}, 404, "nowhere"),
            ({"version": "v2"}, 400, "belong together"),
            ({"versoin": "v2"}, 400, "versoin"),
        ]
        for query, status, words in cases:
            answer = await client.get("openapi.json", params=query)
            assert (answer.status_code, words in answer.json()["error"]) == (status, True), answer.text
    registry.delete(made.id)


# Our shapes beside the published ones

PUBLISHED = [row for row in OPERATIONS if row.simulated and row.document]


@pytest.mark.parametrize("row", PUBLISHED, ids=lambda row: f"{row.version}-{row.name}")
def test_our_shapes_have_the_published_members_and_types(descriptions, row):
    """What differs has to be explained like an exchange. Members of the younger description of v2 may be there."""
    left = [
        set(unexplained(findings_by(name, row, descriptions), name, row.name, ON_REQUEST))
        for name in DOCUMENTS[row.document]
    ]
    assert set.intersection(*left) == set()


DOCUMENTS = {"v1": ("v1",), "v2-2023": ("v2-2023", "v2-2026"), "v2-2026": ("v2-2026",)}
ON_REQUEST = {"$count", "fields", "includeTotalSize", "includeChildInfo"}
"""A query with which nothing is left out."""


def findings_by(document_, row, descriptions):
    said = descriptions[document_]
    found: list[Finding] = []
    for status, answer in operations_of(ONE[row.version])[row.name]["responses"].items():
        theirs = said.operation(row.name).answer(int(status)) if status.isdigit() else None
        schema = answer.get("content", {}).get("application/json", {}).get("schema")
        wanted = (theirs or {}).get("content", {}).get("application/json", {}).get("schema")
        if schema is not None and wanted is not None:
            found += compare(ONE[row.version], schema, said, wanted, (row.name, ""))
    return found


def test_each_shape_is_used():
    for version, told in ONE.items():
        text = json.dumps(told)
        for name in shapes.components(version):
            assert f'"#/components/schemas/{name}"' in text, name


def compare(ours, schema, said: Description, theirs, owner):
    """The findings on one of our schemas, as if it were a value of the published one."""
    schema = resolved(ours, schema)
    name, theirs = said.resolved(theirs)
    members = said.members(name, theirs)
    if name == "Entry":
        for type_ in ("Folder", "Document", "Shortcut", "RecordSeries"):
            mine = ours["components"]["schemas"][
                f"{'v1' if 'v1.Entry' in ours['components']['schemas'] else 'v2'}.{type_}"
            ]
            yield from objects(ours, mine, said, type_, said.members(type_, said.components[type_]))
    elif members:
        yield from objects(ours, schema, said, name, members)
    elif theirs.get("type") == "array":
        yield from compare(ours, schema["items"], said, theirs["items"], owner)
    elif theirs.get("type") == "object" and isinstance(theirs.get("additionalProperties"), dict):
        if "properties" not in schema and theirs["additionalProperties"]:
            yield from compare(ours, schema["additionalProperties"], said, theirs["additionalProperties"], owner)
    elif kind_of(schema) != kind_of(theirs) and schema.get("type") != ["string", "number", "boolean"]:
        yield Finding(*owner, "mistyped")


def objects(ours, schema, said: Description, name, members):
    mine = schema["properties"]
    for key, (declared_by, inner, _) in members.items():
        if key not in mine:
            yield Finding(declared_by, key, "missing")
        elif "const" not in mine[key]:
            yield from compare(ours, mine[key], said, inner, (declared_by, key))
    yield from (Finding(name, key, "extra") for key in mine if key not in members)


def resolved(ours, schema):
    while True:
        if "$ref" in schema:
            schema = ours["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        elif "anyOf" in schema and {"type": "null"} in schema["anyOf"]:
            schema = schema["anyOf"][0]
        else:
            return schema


def kind_of(schema):
    kind = schema.get("type")
    kind = next(each for each in kind if each != "null") if isinstance(kind, list) else kind
    words = {word for word in schema.get("enum", ()) if word is not None} - {"Canceled", "GenerateText"}
    format_ = schema.get("format", "byte" if schema.get("maximum") == 255 else "")
    return (kind, frozenset(words), format_)


def test_the_notation_knows_lists_maps_words_and_null():
    assert notation.schema("[text]?", "v1") == {"type": ["array", "null"], "items": {"type": "string"}}
    assert notation.schema("{[whole]}", "v1")["additionalProperties"]["items"]["format"] == "int32"
    assert notation.schema("POSITION?", "v1")["enum"][-1] is None
    assert notation.schema("Rule?", "v2") == {"anyOf": [{"$ref": "#/components/schemas/v2.Rule"}, {"type": "null"}]}
