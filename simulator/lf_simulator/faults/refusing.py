"""Faults that answer in place of the build: refusals of every form, redirects, nothing at all."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING, ClassVar

from lf_simulator.checks import ANYTHING, TEXT, BadValue, Check, one_of, whole
from lf_simulator.faults.kind import ABSENT, FaultyExchange, Refusal, key, required_key

if TYPE_CHECKING:
    from collections.abc import Mapping

EARLY = ("before", "after", "sign-in", "page:k", "poll:k")
"""The phases of what replaces the answer."""
HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
NO_BODY = (204, 304)
"""Statuses whose answers end with their headers."""
FRAMING_HEADERS = ("content-length", "transfer-encoding", "connection", "content-type")
REDIRECTIONS = (301, 302, 303, 307, 308)
REDIRECTION = Check("301, 302, 303, 307 or 308", lambda value: value in REDIRECTIONS, {"enum": list(REDIRECTIONS)})
HTML = "text/html; charset=utf-8"

WELL_KNOWN: Mapping[str, tuple[int, int | None, str]] = {
    "session-limit": (429, 9030, "Session limit reached."),
    "locked": (423, 9014, "The entry is locked."),
    "too-many-operations": (429, 9035, "Too many operations are running."),
    "timeout": (500, 9042, "The operation has timed out."),
    "session-ended": (401, 9067, "The session has ended."),
    "access-denied": (403, 9013, "Access denied."),
    "licence": (403, 9520, "There is no licence left."),
    "directory-server": (401, 9528, "The directory server cannot be reached."),
    "search-engine": (500, 9131, "The search engine is not available."),
}
"""Refusals by the names that people give them: status, Laserfiche code (documented list of the server's), title.
*Decision* on the words and, save for 401, 403, 423 and 429, on the status."""


def _are_headers(value: object) -> bool:
    return isinstance(value, dict) and all(_is_header(name, text) for name, text in value.items())


def _is_header(name: str, text: object) -> bool:
    if not HEADER_NAME.fullmatch(name) or name.lower() in FRAMING_HEADERS:
        return False
    return _is_header_text(text)


def _is_header_text(value: object) -> bool:
    return isinstance(value, str) and value.isprintable() and value.isascii()


_TEXT = {"type": "string", "pattern": "^[ -~]*$"}
HEADER_TEXT = Check("a printable text in ASCII", _is_header_text, _TEXT)
TRUE = Check("true", lambda value: value is True, {"const": True})
HEADERS = Check(
    f"an object of header names and texts, without {', '.join(FRAMING_HEADERS)}",
    _are_headers,
    {"type": "object", "additionalProperties": _TEXT},
)


@dataclass(frozen=True, slots=True)
class Refuse:
    """Answer with a status and a problem, or with any body, in place of the proper answer."""

    name: ClassVar[str] = "refuse"
    ends: ClassVar[bool] = True
    phases: ClassVar[tuple[str, ...]] = EARLY

    status: int | None = key(whole(200, 599), "status of the answer; may be left out with like")
    error_code: int | None = key(whole(0), "errorCode of the problem: a Laserfiche code such as 9013, or an API code")
    title: str | None = key(TEXT, "title of the problem")
    body: object = key(ANYTHING, "JSON value sent in place of the problem", ABSENT)
    text: str | None = key(TEXT, "raw text sent in place of the problem")
    content_type: str | None = key(HEADER_TEXT, "content type of the answer")
    headers: Mapping[str, str] | None = key(HEADERS, "further headers")
    like: str | None = key(one_of(*WELL_KNOWN), "a refusal by name, whose status, code and title are known")
    html: str | None = key(TEXT, "a page as a proxy sends it, in place of the problem")
    nested: bool | None = key(TRUE, "the problem in an object error")
    retry_after: int | None = key(whole(0, 86_400), "seconds for the header Retry-After")
    retry_after_form: str | None = key(one_of("seconds", "date"), "how that is written: seconds, or a date")

    def __post_init__(self) -> None:
        bodies = [name for name in ("text", "html") if getattr(self, name) is not None]
        bodies = ["body", *bodies] if self.body is not ABSENT else bodies
        if len(bodies) > 1:
            raise BadValue(f"{' and '.join(bodies)} exclude each other")
        if self.status is None and self.like is None:
            raise BadValue('key "status" is missing')
        if self.status in NO_BODY and (self.body is not ABSENT or self.text or self.html):
            raise BadValue(f"an answer with status {self.status} has no body")
        if bodies:
            for name in ("error_code", "title", "nested"):
                if getattr(self, name) is not None:
                    raise BadValue(f"{name} belongs to the problem, which body or text replaces")
        if self.retry_after_form is not None and self.retry_after is None:
            raise BadValue('retry_after_form says how retry_after is written, and key "retry_after" is missing')

    async def apply(self, exchange: FaultyExchange) -> Refusal:
        status, code, title = WELL_KNOWN.get(self.like or "", (self.status or 0, None, None))
        status = self.status or status
        headers = tuple((self.headers or {}).items())
        if self.retry_after is not None:
            headers = (*headers, ("Retry-After", self._retry_after(exchange)))
        body, text, content_type = self.body, self.text, self.content_type
        if self.html is not None:
            text, content_type = self.html, content_type or HTML
        if body is None:  # the JSON value null, which a refusal cannot hold
            text, content_type = "null", content_type or "application/json"
        if body is ABSENT:
            body = None
            if status in NO_BODY:
                text = ""
        given = self.error_code if self.error_code is not None else code
        return Refusal(status, given, self.title or title, body, text, content_type, headers, nested=bool(self.nested))

    def _retry_after(self, exchange: FaultyExchange) -> str:
        seconds = self.retry_after or 0
        if self.retry_after_form != "date":
            return str(seconds)
        return format_datetime(exchange.now() + timedelta(seconds=seconds), usegmt=True)


@dataclass(frozen=True, slots=True)
class Redirect:
    """Send the client elsewhere, as a sign-on page in front of a server does."""

    name: ClassVar[str] = "redirect"
    ends: ClassVar[bool] = True
    phases: ClassVar[tuple[str, ...]] = EARLY

    location: str = required_key(HEADER_TEXT, "address that it is sent to")
    status: int = key(REDIRECTION, "status of the answer", 302)

    async def apply(self, exchange: FaultyExchange) -> Refusal:  # noqa: ARG002 - every kind is handed the exchange
        return Refusal(self.status, text="", headers=(("Location", self.location),))


@dataclass(frozen=True, slots=True)
class Empty:
    """Answer with a status and no body at all, where one is expected."""

    name: ClassVar[str] = "empty"
    ends: ClassVar[bool] = True
    phases: ClassVar[tuple[str, ...]] = ("after", *(phase for phase in EARLY if phase != "after"))

    status: int = key(whole(200, 599), "status of the answer", 200)

    async def apply(self, exchange: FaultyExchange) -> Refusal:  # noqa: ARG002 - every kind is handed the exchange
        return Refusal(self.status, text="")
