from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jsonschema import Draft202012Validator

from lf_mcp.tools import TOOLS, ArgumentsError, Tool
from lf_mcp.tools.inputs import check, complete, input_schema

BY_NAME = {tool.name: tool for tool in TOOLS}
CONTENT = BY_NAME["laserfiche_entry_search_content"]
NATURAL = BY_NAME["laserfiche_entry_search_natural"]
FOLDER = BY_NAME["laserfiche_folder_list"]
ENTRY = BY_NAME["laserfiche_entry_get"]


def checked(tool: Tool, given: dict[str, Any]) -> dict[str, Any]:
    arguments = complete(tool.arguments, given)
    check(tool.arguments, arguments)
    return arguments


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_input_schemas_are_sound_and_their_defaults_and_examples_fit(tool: Tool) -> None:
    schema = input_schema(tool.arguments)
    Draft202012Validator.check_schema(schema)
    for argument in tool.arguments:
        shown = Draft202012Validator(argument.schema())
        assert argument.examples
        for value in (*argument.examples, *([argument.default] if "default" in argument.schema() else [])):
            assert shown.is_valid(value), (argument.name, value)


def test_content_search_has_the_documented_defaults() -> None:
    assert checked(CONTENT, {"query": "x"}) == {
        "query": "x",
        "folder_path": None,
        "max_results": None,
        "hits_for_top": 5,
        "hits_per_entry": 3,
        "context_chars": 300,
        "skip": 0,
        "timeout_seconds": None,
    }


def test_natural_search_has_the_documented_defaults() -> None:
    assert checked(NATURAL, {"question": ""}) == {
        "question": "",
        "lf_query": None,
        "folder_path": None,
        "max_results": 50,
        "fuzzy": True,
    }


@pytest.mark.parametrize(
    ("tool", "given", "name", "value"),
    [
        (ENTRY, {"entry_id": "7"}, "entry_id", 7),
        (ENTRY, {"entry_id": 7.0}, "entry_id", 7),
        (ENTRY, {"entry_id": -1}, "entry_id", -1),
        (FOLDER, {"folder_id": 1, "max_results": "null"}, "max_results", None),
        (FOLDER, {"folder_id": 1, "include_count": "yes"}, "include_count", True),
        (FOLDER, {"folder_id": 1, "include_count": 0}, "include_count", False),
        (CONTENT, {"query": "x", "timeout_seconds": "2.5"}, "timeout_seconds", 2.5),
        (CONTENT, {"query": "null"}, "query", "null"),
        (NATURAL, {"question": "q", "lf_query": "null"}, "lf_query", None),
        (NATURAL, {"question": "q", "lf_query": ""}, "lf_query", ""),
    ],
)
def test_values_are_taken_the_way_models_write_them(tool: Tool, given: dict[str, Any], name: str, value: Any) -> None:
    taken = checked(tool, given)[name]
    assert taken == value
    assert type(taken) is type(value)


def test_unknown_arguments_are_ignored() -> None:
    assert checked(ENTRY, {"entry_id": 7, "verbose": True}) == {"entry_id": 7}


@pytest.mark.parametrize(
    ("tool", "given", "line"),
    [
        (ENTRY, {}, "entry_id is missing"),
        (ENTRY, {"entry_id": None}, "entry_id must be integer, not null"),
        (ENTRY, {"entry_id": "seven"}, 'entry_id must be integer, not "seven"'),
        (ENTRY, {"entry_id": 7.5}, "entry_id must be integer, not 7.5"),
        (ENTRY, {"entry_id": True}, "entry_id must be integer, not true"),
        (ENTRY, {"entry_id": [7]}, "entry_id must be integer, not [7]"),
        (FOLDER, {"folder_id": 0}, "folder_id must be at least 1, not 0"),
        (FOLDER, {"folder_id": 1, "max_results": 1001}, "max_results must be at most 1000, not 1001"),
        (FOLDER, {"folder_id": 1, "include_count": "perhaps"}, 'include_count must be boolean, not "perhaps"'),
        (CONTENT, {"query": ""}, "query must have at least 1 character(s)"),
        (CONTENT, {"query": " \t\n"}, "query must hold more than blanks"),
        (CONTENT, {"query": 7}, "query must be string, not 7"),
        (CONTENT, {"query": "x", "hits_for_top": 51}, "hits_for_top must be at most 50"),
        (CONTENT, {"query": "x", "hits_per_entry": 0}, "hits_per_entry must be at least 1"),
        (CONTENT, {"query": "x", "context_chars": 39}, "context_chars must be at least 40"),
        (CONTENT, {"query": "x", "context_chars": 4001}, "context_chars must be at most 4000"),
        (CONTENT, {"query": "x", "skip": -1}, "skip must be at least 0"),
        (CONTENT, {"query": "x", "timeout_seconds": 0}, "timeout_seconds must be above 0, not 0"),
        (CONTENT, {"query": "x", "timeout_seconds": 601}, "timeout_seconds must be at most 600"),
        (NATURAL, {"question": "q", "max_results": 501}, "max_results must be at most 500"),
        (NATURAL, {"question": "q", "lf_query": {"a": 1}}, "lf_query must be string or null"),
    ],
)
def test_an_argument_that_does_not_fit_is_named_with_what_would_be_right(
    tool: Tool, given: dict[str, Any], line: str
) -> None:
    with pytest.raises(ArgumentsError) as caught:
        checked(tool, given)
    assert any(said.startswith(line) for said in caught.value.lines), caught.value.lines


def test_a_huge_wrong_value_is_not_repeated_whole() -> None:
    with pytest.raises(ArgumentsError) as caught:
        checked(ENTRY, {"entry_id": "x" * 10_000})
    assert len(str(caught.value)) < 200


odd_values = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-2, 5000),
    st.floats(-1, 700, allow_nan=False),
    st.text(alphabet=" \tab1", max_size=3),
    st.lists(st.integers(), max_size=1),
    st.dictionaries(st.text(max_size=1), st.integers(), max_size=1),
)


@given(st.sampled_from([tool for tool in TOOLS if tool.arguments]), st.data())
def test_the_check_agrees_with_a_validator_of_the_published_schema(tool: Tool, data: st.DataObject) -> None:
    names = st.sampled_from([argument.name for argument in tool.arguments])
    values = complete(tool.arguments, data.draw(st.dictionaries(names, odd_values, max_size=len(tool.arguments))))
    by_library = Draft202012Validator(input_schema(tool.arguments)).is_valid(values)
    try:
        check(tool.arguments, values)
        by_us = True
    except ArgumentsError:
        by_us = False
    assert by_us == by_library, values
