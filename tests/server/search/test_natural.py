from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    import respx

    from lf_mcp import Config

    Ask = Callable[..., Awaitable[dict[str, Any]]]
    Make = Callable[..., Config]
    Url = Callable[..., str]

pytestmark = pytest.mark.anyio

NATURAL = "laserfiche_entry_search_natural"
MALFORMED = httpx.Response(400, json={"title": "Syntax", "errorCode": 9239})
FOUND = httpx.Response(200, json={"value": [{"id": 7, "name": "x"}]})


@pytest.mark.parametrize(
    ("query", "fuzzy", "answers", "mode", "repairs"),
    [
        ('{LF:Name="a"}', True, [FOUND], "results", []),
        ('{LF:Name="a"}', True, [MALFORMED, FOUND], "results", ["wildcard_wrap"]),
        ('{LF:Name="a "b" c"}', True, [MALFORMED, FOUND], "results", ["escape_quotes"]),
        ('{LF:Name="a "b" c"}', True, [MALFORMED] * 2 + [FOUND], "results", ["escape_quotes", "wildcard_wrap"]),
        ('{LF:Name="a "b" c"}', True, [MALFORMED] * 3, "error", [None, "escape_quotes", "wildcard_wrap"]),
        ('{LF:Name="a "b" c"}', False, [MALFORMED] * 2, "error", [None, "escape_quotes"]),
        ('{LF:Name="a"}', False, [MALFORMED], "error", [None]),
        ("", True, [MALFORMED], "error", [None]),
    ],
)
async def test_a_malformed_query_is_repaired_step_by_step(
    ask: Ask,
    config: Make,
    repository: respx.Router,
    url: Url,
    query: str,
    fuzzy: bool,
    answers: list[httpx.Response],
    mode: str,
    repairs: list[str | None],
) -> None:
    route = repository.post(url("SimpleSearches")).mock(side_effect=answers)
    answer = await ask(config(), NATURAL, question="who?", lf_query=query, fuzzy=fuzzy)
    assert (answer["mode"], answer["question"], route.call_count) == (mode, "who?", len(answers))
    if mode == "results":
        assert answer["repairs_applied"] == repairs
        assert answer["attempts"] == []
    else:
        assert [attempt["repair"] for attempt in answer["attempts"]] == repairs
        assert (answer["error"], answer["lf_query"], answer["repairs_applied"]) == ("bad_query_syntax", query, [])
        assert "Syntax" in answer["final_error"]


async def test_a_failure_that_is_not_about_syntax_ends_at_once(
    ask: Ask, config: Make, repository: respx.Router, url: Url
) -> None:
    route = repository.post(url("SimpleSearches")).mock(side_effect=[MALFORMED, httpx.Response(403)])
    answer = await ask(config(), NATURAL, question="q", lf_query='{LF:Name="a"}')
    assert (answer["error"], answer["kind"]) == ("auth_failed", "permission_denied")
    assert [attempt["status_code"] for attempt in answer["attempts"]] == [400, 403]
    assert route.call_count == 2


@pytest.mark.parametrize("version", ["v1", "v2"])
@pytest.mark.parametrize(
    ("rows", "link", "unknown"), [(3, None, True), (2, None, False), (3, "http://x.test/n", False)]
)
async def test_a_full_page_without_a_link_leaves_open_whether_there_is_more(
    ask: Ask, config: Make, repository: respx.Router, url: Url, version: str, rows: int, link: str | None, unknown: bool
) -> None:
    body = {"value": [{"id": n} for n in range(rows)], **({"@odata.nextLink": link} if link else {})}
    route = repository.post(url("SimpleSearches", version)).respond(json=body)
    answer = await ask(config(api_version=version), NATURAL, question="q", lf_query="{x}", max_results=3)
    assert (answer["pagination_unknown"], answer["next_link"]) == (unknown, link)
    assert not route.calls.last.request.url.query


