"""Content search: what the answer holds, and what the numbers in the call do to it."""

from typing import TYPE_CHECKING, Any

from lf_contracts.case import case, cases_of, row
from lf_contracts.cases.content import (
    ANSWER,
    ANSWER_PAGES,
    HITS,
    PHRASE,
    RESULTS,
    command,
    found,
    only,
    parameters,
    rows,
)
from lf_contracts.cases.subjects import EVERYTHING, LEASE_ID, LEASES, tight
from lf_contracts.checks import contains, equal, expect, made, schema
from lf_contracts.errors import NotProvoked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from lf_contracts.lab import Lab

TENANT = '{LF:Basic~="tenant", option="D"} & {LF:Name="*L-2004-359*"}'
"""Finds lease 604 alone, with more than ten matches."""
SHAPE = "entry_search_content/results"
NO_MATCH = "zyzzogeton"


@case("search_content.passages")
def page_and_text(lab: "Lab") -> None:
    results = found(lab, folder_path=LEASES)["results"]
    expect(results, "no entry was found")
    for result in results:
        expect(result["hits"], "an entry came without passages", got=result)
        for hit in result["hits"]:
            expect(isinstance(hit["page"], int) and hit["page"] >= 1, "the passage has no page number", got=hit)
            expect("unpaid balance" in " ".join(hit["text"].lower().split()), "the passage lacks the words", got=hit)


@cases_of(
    [
        row("search_content.answer-shape", "with passages", query="unpaid balance", arguments={"folder_path": LEASES}),
        row("search_content.answer-shape", "without passages", query=EVERYTHING, arguments={"hits_for_top": 0}),
        row("search_content.answer-shape", "fields and names too", query="lease", arguments={"hits_for_top": 10}),
        row("search_content.answer-shape", "nothing found", query=NO_MATCH, arguments={}),
    ]
)
def the_shape(lab: "Lab", query: str, arguments: "Mapping[str, Any]") -> None:
    schema(found(lab, query, **arguments), SHAPE)


@case("search_content.finds-scanned-text")
def text_that_only_ocr_knows(lab: "Lab") -> None:
    result = only(found(lab, folder_path=LEASES), LEASE_ID)
    if lab.entry(LEASE_ID)["edoc_size"] is not None:
        raise NotProvoked(f"entry {LEASE_ID} has an electronic file")
    expect(result["hits"], "a scanned document came without passages", got=result)


@case("search_content.known-answer")
def the_leases_with_an_unpaid_balance(lab: "Lab") -> None:
    data = found(lab, folder_path=LEASES)
    equal(sorted(rows(data)), list(ANSWER), "the entries")
    pages = {entry_id: tuple(hit["page"] for hit in result["hits"]) for entry_id, result in rows(data).items()}
    equal(pages, dict(ANSWER_PAGES), "the pages of the passages")


@cases_of(row("search_content.hits-for-top", f"{top} of four", top=top) for top in (1, 3))
def the_first_rows_get_passages(lab: "Lab", top: int) -> None:
    results = found(lab, folder_path=LEASES, hits_for_top=top)["results"]
    made(lab.journal(), lab.name(*HITS), top)
    for place, result in enumerate(results):
        equal(bool(result["hits"]), place < top, f"whether results[{place}] has passages")
        equal(result["hit_count"] is None, place >= top, f"whether hit_count of results[{place}] is null")


@case("search_content.hits-for-top-zero")
def matches_only(lab: "Lab") -> None:
    data = found(lab, folder_path=LEASES, hits_for_top=0)
    made(lab.journal(), lab.name(*HITS), 0)
    expect(data["results"], "no entry was found")
    for result in data["results"]:
        equal((result["hits"], result["hit_count"], result["hits_truncated"]), ([], None, False), "passages of a row")


@case("search_content.hits-for-top-default")
def five_rows_by_default(lab: "Lab") -> None:
    data = found(lab, "tenant", folder_path=LEASES, max_results=8)
    expect(data["returned"] == 8, "fewer than eight leases name a tenant", got=data["returned"])
    made(lab.journal(), lab.name(*HITS), 5)


@cases_of(
    [
        row("search_content.hits-fetched-for", "fewer asked for than returned", top=2, fetched=2),
        row("search_content.hits-fetched-for", "more asked for than returned", top=9, fetched=4),
        row("search_content.hits-fetched-for", "none", top=0, fetched=0),
    ]
)
def fetched_for(lab: "Lab", top: int, fetched: int) -> None:
    equal(found(lab, folder_path=LEASES, hits_for_top=top)["hits_fetched_for"], fetched, "hits_fetched_for")


@case("search_content.hits-fetched-for", "a failed one counts")
def failed_passages_count(lab: "Lab") -> None:
    lab.faults({"operations": [lab.name(*HITS)], "kind": "refuse", "status": 500, "nth": 1})
    equal(found(lab, folder_path=LEASES, hits_for_top=2)["hits_fetched_for"], 2, "hits_fetched_for")


