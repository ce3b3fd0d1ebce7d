"""Whatever stands in a search command, both dialects answer with rows or with a refusal of the official form."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.simulator.over_http import PROFILES, served

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx

LONGEST_REFUSAL = 20_000
"""Bytes: a refusal tells of a command and does not give it back."""
OK = frozenset({200, 201, 202, 204, 206})


@dataclass
class Searcher:
    """The two search routes of one version."""

    version: str
    client: httpx.Client

    def simple(self, command: str) -> httpx.Response:
        return self.post("SimpleSearches", {"searchCommand": command})

    def start(self, command: str, **more: Any) -> httpx.Response:
        """The answer to the start of a search, which is closed again: only a few may be open."""
        path = "Searches" if self.version == "v1" else "Searches/SearchAsync"
        answer = self.post(path, {"searchCommand": command, **more})
        if answer.status_code in OK and self.version == "v1":
            assert self.client.delete(f"Searches/{answer.json()['token']}").status_code == 200
        elif answer.status_code in OK:
            ended = self.client.delete("Tasks", params={"taskIds": answer.json()["taskId"]})
            assert ended.status_code == 200
        return answer

    def post(self, path: str, body: object) -> httpx.Response:
        """With half characters as they can be written in JSON."""
        headers = {"content-type": "application/json"}
        return self.client.post(path, content=json.dumps(body).encode(), headers=headers)


@pytest.fixture(scope="module")
def searchers() -> Iterator[dict[str, Searcher]]:
    with served() as simulator:
        made = {version: Searcher(version, simulator.client(version)) for version in PROFILES}
        yield made
        for searcher in made.values():
            searcher.client.close()


@pytest.fixture(params=list(PROFILES))
def searcher(request: pytest.FixtureRequest, searchers: dict[str, Searcher]) -> Searcher:
    return searchers[request.param]


def checked(answer: httpx.Response) -> int:
    """The error code of an answer, 0 for one that is none. Anything but rows and a refusal as published fails."""
    if answer.status_code in OK:
        return 0
    assert answer.status_code == 400, answer.text
    body = answer.json()
    assert answer.headers["content-type"].startswith("application/problem+json")
    texts = ("type", "title", "instance", "operationId", "errorSource", "traceId")
    assert all(isinstance(body[name], str) and body[name] for name in texts)
    assert body["status"] == 400
    assert isinstance(body["errorCode"], int)
    assert set(body) <= {*texts, "status", "errorCode", "detail"}
    return int(body["errorCode"])


def nested(inner: str, depth: int) -> str:
    return "(" * depth + inner + ")" * depth


NAME = '{LF:Name="*"}'
DIGITS = "9" * 400
COMMANDS = {
    "long bare words": ("unpaid " * 14_000, 9269),
    "a long word": ("a" * 100_000, None),
    "a long word of a clause": (f'{{LF:Basic~="{"a" * 100_000}"}}', 9268),
    "a long value": (f'{{LF:Name="{"a" * 100_000}"}}', 9268),
    "a long quote that never closes": (f'{{LF:Name="{"a" * 100_000}', 9155),
    "many quotes": ('"' * 100_000, None),
    "a long phrase": (f'"{"unpaid balance " * 7_000}"', None),
    "many apostrophes": (f'{{LF:Basic~="{chr(39) * 3000}"}}', None),
    "many blanks": (" " * 100_000, 9408),
    "a long comment": (f"/*{'*' * 100_000}", 9091),
    "many comments": ("/**/" * 25_000 + "unpaid", None),
    "many braces": ("{" * 100_000, None),
    "many brackets": ("[" * 100_000, None),
    "a long name": (f"{{[{'a' * 100_000}]}}", None),
    "a long path": ('{LF:LookIn="' + "\\a" * 1900 + '"}', 9001),
    "many parentheses": (nested("unpaid", 1_000), None),
    "many parentheses around a clause": (nested(NAME, 1_000), None),
    "parentheses that never close": ("(" * 50_000, None),
    "parentheses within parentheses": ("(a | " * 1_000 + "b" + ")" * 1_000, None),
    "many operators": ("unpaid " + "& " * 50_000, None),
    "many distances": ("unpaid" + " ^5 balance" * 300, None),
    "500 clauses": (" & ".join([NAME] * 500), 0),
    "500 different clauses": (" | ".join(f'{{LF:Name="a{number}*"}}' for number in range(500)), 0),
    "500 words": (" & ".join(f"w{number}" for number in range(500)), 0),
    "500 conditions": ("{[]:" + ", ".join('[]="a*"' for _ in range(500)) + "}", 0),
    "too many clauses": (" & ".join([NAME] * 1_500), 9269),
    "half a character": ("\ud800", 216),
    "half a character in a value": ('{LF:Name="a\udc00b"}', 216),
    "a character beyond the basic plane": ('{LF:Name="\U0001f600"}', 0),
    "nothing at all": ("\0", None),
    "nothing in a value": ('{LF:Name="a\0b"}', 0),
    "nothing in a word": ("un\0paid", None),
    "nothing in a phrase": ('"un\0paid"', 0),
    "nothing in a name": ("{[\0]}", 9015),
    "nothing in a path": ('{LF:LookIn="\\\0"}', 9001),
    "a class that never closes": ("[a-", None),
    "a class that never closes in a value": ('{LF:Name="[a-"}', 0),
    "a class that never closes in words": ('{LF:Name~="[a- x"}', None),
    "a class backwards": ('{LF:Name="[z-a]"}', 0),
    "an empty class": ('{LF:Name="[]"}', 0),
    "a class of a caret": ('{LF:Name="[^]*"}', 0),
    "many stars": ("*****a*", 0),
    "very many stars": ("*a" * 1_900 + "*", None),
    "very many stars in a value": (f'{{LF:Name="{"*a" * 1_900}*"}}', 0),
    "stars and question marks": (f'{{LF:Basic~="{"*?" * 1_000}a"}}', None),
    "only stars": ("*" * 4_000, 9239),
    "very many only stars": ("*" * 100_000, 9268),
    "at no distance": ("unpaid ^0 balance", 0),
    "at a great distance": ("unpaid ^99999 balance", 0),
    "at a distance that no number holds": (f"unpaid ^{DIGITS} balance", None),
    "not at that distance": (f"unpaid -^{DIGITS} balance", None),
    "an id of 400 digits": (f"{{LF:ID={DIGITS}}}", 9249),
    "a folder of 400 digits": (f"{{LF:LookIn={DIGITS}}}", 9001),
    "a folder of digits of another script": ('{LF:LookIn="\u0663"}', None),
    "digits that are no digits": ('{LF:ID="\u00b2"}', 9088),
    "a number of 400 digits": (f'{{[]:[]="{DIGITS}"}}', 0),
    "a number of 400 digits behind the point": (f'{{[]:[]>"0.{DIGITS}"}}', 0),
    "a value of 400 digits": (f"{{[]:[]({DIGITS})=1}}", 9084),
    "a value that is none": ("{[]:[](0)=1}", 9084),
    "the year 0": ('{LF:Created="0000-01-01"}', 9170),
    "the year 0 in two digits": ('{LF:Created="01/01/00"}', 0),
    "the last day": ('{LF:Created<="9999-12-31"}', 0),
    "the last month": ('{LF:Created<="12/9999"}', 0),
    "the last second": ('{LF:Created>"9999-12-31 23:59:59"}', 0),
    "the month 0": ('{LF:Created="00/2024"}', 9170),
    "a day of many digits": (f'{{LF:Created="{DIGITS}-01-01"}}', 9161),
    "digits of another script as a date": ('{LF:Created="\u0662\u0660\u0662\u0664-01-01"}', None),
    "an option twice": ('{LF:Name="*", Type=D, Type=F}', 9245),
    "a very long option": (f'{{LF:Name="*", Type={"D" * 100_000}}}', None),
    "an operator of another script": ('{LF:Name\uff1d"*"}', None),
    "separators of lines": ("unpaid\u2028balance\u0085x", None),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_a_strange_command_is_answered_or_refused(searcher: Searcher, name: str) -> None:
    command, wanted = COMMANDS[name]
    simple, started = searcher.simple(command), searcher.start(command)
    code = checked(simple)
    assert code == checked(started)
    assert code == wanted or wanted is None
    if code:
        assert len(simple.content) < LONGEST_REFUSAL


FUZZY = [
    ({"fuzzyType": "NumberOfLetters", "fuzzyFactor": 2**31 - 1}, {0, 216}),
    ({"fuzzyType": "Percentage", "fuzzyFactor": 2**31 - 1}, {0, 216}),
    ({"fuzzyType": "NumberOfLetters", "fuzzyFactor": -1}, {0, 216}),
    ({"fuzzyType": "Percentage", "fuzzyFactor": -(2**31)}, {0, 216}),
    ({"fuzzyType": "Percentage", "fuzzyFactor": 100}, {0}),
    ({"fuzzyType": "NumberOfLetters", "fuzzyFactor": 10**400}, {216}),
    ({"fuzzyType": "NumberOfLetters", "fuzzyFactor": 1.5}, {216}),
    ({"fuzzyType": "NumberOfLetters", "fuzzyFactor": "1"}, {216}),
    ({"fuzzyType": "Letters", "fuzzyFactor": 1}, {216}),
    ({"fuzzyType": "None", "fuzzyFactor": 5}, {0}),
    ({"fuzzyType": "NumberOfLetters"}, {0}),
    ({"fuzzyFactor": 3}, {0}),
]


@pytest.mark.parametrize("command", ["balance", '"the balance"'])
@pytest.mark.parametrize(("fuzzy", "codes"), FUZZY, ids=[json.dumps(row[0])[:60] for row in FUZZY])
def test_a_strange_fuzziness_is_taken_or_refused(
    searcher: Searcher, fuzzy: dict[str, Any], codes: set[int], command: str
) -> None:
    assert checked(searcher.start(command, **fuzzy)) in codes


BODIES = [
    "[" * 100_000,
    '{"searchCommand":' * 50_000,
    '{"searchCommand": ' + "[" * 5_000 + "]" * 5_000 + "}",
    '{"searchCommand": null}',
    '{"searchCommand": 7}',
    '{"searchCommand": {"searchCommand": "a"}}',
    '{"searchCommand": ""}',
    '{"searchCommand": "\\ud800"}',
    '{"searchCommand": "\\udc00\\ud800"}',
    '{"searchCommand": "a',
    '{"searchCommand": NaN}',
    "{}",
    "null",
]


@pytest.mark.parametrize("body", BODIES, ids=[body[:30] for body in BODIES])
@pytest.mark.parametrize("path", ["simple", "start"])
def test_a_strange_body_is_refused(searcher: Searcher, path: str, body: str) -> None:
    start = "Searches" if searcher.version == "v1" else "Searches/SearchAsync"
    headers = {"content-type": "application/json"}
    answer = searcher.client.post("SimpleSearches" if path == "simple" else start, content=body, headers=headers)
    assert checked(answer) == 216


PIECES = st.sampled_from(
    [
        *('{LF:Name="', '{LF:Basic~="', "{[Lease]:[", "{[]:[]", '"}', "}", "{", "(", ")", '"', "'", "\\", '\\"', '""'),
        *(
            "&",
            "|",
            "-",
            "^3",
            "-^2",
            "^",
            "*",
            "?",
            "[a-",
            "[^",
            "]",
            ",",
            "=",
            "~=",
            "<>",
            ">=",
            ":",
            "/*",
            "*/",
            " ",
        ),
        *("LF:", "LFVER:", "Type=", 'option="DFANLT"', "Subfolders=N", "(all)", "(2)", "unpaid", "balance", "#", "%%"),
        *("2024-01-15", "13/45/2024", "\0", "\u202e", "\u0130", "\ufb03", "\U0001f600", "e\u0301", "\n", "\t"),
    ]
)


@pytest.mark.parametrize("version", list(PROFILES))
@settings(max_examples=40)
@given(command=st.one_of(st.text(min_size=1), st.lists(PIECES, min_size=1, max_size=12).map("".join)))
@example("\u0130")
@example('{LF:Name="\ufb03"} & \u0130*')
def test_any_text_as_a_command_is_answered_or_refused(
    searchers: dict[str, Searcher], version: str, command: str
) -> None:
    searcher = searchers[version]
    assert checked(searcher.simple(command)) == checked(searcher.start(command))