async def test_a_page_is_cut_to_the_configured_most_and_says_so(
    ask: Ask, config: Make, repository: respx.Router, url: Url
) -> None:
    repository.post(url("SimpleSearches")).respond(json={"value": [{"id": n} for n in range(30)]})
    answer = await ask(config(max_page_size=20), NATURAL, question="q", lf_query="{x}")
    assert len(answer["entries"]) == answer["effective_max_results"] == 20


def children(*ids: int) -> dict[str, Any]:
    return {"value": [{"id": number, "name": f"e{number}"} for number in ids]}


async def test_guidance_keeps_templates_in_the_order_of_the_listing_and_each_once(
    ask: Ask, config: Make, repository: respx.Router, url: Url
) -> None:
    templates = {11: "Permit", 12: "Lease", 13: " ", 14: "Permit", 15: None}
    repository.get(url("Entries/1/Folder/Children", "v2")).respond(json=children(*templates, 16))
    for number, name in templates.items():
        repository.get(url(f"Entries/{number}", "v2")).respond(json={"id": number, "templateName": name})
    repository.get(url("Entries/16", "v2")).respond(403)
    names = [{"name": "Status"}, {"name": "Owner Name"}, {"name": "Status"}]
    repository.get(url("Entries/11/Fields", "v2")).respond(json={"value": names})
    repository.get(url("Entries/12/Fields", "v2")).respond(500)
    answer = await ask(config(api_version="v2"), NATURAL, question="Find Rivera")
    assert answer["discovered_templates"] == [
        {"template_name": "Permit", "field_names": ["Status", "Owner Name"]},
        {"template_name": "Lease", "field_names": []},
    ]
    queries = [candidate["query"] for candidate in answer["candidate_queries"]]
    assert queries == ['{LF:Name="*Rivera*"}', '{[Permit]:[Owner Name]="*Rivera*"}']
    assert answer["notes"] == []


@pytest.mark.parametrize(
    ("children_answer", "note"),
    [
        (httpx.Response(200, json={"value": []}), "the folder is empty"),
        (httpx.Response(403, json={"title": "Access denied"}), "could not be listed"),
        (httpx.Response(200, json={"value": "x"}), "could not be listed"),
        (httpx.Response(200, json=children(11)), "none of the sampled entries carries a template"),
    ],
)
async def test_guidance_never_fails_but_notes_what_it_could_not_find_out(
    ask: Ask, config: Make, repository: respx.Router, url: Url, children_answer: httpx.Response, note: str
) -> None:
    repository.get(url("Entries/1/Laserfiche.Repository.Folder/children")).mock(return_value=children_answer)
    repository.get(url("Entries/11")).respond(404)
    answer = await ask(config(), NATURAL, question="q", max_results=200)
    assert answer["mode"] == "guidance"
    assert note in answer["notes"][0]
    assert "LF_MAX_PAGE_SIZE" in answer["notes"][1]
    assert "max_results=100" in answer["follow_up"]
    assert [candidate["query"] for candidate in answer["candidate_queries"]] == ['{LF:Name="*"}']


@pytest.mark.parametrize(
    ("answer", "sampled"),
    [
        ({"entry": {"id": 61}}, 61),
        ({"Entry": {"Id": 61}}, 61),
        ({"id": 61}, 61),
        ({"entry": None}, 1),
        ({"entry": {"id": 0}}, 1),
        ({}, 1),
    ],
)
async def test_a_path_is_resolved_in_every_form_and_else_the_root_is_sampled(
    ask: Ask, config: Make, repository: respx.Router, url: Url, answer: dict[str, Any], sampled: int
) -> None:
    by_path = repository.get(url("Entries/ByPath"), params={"fullPath": "\\A & B"}).respond(json=answer)
    listed = repository.get(url(f"Entries/{sampled}/Laserfiche.Repository.Folder/children")).respond(json=children())
    found = await ask(config(), NATURAL, question="q", folder_path="\\A & B")
    assert (by_path.called, listed.called) == (True, True)
    assert found["folder_path"] == "\\A & B"
    assert (len(found["notes"]) == 2) == (sampled == 1)
