"""What can go wrong on the way to the repository, as exceptions that carry what the server said."""

from __future__ import annotations

import json
from typing import Any

BODY_SHOWN = 2000  # characters of a server's answer quoted in a text


class ApiError(Exception):
    """A request that brought no usable answer.

    `status` is the HTTP status, None when there was no answer or it could not be read. `problem` is the server's
    problem body with a nested `error` object merged in, {} for any other body. `outcome_unknown` is set when a request
    that must not be repeated may have been carried out.
    """

    def __init__(
        self,
        text: str,
        *,
        status: int | None = None,
        problem: dict[str, Any] | None = None,
        outcome_unknown: bool = False,
    ) -> None:
        super().__init__(text)
        self.text = text
        self.status = status
        self.problem = problem or {}
        self.outcome_unknown = outcome_unknown

    @property
    def error_code(self) -> Any:
        return self.problem.get("errorCode")

    @property
    def server_message(self) -> Any:
        title = self.problem.get("title")
        return self.problem.get("message") if title is None else title

    @property
    def trace_id(self) -> Any:
        return self.problem.get("traceId")

    def again(self) -> ApiError:
        """A fresh exception with the same content, for another task that waited for the same request."""
        return ApiError(self.text, status=self.status, problem=self.problem, outcome_unknown=self.outcome_unknown)


class ShapeError(Exception):
    """The server answered with success, but not with what the operation returns. The message says what was wrong."""


def from_answer(status: int, body: bytes) -> ApiError:
    """The failure of an answer with `status`; `body` may be anything."""
    document = _parsed(body)
    problem: dict[str, Any] = {}
    if isinstance(document, dict):
        nested = document.get("error")
        problem = {**nested, **document} if isinstance(nested, dict) else document
    shown = body.decode("utf-8", "replace") if document is None else json.dumps(document, ensure_ascii=False)
    return ApiError(
        f"The server answered HTTP {status}: {shown[:BODY_SHOWN] or '(no body)'}", status=status, problem=problem
    )


def _parsed(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError):
        return None
