"""The peer keeps what a polite client hides, and never waits longer than it is told to."""

import os
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from lf_contracts.peer import Gone, Peer, RpcError, Silent

Start = Callable[[str], Peer]


def gone(pid: int) -> bool:
    """Whether the process is no more; a dead child that nobody has collected counts as gone."""
    try:
        with Path(f"/proc/{pid}/stat").open() as file:
            return file.read().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_a_good_server_is_initialised_and_answers(peer: Start) -> None:
    good = peer("good")
    assert good.initialize(5)["serverInfo"] == {"name": "fake", "version": "1.2.3"}
    result = good.request("tools/call", {"name": "alpha", "arguments": {"n": 1}}, 5)
    assert result["structuredContent"] == {"mode": "echo", "n": 1}
    assert good.noise == 0


def test_every_frame_is_kept_in_both_directions(peer: Start) -> None:
    good = peer("good")
    good.initialize(5)
    kept = [(frame.direction, frame.message.get("method") or frame.message["id"]) for frame in good.frames]
    assert kept == [("sent", "initialize"), ("received", 1), ("sent", "notifications/initialized")]


def test_a_server_that_ends_early_is_gone_with_its_exit_code_and_its_last_words(peer: Start) -> None:
    broken = peer("crashes_at_start")
    with pytest.raises(Gone) as caught:
        broken.initialize(5)
    assert caught.value.exit_code == 1
    assert broken.stderr.lines() == "LF_SOMETHING is missing"


def test_a_request_to_a_server_that_is_gone_does_not_wait(peer: Start) -> None:
    broken = peer("crashes_at_start")
    with pytest.raises(Gone):
        broken.initialize(5)
    with pytest.raises(Gone):
        broken.request("ping", None, 60)


@pytest.mark.timeout(60)  # a client that waits on would be ended here
def test_a_silent_server_is_given_up_after_its_timeout(peer: Start) -> None:
    silent = peer("never_answers")
    with pytest.raises(Silent, match=r"no answer to initialize within 0\.2 s"):
        silent.initialize(0.2)


def test_a_server_that_does_not_read_cannot_hold_a_caller_up(peer: Start) -> None:
    deaf = peer("slow_reader")
    deaf.initialize(5)
    deaf.request("tools/list", {}, 5)
    with pytest.raises(Silent):
        deaf.request("tools/call", {"name": "alpha", "arguments": {"text": "x" * 3_000_000}}, 0.2)


def test_lines_that_are_no_mcp_are_kept_and_counted(peer: Start) -> None:
    stranger = peer("not_mcp")
    with pytest.raises(Silent):
        stranger.initialize(0.3)
    assert stranger.junk[0].startswith("you said ")
    assert stranger.noise == len(stranger.junk)


def test_an_answer_with_another_id_is_not_taken_for_ours(peer: Start) -> None:
    confused = peer("other_ids")
    confused.initialize(5)
    with pytest.raises(Silent):
        confused.request("tools/call", {"name": "alpha"}, 0.3)
    assert list(confused.strays) == ["999"]


def test_a_flood_on_standard_error_stops_nothing_and_its_end_is_kept(peer: Start) -> None:
    talkative = peer("floods")
    talkative.initialize(5)
    talkative.request("tools/call", {"name": "alpha"}, 5)
    talkative.close()
    assert talkative.stderr.lines(1) == "line 19999 of a very talkative log"
    assert len(talkative.stderr.since()) <= 65_536


def test_answers_find_their_requests_in_any_order(peer: Start) -> None:
    server = peer("answers_in_reverse")
    server.initialize(5)
    first = server.begin("tools/call", {"name": "alpha", "arguments": {"n": 1}})
    second = server.begin("tools/call", {"name": "alpha", "arguments": {"n": 2}})
    assert server.result(first, 5)["structuredContent"]["n"] == 1
    assert server.result(second, 5)["structuredContent"]["n"] == 2


def test_a_cancelled_request_may_stay_without_answer_and_the_rest_goes_on(peer: Start) -> None:
    server = peer("answers_in_reverse")
    server.initialize(5)
    dropped = server.begin("tools/call", {"name": "alpha", "arguments": {"n": 0}})
    server.cancel(dropped, "no longer wanted")
    kept = [server.begin("tools/call", {"name": "alpha", "arguments": {"n": n}}) for n in (1, 2)]
    assert [server.result(each, 5)["structuredContent"]["n"] for each in kept] == [1, 2]
    assert not dropped.done()


def test_a_protocol_error_is_raised_with_its_object(peer: Start) -> None:
    server = peer("refuses_calls")
    server.initialize(5)
    with pytest.raises(RpcError, match="no such thing") as caught:
        server.request("tools/call", {"name": "alpha"}, 5)
    assert caught.value.error["code"] == -32602


def test_closing_a_good_server_lets_it_end_by_itself(peer: Start) -> None:
    good = peer("good")
    good.initialize(5)
    assert good.close() == 0


def test_closing_a_stubborn_server_forces_it(peer: Start) -> None:
    stubborn = peer("never_answers")
    with pytest.raises(Silent):
        stubborn.initialize(0.5)  # long enough for it to have refused to be told
    assert stubborn.close(grace=0.1) == -9
    assert gone(stubborn.pid)


def test_what_a_server_started_and_forgot_is_ended_with_it(peer: Start) -> None:
    server = peer("forgets_a_child")
    server.initialize(5)
    child = server.request("tools/call", {"name": "alpha"}, 5)["structuredContent"]["pid"]
    assert not gone(child)
    server.close(grace=0.5)
    end = time.monotonic() + 5
    while not gone(child) and time.monotonic() < end:
        os.sched_yield()
    assert gone(child)
