from __future__ import annotations

import json
import re
from dataclasses import replace

import pytest

from lf_mcp.app import INSTRUCTIONS, describe
from lf_mcp.search import content, grammar, guidance, natural
from lf_mcp.tools import TOOLS, Tool, registered, unknown_allowed
from lf_mcp.tools.inputs import input_schema

NAMES = {tool.name for tool in TOOLS}
MENTIONED = re.compile(r"\blaserfiche_[a-z_]+")
CATALOGUE_BUDGET = 24_000  # characters that names, descriptions and input schemas of all read tools may cost a model


def words(tool: Tool) -> str:
    return "\n".join([tool.description, *(argument.description for argument in tool.arguments)])


def test_names_are_short_and_unique_and_legacy_names_are_added_on_demand(config) -> None:
    everything = config(read_only=False)
    assert list(registered(TOOLS, everything)) == [tool.name for tool in TOOLS]
    both = registered(TOOLS, replace(everything, legacy_tool_names=True))
    assert set(both) == NAMES | {tool.legacy_name for tool in TOOLS}
    assert all(re.fullmatch(r"[a-z_]{1,40}", name) for name in both)


def test_two_tools_with_one_name_are_refused(config) -> None:
    with pytest.raises(ValueError, match="two tools are called"):
        registered([TOOLS[0], TOOLS[0]], config())


WRITING = replace(TOOLS[0], name="laserfiche_x_set", legacy_name="set_x", writes=True)
PART = replace(WRITING, name="laserfiche_x_merge", legacy_name="merge_x", part=True)


@pytest.mark.parametrize(
    ("settings", "there"),
    [
        ({}, []),
        ({"read_only": False}, ["laserfiche_x_set", "laserfiche_x_merge"]),
        ({"read_only": False, "tool_set": "compact"}, ["laserfiche_x_set"]),
        ({"read_only": False, "write_tools_allowed": ("merge_x",)}, ["laserfiche_x_merge"]),
        ({"read_only": False, "write_tools_allowed": ("laserfiche_x_set",)}, ["laserfiche_x_set"]),
        ({"read_only": True, "write_tools_allowed": ("laserfiche_x_set",)}, []),
    ],
)
def test_settings_decide_which_tools_that_write_there_are(config, settings, there) -> None:
    assert [name for name in registered([*TOOLS, WRITING, PART], config(**settings)) if "_x_" in name] == there


def test_names_among_the_allowed_that_no_tool_has_are_told(config) -> None:
    settings = config(write_tools_allowed=("set_x", "set_y", TOOLS[0].name))
    assert unknown_allowed([*TOOLS, WRITING], settings) == ("set_y", TOOLS[0].name)


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
    assert 120 < len(tool.description) < 1200
    siblings = set(MENTIONED.findall(tool.description)) - {tool.name}
    assert siblings, "no better sibling is named"
    assert "equest" in tool.description, "what it costs is not said"
    assert re.search("[Ff]ail", tool.description), "how it fails is not said"
    assert len(tool.title) > 10
    for argument in tool.arguments:
        assert len(argument.description) >= 14, argument.name


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
def test_what_clients_are_shown_has_all_hints_and_object_roots(tool: Tool) -> None:
    shown = describe(tool.name, tool)
    assert shown.annotations is not None
    hints = shown.annotations.model_dump(by_alias=True)
    assert hints == {
        "title": None,
        "readOnlyHint": tool.effects.read_only,
        "destructiveHint": tool.effects.destructive,
        "idempotentHint": tool.effects.idempotent,
        "openWorldHint": True,
    }
    assert shown.input_schema["type"] == "object"
    assert not {"oneOf", "anyOf", "allOf", "$schema"} & set(shown.input_schema)
    assert shown.output_schema is not None
    assert shown.output_schema["type"] == "object"


def test_the_catalogue_stays_within_its_budget(capsys) -> None:
    """Names, descriptions and input schemas of the tools that read, as JSON."""
    shown = [
        {"name": tool.name, "description": tool.description, "inputSchema": input_schema(tool.arguments)}
        for tool in TOOLS
        if not tool.writes
    ]
    size = len(json.dumps(shown, separators=(",", ":"), ensure_ascii=False))
    with capsys.disabled():
        print(f"\ncatalogue of {len(shown)} tools that read: {size:,} of {CATALOGUE_BUDGET:,} characters")  # noqa: T201
    assert size <= CATALOGUE_BUDGET
