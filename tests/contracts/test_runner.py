"""Every check gets a verdict, whatever the server does, in bounded time and without a traceback."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from lf_contracts.case import Case, case, cases_of, row
from lf_contracts.cells import Cell
from lf_contracts.checks import equal
from lf_contracts.finding import Finding, NotApplicable
from lf_contracts.lab import Lab
from lf_contracts.plan import Suite, plan
from lf_contracts.report.terminal import show
from lf_contracts.result import Run, Verdict
from lf_contracts.runner import run
from lf_contracts.simulator import Simulator
from lf_contracts.target import Patience, Server, Target

Judge = Callable[..., Run]


@case("alpha.echoes")
def alpha_echoes(lab: Lab) -> None:
    equal(lab.call("alpha", n=1).data["n"], 1, "n")


@case("beta.echoes")
def beta_echoes(lab: Lab) -> None:
    equal(lab.call("beta", n=1).data["n"], 1, "n")


@case("alpha.is-two")
def alpha_is_two(lab: Lab) -> None:
    equal(lab.call("alpha", n=1).data["n"], 2, "n")


@case("alpha.has-key")
def alpha_has_key(lab: Lab) -> None:
    equal(lab.call("alpha").data["results"], [], "results")


def verdicts(result: Run) -> dict[str, str]:
    return {each.check.requirement.id: each.verdict.value for each in result.results}


def test_a_good_server_holds(judge: Judge) -> None:
    result = judge("good", [alpha_echoes, beta_echoes])
    assert verdicts(result) == {"alpha.echoes": "pass", "beta.echoes": "pass"}
    assert (result.summary.made, result.summary.exit_code) == (2, 0)
    assert (result.target.name, result.target.version, result.target.source) == ("fake", "1.2.3", "initialize")


def test_a_difference_is_a_finding_with_both_values_the_call_and_the_exchanges(judge: Judge, control: Any) -> None:
    control.exchanges = [{"operation": "GetEntry", "method": "GET", "path": "/e", "status": 200}]
    result = judge("good", [alpha_is_two, beta_echoes])
    found = result.results[0]
    assert (found.verdict, found.message) == (Verdict.FAIL, "n is not what it must be")
    assert (found.expected, found.got) == (2, 1)
    assert found.call is not None
    assert (found.call.tool, found.call.arguments) == ("alpha", {"n": 1})
    assert found.exchanges[0]["operation"] == "GetEntry"
    assert result.summary.exit_code == 1


def test_a_key_that_the_answer_lacks_is_a_finding_about_the_server(judge: Judge) -> None:
    found = judge("good", [alpha_has_key]).results[0]
    assert (found.verdict, found.message) == (Verdict.FAIL, "the answer lacks the key 'results'")


LOST = [
    # server, verdict of alpha, words of the message, last words, verdict of beta
    (
        "crashes_at_start",
        "could_not_run",
        "ended before it was ready: exit code 1",
        "LF_SOMETHING is missing",
        "could_not_run",
    ),
    ("never_answers", "could_not_run", "never became ready: no answer to initialize", "listening", "could_not_run"),
    ("not_mcp", "could_not_run", "instead came: 'you said", "", "could_not_run"),
    ("crashes_in_call", "could_not_run", "ended during alpha: exit code 7", "about to fall over", "pass"),
    ("hangs_in_call", "could_not_run", "alpha: no answer to tools/call within 0.5 s", "", "pass"),
    ("other_ids", "could_not_run", "an answer with the id '999', which nobody asked for", "", "pass"),
    ("prints", "could_not_run", "standard output what is no MCP: 'debug: here'", "", "could_not_run"),
    ("slow_reader", "could_not_run", "no answer to tools/call", "", "could_not_run"),
    ("floods", "pass", "", "", "pass"),
]


@pytest.mark.parametrize(("server", "alpha", "words", "stderr", "beta"), LOST, ids=[each[0] for each in LOST])
def test_a_server_in_trouble_is_named_with_its_last_words_and_the_rest_goes_on(
    judge: Judge, server: str, alpha: str, words: str, stderr: str, beta: str
) -> None:
    result = judge(server, [alpha_echoes, beta_echoes])
    assert verdicts(result) == {"alpha.echoes": alpha, "beta.echoes": beta}
    assert words in (result.results[0].message or "")
    assert stderr in result.results[0].stderr
    assert result.summary.exit_code == (0 if alpha == beta == "pass" else 3)


def test_a_server_that_ends_after_its_answer_is_noticed_in_that_case(judge: Judge) -> None:
    def call_and_watch(lab: Lab) -> None:
        lab.call("alpha")
        assert lab.eventually(lambda: lab.record.servers[0].peer.ended)

    result = judge("ends_after_answer", [Case("alpha.x", "one", call_and_watch)])
    assert result.results[0].message == "the server ended by itself: exit code 9"
    assert result.summary.exit_code == 3


def test_a_server_that_ends_between_two_cases_is_noticed_in_the_next(judge: Judge) -> None:
    servers: list[Server] = []

    def end(lab: Lab) -> None:
        lab.call("alpha")
        servers.extend(lab.record.servers)
        lab.record.servers.clear()  # as if it had ended only after the case was over

    def wait(lab: Lab) -> None: ...

    class Watcher:
        def ended(self, _: Any) -> None:
            assert servers[0].peer._ended.wait(5)

    cases = [Case("alpha.x", "one", end), Case("alpha.y", "two", wait), Case("alpha.z", "three", wait)]
    result = judge("ends_after_answer", cases, watcher=Watcher())
    assert [each.message for each in result.results] == [
        None,
        "the server ended by itself between two cases: exit code 9",
        None,
    ]


def test_a_start_that_failed_is_not_repeated_for_every_check(judge: Judge) -> None:
    rows = [row(f"alpha.{n}", "one") for n in range(40)]
    many = cases_of(rows)(lambda lab: None)
    result = judge("never_answers", many, patience=Patience(start=0.3, call=0.3, close=0.1))
    assert result.summary.could_not_run == 40


def test_a_tool_that_stays_silent_is_given_up_and_another_is_still_tried(judge: Judge) -> None:
    silent = cases_of([row(f"alpha.{n}", "one") for n in range(6)])(
        lambda lab: lab.call("alpha", timeout=0.05) and None
    )
    result = judge("hangs_in_call", [*silent, beta_echoes])
    messages = [each.message or "" for each in result.results]
    assert sum("given up" in message for message in messages) == 3
    assert result.results[-1].verdict is Verdict.PASS


def test_a_tool_that_the_build_does_not_offer_is_not_applicable(judge: Judge) -> None:
    result = judge("good", [Case("gamma.x", "one", lambda lab: None), beta_echoes])
    assert verdicts(result) == {"gamma.x": "not_applicable", "beta.echoes": "pass"}
    assert result.results[0].message == "this build does not offer gamma"
    assert result.summary.exit_code == 0


def test_calling_a_contract_tool_that_is_not_offered_is_not_applicable_too(judge: Judge, make_requirement: Any) -> None:
    everything = Case("whole.x", "one", lambda lab: lab.call("gamma") and None)
    result = judge(
        "good", [everything, Case("gamma.x", "one", lambda lab: None)], [make_requirement("whole.x", tool="*")]
    )
    assert verdicts(result) == {"whole.x": "not_applicable", "gamma.x": "not_applicable"}


def test_a_stranger_is_not_applicable_throughout_and_that_is_not_green(judge: Judge, make_requirement: Any) -> None:
    cases = [alpha_echoes, Case("whole.x", "one", lambda lab: None)]
    result = judge("other", cases, [make_requirement("whole.x", tool="*")])
    assert set(verdicts(result).values()) == {"not_applicable"}
    assert (result.summary.made, result.summary.exit_code) == (0, 3)


def test_a_case_that_fails_by_itself_is_a_sentence_with_its_place(judge: Judge) -> None:
    def broken(lab: Lab) -> None:
        lab.call("alpha").data.get("nothing")["more"]

    result = judge("good", [Case("alpha.broken", "one", broken), beta_echoes])
    assert verdicts(result) == {"alpha.broken": "could_not_run", "beta.echoes": "pass"}
    assert (result.results[0].message or "").startswith("the case itself failed at ")
    assert "TypeError" in (result.results[0].message or "")
    assert result.summary.exit_code == 3


def armed(lab: Lab) -> None:
    lab.faults({"operations": ["GetEntry"], "kind": "refuse", "status": 503})


def armed_and_wrong(lab: Lab) -> None:
    armed(lab)
    raise Finding("something else")


@pytest.mark.parametrize("body", [armed, armed_and_wrong])
def test_a_fault_that_never_fired_voids_the_case(judge: Judge, control: Any, body: Callable[[Lab], None]) -> None:
    control.fires = False
    found = judge("good", [Case("alpha.x", "one", body)]).results[0]
    assert found.verdict is Verdict.COULD_NOT_RUN
    assert "the armed fault refuse on GetEntry never fired (1 matching requests came)" in (found.message or "")


def test_a_fault_that_may_miss_voids_nothing(judge: Judge, control: Any) -> None:
    control.fires = False
    lenient = Case("alpha.x", "one", lambda lab: lab.faults({"operations": ["*"], "kind": "hang"}, may_miss=True))
    assert judge("good", [lenient]).results[0].verdict is Verdict.PASS


def test_a_case_may_say_that_it_does_not_apply(judge: Judge) -> None:
    def no(lab: Lab) -> None:
        raise NotApplicable("for a reason")

    found = judge("good", [Case("alpha.x", "one", no)]).results[0]
    assert (found.verdict, found.message) == (Verdict.NOT_APPLICABLE, "for a reason")


def test_failed_advice_is_counted_and_does_not_turn_the_run_red(judge: Judge, make_requirement: Any) -> None:
    result = judge("good", [alpha_is_two, beta_echoes], [make_requirement("alpha.is-two", severity="advice")])
    assert (result.summary.failed, result.summary.advice, result.summary.exit_code) == (1, 1, 0)


def test_a_cell_is_reached_only_when_its_slug_was_seen(judge: Judge, make_requirement: Any) -> None:
    def provoke(lab: Lab, error: str) -> None:
        equal(lab.call("alpha", mode="error", error=error).data["error"], error, "error")

    seen, unseen = cases_of([row("alpha.a", "one", error="gone"), row("alpha.b", "one", error="else")])(provoke)
    requirements = [make_requirement("alpha.a", slug="gone"), make_requirement("alpha.b", slug="late")]
    cells = [Cell("alpha", "gone", "2.3"), Cell("alpha", "late", "2.3"), Cell("alpha", "never", "2.3", None, "no way")]
    count = judge("good", [seen, unseen], requirements, cells).cell_count
    assert (count.documented, [c.slug for c in count.reached]) == (3, ["gone"])
    assert [c.slug for c in count.missed] == ["late"]
    assert [c.slug for c in count.unreachable] == ["never"]


def test_a_simulator_out_of_order_is_our_failure_and_said_so(judge: Judge, control: Any) -> None:
    def break_it(lab: Lab) -> None:
        control.broken = True
        lab.journal()

    result = judge("good", [Case("alpha.x", "one", break_it), beta_echoes])
    assert all("the simulator refuses" in (each.message or "") for each in result.results)
    assert result.summary.exit_code == 3


def test_the_repository_is_reset_before_every_case_and_deleted_at_the_end(judge: Judge, control: Any) -> None:
    judge("good", [alpha_echoes, beta_echoes])
    levers = [(method, path, body) for method, path, body in control.asked if method in ("POST", "DELETE")]
    assert levers == [
        ("POST", "/_sim/repositories", {"corpus": "demo", "profile": "v1-selfhosted"}),
        ("POST", "/_sim/repositories/r/reset", {"keep": ["sessions"]}),
        ("POST", "/_sim/repositories/r/reset", {"keep": ["sessions"]}),
        ("DELETE", "/_sim/repositories/r", None),
    ]


def test_profiles_side_by_side_give_the_same_results_in_the_order_of_the_plan(judge: Judge) -> None:
    both = ("v1-selfhosted", "v2-cloud")
    one, two = (judge("good", [alpha_echoes, alpha_is_two], profiles=both, workers=n) for n in (1, 2))
    assert one.results == two.results
    assert [each.check.profile.name for each in two.results] == [both[0], both[0], both[1], both[1]]


def test_no_server_is_left_when_the_run_is_interrupted(
    control: Any, server_command: Any, make_requirement: Any
) -> None:
    pids: list[int] = []

    class Watcher:
        def ended(self, result: Any) -> None:
            raise KeyboardInterrupt

    def note(lab: Lab) -> None:
        pids.append(lab.call("alpha").data["pid"])

    suite = Suite({"alpha.x": make_requirement("alpha.x")}, (Case("alpha.x", "one", note),), ())
    with Simulator(control.url) as simulator, pytest.raises(Exception, match="the run was stopped") as caught:
        run(
            plan(suite, level="2.6"),
            Target.of(server_command("tells_settings")),
            simulator,
            level="2.6",
            watcher=Watcher(),
        )
    assert pids
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)
    outcome = caught.value.run
    assert [each.message for each in outcome.results] == [None, "the run was stopped", "the run was stopped"]
    console = Console(file=io.StringIO(), width=120)
    show(console, outcome, 0)
    assert "Stopped: 1 of 3 checks made, 0 fell short." in console.file.getvalue()
