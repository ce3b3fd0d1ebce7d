"""The cases: one or more for every requirement, and judgements that fall the right way."""

from pathlib import Path
from typing import Any, cast

import pytest

from lf_contracts import cases, cells, requirement, schemas
from lf_contracts.answer import Answer
from lf_contracts.case import Case, collect
from lf_contracts.cases import classified, content, content_passages, failures, natural_guidance, subjects
from lf_contracts.errors import NotProvoked
from lf_contracts.finding import Finding
from lf_contracts.lab import Lab
from lf_contracts.profile import PROFILES

REQUIREMENTS = requirement.load()
CASES = collect(cases.MODULES, REQUIREMENTS)
SHARED = {"__init__", "subjects", "failures", "content", "natural"}
REQUEST_ID = "3f0c1e0a-5b1d-4f6e-9a53-0c9a4de01234"


class Stage:
    """Stands in for a lab: a dialect, a journal, searches, and one answer for every call."""

    def __init__(
        self,
        *exchanges: dict[str, Any],
        data: dict[str, Any] | None = None,
        searches: dict[str, Any] | None = None,
    ) -> None:
        self.version, self.exchanges = "v1", list(exchanges)
        self.data, self.state = data or {}, searches or {"open": [], "closed": 0}
        self.armed: list[dict[str, Any]] = []

    def name(self, v1: str, v2: str) -> str:
        return v1 if self.version == "v1" else v2

    def journal(self, operation: str | None = None, *, sign_in: bool = False) -> list[dict[str, Any]]:
        return [each for each in self.exchanges if operation in (None, each["operation"])]

    def searches(self) -> dict[str, Any]:
        return self.state

    def eventually(self, condition: Any, timeout: float = 0.0) -> bool:
        return bool(condition())

    def faults(self, *rules: dict[str, Any], may_miss: bool = False) -> None:
        self.armed += rules

    def settings(self, **overrides: Any) -> None: ...

    def call(self, tool: str, timeout: float | None = None, **arguments: Any) -> Answer:
        return Answer(raw={}, data=self.data, structured=True)


def lab(stage: Stage) -> Lab:
    return cast("Lab", stage)


def exchange(operation: str, status: int | None, body: Any = None, fault: str | None = None) -> dict[str, Any]:
    return {
        "operation": operation,
        "status": status,
        "fault": None if fault is None else {"kind": fault},
        "request": {"body": None},
        "response": {"body": body},
    }


def error(slug: str = "not_found", **changed: Any) -> dict[str, Any]:
    return {
        "mode": "error",
        "operation": "get_entry",
        "kind": schemas.slugs()[slug].kind,
        "error": slug,
        "status_code": 404,
        "server_error_code": 9001,
        "server_message": "Entry not found. [9001]",
        "reason": "There is no such entry.",
        "request_id": REQUEST_ID,
        "upstream_trace_id": None,
        "entry_id": 604,
        **changed,
    }


NOT_FOUND = exchange("GetEntry", 404, {"title": "Entry not found. [9001]", "errorCode": 9001}, "refuse")


def the_case(identifier: str) -> Case:
    return next(each for each in CASES if each.id == identifier)


def test_every_requirement_has_a_case_and_every_case_a_requirement() -> None:
    assert {each.requirement for each in CASES} == set(REQUIREMENTS)


def test_every_module_of_cases_is_in_the_list() -> None:
    folder = Path(cases.__file__).parent
    written = {path.stem for path in folder.glob("*.py")} - SHARED
    assert written == {module.__name__.rsplit(".", 1)[1] for module in cases.MODULES}


def test_a_cell_is_provoked_on_every_profile() -> None:
    for name, needed in REQUIREMENTS.items():
        if needed.slug is not None:
            provoked = {profile for each in CASES if each.requirement == name for profile in each.profiles or PROFILES}
            assert provoked == set(PROFILES), name


def test_every_reachable_cell_has_a_case() -> None:
    proved = {(REQUIREMENTS[each.requirement].tool, REQUIREMENTS[each.requirement].slug) for each in CASES}
    assert {(cell.tool, cell.slug) for cell in cells.load() if cell.unreachable is None} <= proved


def test_a_group_of_requirements_is_about_one_tool() -> None:
    for subject in subjects.SUBJECTS:
        about = {each.tool for name, each in REQUIREMENTS.items() if name.startswith(f"{subject.group}.")}
        assert about == {subject.tool}


def test_every_cause_has_its_row_for_every_tool_that_makes_one_request() -> None:
    rows = {each.id for each in CASES}
    for subject in classified.TOOLS:
        for cause in classified.CAUSES:
            assert f"{subject.group}.{cause.requirement}::{cause.name}" in rows


def test_a_right_error_is_accepted() -> None:
    stage = Stage(NOT_FOUND, data=error())
    the_case("entry_get.not-found::status 404").run(lab(stage))
    assert stage.armed[0]["operations"] == ["GetEntry"]


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"error": "entry_not_found"}, "error"),
        ({"kind": "invalid_input"}, "kind"),
        ({"operation": "entry_get"}, "operation"),
        ({"request_id": "1"}, "request_id"),
        ({"mode": "fail"}, "mode"),
        ({"status_code": 400}, "status_code"),
        ({"server_error_code": None}, "server_error_code"),
        ({"server_message": "Gone."}, "server_message"),
        ({"upstream_trace_id": "00-1"}, "upstream_trace_id"),
        ({"entry_id": 605}, "entry_id"),
        ({"user_hint": "Ask somebody."}, "user_hint"),
        ({"extra": 1}, "extra"),
    ],
)
def test_a_wrong_error_is_a_finding(change: dict[str, Any], told: str) -> None:
    stage = Stage(NOT_FOUND, data=error(**change))
    with pytest.raises(Finding) as found:
        the_case("entry_get.not-found::status 404").run(lab(stage))
    assert told in f"{found.value.message} {found.value.got}"


