"""Which requests are repeated. A Retry-After of no seconds keeps the pauses away."""

import time
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lf_contracts.case import case, cases_of, row
from lf_contracts.cases.classified import refuse
from lf_contracts.cases.subjects import (
    ENTRY_GET,
    ENTRY_SEARCH,
    FOLDER_LIST,
    SEARCH_CONTENT,
    SEARCH_NATURAL,
    Subject,
    tight,
)
from lf_contracts.checks import equal, expect, made, ok

if TYPE_CHECKING:
    from lf_contracts.lab import Lab

AT_ONCE = {"Retry-After": "0"}
BUSY = refuse(503, headers=AT_ONCE)


@cases_of(
    [
        row("retries.reads-repeated", "an entry", subject=ENTRY_GET, fault=BUSY),
        row("retries.reads-repeated", "a listing", subject=FOLDER_LIST, fault=BUSY),
        row("retries.searches-repeated", "plain search", subject=ENTRY_SEARCH, fault=BUSY),
        row("retries.searches-repeated", "natural search", subject=SEARCH_NATURAL, fault=BUSY),
        row("retries.searches-repeated", "start of a content search", subject=SEARCH_CONTENT, fault=BUSY),
        row("retries.rate-limit-repeated", "an entry", subject=ENTRY_GET, fault=refuse(429, headers=AT_ONCE)),
        row("retries.dropped-repeated", "an entry", subject=ENTRY_GET, fault={"kind": "drop"}),
    ]
)
def repeated(lab: "Lab", subject: Subject, fault: Mapping[str, Any]) -> None:
    lab.faults({"operations": [subject.route(lab)], **fault, "nth": 1})
    ok(tight(lab).call(subject.tool, **subject.arguments))
    made(lab.journal(), subject.route(lab), 2)


@case("retries.as-often-as-set")
def the_end_of_patience(lab: "Lab") -> None:
    lab.faults({"operations": [ENTRY_GET.route(lab)], **BUSY})
    data = tight(lab).call(ENTRY_GET.tool, **ENTRY_GET.arguments).data
    equal((data.get("error"), data.get("status_code")), ("server_error", 503), "error and status_code")
    made(lab.journal(), ENTRY_GET.route(lab), 3)


@case("retries.none-when-off")
def no_patience(lab: "Lab") -> None:
    lab.faults({"operations": [ENTRY_GET.route(lab)], **BUSY})
    lab.call(ENTRY_GET.tool, **ENTRY_GET.arguments)
    made(lab.journal(), ENTRY_GET.route(lab), 1)


@cases_of(row("retries.refusals-not-repeated", f"status {status}", status=status) for status in (403, 404, 409))
def refused_once(lab: "Lab", status: int) -> None:
    lab.faults({"operations": [FOLDER_LIST.route(lab)], **refuse(status, headers=AT_ONCE)})
    tight(lab).call(FOLDER_LIST.tool, **FOLDER_LIST.arguments)
    made(lab.journal(), FOLDER_LIST.route(lab), 1)


@case("retries.retry-after")
def the_pause_is_the_servers(lab: "Lab") -> None:
    lab.faults({"operations": [ENTRY_GET.route(lab)], **refuse(503, headers={"Retry-After": "1"}), "nth": 1})
    began = time.monotonic()
    ok(tight(lab).call(ENTRY_GET.tool, **ENTRY_GET.arguments))
    took = time.monotonic() - began
    expect(took >= 1.0, "the request was repeated before the server wanted it", expected="1 s", got=f"{took:.2f} s")
