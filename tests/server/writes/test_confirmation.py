from __future__ import annotations

import base64
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lf_mcp.writes.confirmation import TTL_SECONDS, Bound, Confirmations

BOUND = Bound(
    "move_entry",
    61,
    "Leases",
    parameters={"new_parent_id": 7, "new_name": None},
    state={"lastModifiedTime": "2026-03-01T10:00:00Z", "parentId": 1},
)


class Clock:
    now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def confirmations(clock: Clock) -> Confirmations:
    return Confirmations(clock=clock)


def test_a_token_confirms_what_it_was_given_out_for_and_tells_nothing_of_it(confirmations) -> None:
    token = confirmations.issue(BOUND)
    assert confirmations.objection(token, BOUND) is None
    raw = base64.urlsafe_b64decode(token + "==")
    assert b"Leases" not in raw
    assert b"2026-03-01" not in raw


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"operation": "rename_entry"}, "is for move_entry, not for rename_entry"),
        ({"entry_id": 62}, "is for entry 61, not for entry 62"),
        ({"name": "Lease"}, "has been renamed"),
        ({"caller": "someone"}, "to somebody else"),
        ({"parameters": {"new_parent_id": 8, "new_name": None}}, "another new_parent_id"),
        ({"parameters": {"new_parent_id": 7, "new_name": "x"}}, "another new_name"),
        ({"parameters": {"new_parent_id": 8, "new_name": "x"}}, "another new_name and another new_parent_id"),
        ({"state": {"lastModifiedTime": "2026-03-01T10:00:01Z", "parentId": 1}}, "has changed since"),
        ({"state": {}}, "has changed since"),
    ],
)
def test_it_confirms_nothing_else(confirmations, change, reason) -> None:
    assert reason in (confirmations.objection(confirmations.issue(BOUND), replace(BOUND, **change)) or "")


def test_the_first_difference_in_the_documented_order_is_told(confirmations, clock) -> None:
    token = confirmations.issue(BOUND)
    clock.now += TTL_SECONDS
    other = replace(BOUND, name="x", caller="y", state={})
    assert "renamed" in confirmations.objection(token, other)
    assert "somebody else" in confirmations.objection(token, replace(other, name=BOUND.name))
    assert "changed" in confirmations.objection(token, replace(BOUND, state={}))
    assert "expired" in confirmations.objection(token, BOUND)


def test_it_is_good_until_its_time_is_over(confirmations, clock) -> None:
    token = confirmations.issue(BOUND)
    clock.now += TTL_SECONDS - 0.001
    assert confirmations.objection(token, BOUND) is None
    clock.now += 0.001
    assert "expired" in confirmations.objection(token, BOUND)


def test_it_is_good_once(confirmations) -> None:
    first, second = confirmations.issue(BOUND), confirmations.issue(BOUND)
    confirmations.spend(first)
    assert "has been used" in confirmations.objection(first, BOUND)
    assert confirmations.objection(second, BOUND) is None


def test_what_was_used_is_forgotten_when_it_has_expired_anyway(confirmations, clock) -> None:
    for _ in range(10):
        confirmations.spend(confirmations.issue(BOUND))
    clock.now += TTL_SECONDS
    confirmations.spend(confirmations.issue(BOUND))
    assert len(confirmations._spent) == 1


def test_processes_with_one_secret_know_each_others_tokens_and_no_others(clock) -> None:
    one, two, other, own = (Confirmations(secret, clock) for secret in ("s", "s", "t", None))
    token = one.issue(BOUND)
    assert two.objection(token, BOUND) is None
    assert "not signed" in other.objection(token, BOUND)
    assert "not signed" in own.objection(token, BOUND)


@pytest.mark.parametrize("place", range(0, 560, 40))
def test_a_changed_character_is_noticed(confirmations, place) -> None:
    token = confirmations.issue(BOUND)
    place %= len(token) - 2
    changed = token[:place] + ("A" if token[place] != "A" else "B") + token[place + 1 :]
    assert confirmations.objection(changed, BOUND)


@given(st.one_of(st.text(), st.binary().map(lambda data: base64.urlsafe_b64encode(data).decode())))
def test_nothing_that_is_no_token_raises_or_confirms(text: str) -> None:
    confirmations = Confirmations("s")
    assert confirmations.objection(text, BOUND)
    confirmations.spend(text)


def test_a_signed_text_of_another_structure_is_refused(confirmations) -> None:
    for body in (b"[]", b"{}", b"[" * 100_000, b'{"once": 1}'):
        token = base64.urlsafe_b64encode(confirmations._sign(body) + body).decode()
        assert "not one that a preview gave out" in confirmations.objection(token, BOUND)
