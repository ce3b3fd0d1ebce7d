"""Requirement files are read strictly, and every mistake is one line that names the place."""

from pathlib import Path

import pytest

from lf_contracts.requirement import BadRequirement, Requirement, fits, load

GOOD = """
[search.closed]
text = "The search is closed."
source = "tool page"
tool = "search_content"
level = "2.3"
"""


def test_defaults_are_filled_in(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GOOD)
    assert load(tmp_path) == {
        "search.closed": Requirement(
            id="search.closed", text="The search is closed.", source="tool page", tool="search_content", level="2.3"
        )
    }
    assert load(tmp_path)["search.closed"].profiles == ("v1-selfhosted", "v2-selfhosted", "v2-cloud")


def test_groups_may_be_nested(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GOOD.replace("[search.closed]", "[search.token.closed]"))
    assert list(load(tmp_path)) == ["search.token.closed"]


MISTAKES = [
    (GOOD + 'colour = "red"', "a.toml: search.closed: unknown key 'colour'; allowed: text, source, tool, level, until"),
    (GOOD.replace('source = "tool page"', ""), "a.toml: search.closed: key 'source' is missing"),
    (GOOD.replace('"tool page"', '" "'), "source must be a text that is not blank, got ' '"),
    (GOOD.replace('"2.3"', "2.3"), "level must be a text that is not blank, got 2.3"),
    (GOOD.replace('"2.3"', '"2.9"'), "level '2.9' is none of 2.3, 2.6"),
    (GOOD.replace('"2.3"', '"2.6"') + 'until = "2.3"', "until 2.3 is before level 2.6"),
    (GOOD + 'severity = "fatal"', "severity 'fatal' is none of contract, safety, advice"),
    (GOOD + 'profiles = ["v3"]', "unknown profile 'v3'; known: v1-selfhosted, v2-selfhosted, v2-cloud"),
    (GOOD + "profiles = []", "profiles must be a list of names, got []"),
    ('lonely = "x"', "a.toml: lonely: not a table; expected [group.name] with text, source, tool, level"),
    ("[search.closed", "a.toml: not readable as TOML"),
]


@pytest.mark.parametrize(("text", "words"), MISTAKES)
def test_a_mistake_is_one_line_that_names_the_place(tmp_path: Path, text: str, words: str) -> None:
    (tmp_path / "a.toml").write_text(text)
    with pytest.raises(BadRequirement) as caught:
        load(tmp_path)
    assert words in str(caught.value)
    assert "\n" not in str(caught.value)


def test_an_id_in_two_files_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.toml").write_text(GOOD)
    (tmp_path / "b.toml").write_text(GOOD)
    with pytest.raises(BadRequirement, match=r"b\.toml: search\.closed: this id is already used in another file"):
        load(tmp_path)


LEVELS = [
    ("2.3", None, "2.3", True),
    ("2.3", None, "2.6", True),
    ("2.6", None, "2.3", False),
    ("2.3", "2.3", "2.6", False),
]


@pytest.mark.parametrize(("since", "until", "asked", "holds"), LEVELS)
def test_a_requirement_holds_from_its_level_to_its_last(since: str, until: str | None, asked: str, holds: bool) -> None:
    assert Requirement(id="a", text="t", source="s", tool="x", level=since, until=until).holds_at(asked) is holds


WORDS = [
    ("a.one", "a.", True),
    ("a.one", "one", True),
    ("a.one", "*.one", True),
    ("a.one", "a.on?", True),
    ("a.one", "one*", False),
    ("a.one", "A.", False),
    ("a [b]", "a [b]", True),
]


@pytest.mark.parametrize(("text", "word", "meant"), WORDS)
def test_a_word_of_a_selection_is_a_part_or_a_glob(text: str, word: str, meant: bool) -> None:
    assert fits(text, word) is meant
