"""Every slug that a refused, lost or unreadable answer leads to, for the five tools that make one request."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from lf_contracts.case import Row, cases_of, row
from lf_contracts.cases import failures
from lf_contracts.cases.subjects import (
    ENTRY_GET,
    ENTRY_SEARCH,
    FIELD_VALUES,
    FOLDER_LIST,
    READERS,
    SEARCH_NATURAL,
    Subject,
    hasty,
)
from lf_contracts.checks import equal, expect, one_of, operations

if TYPE_CHECKING:
    from lf_contracts.lab import Lab

TOOLS = (SEARCH_NATURAL, *READERS)
SELF_HOSTED = ("v1-selfhosted", "v2-selfhosted")


@dataclass(frozen=True, slots=True)
class Cause:
    """What goes wrong, and the slug that it must lead to. `fault`: the rule without its operations."""

    slug: str
    name: str
    fault: Mapping[str, Any]

    @property
    def requirement(self) -> str:
        """The last part of the requirement's id."""
        return self.slug.replace("_", "-")


def refuse(status: int, **more: Any) -> Mapping[str, Any]:
    """A refusal, without the operations that it is aimed at."""
    return MappingProxyType({"kind": "refuse", "status": status, **more})


# The codes win over the status, so each stands with a status that alone would mean something else.
CAUSES = (
    Cause("auth_failed", "status 401", refuse(401, title="The access token is not valid.")),
    Cause("auth_failed", "status 403", refuse(403, error_code=9013, title="Access denied. [9013]")),
    Cause("auth_failed", "code 9010", refuse(500, error_code=9010, title="The name or key is wrong. [9010]")),
    Cause("auth_failed", "code 9528", refuse(503, error_code=9528, title="The directory is unreachable. [9528]")),
    Cause("not_found", "status 404", refuse(404, error_code=9001, title="Entry not found. [9001]")),
    Cause("method_not_allowed", "status 405", refuse(405)),
    Cause("unsupported_media_type", "status 415", refuse(415)),
    Cause("rate_limited", "status 429", refuse(429, title="Too many requests.")),
    Cause("required_field_missing", "code 9039", refuse(409, error_code=9039, title="Several problems. [9039]")),
    Cause("required_field_missing", "code 9066", refuse(500, error_code=9066, title="A field is required. [9066]")),
    Cause("server_error", "status 409", refuse(409, error_code=9002, title="The name exists. [9002]")),
    Cause("server_error", "status 423", refuse(423, error_code=9014, title="The entry is locked. [9014]")),
    Cause("server_error", "status 500", refuse(500, error_code=9042, title="Timed out. [9042]")),
    Cause(
        "server_error", "status 503", refuse(503, text="<html>down for maintenance</html>", content_type="text/html")
    ),
    Cause("server_error", "connection dropped", MappingProxyType({"kind": "drop"})),
)
BAD_REQUEST = Cause("server_error", "status 400", refuse(400, error_code=216, title="Parameter not valid."))
UNREADABLE = refuse(200, text="<html>Sign in first</html>", content_type="text/html")
SILENCE: Mapping[str, Any] = MappingProxyType({"kind": "hang"})


FIRST = frozenset({cause.slug: cause.name for cause in reversed(CAUSES)}.values())
"""The names of the first cause of each slug."""


def profiles_of(cause: Cause) -> tuple[str, ...] | None:
    """Each slug is provoked on every profile; its further causes once in each dialect."""
    return None if cause.name in FIRST else SELF_HOSTED


def _rows() -> Iterator[Row]:
    for subject in TOOLS:
        for cause in CAUSES:
            proved = f"{subject.group}.{cause.requirement}"
            yield row(proved, cause.name, profiles=profiles_of(cause), subject=subject, cause=cause)
    for subject in READERS:  # the natural search answers 400 with repairs
        yield row(f"{subject.group}.server-error", BAD_REQUEST.name, subject=subject, cause=BAD_REQUEST)


@cases_of(_rows())
def a_refused_request(lab: "Lab", subject: Subject, cause: Cause) -> None:
    lab.faults({"operations": [subject.route(lab)], **cause.fault})
    answer = lab.call(subject.tool, **subject.arguments)
    _judge(lab, subject, cause.slug, lab_answer=answer)


@cases_of(row(f"{subject.group}.server-error", "no answer in time", subject=subject) for subject in TOOLS)
def a_silent_server(lab: "Lab", subject: Subject) -> None:
    lab.faults({"operations": [subject.route(lab)], **SILENCE})
    answer = hasty(lab).call(subject.tool, **subject.arguments)
    _judge(lab, subject, "server_error", lab_answer=answer)


@cases_of(row(f"{subject.group}.unreadable-answer", "a page of HTML", subject=subject) for subject in TOOLS)
def an_unreadable_answer(lab: "Lab", subject: Subject) -> None:
    lab.faults({"operations": [subject.route(lab)], **UNREADABLE})
    answer = lab.call(subject.tool, **subject.arguments)
    _judge(lab, subject, "server_error", lab_answer=answer)


NOT_ROWS = {"value": 7}
NOT_AN_ID = {"id": "seven", "name": "Plan", "entryType": "Document"}
SHAPES = (
    (SEARCH_NATURAL, "rows that are a number", NOT_ROWS),
    (ENTRY_SEARCH, "rows that are a number", NOT_ROWS),
    (FOLDER_LIST, "rows that are a number", NOT_ROWS),
    (FIELD_VALUES, "rows that are a number", NOT_ROWS),
    (ENTRY_GET, "an id that is a word", NOT_AN_ID),
)


@cases_of(row(f"{shape[0].group}.internal-error", shape[1], subject=shape[0], body=shape[2]) for shape in SHAPES)
def an_answer_of_another_shape(lab: "Lab", subject: Subject, body: Any) -> None:
    lab.faults({"operations": [subject.route(lab)], **refuse(200, body=body)})
    answer = lab.call(subject.tool, **subject.arguments)
    data = failures.unforeseen(answer, subject)
    if "entry_id" in subject.arguments:
        equal(data.get("entry_id"), subject.arguments["entry_id"], "entry_id")


@cases_of(row(f"{subject.group}.no-object", "a list of numbers", subject=subject) for subject in TOOLS)
def an_answer_that_is_no_object(lab: "Lab", subject: Subject) -> None:
    lab.faults({"operations": [subject.route(lab)], **refuse(200, body=[1, 2, 3])})
    data = lab.call(subject.tool, **subject.arguments).data
    equal(data.get("mode"), "error", "mode")
    one_of(data.get("error"), ("internal_error", "server_error"), "error")


def _judge(lab: "Lab", subject: Subject, slug: str, *, lab_answer: Any) -> None:
    if subject is SEARCH_NATURAL:
        data = failures.failed(lab_answer, subject, slug, failures.NATURAL)
        equal(len(data["attempts"]), 1, "the number of attempts")
        equal(data["lf_query"], subject.arguments["lf_query"], "lf_query")
    else:
        data = failures.classified(lab_answer, subject, slug, subject.arguments)
        failures.says_what_was_sent(lab, data)
    lab.eventually(lambda: bool(lab.journal()))  # a request without an answer is noted when it ends
    made = operations(lab.journal())
    # A build may sign in anew and repeat the request once after a refused token.
    most = 2 if slug == "auth_failed" else 1
    expect(
        set(made) == {subject.route(lab)} and len(made) <= most,
        "the failing call made other requests than its own",
        expected=[subject.route(lab)],
        got=made,
    )
