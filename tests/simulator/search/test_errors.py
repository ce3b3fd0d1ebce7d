"""The errors themselves: how they are drawn, and which status answers them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lf_simulator.search import NotSimulated, QueryError, find, parse
from lf_simulator.search.errors import MEANING, STATUS_OF_CODE, Code

if TYPE_CHECKING:
    import sqlite3


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
    assert {code for code, status in STATUS_OF_CODE.items() if status != 400} == {int(Code.NONE)}


@pytest.mark.parametrize("key", ["Owner", "VolID", "CheckOutUserID", "LinkGroupComment"])
def test_a_documented_key_without_data_is_refused_by_name(key: str, shared: sqlite3.Connection) -> None:
    number = key.endswith("ID")
    with pytest.raises(NotSimulated) as caught:
        find(shared, parse(f'{{lf:{key.lower()}="{1 if number else "x"}"}}'))
    assert (caught.value.key, caught.value.status) == (f"LF:{key}", 501)


def test_a_search_over_versions_is_refused_by_name(shared: sqlite3.Connection) -> None:
    with pytest.raises(NotSimulated) as caught:
        find(shared, parse('a & {LFVER:Comment~="Draft", ~="b", ModifiedBy="x"}'))
    assert caught.value.key == "LFVER:Comment"
