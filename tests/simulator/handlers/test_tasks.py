"""Long-running operations as both dialects see them: begun, looked at, cancelled, expired."""

from __future__ import annotations

import asyncio

import pytest

from lf_simulator.errors import ApiError, entry_not_found
from lf_simulator.tasks import TASK_SECONDS, Outcome, Trouble

pytestmark = pytest.mark.anyio

V1 = ("v1-selfhosted", "v1-cloud")
V2 = ("v2-selfhosted", "v2-cloud")
LONG = 10.0


@pytest.fixture
def clock(repository):
    """Stands still; operations last ten seconds, and nobody is kept waiting."""
    repository.profile = repository.profile.with_overrides({"task_seconds": LONG, "long_poll_seconds": 0})
    repository.clock.freeze()
    return repository.clock


@pytest.fixture
def start(client, repository):
    """Take up an operation of the client's sign-in; the work is given or makes entry 604 its result."""

    def begin(work=lambda: Outcome(604), kind="CopyEntry", seconds=LONG, token=""):
        owner = token or client.headers["Authorization"].removeprefix("Bearer ")
        task = repository.tasks.start(kind, owner, "demo", work, seconds=seconds, entry_id=604, instance="/start")
        return task.token

    return begin


@pytest.fixture
def delete(client):
    """Start to delete an entry, as it goes in both versions."""

    async def begin(entry_id):
        return await client.request("DELETE", f"Entries/{entry_id}", json={})

    return begin


def refused():
    raise entry_not_found("Entry 999")


def partly():
    return Outcome(troubles=(Trouble(ApiError(403, "Access denied.", 9013, "No right to delete."), 231),))


async def progress(client, token):
    """The only task of a v2 answer."""
    [task] = (await client.get("Tasks", params={"taskIds": token})).json()["value"]
    return task


@pytest.mark.parametrize("profile", V1)
async def test_v1_tells_the_state_of_an_operation_by_its_status(client, repository, start, clock):
    with_result, without, failing = start(), start(Outcome, "DeleteEntry"), start(refused)
    clock.advance(4)
    running = await client.get(f"Tasks/{with_result}")
    body = running.json()
    assert running.status_code == 202
    assert (body["status"], body["percentComplete"], body["redirectUri"], body["entryId"]) == ("InProgress", 40, "", 0)
    clock.advance(6)
    done, nothing, failed = [await client.get(f"Tasks/{token}") for token in (with_result, without, failing)]
    assert [answer.status_code for answer in (done, nothing, failed)] == [201, 200, 200]
    assert done.headers["location"] == done.json()["redirectUri"]
    assert (await client.get(done.headers["location"])).json()["id"] == 604
    assert done.json()["entryId"] == 604
    assert "location" not in nothing.headers
    assert [answer.json()["percentComplete"] for answer in (done, nothing, failed)] == [100, 100, 0]
    assert failed.json()["errors"] == [{"objectId": 604, "errorMessage": "Entry not found."}]


@pytest.mark.parametrize("profile", ["v1-selfhosted"])
async def test_a_v1_progress_has_every_member(client, start, clock, descriptions):
    described = descriptions["v1"].components["OperationProgress"]["properties"]
    body = (await client.get(f"Tasks/{start()}")).json()
    assert list(body) == list(described)
    assert (body["operationType"], body["errors"]) == ("CopyEntry", [])


@pytest.mark.parametrize("profile", ["v1-selfhosted"])
async def test_v1_can_redirect_to_what_an_operation_has_made(client, repository, start, clock):
    repository.profile = repository.profile.with_overrides({"finished_task_v1": "redirect"})
    token = start()
    clock.advance(LONG)
    client.event_hooks = {}  # the published description has no such answer
    answer = await client.get(f"Tasks/{token}")
    assert (answer.status_code, answer.json()["status"]) == (302, "Completed")
    assert answer.headers["location"].endswith("/Entries/604")


@pytest.mark.parametrize("profile", V1)
async def test_v1_cancels_once_and_refuses_what_has_ended(client, start, clock):
    token, done = start(), start(seconds=0)
    assert (await client.delete(f"Tasks/{token}")).status_code == 204
    after = await client.get(f"Tasks/{token}")
    assert (after.status_code, after.json()["status"]) == (200, "Cancelled")
    for ended in (token, done):
        answer = await client.delete(f"Tasks/{ended}")
        assert (answer.status_code, answer.json()["title"]) == (400, "Error: Cannot cancel completed operation.")


