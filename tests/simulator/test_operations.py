"""The operation table against the published descriptions: operations, parameters, members of bodies, all with types."""

from __future__ import annotations

import re

import pytest
from tests.simulator.published import Description

from lf_simulator.bodies import JsonBody, JsonItems, Member
from lf_simulator.multipart import MultipartBody, RawBody
from lf_simulator.operations import BY_NAME, NAMES, OPERATIONS

PUBLISHED = [row for row in OPERATIONS if row.document]
SIMULATED = [row for row in PUBLISHED if row.simulated]
NOT_PUBLISHED = {
    *(("v1", "CreateToken"), ("v2", "CreateToken"), ("oauth", "CreateServiceToken")),
    *(("v2", "DownloadExport"), ("v2", "UploadPart")),
}
"""Signing in has descriptions of its own; the addresses of downloads and uploads are given out and never described."""
COUNTS = {"v1": 47, "v2-2023": 44, "v2-2026": 106}
PAGES = {
    *("CreatePages", "ReplacePages", "ListPageInfos", "WritePage", "MovePages", "CopyPages", "RotateImagePage"),
    *("GetPageImage", "GetPageText", "GenerateText"),
}

TYPES = {"text": "string", "flag": "boolean", "whole": "integer", "texts": "array", "number": "number"}
"""By kind of a parameter or member."""


def description_of(row, descriptions: dict[str, Description]) -> Description:
    """The youngest one of the version: it has what the first one has, and what was added to the older operations."""
    return descriptions["v1" if row.version == "v1" else "v2-2026"]


def test_the_table_has_exactly_the_published_operations_and_those_that_no_description_has(descriptions):
    published = {
        (document, name, each.method, each.path)
        for document in ("v1", "v2-2023")
        for name, each in descriptions[document].operations.items()
    }
    older = descriptions["v2-2023"].operations
    published |= {
        ("v2-2026", name, each.method, each.path)
        for name, each in descriptions["v2-2026"].operations.items()
        if name not in older
    }
    assert {(row.document, row.name, row.method, row.path) for row in PUBLISHED} == published
    assert {name: sum(row.document == name for row in OPERATIONS) for name in COUNTS} == COUNTS
    assert {(row.version, row.name) for row in OPERATIONS if not row.document} == NOT_PUBLISHED


def test_all_of_v1_is_simulated_all_of_the_first_v2_and_the_pages_of_the_younger_one():
    missing = [row.name for row in PUBLISHED if row.document != "v2-2026" and not row.simulated]
    assert missing == []
    assert {row.name for row in PUBLISHED if row.document == "v2-2026" and row.simulated} == PAGES


@pytest.mark.parametrize("row", SIMULATED, ids=lambda row: f"{row.version}-{row.name}")
def test_a_simulated_operation_takes_the_published_parameters(descriptions, row):
    """Two are ours: the place of a next link, and `$top` of a simple search, which builds treat differently."""
    described = description_of(row, descriptions).operation(row.name)
    parameters = described.parameters("query").items()
    published = {name: (each["schema"]["type"], each.get("required", False)) for name, each in parameters}
    ours = {param.name: (TYPES[param.kind], param.required) for param in row.query.by_name.values()}
    ours.pop("$skiptoken", None)
    if row.path.endswith("SimpleSearches"):
        ours.pop("$top")
    assert ours == published
    assert re.findall(r"{(\w+)}", row.path) == list(described.parameters("path"))


WITH_BODIES = [row for row in SIMULATED if row.body is not None]


@pytest.mark.parametrize("row", WITH_BODIES, ids=lambda row: f"{row.version}-{row.name}")
def test_a_simulated_operation_takes_the_published_body(descriptions, row):
    said = description_of(row, descriptions)
    described = said.operation(row.name)
    if isinstance(row.body, MultipartBody):
        schema = described.request_schema("multipart/form-data")
        parts = dict(schema["properties"])
        request = parts.pop("request")
        assert {(each.name, each.most > 1) for each in row.body.files} == {
            (name, part["type"] == "array") for name, part in parts.items()
        }
        assert shape_of(row.body.request) == shape_in(said, request)
    else:
        assert shape_of(row.body) == shape_in(said, described.request_schema())


@pytest.mark.parametrize("row", WITH_BODIES, ids=lambda row: f"{row.version}-{row.name}")
def test_what_is_published_as_required_is_required(descriptions, row):
    if not isinstance(row.body, JsonBody):
        return
    said = descriptions[row.document]
    _, schema = said.resolved(said.operation(row.name).request_schema())
    required = {member.name for member in row.body.members if member.required}
    assert required >= set(schema.get("required", ()))


def test_an_operation_without_a_published_body_reads_none(descriptions):
    for row in PUBLISHED:
        if row.simulated and "requestBody" not in description_of(row, descriptions).operation(row.name).row:
            assert row.body is None or isinstance(row.body, RawBody), row.name


def shape_of(body: JsonBody | JsonItems | Member):
    """What a declaration takes, in a form that can be compared: texts for types, lists and maps with what they hold."""
    if isinstance(body, JsonBody):
        return {member.name: shape_of(member) for member in body.members}
    if isinstance(body, JsonItems):
        return (body.kind, shape_of(body.items))
    if body.kind == "object":
        return {member.name: shape_of(member) for member in body.members}
    if body.kind in ("list", "map"):
        return (body.kind, shape_of(body.items))
    if body.kind == "word":
        return set(body.words)
    return "string" if body.kind == "scalar" else TYPES[body.kind]  # a scalar is read as its text


def shape_in(said: Description, schema):
    """The same of a published schema."""
    name, schema = said.resolved(schema)
    members = said.members(name, schema)
    if members:
        return {name: shape_in(said, inner) for name, (_, inner, _) in members.items()}
    if "enum" in schema:
        return set(schema["enum"])
    if schema["type"] == "array":
        return ("list", shape_in(said, schema["items"]))
    if schema["type"] == "object":
        return ("map", shape_in(said, schema["additionalProperties"]))
    return schema["type"]


def test_a_fault_may_name_either_dialects_operation():
    for v1, v2 in [
        ("GetEntryListing", "ListEntries"),
        ("CreateSearchOperation", "StartSearchEntry"),
        ("GetSearchStatus", "ListTasks"),
        ("CancelOrCloseSearch", "CancelTasks"),
        ("ExportDocument", "ExportEntry"),
    ]:
        assert v2 in BY_NAME["v1", v1].names
        assert v1 in BY_NAME["v2", v2].names


def test_every_name_that_a_row_answers_to_is_the_name_of_a_row():
    assert {name for row in OPERATIONS for name in row.names} == NAMES
