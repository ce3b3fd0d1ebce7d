"""The schema files: well-formed, closed, and able to tell a good answer from a damaged one."""

import copy
import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lf_contracts import schemas

REQUEST_ID = "3f0c1e0a-5b1d-4f6e-9a53-0c9a4de01234"
SUMMARY = {
    "id": 604,
    "name": "Lease",
    "entry_type": "Document",
    "parent_id": 61,
    "full_path": "\\Leases\\Lease",
    "creation_time": "2024-03-01T08:30:00Z",
    "last_modified_time": None,
}
DETAIL = {
    **SUMMARY,
    "template_name": "Lease",
    "fields": [],
    "page_count": 4,
    "is_electronic_document": False,
    "extension": "",
}
PAGE = {"entries": [SUMMARY], "total_count": None, "next_link": None}
HIT = {
    "page": 3,
    "text": "an unpaid balance is due",
    "match": "unpaid balance",
    "hit_type": "PageContent",
    "field_name": None,
}
RESULT = {
    "entry_id": 604,
    "name": "Lease",
    "entry_type": "Document",
    "full_path": None,
    "row_number": 1,
    "hits": [HIT],
    "hit_count": 1,
    "hits_truncated": False,
    "hits_error": None,
}
CONTENT = {
    "mode": "content_search",
    "query": '{LF:Basic~="unpaid balance"}',
    "total_count": 1,
    "returned": 1,
    "hits_fetched_for": 1,
    "results": [RESULT],
    "content_notice": "untrusted text",
}
NATURAL = {
    "mode": "results",
    "question": "Which?",
    "folder_path": None,
    "grammar": None,
    "discovered_templates": [],
    "candidate_queries": [],
    "follow_up": None,
    "notes": [],
    "lf_query": '{LF:Name="*"}',
    "repairs_applied": ["escape_quotes"],
    "entries": [SUMMARY],
    "total_count": 1,
    "next_link": None,
    "pagination_unknown": False,
    "effective_max_results": 50,
    "attempts": [],
    "final_error": None,
    "next_action": None,
    "operation": None,
    "kind": None,
    "error": None,
    "request_id": None,
}
ATTEMPT = {"query": '{LF:Name="a', "repair": None, "status_code": 400, "error_body": "status 400: {}"}
TEMPLATE = {"template_name": "Lease", "field_names": ["Tenant"]}
CANDIDATE = {"query": '{LF:Name="*"}', "rationale": "Everything."}
GUIDANCE = {
    **NATURAL,
    "mode": "guidance",
    "lf_query": None,
    "repairs_applied": [],
    "entries": [],
    "total_count": None,
    "grammar": "clauses …",
    "discovered_templates": [TEMPLATE],
    "candidate_queries": [CANDIDATE],
    "follow_up": "call again with lf_query",
    "notes": ["The folder is empty."],
}
NATURAL_ERROR = {
    **NATURAL,
    "mode": "error",
    "repairs_applied": [],
    "entries": [],
    "total_count": None,
    "effective_max_results": None,
    "attempts": [ATTEMPT],
    "final_error": "status 400",
    "next_action": "Read the grammar.",
    "operation": "search_natural",
    "kind": "invalid_input",
    "error": "bad_query_syntax",
    "request_id": REQUEST_ID,
}
FIELD = {
    "field_name": "Tenant",
    "field_type": "String",
    "values": [{"value": "Gomez", "position": 1}],
    "is_multi_value": False,
}
VALUES = {"entry_id": 604, "values": [FIELD]}


def classified(operation: str, **extras: Any) -> dict[str, Any]:
    return {
        "mode": "error",
        "operation": operation,
        "kind": "upstream_unavailable",
        "error": "server_error",
        "status_code": 500,
        "server_error_code": 9042,
        "server_message": "Timed out. [9042]",
        "reason": "The server is in trouble.",
        "request_id": REQUEST_ID,
        "upstream_trace_id": None,
        "user_hint": f"Tell your administrator: {REQUEST_ID}",
        **extras,
    }


def safety_net(operation: str, **extras: Any) -> dict[str, Any]:
    return {
        "mode": "error",
        "operation": operation,
        "kind": "upstream_unavailable",
        "error": "internal_error",
        "request_id": REQUEST_ID,
        "reason": "Something unexpected.",
        "user_hint": f"Tell your administrator: {REQUEST_ID}",
        **extras,
    }


