"""Plain search: one query, one request, one page."""

from typing import TYPE_CHECKING

from lf_contracts.case import case, cases_of, row
from lf_contracts.cases import failures
from lf_contracts.cases.classified import refuse
from lf_contracts.cases.content import ANSWER, PHRASE, asked
from lf_contracts.cases.natural import queries
from lf_contracts.cases.natural_execution import IN_LEASES, NO_MATCH, VALID
from lf_contracts.cases.subjects import ENTRY_SEARCH, EVERYTHING, tight
from lf_contracts.checks import equal, expect, ok, schema

if TYPE_CHECKING:
    from typing import Any

    from lf_contracts.lab import Lab

MALFORMED = '{LF:Name="Old "final" scan"}'


def page(lab: "Lab", query: str = EVERYTHING, **arguments: "Any") -> "dict[str, Any]":
    """Call the plain search, which must succeed."""
    return ok(lab.call(ENTRY_SEARCH.tool, query=query, **arguments))


@cases_of(
    [
        row("entry_search.answer-shape", "found", query=EVERYTHING),
        row("entry_search.answer-shape", "nothing found", query=NO_MATCH),
    ]
)
def the_shape(lab: "Lab", query: str) -> None:
    schema(page(lab, query), ENTRY_SEARCH.answer)


@cases_of(row("entry_search.query-unaltered", name, query=query) for name, query in VALID.items())
def sent_as_it_is(lab: "Lab", query: str) -> None:
    page(lab, query)
    equal(queries(lab), [query], "the queries that were sent")
    equal(len(lab.journal()), 1, "the number of requests")


@case("entry_search.known-answer")
def the_leases_with_an_unpaid_balance(lab: "Lab") -> None:
    equal(sorted(each["id"] for each in page(lab, IN_LEASES)["entries"]), list(ANSWER), "the entries")


@case("entry_search.nothing-found")
def no_match(lab: "Lab") -> None:
    equal(page(lab, NO_MATCH)["entries"], [], "entries")
    equal(queries(lab), [NO_MATCH], "the queries that were sent")


@cases_of(
    [
        row("entry_search.page-size-default", "25", setting=False, max_results=None, size=25),
        row("entry_search.page-size-default", "as set", setting=True, max_results=None, size=5),
        row("entry_search.max-results", "3", setting=False, max_results=3, size=3),
        row("entry_search.page-size-clamped", "as set", setting=True, max_results=50, size=9),
    ]
)
def the_page_size(lab: "Lab", setting: bool, max_results: int | None, size: int) -> None:
    arguments: dict[str, Any] = {} if max_results is None else {"max_results": max_results}
    equal(len(page(tight(lab) if setting else lab, **arguments)["entries"]), size, "the number of entries")


@case("entry_search.no-top-on-v1")
def no_page_size_is_sent(lab: "Lab") -> None:
    equal(len(page(lab, max_results=3)["entries"]), 3, "the number of entries")
    equal(asked(lab.journal(lab.name(*ENTRY_SEARCH.request))[-1]), {}, "the parameters of the request")


@cases_of(
    [
        row("entry_search.count-and-link", "sent", count=77, link="https://x.example/next"),
        row("entry_search.count-and-link", "not sent", count=None, link=None),
    ]
)
def passed_through(lab: "Lab", count: int | None, link: str | None) -> None:
    said = {"@odata.count": count, "@odata.nextLink": link}
    body: dict[str, Any] = {"value": [], **{key: value for key, value in said.items() if value is not None}}
    lab.faults({"operations": [ENTRY_SEARCH.route(lab)], **refuse(200, body=body)})
    data = page(lab, PHRASE)
    equal((data["total_count"], data["next_link"]), (count, link), "total_count and next_link")


@case("entry_search.malformed-query")
def a_malformed_query(lab: "Lab") -> None:
    arguments: dict[str, Any] = {"query": MALFORMED}
    data = failures.classified(lab.call(ENTRY_SEARCH.tool, **arguments), ENTRY_SEARCH, "server_error", arguments)
    failures.says_what_was_sent(lab, data)
    expect(data["status_code"] == 400, "the status is another", expected=400, got=data["status_code"])
    equal(queries(lab), [MALFORMED], "the queries that were sent")
