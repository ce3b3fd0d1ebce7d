"""Content search: the requests of a run, their order, and that no search stays open."""

from datetime import datetime
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from lf_contracts.case import case, cases_of, row
from lf_contracts.cases.content import (
    ANSWER,
    ANSWERED_AT_ONCE,
    CLOSE,
    HITS,
    RESULTS,
    START,
    STATUS,
    closed,
    found,
    parameters,
    rows,
    search,
)
from lf_contracts.cases.subjects import EVERYTHING, LEASES, SEARCH_CONTENT
from lf_contracts.checks import equal, expect, lacks, operations, order
from lf_contracts.errors import NotProvoked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_contracts.lab import Lab

FEWER_THAN_EVEN_POLLS = 7
"""Looks at a search that runs for 0.35 s, the second after 0.05 s: pauses that do not grow make eight."""


@case("search_content.run-order")
def start_poll_results_passages_close(lab: "Lab") -> None:
    found(lab, folder_path=LEASES, hits_for_top=2)
    names = [lab.name(*each) for each in (START, STATUS, RESULTS, HITS, HITS, CLOSE)]
    order(lab.journal(), names)


@case("search_content.no-download")
def nothing_is_downloaded(lab: "Lab") -> None:
    data = found(lab, folder_path=LEASES)
    expect(any(result["hits"] for result in data["results"]), "no passage was returned")
    search_only = {lab.name(*each) for each in (START, STATUS, RESULTS, HITS, CLOSE)}
    others = sorted(set(operations(lab.journal())) - search_only)
    expect(not others, "other requests than those of a search were made", got=others)


@case("search_content.polls-until-done")
def results_wait_for_the_search(lab: "Lab") -> None:
    lab.settings(search_seconds=0.25, **ANSWERED_AT_ONCE)
    equal(sorted(rows(found(lab, folder_path=LEASES, hits_for_top=0))), list(ANSWER), "the entries")
    exchanges = lab.journal()
    polls = [each for each in exchanges if each["operation"] == lab.name(*STATUS)]
    expect(len(polls) >= 2, "a running search was looked at once only", got=operations(exchanges))
    before_results = exchanges[: operations(exchanges).index(lab.name(*RESULTS))]
    equal(_state(before_results[-1]), "completed", "the state last seen before the results were read")


@case("search_content.polls-grow")
def pauses_grow(lab: "Lab") -> None:
    lab.settings(search_seconds=0.35, **ANSWERED_AT_ONCE)
    found(lab, folder_path=LEASES, hits_for_top=0)
    times = [datetime.fromisoformat(each["time"]) for each in lab.journal(lab.name(*STATUS))]
    if len(times) < 3:
        raise NotProvoked("the search was over after two looks")
    gaps = [(after - before).total_seconds() for before, after in pairwise(times)]
    expect(gaps[-1] > gaps[0] and len(times) < FEWER_THAN_EVEN_POLLS, "the pauses do not grow", got=gaps)


@cases_of(row("search_content.status-route-absent", f"status {status}", status=status) for status in (404, 405, 501))
def no_status_route(lab: "Lab", status: int) -> None:
    lab.settings(absent_operations=[lab.name(*STATUS)], absent_status=status)
    equal(sorted(rows(found(lab, folder_path=LEASES, hits_for_top=0))), list(ANSWER), "the entries")


@case("search_content.search-anew")
def every_call_searches(lab: "Lab") -> None:
    found(lab, folder_path=LEASES, hits_for_top=0, max_results=2)
    found(lab, folder_path=LEASES, hits_for_top=0, max_results=2, skip=2)
    equal(operations(lab.journal()).count(lab.name(*START)), 2, "the number of started searches")


@case("search_content.no-paging-on-v1")
def no_paging_parameters(lab: "Lab") -> None:
    found(lab, folder_path=LEASES, hits_for_top=0, max_results=2, skip=1)
    asked = parameters(lab.journal(lab.name(*RESULTS)))
    equal(asked, {}, "the parameters of the results request")


@case("search_content.paging-on-v2")
def paging_parameters(lab: "Lab") -> None:
    found(lab, folder_path=LEASES, hits_for_top=0, max_results=2, skip=1)
    asked = parameters(lab.journal(lab.name(*RESULTS)))
    for name, value in {"$top": "2", "$skip": "1", "$count": "true"}.items():
        equal(asked.get(name), value, f"{name} of the results request")


