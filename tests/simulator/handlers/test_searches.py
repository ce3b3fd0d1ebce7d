"""The simple search, and the asynchronous one from start to close, on every profile."""

from __future__ import annotations

import asyncio

import pytest

pytestmark = pytest.mark.anyio

UNPAID = '{LF:Basic ~= "unpaid balance", option="DFANLT"}'
PHRASE = '"unpaid balance"'
FOUND = [231, 604, 609, 617, 622]
EVERYTHING = '{LF:Name="*"}'
NOTHING = '{LF:Name="no entry is called so"}'


class Search:
    """The asynchronous search as the dialect at hand spells it."""

    def __init__(self, client, dialect):
        self.client, self.dialect = client, dialect

    async def start(self, command=PHRASE, **more):
        body = {"searchCommand": command, **more}
        return await self.client.post(self.dialect("Searches", "Searches/SearchAsync"), json=body)

    async def token(self, command=PHRASE):
        answer = await self.start(command)
        assert answer.status_code == self.dialect(201, 202), answer.text
        return answer.json()[self.dialect("token", "taskId")]

    async def look(self, token):
        return await self.client.get(self.dialect(f"Searches/{token}", f"Tasks?taskIds={token}"))

    async def status(self, token):
        body = (await self.look(token)).json()
        return body if self.dialect.version == "v1" else body["value"][0]

    async def results(self, token, **options):
        return await self.client.get(f"Searches/{token}/Results", **options)

    async def hits(self, token, row, **options):
        return await self.client.get(f"Searches/{token}/Results/{row}/ContextHits", **options)

    async def close(self, token):
        return await self.client.delete(self.dialect(f"Searches/{token}", f"Tasks?taskIds={token}"))


@pytest.fixture
def search(client, dialect):
    return Search(client, dialect)


@pytest.fixture
def slow(repository):
    """Searches last ten seconds of a clock that stands still, and nobody is kept waiting."""
    repository.profile = repository.profile.with_overrides({"search_seconds": 10.0, "long_poll_seconds": 0})
    repository.clock.freeze()
    return repository.clock


async def test_a_simple_search_finds_the_phrase(client):
    answer = await client.post("SimpleSearches", json={"searchCommand": PHRASE})
    assert (answer.status_code, [row["id"] for row in answer.json()["value"]]) == (200, FOUND)


async def test_rows_of_a_simple_search_hide_their_paths_and_only_v2_numbers_them(client, dialect):
    rows = (await client.post("SimpleSearches", json={"searchCommand": PHRASE})).json()["value"]
    assert {(row["fullPath"], row["folderPath"]) for row in rows} == {dialect(("", ""), (None, None))}
    assert [row.get("rowNumber") for row in rows] == dialect([None] * 5, [1, 2, 3, 4, 5])
    assert {row.get("@odata.type") for row in rows} == {dialect(None, "#Laserfiche.Repository.SearchResultEntry")}


async def test_a_simple_search_without_a_match_is_204_in_v1_and_an_empty_list_in_v2(client, dialect):
    answer = await client.post("SimpleSearches", json={"searchCommand": NOTHING})
    assert answer.status_code == dialect(204, 200)
    assert answer.content == dialect(b"", answer.content)
    assert dialect([], answer.content and answer.json()["value"]) == []


async def test_more_than_a_hundred_rows_are_cut_with_206_and_the_count_tells_all(client, repository):
    (total,) = repository.database.connection.execute("SELECT count(*) FROM entry").fetchone()
    answer = await client.post("SimpleSearches", params={"$count": "true"}, json={"searchCommand": EVERYTHING})
    body = answer.json()
    assert (answer.status_code, len(body["value"])) == (206, 100)
    assert body["@odata.count"] >= total - 1 > 100
    assert "@odata.nextLink" not in body


