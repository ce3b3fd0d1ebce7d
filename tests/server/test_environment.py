from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from lf_mcp.config import ConfigError
from lf_mcp.environment import gather, parse

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("line", "value"),
    [
        ("LF_X=plain", "plain"),
        ("export LF_X=plain", "plain"),
        ("LF_X = spaced ", "spaced"),
        ('LF_X="with # and blank "', "with # and blank "),
        ("LF_X='single'", "single"),
        ("LF_X=value # comment", "value"),
        ("LF_X=pass#word", "pass#word"),
        ("LF_X=a=b", "a=b"),
        ("LF_X=", ""),
    ],
)
def test_a_line_of_a_settings_file_is_read(line: str, value: str) -> None:
    assert parse(line) == {"LF_X": value}


@pytest.mark.parametrize("line", ["", "# LF_X=1", "nonsense"])
def test_blank_lines_comments_and_nonsense_hold_no_setting(line: str) -> None:
    assert parse(line) == {}


def test_the_environment_wins_over_the_file_and_the_file_over_dot_env(tmp_path: Path) -> None:
    (tmp_path / "settings").write_text("LF_A=file\nLF_B=file\n")
    (tmp_path / ".env").write_text("LF_A=dot\nLF_B=dot\nLF_C=dot\n")
    found = gather({"lf_a": "process"}, str(tmp_path / "settings"), tmp_path)
    assert found == {"LF_A": "process", "LF_B": "file", "LF_C": "dot"}


def test_a_file_that_was_asked_for_and_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"there is no configuration file .*missing"):
        gather({}, str(tmp_path / "missing"), tmp_path)
