"""The journal is a bounded ring, readable on demand, out of which no secret can be read."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from lf_simulator.faults.plan import Fault
from lf_simulator.faults.waiting import Hang
from lf_simulator.journal import BODIES_BYTES, BODY_BYTES, Exchange, Journal
from lf_simulator.redaction import REDACTED, REMEMBERED_TOKENS, Redactor

MOMENT = datetime(2026, 5, 4, 3, 2, 1, 500000, tzinfo=UTC)
TOKEN = "QmFzZTY0LWxvb2tpbmctdG9rZW4tMDAx"
PASSWORD = "correct horse battery"
FORM = ((b"Content-Type", b"application/x-www-form-urlencoded"),)
JSON = ((b"content-type", b"application/json; charset=utf-8"),)


def exchange(path: str = "/v1/Repositories/demo/Entries/1", **pieces: Any) -> Exchange:
    return Exchange(started=MOMENT, method="GET", path=path, **pieces)


def sign_in(token: str = TOKEN, **pieces: Any) -> Exchange:
    given = {
        "operation": "CreateToken",
        "request_headers": FORM,
        "request_body": b"grant_type=password&username=demo&password=correct+horse+battery",
        "response_headers": JSON,
        "response_body": json.dumps({"access_token": token, "expires_in": 900, "token_type": "bearer"}).encode(),
        **pieces,
    }
    return exchange("/v1/Repositories/demo/Token", **given)


def journal(*exchanges: Exchange, **settings: Any) -> Journal:
    kept = Journal(**settings)
    for each in exchanges:
        kept.add(each)
    return kept


def test_an_exchange_is_shown_with_all_its_parts() -> None:
    [shown] = journal(
        exchange(
            operation="GetEntry",
            version="v1",
            query=b"$select=name",
            user="demo",
            status=404,
            request_headers=((b"Accept", b"application/json"), (b"X-LF-AppID", b"a"), (b"x-lf-appid", b"b")),
            response_headers=JSON,
            response_body=b'{"title":"Entry not found. [9001]"}',
            fault=Fault(3, "after", Hang()),
            reason="There is no entry 1.",
        )
    ).read()
    assert shown == {
        "number": 1,
        "time": "2026-05-04T03:02:01.500000Z",
        "operation": "GetEntry",
        "version": "v1",
        "method": "GET",
        "path": "/v1/Repositories/demo/Entries/1",
        "query": "$select=name",
        "user": "demo",
        "status": 404,
        "request": {"headers": {"accept": "application/json", "x-lf-appid": "a, b"}, "body": None},
        "response": {
            "headers": {"content-type": "application/json; charset=utf-8"},
            "body": {"title": "Entry not found. [9001]"},
        },
        "fault": {"rule": 3, "kind": "hang", "phase": "after"},
        "reason": "There is no entry 1.",
        "search": None,
    }


@pytest.mark.parametrize(
    ("body", "headers", "shown"),
    [
        (b"", JSON, None),
        (b'{"a":[1,null]}', JSON, {"a": [1, None]}),
        (b'{"a":1}', (), {"a": 1}),
        (b"[1]", (), [1]),
        (b"null", JSON, "null"),
        (b"12", (), "12"),
        (b'{"a":', JSON, '{"a":'),
        ("Grüße".encode(), (), "Grüße"),
        (b"%PDF-1.7\xff\xfe\x00", ((b"content-type", b"application/pdf"),), {"bytes": 11}),
        (b"a\x00b", (), {"bytes": 3}),
    ],
)
def test_a_body_is_shown_as_what_it_is(body: bytes, headers: Any, shown: Any) -> None:
    [one] = journal(exchange(response_body=body, response_headers=headers)).read()
    assert one["response"]["body"] == shown


def test_a_long_body_is_cut_and_says_how_long_it_was() -> None:
    text = ("é" * BODY_BYTES).encode()
    [one] = journal(exchange(request_body=text, response_body=b"x" + text + b"\xff")).read()
    assert one["request"]["body"] == "é" * (BODY_BYTES // 2) + f"… ({len(text)} bytes in all)"
    assert one["response"]["body"] == "x" + "é" * (BODY_BYTES // 2 - 1) + f"… ({len(text) + 2} bytes in all)"


def test_a_long_body_that_is_no_text_is_shown_by_its_size() -> None:
    [one] = journal(exchange(response_body=b"\xff" * (BODY_BYTES + 1))).read()
    assert one["response"]["body"] == {"bytes": BODY_BYTES + 1}


def test_the_ring_keeps_the_newest_and_counts_what_it_dropped() -> None:
    kept = journal(*(exchange(f"/{number}") for number in range(1, 6)), capacity=3)
    assert [(one["number"], one["path"]) for one in kept.read()] == [(3, "/3"), (4, "/4"), (5, "/5")]
    assert kept.dropped == 2


def test_the_ring_is_bounded_in_bytes_too() -> None:
    many = 2 * BODIES_BYTES // BODY_BYTES
    kept = journal(*(exchange(response_body=b"x" * BODY_BYTES) for _ in range(many)))
    assert len(kept) == BODIES_BYTES // BODY_BYTES
    assert kept.dropped == many - len(kept)


def test_clearing_forgets_and_goes_on_counting() -> None:
    kept = journal(exchange("/1"), exchange("/2"), exchange("/3"), capacity=2)
    kept.clear()
    kept.add(exchange("/4"))
    assert [(one["number"], one["path"]) for one in kept.read()] == [(4, "/4")]
    assert kept.dropped == 0


@pytest.mark.parametrize(
    ("filters", "numbers"),
    [
        ({}, [1, 2, 3, 4]),
        ({"operation": "GetEntry"}, [1, 3]),
        ({"status": 404}, [2, 3]),
        ({"since": 2}, [3, 4]),
        ({"operation": "GetEntry", "status": 404, "since": 1}, [3]),
        ({"since": 4}, []),
    ],
)
def test_exchanges_are_found_by_operation_status_and_number(filters: dict[str, Any], numbers: list[int]) -> None:
    kept = journal(
        exchange(operation="GetEntry", status=200),
        exchange(operation="ListFields", status=404),
        exchange(operation="GetEntry", status=404),
        exchange(operation=None, status=405),
    )
    assert [one["number"] for one in kept.read(**filters)] == numbers


LEAKS = {
    "the sign-in itself": sign_in(),
    "authorization": exchange(request_headers=((b"Authorization", f"Bearer {TOKEN}".encode()),)),
    "a header of another name": exchange(request_headers=((b"X-Debug", f"token {TOKEN}".encode()),)),
    "the path": exchange(f"/v1/Repositories/demo/Entries/{TOKEN}"),
    "the query by name": exchange(query=b"a=1&Access_Token=something-else&password=correct+horse+battery"),
    "the query by value": exchange(query=b"q=" + TOKEN.encode()),
    "a JSON body": exchange(
        request_headers=JSON, request_body=json.dumps({"x": [{"Password": PASSWORD, "note": f"<{TOKEN}>"}]}).encode()
    ),
    "a JSON key": exchange(request_headers=JSON, request_body=json.dumps({TOKEN: 1}).encode()),
    "broken JSON": exchange(request_headers=JSON, request_body=f'{{"password": "{PASSWORD}"'.encode()),
    "JSON in one quote": exchange(request_body=f"{{'password': '{PASSWORD}'}}".encode()),
    "a form with an encoded name": exchange(request_headers=FORM, request_body=b"pass%77ord=correct+horse+battery"),
    "a form without a type": sign_in(request_headers=(), request_body=b"username=demo&password=correct+horse+battery"),
    "a sign-in as multipart": sign_in(
        request_headers=((b"content-type", b"multipart/form-data; boundary=b"),),
        request_body=f'--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n{PASSWORD}\r\n--b--'.encode(),
    ),
    "a sign-in on a wrong route": exchange(
        "/v1/demo/Token", request_headers=JSON, request_body=json.dumps({"password": PASSWORD}).encode()
    ),
    "a long body": exchange(request_body=f"{TOKEN} {'x' * BODY_BYTES}".encode()),
    "the reason": exchange(reason=f"There is no session {TOKEN}."),
    "a cookie": exchange(response_headers=((b"Set-Cookie", f"t={TOKEN}".encode()),)),
}


@pytest.mark.parametrize("leak", LEAKS)
def test_no_secret_is_ever_shown(leak: str) -> None:
    shown = json.dumps(journal(sign_in(), LEAKS[leak]).read(), ensure_ascii=False)
    assert TOKEN not in shown
    for form in (PASSWORD, "correct+horse", "something-else"):
        assert form not in shown
    assert REDACTED in shown


@pytest.mark.parametrize("value", [b"Bearer abc", b"Basic ZGVtbzpkZW1v", b"abc", b""])
def test_a_secret_header_is_hidden_by_its_name_whatever_it_holds(value: bytes) -> None:
    [shown] = journal(exchange(request_headers=((b"AUTHORIZATION", value), (b"Cookie", value)))).read()
    assert shown["request"]["headers"] == {"authorization": REDACTED, "cookie": REDACTED}


def test_what_is_no_secret_stays() -> None:
    shown = journal(sign_in()).read()[0]
    assert shown["request"]["body"] == f"grant_type=password&username=demo&password={REDACTED}"
    assert shown["response"]["body"] == {"access_token": REDACTED, "expires_in": 900, "token_type": "bearer"}


def test_a_token_is_found_by_its_value_before_the_exchange_that_gave_it_away() -> None:
    kept = journal(exchange(f"/{TOKEN}"), exchange(request_headers=((b"authorization", f"Bearer {TOKEN}".encode()),)))
    assert kept.read(since=0)[0]["path"] == f"/{REDACTED}"


def test_a_download_address_is_a_secret_and_a_search_token_is_not() -> None:
    pointer = exchange(
        "/v2/Repositories/demo/Download/abcDEF123456",
        response_headers=JSON,
        response_body=b'{"value":"http://127.0.0.1/v2/Repositories/demo/Download/abcDEF123456?x=1"}',
    )
    kept = journal(pointer, exchange("/v1/Repositories/demo/Searches/0c1d2e3f-aaaa"))
    one, other = kept.read()
    assert one["path"] == f"/v2/Repositories/demo/Download/{REDACTED}"
    assert one["response"]["body"] == {"value": f"http://127.0.0.1/v2/Repositories/demo/Download/{REDACTED}?x=1"}
    assert other["path"] == "/v1/Repositories/demo/Searches/0c1d2e3f-aaaa"


def test_a_short_word_in_a_token_place_does_not_blot_out_everything() -> None:
    kept = journal(exchange("/demo/Entries", request_headers=((b"authorization", b"Bearer demo"),)))
    assert kept.read()[0]["path"] == "/demo/Entries"


def test_a_token_with_signs_is_found_in_its_encoded_form() -> None:
    redactor = Redactor()
    redactor.learn("abc+def/ghi==")
    assert redactor.text("t=abc+def/ghi== u=abc%2Bdef%2Fghi%3D%3D") == f"t={REDACTED} u={REDACTED}"


def test_tokens_are_remembered_within_bounds() -> None:
    redactor = Redactor()
    for number in range(REMEMBERED_TOKENS + 1):
        redactor.learn(f"token-{number:06}")
    assert redactor.text("token-000000 token-000001") == f"token-000000 {REDACTED}"
