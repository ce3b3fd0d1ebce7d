from __future__ import annotations

from datetime import UTC, datetime

import httpx
import pytest

from lf_mcp import retry

NOON = datetime(2026, 3, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("error", "repeatable", "again"),
    [
        (httpx.ConnectError("x"), False, True),
        (httpx.ConnectTimeout("x"), False, True),
        (httpx.PoolTimeout("x"), False, True),
        (httpx.ReadTimeout("x"), True, True),
        (httpx.ReadTimeout("x"), False, False),
        (httpx.WriteTimeout("x"), False, False),
        (httpx.ReadError("x"), True, True),
        (httpx.ReadError("x"), False, False),
        (httpx.RemoteProtocolError("x"), True, True),
        (httpx.RemoteProtocolError("x"), False, False),
        (httpx.DecodingError("x"), True, False),
        (httpx.ProxyError("x"), True, False),
    ],
)
def test_a_lost_request_goes_again_only_where_that_is_harmless(
    error: httpx.HTTPError, repeatable: bool, again: bool
) -> None:
    assert retry.failed_request_may_go_again(error, repeatable) is again


@pytest.mark.parametrize(
    ("status", "repeatable", "again"),
    [(429, False, True), (429, True, True)]
    + [(status, True, True) for status in (500, 502, 503, 504)]
    + [(status, False, False) for status in (500, 502, 503, 504)]
    + [(status, True, False) for status in (200, 302, 400, 401, 404, 408, 409, 501)],
)
def test_a_status_is_repeated_only_where_that_may_help(status: int, repeatable: bool, again: bool) -> None:
    assert retry.status_may_go_again(status, repeatable) is again


@pytest.mark.parametrize(("tries", "longest"), [(0, 1.0), (1, 2.0), (4, 16.0), (5, 30.0), (9, 30.0)])
def test_pauses_double_up_to_a_ceiling_with_jitter_down_to_half(tries: int, longest: float) -> None:
    assert retry.pause(tries, None, lambda: 1.0, lambda: NOON) == longest
    assert retry.pause(tries, None, lambda: 0.0, lambda: NOON) == longest / 2


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("7", 7.0),
        ("0", 0.0),
        ("1.5", 1.5),
        ("-3", 0.0),
        ("9999", 30.0),
        ("Sun, 01 Mar 2026 12:00:10 GMT", 10.0),
        ("Sun, 01 Mar 2026 11:00:00 GMT", 0.0),
        ("Sun, 01 Mar 2026 13:00:00 GMT", 30.0),
    ],
)
def test_the_servers_wish_replaces_the_pause_in_both_forms(header: str, seconds: float) -> None:
    assert retry.pause(0, header, lambda: 1.0, lambda: NOON) == seconds


@pytest.mark.parametrize("header", ["", "soon", "inf", "nan", "2026-03-01"])
def test_a_wish_that_cannot_be_read_is_ignored(header: str) -> None:
    assert retry.pause(1, header, lambda: 1.0, lambda: NOON) == 2.0
