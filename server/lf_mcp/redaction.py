"""Secrets never leave: they are taken out of error answers, of quoted server texts and of every log line."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

MARK = "<redacted>"
# Our own words in an error answer. A password that happens to be "error" must not make the answer unreadable.
OWN_KEYS = frozenset({"mode", "operation", "kind", "error", "request_id"})


def scrub_text(text: str, secrets: Sequence[str]) -> str:
    """`text` without any of `secrets`; they have to come longest first."""
    for secret in secrets:
        text = text.replace(secret, MARK)
    return text


def scrub(value: Any, secrets: Sequence[str]) -> Any:
    """`value` with every string in it scrubbed, at any depth; keys stay, and so do our own words at the top."""
    if not secrets:
        return value
    if isinstance(value, dict):
        return {k: v if k in OWN_KEYS and isinstance(v, str) else _scrub_deep(v, secrets) for k, v in value.items()}
    return _scrub_deep(value, secrets)


def _scrub_deep(value: Any, secrets: Sequence[str]) -> Any:
    if isinstance(value, str):
        return scrub_text(value, secrets)
    if isinstance(value, dict):
        return {key: _scrub_deep(item, secrets) for key, item in value.items()}
    if isinstance(value, list):
        return [_scrub_deep(item, secrets) for item in value]
    return value


class ScrubbingFormatter(logging.Formatter):
    """Wraps a formatter, so that a secret in a message, an argument or a traceback stays out of the log."""

    def __init__(self, inner: logging.Formatter, secrets: Sequence[str]) -> None:
        super().__init__()
        self._inner = inner
        self._secrets = secrets

    def format(self, record: logging.LogRecord) -> str:
        return scrub_text(self._inner.format(record), self._secrets)