@pytest.mark.parametrize("profile", V1)
async def test_v1_does_not_know_other_tokens(client, start, clock):
    search = (await client.post("Searches", json={"searchCommand": "lease"})).json()["token"]
    operation = start()
    for method in ("GET", "DELETE"):
        assert (await client.request(method, "Tasks/never")).status_code == 404
        assert (await client.request(method, f"Tasks/{search}")).status_code == 404
        assert (await client.request(method, f"Searches/{operation}")).status_code == 404


@pytest.mark.parametrize("profile", V2)
async def test_v2_has_a_result_once_there_is_one_and_errors_that_are_never_null(client, start, clock):
    copy, deletion = start(), start(Outcome, "DeleteEntry")
    running = await progress(client, copy)
    assert (running["status"], running["taskType"], running["result"]) == ("InProgress", "CopyEntry", None)
    clock.advance(LONG)
    done, gone = await progress(client, copy), await progress(client, deletion)
    assert (done["status"], done["percentComplete"], done["result"]["entryId"]) == ("Completed", 100, 604)
    assert (await client.get(done["result"]["uri"])).json()["id"] == 604
    assert (gone["status"], gone["result"]) == ("Completed", None)
    assert [task["errors"] for task in (running, done, gone)] == [[], [], []]
    assert done["startTime"] < done["lastUpdateTime"]


@pytest.mark.parametrize("profile", V2)
async def test_v2_says_by_problems_what_an_operation_failed_of(client, start, clock):
    tokens = start(refused), start(partly, "DeleteEntry")
    clock.advance(LONG)
    for token, status, code in zip(tokens, (404, 403), (9001, 9013), strict=True):
        failed = await progress(client, token)
        [problem] = failed["errors"]
        assert (failed["status"], problem["status"], problem["errorCode"]) == ("Failed", status, code)
        assert (problem["operationId"], problem["instance"]) == (token, "/start")


@pytest.mark.parametrize("profile", V2)
async def test_v2_lists_and_cancels_operations_and_searches_alike(client, repository, start, clock):
    other = repository.sessions.sign_in("demo", 60).token
    running, done, theirs = start(), start(seconds=0), start(token=other)
    search = (await client.post("Searches/SearchAsync", json={"searchCommand": "lease"})).json()["taskId"]
    listed = (await client.get("Tasks")).json()["value"]
    assert [task["id"] for task in listed] == [running, done, search]
    named = await client.get("Tasks", params={"taskIds": f"{done},never,{done},{theirs}"})
    assert [task["id"] for task in named.json()["value"]] == [done, theirs]
    for _ in range(2):
        answer = await client.delete("Tasks", params={"taskIds": [running, done, search, running, "never"]})
        kinds = [(row["id"], row["taskType"], row["result"]) for row in answer.json()["value"]]
        assert kinds == [(running, "CopyEntry", True), (done, "CopyEntry", True), (search, "SearchEntry", True)]
    assert [task["status"] for task in (await client.get("Tasks")).json()["value"]] == ["Cancelled", "Completed"]


@pytest.mark.parametrize("profile", ["v2-cloud"])
async def test_cancelling_without_ids_ends_all_of_this_sign_in(client, repository, start, clock):
    other = repository.sessions.sign_in("demo", 60).token
    mine, theirs = start(), start(token=other)
    assert [row["id"] for row in (await client.delete("Tasks")).json()["value"]] == [mine]
    statuses = [(await progress(client, token))["status"] for token in (mine, theirs)]
    assert statuses == ["Cancelled", "InProgress"]


@pytest.mark.parametrize("profile", ["v2-cloud"])
async def test_the_word_for_cancelled_is_spelled_as_the_build_does(client, repository, start, clock):
    repository.profile = repository.profile.with_overrides({"cancelled_word": "Canceled"})
    token = start()
    await client.delete("Tasks", params={"taskIds": token})
    client.event_hooks = {}  # the published description has the other word
    assert (await progress(client, token))["status"] == "Canceled"


@pytest.mark.parametrize("profile", ["v2-cloud"])
async def test_a_poll_is_answered_when_the_operation_ends_and_not_before(client, repository, start, clock):
    repository.profile = repository.profile.with_overrides({"long_poll_seconds": 60})
    poll = asyncio.create_task(progress(client, start()))
    for _ in range(20):
        await asyncio.sleep(0)
    assert not poll.done()
    clock.advance(LONG)
    assert (await asyncio.wait_for(poll, 10))["status"] == "Completed"