def outcome(slug: str, **extras: Any) -> dict[str, Any]:
    envelope = {"mode": "error", "operation": "search_content", "kind": "upstream_unavailable", "error": slug}
    return {**envelope, "request_id": REQUEST_ID, "query": '{LF:Name="*"}', **extras}


GOOD: dict[str, Any] = {
    "shapes/entry-summary": SUMMARY,
    "shapes/entry-detail": DETAIL,
    "shapes/search-page": PAGE,
    "shapes/content-hit": HIT,
    "shapes/content-result": RESULT,
    "shapes/field-value": FIELD,
    "shapes/attempt": ATTEMPT,
    "shapes/template-hint": TEMPLATE,
    "shapes/candidate-query": CANDIDATE,
    "entry_search_content/results": CONTENT,
    "entry_search_content/error-classified": classified("search_content", query='{LF:Name="*"}'),
    "entry_search_content/error-timeout": outcome(
        "search_timeout", status="InProgress", percent_complete=40, timeout_seconds=0.5, message="Narrow it."
    ),
    "entry_search_content/error-failed": outcome("search_failed", status="Failed", server_errors=[{"title": "T"}]),
    "entry_search_content/error-safety-net": safety_net("search_content"),
    "entry_search_natural/guidance": GUIDANCE,
    "entry_search_natural/results": NATURAL,
    "entry_search_natural/error": NATURAL_ERROR,
    "entry_search_natural/error-safety-net": safety_net("search_natural"),
    "entry_search/error-classified": classified("search"),
    "entry_search/error-safety-net": safety_net("search"),
    "folder_list/error-classified": classified("list_folder", folder_id=61),
    "folder_list/error-safety-net": safety_net("list_folder"),
    "entry_get/error-classified": classified("get_entry", entry_id=604),
    "entry_get/error-safety-net": safety_net("get_entry", entry_id=604),
    "field_values_get/values": VALUES,
    "field_values_get/error-classified": classified("get_field_values", entry_id=604),
    "field_values_get/error-safety-net": safety_net("get_field_values", entry_id=604),
}
FORMS = tuple(GOOD)
OTHERS: dict[str, list[dict[str, Any]]] = json.loads(Path(__file__).with_name("answers.json").read_text("utf-8"))
"""Good answers in the forms of the other tools."""
ANSWERS = {name: [good] for name, good in GOOD.items()} | OTHERS
OPEN = {
    "shapes/server-answer": set[str](),
    "shapes/partial": {"mode", "operation", "partial_errors", "warning"},
    "shapes/definition-page": {"value"},
    "shapes/task-state": {"status"},
    "task_wait/waited": {"status", "timed_out"},
    "repository_list/repositories": {"value"},
}
"""Forms in which the server's own keys are handed on, with the keys that are always there."""
FILES = Path(schemas.__file__).parent
READING = tuple(
    f"laserfiche_{name}"
    for name in (
        *("entry_search", "entry_search_by_name", "entry_search_natural", "entry_search_content", "folder_list"),
        *("entry_get", "entry_get_by_path", "field_values_get", "document_get_text", "document_get_edoc"),
        *("document_get_image", "document_find_duplicates", "entry_compare", "repository_list"),
        *("field_definition_list", "tag_definition_list", "template_definition_list", "link_definition_list"),
        *("template_field_list", "audit_reason_list", "task_get_status", "task_wait", "task_update"),
    )
)
OPTIONAL = {"content_notice", "user_hint", "web_url", "hint"}
# What another server sent is handed on as it came, whatever its type.
AS_SENT = {"server_error_code", "server_message", "upstream_trace_id"}