@cases_of(row("search_content.hits-per-entry", f"{most}", most=most) for most in (1, 4))
def so_many_passages(lab: "Lab", most: int) -> None:
    result = _lease(lab, hits_per_entry=most)
    equal(len(result["hits"]), most, "the number of passages")


@case("search_content.hits-per-entry", "three by default")
def three_passages(lab: "Lab") -> None:
    equal(len(_lease(lab)["hits"]), 3, "the number of passages")


@case("search_content.hits-per-entry-capped", "ten")
def ten_passages_at_most(lab: "Lab") -> None:
    equal(len(_lease(lab, hits_per_entry=100)["hits"]), 10, "the number of passages")


@case("search_content.hits-per-entry-capped", "as set")
def as_many_passages_as_set(lab: "Lab") -> None:
    equal(len(_lease(tight(lab), hits_per_entry=100)["hits"]), 2, "the number of passages")


@case("search_content.hit-count")
def all_matches_counted(lab: "Lab") -> None:
    result = _lease(lab, hits_per_entry=2)
    place = f"/Results/{result['row_number']}/ContextHits".lower()
    listed = [each for each in lab.journal(lab.name(*HITS)) if each["path"].lower().endswith(place)]
    matches = listed[0]["response"]["body"]["value"] if listed else []
    if len(matches) <= 2:
        raise NotProvoked("the server lists no more than two matches")
    equal(result["hit_count"], len(matches), "hit_count")


@cases_of(
    [
        row("search_content.hits-truncated", "left out", query=TENANT, most=3, truncated=True),
        row("search_content.hits-truncated", "all there", query=PHRASE, most=10, truncated=False),
    ]
)
def truncated_or_not(lab: "Lab", query: str, most: int, truncated: bool) -> None:
    result = _lease(lab, query, hits_per_entry=most)
    equal(result["hits_truncated"], truncated, "hits_truncated")
    equal(len(result["hits"]) < result["hit_count"], truncated, "whether hits are fewer than hit_count")


@cases_of(
    [
        row("search_content.max-results-default", "25", setting=False, asked=None, size=25),
        row("search_content.max-results-default", "as set", setting=True, asked=None, size=5),
        row("search_content.max-results", "3", setting=False, asked=3, size=3),
        row("search_content.max-results-capped", "100", setting=False, asked=1000, size=100),
        row("search_content.max-results-capped", "as set", setting=True, asked=50, size=7),
        row("search_content.returned", "a full page", setting=False, asked=6, size=6),
    ]
)
def a_page_of_everything(lab: "Lab", setting: bool, asked: int | None, size: int) -> None:
    arguments = {} if asked is None else {"max_results": asked}
    data = found(tight(lab) if setting else lab, EVERYTHING, hits_for_top=0, **arguments)
    equal(len(data["results"]), size, "the number of entries")
    equal(data["returned"], size, "returned")
    if lab.version == "v2":
        equal(parameters(lab.journal(lab.name(*RESULTS))).get("$top"), str(size), "$top of the results request")


@case("search_content.skip")
def the_next_page(lab: "Lab") -> None:
    whole = found(lab, EVERYTHING, hits_for_top=0, max_results=10)["results"]
    expect(len(whole) == 10, "fewer than ten entries were found", got=len(whole))
    rest = found(lab, EVERYTHING, hits_for_top=0, max_results=6, skip=4)["results"]
    equal([each["entry_id"] for each in rest], [each["entry_id"] for each in whole[4:]], "the entries after four")


@case("search_content.skip-past-end")
def past_the_end(lab: "Lab") -> None:
    data = found(lab, folder_path=LEASES, skip=1000)
    contains(command(lab), "LookIn", "the search expression")
    equal((data["results"], data["returned"], data["hits_fetched_for"]), ([], 0, 0), "the answer past the end")


@case("search_content.total-count")
def the_whole_is_counted(lab: "Lab") -> None:
    equal(found(lab, folder_path=LEASES, hits_for_top=0, max_results=1)["total_count"], len(ANSWER), "total_count")


@case("search_content.total-count-honest")
def the_page_is_no_total(lab: "Lab") -> None:
    total = found(lab, folder_path=LEASES, hits_for_top=0, max_results=1)["total_count"]
    expect(total in (None, len(ANSWER)), "total_count is that of the page", expected=[None, len(ANSWER)], got=total)


@case("search_content.row-numbers")
def rows_are_numbered(lab: "Lab") -> None:
    data = found(lab, EVERYTHING, hits_for_top=0, max_results=4, skip=3)
    equal([each["row_number"] for each in data["results"]], [4, 5, 6, 7], "the row numbers")


@case("search_content.nothing-found")
def no_match(lab: "Lab") -> None:
    data = found(lab, NO_MATCH)
    contains(command(lab), NO_MATCH, "the search expression")
    equal((data["results"], data["returned"], data["hits_fetched_for"]), ([], 0, 0), "the answer without a match")


def _lease(lab: "Lab", query: str = TENANT, **arguments: Any) -> dict[str, Any]:
    """The row of lease 604 in the answer to this query."""
    return only(found(lab, query, folder_path=LEASES, **arguments), LEASE_ID)
