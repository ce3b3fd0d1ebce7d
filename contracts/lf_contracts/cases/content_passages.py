"""Content search: the passages of an entry, cut from whatever the server lists as its matches."""

from typing import TYPE_CHECKING, Any

from lf_contracts.case import case, cases_of, row
from lf_contracts.cases.classified import refuse
from lf_contracts.cases.content import HITS, RESULTS, found, rows, sent
from lf_contracts.cases.subjects import LEASES
from lf_contracts.checks import contains, equal, expect, schema

if TYPE_CHECKING:
    from lf_contracts.lab import Lab

MARK = "…"
MATCH = "unpaid balance"
BEFORE = "Tenant shall keep the premises in good order and hand over every key that was given out by the city clerk. "
AFTER = " is due within thirty days of the notice, and interest runs on it from the first day of the next month on."
MIDDLE, FIRST, LAST = BEFORE + MATCH + AFTER, MATCH + AFTER + AFTER, BEFORE + BEFORE + MATCH
SIZE = 80


def listed(context: str, match: str = MATCH, **more: Any) -> dict[str, Any]:
    """A match as a server lists it."""
    at = context.find(match) if match else 0
    return {
        "hitNumber": 1,
        "hitType": "PageContent",
        "isAnnotationHit": False,
        "annotationId": 0,
        "pageNumber": 2,
        "pageOffset": 0,
        "context": context,
        "highlight1Offset": at,
        "highlight1Length": len(match),
        "highlight2Offset": 0,
        "highlight2Length": 0,
        "hitWidth": 2,
        "edocHitCount": 0,
        "fieldHitCount": 0,
        "fieldName": "",
        **more,
    }


def passage(lab: "Lab", match: dict[str, Any], **arguments: Any) -> dict[str, Any]:
    """The passage that the tool makes of this one match."""
    lab.faults({"operations": [lab.name(*HITS)], **refuse(200, body={"value": [match]})})
    result = found(lab, folder_path=LEASES, hits_for_top=1, **arguments)["results"][0]
    expect(len(result["hits"]) == 1, "one match did not become one passage", got=result)
    schema(result["hits"][0], "shapes/content-hit")
    return dict(result["hits"][0])


PLACES = {"in the middle": MIDDLE, "at the beginning": FIRST, "at the end": LAST}


