"""The server as a client meets it, over an in-memory session: names, envelopes, secrets, and the safety net."""

from __future__ import annotations

import json
import re
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from mcp import MCPError

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import respx
    from mcp import Client

    from lf_mcp import Config

    Ask = Callable[..., Awaitable[dict[str, Any]]]
    Make = Callable[..., Config]
    Url = Callable[..., str]

pytestmark = pytest.mark.anyio

UUID4 = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")
ENTRY = "laserfiche_entry_get"


async def test_the_server_names_its_own_version_and_offers_tools_and_resources(
    connect: Callable[[Config], Client], config: Make
) -> None:
    async with connect(config()) as client:
        assert client.server_info is not None
        assert client.server_info.version == version("laserfiche-testkit")
        assert client.server_capabilities.tools is not None
        assert client.server_capabilities.prompts is None
        assert client.server_capabilities.resources is not None
        assert client.instructions


async def test_legacy_names_are_listed_and_called_only_when_switched_on(
    connect: Callable[[Config], Client], config: Make, repository: respx.Router, url: Url
) -> None:
    repository.get(url("Entries/7")).respond(json={"id": 7})
    async with connect(config(legacy_tool_names=True)) as client:
        assert len((await client.list_tools()).tools) == 46
        result = await client.call_tool("get_entry", {"entry_id": 7})
        assert result.structured_content is not None
        assert result.structured_content["id"] == 7
    async with connect(config()) as client:
        assert len((await client.list_tools()).tools) == 23
        with pytest.raises(MCPError, match="Unknown tool: get_entry"):
            await client.call_tool("get_entry", {"entry_id": 7})


async def test_the_text_of_an_answer_is_its_structured_content(
    connect: Callable[[Config], Client], config: Make, repository: respx.Router, url: Url
) -> None:
    repository.get(url("Entries/7")).respond(json={"id": 7, "name": "Müller – Straße 🏛"})
    async with connect(config()) as client:
        result = await client.call_tool(ENTRY, {"entry_id": 7})
    (block,) = result.content
    assert block.type == "text"
    assert json.loads(block.text) == result.structured_content
    assert "🏛" in block.text


async def test_wrong_arguments_are_refused_before_anything_is_asked(
    connect: Callable[[Config], Client], config: Make, repository: respx.Router
) -> None:
    async with connect(config()) as client:
        result = await client.call_tool("laserfiche_entry_search_content", {"query": "  ", "skip": -1})
    assert result.is_error
    assert result.structured_content is None
    (block,) = result.content
    assert block.type == "text"
    assert block.text.splitlines()[1:] == [
        '- query must hold more than blanks, not "  "',
        "- skip must be at least 0, not -1",
    ]
    assert not repository.calls


async def test_each_call_has_a_request_id_of_its_own_that_the_hint_repeats(
    ask: Ask, config: Make, repository: respx.Router, url: Url
) -> None:
    repository.get(url("Entries/7")).respond(500)
    first = await ask(config(), ENTRY, entry_id=7)
    second = await ask(config(), ENTRY, entry_id=7)
    assert UUID4.fullmatch(first["request_id"])
    assert first["request_id"] != second["request_id"]
    assert first["request_id"] in first["user_hint"]


async def test_secrets_that_the_server_echoes_leave_no_error_answer(
    ask: Ask, config: Make, repository: respx.Router, url: Url
) -> None:
    repository.get(url("Entries/7")).respond(400, json={"title": "no open sesame", "traceId": "open sesame"})
    answer = await ask(config(), ENTRY, entry_id=7)
    assert answer["server_message"] == answer["reason"] == "no <redacted>"
    assert answer["upstream_trace_id"] == "<redacted>"


async def test_secrets_that_the_server_echoes_leave_no_guidance_note_and_no_attempt(
    ask: Ask, config: Make, repository: respx.Router
) -> None:
    repository.route().respond(400, json={"title": "no open sesame"})
    repository["v1-token"].respond(json={"access_token": "t"})
    natural = "laserfiche_entry_search_natural"
    guidance = await ask(config(), natural, question="q", folder_path="\\A")
    failed = await ask(config(), natural, question="q", lf_query="{x}")
    assert "<redacted>" in guidance["notes"][0]
    assert "open sesame" not in json.dumps([guidance, failed])


async def test_half_a_surrogate_pair_from_the_server_is_replaced(
    ask: Ask, config: Make, repository: respx.Router, url: Url
) -> None:
    repository.get(url("Entries/7")).respond(content=b'{"id": 7, "name": "a\\ud800b \\ud83c\\udfdb"}')
    assert (await ask(config(), ENTRY, entry_id=7))["name"] == "a\ufffdb 🏛"


@pytest.mark.parametrize(
    ("error", "slug"),
    [(RuntimeError("boom"), "internal_error"), (OSError("disk"), "local_io_error")],
)
async def test_what_nobody_foresaw_is_an_answer_without_the_exceptions_text(
    ask: Ask, config: Make, repository: respx.Router, url: Url, error: Exception, slug: str
) -> None:
    repository.get(url("Entries/7")).mock(side_effect=error)
    answer = await ask(config(), ENTRY, entry_id=7)
    assert (answer["error"], answer["kind"], answer["entry_id"]) == (slug, "upstream_unavailable", 7)
    assert str(error) not in json.dumps(answer)


async def test_an_http_failure_that_escapes_the_client_is_a_network_error(
    ask: Ask, config: Make, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def escape(*_: Any, **__: Any) -> None:
        raise httpx.HTTPError("somewhere else")

    monkeypatch.setattr("lf_mcp.client.RepositoryClient.ask", escape)
    assert (await ask(config(), ENTRY, entry_id=7))["error"] == "network_error"


async def test_a_listing_survives_names_and_ids_that_are_null(
    ask: Ask, config: Make, repository: respx.Router, url: Url
) -> None:
    rows = [{"id": None, "name": None}, {"id": 7, "name": "kept"}]
    repository.get(url("Entries/1/Folder/Children", "v2")).respond(json={"value": rows})
    answer = await ask(config(api_version="v2"), "laserfiche_folder_list", folder_id=1)
    assert [(entry["id"], entry["name"]) for entry in answer["entries"]] == [(0, ""), (7, "kept")]


@pytest.mark.parametrize("version", ["v1", "v2"])
async def test_a_listing_asks_for_a_count_only_on_demand_and_within_the_ceiling(
    ask: Ask, config: Make, repository: respx.Router, url: Url, version: str
) -> None:
    path = {"v1": "Entries/1/Laserfiche.Repository.Folder/children", "v2": "Entries/1/Folder/Children"}[version]
    route = repository.get(url(path, version)).respond(json={"value": [], "@odata.count": 3})
    settings = config(api_version=version)
    assert (await ask(settings, "laserfiche_folder_list", folder_id=1))["total_count"] is None
    assert dict(route.calls.last.request.url.params) == {"$top": "25", "$skip": "0"}
    counted = await ask(settings, "laserfiche_folder_list", folder_id=1, max_results=999, skip=5, include_count=True)
    assert counted["total_count"] == 3
    assert dict(route.calls.last.request.url.params) == {"$top": "200", "$skip": "5", "$count": "true"}
