"""Signing in as a service app of Cloud, with the access key that the simulator issues."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
import pytest

from lf_mcp import load
from lf_mcp.app import build_server

if TYPE_CHECKING:
    from tests.server.end_to_end.conftest import Lab

pytestmark = pytest.mark.anyio


@pytest.fixture
def cloud(labs: dict[str, Lab]) -> Lab:
    found = labs["v2-cloud"]
    found.reset()
    return found


async def ask(environment: dict[str, str], tool: str, **arguments: Any) -> dict[str, Any]:
    from mcp import Client

    server = build_server(load(environment | {"LF_RETRY_ATTEMPTS": "0"}).config)
    async with Client(server, mode="legacy", read_timeout_seconds=30) as client:
        answer = (await client.call_tool(tool, arguments)).structured_content
    assert isinstance(answer, dict)
    return answer


async def test_the_access_key_of_a_service_app_signs_in(cloud: Lab) -> None:
    key = cloud.access_key()
    answer = await ask(key, "laserfiche_entry_get", entry_id=604)
    assert answer["id"] == 604
    assert [each["operation"] for each in cloud.journal("CreateServiceToken")] == ["CreateServiceToken"]


async def test_a_wrong_principal_is_refused_and_not_repeated(cloud: Lab) -> None:
    key = cloud.access_key() | {"LF_CLOUD_SERVICE_PRINCIPAL_KEY": "not-the-principal"}
    answer = await ask(key, "laserfiche_entry_get", entry_id=604)
    assert (answer["error"], answer["kind"]) == ("auth_failed", "permission_denied")
    assert "not-the-principal" not in str(answer)


async def test_twenty_calls_with_one_expired_token_make_one_sign_in(lab: Lab) -> None:
    async with lab.client() as client:
        await client.call_tool("laserfiche_entry_get", {"entry_id": 1})
        lab.revoke()
        before = len(lab.journal("CreateToken"))

        async def one() -> None:
            result = await client.call_tool("laserfiche_entry_get", {"entry_id": 604})
            assert not result.is_error

        async with anyio.create_task_group() as group:
            for _ in range(20):
                group.start_soon(one)
    assert len(lab.journal("CreateToken")) - before == 1
