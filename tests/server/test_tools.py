from __future__ import annotations

import re

import pytest

from lf_mcp.app import INSTRUCTIONS, describe
from lf_mcp.search import content, grammar, guidance, natural
from lf_mcp.tools import TOOLS, Tool, registered

NAMES = {tool.name for tool in TOOLS}
MENTIONED = re.compile(r"\blaserfiche_[a-z_]+")
CATALOGUE_BUDGET = 24_000  # characters that names, descriptions and input schemas of all read tools may cost a model


def words(tool: Tool) -> str:
    return "\n".join([tool.description, *(argument.description for argument in tool.arguments)])


def test_names_are_short_and_unique_and_legacy_names_are_added_on_demand() -> None:
    assert list(registered(TOOLS, legacy_names=False)) == [tool.name for tool in TOOLS]
    both = registered(TOOLS, legacy_names=True)
    assert set(both) == NAMES | {tool.legacy_name for tool in TOOLS}
    assert all(re.fullmatch(r"[a-z_]{1,40}", name) for name in both)


def test_two_tools_with_one_name_are_refused() -> None:
    with pytest.raises(ValueError, match="two tools are called"):
        registered([TOOLS[0], TOOLS[0]], legacy_names=False)


@pytest.mark.parametrize(
    "text",
    [
        *(words(tool) for tool in TOOLS),
        INSTRUCTIONS,
        grammar.GRAMMAR,
        content.TRY_SIMPLE,
        content.TIMED_OUT,
        natural.WRITE_ANEW,
        natural.NOT_THE_QUERY,
        guidance._follow_up("\\A", 5),
    ],
)
def test_no_text_names_a_tool_that_is_not_registered(text: str) -> None:
    legacy = {tool.legacy_name for tool in TOOLS}
    assert set(MENTIONED.findall(text)) <= NAMES
    assert not [name for name in legacy if re.search(rf"\b{name}\b", text)]


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_a_tool_is_described_for_a_model(tool: Tool) -> None:
    assert 200 < len(tool.description) < 1200
    siblings = set(MENTIONED.findall(tool.description)) - {tool.name}
    assert siblings, "no better sibling is named"
    assert "request" in tool.description, "what it costs is not said"
    assert "fails as" in tool.description or "ailures" in tool.description or "bad_query_syntax" in tool.description
    assert len(tool.title) > 10
    for argument in tool.arguments:
        assert len(argument.description) > 30, argument.name


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_what_clients_are_shown_has_all_hints_and_object_roots(tool: Tool) -> None:
    shown = describe(tool.name, tool)
    assert shown.annotations is not None
    hints = shown.annotations.model_dump(by_alias=True)
    assert hints == {
        "title": None,
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": True,
    }
    assert shown.input_schema["type"] == "object"
    assert not {"oneOf", "anyOf", "allOf", "$schema"} & set(shown.input_schema)
    assert shown.output_schema is not None
    assert shown.output_schema["type"] == "object"


def test_the_catalogue_stays_within_its_budget() -> None:
    shown = [describe(tool.name, tool).model_dump(by_alias=True, exclude_none=True, mode="json") for tool in TOOLS]
    size = sum(len(str({**tool, "outputSchema": ""})) for tool in shown)
    assert size < CATALOGUE_BUDGET
