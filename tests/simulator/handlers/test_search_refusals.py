"""How a build tells of a command that cannot be run: with which status, at once or in the task; and of a simple search
that takes too long."""

from __future__ import annotations

from dataclasses import replace

import pytest

from lf_simulator import search

pytestmark = pytest.mark.anyio

MISSING = [
    ('{LF:LookIn="\\\\No Such Folder"}', 9001),
    ("{[No Such Template]}", 9015),
    ('{[]:[No Such Field]="x"}', 9016),
]
START = {"v1": "Searches", "v2": "Searches/SearchAsync"}


def settings(repository, **changed):
    repository.profile = replace(repository.profile, **changed)


async def refusals(client, dialect, command):
    """The answers of both search routes."""
    body = {"searchCommand": command}
    return [await client.post(path, json=body) for path in ("SimpleSearches", START[dialect.version])]


@pytest.mark.parametrize("status", [400, 404])
@pytest.mark.parametrize(("command", "code"), MISSING)
async def test_a_build_says_what_status_missing_names_have(client, repository, dialect, command, code, status):
    settings(repository, missing_status=status)
    for answer in await refusals(client, dialect, command):
        assert (answer.status_code, answer.json()["status"], answer.json()["errorCode"]) == (status, status, code)


async def test_other_mistakes_are_400_wherever_missing_names_are_404(client, repository, dialect):
    settings(repository, missing_status=404)
    for answer in await refusals(client, dialect, '{LF:Name="a'):
        assert (answer.status_code, answer.json()["errorCode"]) == (400, 9155)


async def begun(client, dialect, command):
    """The token of a search that the build took up."""
    answer = await client.post(START[dialect.version], json={"searchCommand": command})
    assert answer.status_code == dialect(201, 202), answer.text
    return answer.json()[dialect("token", "taskId")]


async def state(client, dialect, token):
    answer = await client.get(dialect(f"Searches/{token}", f"Tasks?taskIds={token}"))
    body = answer.json()
    return answer, body if dialect.version == "v1" else body["value"][0]


@pytest.mark.parametrize(("command", "code"), [*MISSING, ('{LF:Name="a', 9155), ("{LF:Nmae=1}", 9086)])
async def test_a_build_may_take_up_a_bad_command_and_fail_in_the_task(client, repository, dialect, command, code):
    settings(repository, bad_command="in-task")
    token = await begun(client, dialect, command)
    answer, task = await state(client, dialect, token)
    assert answer.status_code == 200
    assert task["status"] == "Failed"
    [problem] = task["errors"]
    if dialect.version == "v1":
        assert problem["objectId"] == 0
        assert problem["errorMessage"]
    else:
        assert (problem["status"], problem["errorCode"]) == (400, code)
        assert problem["title"]
    results = await client.get(f"Searches/{token}/Results")
    assert (results.status_code, results.json()["errorCode"]) == (400, code)


async def test_the_task_of_a_bad_command_runs_as_long_as_any_other(client, repository, dialect):
    settings(repository, bad_command="in-task", search_seconds=5.0)
    repository.clock.freeze()
    token = await begun(client, dialect, "{[No Such Template]}")
    assert (await state(client, dialect, token))[1]["status"] == "InProgress"
    repository.clock.advance(5)
    assert (await state(client, dialect, token))[1]["status"] == "Failed"


async def test_a_simple_search_is_refused_at_once_where_tasks_fail(client, repository):
    settings(repository, bad_command="in-task")
    answer = await client.post("SimpleSearches", json={"searchCommand": "{[No Such Template]}"})
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 9015)


async def test_the_control_plane_and_the_journal_know_why_a_task_failed(client, repository, dialect):
    settings(repository, bad_command="in-task")
    await begun(client, dialect, "{[No Such Template]}")
    [task] = [task.describe() for task in repository.tasks.all()]
    [trouble] = task["errors"]
    assert trouble["reason"].startswith('There is no template "No Such Template". (column 2) [9015]')
    told = repository.journal.read()[-1]["search"]
    assert told == {"tree": None, "rows": 0, "emptied": [], "error": trouble["reason"]}


async def test_a_simple_search_has_fifteen_seconds(client, repository, dialect):
    settings(repository, search_seconds=15.0)
    body = {"searchCommand": '{LF:Name="*"}'}
    assert (await client.post("SimpleSearches", json=body)).status_code == 206
    settings(repository, search_seconds=15.1)
    client.event_hooks = {}  # a 500 is described nowhere
    answer = await client.post("SimpleSearches", json=body)
    assert (answer.status_code, answer.json()["errorCode"]) == (500, 9294)
    assert "15 seconds" in repository.journal.read()[-1]["reason"]
    await begun(client, dialect, body["searchCommand"])


async def test_the_journal_draws_where_a_command_is_wrong(client, repository, dialect):
    command = '{LF:Name="*"} &\n{LF:Nmae="x"}'
    for answer in await refusals(client, dialect, command):
        assert answer.status_code == 400
    for exchange in repository.journal.read():
        sentence, line, caret, hint = exchange["reason"].split("\n")
        assert sentence == "LF:Nmae is not a search key. (line 2, column 5) [9086]"
        assert (line, caret) == ('{LF:Nmae="x"}', "    ^")
        assert "LF:Name" in hint
        assert exchange["search"] is None


async def test_the_journal_accounts_for_a_search_that_was_run(client, repository, dialect):
    for command in ('{LF:Name="*"} & unpaid', '{LF:Name="*"} & zebracorn', "zebracorn | unicornet"):
        answers = await refusals(client, dialect, command)
        assert {answer.status_code for answer in answers} <= {200, 201, 202, 204}
        if dialect.version == "v1":
            await client.delete(f"Searches/{answers[1].json()['token']}")
        else:
            await client.delete(f"Tasks?taskIds={answers[1].json()['taskId']}")
    told = [each["search"] for each in repository.journal.read() if each["search"]]
    assert [account["tree"] for account in told[::2]] == [
        "AND(LF(NAME = '*'), W[unpaid])",
        "AND(LF(NAME = '*'), W[zebracorn])",
        "OR(W[zebracorn], W[unicornet])",
    ]
    assert told[::2] == told[1::2]
    assert told[0]["rows"] == len(search.find(repository.database.connection, search.parse('{LF:Name="*"} & unpaid')))
    assert [account["emptied"] for account in told[::2]] == [
        [],
        ['document text has the word "zebracorn"'],
        ['document text has the word "zebracorn"', 'document text has the word "unicornet"'],
    ]
