"""The errors themselves: how they are drawn, and which status answers them."""

from __future__ import annotations

import pytest

from lf_simulator.search import QueryError, parse
from lf_simulator.search.errors import MEANING, STATUS_OF_CODE, Code


def error_of(command: str) -> QueryError:
    with pytest.raises(QueryError) as caught:
        parse(command)
    return caught.value


def test_an_error_is_drawn_under_its_line() -> None:
    assert error_of('{LF:Name="a"} &\n\t{LF:Nmae="b"}').render() == (
        'LF:Nmae is not a search key. (line 2, column 6) [9086]\n\t{LF:Nmae="b"}\n\t    ^\nDid you mean LF:Name?'
    )


def test_an_error_at_the_end_points_behind_the_last_character() -> None:
    error = error_of("(a")
    assert (error.line, error.column, error.render().split("\n")[2]) == (1, 3, "  ^")


def test_every_code_has_a_meaning_and_a_status() -> None:
    assert set(MEANING) == set(Code)
    assert set(STATUS_OF_CODE) == {int(code) for code in Code}
    assert set(STATUS_OF_CODE.values()) == {400}
