"""What a case is handed: the settings of its server, the levers of its repository, and cancellation."""

import time
from collections.abc import Callable
from typing import Any

import pytest

from lf_contracts.case import Case
from lf_contracts.lab import Lab
from lf_contracts.result import Result, Run, Verdict

Judge = Callable[..., Run]
Body = Callable[[Lab], object]


def only(judge: Judge, server: str, body: Body, **more: Any) -> Result:
    result: Result = judge(server, [Case("alpha.x", "one", lambda lab: body(lab) and None)], **more).results[0]
    return result


@pytest.fixture
def within(judge: Judge) -> Callable[..., list[Any]]:
    """Runs a body as a case against a server and gives what it returned."""

    def run_it(server: str, *bodies: Body, **more: Any) -> list[Any]:
        given: list[Any] = []
        cases = [
            Case("alpha.x", str(n), lambda lab, body=body: given.append(body(lab))) for n, body in enumerate(bodies)
        ]
        result = judge(server, cases, **more)
        assert [each.message for each in result.results] == [None] * len(bodies)
        return given

    return run_it


def settings_of(lab: Lab) -> dict[str, str]:
    return dict(lab.call("alpha").data["settings"])


def pid_of(lab: Lab) -> int:
    return int(lab.call("alpha").data["pid"])


def test_the_server_gets_the_settings_of_the_control_plane_and_the_kit_and_no_inherited_ones(
    within: Callable[..., list[Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LF_LEFT_OVER", "1")
    monkeypatch.setenv("KIT_TEST", "kept")
    settings, home = within("tells_settings", lambda lab: (settings_of(lab), lab.call("alpha").data["home"]))[0]
    assert settings == {
        "LF_REPOSITORY_ID": "r",
        "LF_PASSWORD": "demo",
        "LF_READ_ONLY": "false",
        "LF_RETRY_ATTEMPTS": "0",
        "LF_SEARCH_POLL_INTERVAL_SECONDS": "0.05",
        "LF_REQUEST_TIMEOUT_SECONDS": "10",
    }
    assert home == "kept"


def test_a_read_only_run_says_so_to_the_server(within: Callable[..., list[Any]]) -> None:
    assert within("tells_settings", settings_of, read_only=True)[0]["LF_READ_ONLY"] == "true"


def test_other_settings_are_another_process_that_is_kept_for_the_next_case(within: Callable[..., list[Any]]) -> None:
    def both(lab: Lab) -> tuple[int, int, str | None]:
        other = lab.with_environment(LF_RETRY_ATTEMPTS="2", LF_PASSWORD=None)
        return pid_of(lab), pid_of(other), settings_of(other).get("LF_PASSWORD")

    first, second = within("tells_settings", both, both)
    assert first == second
    assert first[0] != first[1]
    assert first[2] is None


def test_a_fresh_process_remembers_nothing(within: Callable[..., list[Any]]) -> None:
    before, after = within("tells_settings", lambda lab: (pid_of(lab), pid_of(lab.fresh())))[0]
    assert before != after


def test_of_many_processes_the_oldest_makes_room(within: Callable[..., list[Any]]) -> None:
    def crowd(lab: Lab) -> list[int]:
        labs = [lab.with_environment(LF_N=str(n)) for n in range(4)]
        return [pid_of(each) for each in (*labs, labs[3], labs[0])]

    pids = within("tells_settings", crowd)[0]
    assert pids[4] == pids[3]
    assert pids[5] != pids[0]


def test_a_case_can_see_how_often_its_faults_have_fired(within: Callable[..., list[Any]]) -> None:
    def count(lab: Lab) -> tuple[int, int]:
        before = lab.fired()
        lab.faults({"operations": ["A"], "kind": "hang"}, {"operations": ["B"], "kind": "hang"})
        return before, lab.fired()

    assert within("tells_settings", count) == [(0, 2)]


def test_several_calls_at_once_give_their_answers_in_order(within: Callable[..., list[Any]]) -> None:
    answers = within("answers_in_reverse", lambda lab: lab.calls(("alpha", {"n": 1}), ("beta", {"n": 2})))[0]
    assert [each.data["n"] for each in answers] == [1, 2]


def test_a_call_is_cancelled_when_its_moment_comes(within: Callable[..., list[Any]], control: Any) -> None:
    looks: list[int] = []

    def cancel(lab: Lab) -> Any:
        return lab.cancel("alpha", {}, lambda: len(looks) == 3 or looks.append(1) is not None, quiet=0.02)

    assert within("answers_in_reverse", cancel) == [None]


def test_waiting_after_a_cancellation_ends_as_soon_as_the_case_has_seen_enough(
    within: Callable[..., list[Any]],
) -> None:
    def cancel(lab: Lab) -> float:
        began = time.monotonic()
        lab.cancel("alpha", {}, lambda: True, until=lambda: True, quiet=60.0)
        return time.monotonic() - began

    assert within("answers_in_reverse", cancel)[0] < 5


def test_a_call_that_ends_before_it_could_be_cancelled_voids_the_case(judge: Judge) -> None:
    found = only(judge, "good", lambda lab: lab.cancel("alpha", {}, lambda: False, timeout=5))
    assert (found.verdict, found.message) == (Verdict.COULD_NOT_RUN, "alpha ended before it could be cancelled")


def test_a_moment_that_never_comes_voids_the_case(judge: Judge) -> None:
    found = only(judge, "answers_in_reverse", lambda lab: lab.cancel("alpha", {}, lambda: False, timeout=0.1))
    assert found.message == "the moment to cancel alpha did not come within 0.1 s"


def test_the_journal_leaves_sign_ins_out_unless_asked(within: Callable[..., list[Any]], control: Any) -> None:
    control.exchanges = [{"operation": name} for name in ("CreateToken", "GetEntry", "ListEntries", None)]

    def look(lab: Lab) -> list[list[str]]:
        seen = [lab.journal(), lab.journal("GetEntry"), lab.journal(sign_in=True), lab.journal("CreateToken")]
        return [[exchange["operation"] for exchange in each] for each in seen]

    assert within("good", look)[0] == [
        ["GetEntry", "ListEntries", None],
        ["GetEntry"],
        ["CreateToken", "GetEntry", "ListEntries", None],
        ["CreateToken"],
    ]


def test_settings_of_the_imitated_build_add_up_within_a_case(within: Callable[..., list[Any]], control: Any) -> None:
    def change(lab: Lab) -> None:
        lab.settings(search_seconds=1.0)
        lab.settings(search_fails=True)

    within("good", change)
    put = [body for method, path, body in control.asked if method == "PUT"]
    assert put[-1] == {"name": "v1-selfhosted", "overrides": {"search_seconds": 1.0, "search_fails": True}}


def test_a_lever_that_the_simulator_refuses_is_our_failure_in_its_words(judge: Judge) -> None:
    found = only(judge, "good", lambda lab: lab.settings(wrong=1))
    assert found.verdict is Verdict.COULD_NOT_RUN
    assert "(400): unknown setting 'wrong'" in (found.message or "")


def test_names_are_picked_by_dialect(judge: Judge) -> None:
    picked: list[tuple[str, str, str]] = []
    note = Case("alpha.x", "one", lambda lab: picked.append((lab.profile, lab.version, lab.name("old", "new"))))
    judge("good", [note], profiles=("v1-selfhosted", "v2-cloud"))
    assert sorted(picked) == [("v1-selfhosted", "v1", "old"), ("v2-cloud", "v2", "new")]