def damaged(good: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The answer with one thing wrong, in every place of its top level."""
    for key in good:
        if key not in OPTIONAL:
            yield f"without {key}", {name: value for name, value in good.items() if name != key}
        if key not in AS_SENT:
            yield f"{key} of another type", {**good, key: {"an": "object"}}
    yield "with a key more", {**good, "extra": 1}


def forms(tool: str) -> list[str]:
    """The forms that the file of a tool refers to."""
    branches = json.loads((FILES / f"tools/{tool}.json").read_text("utf-8"))["oneOf"]
    return [branch["$ref"].removeprefix("../").removesuffix(".json") for branch in branches if "$ref" in branch]


def resolved(document: dict[str, Any], node: dict[str, Any]) -> dict[str, Any]:
    return document["$defs"][node["$ref"].rpartition("/")[2]] if "$ref" in node else node


def broken(name: str, good: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The good answer with one thing wrong that the form speaks of, also in the first row of its lists."""
    form = schemas.schema(name)
    for key in form.get("required", ()):
        yield f"without {key}", {other: value for other, value in good.items() if other != key}
    for key, value in good.items():
        told = form["properties"].get(key)
        if told is None or not resolved(form, told).keys() & {"type", "const", "enum"}:
            continue
        yield f"{key} of another type", {**good, key: [] if isinstance(value, dict) else {"an": "object"}}
        if isinstance(value, list) and value and isinstance(value[0], dict):
            row = resolved(form, resolved(form, told)["items"])
            for part in row.get("required", ()):
                less = {other: inner for other, inner in value[0].items() if other != part}
                yield f"{key} without {part}", {**good, key: [less, *value[1:]]}
    yield "of an unknown mode", {**good, "mode": "unheard of"}
    if form.get("additionalProperties") is False:
        yield "with a key more", {**good, "extra": 1}


def accepts(document: dict[str, Any], answer: Any) -> bool:
    return Draft202012Validator(document).is_valid(answer)


@pytest.mark.parametrize("name", schemas.names())
def test_a_schema_is_well_formed(name: str) -> None:
    Draft202012Validator.check_schema(schemas.schema(name))


@pytest.mark.parametrize("name", FORMS)
def test_a_good_answer_is_accepted(name: str) -> None:
    assert [error.message for error in schemas.validator(name).iter_errors(GOOD[name])] == []


@pytest.mark.parametrize("name", FORMS)
def test_a_damaged_answer_is_refused(name: str) -> None:
    accepted = [what for what, bad in damaged(GOOD[name]) if schemas.validator(name).is_valid(bad)]
    assert accepted == []


@pytest.mark.parametrize("name", FORMS)
def test_an_object_of_a_form_is_closed_at_every_depth(name: str) -> None:
    def check(node: Any, where: str) -> None:
        if isinstance(node, dict):
            if "properties" in node and node.get("type") == "object":
                assert node.get("additionalProperties") is False, where
            for key, value in node.items():
                check(value, f"{where}/{key}")
        elif isinstance(node, list):
            for place, value in enumerate(node):
                check(value, f"{where}/{place}")

    check(schemas.schema(name), name)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("entry_get/error-classified", {"error": "auth_failed"}),
        ("entry_get/error-classified", {"error": "not_found"}),
        ("entry_get/error-classified", {"kind": "permission_denied"}),
        ("entry_get/error-classified", {"error": "no_such_slug"}),
        ("entry_get/error-classified", {"error": "async_search_unavailable"}),
        ("entry_get/error-classified", {"request_id": "12"}),
        ("entry_get/error-classified", {"request_id": "3f0c1e0a-5b1d-1f6e-9a53-0c9a4de01234"}),
        ("entry_get/error-classified", {"mode": "failure"}),
        ("entry_get/error-classified", {"operation": "entry_get"}),
        ("entry_search_natural/error", {"kind": "upstream_unavailable"}),
        ("entry_search_natural/error", {"attempts": []}),
        ("entry_search_natural/error", {"attempts": [ATTEMPT] * 4}),
        ("entry_search_natural/guidance", {"candidate_queries": []}),
        ("entry_search_natural/guidance", {"candidate_queries": [CANDIDATE] * 4}),
        ("entry_search_natural/results", {"repairs_applied": ["guess"]}),
        ("entry_search_content/results", {"content_notice": ""}),
        ("entry_search_content/results", {"results": [{**RESULT, "hits": []}]}),
        ("entry_search_content/results", {"results": [{**RESULT, "hits": [{**HIT, "page": 0}]}]}),
        ("entry_search_content/error-timeout", {"timeout_seconds": 0}),
        ("shapes/entry-summary", {"entry_type": "document"}),
        ("shapes/entry-summary", {"creation_time": "yesterday"}),
        ("shapes/entry-detail", {"fields": ["Tenant"]}),
        ("shapes/field-value", {"field_name": ""}),
    ],
)
def test_a_value_that_the_contract_does_not_know_is_refused(name: str, change: dict[str, Any]) -> None:
    assert not schemas.validator(name).is_valid({**GOOD[name], **change})


