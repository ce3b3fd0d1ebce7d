"""Every tool, once for each answer it can give, against the simulator over a real socket."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from tests.server.end_to_end.conftest import Lab

pytestmark = pytest.mark.anyio

CONTENT = "laserfiche_entry_search_content"
NATURAL = "laserfiche_entry_search_natural"
PLAIN = "laserfiche_entry_search"
FOLDER = "laserfiche_folder_list"
ENTRY = "laserfiche_entry_get"
FIELDS = "laserfiche_field_values_get"


async def test_the_question_about_unpaid_balances_is_answered_with_page_and_passage(lab: Lab) -> None:
    answer = await lab.ask(CONTENT, query="unpaid balance", folder_path="\\Property Management\\Leases")
    found = {result["entry_id"]: result for result in answer["results"]}
    assert {604, 609, 617, 622} <= set(found)
    assert 231 not in found
    assert answer["query"] == '{LF:Basic~="unpaid balance"} & {LF:LookIn="\\Property Management\\Leases"}'
    assert answer["total_count"] == lab.name(None, len(found))
    hits = [hit for hit in found[604]["hits"] if hit["page"]]
    assert any("unpaid" in hit["text"].lower() for hit in hits)
    assert "untrusted" in answer["content_notice"]
    assert lab.searches()[0] == 0


async def test_content_search_asks_in_the_documented_order(lab: Lab) -> None:
    await lab.ask(CONTENT, query="unpaid balance", hits_for_top=2)
    start, status, results, hits, close = lab.name(
        ("CreateSearchOperation", "GetSearchStatus", "GetSearchResults", "GetSearchContextHits", "CancelOrCloseSearch"),
        ("StartSearchEntry", "ListTasks", "ListSearchResults", "ListSearchContextHits", "CancelTasks"),
    )
    assert lab.operations() == [start, status, results, hits, hits, close]
    (asked,) = lab.journal(results)
    assert asked["query"] == lab.name("", "$top=25&$skip=0&$count=true")


async def test_passages_are_limited_and_counted(lab: Lab) -> None:
    answer = await lab.ask(CONTENT, query='{LF:Basic~="tenant"} & {LF:ID=604}', hits_per_entry=2, context_chars=40)
    (result,) = answer["results"]
    assert len(result["hits"]) == 2
    assert result["hit_count"] >= 12
    assert result["hits_truncated"]
    assert all(len(hit["text"]) <= 42 and hit["match"] in hit["text"] for hit in result["hits"])


async def test_hits_are_read_only_for_the_top_results(lab: Lab) -> None:
    answer = await lab.ask(CONTENT, query="unpaid balance", hits_for_top=1)
    assert answer["hits_fetched_for"] == 1
    assert [result["hit_count"] is None for result in answer["results"]] == [False] + [True] * (answer["returned"] - 1)


async def test_skip_and_max_results_page_through_the_matches(lab: Lab) -> None:
    whole = await lab.ask(CONTENT, query="unpaid balance", hits_for_top=0)
    part = await lab.ask(CONTENT, query="unpaid balance", hits_for_top=0, skip=1, max_results=2)
    assert [r["entry_id"] for r in part["results"]] == [r["entry_id"] for r in whole["results"]][1:3]
    assert part["results"][0]["row_number"] == 2
    assert "content_notice" not in whole


async def test_rows_beyond_the_servers_first_page_are_reached(lab: Lab) -> None:
    everything = '{LF:Name="*"}'
    last = await lab.ask(CONTENT, query=everything, hits_for_top=0, skip=160, max_results=5)
    assert [result["row_number"] for result in last["results"]] == [161, 162, 163, 164, 165]


async def test_nothing_found_is_a_success(lab: Lab) -> None:
    answer = await lab.ask(CONTENT, query="zyzzyva quokka")
    assert (answer["returned"], answer["results"], answer["hits_fetched_for"]) == (0, [], 0)


async def test_a_folder_with_quotes_in_its_name_is_searched(lab: Lab) -> None:
    answer = await lab.ask(CONTENT, query="settlement", folder_path='\\Legal\\Matter "Q1" drafts')
    assert answer["returned"] >= 2
    assert lab.searches()[0] == 0


async def test_a_build_without_a_status_route_is_asked_for_results_at_once(lab: Lab) -> None:
    lab.imitate(absent_operations=[lab.name("GetSearchStatus", "ListTasks")], absent_status=404)
    answer = await lab.ask(CONTENT, query="unpaid balance", hits_for_top=0)
    assert answer["returned"] >= 4


@pytest.mark.parametrize("status", [404, 405, 501])
async def test_a_build_without_async_search_says_so_and_names_the_way_on(lab: Lab, status: int) -> None:
    lab.imitate(absent_operations=[lab.name("CreateSearchOperation", "StartSearchEntry")], absent_status=status)
    answer = await lab.ask(CONTENT, query="unpaid balance")
    assert (answer["error"], answer["kind"]) == ("async_search_unavailable", "upstream_unavailable")
    assert PLAIN in answer["hint"]
    assert ("user_hint" in answer) == (status != 404)
    assert answer["query"] == '{LF:Basic~="unpaid balance"}'


async def test_results_that_are_not_found_are_not_a_missing_feature(lab: Lab) -> None:
    results = lab.name("GetSearchResults", "ListSearchResults")
    lab.faults({"operations": [results], "kind": "refuse", "status": 404})
    answer = await lab.ask(CONTENT, query="unpaid balance")
    assert answer["error"] == "not_found"
    assert lab.searches() == (0, 1)


async def test_a_search_that_fails_on_the_server_passes_on_its_errors(lab: Lab) -> None:
    lab.imitate(search_fails=True)
    answer = await lab.ask(CONTENT, query="unpaid balance")
    assert (answer["error"], answer["status"]) == ("search_failed", "Failed")
    assert len(answer["server_errors"]) == 1
    assert lab.searches() == (0, 1)


async def test_passages_that_cannot_be_read_keep_their_row(lab: Lab) -> None:
    hits = lab.name("GetSearchContextHits", "ListSearchContextHits")
    lab.faults(
        {"operations": [hits], "kind": "refuse", "status": 503, "nth": 1},
        {"operations": [hits], "kind": "drop", "nth": 2},
    )
    answer = await lab.ask(CONTENT, query="unpaid balance", hits_for_top=3)
    assert sorted(result["hits_error"] or "-" for result in answer["results"][:3]) == ["-", "503", "error"]
    assert answer["hits_fetched_for"] == 3


async def test_guidance_samples_templates_and_offers_candidates(lab: Lab) -> None:
    answer = await lab.ask(NATURAL, question="Show the Council minutes", folder_path="\\City Clerk")
    assert answer["mode"] == "guidance"
    templates = {hint["template_name"]: hint["field_names"] for hint in answer["discovered_templates"]}
    assert len(templates) >= 2
    assert all(templates.values())
    queries = [candidate["query"] for candidate in answer["candidate_queries"]]
    assert queries[0] == '{LF:Name="*Council*"} & {LF:LookIn="\\City Clerk"}'
    assert "LF:Basic" in answer["grammar"]


async def test_every_candidate_is_a_query_that_the_server_takes(lab: Lab) -> None:
    question = "Show the Council Agenda"
    async with lab.client() as client:
        for folder in (None, "\\City Clerk", '\\Legal\\Matter "Q1" drafts'):
            answer = (await client.call_tool(NATURAL, {"question": question, "folder_path": folder})).structured_content
            for candidate in (answer or {})["candidate_queries"]:
                run = await client.call_tool(NATURAL, {"question": question, "lf_query": candidate["query"]})
                assert run.structured_content is not None
                assert (run.structured_content["mode"], run.structured_content["repairs_applied"]) == ("results", [])


async def test_a_folder_that_is_not_there_is_a_note_and_the_root_is_sampled(lab: Lab) -> None:
    answer = await lab.ask(NATURAL, question="Show Leases", folder_path="\\No Such Folder")
    assert answer["mode"] == "guidance"
    assert "folder_path" in answer["notes"][0]
    assert answer["discovered_templates"]
    assert '{LF:LookIn="\\No Such Folder"}' in answer["candidate_queries"][0]["query"]


@pytest.mark.parametrize(
    ("folder", "note"), [("\\Scanning\\To Be Indexed", "empty"), ("\\Inbox", "none of the sampled entries carries")]
)
async def test_what_a_folder_does_not_show_is_a_note(lab: Lab, folder: str, note: str) -> None:
    answer = await lab.ask(NATURAL, question="Show Leases", folder_path=folder)
    assert any(note in said for said in answer["notes"]), answer["notes"]
    assert answer["discovered_templates"] == []


async def test_unescaped_quotes_are_repaired_on_the_second_try(lab: Lab) -> None:
    answer = await lab.ask(NATURAL, question="q", lf_query='{LF:Name="Old "final" scan"}')
    assert answer["mode"] == "results"
    assert answer["repairs_applied"] == ["escape_quotes"]
    assert answer["lf_query"] == '{LF:Name="Old \\"final\\" scan"}'
    assert [entry["id"] for entry in answer["entries"]] == [85]


async def test_a_query_beyond_repair_lists_its_attempts(lab: Lab) -> None:
    answer = await lab.ask(NATURAL, question="q", lf_query='{LF:Name="lease"} & {LF:Basic="x"}')
    assert (answer["error"], answer["kind"]) == ("bad_query_syntax", "invalid_input")
    assert [attempt["repair"] for attempt in answer["attempts"]] == [None, "wildcard_wrap"]
    assert all(attempt["status_code"] == 400 for attempt in answer["attempts"])
    assert answer["lf_query"] == '{LF:Name="lease"} & {LF:Basic="x"}'


async def test_a_repair_that_finds_more_can_be_forbidden(lab: Lab) -> None:
    answer = await lab.ask(NATURAL, question="q", lf_query='{LF:Name="lease"} & {LF:Basic="x"}', fuzzy=False)
    assert [attempt["repair"] for attempt in answer["attempts"]] == [None]


async def test_a_full_page_says_that_there_may_be_more(lab: Lab) -> None:
    answer = await lab.ask(NATURAL, question="q", lf_query='{LF:Name="*lease*"}', max_results=3)
    assert len(answer["entries"]) == answer["effective_max_results"] == 3
    assert answer["pagination_unknown"] == (answer["next_link"] is None)


async def test_a_plain_search_is_one_request_without_a_page_size(lab: Lab) -> None:
    answer = await lab.ask(PLAIN, query='{LF:Name="*lease*"}', max_results=4)
    assert len(answer["entries"]) == 4
    (asked,) = lab.journal()
    assert asked["operation"] == lab.name("CreateSimpleSearchOperation", "SearchEntry")
    assert asked["query"] == ""
    assert asked["request"]["body"] == {"searchCommand": '{LF:Name="*lease*"}'}


async def test_a_plain_search_without_matches_is_empty(lab: Lab) -> None:
    assert (await lab.ask(PLAIN, query='{LF:Name="no such thing"}'))["entries"] == []


async def test_a_folder_is_listed_in_pages_with_one_request_each(lab: Lab) -> None:
    first = await lab.ask(FOLDER, folder_id=22, max_results=3, include_count=True)
    second = await lab.ask(FOLDER, folder_id=22, max_results=3, skip=3)
    assert first["total_count"] >= 40
    assert second["total_count"] is None
    ids = [entry["id"] for entry in first["entries"] + second["entries"]]
    assert len(set(ids)) == 6
    assert len(lab.journal()) == 2


async def test_an_empty_folder_is_an_empty_page(lab: Lab) -> None:
    assert (await lab.ask(FOLDER, folder_id=91))["entries"] == []


async def test_an_entry_is_read_with_its_template_and_link(lab: Lab) -> None:
    answer = await lab.ask(ENTRY, {"LF_WEB_CLIENT_URL_TEMPLATE": "https://web.test/{repo_id}/{entry_id}"}, entry_id=604)
    assert (answer["entry_type"], answer["template_name"], answer["page_count"]) == ("Document", "Lease", 4)
    assert answer["full_path"].startswith("\\Property Management\\Leases\\")
    assert answer["web_url"].endswith("/604")


async def test_field_values_have_their_names_on_both_versions(lab: Lab) -> None:
    answer = await lab.ask(FIELDS, entry_id=604)
    named = {value["field_name"]: value for value in answer["values"]}
    assert named["Parcel Number"]["is_multi_value"]
    assert "(unnamed)" not in named


CALLS: dict[str, tuple[dict[str, Any], tuple[str, str]]] = {
    CONTENT: ({"query": "x"}, ("CreateSearchOperation", "StartSearchEntry")),
    NATURAL: ({"question": "q", "lf_query": '{LF:Name="*x*"}'}, ("CreateSimpleSearchOperation", "SearchEntry")),
    PLAIN: ({"query": '{LF:Name="*x*"}'}, ("CreateSimpleSearchOperation", "SearchEntry")),
    FOLDER: ({"folder_id": 1}, ("GetEntryListing", "ListEntries")),
    ENTRY: ({"entry_id": 1}, ("GetEntry", "GetEntry")),
    FIELDS: ({"entry_id": 1}, ("GetFieldValues", "ListFields")),
}
REFUSALS = [
    (401, None, "auth_failed"),
    (403, None, "auth_failed"),
    (400, 9010, "auth_failed"),
    (404, 9001, "not_found"),
    (405, None, "method_not_allowed"),
    (415, None, "unsupported_media_type"),
    (429, None, "rate_limited"),
    (409, 9039, "required_field_missing"),
    (500, None, "server_error"),
    (302, None, "server_error"),
]


@pytest.mark.parametrize("tool", CALLS)
async def test_every_refusal_of_the_server_is_classified(lab: Lab, tool: str) -> None:
    arguments, names = CALLS[tool]
    async with lab.client() as client:
        for status, code, slug in REFUSALS:
            if (tool, status) in ((CONTENT, 404), (CONTENT, 405)) or (tool, status, code) == (NATURAL, 400, 9010):
                continue  # these have a meaning of their own there
            rule = {"operations": [lab.name(*names)], "kind": "refuse", "status": status}
            lab.faults(rule | ({"error_code": code} if code else {}))
            answer = (await client.call_tool(tool, arguments)).structured_content
            assert answer is not None
            assert (answer["mode"], answer["error"]) == ("error", slug), (status, answer)
            if tool != NATURAL:
                assert answer["status_code"] == status
                assert answer["server_error_code"] == code or code is None


@pytest.mark.parametrize("tool", CALLS)
@pytest.mark.parametrize(
    ("fault", "slug"),
    [
        ({"kind": "drop"}, "server_error"),
        ({"kind": "refuse", "status": 200, "text": "<html>", "content_type": "text/html"}, "server_error"),
        ({"kind": "refuse", "status": 200, "body": []}, "internal_error"),
        ({"kind": "refuse", "status": 200, "body": {"value": "x"}}, "internal_error"),
    ],
    ids=["dropped", "html", "array", "odd-value"],
)
async def test_every_useless_answer_is_a_structured_error(
    lab: Lab, tool: str, fault: dict[str, Any], slug: str
) -> None:
    arguments, names = CALLS[tool]
    lab.faults(fault | {"operations": [lab.name(*names)]})
    answer = await lab.ask(tool, **arguments)
    if tool == CONTENT and fault.get("body") == {"value": "x"}:
        slug = "server_error"  # it names no token
    assert answer["error"] == slug


async def test_a_lost_token_leads_to_one_sign_in_and_one_repeat(lab: Lab) -> None:
    lab.faults({"operations": ["GetEntry"], "kind": "refuse", "status": 401, "times": 1})
    answer = await lab.ask(ENTRY, entry_id=604)
    assert answer["id"] == 604
    assert [e["status"] for e in lab.journal("GetEntry")] == [401, 200]
    assert len(lab.journal("CreateToken")) == 2


async def test_a_wrong_password_is_an_auth_failure_and_is_not_tried_again(lab: Lab) -> None:
    answer = await lab.ask(ENTRY, {"LF_PASSWORD": "wrong-password", "LF_RETRY_ATTEMPTS": "3"}, entry_id=604)
    assert answer["error"] == "auth_failed"
    assert "wrong-password" not in str(answer)
    assert len(lab.journal("CreateToken")) == 1
