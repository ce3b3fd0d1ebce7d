"""Content search: every slug that it documents, at each stage of a run where it can occur."""

import time
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from lf_contracts.case import Row, case, cases_of, row
from lf_contracts.cases import failures
from lf_contracts.cases.classified import BAD_REQUEST, CAUSES, SILENCE, UNREADABLE, Cause, profiles_of, refuse
from lf_contracts.cases.content import ANSWERED_AT_ONCE, CLOSE, HITS, RESULTS, START, STATUS, closed, search, sent
from lf_contracts.cases.subjects import LEASES, SEARCH_CONTENT, hasty
from lf_contracts.checks import contains, equal, expect, operations, order, schema

if TYPE_CHECKING:
    from lf_contracts.lab import Lab

STAGES = {"start": START, "poll": STATUS, "results": RESULTS}
ABSENT = (404, 405, 501)


def _stages(cause: Cause) -> tuple[str, ...]:
    """Where the cause has its usual meaning. A start that is not found, or not allowed, has one of its own, and a
    status route that is absent is passed over."""
    return ("results",) if cause.slug in {"not_found", "method_not_allowed"} else tuple(STAGES)


def _rows() -> Iterator[Row]:
    """Every cause at the first stage where it can occur; at the later ones one cause for each slug."""
    told: set[tuple[str, str]] = set()
    for cause in (*CAUSES, BAD_REQUEST):
        for at, stage in enumerate(_stages(cause)):
            if at == 0 or (cause.slug, stage) not in told or cause.fault["kind"] == "drop":
                told.add((cause.slug, stage))
                proved, name = f"search_content.{cause.requirement}", f"{cause.name} at {stage}"
                yield row(proved, name, profiles=profiles_of(cause), cause=cause, stage=stage)


@cases_of(_rows())
def a_refused_stage(lab: "Lab", cause: Cause, stage: str) -> None:
    lab.faults({"operations": [lab.name(*STAGES[stage])], **cause.fault})
    _judge(lab, search(lab, folder_path=LEASES), cause.slug)


@case("search_content.server-error", "no answer in time at poll")
def a_silent_poll(lab: "Lab") -> None:
    lab.faults({"operations": [lab.name(*STATUS)], **SILENCE})
    # Long enough for the request to run into its own limit first.
    _judge(lab, search(hasty(lab), folder_path=LEASES, timeout_seconds=30), "server_error")


@cases_of(row("search_content.unreadable-answer", f"a page of HTML at {stage}", stage=stage) for stage in STAGES)
def an_unreadable_stage(lab: "Lab", stage: str) -> None:
    lab.faults({"operations": [lab.name(*STAGES[stage])], **UNREADABLE})
    _judge(lab, search(lab, folder_path=LEASES), "server_error")


@case("search_content.internal-error", "results that are a number")
def results_of_another_shape(lab: "Lab") -> None:
    lab.faults({"operations": [lab.name(*RESULTS)], **refuse(200, body={"value": 7})})
    failures.unforeseen(search(lab, folder_path=LEASES), SEARCH_CONTENT)
    closed(lab)


@cases_of(row("search_content.async-unavailable", f"status {status}", status=status) for status in ABSENT)
def no_asynchronous_search(lab: "Lab", status: int) -> None:
    data = _without_searches(lab, status)
    for key in ("status_code", "server_error_code", "server_message", "reason", "upstream_trace_id", "query", "hint"):
        expect(key in data, f"the error lacks {key!r}", got=sorted(data))
    failures.says_what_was_sent(lab, data)
    expect(
        "search_entries" in data["hint"] or "laserfiche_entry_search" in data["hint"],
        "the hint does not name the plain search",
        got=data["hint"],
    )
    order(lab.journal(), [lab.name(*START)])


@cases_of(row("search_content.async-unavailable-kind", f"status {status}", status=status) for status in ABSENT)
def the_kind_without_asynchronous_search(lab: "Lab", status: int) -> None:
    data = _without_searches(lab, status)
    equal(data["kind"], "upstream_unavailable", "kind")
    schema(data, f"{SEARCH_CONTENT.forms}/{failures.CLASSIFIED}")


@cases_of(row("search_content.async-unavailable-hint", f"status {status}", status=status) for status in ABSENT)
def the_hint_for_the_person(lab: "Lab", status: int) -> None:
    data = _without_searches(lab, status)
    equal("user_hint" in data, status != 404, "whether there is a user_hint")


