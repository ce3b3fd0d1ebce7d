from __future__ import annotations

from typing import Any

import pytest

from lf_contracts import schemas
from lf_mcp.errors import SLUGS, Origin, classified, classify, own, unexpected
from lf_mcp.failures import ApiError

ORIGIN = Origin("get_entry", "3f2c9f64-5717-4562-b3fc-2c963f66afa6")


def test_the_slugs_and_their_kinds_are_those_of_the_contract() -> None:
    table = schemas.slugs()
    sent = {name: slug.kind for name, slug in table.items() if slug.reach != "never"}
    assert {name: slug.kind for name, slug in SLUGS.items()} == sent


@pytest.mark.parametrize(
    ("status", "code", "slug"),
    [
        (401, None, "auth_failed"),
        (403, None, "auth_failed"),
        (404, None, "not_found"),
        (405, None, "method_not_allowed"),
        (415, None, "unsupported_media_type"),
        (429, None, "rate_limited"),
        *((status, None, "server_error") for status in (302, 400, 409, 413, 423, 500, 501, 503, None)),
        (400, 9010, "auth_failed"),
        (500, 9528, "auth_failed"),
        (404, 9039, "required_field_missing"),
        (400, 9066, "required_field_missing"),
        (404, 9001, "not_found"),
        (404, "9010", "not_found"),
        (404, 9010.0, "not_found"),
        (404, True, "not_found"),
    ],
)
def test_a_failure_is_classified_by_code_and_then_by_status(status: int | None, code: Any, slug: str) -> None:
    assert classify(ApiError("x", status=status, problem={"errorCode": code})).name == slug


def test_an_unknown_outcome_comes_before_everything_else() -> None:
    failure = ApiError("x", status=404, problem={"errorCode": 9010}, outcome_unknown=True)
    assert classify(failure).name == "outcome_unknown"


def test_a_classified_answer_passes_on_what_the_server_said() -> None:
    problem = {"title": "Entry not found. [9001]", "errorCode": 9001, "traceId": "00-ab", "detail": "unused"}
    answer = classified(ORIGIN, ApiError("HTTP 404", status=404, problem=problem), {"entry_id": 7})
    assert answer == {
        "mode": "error",
        "operation": "get_entry",
        "kind": "not_found",
        "error": "not_found",
        "request_id": ORIGIN.request_id,
        "status_code": 404,
        "server_error_code": 9001,
        "server_message": "Entry not found. [9001]",
        "reason": SLUGS["not_found"].advice,
        "upstream_trace_id": "00-ab",
        "entry_id": 7,
    }


def test_message_stands_in_for_a_missing_title() -> None:
    assert classified(ORIGIN, ApiError("x", problem={"message": "m"}), {})["server_message"] == "m"


@pytest.mark.parametrize(
    ("status", "problem", "reason"),
    [
        (409, {"title": "Name taken"}, "Name taken"),
        (409, {"title": "x" * 400}, "x" * 300),
        (409, {}, "the client's text"),
        (None, {}, "the client's text"),
        (500, {"title": "Oops"}, SLUGS["server_error"].advice),
    ],
)
def test_the_reason_of_a_server_error_is_the_servers_word_below_500(
    status: int | None, problem: dict[str, Any], reason: str
) -> None:
    assert classified(ORIGIN, ApiError("the client's text", status=status, problem=problem), {})["reason"] == reason


@pytest.mark.parametrize(
    ("status", "hinted"),
    [(401, True), (405, True), (500, True), (None, True), (404, False), (415, False), (429, False)],
)
def test_the_person_is_told_when_only_a_person_can_help(status: int | None, hinted: bool) -> None:
    answer = classified(ORIGIN, ApiError("x", status=status), {})
    assert ("user_hint" in answer) is hinted
    assert not hinted or ORIGIN.request_id in answer["user_hint"]


def test_what_is_found_not_to_be_there_needs_nobody_else() -> None:
    assert "user_hint" not in classified(ORIGIN, ApiError("x", status=None), {}, instead="not_found")


@pytest.mark.parametrize(("status", "hinted"), [(404, False), (405, True), (501, True)])
def test_a_replaced_slug_keeps_the_hint_of_the_failure_itself(status: int, hinted: bool) -> None:
    answer = classified(ORIGIN, ApiError("x", status=status), {}, instead="async_search_unavailable")
    assert (answer["error"], answer["kind"]) == ("async_search_unavailable", "upstream_unavailable")
    assert ("user_hint" in answer) is hinted


def test_the_safety_net_names_the_entry_only_where_the_tool_has_one() -> None:
    answer = unexpected(ORIGIN, "internal_error", "It was odd.", {"entry_id": 7, "other": 1})
    assert answer["entry_id"] == 7
    assert "It was odd." in answer["reason"]
    assert "entry_id" not in unexpected(ORIGIN, "internal_error", "", {"folder_id": 7})


def test_an_own_error_has_the_five_keys_and_what_it_is_given() -> None:
    assert set(own(ORIGIN, "search_failed", query="q")) == {"mode", "operation", "kind", "error", "request_id", "query"}
