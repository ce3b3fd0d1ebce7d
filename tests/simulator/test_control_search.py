"""What a search command does, asked of the control plane and of the command line."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from tests.simulator.over_http import served

from lf_simulator import Registry, create_app, people
from lf_simulator.checks import BadValue
from lf_simulator.commands import explain as command_line
from lf_simulator.store import text

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from lf_simulator.repository import Repository

pytestmark = pytest.mark.anyio
EXPLAIN = "/_sim/repositories/sample/explain"


@pytest.fixture
def sample(registry: Registry) -> Any:
    made = registry.create(id="sample", corpus="search-sample")
    yield made
    registry.delete(made.id)


@pytest.fixture
async def control(registry: Registry, sample: Repository) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(create_app(registry))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        yield client


async def explained(control: httpx.AsyncClient, **body: Any) -> dict[str, Any]:
    answer = await control.post(EXPLAIN, content=json.dumps(body), headers={"content-type": "application/json"})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


async def test_a_command_is_explained_as_data_and_as_text(control: httpx.AsyncClient) -> None:
    found = await explained(control, command="{[Leases]}")
    assert found == {
        "command": "{[Leases]}",
        "tree": "TMPL(Leases)",
        "found": None,
        "steps": [
            {
                "depth": 0,
                "words": "has the template Leases",
                "alone": None,
                "left": None,
                "empties": "",
                "mistake": found["error"],
            }
        ],
        "emptied": [],
        "nearest": [
            {
                "step": 0,
                "sentence": 'There is no template "Leases"; there is "Lease".',
                "instead": "{[Lease]}",
                "entries": 2,
            }
        ],
        "error": {
            "code": 9015,
            "line": 1,
            "column": 2,
            "sentence": 'There is no template "Leases".',
            "hint": found["error"]["hint"],
            "drawn": "{[Leases]}\n ^",
        },
        "text": found["text"],
    }
    assert found["text"].startswith('It cannot be run: There is no template "Leases". [9015]\n')


async def test_words_may_be_spelt_nearly_so(control: httpx.AsyncClient) -> None:
    assert (await explained(control, command="balence"))["found"] == 0
    assert (await explained(control, command="balence", fuzzyType="NumberOfLetters", fuzzyFactor=1))["found"] == 4


async def test_a_user_finds_only_what_he_sees_and_is_advised_of_nothing_else(
    control: httpx.AsyncClient, sample: Repository
) -> None:
    grants = [{"entry": 10, "rights": ["Browse", "Read"]}]
    people.set_account(sample, {"name": "clerk", "password": "secret", "grants": grants})
    assert (await explained(control, command='{LF:Name="INV*"}'))["found"] == 2
    his = await explained(control, command='{LF:Name="INV*"}', user="clerk")
    assert his["found"] == 0
    assert [advice for advice in his["nearest"] if advice["entries"]] == []
    assert (await explained(control, command='{LF:Name="*", Type=D}', user="CLERK"))["found"] == 3


async def test_the_build_of_the_repository_reads_the_command(control: httpx.AsyncClient, sample: Repository) -> None:
    assert (await explained(control, command='{[]:[Vendor]="Acme"}'))["found"] == 0
    sample.profile = sample.profile.with_overrides({"field_equals": "part"}, ())
    assert (await explained(control, command='{[]:[Vendor]="Acme"}'))["found"] == 2


STRANGE = {
    "half a character": "\ud800",
    "a nul": "a\0b",
    "a class": "[a-",
    "parentheses": "(" * 5000,
    "long": "a" * 99_999,
}


async def test_it_says_when_the_index_is_behind(control: httpx.AsyncClient, sample: Repository) -> None:
    behind = "Some of what was written is not in the index yet (setting index_lag_seconds)."
    sample.profile = sample.profile.with_overrides({"index_lag_seconds": 60.0}, ())
    found = await explained(control, command="zebra")
    assert behind not in [advice["sentence"] for advice in found["nearest"]]
    text.index_entry(sample.database.connection, 11)
    found = await explained(control, command="zebra")
    assert behind in [advice["sentence"] for advice in found["nearest"]]


@pytest.mark.parametrize("command", STRANGE.values(), ids=STRANGE)
async def test_any_text_is_explained(control: httpx.AsyncClient, command: str) -> None:
    found = await explained(control, command=command)
    assert found["command"] == command
    assert (found["error"] is None) == (found["found"] is not None)


@pytest.mark.parametrize(
    ("body", "sentence"),
    [
        ({}, 'body: key "command" is missing'),
        ({"command": 5}, "body: command: must be a text, not 5"),
        ({"comand": "a"}, 'body: unknown key "comand" (did you mean command?)'),
        ({"command": "a", "fuzzyType": "Some"}, "body: fuzzyType: must be one of None, Percentage, NumberOfLetters"),
        ({"command": "a", "fuzzyFactor": -1}, "body: fuzzyFactor: must be a whole number from 0 to"),
        ({"command": "a", "user": "nobody"}, 'body: user: unknown account "nobody"'),
        ([], "body: must be an object, not []"),
    ],
)
async def test_it_is_read_strictly(control: httpx.AsyncClient, body: object, sentence: str) -> None:
    answer = await control.post(EXPLAIN, json=body)
    assert answer.status_code == 400
    assert answer.json()["error"].startswith(sentence)


async def test_explaining_changes_nothing_and_leaves_no_trace(control: httpx.AsyncClient, sample: Repository) -> None:
    before = sample.database.connection.serialize()
    await explained(control, command='{LF:Name="nobody"} & zebra')
    assert sample.database.connection.serialize() == before
    assert sample.journal.read() == []


def test_the_command_line_explains_in_a_corpus() -> None:
    told = command_line.explain("{[Leases]}", None, None, "search-sample")
    assert told.endswith('There is no template "Leases"; there is "Lease". (2 entries)  {[Lease]}')
    data = json.loads(command_line.explain("{[Lease]}", None, None, "search-sample", as_json=True))
    assert (data["found"], "text" in data) == (2, False)


def test_the_command_line_explains_in_a_simulator_that_runs() -> None:
    with served() as simulator:
        told = command_line.explain("zebracorn", simulator.url, "V1", None)
        with pytest.raises(BadValue, match="body: user: unknown account"):
            command_line.explain("zebracorn", simulator.url, "v1", None, user="nobody")
        with pytest.raises(BadValue, match="which repository"):
            command_line.explain("zebracorn", simulator.url, None, None)
    assert "It finds nothing." in told


@pytest.mark.parametrize(
    ("url", "corpus", "profile", "sentence"),
    [
        ("http://127.0.0.1:9", None, None, "--url: no simulator answers at http://127.0.0.1:9 "),
        ("http://127.0.0.1:9", "demo", None, "--corpus: is searched without a simulator"),
        (None, None, "v2-cloud", "--profile: says how a --corpus is searched"),
    ],
)
def test_options_that_do_not_go_together_are_told(
    url: str | None, corpus: str | None, profile: str | None, sentence: str
) -> None:
    with pytest.raises(BadValue) as problem:
        command_line.explain("a", url, None, corpus, profile=profile)
    assert str(problem.value).startswith(sentence)
