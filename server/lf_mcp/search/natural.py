"""The tool that helps to write a query, and then runs it with automatic repairs. One set of keys for all answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_mcp import routes
from lf_mcp.errors import SLUGS, Slug, classify
from lf_mcp.failures import ApiError
from lf_mcp.search.guidance import guidance
from lf_mcp.search.repairs import REPAIRS
from lf_mcp.shapes import Json, search_page

if TYPE_CHECKING:
    from lf_mcp.call import Call
    from lf_mcp.search.repairs import Repair

MALFORMED = 400

WRITE_ANEW = (
    "Laserfiche kept calling the query malformed. Call laserfiche_entry_search_natural without lf_query for "
    'the grammar and write it anew: every value in double quotes, inner quotes as \\", LF:Basic with ~=, '
    "template and field in their own brackets and spelled as the repository spells them."
)
NOT_THE_QUERY = (
    "This is not about the query's syntax: check that the server can be reached, that the account may search, and its "
    "credentials. Repeat the call when that is settled."
)

EMPTY: Json = {
    "mode": None,
    "question": "",
    "folder_path": None,
    "grammar": None,
    "discovered_templates": [],
    "candidate_queries": [],
    "follow_up": None,
    "notes": [],
    "lf_query": None,
    "repairs_applied": [],
    "entries": [],
    "total_count": None,
    "next_link": None,
    "pagination_unknown": False,
    "effective_max_results": None,
    "attempts": [],
    "final_error": None,
    "next_action": None,
    "operation": None,
    "kind": None,
    "error": None,
    "request_id": None,
}


async def search_natural(call: Call, arguments: Json) -> Json:
    """Without `lf_query` guidance, with it an execution. Raises ShapeError; a failed search is an answer."""
    size = call.config.search_size(arguments["max_results"])
    answer = {**EMPTY, "question": arguments["question"]}
    if arguments["lf_query"] is None:
        return answer | await guidance(call, arguments, size)
    return answer | await _execute(call, arguments["lf_query"], arguments["fuzzy"], size)


async def _execute(call: Call, given: str, fuzzy: bool, size: int) -> Json:
    query, repairs, attempts = given, list[str](), list[Json]()
    unused = [repair for repair in REPAIRS if fuzzy or not repair.relaxes]
    while True:
        try:
            found = await call.client.ask(routes.SIMPLE_SEARCH, body={"searchCommand": query})
        except ApiError as failure:
            attempts.append(_attempt(query, repairs, failure))
            if failure.status != MALFORMED:
                return _failed(call, given, attempts, classify(failure), NOT_THE_QUERY)
        else:
            return _results(call, found, query, repairs, size)
        repair = _next_repair(query, unused)
        if repair is None:
            return _failed(call, given, attempts, SLUGS["bad_query_syntax"], WRITE_ANEW)
        unused.remove(repair)
        query = repair.apply(query)
        repairs.append(repair.name)


def _next_repair(query: str, unused: list[Repair]) -> Repair | None:
    """The first repair that would change the query; one without use now stays available for the next round."""
    return next((repair for repair in unused if repair.apply(query) != query), None)


def _attempt(query: str, repairs: list[str], failure: ApiError) -> Json:
    made_by = repairs[-1] if repairs else None
    return {"query": query, "repair": made_by, "status_code": failure.status, "error_body": failure.text}


def _results(call: Call, found: Json, query: str, repairs: list[str], size: int) -> Json:
    page = search_page(found, call.config, size)
    return {
        "mode": "results",
        "lf_query": query,
        "repairs_applied": repairs,
        **page,
        "pagination_unknown": page["next_link"] is None and len(page["entries"]) >= size,
        "effective_max_results": size,
    }


def _failed(call: Call, given: str, attempts: list[Json], slug: Slug, next_action: str) -> Json:
    return {
        "mode": "error",
        "lf_query": given,
        "attempts": attempts,
        "final_error": attempts[-1]["error_body"],
        "next_action": next_action,
        "operation": call.origin.operation,
        "kind": slug.kind,
        "error": slug.name,
        "request_id": call.origin.request_id,
    }
