"""The file of explained differences: each row applies to its own sample, is needed for it, and names evidence."""

from __future__ import annotations

import re
from dataclasses import replace

import httpx
import pytest
from tests.simulator.judging import Difference, check_answer, check_request, differences
from tests.simulator.published import WIRE, Description, Finding, description

ROWS = differences()
NOTES = WIRE.parent / "facts"
KINDS = {"missing", "extra", "mistyped", "status", "content type", "another schema", "body"}


def findings_of(row: Difference) -> tuple[list[Finding], tuple[str, str, set[str]]]:
    """What is found in the sample of a row, and what it was found in: document, operation, query."""
    sample = row.sample
    document, operation = sample.get("document", "v2-2023"), sample["operation"]
    said = description(document)
    described = said.operation("CreateAccessToken" if document == "token" else operation)
    request = httpx.Request(
        described.method, f"http://sim.test/?{sample.get('query', '')}", content=sample.get("sent", "")
    )
    media = sample.get("content_type", "application/json")
    response = httpx.Response(
        sample["status"], text=sample.get("body", ""), headers={"content-type": media}, request=request
    )
    found = [*check_answer(said, described, response), *check_request(said, described, request)]
    return found, (document, operation, set(request.url.params))


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.kind} {' '.join(row.member)}")
def test_each_row_applies_to_its_own_sample_and_no_other_row_does(row):
    found, where = findings_of(row)
    explained = [finding for finding in found if row.explains(finding, *where)]
    assert explained, f"the row explains none of {[str(finding) for finding in found]}"
    others = [other for other in ROWS if other is not row]
    assert any(not any(other.explains(finding, *where) for other in others) for finding in explained), "a double"


def test_a_row_that_applies_to_nothing_is_noticed():
    row = replace(ROWS[0], member=("@odata.nextlink",))
    found, where = findings_of(row)
    assert not [finding for finding in found if row.explains(finding, *where)]


def test_each_row_names_evidence_that_exists():
    if not NOTES.exists():
        pytest.skip(f"the notes on server builds are not at hand in {NOTES}")
    notes = (NOTES / "server-builds.md").read_text(encoding="utf-8")
    ids = set(re.findall(r"^\| `([\w-]+)` \|", notes, re.MULTILINE)) | {f"wire {number}" for number in range(1, 15)}
    for row in ROWS:
        assert row.why.endswith(".")
        assert row.kind in KINDS
        assert row.evidence
        assert set(row.evidence) <= ids, row.evidence


SMALL = Description(
    {
        "paths": {},
        "components": {
            "schemas": {
                "Base": {"type": "object", "required": ["id"], "properties": {"id": {"type": "integer"}}},
                "Kind": {"type": "string", "enum": ["A", "B"]},
                "Whole": {
                    "allOf": [
                        {"$ref": "#/components/schemas/Base"},
                        {
                            "type": "object",
                            "additionalProperties": {},
                            "properties": {
                                "kind": {"nullable": True, "oneOf": [{"$ref": "#/components/schemas/Kind"}]},
                                "made": {"type": "string", "format": "date-time"},
                                "rows": {"type": "array", "items": {"$ref": "#/components/schemas/Base"}},
                                "free": {"type": "object", "additionalProperties": {}},
                            },
                        },
                    ]
                },
            }
        },
    }
)
WHOLE = {"id": 1, "kind": None, "made": "2026-01-01T00:00:00Z", "rows": [{"id": 2}], "free": {"anything": [1]}}
CASES = [
    ({}, []),
    ({"kind": "A"}, []),
    ({"kind": "C"}, ["mistyped Whole.kind"]),
    ({"id": "1"}, ["mistyped Base.id"]),
    ({"id": True}, ["mistyped Base.id"]),
    ({"made": "yesterday"}, ["mistyped Whole.made"]),
    ({"made": None}, ["mistyped Whole.made"]),
    ({"rows": [{"id": 2, "more": 1}, 3, {}]}, ["extra Base.more", "mistyped Whole.rows", "missing Base.id"]),
    ({"free": []}, ["mistyped Whole.free"]),
    ({"more": 1, "other": 2}, ["extra Whole.more", "extra Whole.other"]),
]


@pytest.mark.parametrize(("changes", "told"), CASES)
def test_every_member_that_is_missing_extra_or_mistyped_is_counted(changes, told):
    found = SMALL.judge({**WHOLE, **changes}, {"$ref": "#/components/schemas/Whole"})
    assert [f"{each.kind} {each.schema}.{each.member}" for each in found] == told


def test_a_member_that_is_not_required_is_missed_in_answers_only():
    schema = {"$ref": "#/components/schemas/Whole"}
    assert {each.member for each in SMALL.judge({}, schema)} == {"id", "kind", "made", "rows", "free"}
    assert {each.member for each in SMALL.judge({}, schema, "request")} == {"id"}


def test_a_keyword_that_is_not_read_is_an_error():
    with pytest.raises(AssertionError, match="maximum"):
        SMALL.judge(1, {"type": "integer", "maximum": 5})
