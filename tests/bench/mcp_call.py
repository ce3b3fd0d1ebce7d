"""One `search_content` call through MCP in memory, beside the bare HTTP requests that it consists of."""

from __future__ import annotations

import statistics
import time

import anyio
import httpx
from mcp import Client
from processes import SIMULATOR, Row, Started, sign_in, started

from lf_mcp import load
from lf_mcp.app import build_server

TOOL = "laserfiche_entry_search_content"
CALLS = 60


def search_content_call() -> list[Row]:
    with started([*SIMULATOR, "v1-selfhosted"]) as simulator:
        ours = anyio.run(_through_mcp, simulator)
        limit = _bare_requests(simulator)
    return [
        Row("one `search_content` call through MCP in memory, median", "≤ 15 ms", f"{ours * 1000:.1f} ms",
            f"{limit * 1000:.1f} ms for its bare requests", f"{ours / limit:.1f}×")
    ]  # fmt: skip


async def _through_mcp(simulator: Started) -> float:
    settings = httpx.get(f"{simulator.url}/_sim/repositories").json()["repositories"][0]["env"]
    async with Client(build_server(load(settings).config), mode="legacy") as client:
        seconds = []
        for _ in range(CALLS):
            begin = time.perf_counter()
            answer = await client.call_tool(TOOL, {"query": "unpaid balance"})
            seconds.append(time.perf_counter() - begin)
            assert not answer.is_error, answer
    return statistics.median(seconds)


def _bare_requests(simulator: Started) -> float:
    """The same requests in the same order, sent by httpx with nothing around them: hits one after another."""
    api, headers = sign_in(simulator)
    seconds = []
    with httpx.Client(headers=headers) as http:
        for _ in range(CALLS):
            begin = time.perf_counter()
            token = http.post(f"{api}/Searches", json={"searchCommand": '{LF:Basic~="unpaid balance"}'}).json()["token"]
            http.get(f"{api}/Searches/{token}")
            rows = http.get(f"{api}/Searches/{token}/Results").json()["value"][:5]
            for row in rows:
                http.get(f"{api}/Searches/{token}/Results/{row['rowNumber']}/ContextHits")
            http.delete(f"{api}/Searches/{token}")
            seconds.append(time.perf_counter() - begin)
    return statistics.median(seconds)
