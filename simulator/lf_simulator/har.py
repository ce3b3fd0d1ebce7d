"""The journal as HTTP Archive (HAR 1.2), which browsers' developer tools and many other programs read."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

from lf_simulator.catalogue import version

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping


def archive(rows: Iterable[Mapping[str, Any]], origin: str) -> dict[str, Any]:
    """`rows` are exchanges as the journal shows them, `origin` is where their addresses begin.

    What HAR has no place for stands in members that begin with an underscore: the operation, the fault, the reason.
    """
    creator = {"name": "lf-simulator", "version": version()}
    return {"log": {"version": "1.2", "creator": creator, "entries": [_entry(row, origin) for row in rows]}}


def _entry(row: Mapping[str, Any], origin: str) -> dict[str, Any]:
    query = f"?{row['query']}" if row["query"] else ""
    return {
        "startedDateTime": row["time"],
        "time": 0,
        "request": {
            "method": row["method"],
            "url": f"{origin}{row['path']}{query}",
            "httpVersion": "HTTP/1.1",
            "headers": _pairs(row["request"]["headers"]),
            "queryString": [{"name": name, "value": value} for name, value in parse_qsl(row["query"], True)],
            "cookies": [],
            "headersSize": -1,
            **_post_data(row["request"]),
        },
        "response": {
            "status": row["status"] or 0,
            "statusText": "",
            "httpVersion": "HTTP/1.1",
            "headers": _pairs(row["response"]["headers"]),
            "cookies": [],
            "content": _content(row["response"]),
            "redirectURL": row["response"]["headers"].get("location", ""),
            "headersSize": -1,
            "bodySize": _size(row["response"]["body"]),
        },
        "cache": {},
        "timings": {"send": 0, "wait": 0, "receive": 0},
        "_number": row["number"],
        "_operation": row["operation"],
        "_user": row["user"],
        "_fault": row["fault"],
        "_reason": row["reason"],
    }


def _pairs(headers: Mapping[str, str]) -> list[dict[str, str]]:
    return [{"name": name, "value": value} for name, value in headers.items()]


def _text(body: Any) -> str:
    """A body as text; of one that is no text the journal keeps its size only."""
    if body is None or _is_size(body):
        return ""
    return body if isinstance(body, str) else json.dumps(body, ensure_ascii=False)


def _is_size(body: Any) -> bool:
    return isinstance(body, dict) and list(body) == ["bytes"]


def _size(body: Any) -> int:
    return int(body["bytes"]) if _is_size(body) else len(_text(body).encode("utf-8", "surrogatepass"))


def _content(message: Mapping[str, Any]) -> dict[str, Any]:
    kind = message["headers"].get("content-type", "")
    return {"size": _size(message["body"]), "mimeType": kind, "text": _text(message["body"])}


def _post_data(message: Mapping[str, Any]) -> dict[str, Any]:
    """The body of a request, where it has one."""
    if message["body"] is None:
        return {"bodySize": 0}
    data = {"mimeType": message["headers"].get("content-type", ""), "text": _text(message["body"])}
    return {"bodySize": _size(message["body"]), "postData": data}
