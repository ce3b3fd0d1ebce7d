from __future__ import annotations

from typing import TYPE_CHECKING, Any

import anyio
import httpx
import pytest

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import respx

    from lf_mcp import Config

    Ask = Callable[..., Awaitable[dict[str, Any]]]
    Make = Callable[..., Config]
    Url = Callable[..., str]

pytestmark = pytest.mark.anyio

CONTENT = "laserfiche_entry_search_content"


@pytest.fixture
def search(repository: respx.Router, url: Url) -> Callable[..., None]:
    """`search(rows, hits, status, token)`: a v1 search that answers so."""

    def make(
        rows: list[Any], hits: list[Any] | None = None, status: Any = "Completed", token: Any = None, **more: Any
    ) -> None:
        repository.post(url("Searches"), name="start").respond(json={"token": "s"} if token is None else token)
        repository.get(url("Searches/s"), name="status").respond(json={"status": status, **more})
        repository.get(url("Searches/s/Results"), name="results").respond(json={"value": rows})
        path = url(r"Searches/s/Results/\d+/ContextHits")
        repository.get(url__regex=path, name="hits").respond(json={"value": hits or []})
        repository.delete(url("Searches/s"), name="close").respond(json={"value": True})

    return make


@pytest.mark.parametrize(
    "token",
    [
        {"token": "s"},
        {"Token": "s"},
        {"taskId": "s"},
        {"TaskId": "s"},
        {"operationToken": "s"},
        {"token": "", "TaskId": "s"},
    ],
)
async def test_the_token_is_found_under_every_known_name(
    ask: Ask, config: Make, repository: respx.Router, search: Callable[..., None], token: dict[str, Any]
) -> None:
    search([], token=token)
    assert (await ask(config(), CONTENT, query="x"))["mode"] == "content_search"
    assert repository["close"].call_count == 1


@pytest.mark.parametrize("token", [{}, {"token": ""}, {"token": 7}, {"token": None}])
async def test_a_start_without_a_token_is_a_server_error_and_nothing_is_closed(
    ask: Ask, config: Make, repository: respx.Router, search: Callable[..., None], token: dict[str, Any]
) -> None:
    search([], token=token)
    answer = await ask(config(), CONTENT, query="x")
    assert (answer["error"], answer["status_code"]) == ("server_error", None)
    assert not repository["close"].called


@pytest.mark.parametrize("word", ["Completed", "completed", "COMPLETED"])
async def test_the_status_is_read_in_any_letter_case(
    ask: Ask, config: Make, search: Callable[..., None], word: str
) -> None:
    search([], status=word)
    assert (await ask(config(), CONTENT, query="x"))["mode"] == "content_search"


@pytest.mark.parametrize("word", ["Failed", "CANCELED", "Cancelled"])
async def test_an_ended_search_that_did_not_complete_is_a_failure(
    ask: Ask, config: Make, repository: respx.Router, search: Callable[..., None], word: str
) -> None:
    search([], status=word, errors=[{"title": "no"}])
    answer = await ask(config(), CONTENT, query="x")
    assert (answer["error"], answer["status"], answer["server_errors"]) == ("search_failed", word, [{"title": "no"}])
    assert repository["close"].call_count == 1


@pytest.mark.parametrize("word", ["InProgress", "NotStarted", "", None, 7])
async def test_every_other_status_is_still_running(
    ask: Ask, config: Make, repository: respx.Router, search: Callable[..., None], word: Any
) -> None:
    search([], status=word, percentComplete=40)
    answer = await ask(config(), CONTENT, query="x", timeout_seconds=0.02)
    assert (answer["error"], answer["percent_complete"]) == ("search_timeout", 40)
    assert repository["close"].call_count == 1


async def test_the_last_poll_falls_on_the_deadline(
    ask: Ask, config: Make, repository: respx.Router, search: Callable[..., None]
) -> None:
    search([], status="InProgress")
    await ask(config(search_poll_interval_seconds=50.0), CONTENT, query="x", timeout_seconds=0.05)
    assert repository["status"].call_count == 2


HIT = {
    "hitType": "PageContent",
    "pageNumber": 2,
    "context": "the unpaid balance is due",
    "highlight1Offset": 4,
    "highlight1Length": 14,
    "fieldName": "",
}


@pytest.mark.parametrize(
    ("change", "shown"),
    [
        ({}, {"page": 2, "match": "unpaid balance", "hit_type": "PageContent", "field_name": None}),
        ({"pageNumber": 0}, {"page": None}),
        ({"pageNumber": -1}, {"page": None}),
        ({"pageNumber": None}, {"page": None}),
        ({"highlight1Length": 0}, {"match": None}),
        ({"highlight1Offset": 99}, {"match": None}),
        ({"context": None}, {"text": "", "match": None}),
        ({"fieldName": "  "}, {"field_name": None}),
        ({"fieldName": "Tenant", "hitType": "Field"}, {"field_name": "Tenant", "hit_type": "Field"}),
    ],
)
async def test_a_hit_becomes_a_passage(
    ask: Ask, config: Make, search: Callable[..., None], change: dict[str, Any], shown: dict[str, Any]
) -> None:
    search([{"id": 7, "rowNumber": 1}], [{**HIT, **change}])
    (result,) = (await ask(config(), CONTENT, query="x"))["results"]
    (hit,) = result["hits"]
    assert {key: hit[key] for key in shown} == shown


