"""Reading query strings and bodies against what an operation declares. No HTTP."""

from __future__ import annotations

import pytest

from lf_simulator import bodies, query
from lf_simulator.bodies import JsonBody, Member
from lf_simulator.errors import ApiError

BODY = JsonBody(
    (
        Member("part", "word", required=True, words=("Image", "Text")),
        Member("level", "whole"),
        Member("options", "object", members=(Member("on", "flag"), Member("mark"))),
    )
)
PARAMS = query.declare(
    query.Param("fullPath", required=True), query.Param("$top", "whole"), query.Param("fields", "texts"), query.GROUP
)


def test_members_and_words_are_read_without_regard_to_case_and_unknown_ones_are_named():
    raw = b'{"PART": "text", "Options": {"ON": true, "colour": 1}, "more": []}'
    assert bodies.read(raw, "application/json; charset=utf-8", BODY) == (
        {"part": "Text", "options": {"on": True}},
        ["options.colour", "more"],
    )


def test_null_stands_for_a_member_that_was_left_out_unless_it_is_required():
    assert bodies.read(b'{"part": "Text", "level": null}', "application/json", BODY)[0] == {"part": "Text"}
    with pytest.raises(ApiError):
        bodies.read(b'{"part": null}', "application/json", BODY)


@pytest.mark.parametrize(
    "content_type", ["application/json", "Application/JSON;charset=utf-8", "text/json", "application/odata+json"]
)
def test_json_has_several_content_types(content_type):
    assert bodies.read(b'{"part": "Text"}', content_type, BODY)[0] == {"part": "Text"}


WRONG = [
    b'{"part": "Sound"}',
    b'{"part": 1}',
    b'{"part": "Text", "level": 1.5}',
    b'{"part": "Text", "level": 99999999999}',
    b'{"part": "Text", "options": []}',
    b'{"part": "Text", "options": {"on": "true"}}',
    b'{"part": "Text", "options": {"mark": 1}}',
    b"null",
    b"\xff\xfe",
]


@pytest.mark.parametrize("raw", WRONG)
def test_a_member_of_the_wrong_type_is_a_400_with_code_216(raw):
    with pytest.raises(ApiError) as refusal:
        bodies.read(raw, "application/json", BODY)
    assert (refusal.value.status, refusal.value.code) == (400, 216)


def test_a_query_is_decoded_and_its_unknown_names_are_returned():
    raw = b"FULLPATH=%5CA%20b+c&%24top=5&fields=x&fields=y&zzz=1&groupbyentrytype=TRUE"
    assert query.read(raw, PARAMS) == (
        {"fullPath": "\\A b c", "$top": 5, "fields": ["x", "y"], "groupByEntryType": True},
        ["zzz"],
    )


@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"fullPath=",
        b"fullPath=a&$nonsense=1",
        b"fullPath=a&$top=1.5",
        b"fullPath=a&$top=%C2%B2",
        b"fullPath=a&fullpath=b",
    ],
)
def test_a_query_that_does_not_fit_is_a_400_with_code_216(raw):
    with pytest.raises(ApiError) as refusal:
        query.read(raw, PARAMS)
    assert (refusal.value.status, refusal.value.code) == (400, 216)


def test_field_names_count_once_and_blank_ones_not_at_all():
    assert query.field_names(["a", "b", "a", " ", ""]) == ["a", "b"]
    assert len(query.field_names([str(number) for number in range(10)])) == 10
    with pytest.raises(ApiError):
        query.field_names([str(number) for number in range(11)])
