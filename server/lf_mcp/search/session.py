"""A search that runs on the server: start, wait, read, and close on every way out, cancellation included."""

from __future__ import annotations

import logging
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

import anyio

from lf_mcp import routes
from lf_mcp.failures import ApiError, ShapeError
from lf_mcp.shapes import Json, count, pick, rows, text

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable

    from lf_mcp.client import RepositoryClient

log = logging.getLogger("lf_mcp.search")

TOKEN_KEYS = ("token", "taskId", "operationToken")
DONE = frozenset({"completed"})
FAILED = frozenset({"failed", "canceled", "cancelled"})
# Answers of the status route that mean "this build has none": the results route then waits by itself.
NO_STATUS_ROUTE = frozenset({404, 405, 501})
PAUSE_GROWTH = 1.5
LONGEST_PAUSE = 2.0  # seconds between two polls, unless the first one is configured longer
LAST_POLL = 0.5  # seconds that the poll which falls on the deadline may take
# A cancelled call waits this long (seconds) for the token of a search whose start was already sent, so as to close it,
CATCH_UP = 5.0
# and this long for the close itself.
CLOSING = 5.0


@dataclass(frozen=True, slots=True)
class Progress:
    """What a poll told. `state`: "running", "done", "failed", or "unknown" on a build without a status route."""

    state: str
    status: str = ""
    percent: int | None = None
    errors: tuple[Any, ...] = ()


class NotStartedError(Exception):
    """The server did not start the search; `failure` says why. There is nothing to close."""

    def __init__(self, failure: ApiError) -> None:
        super().__init__(failure.text)
        self.failure = failure


class SearchTimeoutError(Exception):
    """The deadline came before the end; `last` is what the last answered poll told."""

    def __init__(self, last: Progress) -> None:
        super().__init__("the search was still running at the deadline")
        self.last = last


@dataclass(slots=True)
class SearchSession:
    """An open search. `token` is v1's search token or v2's task id."""

    client: RepositoryClient
    token: str

    async def progress(self) -> Progress:
        """One poll. Raises ApiError, ShapeError."""
        try:
            answer = await self.client.ask(routes.SEARCH_STATUS, search=self.token)
        except ApiError as failure:
            if failure.status in NO_STATUS_ROUTE:
                return Progress("unknown")
            raise
        if self.client.version == "v2":
            answer = next(iter(rows(answer)), {})
        status = text(answer, "status") or ""
        word = status.lower()
        state = "done" if word in DONE else "failed" if word in FAILED else "running"
        errors = pick(answer, "errors")
        return Progress(
            state, status, count(answer, "percentComplete"), tuple(errors) if isinstance(errors, list) else ()
        )

    async def wait(self, first_pause: float, deadline: float, told: Callable[[Progress], Awaitable[None]]) -> Progress:
        """Poll until the search has ended. `deadline` is on the event loop's clock; it bounds a slow poll too.

        Raises SearchTimeoutError, and what `progress` raises.
        """
        last = Progress("running")
        pause = first_pause
        while True:
            last_chance = anyio.current_time() >= deadline
            with anyio.move_on_after(LAST_POLL if last_chance else deadline - anyio.current_time()) as scope:
                last = await self.progress()
            if last.state != "running":
                return last
            if scope.cancelled_caught or last_chance:
                raise SearchTimeoutError(last)
            await told(last)
            await anyio.sleep(min(pause, max(0.0, deadline - anyio.current_time())))
            pause = min(pause * PAUSE_GROWTH, LONGEST_PAUSE)

    async def results(self, skip: int, size: int) -> tuple[list[Json], int | None]:
        """The rows `[skip, skip + size)` and the size of the whole result where it is told (v2).

        Rows that are not objects are dropped. v1 is not asked for a part: its pages are read as far as needed and cut.
        """
        if self.client.version == "v1":
            return (await self._first_rows(skip + size))[skip:], None
        query: dict[str, str | int] = {"$top": size, "$skip": skip, "$count": "true"}
        answer = await self.client.ask(routes.SEARCH_RESULTS, query=query, search=self.token)
        return _objects(answer)[:size], count(answer, "@odata.count")

    async def _first_rows(self, wanted: int) -> list[Json]:
        """At most `wanted` rows from the beginning, over as many pages as that takes."""
        query: dict[str, str | int] = {}
        found: list[Json] = []
        while True:
            answer = await self.client.ask(routes.SEARCH_RESULTS, query=query, search=self.token)
            page = _objects(answer)
            found += page
            link = text(answer, "@odata.nextLink")
            if not page or not link or len(found) >= wanted:
                return found[:wanted]
            # Only what the link asks for is used, never whom it asks: the token stays with the configured server.
            query = dict(parse_qsl(urlsplit(link).query))

    async def hits(self, row: int) -> list[Json]:
        """The first page of context hits of one row."""
        return _objects(await self.client.ask(routes.SEARCH_HITS, search=self.token, row=row))

    async def close(self) -> None:
        """Give the search back. Whatever goes wrong is only logged: the answer is there already."""
        with anyio.CancelScope(shield=True), anyio.move_on_after(CLOSING) as scope:
            try:
                await self.client.ask(routes.SEARCH_CLOSE, search=self.token)
            except (ApiError, ShapeError) as problem:
                log.warning("a search could not be closed: %s", problem)
        if scope.cancelled_caught:
            log.warning("a search could not be closed within %g s", CLOSING)


def _objects(answer: Json) -> list[Json]:
    value = pick(answer, "value")
    if value is None:
        return []
    if not isinstance(value, list):
        raise ShapeError("The server's answer has a value that is not a list.")
    return [row for row in value if isinstance(row, dict)]


@asynccontextmanager
async def open_search(client: RepositoryClient, command: str) -> AsyncIterator[SearchSession]:
    """Start a search and close it at the end. Raises NotStartedError, ShapeError when it does not start."""
    start = _Start(client, command)
    try:
        yield await start.run()
    finally:
        if start.session is not None:
            await start.session.close()


@dataclass(slots=True)
class _Start:
    """Starts a search so that its token is not lost: once sent, the request outlives a cancelled call for a moment."""

    client: RepositoryClient
    command: str
    session: SearchSession | None = None
    problem: Exception | None = None
    ended: anyio.Event = field(default_factory=anyio.Event)

    async def run(self) -> SearchSession:
        async with anyio.create_task_group() as group:
            scope = anyio.CancelScope(shield=True)
            group.start_soon(self._start, scope)
            try:
                await self.ended.wait()
            except anyio.get_cancelled_exc_class():
                scope.deadline = anyio.current_time() + CATCH_UP
                raise
        if self.problem is not None:
            raise self.problem
        if self.session is None:
            raise NotStartedError(ApiError("The server accepted the search, but named no token for it."))
        return self.session

    async def _start(self, scope: anyio.CancelScope) -> None:
        try:
            with scope:
                answer = await self.client.ask(routes.SEARCH_START, body={"searchCommand": self.command})
                token = self._token(answer)
                self.session = SearchSession(self.client, token) if token else None
        except ApiError as failure:
            self.problem = NotStartedError(failure)
        except ShapeError as problem:
            self.problem = problem
        finally:
            self.ended.set()

    @staticmethod
    def _token(answer: Json) -> str | None:
        found = (pick(answer, key) for key in TOKEN_KEYS)
        return next((token for token in found if isinstance(token, str) and token), None)