async def test_a_match_longer_than_the_passage_is_not_cut(ask: Ask, config: Make, search: Callable[..., None]) -> None:
    context = "a" * 50 + "b" * 90 + "c" * 50
    search([{"id": 7, "rowNumber": 1}], [{**HIT, "context": context, "highlight1Offset": 50, "highlight1Length": 90}])
    (result,) = (await ask(config(), CONTENT, query="x", context_chars=40))["results"]
    assert result["hits"][0]["text"] == "…" + "b" * 90 + "…"


async def test_passages_are_capped_by_the_setting_too(ask: Ask, config: Make, search: Callable[..., None]) -> None:
    search([{"id": 7, "rowNumber": 1}], [HIT] * 5)
    (result,) = (await ask(config(search_context_hits_max=2), CONTENT, query="x", hits_per_entry=4))["results"]
    assert (len(result["hits"]), result["hit_count"], result["hits_truncated"]) == (2, 5, True)


async def test_rows_without_a_number_have_no_passages_and_odd_rows_are_dropped(
    ask: Ask, config: Make, repository: respx.Router, search: Callable[..., None]
) -> None:
    search(["odd", {"id": 7}, {"id": 8, "rowNumber": 2}], [HIT])
    answer = await ask(config(), CONTENT, query="x")
    assert [(r["entry_id"], r["hits_error"], r["hit_count"]) for r in answer["results"]] == [
        (7, "no_row_number", None),
        (8, None, 1),
    ]
    assert answer["hits_fetched_for"] == 2
    assert repository["hits"].call_count == 1


async def test_passages_are_read_five_rows_at_a_time(
    ask: Ask, config: Make, repository: respx.Router, search: Callable[..., None]
) -> None:
    search([{"id": n, "rowNumber": n} for n in range(1, 13)])
    now = most = 0

    async def slow(_: httpx.Request, row: str = "") -> httpx.Response:
        nonlocal now, most
        now += 1
        most = max(most, now)
        await anyio.sleep(0.005)
        now -= 1
        return httpx.Response(200, json={"value": [HIT]})

    repository["hits"].mock(side_effect=slow)
    answer = await ask(config(), CONTENT, query="x", hits_for_top=12)
    assert most == 5
    assert [result["hit_count"] for result in answer["results"]] == [1] * 12


@pytest.mark.parametrize("version", ["v1", "v2"])
async def test_a_page_is_asked_for_on_v2_and_cut_out_on_v1(
    ask: Ask, config: Make, repository: respx.Router, url: Url, search: Callable[..., None], version: str
) -> None:
    rows = [{"id": n, "rowNumber": n} for n in range(1, 10)]
    search(rows)
    repository.post(url("Searches/SearchAsync", "v2")).respond(202, json={"taskId": "a/b"})
    tasks = repository.route(url=url("Tasks", "v2"), params={"taskIds": "a/b"}, name="tasks")
    tasks.respond(json={"value": [{"id": "a/b", "status": "Completed"}]})
    asked = repository.get(url("Searches/a%2Fb/Results", "v2"), name="v2-results")
    asked.respond(json={"value": rows[3:5], "@odata.count": 9})
    answer = await ask(config(api_version=version), CONTENT, query="x", skip=3, max_results=2, hits_for_top=0)
    assert [result["entry_id"] for result in answer["results"]] == [4, 5]
    assert answer["total_count"] == (None if version == "v1" else 9)
    if version == "v2":
        assert dict(asked.calls.last.request.url.params) == {"$top": "2", "$skip": "3", "$count": "true"}
        assert [call.request.method for call in tasks.calls] == ["GET", "DELETE"]
    else:
        assert not repository["results"].calls.last.request.url.query


async def test_a_page_beyond_the_first_one_of_v1_is_reached_without_leaving_the_server(
    ask: Ask, config: Make, repository: respx.Router, url: Url, search: Callable[..., None]
) -> None:
    search([])
    link = "http://elsewhere.test/Results?$skiptoken=a%20b&$top=4"
    pages = [
        httpx.Response(200, json={"value": [{"id": n} for n in (1, 2, 3, 4)], "@odata.nextLink": link}),
        httpx.Response(200, json={"value": [{"id": n} for n in (5, 6)]}),
    ]
    asked = repository.get(url("Searches/s/Results"), name="results").mock(side_effect=pages)
    answer = await ask(config(), CONTENT, query="x", skip=3, max_results=2, hits_for_top=0)
    assert [result["entry_id"] for result in answer["results"]] == [4, 5]
    assert [dict(call.request.url.params) for call in asked.calls] == [{}, {"$skiptoken": "a b", "$top": "4"}]