@pytest.mark.parametrize(("profile", "status"), [("v1-selfhosted", 400), ("v2-selfhosted", 206), ("v2-cloud", 206)])
async def test_a_simple_search_takes_top_only_where_the_build_does(client, status):
    answer = await client.post("SimpleSearches", params={"$top": 2}, json={"searchCommand": PHRASE})
    assert answer.status_code == status
    if status == 400:
        assert answer.json()["errorCode"] == 216
    else:
        assert [row["id"] for row in answer.json()["value"]] == FOUND[:2]


async def test_a_simple_search_orders_chooses_and_adds_fields(client, dialect):
    options = {"$orderby": "id desc", "$select": "name", "fields": ["Tenant"]}
    rows = (await client.post("SimpleSearches", params=options, json={"searchCommand": PHRASE})).json()["value"]
    assert [row["id"] for row in rows] == FOUND[::-1]
    assert all(len(row["fields"]) == 1 and "creator" not in row for row in rows)


async def test_a_search_goes_from_start_to_close(search, repository, dialect):
    token = await search.token()
    assert [task.token for task in repository.tasks.open] == [token]
    status = await search.status(token)
    assert (status["status"], status["percentComplete"], status["errors"]) == ("Completed", 100, [])
    rows = (await search.results(token)).json()["value"]
    assert [(row["id"], row["rowNumber"]) for row in rows] == list(zip(FOUND, range(1, 6), strict=True))
    hits = (await search.hits(token, 2)).json()["value"]
    assert {hit["hitType"] for hit in hits} == {"PageContent"}
    for hit in hits:
        start, length = hit["highlight1Offset"], hit["highlight1Length"]
        assert hit["context"][start : start + length].lower().split() == ["unpaid", "balance"]
    closed = await search.close(token)
    assert closed.json()["value"] == dialect(True, [{"id": token, "taskType": "SearchEntry", "result": True}])
    assert repository.tasks.open == []
    assert repository.tasks.closed == 1


async def test_closing_a_search_twice_is_no_error_and_counts_once(search, repository):
    token = await search.token()
    first, second = await search.close(token), await search.close(token)
    assert (first.status_code, first.json()) == (second.status_code, second.json())
    assert first.status_code == 200
    assert repository.tasks.closed == 1


async def test_a_closed_search_has_neither_rows_nor_hits(search):
    token = await search.token()
    await search.close(token)
    assert (await search.results(token)).status_code == 404
    assert (await search.hits(token, 1)).status_code == 404


async def test_an_unknown_search_is_404_but_an_unknown_task_is_left_out(search, dialect):
    answer = await search.look("no-such-token")
    assert answer.status_code == dialect(404, 200)
    assert dialect([], answer.json().get("value")) == []
    assert (await search.results("no-such-token")).status_code == 404
    assert (await search.close("no-such-token")).status_code == dialect(404, 200)


async def test_the_state_of_a_search_follows_the_clock(search, slow, dialect):
    token = await search.token()
    seen = []
    for advance in (0, 4, 5.9, 0.1):
        slow.advance(advance)
        status = await search.status(token)
        seen.append((status["status"], status["percentComplete"]))
    assert seen == [("InProgress", 0), ("InProgress", 40), ("InProgress", 99), ("Completed", 100)]


@pytest.mark.parametrize("profile", ["v1-selfhosted"])
async def test_on_v1_the_http_status_tells_the_state_of_a_search(search, slow, repository):
    token = await search.token()
    assert (await search.look(token)).status_code == 202
    slow.advance(10)
    done = await search.look(token)
    assert done.status_code == 201
    assert (await search.client.get(done.headers["location"])).status_code == 200
    assert done.json()["operationToken"] == token
    repository.profile = repository.profile.with_overrides({"search_fails": True, "search_seconds": 0})
    failed = await search.look(await search.token())
    assert (failed.status_code, failed.json()["status"]) == (200, "Failed")


async def test_a_search_that_fails_says_why_and_has_no_rows(search, repository, dialect):
    repository.profile = repository.profile.with_overrides({"search_fails": True})
    token = await search.token()
    status = await search.status(token)
    assert status["status"] == "Failed"
    (error,) = status["errors"]
    assert "search engine" in error[dialect("errorMessage", "title")]
    search.client.event_hooks = {}  # a 500 is described nowhere
    assert (await search.results(token)).status_code == 500


