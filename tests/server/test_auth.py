from __future__ import annotations

from typing import Any

import anyio
import pytest

from lf_mcp.auth import Sessions, token_request
from lf_mcp.config import Config
from lf_mcp.failures import ApiError

pytestmark = pytest.mark.anyio


class Desk:
    """A token endpoint that counts, and that answers when it is told to."""

    def __init__(self, answer: Any = None) -> None:
        self.asked = 0
        self.answer = answer
        self.go = anyio.Event()
        self.go.set()
        self.now = 0.0

    async def sign_in(self) -> Any:
        self.asked += 1
        number = self.asked
        await self.go.wait()
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer if self.answer is not None else {"access_token": f"t-{number}", "expires_in": 900}

    def sessions(self) -> Sessions:
        return Sessions(self.sign_in, 900.0, lambda: self.now)


async def test_a_token_is_kept_until_thirty_seconds_before_its_end() -> None:
    desk = Desk()
    sessions = desk.sessions()
    assert await sessions.token() == "t-1"
    desk.now = 869.9
    assert await sessions.token() == "t-1"
    desk.now = 870.0
    assert await sessions.token() == "t-2"


@pytest.mark.parametrize(
    ("answer", "still_good", "too_old"),
    [
        ({"access_token": "t", "expires_in": 100}, 69, 71),
        ({"access_token": "t", "expire_in": 100}, 69, 71),
        ({"access_token": "t"}, 869, 871),
        ({"access_token": "t", "expires_in": "soon"}, 869, 871),
    ],
)
async def test_the_lifetime_is_read_under_both_names_and_assumed_otherwise(
    answer: Any, still_good: float, too_old: float
) -> None:
    desk = Desk(answer)
    sessions = desk.sessions()
    await sessions.token()
    desk.now = still_good
    await sessions.token()
    assert desk.asked == 1
    desk.now = too_old
    await sessions.token()
    assert desk.asked == 2


async def test_twenty_calls_at_once_make_one_sign_in() -> None:
    desk = Desk()
    desk.go = anyio.Event()
    sessions, tokens = desk.sessions(), []

    async def call() -> None:
        tokens.append(await sessions.token())

    async with anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(call)
        await anyio.wait_all_tasks_blocked()
        desk.go.set()
    assert desk.asked == 1
    assert tokens == ["t-1"] * 20


async def test_twenty_calls_with_one_refused_token_make_one_new_sign_in() -> None:
    desk = Desk()
    sessions = desk.sessions()
    old = await sessions.token()
    tokens = []

    async def call() -> None:
        tokens.append(await sessions.token(refused=old))

    async with anyio.create_task_group() as group:
        for _ in range(20):
            group.start_soon(call)
    assert tokens == ["t-2"] * 20
    assert desk.asked == 2


async def test_a_failed_sign_in_is_shared_by_all_who_waited_and_tried_again_later() -> None:
    desk = Desk(ApiError("no", status=503))
    desk.go = anyio.Event()
    sessions, statuses = desk.sessions(), []

    async def call() -> None:
        with pytest.raises(ApiError) as caught:
            await sessions.token()
        statuses.append(caught.value.status)

    async with anyio.create_task_group() as group:
        for _ in range(5):
            group.start_soon(call)
        await anyio.wait_all_tasks_blocked()
        desk.go.set()
    assert desk.asked == 1
    assert statuses == [503] * 5
    desk.answer = None
    assert await sessions.token() == "t-2"


async def test_when_the_leading_call_is_cancelled_another_one_signs_in() -> None:
    desk = Desk()
    desk.go = anyio.Event()
    sessions, tokens = desk.sessions(), []
    leader = anyio.CancelScope()

    async def lead() -> None:
        with leader:
            await sessions.token()

    async def follow() -> None:
        tokens.append(await sessions.token())

    async with anyio.create_task_group() as group:
        group.start_soon(lead)
        await anyio.wait_all_tasks_blocked()
        group.start_soon(follow)
        await anyio.wait_all_tasks_blocked()
        leader.cancel()
        await anyio.wait_all_tasks_blocked()
        desk.go.set()
    assert tokens == ["t-2"]


@pytest.mark.parametrize("answer", [{}, {"access_token": ""}, {"access_token": 7}, ["t"], "t"])
async def test_an_answer_without_a_token_is_a_failure_without_status(answer: Any) -> None:
    with pytest.raises(ApiError, match="holds no access_token") as caught:
        await Desk(answer).sessions().token()
    assert caught.value.status is None


def test_password_mode_signs_in_at_the_repository_and_oauth_at_its_own_address() -> None:
    password = token_request(
        Config("http://x.test", "r", username="u", password="p"), "http://x.test/v1/Repositories/r"
    )
    assert password.url == "http://x.test/v1/Repositories/r/Token"
    assert password.form == {"grant_type": "password", "username": "u", "password": "p"}
    oauth = token_request(
        Config(
            "http://x.test",
            "r",
            auth_mode="oauth",
            oauth_token_url="http://id.test/token",
            client_id="c",
            client_secret="s",
            oauth_scope="repository.Read",
        ),
        "http://x.test/v1/Repositories/r",
    )
    assert (oauth.url, oauth.lifetime) == ("http://id.test/token", 3600.0)
    assert oauth.form["grant_type"] == "client_credentials"
    assert oauth.form["scope"] == "repository.Read"
