"""From method and path to the operation, and to the nearest one where none fits."""

from __future__ import annotations

import pytest

from lf_simulator import nearest, routing

FITTING = [
    ("v1", "GET", "Repositories", "GetRepositoryList", {}),
    ("v1", "GET", "Repositories/r/Entries/1", "GetEntry", {"repoId": "r", "entryId": 1}),
    ("v1", "GET", "REPOSITORIES/r/entries/1", "GetEntry", {"repoId": "r", "entryId": 1}),
    ("v2", "GET", "Repositories/r/Entries/-1", "GetEntry", {"repositoryId": "r", "entryId": -1}),
    ("v2", "GET", "Repositories/r/Entries/ByPath", "GetEntryByPath", {"repositoryId": "r"}),
    ("v2", "GET", "Repositories/r/entries/bypath", "GetEntryByPath", {"repositoryId": "r"}),
    (
        "v1",
        "GET",
        "Repositories/r/TemplateDefinitions/Fields",
        "GetTemplateFieldDefinitionsByTemplateName",
        {"repoId": "r"},
    ),
    ("v1", "PUT", "Repositories/r/Entries/7/fields", "AssignFieldValues", {"repoId": "r", "entryId": 7}),
    # A live v1 server took this for the import of a document called "Folder".
    (
        "v1",
        "POST",
        "Repositories/r/Entries/7/Folder",
        "ImportDocument",
        {"repoId": "r", "parentEntryId": 7, "fileName": "Folder"},
    ),
    (
        "v1",
        "POST",
        "Repositories/r/Entries/7/fields",
        "ImportDocument",
        {"repoId": "r", "parentEntryId": 7, "fileName": "fields"},
    ),
]

UNFITTING = [
    ("v1", "GET", "Repositories/r/Entries/abc", set()),
    ("v1", "GET", "Repositories/r/Entries/", set()),
    ("v1", "GET", "Repositories//Entries/1", set()),
    ("v1", "GET", "r/Token", set()),
    ("v2", "GET", "Repositories/r/Searches/t", set()),
    ("v2", "PUT", "Repositories/r/Entries/1", {"GET", "PATCH", "DELETE"}),
    ("v1", "GET", "Repositories/r/Token", {"POST"}),
]

EXPLAINED = [
    ("v2", "GET", "Repositories/r/Entries/1/Folder/Childs", ["ListEntries", '"Children"', '"Childs"']),
    ("v2", "GET", "Repositories/r/Searches/t", ["GetSearchStatus has this route in v1"]),
    ("v1", "GET", "Repositories/r/Entries/one", ["GetEntry", "whole number", '"one"']),
    ("v1", "POST", "r/Token", ["CreateToken", '"Repositories"']),
    ("v2", "POST", "Repositories/r/Searches", ["CreateSearchOperation has this route in v1"]),
    ("v2", "PUT", "Repositories/r/Entries/1", ["method is", "not PUT"]),
    ("v2", "GET", "Repositories/r/Entries/1/Folder", ["goes on with"]),
    ("v2", "GET", "Repositories/r/LinkDefinitions/1/more", ["ends before", "/more"]),
]


@pytest.mark.parametrize(("version", "method", "path", "name", "parameters"), FITTING)
def test_a_path_finds_its_operation_without_regard_to_case(version, method, path, name, parameters):
    found = routing.match(version, method, path.split("/"))
    assert isinstance(found, routing.Match)
    assert (found.operation.name, found.path) == (name, parameters)


@pytest.mark.parametrize(("version", "method", "path", "methods"), UNFITTING)
def test_a_path_that_fits_nothing_tells_the_methods_it_has(version, method, path, methods):
    assert routing.match(version, method, path.split("/")) == methods


@pytest.mark.parametrize(("version", "method", "path", "parts"), EXPLAINED)
def test_the_nearest_operation_is_named_with_what_differed(version, method, path, parts):
    sentence = nearest.explain(version, method, path.split("/"))
    assert all(part in sentence for part in parts), sentence
