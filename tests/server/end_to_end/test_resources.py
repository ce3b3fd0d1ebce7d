"""Entries, texts and definitions as resources, and completions for their addresses, on every profile."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from mcp import MCPError
from mcp.types import ResourceTemplateReference

if TYPE_CHECKING:
    from tests.server.end_to_end.conftest import Lab

pytestmark = pytest.mark.anyio


async def read(lab: Lab, uri: str) -> Any:
    async with lab.client() as client:
        (content,) = (await client.read_resource(uri)).contents
    return content


async def completed(lab: Lab, uri: str, name: str, typed: str) -> list[str]:
    async with lab.client() as client:
        reference = ResourceTemplateReference(type="ref/resource", uri=uri)
        result = await client.complete(reference, {"name": name, "value": typed})
    return list(result.completion.values)


async def test_addresses_are_templates(lab: Lab) -> None:
    async with lab.client() as client:
        templates = (await client.list_resource_templates()).resource_templates
    addresses = [row.uri_template for row in templates]
    assert {"laserfiche://entry/{id}", "laserfiche://entry/{id}/text"} <= set(addresses)


@pytest.mark.parametrize(
    ("uri", "key", "value"),
    [
        ("laserfiche://entry/604", "id", 604),
        ("laserfiche://path/%5CLegal%5CMatters", "name", "Matters"),
        ("laserfiche://template/Lease", "template_name", "Lease"),
        ("laserfiche://field/Comments", "name", "Comments"),
        ("laserfiche://tag/Public", "name", "Public"),
    ],
)
async def test_a_resource_is_read(lab: Lab, uri: str, key: str, value: object) -> None:
    content = await read(lab, uri)
    assert content.mime_type == "application/json"
    assert json.loads(content.text)[key] == value


async def test_the_text_of_a_document_is_marked(lab: Lab) -> None:
    content = await read(lab, "laserfiche://entry/18/text")
    assert content.text.startswith("<laserfiche_document_text>")


@pytest.mark.parametrize(
    "uri",
    [
        "laserfiche://entry/999999",
        "laserfiche://entry/x",
        "laserfiche://path/%5CNowhere",
        "laserfiche://tag/Nothing",
        "laserfiche://template/Nothing",
        "laserfiche://else/1",
    ],
)
async def test_what_is_not_there_is_an_error_of_the_protocol(lab: Lab, uri: str) -> None:
    async with lab.client() as client:
        with pytest.raises(MCPError):
            await client.read_resource(uri)


@pytest.mark.parametrize(
    ("kind", "name", "typed", "among"),
    [
        ("template", "name", "le", "Lease"),
        ("field", "name", "Comm", "Comments"),
        ("tag", "name", "", "Public"),
        ("path", "path", "\\leg", "\\Legal"),
        ("path", "path", "\\Legal\\", "\\Legal\\Matters"),
    ],
)
async def test_names_and_paths_are_completed(lab: Lab, kind: str, name: str, typed: str, among: str) -> None:
    values = await completed(lab, f"laserfiche://{kind}/{{{name}}}", name, typed)
    assert among in values
    assert all(value.lower().startswith(typed.lower()) for value in values)


async def test_nothing_is_completed_where_nothing_is_known(lab: Lab) -> None:
    assert await completed(lab, "laserfiche://entry/{id}", "id", "6") == []
    assert await completed(lab, "laserfiche://else/{x}", "x", "") == []
    assert await completed(lab, "laserfiche://path/{path}", "path", "\\Nowhere\\x") == []
