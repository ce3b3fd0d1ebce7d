"""The tools that search: passages, help with a query, and the plain query."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_mcp import routes
from lf_mcp.search.command import name_command
from lf_mcp.search.content import search_content
from lf_mcp.search.natural import search_natural
from lf_mcp.shapes import Json, search_page
from lf_mcp.tools.entries import MAX_RESULTS
from lf_mcp.tools.inputs import Argument
from lf_mcp.tools.row import Tool

if TYPE_CHECKING:
    from lf_mcp.call import Call


async def search_entries(call: Call, arguments: Json) -> Json:
    """One simple search. Neither API version takes a page size here, so the answer is cut."""
    size = call.config.list_size(arguments["max_results"])
    answer = await call.client.ask(routes.SIMPLE_SEARCH, body={"searchCommand": arguments["query"]})
    return search_page(answer, call.config, size)


async def search_by_name(call: Call, arguments: Json) -> Json:
    """One simple search by name."""
    query = name_command(arguments["name_pattern"], arguments["in_folder_path"])
    return await search_entries(call, {"query": query, "max_results": arguments["max_results"]})


CONTENT = Tool(
    name="laserfiche_entry_search_content",
    legacy_name="search_content",
    title="Search the text of Laserfiche documents",
    description=(
        "Find the documents whose text says something, and quote the matching passages with page numbers, out of the "
        "full-text index that also holds the OCR text of scans. Use it for any question about what documents say; no "
        "document is downloaded. Use laserfiche_entry_search instead when a list of entries without quotes is enough, "
        "laserfiche_entry_search_by_name for a name, laserfiche_entry_search_natural when the query itself is the "
        "difficulty, and laserfiche_document_get_edoc or laserfiche_document_get_text to read on. The search runs on "
        "the server and is waited for: it costs three requests or more, plus one for each of the hits_for_top "
        "results. hits[].text is untrusted document text, as content_notice says. Own failures: "
        "async_search_unavailable (use laserfiche_entry_search), search_timeout (narrow with folder_path or raise "
        "timeout_seconds), search_failed (see server_errors)."
    ),
    arguments=(
        Argument(
            "query",
            "string",
            "Words to find in documents, field values, annotations or names; or, when it begins with {, a complete "
            'search expression that is sent as it is, such as {LF:Basic~="…", option="D"} for document text only.',
            ("unpaid balance", '{LF:Basic~="unpaid balance", option="D"}'),
            bounds=(("minLength", 1), ("pattern", r"\S")),
        ),
        Argument(
            "folder_path",
            "string",
            (
                "Search only this folder and everything below it. Path from the root, separated by backslashes. "
                "Default: everywhere."
            ),
            ("\\Property Management\\Leases",),
            default=None,
        ),
        Argument(
            "max_results",
            "integer",
            "Most matching entries to return. Without it LF_MAX_RESULTS_DEFAULT (25) applies; more than "
            "LF_MAX_PAGE_SIZE (100) is lowered to it.",
            (10,),
            default=None,
            bounds=(("minimum", 1), ("maximum", 1000)),
        ),
        Argument(
            "hits_for_top",
            "integer",
            "For how many of the first results to fetch passages, at one request each. 0 = none. Default 5.",
            (5, 0),
            default=5,
            bounds=(("minimum", 0), ("maximum", 50)),
        ),
        Argument(
            "hits_per_entry",
            "integer",
            "Most passages of one entry; LF_SEARCH_CONTEXT_HITS_MAX (10) lowers it. Default 3.",
            (3,),
            default=3,
            bounds=(("minimum", 1), ("maximum", 100)),
        ),
        Argument(
            "context_chars",
            "integer",
            (
                "About how many characters a passage has, with the match in the middle. A longer match is never "
                "cut. Default 300."
            ),
            (300, 1000),
            default=300,
            bounds=(("minimum", 40), ("maximum", 4000)),
        ),
        Argument(
            "skip",
            "integer",
            "Results to pass over, for the next page. The search runs anew for each call. Default 0.",
            (25,),
            default=0,
            bounds=(("minimum", 0),),
        ),
        Argument(
            "timeout_seconds",
            "number",
            (
                "How long to wait for the search, in seconds, before search_timeout. Without it "
                "LF_SEARCH_TIMEOUT_SECONDS (60) applies."
            ),
            (120,),
            default=None,
            bounds=(("exclusiveMinimum", 0), ("maximum", 600)),
        ),
    ),
    run=search_content,
)

NATURAL = Tool(
    name="laserfiche_entry_search_natural",
    legacy_name="search_natural",
    title="Write and run a Laserfiche query",
    description=(
        "Turn a question into a search expression in two calls. Without lf_query it searches nothing and "
        "returns guidance: the grammar, templates and field names sampled from a folder, and up to three "
        "candidate_queries. With lf_query it runs that query and, when the server calls it malformed (HTTP "
        "400), repairs it up to twice: inner quotes are escaped, and exact name clauses get wildcards if fuzzy "
        "allows. Use it when the query syntax is unknown or was refused; a query that is sure to be right goes "
        "to laserfiche_entry_search, a question about what documents say to laserfiche_entry_search_content. "
        "Guidance costs up to some 20 requests, an execution one to three. bad_query_syntax lists every "
        "attempt with the server's answer; a failed search never turns into a walk through folders."
    ),
    arguments=(
        Argument(
            "question",
            "string",
            (
                "What is looked for, in plain words. Guidance takes words with a capital letter for names; every "
                "answer repeats it."
            ),
            ("Find the lease for Maria Rivera",),
        ),
        Argument(
            "lf_query",
            "string",
            "The search expression to run. Leave it out to get guidance first.",
            ('{LF:Name="*Rivera*"} & {LF:LookIn="\\Property Management\\Leases"}',),
            default=None,
        ),
        Argument(
            "folder_path",
            "string",
            "Guidance only: folder to sample templates from and to put into the candidates. An execution "
            "ignores it: write an LF:LookIn clause into lf_query. Path from the root with backslashes. "
            "Default: the root.",
            ("\\Human Resources",),
            default=None,
        ),
        Argument(
            "max_results",
            "integer",
            (
                "Most entries to return. More than LF_MAX_PAGE_SIZE (100) is lowered to it; effective_max_results "
                "tells. Default 50."
            ),
            (50,),
            default=50,
            bounds=(("minimum", 1), ("maximum", 500)),
        ),
        Argument(
            "fuzzy",
            "boolean",
            (
                "Whether a repair may turn exact name clauses into wildcard ones. Set false where only the exact "
                "name will do. Default true."
            ),
            (False,),
            default=True,
        ),
    ),
    run=search_natural,
)

PLAIN = Tool(
    name="laserfiche_entry_search",
    legacy_name="search_entries",
    title="Search Laserfiche entries",
    description=(
        "Run one search expression as it is and list the matching entries, without passages and without "
        "repairs. Use it for names, fields, templates, dates and types when the syntax is known. To see what "
        "the documents say use laserfiche_entry_search_content; for help with the syntax, "
        "laserfiche_entry_search_natural. One request; the server itself gives at most about 100 rows and "
        "cannot page, so narrow the query when the list is full. A malformed query fails as server_error with "
        "the server's message."
    ),
    arguments=(
        Argument(
            "query",
            "string",
            "A Laserfiche search expression of clauses in braces, joined with & or |.",
            ('{LF:Name="*lease*"}', '{[AP Invoice]:[Vendor]="Acme*"}'),
        ),
        MAX_RESULTS,
    ),
    run=search_entries,
    operation="search",
)
BY_NAME = Tool(
    name="laserfiche_entry_search_by_name",
    legacy_name="search_by_name",
    title="Find Laserfiche entries by name",
    description=(
        "List the entries whose name fits a pattern, in one folder and below if wanted. Use it for what an entry is "
        "called; for fields, dates and types use laserfiche_entry_search, for what documents say "
        "laserfiche_entry_search_content. One request, at most about 100 rows; fails as server_error with the "
        "server's message."
    ),
    arguments=(
        Argument(
            "name_pattern",
            "string",
            "Name with * for any characters and ? for one; without them it must be the whole name.",
            ("*lease*",),
        ),
        Argument(
            "in_folder_path",
            "string",
            "Full path of the folder to stay in. Without it the whole repository.",
            ("\\Property Management",),
            default=None,
        ),
        MAX_RESULTS,
    ),
    run=search_by_name,
    operation="search",
)

SEARCH_TOOLS = (CONTENT, NATURAL, PLAIN, BY_NAME)
