from __future__ import annotations

import re

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from lf_mcp.search.command import content_command, escape_phrase, escape_value, look_in


def read_quoted(text: str) -> tuple[str, str]:
    """The value of the quoted text that `text` begins with, and what stands behind it, by the language's own rule."""
    assert text[0] == '"'
    out, i = "", 1
    while True:
        if text[i] == "\\" and text[i + 1 : i + 2] == '"':
            rest = text[i + 2 :].lstrip()
            if not rest or rest[0] in "}&|,)":
                out, i = out + "\\", i + 1
            else:
                out, i = out + '"', i + 2
        elif text[i] == '"':
            if text[i + 1 : i + 2] != '"':
                return out, text[i + 1 :]
            out, i = out + '"', i + 2
        else:
            out, i = out + text[i], i + 1


@pytest.mark.parametrize(
    ("query", "folder", "command"),
    [
        ("unpaid balance", None, '{LF:Basic~="unpaid balance"}'),
        ("  unpaid balance\n", None, '{LF:Basic~="unpaid balance"}'),
        ('say "hi" to', None, '{LF:Basic~="say \\"hi\\" to"}'),
        ('"unpaid balance"', None, '{LF:Basic~="\\"unpaid balance\\""}'),
        ('the "a", the "b"', None, '{LF:Basic~="the \\"a , the \\"b\\""}'),
        ("C:\\temp", None, '{LF:Basic~="C:\\temp"}'),
        (' {LF:Name="x"} ', None, '{LF:Name="x"}'),
        ("x", "", '{LF:Basic~="x"}'),
        ("x", "\\Legal", '{LF:Basic~="x"} & {LF:LookIn="\\Legal"}'),
        ("x", "\\Legal\\", '{LF:Basic~="x"} & {LF:LookIn="\\Legal\\"}'),
        ("x", " \\Legal ", '{LF:Basic~="x"} & {LF:LookIn=" \\Legal "}'),
        ("x", '\\Legal\\Matter "Q1" drafts', '{LF:Basic~="x"} & {LF:LookIn="\\Legal\\Matter \\"Q1\\" drafts"}'),
        ('{LF:Name="x"}', "\\A", '{LF:Name="x"} & {LF:LookIn="\\A"}'),
    ],
)
def test_a_phrase_and_a_folder_become_a_command(query: str, folder: str | None, command: str) -> None:
    assert content_command(query, folder) == command


awkward = st.text(alphabet='ab"\\ }&|,)=', max_size=10)


@given(awkward)
def test_a_path_is_read_back_as_it_was_given(path: str) -> None:
    assume(not re.search(r'\\"\s*[}&|,)]', path))  # a name that begins so cannot be written at all
    quoted = look_in(path).removeprefix("{LF:LookIn=")
    assert read_quoted(quoted) == (path, "}")


@given(awkward)
def test_a_phrase_is_read_back_as_it_was_given_but_for_quotes_that_cannot_be_written(phrase: str) -> None:
    value, rest = read_quoted(f'"{escape_phrase(phrase)}"}}')
    assert rest == "}"
    assert value.replace('"', " ") == phrase.replace('"', " ")


def test_a_value_without_quotes_is_left_alone() -> None:
    assert escape_value("\\Finance\\Invoices") == "\\Finance\\Invoices"
