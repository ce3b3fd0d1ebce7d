"""Exchanges against the published descriptions, and the differences that are explained."""

from __future__ import annotations

import json
import tomllib
from dataclasses import dataclass
from email.parser import BytesParser
from email.policy import HTTP
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl

import httpx
from tests.simulator.published import Finding, description

from lf_simulator.address import read as read_address

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from tests.simulator.published import Described, Description

DIFFERENCES = Path(__file__).with_name("differences.toml")
PROBLEM = "application/problem+json"


@dataclass(frozen=True)
class Difference:
    """A row of the file, which says what each key is."""

    schema: tuple[str, ...]
    member: tuple[str, ...]
    kind: str
    why: str
    evidence: tuple[str, ...]
    sample: Mapping[str, Any]
    document: tuple[str, ...] = ("*",)
    operations: tuple[str, ...] = ("*",)
    side: str = "answer"
    unless: str = ""

    def explains(self, finding: Finding, document: str, operation: str, query: Collection[str]) -> bool:
        return (
            (finding.kind, finding.side) == (self.kind, self.side)
            and _is_one_of(self.document, document)
            and _is_one_of(self.operations, operation)
            and _is_one_of(self.schema, finding.schema)
            and _is_one_of(self.member, finding.member)
            and not (self.unless and self.unless in query)
        )


def _is_one_of(patterns: tuple[str, ...], name: str) -> bool:
    return any(fnmatchcase(name, pattern) for pattern in patterns)


IN_LISTS = ("document", "operations", "schema", "member", "evidence")


@cache
def differences() -> tuple[Difference, ...]:
    rows = tomllib.loads(DIFFERENCES.read_text(encoding="utf-8"))["difference"]
    return tuple(Difference(**{key: _listed(value, key) for key, value in row.items()}) for row in rows)


def _listed(value: Any, key: str) -> Any:
    if key not in IN_LISTS:
        return value
    return (value,) if isinstance(value, str) else tuple(value)


def unexplained(findings: list[Finding], document: str, operation: str, query: Collection[str] = ()) -> list[Finding]:
    """Those that no row explains."""
    rows = differences()
    return [each for each in findings if not any(row.explains(each, document, operation, query) for row in rows)]


async def judge(response: httpx.Response) -> None:
    """Hold an exchange against the published description of its operation, the request only if it was accepted."""
    request = response.request
    operation = read_address(request.method, request.url.path).operation
    if operation is None:
        return
    document = "token" if operation.name == "CreateToken" else operation.document
    if not document:
        return
    if "json" in response.headers.get("content-type", ""):
        await response.aread()
    left = _judged(response, document, operation.name)
    if left and document == "v2-2023":  # a request that only the younger description knows is judged by that one
        younger = _judged(response, "v2-2026", operation.name)
        wants_younger = any(each.side == "request" for each in left) and all(each.side == "answer" for each in younger)
        left = younger if wants_younger else left
    if left:
        told = "\n".join(str(each) for each in left)
        raise AssertionError(
            f"{operation.name} {request.url} {response.status_code} is not as {document} says:\n{told}"
        )


def _judged(response: httpx.Response, document: str, name: str) -> list[Finding]:
    said = description(document)
    described = said.operation("CreateAccessToken" if document == "token" else name)
    query = set(response.request.url.params)
    findings = check_answer(said, described, response)
    if "$select" in query:  # leaves members out of the rows or of the entity, and of nothing inside them
        findings = [each for each in findings if each.kind != "missing" or not _is_selected(each.where)]
    if response.is_success:
        findings += check_request(said, described, response.request)
    return unexplained(findings, document, name, query)


def _is_selected(where: str) -> bool:
    return where == "$" or (where.startswith("$.value[") and where.count(".") == 1)


def check_answer(said: Description, described: Described, response: httpx.Response) -> list[Finding]:
    """Status, content type and body of an answer."""
    status, name = response.status_code, described.name
    answer = described.answer(status)
    media = response.headers.get("content-type", "").partition(";")[0].strip()
    findings = [] if answer else [Finding(name, str(status), "status")]
    if described.method == "HEAD":
        return findings
    content = (answer or {}).get("content", {})
    if content and media not in content:
        findings.append(Finding(name, f"{status} {media}", "content type"))
    schema = next((value.get("schema", {}) for key, value in content.items() if "json" in key), None)
    if media == PROBLEM:
        if schema and schema.get("$ref") != "#/components/schemas/ProblemDetails":
            findings.append(Finding(name, str(status), "another schema", schema.get("$ref", "")))
        schema = {"$ref": "#/components/schemas/ProblemDetails"}
    if "json" in media and schema is not None:
        findings += said.judge(response.json(), schema)
    elif answer and not content and response.is_success and int(response.headers.get("content-length", 0)):
        findings.append(Finding(name, str(status), "body"))
    return findings


def check_request(said: Description, described: Described, request: httpx.Request) -> list[Finding]:
    """The query parameters and the body of a request that was accepted."""
    known = described.parameters("query")
    findings = [
        Finding(described.name, f"?{key}", "extra", side="request") for key in request.url.params if key not in known
    ]
    for key, text in request.url.params.multi_items():
        if key in known and not _reads_as(text, known[key].get("schema", {})):
            findings.append(Finding(described.name, f"?{key}", "mistyped", side="request"))
    missing = (key for key, row in known.items() if row.get("required") and key not in request.url.params)
    findings += [Finding(described.name, f"?{key}", "missing", side="request") for key in missing]
    if (raw := _content(request)) is None:
        return findings
    media = request.headers.get("content-type", "")
    multipart = described.request_schema("multipart/form-data")
    if multipart is not None and media.startswith("multipart/form-data"):
        return findings + said.judge(_parts(raw, media, multipart, said), multipart, "request")
    form = described.request_schema("application/x-www-form-urlencoded")
    if form is not None:
        return findings + said.judge(dict(parse_qsl(raw.decode(), keep_blank_values=True)), form, "request")
    schema = described.request_schema()
    if schema is not None and raw and raw != b"null":  # null stands for no body in one official client
        findings += said.judge(json.loads(raw), schema, "request")
    elif schema is None and raw not in (b"", b"{}") and multipart is None:
        findings.append(Finding(described.name, "body", "extra", side="request"))
    return findings


def _content(request: httpx.Request) -> bytes | None:
    """The body of a request, None where it was streamed."""
    try:
        return request.content
    except httpx.RequestNotRead:
        return None


def _parts(raw: bytes, media: str, schema: dict[str, Any], said: Description) -> dict[str, Any]:
    """The parts of a form as an object: files as texts, JSON parts as what they hold, repeated ones as lists."""
    message = BytesParser(policy=HTTP).parsebytes(b"Content-Type: " + media.encode() + b"\r\n\r\n" + raw)
    found: dict[str, Any] = {}
    for part in message.iter_parts():
        name = str(part.get_param("name", header="content-disposition"))
        wanted = schema["properties"].get(name, {})
        holds = (part.get_payload(decode=True) or b"").decode("utf-8", "replace")
        if wanted.get("type") == "array":
            found.setdefault(name, []).append(holds)
        elif wanted.get("format") == "binary":
            found[name] = holds if part.get_filename() is not None else None
        else:
            found[name] = json.loads(holds)
    return found


def _reads_as(text: str, schema: dict[str, Any]) -> bool:
    """Whether a query parameter has the described type; of a list, one element."""
    kind = schema.get("type")
    if kind == "boolean":
        return text.lower() in ("true", "false")
    if kind == "integer":
        return text.lstrip("-").isdigit()
    return True
