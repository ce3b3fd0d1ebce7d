from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import anyio
import httpx
import pytest

from lf_mcp import routes
from lf_mcp.failures import ApiError, ShapeError

if TYPE_CHECKING:
    from collections.abc import Callable

    import respx

    from lf_mcp.client import RepositoryClient
    from lf_mcp.config import Config

pytestmark = pytest.mark.anyio


@pytest.fixture
def client(config: Callable[..., Config], client_for: Callable[[Config], RepositoryClient]) -> RepositoryClient:
    return client_for(config(retry_attempts=2))


async def test_a_request_carries_the_token_and_asks_for_json(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str]
) -> None:
    route = repository.get(url("Entries/7")).respond(json={"id": 7})
    assert await client.ask(routes.ENTRY, entry_id=7) == {"id": 7}
    sent = route.calls.last.request
    assert sent.headers["Authorization"] == "Bearer t-1"
    assert sent.headers["Accept"] == "application/json"


async def test_sign_in_sends_the_password_grant_as_a_form(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str]
) -> None:
    repository.get(url("Entries/7")).respond(json={})
    await client.ask(routes.ENTRY, entry_id=7)
    sent = repository["v1-token"].calls.last.request
    assert sent.content == b"grant_type=password&username=clerk&password=open+sesame"


@pytest.mark.parametrize("status", [500, 502, 503, 504, 429])
async def test_passing_trouble_is_repeated_until_it_passes(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str], pauses: list[float], status: int
) -> None:
    answers = [httpx.Response(status), httpx.Response(status), httpx.Response(200, json={"id": 7})]
    repository.get(url("Entries/7")).mock(side_effect=answers)
    assert await client.ask(routes.ENTRY, entry_id=7) == {"id": 7}
    assert pauses == [1.0, 2.0]


async def test_repeats_are_counted_and_the_last_answer_is_the_failure(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str]
) -> None:
    route = repository.get(url("Entries/7")).respond(503, json={"title": "busy", "errorCode": 1, "traceId": "00-a"})
    with pytest.raises(ApiError) as caught:
        await client.ask(routes.ENTRY, entry_id=7)
    assert route.call_count == 3
    failure = caught.value
    assert (failure.status, failure.server_message, failure.error_code, failure.trace_id) == (503, "busy", 1, "00-a")


async def test_the_pause_that_the_server_asks_for_is_kept(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str], pauses: list[float]
) -> None:
    answers = [httpx.Response(429, headers={"Retry-After": "4"}), httpx.Response(200, json={})]
    repository.get(url("Entries/7")).mock(side_effect=answers)
    await client.ask(routes.ENTRY, entry_id=7)
    assert pauses == [4.0]


@pytest.mark.parametrize("error", [httpx.ReadTimeout, httpx.ConnectError, httpx.RemoteProtocolError])
async def test_a_lost_answer_to_a_search_is_asked_for_again(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str], error: type[Exception]
) -> None:
    answers = [error("x"), httpx.Response(200, json={"value": []})]
    repository.post(url("SimpleSearches")).mock(side_effect=answers)
    assert await client.ask(routes.SIMPLE_SEARCH, body={"searchCommand": "x"}) == {"value": []}


async def test_a_lost_answer_to_a_close_is_not_asked_for_again_and_its_outcome_unknown(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str]
) -> None:
    route = repository.delete(url("Searches/s")).mock(side_effect=httpx.ReadTimeout)
    with pytest.raises(ApiError) as caught:
        await client.ask(routes.SEARCH_CLOSE, search="s")
    assert route.call_count == 1
    assert caught.value.outcome_unknown


async def test_a_refused_token_leads_to_one_sign_in_and_one_repeat(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str]
) -> None:
    tokens = [httpx.Response(200, json={"access_token": token}) for token in ("old", "new")]
    repository["v1-token"].mock(side_effect=tokens)

    def by_token(request: httpx.Request) -> httpx.Response:
        good = request.headers["Authorization"] == "Bearer new"
        return httpx.Response(200, json={"id": 7}) if good else httpx.Response(401)

    route = repository.get(url("Entries/7")).mock(side_effect=by_token)
    assert await client.ask(routes.ENTRY, entry_id=7) == {"id": 7}
    assert (route.call_count, repository["v1-token"].call_count) == (2, 2)