async def test_results_of_a_running_search_are_not_ready(search, slow):
    token = await search.token()
    answer = await search.results(token)
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 9527)


async def test_results_wait_for_a_search_that_ends_soon(search, repository):
    repository.profile = repository.profile.with_overrides({"search_seconds": 0.05, "long_poll_seconds": 20})
    token = await search.token()
    assert len((await search.results(token)).json()["value"]) == 5


@pytest.mark.parametrize("profile", ["v2-cloud"])
async def test_a_poll_is_answered_when_the_search_ends_and_not_before(search, repository):
    repository.profile = repository.profile.with_overrides({"search_seconds": 30.0, "long_poll_seconds": 60})
    repository.clock.freeze()
    token = await search.token()
    poll = asyncio.create_task(search.status(token))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not poll.done()
    repository.clock.advance(30)
    assert (await asyncio.wait_for(poll, 10))["status"] == "Completed"


@pytest.mark.parametrize("profile", ["v2-selfhosted"])
async def test_tasks_without_ids_are_those_of_this_sign_in_and_repeated_ids_count_once(search, client, repository):
    first, second = await search.token(), await search.token()
    other = repository.sessions.sign_in("demo", 60)
    mine = (await client.get("Tasks")).json()["value"]
    assert [task["id"] for task in mine] == [first, second]
    theirs = await client.get("Tasks", headers={"Authorization": f"Bearer {other.token}"})
    assert theirs.json()["value"] == []
    twice = await client.get("Tasks", params={"taskIds": [second, second, "unknown"]})
    assert [task["id"] for task in twice.json()["value"]] == [second]
    ended = await client.delete("Tasks")
    assert [task["id"] for task in ended.json()["value"]] == [first, second]
    assert repository.tasks.open == []


@pytest.mark.parametrize("profile", ["v2-selfhosted"])
async def test_cancelling_a_running_search_frees_its_slot_and_shows_as_cancelled(search, slow, repository):
    token = await search.token()
    assert (await search.close(token)).json()["value"][0]["result"] is True
    assert (await search.status(token))["status"] == "Cancelled"
    assert repository.tasks.open == []
    assert (await search.results(token)).status_code == 404


async def test_a_session_may_have_two_searches_open_and_finished_ones_count(search, repository):
    tokens = [await search.token(), await search.token()]
    refused = await search.start()
    assert (refused.status_code, refused.json()["errorCode"]) == (429, 9035)
    assert "2 searches open" in repository.journal.read()[-1]["reason"]
    await search.close(tokens[0])
    await search.token()


@pytest.mark.parametrize("profile", ["v1-selfhosted", "v2-selfhosted"])
async def test_the_limit_of_open_searches_belongs_to_the_session(search, client, repository):
    await search.token()
    await search.token()
    other = repository.sessions.sign_in("demo", 60)
    client.headers["Authorization"] = f"Bearer {other.token}"
    await search.token()


@pytest.mark.parametrize("profile", ["v1-cloud", "v2-cloud"])
async def test_in_the_cloud_it_belongs_to_the_user_and_a_service_app_has_one_of_its_own(search, client, repository):
    await search.token()
    await search.token()
    client.headers["Authorization"] = f"Bearer {repository.sessions.sign_in('demo', 60).token}"
    assert (await search.start()).status_code == 429
    assert "This user already has 2" in repository.journal.read()[-1]["reason"]
    app = repository.sessions.sign_in("demo", 60, is_service=True)
    client.headers["Authorization"] = f"Bearer {app.token}"
    for _ in range(6):
        await search.token()
    assert (await search.start()).status_code == 429


async def test_row_numbers_of_results_stay_with_their_entries_in_any_order(search):
    token = await search.token()
    plain = (await search.results(token)).json()["value"]
    for order in ("id desc", "rowNumber desc", "isRecord,id desc"):
        turned = (await search.results(token, params={"$orderby": order})).json()["value"]
        assert [(row["id"], row["rowNumber"]) for row in turned[::-1]] == [
            (row["id"], row["rowNumber"]) for row in plain
        ]