@case("search_content.passages-bounded")
def five_at_a_time(lab: "Lab") -> None:
    lab.faults({"operations": [lab.name(*HITS)], "kind": "delay", "wait_ms": 150})
    found(lab, "tenant", folder_path=LEASES, hits_for_top=6, max_results=6)
    begun = sorted(datetime.fromisoformat(each["time"]) for each in lab.journal(lab.name(*HITS)))
    if len(begun) < 6:
        raise NotProvoked("fewer than six entries were asked for passages")
    expect((begun[5] - begun[0]).total_seconds() > 0.1, "more than five requests for passages ran at the same time")


# What is set up before the call, and what is called, for each way out of a run.
_FAILS: dict[str, Any] = {"search_fails": True}
_STAYS: dict[str, Any] = {"search_seconds": 30.0, **ANSWERED_AT_ONCE}
_REFUSED: dict[str, Any] = {"kind": "refuse", "status": 500}


@cases_of(
    [
        row("search_content.closed-after-success", "with passages", arguments={"hits_for_top": 2}),
        row("search_content.closed-after-success", "without passages", arguments={"hits_for_top": 0}),
        row("search_content.closed-after-success", "past the end", arguments={"skip": 1000}),
        row("search_content.closed-after-failure", "failed on the server", settings=_FAILS),
        row("search_content.closed-after-timeout", "deadline", settings=_STAYS, arguments={"timeout_seconds": 0.2}),
        row("search_content.closed-after-poll-error", "status 500", aim=STATUS, fault=_REFUSED),
        row("search_content.closed-after-poll-error", "dropped", aim=STATUS, fault={"kind": "drop"}),
        row("search_content.closed-after-results-error", "status 500", aim=RESULTS, fault=_REFUSED),
        row(
            "search_content.closed-after-results-error",
            "no JSON",
            aim=RESULTS,
            fault={**_REFUSED, "status": 200, "text": "-"},
        ),
        row("search_content.closed-after-passage-error", "status 500", aim=HITS, fault=_REFUSED),
        row(
            "search_content.closed-after-passage-error",
            "no JSON",
            aim=HITS,
            fault={**_REFUSED, "status": 200, "text": "-"},
        ),
    ]
)
def nothing_stays_open(
    lab: "Lab",
    settings: "Mapping[str, Any] | None" = None,
    arguments: "Mapping[str, Any] | None" = None,
    aim: tuple[str, str] | None = None,
    fault: "Mapping[str, Any] | None" = None,
) -> None:
    lab.settings(**(settings or {}))
    if aim is not None:
        lab.faults({"operations": [lab.name(*aim)], **(fault or {})})
    search(lab, folder_path=LEASES, **(arguments or {}))
    expect(lab.journal(lab.name(*START)), "no search was started")
    closed(lab)


@cases_of(
    [
        row("search_content.closed-after-cancellation", "while it runs", settings=_STAYS, aim=STATUS, fault=None),
        row(
            "search_content.closed-after-cancellation",
            "while results are read",
            settings={},
            aim=RESULTS,
            fault={"kind": "hang"},
        ),
        row(
            "search_content.closed-after-cancellation",
            "while passages are read",
            settings={},
            aim=HITS,
            fault={"kind": "hang"},
        ),
    ]
)
def cancelled(
    lab: "Lab", settings: "Mapping[str, Any]", aim: tuple[str, str], fault: "Mapping[str, Any] | None"
) -> None:
    lab.settings(**settings)
    asked_for = lab.name(*aim)
    if fault is not None:
        lab.faults({"operations": [asked_for], **fault})
    lab.cancel(
        SEARCH_CONTENT.tool,
        {"query": EVERYTHING, "hits_for_top": 1},
        # The journal knows a hanging request only when it is over; its fault knows it from the beginning.
        lambda: bool(lab.fired()) if fault is not None else asked_for in operations(lab.journal()),
        until=lambda: bool(lab.searches()["closed"]) and not lab.searches()["open"],
        quiet=2.5,
    )
    closed(lab)


@case("search_content.close-trouble-hidden")
def closing_fails(lab: "Lab") -> None:
    lab.faults({"operations": [lab.name(*CLOSE)], "kind": "refuse", "status": 500, "title": "Closing went wrong."})
    answer = search(lab, folder_path=LEASES, hits_for_top=0)
    equal(sorted(rows(answer.data)) if "results" in answer.data else answer.data, list(ANSWER), "the entries")
    lacks(answer.text, "Closing went wrong", "the answer")


def _state(exchange: "Mapping[str, Any]") -> str:
    """The state of the search in the answer to a look at it."""
    body = exchange["response"]["body"]
    task = body["value"][0] if "value" in body else body
    return str(task["status"]).lower()
