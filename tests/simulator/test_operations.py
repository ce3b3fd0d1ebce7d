"""The operation table against the published descriptions."""

from __future__ import annotations

import pytest

from lf_simulator.bodies import JsonBody
from lf_simulator.operations import BY_NAME, NAMES, OPERATIONS

OURS = {("v1", "CreateToken"), ("v2", "CreateToken"), ("v2", "DownloadExport")}
SIMULATED = {
    "v1": {
        *("CreateToken", "GetRepositoryList", "GetEntry", "GetEntryByPath", "GetEntryListing", "GetFieldValues"),
        *("GetFieldDefinitions", "GetFieldDefinitionById", "GetTemplateDefinitions", "GetTemplateDefinitionById"),
        *("GetTemplateFieldDefinitions", "GetTemplateFieldDefinitionsByTemplateName", "CreateSimpleSearchOperation"),
        *("CreateSearchOperation", "GetSearchStatus", "GetSearchResults", "GetSearchContextHits"),
        *("CancelOrCloseSearch", "GetDocumentContentType", "ExportDocument"),
    },
    "v2": {
        *("CreateToken", "ListRepositories", "GetEntry", "GetEntryByPath", "ListEntries", "ListFields"),
        *("ListFieldDefinitions", "GetFieldDefinition", "ListTemplateDefinitions", "GetTemplateDefinition"),
        *("ListTemplateFieldDefinitionsByTemplateId", "ListTemplateFieldDefinitionsByTemplateName", "SearchEntry"),
        *("StartSearchEntry", "ListTasks", "CancelTasks", "ListSearchResults", "ListSearchContextHits"),
        *("ExportEntry", "DownloadExport"),
    },
}


def test_the_table_has_exactly_the_published_operations_and_three_of_ours(descriptions):
    published = {
        (version, name, method, path)
        for version, description in descriptions.items()
        for name, (path, method, _) in description.operations.items()
    }
    ours = {(row.version, row.name, row.method, row.path) for row in OPERATIONS}
    assert {row for row in ours if row[:2] not in OURS} == published
    assert {row[:2] for row in ours - published} == OURS
    assert [sum(row.version == version for row in OPERATIONS) for version in ("v1", "v2")] == [47 + 1, 44 + 2]


@pytest.mark.parametrize("version", ["v1", "v2"])
def test_the_operations_that_are_simulated_are_those_that_we_say(version):
    assert {row.name for row in OPERATIONS if row.version == version and row.simulated} == SIMULATED[version]


def test_a_simulated_operation_takes_the_published_query_parameters(descriptions):
    """Two are ours: the place of a next link, and `$top` of a simple search, which builds treat differently."""
    for row in OPERATIONS:
        if not row.simulated or (row.version, row.name) in OURS:
            continue
        published = descriptions[row.version].operation(row.name).parameters("query")
        names = {param.name for param in row.query.by_name.values()} - {"$skiptoken"}
        if row.path.endswith("SimpleSearches"):
            names.remove("$top")
        assert names == published, row.name


def test_a_simulated_operation_takes_the_published_members_of_a_body(descriptions):
    for row in OPERATIONS:
        if not isinstance(row.body, JsonBody):
            continue
        description = descriptions[row.version]
        schema = description.operation(row.name).body()
        published = description.components[schema["$ref"].rpartition("/")[2]]
        assert {member.name for member in row.body.members} == set(published["properties"]), row.name
        required = {member.name for member in row.body.members if member.required}
        assert required >= set(published.get("required", ())), row.name


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
