"""The only module that speaks HTTP to the repository: sign-in, retries, time limits, and answers as parsed JSON."""

from __future__ import annotations

import copy
import json
import random
import re
import time
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, quote, urlsplit

import anyio
import httpx

from lf_mcp import retry, tls
from lf_mcp.auth import FixedToken, Sessions, token_request
from lf_mcp.failures import ApiError, ShapeError, from_answer
from lf_mcp.routes import Route
from lf_mcp.shapes import pick, rows

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Awaitable, Callable, Mapping

    from lf_mcp.config import Config

UNAUTHORIZED = 401
MOST_PAGES = 1000  # of one listing
MOST_OF_AN_ERROR = 65_536  # bytes of an error body
DOWNLOAD = Route("GET", "", "", True)  # its address is the server's own
CONNECTIONS = httpx.Limits(max_connections=100, max_keepalive_connections=20)


class RepositoryClient:
    """One repository of one server. `sleep`, `chance` and `clock` can be replaced, so that tests need no time."""

    def __init__(
        self,
        config: Config,
        *,
        sleep: Callable[[float], Awaitable[None]] = anyio.sleep,
        chance: Callable[[], float] = random.random,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._config = config
        self._sleep = sleep
        self._chance = chance
        self._http: httpx.AsyncClient | None = None
        # "%" stays: an id that was configured already escaped must not be escaped twice.
        self._server_url = f"{config.repo_api_url}/{config.api_version}"
        self._url = f"{self._server_url}/Repositories/{quote(config.repository_id, safe='%')}"
        self._token_request = token_request(config, self._url)
        self._sessions: Sessions | FixedToken = Sessions(self._sign_in, self._token_request.lifetime, clock)

    def for_caller(self, token: str) -> RepositoryClient:
        """The same way to the repository, taken with the token of a caller. It is closed with this one."""
        self._connections()
        own = copy.copy(self)
        own._sessions = FixedToken(token)  # noqa: SLF001 - it is a client of the same class
        return own

    @property
    def version(self) -> str:
        return self._config.api_version

    async def aclose(self) -> None:
        if self._http is not None:
            await self._http.aclose()
            self._http = None

    async def sign_in(self) -> None:
        """Make sure that there is a token. Raises ApiError."""
        await self._sessions.token()

    async def ask(
        self,
        route: Route,
        *,
        query: Mapping[str, str | int] | None = None,
        body: Any = None,
        files: Mapping[str, tuple[str | None, bytes, str]] | None = None,
        **names: object,
    ) -> dict[str, Any]:
        """The JSON object that `route` answers; an empty body is {}. `names` fill the path, `query` is added to it.

        `body` goes out as JSON; `files` as the parts of a form, each a file name, bytes and MIME type.
        Raises ApiError for anything but a readable 2xx, ShapeError for JSON that is not an object.
        """
        content = {"files": files} if files is not None else {} if body is None else {"json": body}
        answer = await self._with_session(route, self._address(route, query, names), content)
        document = self._document(answer, writes=route.writes)
        if not isinstance(document, dict):
            said = f"The server answered with JSON that is not an object, but {type(document).__name__}."
            raise ApiError(said, outcome_unknown=True) if route.writes else ShapeError(said)
        return document

    async def ask_for_list(self, route: Route, **names: object) -> dict[str, Any]:
        """The same for a listing that some builds answer as a bare array: that is what `value` holds then."""
        answer = await self._with_session(route, self._address(route, None, names), {})
        document = self._document(answer, writes=route.writes)
        if isinstance(document, list) or document == {}:
            document = {"value": document or []}
        if not isinstance(document, dict):
            raise ShapeError(f"The server answered with JSON that is not a list, but {type(document).__name__}.")
        return document

    async def ask_for_all(self, route: Route, **names: int) -> list[dict[str, Any]]:
        """The rows of a listing, page after page. Of a next link only the query counts, so it leads nowhere else."""
        found: list[dict[str, Any]] = []
        query: dict[str, str | int] = {}
        seen: list[dict[str, str | int]] = []
        while True:
            page = await self.ask(route, query=query, files=None, **names)
            found += rows(page)
            seen.append(query)
            link = pick(page, "@odata.nextLink")
            query = dict(parse_qsl(urlsplit(link).query)) if isinstance(link, str) else {}
            if not query:
                return found
            if query in seen or len(seen) == MOST_PAGES:
                raise ShapeError("The server's next links lead in a circle.")

    @asynccontextmanager
    async def stream(
        self, route: Route, *, body: Any = None, accept: str = "application/json", **names: object
    ) -> AsyncIterator[httpx.Response]:
        """The answer of `route` while its body is still to come. Raises ApiError for anything but a 2xx, also later.

        Asked for again as others are until the head of the answer is there; what breaks after that is for the caller.
        """
        content = {} if body is None else {"json": body}
        async with self._streaming(route, self._address(route, None, names), content, accept) as answer:
            yield answer

    @asynccontextmanager
    async def follow(self, address: str) -> AsyncIterator[httpx.Response]:
        """The file behind the address of a download. Only its path and query count: the host is the configured one."""
        parts, base = urlsplit(address), urlsplit(self._config.repo_api_url)
        url = f"{base.scheme}://{base.netloc}{parts.path}" + (f"?{parts.query}" if parts.query else "")
        async with self._streaming(DOWNLOAD, url, {}, "*/*") as answer:
            yield answer

    @asynccontextmanager
    async def _streaming(
        self, route: Route, url: str, content: Mapping[str, Any], accept: str
    ) -> AsyncIterator[httpx.Response]:
        answer = await self._with_token(route, url, content, accept, stream=True)
        try:
            if not answer.is_success:
                raise from_answer(answer.status_code, await _beginning(answer))
            yield answer
        except httpx.HTTPError as error:
            raise self._no_answer(error, writes=route.writes) from error
        finally:
            await answer.aclose()

    def _address(self, route: Route, query: Mapping[str, str | int] | None, names: dict[str, object]) -> str:
        base = self._server_url if route.of_server else self._url
        url = f"{base}/{route.path(self.version, names)}"
        if query:
            url += ("&" if "?" in url else "?") + "&".join(f"{key}={quote(str(value))}" for key, value in query.items())
        return url

    async def _with_session(self, route: Route, url: str, content: Mapping[str, Any]) -> httpx.Response:
        answer = await self._with_token(route, url, content, "application/json")
        if not answer.is_success:
            raise from_answer(answer.status_code, answer.content)
        return answer

    async def _with_token(
        self, route: Route, url: str, content: Mapping[str, Any], accept: str, *, stream: bool = False
    ) -> httpx.Response:
        """Send with a token. A refused one is replaced and the request repeated once, for a 401 did nothing."""
        token = await self._sessions.token()
        headers = {"Authorization": f"Bearer {token}", "Accept": accept}
        answer = await self._with_retries(route, url, content, headers, stream=stream)
        if answer.status_code == UNAUTHORIZED:
            await answer.aclose()
            token = await self._sessions.token(refused=token)
            headers["Authorization"] = f"Bearer {token}"
            answer = await self._with_retries(route, url, content, headers, stream=stream)
        return answer

    async def _with_retries(
        self, route: Route, url: str, content: Mapping[str, Any], headers: Mapping[str, str], *, stream: bool
    ) -> httpx.Response:
        for tries in range(self._config.retry_attempts + 1):
            last = tries == self._config.retry_attempts
            asked_to_wait = None
            try:
                answer = await self._send(route.method, url, stream=stream, headers=headers, **content)
            except httpx.HTTPError as error:
                if last or not retry.failed_request_may_go_again(error, route.repeatable):
                    raise self._no_answer(error, writes=route.writes) from error
            else:
                if last or not retry.status_may_go_again(answer.status_code, route.repeatable):
                    return answer
                asked_to_wait = answer.headers.get("Retry-After")
                await answer.aclose()
            await self._sleep(retry.pause(tries, asked_to_wait, self._chance, retry.utc_now))
        raise AssertionError("the last try returns or raises")

    async def _send(self, method: str, url: str, *, stream: bool = False, **request: Any) -> httpx.Response:
        """One exchange, bounded as a whole: a server that drips bytes is cut off too. Of a stream only its head is."""
        http = self._connections()
        try:
            with anyio.fail_after(self._config.request_timeout_seconds):
                return await http.send(http.build_request(method, url, **request), stream=stream)
        except TimeoutError as error:
            raise httpx.ReadTimeout("the whole answer took too long") from error
        except httpx.InvalidURL as error:
            raise httpx.UnsupportedProtocol(f"the address cannot be used: {error}") from error

    def _connections(self) -> httpx.AsyncClient:
        """Made when they are first needed, since most of what they load costs time at a start."""
        if self._http is None:
            self._http = httpx.AsyncClient(
                timeout=self._config.request_timeout_seconds, verify=tls.context(self._config), limits=CONNECTIONS
            )
        return self._http

    async def _sign_in(self) -> Any:
        wanted = self._token_request
        try:
            headers = {"Accept": "application/json"}
            if bearer := wanted.bearer():
                headers["Authorization"] = f"Bearer {bearer}"
            answer = await self._send("POST", wanted.url, data=wanted.form, headers=headers)
        except httpx.HTTPError as error:
            raise self._no_answer(error, writes=False) from error
        if not answer.is_success:
            raise from_answer(answer.status_code, answer.content)
        return self._document(answer, writes=False)

    def _document(self, answer: httpx.Response, *, writes: bool) -> Any:
        if not answer.content.strip():
            return {}
        try:
            return json.loads(answer.content, parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            kind = answer.headers.get("Content-Type", "no content type")
            text = f"The server answered HTTP {answer.status_code} with a body that is not JSON ({kind})."
            raise ApiError(text, outcome_unknown=writes) from None

    def _no_answer(self, error: httpx.HTTPError, *, writes: bool) -> ApiError:
        reached = not isinstance(error, retry.NOT_SENT)
        text = f"No usable answer from the server: {type(error).__name__}{f': {error}' if str(error) else ''}"
        return ApiError(self._without_address(text), outcome_unknown=reached and writes)

    def _without_address(self, text: str) -> str:
        """Network texts can hold the address; whose server it is is nobody's business in a conversation."""
        host = urlsplit(self._config.repo_api_url).hostname or ""
        for hidden, shown in ((host, "<repo_host>"), (self._config.repository_id, "<repo_id>")):
            text = re.sub(rf"(?<!\w){re.escape(hidden)}(?!\w)", shown, text) if hidden else text
        return text


async def _beginning(answer: httpx.Response) -> bytes:
    """As much of a body as an error can need."""
    gathered = b""
    async for piece in answer.aiter_bytes():
        gathered += piece
        if len(gathered) >= MOST_OF_AN_ERROR:
            break
    return gathered[:MOST_OF_AN_ERROR]


def _refuse_constant(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")
