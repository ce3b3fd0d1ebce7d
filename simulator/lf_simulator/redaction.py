"""What must never be read out of the journal: passwords, access tokens and whatever else signs somebody in.

Two nets. By name: headers, form fields, query parameters and JSON members that carry such a thing. By value: a token
that was seen where tokens belong is taken out of every other text too, wherever a client may have put it.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, unquote_plus

if TYPE_CHECKING:
    from collections.abc import Iterable

REDACTED = "<redacted>"

SECRET_HEADERS = frozenset({"authorization", "proxy-authorization", "cookie", "set-cookie", "x-api-key"})
_SECRET_HEADER_BYTES = frozenset(name.encode() for name in SECRET_HEADERS)
SECRET_NAMES = frozenset(
    {
        "password",
        "lf_password",
        "access_token",
        "refresh_token",
        "id_token",
        "client_secret",
        "client_assertion",
        "assertion",
        "authorization",
        "api_key",
        "apikey",
        "access_key",
        "lf_cloud_access_key",
        "service_principal_key",
        "lf_cloud_service_principal_key",
    }
)
LOOSE_PAIR = re.compile(
    rf"""(\b(?:{"|".join(sorted(SECRET_NAMES))})["']?\s*[:=]\s*)("(?:[^"\\]|\\.)*"?|'[^']*'?|[^\s&,;}}"']+)""",
    re.IGNORECASE,
)
"""A name and its value in text that is neither JSON nor a form, such as JSON that was cut off."""

DOWNLOAD_POINTER = re.compile(r"(/(?:Download|Upload)/)[^/?#\"\\\s]+", re.IGNORECASE)
"""Download and upload addresses work without a sign-in, so the token in them is a secret; that of a search is not."""

SHORTEST_TOKEN = 8
"""Characters. Anything shorter that stood in a token's place was no token, and may be an everyday word."""

REMEMBERED_TOKENS = 512


SEALED = REDACTED.encode()


def sealed(pairs: Iterable[tuple[bytes, bytes]]) -> Iterable[tuple[bytes, bytes]]:
    """The same headers, without the values of those that sign somebody in. They are gone through twice."""
    if not any(name.lower() in _SECRET_HEADER_BYTES for name, _ in pairs):
        return pairs
    return [(name, SEALED if name.lower() in _SECRET_HEADER_BYTES else value) for name, value in pairs]


class Redactor:
    """Takes secrets out of what is shown. It learns tokens by and by and forgets the oldest beyond a limit."""

    def __init__(self) -> None:
        self._tokens: dict[str, None] = {}

    def learn(self, token: str) -> None:
        """Remember a token, so that it is found by its value."""
        if token in self._tokens:
            return
        for form in {token, quote(token, safe="")}:
            if len(form) >= SHORTEST_TOKEN:
                self._tokens[form] = None
        while len(self._tokens) > REMEMBERED_TOKENS:
            del self._tokens[next(iter(self._tokens))]

    def headers(self, pairs: Iterable[tuple[bytes, bytes]]) -> dict[str, str]:
        """Names in small letters, each with its value; values of a repeated header are joined by a comma."""
        shown: dict[str, str] = {}
        for raw_name, raw_value in pairs:
            name = raw_name.decode("latin-1").lower()
            value = REDACTED if name in SECRET_HEADERS else self.text(raw_value.decode("latin-1"))
            shown[name] = f"{shown[name]}, {value}" if name in shown else value
        return shown

    def json(self, value: Any) -> Any:
        """A parsed JSON value without its secrets."""
        if isinstance(value, dict):
            return {
                self.text(key): REDACTED if key.lower() in SECRET_NAMES else self.json(item)
                for key, item in value.items()
            }
        if isinstance(value, list):
            return [self.json(item) for item in value]
        return self.text(value) if isinstance(value, str) else value

    def text(self, text: str) -> str:
        """Any text, such as a path, a query string, a form or a page of HTML."""
        # Most texts of a journal are names and words that hold none of these signs, so no pattern is tried on them.
        if "=" in text:
            text = "&".join(_redact_pair(pair) for pair in text.split("&"))
        if "=" in text or ":" in text:
            text = LOOSE_PAIR.sub(rf"\1{REDACTED}", text)
        if "/" in text:
            text = DOWNLOAD_POINTER.sub(rf"\1{REDACTED}", text)
        for token in self._tokens:
            if token in text:
                text = text.replace(token, REDACTED)
        return text


def _redact_pair(pair: str) -> str:
    """`name=value` of a form or a query; the name may be percent-encoded."""
    name, equals, _ = pair.partition("=")
    bare = unquote_plus(name).rpartition("?")[2]
    return f"{name}={REDACTED}" if equals and bare.strip().lower() in SECRET_NAMES else pair
