"""Natural search with a query: what is sent, what comes back, how large a page is."""

from typing import TYPE_CHECKING, Any

from lf_contracts.case import case, cases_of, row
from lf_contracts.cases.classified import refuse
from lf_contracts.cases.content import ANSWER, PHRASE, asked
from lf_contracts.cases.natural import EMPTY_FOLDER, QUESTION, SEARCH, ask, guidance, ids, queries, results
from lf_contracts.cases.subjects import ENTRY_SEARCH, EVERYTHING, LEASES, tight
from lf_contracts.checks import equal, expect, made, ok, schema
from lf_contracts.errors import NotProvoked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_contracts.lab import Lab

SHAPE = "entry_search_natural/results"
IN_LEASES = f'{PHRASE} & {{LF:LookIn="{LEASES}"}}'
NO_MATCH = '{LF:Name="zyzzogeton"}'
MALFORMED = '{LF:Name="lease" & }'

VALID = {
    "one clause": EVERYTHING,
    "blanks around": '{LF:Basic ~= "tenant", option="DFANLT"}',
    "two clauses": IN_LEASES,
    "a path that ends in a backslash": '{LF:LookIn="\\Finance\\"} & {LF:Name="*"}',
    "escaped quotes": r'{LF:Name="Old \"final\" scan"}',
    "a name without wildcards": '{LF:Name="Leases"}',
    "or and not": '({LF:Name="*lease*"} | {LF:Name="*permit*"}) - {LF:Name="*draft*"}',
}


@cases_of(
    [
        row("search_natural.results-mode", "entries", lf_query=EVERYTHING),
        row("search_natural.results-mode", "with a folder in the query", lf_query=IN_LEASES),
    ]
)
def executed(lab: "Lab", lf_query: str) -> None:
    expect(results(lab, lf_query)["entries"], "the query found nothing")


@cases_of(
    [
        row("search_natural.results-keys", "found", lf_query=EVERYTHING),
        row("search_natural.results-keys", "nothing found", lf_query=NO_MATCH),
    ]
)
def the_shape(lab: "Lab", lf_query: str) -> None:
    schema(results(lab, lf_query), SHAPE)


@cases_of(row("search_natural.query-unaltered", name, lf_query=query) for name, query in VALID.items())
def sent_as_it_is(lab: "Lab", lf_query: str) -> None:
    data = results(lab, lf_query)
    equal(queries(lab), [lf_query], "the queries that were sent")
    equal((data["lf_query"], data["repairs_applied"]), (lf_query, []), "lf_query and repairs_applied")
    equal(len(lab.journal()), 1, "the number of requests")


@case("search_natural.question-echoed", "guidance")
def echoed_in_guidance(lab: "Lab") -> None:
    equal(
        guidance(lab, "Wo sind die «Pläne»?", folder_path=EMPTY_FOLDER)["question"], "Wo sind die «Pläne»?", "question"
    )


@cases_of(
    [
        row("search_natural.question-echoed", "results", lf_query=EVERYTHING, mode="results"),
        row("search_natural.question-echoed", "error", lf_query=MALFORMED, mode="error"),
    ]
)
def echoed_in_execution(lab: "Lab", lf_query: str, mode: str) -> None:
    data = ask(lab, lf_query=lf_query).data
    equal((data.get("mode"), data.get("question")), (mode, QUESTION), "mode and question")


@case("search_natural.folder-ignored-in-execution")
def the_folder_is_left_out(lab: "Lab") -> None:
    results(lab, EVERYTHING, folder_path=LEASES)
    equal(queries(lab), [EVERYTHING], "the queries that were sent")


@case("search_natural.empty-query-executes")
def an_empty_query(lab: "Lab") -> None:
    lab.faults({"operations": [lab.name(*SEARCH)], **refuse(400)})
    equal(ask(lab, lf_query="").data.get("mode"), "error", "mode")
    equal(queries(lab), [""], "the queries that were sent")


@case("search_natural.known-answer")
def the_leases_with_an_unpaid_balance(lab: "Lab") -> None:
    equal(sorted(ids(results(lab, IN_LEASES))), list(ANSWER), "the entries")


