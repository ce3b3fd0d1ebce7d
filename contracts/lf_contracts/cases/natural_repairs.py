"""Natural search: what is repaired, when, in which order, and how it is told."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from lf_contracts.case import case, cases_of, row
from lf_contracts.cases import failures
from lf_contracts.cases.classified import refuse
from lf_contracts.cases.natural import SEARCH, ask, ids, queries, results
from lf_contracts.cases.subjects import SEARCH_NATURAL
from lf_contracts.checks import equal, expect, ok, operations, schema

if TYPE_CHECKING:
    from lf_contracts.lab import Lab

TITLE = "The search was not understood."
REFUSED = refuse(400, error_code=9084, title=TITLE)
SHAPE = "entry_search_natural/error"

ESCAPED: Mapping[str, tuple[str, str]] = {
    "inside a name": ('{LF:Name="Old "final" scan"}', r'{LF:Name="Old \"final\" scan"}'),
    "content clause": ('{LF:Basic~="the "old" one", option="D"}', r'{LF:Basic~="the \"old\" one", option="D"}'),
    "second clause": ('{LF:Name="*"} & {LF:LookIn="\\A "B" C"}', '{LF:Name="*"} & {LF:LookIn="\\A \\"B\\" C"}'),
}
UNTOUCHED: Mapping[str, tuple[str, str]] = {
    "a path that ends in a backslash": (
        '{LF:LookIn="\\Finance\\"} & {LF:Name="*a "b" c*"}',
        '{LF:LookIn="\\Finance\\"} & {LF:Name="*a \\"b\\" c*"}',
    ),
    "quotes that are escaped already": (r'{LF:Name="*a \"b\" "c" d*"}', r'{LF:Name="*a \"b\" \"c\" d*"}'),
    "blanks before the brace": ('{LF:Name="*a "b" c*" }', r'{LF:Name="*a \"b\" c*" }'),
}
WRAPPED: Mapping[str, tuple[str, str]] = {
    "one word": ('{LF:Name="Leases"}', '{LF:Name="*Leases*"}'),
    "escaped quotes": (r'{LF:Name="Old \"final\" scan"}', r'{LF:Name="*Old \"final\" scan*"}'),
    "both of two": ('{LF:Name="A"} | {LF:Name="B"}', '{LF:Name="*A*"} | {LF:Name="*B*"}'),
}
NOT_WRAPPED = {
    "a star": '{LF:Name="Lease*"}',
    "a question mark": '{LF:Name="Lease?"}',
    "a content clause": '{LF:Basic~="Leases"}',
    "a longer clause": '{LF:Name="Leases", Type="F"}',
    "a folder clause": '{LF:LookIn="\\Finance"}',
    "a template field": '{[Lease]:[Tenant]="Gomez"}',
    "an empty value": '{LF:Name=""}',
}
BOTH = '{LF:Name="a "b" c"}'
BOTH_ESCAPED = r'{LF:Name="a \"b\" c"}'
BOTH_WRAPPED = r'{LF:Name="*a \"b\" c*"}'


@cases_of(
    [
        *(row("search_natural.repair-quotes", name, given=pair[0], mended=pair[1]) for name, pair in ESCAPED.items()),
        *(
            row("search_natural.repair-quotes-only-inside", name, given=pair[0], mended=pair[1])
            for name, pair in UNTOUCHED.items()
        ),
        *(
            row("search_natural.repair-wildcards", name, given=pair[0], mended=pair[1])
            for name, pair in WRAPPED.items()
        ),
    ]
)
def one_repair(lab: "Lab", given: str, mended: str) -> None:
    _refuse(lab, 1)
    ask(lab, lf_query=given)
    equal(queries(lab)[:2], [given, mended], "the queries that were sent")


@case("search_natural.repair-quotes", "as the server judges")
def a_name_with_quotes(lab: "Lab") -> None:
    data = results(lab, '{LF:Name="Old "final" scan"}')
    equal(ids(data), [85], "the entries")


@cases_of(row("search_natural.repair-wildcards-only-names", name, given=query) for name, query in NOT_WRAPPED.items())
def left_alone(lab: "Lab", given: str) -> None:
    _refuse(lab)
    ask(lab, lf_query=given)
    equal(queries(lab), [given], "the queries that were sent")


@case("search_natural.repairs-in-order")
def quotes_then_wildcards(lab: "Lab") -> None:
    _refuse(lab, 2)
    data = results(lab, BOTH)
    equal(queries(lab), [BOTH, BOTH_ESCAPED, BOTH_WRAPPED], "the queries that were sent")
    equal(data["repairs_applied"], ["escape_quotes", "wildcard_wrap"], "repairs_applied")


@case("search_natural.repairs-at-most-two")
def three_queries(lab: "Lab") -> None:
    _refuse(lab)
    ask(lab, lf_query=BOTH)
    equal(queries(lab), [BOTH, BOTH_ESCAPED, BOTH_WRAPPED], "the queries that were sent")


@cases_of(
    [
        row("search_natural.repairs-reported", "quotes", given=ESCAPED["inside a name"][0], repairs=["escape_quotes"]),
        row("search_natural.repairs-reported", "wildcards", given=WRAPPED["one word"][0], repairs=["wildcard_wrap"]),
    ]
)
def told_in_results(lab: "Lab", given: str, repairs: list[str]) -> None:
    _refuse(lab, 1)
    data = results(lab, given)
    equal((data["repairs_applied"], data["lf_query"]), (repairs, queries(lab)[-1]), "repairs_applied and lf_query")


@cases_of(
    row("search_natural.repairs-only-on-400", f"status {status}", status=status) for status in (403, 404, 409, 500, 503)
)
def no_repair(lab: "Lab", status: int) -> None:
    lab.faults({"operations": [lab.name(*SEARCH)], **refuse(status)})
    data = ask(lab, lf_query=BOTH).data
    equal(data.get("mode"), "error", "mode")
    equal(queries(lab), [BOTH], "the queries that were sent")


@case("search_natural.repairs-stop")
def another_failure_after_a_repair(lab: "Lab") -> None:
    search = lab.name(*SEARCH)
    lab.faults({"operations": [search], **REFUSED, "nth": 1}, {"operations": [search], **refuse(500), "nth": 2})
    data = ask(lab, lf_query=BOTH).data
    equal(data.get("mode"), "error", "mode")
    equal([each["status_code"] for each in data["attempts"]], [400, 500], "the statuses of the attempts")
    equal(queries(lab), [BOTH, BOTH_ESCAPED], "the queries that were sent")


@cases_of(
    [
        row(
            "search_natural.not-fuzzy",
            "nothing else to repair",
            given='{LF:Name="Leases"}',
            sent=['{LF:Name="Leases"}'],
        ),
        row("search_natural.not-fuzzy", "quotes are still repaired", given=BOTH, sent=[BOTH, BOTH_ESCAPED]),
    ]
)
def not_relaxed(lab: "Lab", given: str, sent: Sequence[str]) -> None:
    _refuse(lab)
    ask(lab, lf_query=given, fuzzy=False)
    equal(queries(lab), list(sent), "the queries that were sent")


@case("search_natural.fuzzy-default")
def relaxed_by_default(lab: "Lab") -> None:
    _refuse(lab, 1)
    data = results(lab, '{LF:Name="Leases"}')
    equal(data["repairs_applied"], ["wildcard_wrap"], "repairs_applied")


@cases_of(
    [
        row("search_natural.attempts", "two repairs", given=BOTH, repairs=[None, "escape_quotes", "wildcard_wrap"]),
        row("search_natural.attempts", "one repair", given='{LF:Name="Leases"}', repairs=[None, "wildcard_wrap"]),
        row("search_natural.attempts", "no repair", given='{LF:Name="Lease*"}', repairs=[None]),
    ]
)
def the_history(lab: "Lab", given: str, repairs: list[Any]) -> None:
    _refuse(lab)
    attempts = ask(lab, lf_query=given).data.get("attempts", [])
    equal([each["query"] for each in attempts], queries(lab), "the queries of the attempts")
    equal([each["repair"] for each in attempts], repairs, "the repairs of the attempts")
    for each in attempts:
        equal(each["status_code"], 400, "the status of an attempt")
        expect(TITLE in str(each["error_body"]), "an attempt lacks the server's answer", expected=TITLE, got=each)


@cases_of(
    [
        row("search_natural.error-keys", "repairs used up", status=400),
        row("search_natural.error-keys", "refused", status=403),
        row("search_natural.error-keys", "broken", status=500),
    ]
)
def the_shape(lab: "Lab", status: int) -> None:
    lab.faults({"operations": [lab.name(*SEARCH)], **refuse(status)})
    schema(ask(lab, lf_query=BOTH).data, SHAPE)


@case("search_natural.query-kept-in-error")
def the_query_as_given(lab: "Lab") -> None:
    _refuse(lab)
    equal(ask(lab, lf_query=BOTH).data.get("lf_query"), BOTH, "lf_query")


@cases_of(row("search_natural.no-traversal", f"status {status}", status=status) for status in (400, 404, 500))
def no_folder_is_walked(lab: "Lab", status: int) -> None:
    lab.faults({"operations": [lab.name(*SEARCH)], **refuse(status)})
    ask(lab, lf_query=BOTH, folder_path=r"\Finance")
    equal(set(operations(lab.journal())), {lab.name(*SEARCH)}, "the operations that were requested")


@cases_of(
    [
        row("search_natural.bad-query-syntax", "a closing quote is missing", given='{LF:Name="lease'),
        row("search_natural.bad-query-syntax", "an operator at the end", given='{LF:Name="*lease*"} &'),
        row("search_natural.bad-query-syntax", "an unknown clause", given='{LF:Colour="blue"}'),
    ]
)
def malformed(lab: "Lab", given: str) -> None:
    data = failures.failed(ask(lab, lf_query=given), SEARCH_NATURAL, "bad_query_syntax", SHAPE.rsplit("/", 1)[1])
    equal({each["status_code"] for each in data["attempts"]}, {400}, "the statuses of the attempts")
    equal([each["query"] for each in data["attempts"]], queries(lab), "the queries of the attempts")


@case("search_natural.bad-query-syntax", "whatever the code")
def any_400(lab: "Lab") -> None:
    lab.faults({"operations": [lab.name(*SEARCH)], **refuse(400, error_code=9039)})
    failures.failed(ask(lab, lf_query=BOTH), SEARCH_NATURAL, "bad_query_syntax", failures.NATURAL)
    expect(len(queries(lab)) == 3, "the repairs were not tried", got=queries(lab))


@case("search_natural.repairs-at-most-two", "a valid query is sent once")
def nothing_to_repair(lab: "Lab") -> None:
    ok(ask(lab, lf_query='{LF:Name="Leases"}'), "results")
    equal(len(queries(lab)), 1, "the number of queries that were sent")


def _refuse(lab: "Lab", times: int | None = None) -> None:
    """Have the server refuse the next searches as malformed: so many of them, or all."""
    rule = {"operations": [lab.name(*SEARCH)], **REFUSED}
    lab.faults(rule if times is None else {**rule, "times": times})
