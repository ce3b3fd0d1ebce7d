"""The only module that speaks HTTP to the repository: sign-in, retries, time limits, and answers as parsed JSON."""

from __future__ import annotations

import json
import random
import re
import time
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urlsplit

import anyio
import httpx

from lf_mcp import retry, tls
from lf_mcp.auth import Sessions, token_request
from lf_mcp.failures import ApiError, ShapeError, from_answer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from lf_mcp.config import Config
    from lf_mcp.routes import Route

UNAUTHORIZED = 401
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
        self._url = f"{config.repo_api_url}/{config.api_version}/Repositories/{quote(config.repository_id, safe='%')}"
        self._token_request = token_request(config, self._url)
        self._sessions = Sessions(self._sign_in, self._token_request.lifetime, clock)

    @property
    def version(self) -> str:
        return self._config.api_version

    async def aclose(self) -> None:
        if self._http is not None:
            await self._http.aclose()
            self._http = None

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
        url = f"{self._url}/{route.path(self.version, names)}"
        if query:
            url += ("&" if "?" in url else "?") + "&".join(f"{key}={quote(str(value))}" for key, value in query.items())
        content = {"files": files} if files is not None else {} if body is None else {"json": body}
        answer = await self._with_session(route, url, content)
        document = self._document(answer, route.repeatable)
        if not isinstance(document, dict):
            said = f"The server answered with JSON that is not an object, but {type(document).__name__}."
            raise ShapeError(said) if route.repeatable else ApiError(said, outcome_unknown=True)
        return document

    async def _with_session(self, route: Route, url: str, content: Mapping[str, Any]) -> httpx.Response:
        """Send with a token. A refused one is replaced and the request repeated once, for a 401 did nothing."""
        token = await self._sessions.token()
        answer = await self._with_retries(route, url, content, token)
        if answer.status_code == UNAUTHORIZED:
            token = await self._sessions.token(refused=token)
            answer = await self._with_retries(route, url, content, token)
        if not answer.is_success:
            raise from_answer(answer.status_code, answer.content)
        return answer

    async def _with_retries(self, route: Route, url: str, content: Mapping[str, Any], token: str) -> httpx.Response:
        headers = {"Authorization": f"Bearer {token}", "Accept": "application/json"}
        for tries in range(self._config.retry_attempts + 1):
            last = tries == self._config.retry_attempts
            asked_to_wait = None
            try:
                answer = await self._send(route.method, url, headers=headers, **content)
            except httpx.HTTPError as error:
                if last or not retry.failed_request_may_go_again(error, route.repeatable):
                    raise self._no_answer(error, route.repeatable) from error
            else:
                if last or not retry.status_may_go_again(answer.status_code, route.repeatable):
                    return answer
                asked_to_wait = answer.headers.get("Retry-After")
            await self._sleep(retry.pause(tries, asked_to_wait, self._chance, retry.utc_now))
        raise AssertionError("the last try returns or raises")

    async def _send(self, method: str, url: str, **request: Any) -> httpx.Response:
        """One exchange, bounded as a whole: a server that drips bytes is cut off too."""
        if self._http is None:
            self._http = httpx.AsyncClient(
                timeout=self._config.request_timeout_seconds, verify=tls.context(self._config), limits=CONNECTIONS
            )
        try:
            with anyio.fail_after(self._config.request_timeout_seconds):
                return await self._http.request(method, url, **request)
        except TimeoutError as error:
            raise httpx.ReadTimeout("the whole answer took too long") from error
        except httpx.InvalidURL as error:
            raise httpx.UnsupportedProtocol(f"the address cannot be used: {error}") from error

    async def _sign_in(self) -> Any:
        wanted = self._token_request
        try:
            answer = await self._send("POST", wanted.url, data=wanted.form, headers={"Accept": "application/json"})
        except httpx.HTTPError as error:
            raise self._no_answer(error, repeatable=True) from error
        if not answer.is_success:
            raise from_answer(answer.status_code, answer.content)
        return self._document(answer, repeatable=True)

    def _document(self, answer: httpx.Response, repeatable: bool) -> Any:
        if not answer.content.strip():
            return {}
        try:
            return json.loads(answer.content, parse_constant=_refuse_constant)
        except (ValueError, RecursionError):
            kind = answer.headers.get("Content-Type", "no content type")
            text = f"The server answered HTTP {answer.status_code} with a body that is not JSON ({kind})."
            raise ApiError(text, outcome_unknown=not repeatable) from None

    def _no_answer(self, error: httpx.HTTPError, repeatable: bool) -> ApiError:
        reached = not isinstance(error, retry.NOT_SENT)
        text = f"No usable answer from the server: {type(error).__name__}{f': {error}' if str(error) else ''}"
        return ApiError(self._without_address(text), outcome_unknown=reached and not repeatable)

    def _without_address(self, text: str) -> str:
        """Network texts can hold the address; whose server it is is nobody's business in a conversation."""
        host = urlsplit(self._config.repo_api_url).hostname or ""
        for hidden, shown in ((host, "<repo_host>"), (self._config.repository_id, "<repo_id>")):
            text = re.sub(rf"(?<!\w){re.escape(hidden)}(?!\w)", shown, text) if hidden else text
        return text


def _refuse_constant(word: str) -> Any:
    raise ValueError(f"{word} is not JSON")
