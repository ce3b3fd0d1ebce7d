"""Error answers of any tool: ids, hints, what is read from the server's body, and what must not get out."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lf_contracts.case import case, cases_of, row
from lf_contracts.cases import failures
from lf_contracts.cases.classified import refuse
from lf_contracts.cases.subjects import ENTRY_GET, SUBJECTS, Subject
from lf_contracts.checks import contains, equal, expect, is_request_id, lacks, schema

if TYPE_CHECKING:
    from lf_contracts.lab import Lab

ACCOUNTS_PASSWORD = "demo"
WRONG_PASSWORD = "Kestrel-9-Harbour"


@cases_of(row("errors.request-id-per-call", subject.group, subject=subject) for subject in SUBJECTS)
def an_id_for_each_call(lab: "Lab", subject: Subject) -> None:
    lab.faults({"operations": [subject.route(lab)], **refuse(403)})
    ids = [lab.call(subject.tool, **subject.arguments).data.get("request_id") for _ in range(2)]
    for each in ids:
        is_request_id(each)
    expect(ids[0] != ids[1], "two calls have the same request id", got=ids)


@cases_of(
    row("errors.hint-quotes-request-id", subject.group, subject=subject)
    for subject in SUBJECTS
    if subject.group != "search_natural"  # its errors have no hint
)
def the_id_is_in_the_hint(lab: "Lab", subject: Subject) -> None:
    lab.faults({"operations": [subject.route(lab)], **refuse(403)})
    data = lab.call(subject.tool, **subject.arguments).data
    contains(data.get("user_hint"), str(data.get("request_id")), "user_hint")


@cases_of(
    [
        row("errors.code-before-status", "9010 with 404", status=404, code=9010, slug="auth_failed"),
        row("errors.code-before-status", "9066 with 403", status=403, code=9066, slug="required_field_missing"),
        row("errors.code-before-status", "another code", status=404, code=9042, slug="not_found"),
    ]
)
def the_code_decides(lab: "Lab", status: int, code: int, slug: str) -> None:
    data = _error(lab, refuse(status, error_code=code))
    equal((data["error"], data["status_code"], data["server_error_code"]), (slug, status, code), "the error")


BODIES: tuple[tuple[str, str, Any, tuple[Any, Any, Any]], ...] = (
    ("errors.nested-body", "nested", {"error": {"title": "T", "errorCode": 9, "traceId": "t"}}, (9, "T", "t")),
    (
        "errors.nested-body",
        "outer keys win",
        {"title": "Outer", "error": {"title": "Inner", "errorCode": 9}},
        (9, "Outer", None),
    ),
    ("errors.message-for-title", "message", {"message": "M", "errorCode": 9}, (9, "M", None)),
    ("errors.message-for-title", "both", {"message": "M", "title": "T"}, (None, "T", None)),
    ("errors.title-only", "detail", {"title": "T", "detail": "D"}, (None, "T", None)),
    ("errors.body-without-json", "a list", [1, 2], (None, None, None)),
    ("errors.body-without-json", "a text", "gone", (None, None, None)),
)


@cases_of(row(requirement, name, body=body, told=told) for requirement, name, body, told in BODIES)
def the_body(lab: "Lab", body: Any, told: tuple[Any, Any, Any]) -> None:
    data = _error(lab, refuse(409, body=body))
    got = (data["server_error_code"], data["server_message"], data["upstream_trace_id"])
    equal(got, told, "server_error_code, server_message and upstream_trace_id")
    schema(data, "entry_get/error-classified")


@case("errors.body-without-json", "HTML")
def an_html_page(lab: "Lab") -> None:
    data = _error(lab, refuse(500, text="<html>error</html>", content_type="text/html"))
    equal((data["server_error_code"], data["server_message"], data["status_code"]), (None, None, 500), "the error")


@case("errors.no-secrets")
def the_password_is_kept(lab: "Lab") -> None:
    data = _error(lab, refuse(401, title=f"Signing in with {ACCOUNTS_PASSWORD} was refused."))
    contains(data["server_message"], "Signing in with", "server_message")
    lacks(data["server_message"], ACCOUNTS_PASSWORD, "server_message")


@case("errors.no-address")
def the_address_is_kept(lab: "Lab") -> None:
    lab.faults({"operations": [ENTRY_GET.route(lab)], "kind": "drop"})
    answer = lab.call(ENTRY_GET.tool, **ENTRY_GET.arguments)
    failures.failed(answer, ENTRY_GET, "server_error")
    lacks(answer.text, "127.0.0.1", "the answer")


# Once a dialect: it takes a process of its own, and the profiles of one dialect sign in alike.
@case("errors.sign-in-refused", profiles=("v1-selfhosted", "v2-cloud"))
def a_wrong_password(lab: "Lab") -> None:
    stranger = lab.with_environment(LF_PASSWORD=WRONG_PASSWORD)
    answer = stranger.call(ENTRY_GET.tool, **ENTRY_GET.arguments)
    data = failures.classified(answer, ENTRY_GET, "auth_failed", ENTRY_GET.arguments)
    expect(lab.journal("CreateToken"), "no sign-in was tried")
    failures.says_what_was_sent(lab, data)
    equal(lab.journal(), [], "the requests without a sign-in")


@cases_of(row("errors.object-not-text", subject.group, subject=subject) for subject in SUBJECTS)
def an_object(lab: "Lab", subject: Subject) -> None:
    lab.faults({"operations": [subject.route(lab)], **refuse(500)})
    answer = lab.call(subject.tool, **subject.arguments)
    equal(answer.data.get("mode"), "error", "mode")
    expect(answer.structured, "the error has no structured content", got=answer.raw)


def _error(lab: "Lab", fault: Mapping[str, Any]) -> dict[str, Any]:
    """The error that one tool makes of this refusal."""
    lab.faults({"operations": [ENTRY_GET.route(lab)], **fault})
    data = lab.call(ENTRY_GET.tool, **ENTRY_GET.arguments).data
    equal(data.get("mode"), "error", "mode")
    return data