def test_another_request_of_a_failing_call_is_a_finding() -> None:
    stage = Stage(exchange("GetEntry", 200), NOT_FOUND, data=error())
    with pytest.raises(Finding, match="other requests"):
        the_case("entry_get.not-found::status 404").run(lab(stage))


def test_an_error_without_an_object_is_a_finding() -> None:
    with pytest.raises(Finding, match="outside the error contract"):
        failures.failed(Answer(raw={}, text="boom", is_error=True), subjects.ENTRY_GET, "not_found")


def test_an_error_marked_as_such_is_as_good() -> None:
    failures.failed(Answer(raw={}, data=error(), is_error=True), subjects.ENTRY_GET, "not_found", failures.CLASSIFIED)


@pytest.mark.parametrize("kind", ["hang", "drop"])
def test_an_answer_that_never_came_has_no_status(kind: str) -> None:
    nothing = {"status_code": None, "server_error_code": None, "server_message": None}
    stage = Stage(exchange("GetEntry", None, fault=kind))
    failures.says_what_was_sent(lab(stage), error(**nothing))
    with pytest.raises(Finding, match="status_code"):
        failures.says_what_was_sent(lab(stage), error())


def test_a_call_that_met_no_failure_proves_nothing() -> None:
    with pytest.raises(NotProvoked):
        failures.says_what_was_sent(lab(Stage(exchange("GetEntry", 200))), error())


STARTED = exchange("CreateSearchOperation", 201, {"token": "t"})


def test_a_search_that_was_closed_is_accepted() -> None:
    content.closed(lab(Stage(STARTED, searches={"open": [], "closed": 1})))


@pytest.mark.parametrize(
    "searches",
    [
        {"open": [{"token": "t", "command": "c", "status": "Completed"}], "closed": 0},
        {"open": [], "closed": 0},
    ],
)
def test_a_search_that_was_not_closed_is_a_finding(searches: dict[str, Any]) -> None:
    with pytest.raises(Finding):
        content.closed(lab(Stage(STARTED, searches=searches)))


def passages(*texts: str) -> dict[str, Any]:
    hits = [
        {"page": 2, "text": text, "match": "unpaid balance", "hit_type": "PageContent", "field_name": None}
        for text in texts
    ]
    return {"mode": "content_search", "results": [{"hits": hits}]}


AT = content_passages.MIDDLE.index(content_passages.MATCH)
WHOLE = content_passages.MIDDLE[AT - 60 : AT + 20]
MIDDLE = f"…{content_passages.MIDDLE[AT - 33 : AT + 47].strip()}…"


@pytest.mark.parametrize(
    ("identifier", "text", "good"),
    [
        ("excerpt-length::in the middle", MIDDLE, True),
        ("excerpt-length::in the middle", WHOLE * 2, False),
        ("excerpt-length::in the middle", "unpaid balance", False),
        ("excerpt-centred::in the middle", MIDDLE, True),
        ("excerpt-centred::in the middle", "…" + WHOLE + "…", False),
        ("excerpt-holds-match::in the middle, 80 characters", MIDDLE, True),
        ("excerpt-holds-match::in the middle, 80 characters", MIDDLE.replace("unpaid", "paid"), False),
        ("excerpt-marks-omission::both sides", MIDDLE, True),
        ("excerpt-marks-omission::both sides", MIDDLE.strip("…"), False),
        ("excerpt-marks-omission::behind only", MIDDLE, False),
    ],
)
def test_a_passage_is_judged_by_its_cut(identifier: str, text: str, good: bool) -> None:
    run = the_case(f"search_content.{identifier}").run
    if good:
        run(lab(Stage(data=passages(text))))
    else:
        with pytest.raises(Finding):
            run(lab(Stage(data=passages(text))))


@pytest.mark.parametrize(
    ("data", "good"),
    [
        ({"results": [{"hits": []}], "mode": "content_search"}, True),
        ({"results": [{"hits": []}], "mode": "content_search", "content_notice": "untrusted"}, False),
    ],
)
def test_a_notice_without_passages_is_a_finding(data: dict[str, Any], good: bool) -> None:
    run = the_case("search_content.notice-absent::none asked for").run
    if good:
        run(lab(Stage(data=data)))
    else:
        with pytest.raises(Finding):
            run(lab(Stage(data=data)))


def test_a_grammar_without_a_part_is_a_finding() -> None:
    grammar = "\n".join(natural_guidance.GRAMMAR_PARTS.values())
    run = the_case("search_natural.grammar::every part").run
    run(lab(Stage(data={"mode": "guidance", "grammar": grammar})))
    for part in ("LF:LookIn", "option="):
        with pytest.raises(Finding, match=part):
            run(lab(Stage(data={"mode": "guidance", "grammar": grammar.replace(part, "")})))
