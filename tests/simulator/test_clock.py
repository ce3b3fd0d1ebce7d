"""Time and ids of a repository come from one seeded clock."""

from __future__ import annotations

import re
import uuid
from datetime import UTC, datetime, timedelta

import pytest

from lf_simulator.clock import Clock, ClockError


def frozen(seed: int = 7) -> Clock:
    clock = Clock(seed)
    clock.freeze()
    return clock


def test_a_clock_follows_real_time() -> None:
    before = datetime.now(UTC)
    moment = Clock(7).now()
    assert before <= moment <= datetime.now(UTC)
    assert moment.tzinfo is UTC


def test_a_frozen_clock_stands_still_until_it_is_advanced() -> None:
    clock = frozen()
    moment, elapsed = clock.now(), clock.elapsed()
    assert (clock.now(), clock.elapsed()) == (moment, elapsed)
    clock.advance(90.5)
    assert clock.now() - moment == timedelta(seconds=90.5)
    assert clock.elapsed() - elapsed == 90.5
    assert clock.is_frozen


def test_a_running_clock_that_is_advanced_goes_on_from_there() -> None:
    clock = Clock(7)
    clock.advance(3600)
    assert 3600 <= clock.elapsed() < 3660
    assert not clock.is_frozen


def test_a_clock_that_was_frozen_goes_on_from_where_it_stood() -> None:
    clock = frozen()
    clock.advance(1000)
    stood = clock.elapsed()
    clock.resume()
    assert stood <= clock.elapsed() < stood + 60


def test_a_clock_can_be_set_to_a_moment_to_come() -> None:
    clock = frozen()
    moment = clock.now() + timedelta(days=400)
    clock.set(moment)
    assert clock.now() == moment


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        (lambda clock: clock.advance(-1.5), "the clock only moves forward, so it cannot be advanced by -1.5 seconds"),
        (
            lambda clock: clock.set(datetime(2001, 1, 1, tzinfo=UTC)),
            "the clock only moves forward, and 2001-01-01T00:00:00+00:00 has passed",
        ),
        (lambda clock: clock.set(datetime(2101, 1, 1)), "2101-01-01T00:00:00 has no time zone"),
    ],
)
def test_a_clock_never_goes_back(move, sentence: str) -> None:  # type: ignore[no-untyped-def]
    clock = frozen()
    before = clock.now()
    with pytest.raises(ClockError, match=f"^{re.escape(sentence)}$"):
        move(clock)
    assert clock.now() == before


def drawn(clock: Clock) -> list[object]:
    return [clock.token(), clock.uuid(), clock.token(64)]


def test_the_same_seed_gives_the_same_tokens_and_ids() -> None:
    assert drawn(Clock(7)) == drawn(Clock(7))


def test_another_seed_gives_others() -> None:
    assert not set(map(str, drawn(Clock(7)))) & set(map(str, drawn(Clock(8))))


def test_a_token_goes_into_a_url_as_it_is_and_an_id_is_a_uuid() -> None:
    clock = Clock(7)
    assert re.fullmatch("[A-Za-z0-9]{40}", clock.token(40))
    assert uuid.UUID(clock.uuid()).version == 4


def test_a_reset_brings_back_the_beginning_and_real_time() -> None:
    clock = frozen()
    first = drawn(clock)
    clock.advance(5000)
    clock.reset()
    assert drawn(clock) == first
    assert clock.elapsed() < 60
    assert not clock.is_frozen


def test_a_reset_that_keeps_tokens_never_gives_out_one_again() -> None:
    clock = Clock(7)
    given = {clock.token() for _ in range(5)}
    clock.reset(keep_tokens=True)
    assert not given & {clock.token() for _ in range(20)}


def test_an_id_is_a_random_uuid_of_the_usual_form() -> None:
    clock = Clock(3)
    made = [clock.uuid() for _ in range(200)]
    assert all(str(uuid.UUID(text)) == text and uuid.UUID(text).version == 4 for text in made)
    assert {uuid.UUID(text).variant for text in made} == {uuid.RFC_4122}
    assert len(set(made)) == 200


def test_a_clock_is_set_to_the_very_moment() -> None:
    moment = datetime(2060, 5, 1, 8, tzinfo=UTC)
    for seed in range(300):
        clock = frozen(seed)
        clock.set(moment)
        assert clock.now() == moment
