"""What the build under test is called comes from the distribution that owns the command, where there is one."""

import sys
from pathlib import Path

import pytest

from lf_contracts.identity import Identity, identify

HANDSHAKE = {"serverInfo": {"name": "its own word", "version": "1.30.0"}}


@pytest.fixture
def environment(tmp_path: Path) -> Path:
    """An environment with one distribution, as pip leaves it."""
    info = tmp_path / "lib" / "python3.11" / "site-packages" / "laserfiche_mcp-2.6.2.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: laserfiche-mcp\nVersion: 2.6.2\n")
    (info / "entry_points.txt").write_text("[console_scripts]\nlaserfiche-mcp = laserfiche_mcp.server:main\n")
    (tmp_path / "bin").mkdir()
    for name in ("laserfiche-mcp", "python", "other"):
        (tmp_path / "bin" / name).touch()
    return tmp_path


def test_the_script_of_a_distribution_is_that_distribution_whatever_the_handshake_says(environment: Path) -> None:
    found = identify([str(environment / "bin" / "laserfiche-mcp")], HANDSHAKE)
    assert found == Identity("laserfiche-mcp", "2.6.2", "distribution")


def test_a_link_to_such_a_script_is_followed(environment: Path, tmp_path: Path) -> None:
    link = tmp_path / "elsewhere"
    link.symlink_to(environment / "bin" / "laserfiche-mcp")
    assert identify([str(link)], None).version == "unknown"  # the link has another name than the script
    (tmp_path / "links" / "bin").mkdir(parents=True)
    same = tmp_path / "links" / "bin" / "laserfiche-mcp"
    same.symlink_to(environment / "bin" / "laserfiche-mcp")
    assert identify([str(same)], None).version == "2.6.2"


def test_a_module_that_an_interpreter_runs_is_found_by_its_distribution(environment: Path) -> None:
    found = identify([str(environment / "bin" / "python"), "-m", "laserfiche_mcp.server"], HANDSHAKE)
    assert found == Identity("laserfiche-mcp", "2.6.2", "distribution")


@pytest.mark.parametrize("command", [["bin/other"], ["bin/python", "server.py"], ["bin/python", "-m", "stranger"]])
def test_any_other_command_is_what_its_handshake_says(environment: Path, command: list[str]) -> None:
    words = [str(environment / command[0]), *command[1:]]
    assert identify(words, HANDSHAKE) == Identity("its own word", "1.30.0", "initialize")


@pytest.mark.parametrize("handshake", [None, {}, {"serverInfo": "x"}, {"serverInfo": {"name": ""}}])
def test_a_server_that_says_nothing_is_unknown(handshake: dict[str, object] | None) -> None:
    assert identify([sys.executable, "-c", ""], handshake) == Identity("unknown", "unknown", "nobody")


def test_a_version_that_is_left_out_is_unknown() -> None:
    assert identify(["/nowhere/x"], {"serverInfo": {"name": "x"}}) == Identity("x", "unknown", "initialize")
