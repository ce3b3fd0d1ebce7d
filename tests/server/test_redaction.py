from __future__ import annotations

import logging

from lf_mcp.redaction import ScrubbingFormatter, scrub, scrub_text


def test_secrets_are_taken_out_at_any_depth_but_not_out_of_keys() -> None:
    answer = {"reason": "no hunter2", "attempts": [{"hunter2": ["hunter2", 3, None]}]}
    assert scrub(answer, ["hunter2"]) == {
        "reason": "no <redacted>",
        "attempts": [{"hunter2": ["<redacted>", 3, None]}],
    }


def test_a_password_that_is_one_of_our_own_words_leaves_the_envelope_readable() -> None:
    answer = {"mode": "error", "error": "server_error", "reason": "error error"}
    assert scrub(answer, ["error"]) == {"mode": "error", "error": "server_error", "reason": "<redacted> <redacted>"}


def test_a_longer_secret_leaves_no_rest_when_a_shorter_one_is_inside_it() -> None:
    assert scrub_text("abcdefgh abcd", ["abcdefgh", "abcd"]) == "<redacted> <redacted>"


def test_log_lines_hold_no_secret_not_even_in_arguments_or_tracebacks() -> None:
    formatter = ScrubbingFormatter(logging.Formatter("%(message)s"), ["hunter2"])
    try:
        raise ValueError("hunter2")
    except ValueError as error:
        info = (type(error), error, error.__traceback__)
    record = logging.LogRecord("x", logging.INFO, __file__, 1, "pass %s", ("hunter2",), info)
    line = formatter.format(record)
    assert "hunter2" not in line
    assert line.startswith("pass <redacted>")
