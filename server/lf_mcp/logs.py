"""Logging to standard error, as text or one JSON object a line, without secrets and without the arguments' texts."""

from __future__ import annotations

import json
import logging
import sys
from typing import TYPE_CHECKING, Any

from lf_mcp.redaction import ScrubbingFormatter

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_mcp.config import Config

startup = logging.getLogger("lf_mcp.startup")
calls = logging.getLogger("lf_mcp.calls")
TEXT_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"


class _JsonFormatter(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        line: dict[str, Any] = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "message": record.getMessage(),
        }
        event = getattr(record, "event", None)
        if event is not None:
            line["event"] = event
        if record.exc_info:
            line["exception"] = self.formatException(record.exc_info)
        return json.dumps(line, ensure_ascii=False, default=str)


def configure(config: Config) -> None:
    """Send all log lines of the process to standard error, in the configured form."""
    inner = _JsonFormatter() if config.log_format == "json" else logging.Formatter(TEXT_FORMAT)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(ScrubbingFormatter(inner, config.secrets))
    logging.basicConfig(handlers=[handler], level=config.log_level.upper(), force=True)
    for chatty in ("httpx", "httpcore", "mcp"):
        logging.getLogger(chatty).setLevel(logging.WARNING)


def _measure(value: Any) -> Any:
    """What may be told of an argument: a number or a switch as it is, of anything with texts in it only the size."""
    if isinstance(value, str):
        return f"<{len(value)} characters>"
    return f"<{len(value)} items>" if isinstance(value, list | dict) else value


def log_call(
    tool: str, arguments: Mapping[str, Any], answer: Mapping[str, Any], request_id: str, milliseconds: float
) -> None:
    """One event for a finished call. Texts and collections among the arguments are given by their size."""
    failed = answer.get("mode") == "error"
    event = {
        "tool": tool,
        "request_id": request_id,
        "outcome": "error" if failed else "ok",
        "duration_ms": round(milliseconds, 1),
        "args": {key: _measure(value) for key, value in arguments.items()},
        "error_kind": answer.get("kind") if failed else None,
        "error_subkind": answer.get("error") if failed else None,
        "upstream_trace_id": answer.get("upstream_trace_id") if failed else None,
    }
    outcome = f"{event['error_kind']}/{event['error_subkind']}" if failed else "ok"
    calls.info("%s %s in %s ms, request %s", tool, outcome, event["duration_ms"], request_id, extra={"event": event})