async def test_following_the_links_of_results_gives_every_row_exactly_once(search, client):
    token = await search.token(EVERYTHING)
    url, found = f"Searches/{token}/Results?$count=true", []
    while url:
        body = (await client.get(url, headers={"Prefer": "maxpagesize=60"})).json()
        found += [row["rowNumber"] for row in body["value"]]
        url = body.get("@odata.nextLink")
    assert found == list(range(1, body["@odata.count"] + 1))


async def test_results_are_cut_with_top_and_skip(search):
    token = await search.token()
    body = (await search.results(token, params={"$top": 2, "$skip": 1, "$count": "true"})).json()
    assert [row["id"] for row in body["value"]] == FOUND[1:3]
    assert body["@odata.count"] == 5


async def test_hits_are_paged_and_a_row_that_is_not_there_is_404(search, client):
    token = await search.token('{LF:Basic ~= "tenant", option="D"}')
    rows = (await search.results(token)).json()["value"]
    number = next(row["rowNumber"] for row in rows if row["id"] == 604)
    hits = (await search.hits(token, number)).json()["value"]
    assert len(hits) >= 12
    assert [hit["hitNumber"] for hit in hits] == list(range(1, len(hits) + 1))
    cut = (await search.hits(token, number, params={"$top": 3, "$skip": 2})).json()["value"]
    assert cut == hits[2:5]
    assert (await search.hits(token, len(rows) + 1)).status_code == 404
    assert (await search.hits(token, 0)).status_code == 400


async def test_results_expire_five_minutes_after_they_were_read_last(search, repository):
    repository.clock.freeze()
    token = await search.token()
    repository.clock.advance(290)
    assert (await search.results(token)).status_code == 200
    repository.clock.advance(290)
    assert (await search.results(token)).status_code == 200
    repository.clock.advance(301)
    assert (await search.results(token)).status_code == 404


async def test_a_search_token_belongs_to_its_repository(search, registry, repository, client):
    token = await search.token()
    other = registry.create(profile=repository.profile.name)
    try:
        base = str(client.base_url).replace(repository.id, other.id)
        session = other.sessions.sign_in("demo", 60)
        url = f"{base}Searches/{token}/Results"
        answer = await client.get(url, headers={"Authorization": f"Bearer {session.token}"})
        assert answer.status_code == 404
    finally:
        registry.delete(other.id)


MALFORMED = [
    '{LF:Name="lease',
    "{LF:Nonsense=1}",
    "(a",
    '{[No Such Template]:[Field]="x"}',
    "{[]:[No Such Field]=1}",
    "a &",
]


@pytest.mark.parametrize("command", MALFORMED)
async def test_a_malformed_command_gives_the_same_400_on_both_search_routes(client, search, repository, command):
    simple = await client.post("SimpleSearches", json={"searchCommand": command})
    started = await search.start(command)
    bodies = [answer.json() for answer in (simple, started)]
    own = ("instance", "operationId", "traceId")
    one, other = ({key: value for key, value in body.items() if key not in own} for body in bodies)
    assert one == other
    assert (simple.status_code, started.status_code) == (400, 400)
    assert bodies[0]["errorCode"] >= 9000
    assert bodies[0]["title"]
    assert repository.tasks.open == []
    assert repository.journal.read()[-1]["reason"]


async def test_a_fuzzy_search_finds_what_the_plain_one_does_not(search, dialect):
    counts = []
    for options in ({}, {"fuzzyType": "NumberOfLetters", "fuzzyFactor": 1}):
        started = await search.start('{LF:Basic ~= "balence", option="D"}', **options)
        token = started.json()[dialect("token", "taskId")]
        rows = (await search.results(token)).json()["value"]
        counts.append(len(rows))
    assert counts[0] == 0 < counts[1]
    hits = (await search.hits(token, 1)).json()["value"]
    assert hits
    assert {hit["context"][hit["highlight1Offset"] :][: hit["highlight1Length"]] for hit in hits} == {"balance"}