@cases_of(row("search_content.excerpt-length", name, context=text) for name, text in PLACES.items())
def no_longer_than_asked(lab: "Lab", context: str) -> None:
    text = passage(lab, listed(context), context_chars=SIZE)["text"]
    expect(SIZE // 2 <= len(text) <= SIZE + 2, "the passage has another length", expected=f"about {SIZE}", got=text)


@case("search_content.excerpt-length", "as the default has it")
def three_hundred_by_default(lab: "Lab") -> None:
    text = passage(lab, listed(BEFORE * 4 + MATCH + AFTER * 4))["text"]
    expect(200 <= len(text) <= 302, "the passage has another length", expected="about 300", got=text)


@cases_of(
    row("search_content.excerpt-holds-match", f"{name}, {size} characters", context=text, size=size)
    for name, text in PLACES.items()
    for size in (40, SIZE)
)
def the_whole_match(lab: "Lab", context: str, size: int) -> None:
    text = passage(lab, listed(context), context_chars=size)["text"]
    expect(MATCH in text, "the match was cut", expected=MATCH, got=text)


@case("search_content.excerpt-centred")
def in_the_middle(lab: "Lab") -> None:
    text = passage(lab, listed(MIDDLE), context_chars=SIZE)["text"].strip(MARK)
    before, after = (len(part) for part in text.split(MATCH, 1))
    # Blanks are trimmed at both ends, and odd room goes to one side: a word's length apart is still the middle.
    expect(abs(before - after) <= 6, "the match is not in the middle", got=text)


@cases_of(
    [
        row("search_content.excerpt-marks-omission", "both sides", context=MIDDLE, front=True, back=True),
        row("search_content.excerpt-marks-omission", "behind only", context=FIRST, front=False, back=True),
        row("search_content.excerpt-marks-omission", "in front only", context=LAST, front=True, back=False),
    ]
)
def omissions(lab: "Lab", context: str, front: bool, back: bool) -> None:
    text = passage(lab, listed(context), context_chars=SIZE)["text"]
    equal((text[:1] == MARK, text[-1:] == MARK), (front, back), f"the marks of omission of {text!r}")
    expect(text.strip(MARK) in context, "the passage is not a part of the text", got=text)


@case("search_content.excerpt-short-text")
def short_text(lab: "Lab") -> None:
    context = f"The {MATCH} is due."
    equal(passage(lab, listed(context), context_chars=SIZE)["text"], context, "the passage")


@case("search_content.excerpt-without-mark")
def nothing_marked(lab: "Lab") -> None:
    hit = passage(lab, listed(MIDDLE, "", highlight1Offset=0, highlight1Length=0), context_chars=SIZE)
    equal(hit["match"], None, "match")
    expect(hit["text"].endswith(MARK), "the passage has no mark of omission at its end", got=hit["text"])
    text = hit["text"].removesuffix(MARK)
    expect(MIDDLE.startswith(text) and SIZE - 20 <= len(text) <= SIZE, "the passage is not the beginning", got=text)


@case("search_content.excerpt-long-match")
def a_long_match(lab: "Lab") -> None:
    match = "security deposit held in escrow pending final inspection of the premises"
    text = passage(lab, listed(BEFORE + match + AFTER, match), context_chars=40)["text"]
    expect(match in text, "the match was cut", expected=match, got=text)


@cases_of(
    [
        row("search_content.match-text", "once", context=MIDDLE, match=MATCH),
        row("search_content.match-text", "one word", context=f"{MATCH} and unpaid rent", match="rent"),
        row(
            "search_content.match-text", "beyond ASCII", context="Señor Gómez owes «the unpaid balance»", match="Gómez"
        ),
    ]
)
def the_marked_span(lab: "Lab", context: str, match: str) -> None:
    equal(passage(lab, listed(context, match))["match"], match, "match")


@cases_of(row("search_content.page-null", f"page {page}", page=page) for page in (0, -1))
def not_on_a_page(lab: "Lab", page: int) -> None:
    equal(passage(lab, listed(MIDDLE, pageNumber=page, hitType="Edoc"))["page"], None, "page")


@case("search_content.field-passage")
def in_a_field(lab: "Lab") -> None:
    hit = passage(lab, listed("Gomez", "Gomez", hitType="Field", fieldName="Tenant", fieldHitCount=1, pageNumber=0))
    equal((hit["hit_type"], hit["field_name"]), ("Field", "Tenant"), "hit_type and field_name")


@case("search_content.field-passage", "no field")
def in_no_field(lab: "Lab") -> None:
    hit = passage(lab, listed(MIDDLE, fieldName=""))
    equal((hit["hit_type"], hit["field_name"]), ("PageContent", None), "hit_type and field_name")


@case("search_content.notice-present")
def the_notice(lab: "Lab") -> None:
    notice = found(lab, folder_path=LEASES, hits_for_top=1).get("content_notice")
    expect(notice, "content_notice is missing, although there are passages")
    contains(notice, "untrusted", "content_notice")
    contains(notice, "instruction", "content_notice")


@case("search_content.notice-absent", "none asked for")
def no_notice_without_passages(lab: "Lab") -> None:
    data = found(lab, folder_path=LEASES, hits_for_top=0)
    expect(data["results"], "no entry was found")
    expect("content_notice" not in data, "content_notice is there without a passage", got=data.get("content_notice"))


@case("search_content.notice-absent", "none readable")
def no_notice_when_all_failed(lab: "Lab") -> None:
    lab.faults({"operations": [lab.name(*HITS)], **refuse(500)})
    data = found(lab, folder_path=LEASES)
    expect("content_notice" not in data, "content_notice is there without a passage", got=data.get("content_notice"))


@cases_of(
    [
        row("search_content.passage-error-keeps-row", "status 500", fault=refuse(500), reason="500"),
        row("search_content.passage-error-keeps-row", "status 403", fault=refuse(403), reason="403"),
        row("search_content.passage-error-keeps-row", "status 404", fault=refuse(404), reason="404"),
        row("search_content.passage-error-without-status", "dropped", fault={"kind": "drop"}, reason="error"),
    ]
)
def one_row_fails(lab: "Lab", fault: dict[str, Any], reason: str) -> None:
    lab.faults({"operations": [lab.name(*HITS)], "nth": 2, **fault})
    results = found(lab, folder_path=LEASES, hits_for_top=4)["results"]
    equal(len(results), 4, "the number of entries")
    bad = [each for each in results if each["hits_error"] is not None]
    equal([each["hits_error"] for each in bad], [reason], "hits_error of the rows that failed")
    equal((bad[0]["hits"], bad[0]["hit_count"], bad[0]["hits_truncated"]), ([], None, False), "passages of that row")
    expect(all(each["hits"] for each in results if each not in bad), "another row lost its passages", got=results)
    schema(bad[0], "shapes/content-result")


@case("search_content.row-without-number")
def an_unnumbered_row(lab: "Lab") -> None:
    found(lab, folder_path=LEASES, hits_for_top=0, max_results=2)
    body = sent(lab, RESULTS)
    first, *others = body["value"]
    changed = {**body, "value": [{k: v for k, v in first.items() if k != "rowNumber"}, *others]}
    lab.faults({"operations": [lab.name(*RESULTS)], **refuse(200, body=changed)})
    data = found(lab, folder_path=LEASES, max_results=2, hits_for_top=2)
    unnumbered, numbered = data["results"][:2]
    equal((unnumbered["row_number"], unnumbered["hits_error"]), (None, "no_row_number"), "row_number and hits_error")
    expect(numbered["hits"], "the other row lost its passages", got=numbered)
    equal(len(lab.journal(lab.name(*HITS))), 1, "the number of requests for passages")
    expect(len(rows(data)) == 2, "an entry was lost", got=sorted(rows(data)))
