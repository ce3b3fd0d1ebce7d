"""How an error answer is judged: its form, and whether it says what the repository said."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lf_contracts.checks import equal, expect, is_request_id, schema
from lf_contracts.errors import NotProvoked
from lf_contracts.schemas import slugs

if TYPE_CHECKING:
    from lf_contracts.answer import Answer
    from lf_contracts.cases.subjects import Subject
    from lf_contracts.lab import Lab

CLASSIFIED = "error-classified"
SAFETY_NET = "error-safety-net"
NATURAL = "error"

_SILENT = frozenset({"hang", "drop"})


def failed(answer: "Answer", subject: "Subject", slug: str, form: str | None = None) -> dict[str, Any]:
    """The answer is an error of the contract with this slug, in this form. Gives its data.

    Whether the result is marked `isError` is left open: both are seen, and the object says it all.
    """
    data = answer.data
    expect(data, f"{subject.tool} answered outside the error contract, without an object", got=answer.text)
    equal(data.get("mode"), "error", "mode")
    equal(data.get("error"), slug, "error")
    equal(data.get("kind"), slugs()[slug].kind, "kind")
    if form != SAFETY_NET:  # whose schema allows the function's own name as well
        equal(data.get("operation"), subject.operation, "operation")
    is_request_id(data.get("request_id"))
    if form is not None:
        schema(data, f"{subject.forms}/{form}")
    return data


def unforeseen(answer: "Answer", subject: "Subject") -> dict[str, Any]:
    """The answer is the error for what no rule foresees. Gives its data."""
    return failed(answer, subject, "internal_error", SAFETY_NET)


def classified(answer: "Answer", subject: "Subject", slug: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The answer is a failure that the repository or the way to it caused, with the arguments that it gives back."""
    data = failed(answer, subject, slug, CLASSIFIED)
    for name in subject.echo:
        equal(data[name], arguments[name], name)
    return data


def says_what_was_sent(lab: "Lab", data: Mapping[str, Any]) -> None:
    """Status, code, message and trace id are those of the answer that caused the failure; null where none came."""
    status, problem = _cause(lab)
    equal(data["status_code"], status, "status_code")
    for key, names in _UPSTREAM.items():
        equal(data[key], next((problem[name] for name in names if name in problem), None), key)


_UPSTREAM = {
    "server_error_code": ("errorCode",),
    "server_message": ("title", "message"),
    "upstream_trace_id": ("traceId",),
}


def _cause(lab: "Lab") -> tuple[int | None, Mapping[str, Any]]:
    """Status and problem of the last exchange that went wrong. A broken connection has neither."""
    # A request that was never answered enters the journal when the repository notices that the client has left.
    lab.eventually(lambda: any(map(_went_wrong, lab.journal(sign_in=True))))
    for exchange in reversed(lab.journal(sign_in=True)):
        if _went_wrong(exchange):
            status, body = exchange["status"], exchange["response"]["body"]
            if _is_silent(exchange) or (status is not None and status < 300):
                return None, {}  # no answer, or one that could not be read
            return status, body if isinstance(body, dict) else {}
    raise NotProvoked("no request of this call failed")


def _went_wrong(exchange: Mapping[str, Any]) -> bool:
    status, fault = exchange["status"], exchange["fault"]
    return status is None or status >= 300 or (fault is not None and fault["kind"] != "delay")


def _is_silent(exchange: Mapping[str, Any]) -> bool:
    return exchange["fault"] is not None and exchange["fault"]["kind"] in _SILENT
