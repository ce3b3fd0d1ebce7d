"""Each helper tells what differs, and is quiet when nothing does."""

from collections.abc import Callable
from typing import Any

import pytest

from lf_contracts import checks
from lf_contracts.answer import Answer, from_error, from_result
from lf_contracts.finding import Finding

ID = "0b1f8a52-6f0c-4c0a-9f5e-0d3c8a1b2c3d"
ERROR = {"mode": "error", "operation": "search", "kind": "not_found", "error": "not_found", "request_id": ID}
JOURNAL = [{"operation": "Start"}, {"operation": "Poll"}, {"operation": "Poll"}, {"operation": "Close"}]


def answer(data: dict[str, Any], **more: Any) -> Answer:
    return from_result({"structuredContent": data, **more})


HOLDS: list[Callable[[], Any]] = [
    lambda: checks.equal({"a": [1, 2]}, {"a": [1, 2]}, "it"),
    lambda: checks.equal(1, 1.0, "it"),
    lambda: checks.one_of(2, (1, 2), "it"),
    lambda: checks.contains("Some Text", "text", "it"),
    lambda: checks.lacks("Some Text", "word", "it"),
    lambda: checks.ok(answer({"mode": "x"}), "x"),
    lambda: checks.order(JOURNAL, ["Start", "Poll", "Poll", "Close"]),
    lambda: checks.made(JOURNAL, "Poll", 2),
]


@pytest.mark.parametrize("check", HOLDS)
def test_what_holds_is_quiet(check: Callable[[], Any]) -> None:
    check()


FALLS: list[tuple[Callable[[], Any], str]] = [
    (lambda: checks.equal(True, 1, "flag"), "flag is not what it must be"),
    (lambda: checks.equal({"a": [0]}, {"a": [False]}, "rows"), "rows is not what it must be"),
    (lambda: checks.one_of(3, (1, 2), "n"), "n is none of the allowed values"),
    (lambda: checks.one_of(True, (1, 2), "n"), "n is none of the allowed values"),
    (lambda: checks.contains(None, "x", "reason"), "reason does not hold 'x'"),
    (lambda: checks.lacks("secret", "SECRET", "reason"), "reason holds 'SECRET', which must not be there"),
    (lambda: checks.ok(answer(ERROR)), "the tool answered with the error 'not_found'"),
    (lambda: checks.ok(answer({"mode": "x"}, isError=True)), "the tool failed outside its contract"),
    (lambda: checks.ok(answer({"mode": "x"}), "y"), "mode is not what it must be"),
    (lambda: checks.is_request_id("7"), "not a UUID of version 4"),
    (lambda: checks.order(JOURNAL, ["Start", "Close"]), "the requests is not what it must be"),
    (lambda: checks.made(JOURNAL, "Poll", 1), "Poll was requested 2 times instead of 1"),
    (lambda: answer({"rows": [{"a": 1}]}).data["rows"][0]["b"], "the answer lacks the key 'b'"),
]


@pytest.mark.parametrize(("check", "words"), FALLS)
def test_what_differs_is_a_finding_that_names_it(check: Callable[[], Any], words: str) -> None:
    with pytest.raises(Finding) as caught:
        check()
    assert words in caught.value.message


def test_a_schema_finding_gives_the_place() -> None:
    from lf_contracts import schemas

    name = schemas.names()[0]
    with pytest.raises(Finding, match=rf"does not fit the schema {name} at \$"):
        checks.schema([], name)


READ: list[tuple[dict[str, Any], dict[str, Any], bool]] = [
    ({"structuredContent": {"a": 1}, "content": [{"type": "text", "text": '{"a": 2}'}]}, {"a": 1}, True),
    ({"content": [{"type": "text", "text": '{"a": 2}'}]}, {"a": 2}, False),
    ({"content": [{"type": "text", "text": "words"}, {"type": "text", "text": '{"a": 3}'}]}, {"a": 3}, False),
    ({"content": [{"type": "text", "text": "[1]"}]}, {}, False),
    ({"content": "nonsense", "structuredContent": [1]}, {}, False),
    ({}, {}, False),
]


@pytest.mark.parametrize(("result", "data", "structured"), READ)
def test_an_answer_is_read_from_structured_content_else_from_the_text(
    result: dict[str, Any], data: dict[str, Any], structured: bool
) -> None:
    found = from_result(result)
    assert (found.data, found.structured) == (data, structured)


def test_a_protocol_error_is_an_answer_too() -> None:
    found = from_error({"code": -32602, "message": "no such tool"})
    assert (found.is_error, found.code, found.text, found.slug) == (True, -32602, "no such tool", None)
