"""From a refusal to an answer: the problem of the imitated build, the headers of a `HEAD`, or what a fault says."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote

from lf_simulator import errors
from lf_simulator.context import Answer, dumps

if TYPE_CHECKING:
    from lf_simulator.clock import Clock
    from lf_simulator.errors import ApiError
    from lf_simulator.faults.kind import Refusal
    from lf_simulator.incoming import Incoming
    from lf_simulator.operations.row import Reshape
    from lf_simulator.profiles import Profile

JSON = b"application/json; charset=utf-8"
PLAIN_TEXT = b"text/plain; charset=utf-8"
PROBLEM_JSON = b"application/problem+json; charset=utf-8"
ERROR_HEADER = b"x-apiserver-error"
"""Where the title goes when there can be no body; the official clients read it there."""


def refused(
    error: ApiError,
    profile: Profile,
    clock: Clock,
    incoming: Incoming,
    operation_id: str,
    reshape: Reshape | None = None,
) -> Answer:
    """The answer that says so. `operation_id` is what `X-RequestId` says, `reshape` what the operation makes of it."""
    headers = tuple((name.encode(), text.encode("latin-1", "replace")) for name, text in error.headers)
    if incoming.method == "HEAD":
        return Answer(error.status, headers=(*headers, (ERROR_HEADER, quote(error.title, safe="").encode())))
    origin = {"instance": incoming.path, "operationId": operation_id, "traceId": _trace(clock)}
    body = errors.problem(error, style=profile.problem_type, code_in_title=profile.code_in_title, origin=origin)
    other = reshape(body, profile) if reshape else None
    if other is not None:
        return Answer(error.status, dumps(other), JSON, headers)
    return Answer(error.status, dumps(body), PROBLEM_JSON, headers)


def replaced(refusal: Refusal, profile: Profile, clock: Clock, incoming: Incoming, operation_id: str) -> Answer:
    """What a fault rule answers in place of the proper answer: its own body or text, or else a problem."""
    status = refusal.status
    headers = tuple((name.lower().encode(), text.encode("latin-1")) for name, text in refusal.headers)
    content_type = None if refusal.content_type is None else refusal.content_type.encode("latin-1", "replace")
    if refusal.text is not None:
        return Answer(status, refusal.text.encode(), content_type or PLAIN_TEXT, headers)
    if refusal.body is not None:
        return Answer(status, dumps(refusal.body), content_type or JSON, headers)
    if status < 300:
        return Answer(status, b"", content_type, headers)
    error = errors.ApiError(status, refusal.title or errors.phrase(status), refusal.error_code)
    nest: Reshape | None = (lambda problem, _: {"error": dict(problem)}) if refusal.nested else None
    answer = refused(error, profile, clock, incoming, operation_id, nest)
    return Answer(status, answer.body, content_type or answer.content_type, (*answer.headers, *headers))


def _trace(clock: Clock) -> str:
    """A trace in W3C form, as a live v1 server wrote it."""
    trace, span = clock.uuid().replace("-", ""), clock.uuid().replace("-", "")[:16]
    return f"00-{trace}-{span}-00"