@pytest.mark.parametrize(
    ("slug", "hint", "good"),
    [
        ("auth_failed", True, True),
        ("auth_failed", False, False),
        ("server_error", False, False),
        ("not_found", False, True),
        ("not_found", True, False),
        ("rate_limited", True, False),
    ],
)
def test_a_hint_for_the_person_goes_with_the_kind(slug: str, hint: bool, good: bool) -> None:
    error = {**classified("get_entry", entry_id=1), "error": slug, "kind": schemas.slugs()[slug].kind}
    if not hint:
        del error["user_hint"]
    assert schemas.validator("entry_get/error-classified").is_valid(error) is good


@pytest.mark.parametrize(("status", "good"), [(404, True), (405, True), (501, True), (500, False), (None, False)])
def test_the_absence_of_searches_has_one_of_three_statuses(status: int | None, good: bool) -> None:
    error = classified("search_content", query="q", error="async_search_unavailable", hint="Use the plain search.")
    assert schemas.validator("entry_search_content/error-classified").is_valid({**error, "status_code": status}) is good


def test_a_notice_needs_a_passage() -> None:
    without = {**CONTENT, "results": [{**RESULT, "hits": []}]}
    del without["content_notice"]
    assert schemas.validator("entry_search_content/results").is_valid(without)


@pytest.mark.parametrize("tool", schemas.tools())
def test_a_published_document_needs_no_other_file(tool: str) -> None:
    document = schemas.tool_output(tool)
    assert document["type"] == "object"
    text = json.dumps(document)
    assert "$schema" not in text
    assert '"$id"' not in text
    defs = document.get("$defs", {})
    for part in text.split('"$ref": "')[1:]:
        reference = part.split('"', 1)[0]
        assert reference.removeprefix("#/$defs/") in defs, reference
    assert all(f'"#/$defs/{name}"' in text for name in defs), "a part that nobody uses"


def test_every_form_of_every_tool_has_a_good_answer() -> None:
    assert {name for tool in schemas.tools() for name in forms(tool)} <= ANSWERS.keys()
    assert ANSWERS.keys() <= set(schemas.names())


@pytest.mark.parametrize("name", OTHERS)
def test_a_form_requires_what_its_shortest_answer_has(name: str) -> None:
    shortest = min(OTHERS[name], key=len)
    assert set(schemas.schema(name).get("required", ())) == OPEN.get(name, set(shortest))


@pytest.mark.parametrize("name", OTHERS)
def test_good_answers_of_the_other_tools_are_accepted_and_broken_ones_refused(name: str) -> None:
    for good in OTHERS[name]:
        assert [error.message for error in schemas.validator(name).iter_errors(good)] == []
        assert [what for what, bad in broken(name, good) if schemas.validator(name).is_valid(bad)] == []


@pytest.mark.parametrize(
    ("change", "good"),
    [
        ({"truncated": True}, False),
        ({"truncated": True, "next_char_offset": 5}, True),
        ({"next_char_offset": 5}, False),
        ({"pages_total": 3}, False),
        ({"pages_total": 3, "pages_extracted": 3}, True),
        ({"pages_extracted": 3}, False),
        ({"pages_total": 3, "backend": "pptx"}, True),
        ({"pages_total": 3, "pages_extracted": 3, "backend": "pypdf"}, False),
        ({"pages_total": 3, "backend": "pptx", "pages_out_of_range": [9]}, False),
        ({"pages_total": 3, "backend": "pptx", "pages_out_of_range": [9], "pages_selected": [1]}, True),
        ({"warnings": ["Odd."]}, False),
        ({"warnings": ["Odd."], "backend": "docx"}, True),
    ],
)
def test_the_keys_of_a_text_go_together(change: dict[str, Any], good: bool) -> None:
    plain = OTHERS["document_get_edoc/text"][0]
    assert schemas.validator("document_get_edoc/text").is_valid({**plain, **change}) is good