async def test_an_operation_expires_a_quarter_of_an_hour_after_its_end(client, start, clock, dialect):
    token = start()
    clock.advance(LONG)
    clock.advance(TASK_SECONDS)
    # The access token of a self-hosted server lives no longer than that.
    signed_in = await client.post("Token", data={"grant_type": "password", "username": "demo", "password": "demo"})
    client.headers["Authorization"] = f"Bearer {signed_in.json()['access_token']}"
    url = dialect(f"Tasks/{token}", f"Tasks?taskIds={token}")
    last = await client.get(url)
    assert dialect(last.json().get("status"), len(last.json().get("value", ()))) == dialect("Completed", 1)
    clock.advance(1)
    gone = await client.get(url)
    assert dialect(gone.status_code, gone.json().get("value")) == dialect(404, [])


async def test_a_delete_takes_its_time_and_every_look_at_the_repository_sees_it_done(client, delete, clock, dialect):
    answer = await delete(604)
    assert answer.status_code == dialect(201, 202)
    assert list(answer.json()) == [dialect("token", "taskId")]
    assert (await client.get("Entries/604")).status_code == 200
    clock.advance(LONG)
    assert (await client.get("Entries/604")).status_code == 404


async def test_a_delete_that_is_cancelled_at_once_has_deleted_nothing(client, delete, clock, dialect):
    token = (await delete(604)).json()[dialect("token", "taskId")]
    cancelled = await client.delete(dialect(f"Tasks/{token}", f"Tasks?taskIds={token}"))
    assert cancelled.status_code == dialect(204, 200)
    clock.advance(LONG)
    assert (await client.get("Entries/604")).status_code == 200


@pytest.mark.parametrize("profile", ["v1-selfhosted"])
async def test_by_default_a_delete_has_a_moment_in_which_it_can_be_cancelled(repository):
    assert 0.1 <= repository.profile.task_seconds < 5


async def test_a_profile_can_let_every_operation_fail_without_doing_anything(client, repository, delete, clock):
    repository.profile = repository.profile.with_overrides({"task_fails": True})
    await delete(604)
    clock.advance(LONG)
    assert (await client.get("Entries/604")).status_code == 200
    assert [task.status for task in repository.tasks.all()] == ["Failed"]


@pytest.mark.parametrize("profile", ["v1-cloud", "v2-cloud"])
async def test_in_the_cloud_a_user_has_one_long_operation_at_a_time(client, repository, delete, clock):
    assert (await delete(604)).is_success
    answer = await delete(231)
    assert (answer.status_code, answer.json()["errorCode"]) == (429, 9035)
    assert "1 long-running operation" in repository.journal.read()[-1]["reason"]
    clock.advance(LONG)
    assert (await delete(231)).is_success


@pytest.mark.parametrize("profile", ["v1-cloud", "v2-cloud"])
async def test_a_service_app_has_ten_at_a_time(client, repository, start, delete, clock):
    app = repository.sessions.sign_in("demo", 60, is_service=True)
    client.headers["Authorization"] = f"Bearer {app.token}"
    for _ in range(10):
        assert (await delete(604)).is_success
    assert (await delete(604)).status_code == 429


@pytest.mark.parametrize("profile", ["v1-selfhosted", "v2-selfhosted"])
async def test_a_server_of_ones_own_takes_on_many(client, delete, clock):
    for entry_id in (604, 609, 617, 622):
        assert (await delete(entry_id)).is_success


async def test_a_fork_and_the_control_plane_see_what_has_ended_by_then(client, registry, repository, delete, clock):
    entries = repository.describe()["entries"]
    await delete(604)
    assert repository.describe()["entries"] == entries
    clock.advance(LONG)
    fork = registry.create(fork_of=repository.id)
    assert fork.describe()["entries"] == entries - 1
    assert fork.tasks.all() == []
    registry.delete(fork.id)


async def test_an_operation_of_a_repository_that_is_reset_vanishes(client, repository, delete, clock):
    await delete(604)
    repository.reset(keep={"sessions"})
    repository.clock.advance(60)
    assert (await client.get("Entries/604")).status_code == 200
    assert repository.tasks.all() == []