@cases_of(
    [
        row("search_content.timeout", "by argument", seconds=0.4, arguments={"timeout_seconds": 0.4}),
        row(
            "search_content.timeout-argument",
            "longer than the setting",
            seconds=0.9,
            arguments={"timeout_seconds": 0.9},
        ),
        row("search_content.timeout-default", "by setting", seconds=0.6, arguments={}),
    ]
)
def still_running(lab: "Lab", seconds: float, arguments: dict[str, Any]) -> None:
    lab.settings(search_seconds=30.0, **ANSWERED_AT_ONCE)
    began = time.monotonic()
    answer = search(hasty(lab), folder_path=LEASES, **arguments)
    took = time.monotonic() - began
    data = failures.failed(answer, SEARCH_CONTENT, "search_timeout", "error-timeout")
    equal(data["timeout_seconds"], seconds, "timeout_seconds")
    told = sent(lab, STATUS)
    task = told["value"][0] if "value" in told else told
    equal(data["status"], task["status"], "status")
    # The server counts on between two looks; whichever look it took the number from is fine.
    expect(data["percent_complete"] is not None, "percent_complete is missing, although the server gave it", got=data)
    expect(took >= seconds, "the tool gave up before its time", expected=f"{seconds} s", got=f"{took:.2f} s")
    order(
        [each for each in lab.journal() if each["operation"] != lab.name(*STATUS)], [lab.name(*START), lab.name(*CLOSE)]
    )


@case("search_content.failed", "failed")
def failed_on_the_server(lab: "Lab") -> None:
    lab.settings(search_fails=True)
    data = failures.failed(search(lab, folder_path=LEASES), SEARCH_CONTENT, "search_failed", "error-failed")
    told = sent(lab, STATUS)
    task = told["value"][0] if "value" in told else told
    expect(task["errors"], "the server gave no errors")
    # Not the whole objects: an address in them may hold the account's password, which is kept back.
    told_of, given = (
        [{key: each.get(key) for key in ("title", "status", "errorCode")} for each in errors]
        for errors in (data["server_errors"], task["errors"])
    )
    equal(told_of, given, "server_errors")
    equal(data["status"], task["status"], "status")
    made = operations(lab.journal())
    expect(lab.name(*RESULTS) not in made and lab.name(*HITS) not in made, "a failed search was read on", got=made)


@cases_of(row("search_content.failed", word, word=word) for word in ("Cancelled", "canceled", "FAILED"))
def ended_on_the_server(lab: "Lab", word: str) -> None:
    task = {"status": word, "percentComplete": 0}
    body = task if lab.version == "v1" else {"value": [task]}
    lab.faults({"operations": [lab.name(*STATUS)], **refuse(200, body=body)})
    data = failures.failed(search(lab, folder_path=LEASES), SEARCH_CONTENT, "search_failed", "error-failed")
    equal(data["status"], word, "status")
    equal(data["server_errors"], [], "server_errors")
    closed(lab)


@case("search_content.no-token")
def a_start_without_token(lab: "Lab") -> None:
    lab.faults({"operations": [lab.name(*START)], **refuse(201, body={"token": ""})})
    data = failures.classified(search(lab, folder_path=LEASES), SEARCH_CONTENT, "server_error", {})
    equal(data["status_code"], None, "status_code")
    order(lab.journal(), [lab.name(*START)])


@case("search_content.malformed-query")
def a_malformed_query(lab: "Lab") -> None:
    data = failures.classified(search(lab, '{LF:Basic~="unpaid'), SEARCH_CONTENT, "server_error", {})
    equal(data["status_code"], 400, "status_code")
    failures.says_what_was_sent(lab, data)
    order(lab.journal(), [lab.name(*START)])


def _without_searches(lab: "Lab", status: int) -> dict[str, Any]:
    lab.settings(absent_operations=[lab.name(*START)], absent_status=status)
    answer = search(lab, folder_path=LEASES)
    data = answer.data
    equal(data.get("error"), "async_search_unavailable", "error")
    equal(data.get("operation"), SEARCH_CONTENT.operation, "operation")
    contains(data.get("query"), "LookIn", "query")
    return data


def _judge(lab: "Lab", answer: Any, slug: str) -> None:
    data = failures.classified(answer, SEARCH_CONTENT, slug, {})
    failures.says_what_was_sent(lab, data)
    contains(data["query"], "unpaid balance", "query")
    closed(lab)