@case("search_natural.nothing-found")
def no_match(lab: "Lab") -> None:
    data = results(lab, NO_MATCH)
    equal((data["entries"], data["pagination_unknown"]), ([], False), "entries and pagination_unknown")


@cases_of(
    [
        row("search_natural.page-size-default", "50", setting=False, max_results=None, size=50),
        row("search_natural.page-size-clamped", "100", setting=False, max_results=500, size=100),
        row("search_natural.page-size-clamped", "as set", setting=True, max_results=50, size=7),
        row("search_natural.page-size-clamped", "below the cap", setting=True, max_results=3, size=3),
    ]
)
def the_page_size(lab: "Lab", setting: bool, max_results: int | None, size: int) -> None:
    arguments = {} if max_results is None else {"max_results": max_results}
    data = results(tight(lab) if setting else lab, EVERYTHING, **arguments)
    equal((data["effective_max_results"], len(data["entries"])), (size, size), "effective_max_results and entries")


@case("search_natural.page-size-below-list-ceiling")
def two_caps(lab: "Lab") -> None:
    small = tight(lab)
    page = results(small, EVERYTHING, max_results=50)["entries"]
    listed = ok(small.call(ENTRY_SEARCH.tool, query=EVERYTHING, max_results=50))["entries"]
    equal((len(page), len(listed)), (7, 9), "entries of the natural search and of the plain search")


@case("search_natural.no-top-on-v1")
def no_page_size_is_sent(lab: "Lab") -> None:
    equal(len(results(lab, EVERYTHING, max_results=3)["entries"]), 3, "the number of entries")
    equal(asked(lab.journal(lab.name(*SEARCH))[-1]), {}, "the parameters of the request")


@cases_of(
    [
        row("search_natural.pagination-unknown", "a full page", lf_query=EVERYTHING, size=4, link=None, unknown=True),
        row("search_natural.pagination-unknown", "room left", lf_query=IN_LEASES, size=5, link=None, unknown=False),
        row("search_natural.pagination-unknown", "just full", lf_query=IN_LEASES, size=4, link=None, unknown=True),
        row(
            "search_natural.pagination-unknown",
            "a link",
            lf_query=IN_LEASES,
            size=4,
            link="https://x.example/2",
            unknown=False,
        ),
    ]
)
def is_there_more(lab: "Lab", lf_query: str, size: int, link: str | None, unknown: bool) -> None:
    _link(lab, lf_query, link)
    data = results(lab, lf_query, max_results=size)
    equal((data["pagination_unknown"], data["next_link"]), (unknown, link), "pagination_unknown and next_link")


@case("search_natural.count-and-link")
def passed_through(lab: "Lab") -> None:
    _link(lab, IN_LEASES, "https://x.example/next", count=77)
    data = results(lab, IN_LEASES)
    equal((data["total_count"], data["next_link"]), (77, "https://x.example/next"), "total_count and next_link")


@case("search_natural.count-and-link", "not sent")
def not_sent(lab: "Lab") -> None:
    _link(lab, IN_LEASES, None)
    data = results(lab, IN_LEASES)
    equal((data["total_count"], data["next_link"]), (None, None), "total_count and next_link")
    made(lab.journal(), lab.name(*SEARCH), 2)


def _link(lab: "Lab", lf_query: str, link: str | None, count: int | None = None) -> None:
    """Have the server answer this query with a next link, or without one, and with a count or without one."""
    results(lab, lf_query)
    body: Mapping[str, Any] = lab.journal(lab.name(*SEARCH))[-1]["response"]["body"]
    if not isinstance(body, dict):
        raise NotProvoked("the search was answered without a body")
    said = {"@odata.nextLink": link, "@odata.count": count}
    plain = {key: value for key, value in body.items() if key not in said}
    changed = {**plain, **{key: value for key, value in said.items() if value is not None}}
    lab.faults({"operations": [lab.name(*SEARCH)], **refuse(200, body=changed)})