@pytest.mark.parametrize(("tool", "name"), [(tool, name) for tool in schemas.tools() for name in forms(tool)])
def test_a_published_document_accepts_every_answer_of_its_tool_and_refuses_broken_ones(tool: str, name: str) -> None:
    document = schemas.tool_output(tool)
    for good in ANSWERS[name]:
        assert accepts(schemas.schema(f"tools/{tool}"), good)
        assert accepts(document, good)
        if good.get("mode") != "error":
            assert [what for what, bad in broken(name, good) if accepts(document, bad)] == []


@pytest.mark.parametrize("tool", schemas.tools())
def test_a_published_document_refuses_half_an_error_and_what_is_no_answer(tool: str) -> None:
    document = schemas.tool_output(tool)
    error = safety_net("anything")
    assert accepts(document, error)
    assert accepts(document, {**error, "more": 1})
    for key in ("mode", "operation", "kind", "error", "request_id"):
        assert not accepts(document, {name: value for name, value in error.items() if name != key}), key
    assert not accepts(document, {**error, "error": "unheard_of"})
    assert not accepts(document, {"mode": "unheard of"})
    assert not accepts(document, {"mode": "unheard of", "value": []})


@pytest.mark.parametrize("tool", schemas.tools())
def test_a_published_document_says_each_thing_once_and_without_words(tool: str) -> None:
    def keywords(node: Any) -> Iterator[str]:
        if isinstance(node, list):
            for each in node:
                yield from keywords(each)
        elif isinstance(node, dict):
            for key, value in node.items():
                yield key
                yield from (
                    (inner for each in value.values() for inner in keywords(each))
                    if key == "properties"
                    else (keywords(value))
                )

    document = schemas.tool_output(tool)
    assert not {"title", "description", "pattern", "$schema"} & set(keywords(document))
    assert json.dumps(document).count('{"const": "error"}') == (2 if tool == "laserfiche_repository_list" else 1)


def test_the_file_of_a_tool_refuses_the_error_of_another() -> None:
    assert not schemas.validator("tools/laserfiche_folder_list").is_valid(GOOD["entry_get/error-classified"])


def test_what_is_published_stays_within_its_budget(capsys: pytest.CaptureFixture[str]) -> None:
    """Characters that the output schemas of the tools that read may cost those who show them to a model."""
    sizes = {tool: len(json.dumps(schemas.tool_output(tool), separators=(",", ":"))) for tool in READING}
    with capsys.disabled():
        print(f"\noutput schemas of {len(READING)} tools that read: {sum(sizes.values()):,} of 30,000 characters")  # noqa: T201 - people look at it
    assert sum(sizes.values()) <= 30_000, sizes


def test_asking_twice_gives_documents_that_can_be_changed_apart() -> None:
    first = schemas.tool_output("laserfiche_entry_get")
    kept = copy.deepcopy(first)
    first["anyOf"][-1]["properties"]["error"]["enum"].clear()
    first["anyOf"][0]["properties"]["entry_type"]["enum"].clear()
    first["anyOf"].clear()
    assert schemas.tool_output("laserfiche_entry_get") == kept


def test_an_unknown_name_is_told_with_those_that_exist() -> None:
    with pytest.raises(KeyError, match="laserfiche_entry_get"):
        schemas.tool_output("laserfiche_nothing")
    with pytest.raises(KeyError, match="shapes/entry-detail"):
        schemas.validator("nothing")


def test_reading_a_schema_loads_no_validator() -> None:
    program = (
        "import sys; from lf_contracts import schemas; schemas.tool_output('laserfiche_entry_get');"
        "sys.exit(bool({'jsonschema', 'mcp', 'typer', 'httpx'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0


def test_every_slug_has_one_of_five_kinds_and_the_forms_know_no_other_slug() -> None:
    kinds = {"not_found", "permission_denied", "rate_limited", "invalid_input", "upstream_unavailable"}
    assert {slug.kind for slug in schemas.slugs().values()} == kinds
    named = {
        slug for name in FORMS for slug in schemas.schema(name).get("properties", {}).get("error", {}).get("enum", [])
    }
    assert named <= set(schemas.slugs())
    assert {"bad_query_syntax", "async_search_unavailable", "internal_error"} <= named
