"""The tools as they are listed, and calls that must never reach the repository."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from jsonschema import Draft202012Validator

from lf_contracts.case import Row, case, cases_of, row
from lf_contracts.cases.classified import refuse
from lf_contracts.cases.subjects import SEARCH_CONTENT, SEARCH_NATURAL, SUBJECTS, Subject
from lf_contracts.checks import contains, equal, expect
from lf_contracts.errors import NotProvoked
from lf_contracts.finding import NotApplicable

if TYPE_CHECKING:
    from lf_contracts.lab import Lab

UNSET = object()
LATER_ARGUMENTS = "tools.later-arguments"


@dataclass(frozen=True, slots=True)
class Argument:
    """One argument of a tool: values that it takes, of a wrong type, and out of its bounds; its default."""

    name: str
    good: tuple[Any, ...]
    bad_type: tuple[Any, ...]
    out: tuple[Any, ...] = ()
    default: Any = UNSET
    since: str = "2.3"

    @property
    def required(self) -> bool:
        """Whether a call must give it."""
        return self.default is UNSET


_NO_NUMBER = ("many", [1], {"n": 1})
_NO_TEXT = (7, ["x"], {"x": 1})
_PAGE = Argument("max_results", (1, 1000, None), _NO_NUMBER, (0, 1001), None)
_SKIP = Argument("skip", (0, 5000), (*_NO_NUMBER, None), (-1,), 0)
_FOLDER = Argument("folder_path", ("", "\\A", None), _NO_TEXT, (), None)
_ENTRY = Argument("entry_id", (-1, 0, 604), (*_NO_NUMBER, None))

ARGUMENTS: Mapping[str, tuple[Argument, ...]] = {
    SEARCH_CONTENT.group: (
        Argument("query", ("a", '{LF:Name="*"}'), (*_NO_TEXT, None), ("",)),
        _FOLDER,
        _PAGE,
        Argument("hits_for_top", (0, 50), (*_NO_NUMBER, None), (-1, 51), 5),
        Argument("hits_per_entry", (1, 100), (*_NO_NUMBER, None), (0, 101), 3),
        Argument("context_chars", (40, 4000), (*_NO_NUMBER, None), (39, 4001), 300),
        _SKIP,
        Argument("timeout_seconds", (0.1, 600, None), _NO_NUMBER, (0, 600.5), None),
    ),
    SEARCH_NATURAL.group: (
        Argument("question", ("", "Which?"), (*_NO_TEXT, None)),
        Argument("lf_query", ("", '{LF:Name="*"}', None), _NO_TEXT, (), None),
        _FOLDER,
        Argument("max_results", (1, 500), (*_NO_NUMBER, None), (0, 501), 50),
        Argument("fuzzy", (True, False), ("perhaps", [True], None), (), True),
    ),
    "entry_search": (Argument("query", ("", "x"), (*_NO_TEXT, None)), _PAGE),
    "folder_list": (
        Argument("folder_id", (1, 61), (*_NO_NUMBER, None), (0, -5)),
        _PAGE,
        _SKIP,
        Argument("include_count", (True, False), ("perhaps", [True], None), (), False, since="2.6"),
    ),
    "entry_get": (_ENTRY,),
    "field_values": (_ENTRY,),
}


def _each(requirement: str, wanted: str | None = None) -> Iterator[Row]:
    """One row for each argument, or for those of which the named attribute is not empty.

    An argument that came later than the rest proves the requirement that adds it.
    """
    for subject in SUBJECTS:
        for argument in ARGUMENTS[subject.group]:
            if wanted is None or getattr(argument, wanted):
                proved = requirement if argument.since == "2.3" else LATER_ARGUMENTS
                name = f"{subject.group} {argument.name}"
                what = name if proved == requirement else f"{name}: {requirement.rsplit('.', 1)[1]}"
                yield row(proved, what, subject=subject, argument=argument)


@case("tools.listed")
def all_six(lab: "Lab") -> None:
    missing = [subject.tool for subject in SUBJECTS if subject.tool not in lab.tools()]
    expect(not missing, "tools are missing", expected=[subject.tool for subject in SUBJECTS], got=missing)


@cases_of(row("tools.described", subject.group, subject=subject) for subject in SUBJECTS)
def with_a_description(lab: "Lab", subject: Subject) -> None:
    text = _listed(lab, subject).get("description")
    expect(isinstance(text, str) and len(text.split()) >= 8, "the description says next to nothing", got=text)


@cases_of(row("tools.required-arguments", subject.group, subject=subject) for subject in SUBJECTS)
def the_required_arguments(lab: "Lab", subject: Subject) -> None:
    wanted = sorted(each.name for each in ARGUMENTS[subject.group] if each.required)
    equal(sorted(_inputs(lab, subject).get("required", [])), wanted, "the required arguments")
    names = set(_inputs(lab, subject).get("properties", {}))
    missing = sorted({each.name for each in ARGUMENTS[subject.group] if each.since == "2.3"} - names)
    expect(not missing, "arguments are missing", got=missing)


@cases_of(_each("tools.argument-types"))
def the_type(lab: "Lab", subject: Subject, argument: Argument) -> None:
    for value in argument.good:
        expect(_takes(lab, subject, argument, value), f"{argument.name} does not take {value!r}")
    for value in argument.bad_type:
        expect(not _takes(lab, subject, argument, value), f"{argument.name} takes {value!r}")


@cases_of(_each("tools.argument-bounds", "out"))
def the_bounds(lab: "Lab", subject: Subject, argument: Argument) -> None:
    for value in argument.out:
        expect(not _takes(lab, subject, argument, value), f"{argument.name} takes {value!r}, which is out of bounds")


@cases_of(each for each in _each("tools.argument-defaults") if not each.arguments["argument"].required)
def the_default(lab: "Lab", subject: Subject, argument: Argument) -> None:
    # An absent default and null mean the same for an argument that may be null.
    equal(_property(lab, subject, argument).get("default"), argument.default, f"the default of {argument.name}")


@cases_of(
    each for each in _each("tools.arguments-described") if each.arguments["subject"] in (SEARCH_CONTENT, SEARCH_NATURAL)
)
def with_its_description(lab: "Lab", subject: Subject, argument: Argument) -> None:
    expect(_property(lab, subject, argument).get("description"), f"{argument.name} is not described")


@cases_of(row("tools.output-schema", subject.group, subject=subject) for subject in SUBJECTS)
def an_output_schema(lab: "Lab", subject: Subject) -> None:
    schema = _listed(lab, subject).get("outputSchema")
    expect(isinstance(schema, dict), "there is no output schema", got=schema)
    equal(schema.get("type") if isinstance(schema, dict) else None, "object", "the type of the output schema")


@cases_of(row("tools.answers-fit-own-schema", f"{subject.group} answers", subject=subject) for subject in SUBJECTS)
def a_good_answer_fits(lab: "Lab", subject: Subject) -> None:
    _fits(lab, subject)


@cases_of(row("tools.answers-fit-own-schema", f"{subject.group} fails", subject=subject) for subject in SUBJECTS)
def a_bad_answer_fits(lab: "Lab", subject: Subject) -> None:
    lab.faults({"operations": [subject.route(lab)], **refuse(403)})
    _fits(lab, subject)


@cases_of(row("tools.structured-and-text", subject.group, subject=subject) for subject in SUBJECTS)
def twice_the_same(lab: "Lab", subject: Subject) -> None:
    answer = lab.call(subject.tool, **subject.arguments)
    expect(answer.structured, "there is no structured content", got=answer.raw)
    equal(_as_json(answer.text), answer.data, "the text block")


def _missing() -> Iterator[Row]:
    for subject in SUBJECTS:
        for argument in ARGUMENTS[subject.group]:
            if argument.required:
                yield row(
                    "tools.missing-argument", f"{subject.group} {argument.name}", subject=subject, argument=argument
                )


@cases_of(_missing())
def an_argument_is_missing(lab: "Lab", subject: Subject, argument: Argument) -> None:
    given = {name: value for name, value in subject.arguments.items() if name != argument.name}
    _refused(lab, subject.tool, given)


@cases_of(_each("tools.wrong-type"))
def of_a_wrong_type(lab: "Lab", subject: Subject, argument: Argument) -> None:
    # The last ones are an object or null, which no coercion of a build turns into what is wanted.
    _refused(lab, subject.tool, {**subject.arguments, argument.name: argument.bad_type[-1]})


@cases_of(_each("tools.out-of-bounds", "out"))
def out_of_bounds(lab: "Lab", subject: Subject, argument: Argument) -> None:
    for value in argument.out:
        _refused(lab, subject.tool, {**subject.arguments, argument.name: value})


@case("tools.unknown-tool")
def no_such_tool(lab: "Lab") -> None:
    _refused(lab, "laserfiche_no_such_tool", {})


@case("tools.content-when-to-use")
def what_documents_say(lab: "Lab") -> None:
    text = str(_listed(lab, SEARCH_CONTENT).get("description"))
    contains(text, "document", "the description")
    expect(
        any(word in text.lower() for word in (" say", "passage", "excerpt", "content")),
        "it says not for what",
        got=text,
    )


@case("tools.content-siblings")
def other_tools_are_named(lab: "Lab") -> None:
    text = str(_listed(lab, SEARCH_CONTENT).get("description"))
    siblings = {
        "laserfiche_entry_search": ("laserfiche_entry_search", "search_entries"),
        "laserfiche_entry_search_by_name": ("laserfiche_entry_search_by_name", "search_by_name"),
        "laserfiche_document_get_edoc": ("laserfiche_document_get_edoc", "get_document_edoc"),
    }
    there = {name: names for name, names in siblings.items() if name in lab.tools()}
    if not there:
        raise NotApplicable("the server has none of these tools")
    unnamed = [name for name, names in there.items() if not any(each in text for each in names)]
    expect(not unnamed, "tools that help on are not named", expected=sorted(there), got=unnamed)


@case("tools.content-failures")
def failures_are_named(lab: "Lab") -> None:
    text = str(_listed(lab, SEARCH_CONTENT).get("description"))
    for slug in ("async_search_unavailable", "search_timeout", "search_failed"):
        contains(text, slug, "the description")


@case("tools.natural-modes")
def both_modes_are_explained(lab: "Lab") -> None:
    text = str(_listed(lab, SEARCH_NATURAL).get("description"))
    for word in ("lf_query", "guidance", "repair", "attempt"):
        contains(text, word, "the description")


def _listed(lab: "Lab", subject: Subject) -> dict[str, Any]:
    listed = lab.tools().get(subject.tool)
    if listed is None:
        raise NotProvoked(f"the server does not list {subject.tool}")
    return listed


def _inputs(lab: "Lab", subject: Subject) -> dict[str, Any]:
    return dict(_listed(lab, subject).get("inputSchema", {}))


def _property(lab: "Lab", subject: Subject, argument: Argument) -> dict[str, Any]:
    declared = _inputs(lab, subject).get("properties", {}).get(argument.name)
    expect(isinstance(declared, dict), f"{argument.name} is not declared")
    return dict(declared)


def _takes(lab: "Lab", subject: Subject, argument: Argument, value: Any) -> bool:
    """Whether the declared schema of the argument accepts the value."""
    definitions = _inputs(lab, subject).get("$defs", {})
    return Draft202012Validator({**_property(lab, subject, argument), "$defs": definitions}).is_valid(value)


def _fits(lab: "Lab", subject: Subject) -> None:
    declared = _listed(lab, subject).get("outputSchema")
    if not isinstance(declared, dict):
        raise NotApplicable("the tool declares no output schema")
    data = lab.call(subject.tool, **subject.arguments).data
    wrong = next(iter(Draft202012Validator(declared).iter_errors(data)), None)
    expect(wrong is None, "the answer does not fit the tool's own schema", got=wrong.message if wrong else None)


def _refused(lab: "Lab", tool: str, arguments: Mapping[str, Any]) -> None:
    answer = lab.call(tool, **arguments)
    expect(answer.is_error, "the call was not refused", got=answer.data or answer.text)
    equal(lab.journal(), [], "the requests of a call that must not reach the repository")


def _as_json(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text
