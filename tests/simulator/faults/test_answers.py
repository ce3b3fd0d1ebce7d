"""What replaces, breaks or falsifies an answer, as an HTTP client sees it, and what is true again after it."""

from __future__ import annotations

import json
from datetime import timedelta
from email.utils import parsedate_to_datetime

import httpx
import pytest

ENTRY = "/Entries/604"
PHASES = pytest.mark.parametrize("phase", ["before", "after", "sign-in"])


@pytest.fixture(autouse=True)
def as_ever_afterwards(client, held, all_fired):
    """Each fault is armed for one call: the next one has the proper answer, and it is in the journal who struck."""
    yield
    all_fired()
    assert client.get("/Entries/10").status_code == 200
    assert any(exchange["fault"] for exchange in held.journal.read())


@PHASES
@pytest.mark.parametrize(
    ("keys", "status", "content_type"),
    [
        ({"status": 503}, 503, "application/problem+json"),
        ({"status": 503, "html": "<h1>Service Unavailable</h1>"}, 503, "text/html"),
        ({"status": 502, "text": "Bad gateway"}, 502, "text/plain"),
        ({"status": 400, "body": {"error": {"code": 1}}}, 400, "application/json"),
        ({"like": "locked"}, 423, "application/problem+json"),
        ({"like": "session-limit"}, 429, "application/problem+json"),
    ],
)
def test_a_refusal_has_the_form_that_was_asked_for(client, arm, phase, keys, status, content_type) -> None:
    arm("refuse", phase=phase, **keys)
    answer = client.get(ENTRY)
    assert (answer.status_code, answer.headers["content-type"].split(";")[0]) == (status, content_type)
    if "like" in keys:
        assert answer.json()["errorCode"] in (9014, 9030)


def test_a_problem_may_stand_in_an_object_error(client, arm) -> None:
    arm("refuse", status=403, error_code=9013, nested=True)
    answer = client.get(ENTRY).json()
    assert (list(answer), answer["error"]["errorCode"]) == (["error"], 9013)


def test_a_client_is_told_when_to_come_again_in_seconds_or_by_a_date(client, arm, held) -> None:
    held.clock.freeze()
    arm("refuse", status=429, retry_after=90)
    assert client.get(ENTRY).headers["retry-after"] == "90"
    arm("refuse", status=429, retry_after=90, retry_after_form="date")
    moment = parsedate_to_datetime(client.get(ENTRY).headers["retry-after"])
    assert moment == held.clock.now().replace(microsecond=0) + timedelta(seconds=90)


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_leads_elsewhere(client, arm, status) -> None:
    arm("redirect", location="https://signin.example.com/", status=status)
    answer = client.get(ENTRY)
    assert (answer.status_code, answer.headers["location"], answer.content) == (
        *(status, "https://signin.example.com/"),
        b"",
    )


def test_an_answer_may_be_empty(client, arm) -> None:
    arm("empty")
    answer = client.get(ENTRY)
    assert (answer.status_code, answer.content) == (200, b"")


def test_json_breaks_off_in_the_middle(client, arm) -> None:
    whole = client.get(ENTRY).content
    arm("truncate")
    assert client.get(ENTRY).content == whole[: len(whole) // 2]
    arm("truncate", keep_bytes=7)
    assert client.get(ENTRY).content == whole[:7]
    with pytest.raises(json.JSONDecodeError):
        json.loads(whole[:7])


def test_the_content_type_is_another(client, arm) -> None:
    arm("content-type", content_type="text/html")
    answer = client.get(ENTRY)
    assert (answer.headers["content-type"], answer.json()["id"]) == ("text/html", 604)


def test_the_compression_cannot_be_undone(client, arm) -> None:
    arm("broken-gzip")
    with pytest.raises(httpx.DecodingError):
        client.get(ENTRY)


def test_no_length_is_told(client, arm) -> None:
    arm("no-length")
    answer = client.get(ENTRY)
    assert "content-length" not in answer.headers
    assert answer.json()["id"] == 604


@pytest.mark.parametrize(
    ("keys", "expected"),
    [
        ({"how": "missing", "member": "name"}, lambda entry: "name" not in entry),
        ({"how": "null", "member": "id"}, lambda entry: entry["id"] is None),
        ({"how": "wrong-type", "member": "id"}, lambda entry: entry["id"] == {"unexpected": True}),
        ({"how": "pascal-case"}, lambda entry: entry["Id"] == 604 and "Name" in entry and "id" not in entry),
        ({"how": "pascal-case", "member": "id"}, lambda entry: entry["Id"] == 604 and "name" in entry),
    ],
)
def test_the_schema_is_broken_in_one_point(client, arm, keys, expected) -> None:
    arm("malform", **keys)
    answer = client.get(ENTRY)
    assert answer.status_code == 200
    assert expected(answer.json())


@pytest.fixture
def children(held) -> tuple[str, str]:
    """The operation that lists a folder, and its address."""
    if "/v1/" in held.url:
        return "GetEntryListing", "/Entries/71/Laserfiche.Repository.Folder/children"
    return "ListEntries", "/Entries/71/Folder/Children"


PAGED = {"params": {"$count": "true"}, "headers": {"Prefer": "maxpagesize=2"}}
LINK = "@odata.nextLink"


def test_rows_are_malformed_too(client, arm, children) -> None:
    arm("malform", children[0], how="missing", member="id")
    rows = client.get(children[1]).json()["value"]
    assert rows
    assert not any("id" in row for row in rows)


def test_the_next_link_leads_to_the_same_page_to_nowhere_or_is_missing(client, arm, children) -> None:
    first = client.get(children[1], **PAGED)
    arm("next-link", children[0], how="repeated")
    assert client.get(children[1], **PAGED).json()[LINK] == str(first.request.url)
    arm("next-link", children[0], how="missing")
    assert LINK not in client.get(children[1], **PAGED).json()
    arm("next-link", children[0], how="stale")
    assert client.get(client.get(children[1], **PAGED).json()[LINK]).status_code == 404


def test_the_count_is_wrong(client, arm, children) -> None:
    true = client.get(children[1], **PAGED).json()["@odata.count"]
    arm("count", children[0], by=-2)
    assert client.get(children[1], **PAGED).json()["@odata.count"] == true - 2
    arm("count", children[0], exactly=0)
    assert client.get(children[1], **PAGED).json()["@odata.count"] == 0


@pytest.mark.parametrize(("kind", "keys", "status"), [("refuse", {"status": 503}, 503), ("truncate", {}, 200)])
def test_a_rule_may_mean_one_page_of_a_listing(client, arm, children, kind, keys, status) -> None:
    arm(kind, children[0], phase="page:2", **keys)
    first = client.get(children[1], **PAGED)
    assert first.status_code == 200
    second = client.get(first.json()[LINK], headers=PAGED["headers"])
    assert second.status_code == status
    if status == 200:
        with pytest.raises(json.JSONDecodeError):
            second.json()
    again = client.get(first.json()[LINK], headers=PAGED["headers"]).json()
    assert client.get(again[LINK], headers=PAGED["headers"]).status_code == 200