async def test_a_token_that_is_refused_twice_is_a_failure_and_no_loop(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str]
) -> None:
    route = repository.get(url("Entries/7")).respond(401)
    with pytest.raises(ApiError) as caught:
        await client.ask(routes.ENTRY, entry_id=7)
    assert caught.value.status == 401
    assert (route.call_count, repository["v1-token"].call_count) == (2, 2)


async def test_many_calls_with_one_dead_token_sign_in_once(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str]
) -> None:
    counted = iter(range(100))
    repository["v1-token"].mock(side_effect=lambda _: httpx.Response(200, json={"access_token": f"t-{next(counted)}"}))

    def by_token(request: httpx.Request) -> httpx.Response:
        return httpx.Response(401 if request.headers["Authorization"] == "Bearer t-0" else 200, json={})

    repository.get(url("Entries/7")).mock(side_effect=by_token)
    async with anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(lambda: client.ask(routes.ENTRY, entry_id=7))
    assert repository["v1-token"].call_count == 2


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_a_redirect_is_never_a_success(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str], status: int
) -> None:
    repository.get(url("Entries/7")).respond(status, headers={"Location": "http://elsewhere.test/"})
    with pytest.raises(ApiError) as caught:
        await client.ask(routes.ENTRY, entry_id=7)
    assert caught.value.status == status


async def test_an_empty_answer_is_an_empty_object(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str]
) -> None:
    repository.post(url("SimpleSearches")).respond(204)
    assert await client.ask(routes.SIMPLE_SEARCH, body={}) == {}


@pytest.mark.parametrize("text", ["<html>sign in</html>", "{", "NaN", '{"id": Infinity}', "[" * 100_000])
async def test_a_success_that_is_not_json_is_a_failure_without_status(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str], text: str
) -> None:
    repository.get(url("Entries/7")).respond(200, text=text)
    with pytest.raises(ApiError, match="not JSON") as caught:
        await client.ask(routes.ENTRY, entry_id=7)
    assert caught.value.status is None


@pytest.mark.parametrize("document", [[], "text", 3, None, True])
async def test_json_that_is_no_object_has_the_wrong_shape(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str], document: Any
) -> None:
    repository.get(url("Entries/7")).respond(200, text=json.dumps(document))
    with pytest.raises(ShapeError):
        await client.ask(routes.ENTRY, entry_id=7)


async def test_network_texts_hide_whose_server_it_is(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str]
) -> None:
    error = httpx.ConnectError("cannot reach repository.test for records")
    repository.get(url("Entries/7")).mock(side_effect=error)
    with pytest.raises(ApiError) as caught:
        await client.ask(routes.ENTRY, entry_id=7)
    assert caught.value.text.endswith("ConnectError: cannot reach <repo_host> for <repo_id>")


async def test_a_nested_problem_is_read_and_the_outer_keys_win(
    client: RepositoryClient, repository: respx.Router, url: Callable[..., str]
) -> None:
    body = {"title": "outer", "error": {"title": "inner", "errorCode": 9001}}
    repository.get(url("Entries/7")).respond(404, json=body)
    with pytest.raises(ApiError) as caught:
        await client.ask(routes.ENTRY, entry_id=7)
    assert (caught.value.server_message, caught.value.error_code) == ("outer", 9001)


async def test_a_whole_answer_that_takes_too_long_is_cut_off(
    config: Callable[..., Config],
    client_for: Callable[[Config], RepositoryClient],
    repository: respx.Router,
    url: Callable[..., str],
) -> None:
    async def never(_: httpx.Request) -> httpx.Response:
        await anyio.sleep_forever()
        raise AssertionError

    client = client_for(config(request_timeout_seconds=0.02))
    repository.get(url("Entries/7")).mock(side_effect=never)
    with pytest.raises(ApiError, match="took too long"):
        await client.ask(routes.ENTRY, entry_id=7)


async def test_names_in_paths_are_escaped_and_the_repository_id_is_not_escaped_twice(
    config: Callable[..., Config], client_for: Callable[[Config], RepositoryClient], repository: respx.Router
) -> None:
    client = client_for(config(repository_id="City%20Records"))
    repository.route().respond(json={"access_token": "t"})
    await client.ask(routes.ENTRY_BY_PATH, path='\\A & B\\"q"#1')
    sent = repository.calls.last.request.url
    assert sent.raw_path.startswith(
        b"/LFRepositoryAPI/v1/Repositories/City%20Records/Entries/ByPath?fullPath=%5CA%20%26%20B%5C"
    )
    assert sent.params["fullPath"] == '\\A & B\\"q"#1'
