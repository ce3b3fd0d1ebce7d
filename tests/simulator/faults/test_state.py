"""Faults of state: what was believed to be there has gone, and what was promised is not kept."""

from __future__ import annotations

import json

import httpx
import pytest

from lf_simulator.checks import BadValue
from lf_simulator.faults.state import STARTS
from lf_simulator.operations import OPERATIONS

NAME = "A folder that is lost"


def on(held, v1, v2):
    return v1 if "/v1/" in held.url else v2


def test_a_session_ends_under_the_call_and_for_all_that_follow(client, held, arm) -> None:
    arm("end-session")
    assert [client.get("/Entries/1").status_code for _ in range(2)] == [401, 401]
    client.headers["Authorization"] = f"Bearer {held.token()}"
    assert client.get("/Entries/1").status_code == 200


def test_a_fault_of_state_strikes_after_a_refusal_too(client, arm) -> None:
    arm("end-session", phase="after")
    assert [client.get(f"/Entries/{entry}").status_code for entry in (999_999, 1)] == [404, 401]


def test_a_session_may_end_after_the_answer(client, arm) -> None:
    arm("end-session", phase="after")
    assert [client.get("/Entries/1").status_code for _ in range(2)] == [200, 401]


def test_what_was_written_is_lost_though_the_answer_says_otherwise(client, held, arm) -> None:
    arm("lose", "entries")
    address = on(held, "/Entries/1/Laserfiche.Repository.Folder/children", "/Entries/1/Folder/Children")
    made = client.post(address, json={"entryType": "Folder", "name": NAME})
    assert made.status_code == 201
    assert held.entry(made.json()["id"]) is None
    assert client.post(address, json={"entryType": "Folder", "name": NAME}).status_code == 201


def test_an_upload_is_accepted_and_lost(client, held, arm) -> None:
    arm("lose", "ImportDocument" if "/v1/" in held.url else "ImportEntry")
    address = on(held, "/Entries/1/lost.txt", "/Entries/1/Folder/Import")
    part = on(held, "electronicDocument", "file")
    files = {part: ("lost.txt", b"words", "text/plain")}
    data = on(held, {}, {"request": '{"name": "lost.txt"}'})
    made = client.post(address, files=files, data=data)
    assert made.status_code == 201, made.text
    assert client.get("/Entries/ByPath", params={"fullPath": "\\lost.txt"}).status_code == 404


def test_a_start_is_accepted_and_lost_and_no_other_task_with_it(client, held, arm, patient, start) -> None:
    before = start()
    arm("lose", operation_of(held))
    lost = start()
    held.clock.advance(60)
    states = client.get(on(held, f"/Tasks/{lost}", f"/Tasks?taskIds={lost}"))
    assert states.status_code == 404 or states.json()["value"] == []
    kept = client.get(on(held, f"/Tasks/{before}", f"/Tasks?taskIds={before}"))
    assert "Completed" in kept.text
    assert copied(held) == 7  # once


def test_a_rule_is_not_used_up_where_there_was_nothing_to_strike(client, held, arm) -> None:
    arm("lose", "*")
    arm("lock", "definitions")
    arm("end-session", "CreateToken", phase="sign-in")
    for address in ("/Entries/604", "/TagDefinitions"):
        assert client.get(address).status_code == 200
    held.token()
    assert [rule["fired"] for rule in held.faults.rules] == [0, 0, 0]
    assert all(exchange["fault"] is None for exchange in held.journal.read())
    assert client.patch("/Entries/604", json={"name": "Lost"}).status_code == 200
    assert client.get("/Entries/604").json()["name"] != "Lost"
    assert [rule["fired"] for rule in held.faults.rules] == [1, 0, 0]
    assert held.faults.rules[0]["matched"] == 4


@pytest.mark.parametrize("kind", ["lose", "task"])
def test_looking_at_a_task_is_no_start_of_it(client, held, patient, start, status, kind) -> None:
    task = start()
    held.faults.add("*", kind, **({} if kind == "lose" else {"fate": "stuck"}))
    assert status(task) == "InProgress"
    held.clock.advance(60)
    assert status(task) == "Completed"


def test_every_operation_that_starts_a_task_is_known_as_one() -> None:
    """By what its handler calls."""
    starters = {row.name for row in OPERATIONS if row.run and {"begin", "start_search"} & {*row.run.__code__.co_names}}
    assert starters == STARTS


@pytest.fixture
def start(client, held):
    """Starts to copy a folder; answers the id of the task."""

    def start() -> str:
        address = on(held, "/Entries/1/Laserfiche.Repository.Folder/CopyAsync", "/Entries/1/Folder/CopyAsync")
        answer = client.post(address, json={"name": "Copy", "sourceId": 71})
        assert answer.status_code in (200, 201, 202), answer.text
        return str(answer.json()[on(held, "token", "taskId")])

    return start


@pytest.fixture
def status(client, held):
    def status(task: str) -> str:
        if "/v1/" in held.url:
            return str(client.get(f"/Tasks/{task}", follow_redirects=False).json()["status"])
        return str(client.get("/Tasks", params={"taskIds": task}).json()["value"][0]["status"])

    return status


def copied(held) -> int:
    """How many entries the copy has made."""
    sql = "SELECT count(*) FROM entry WHERE path LIKE '\\Copy%'"
    return held.inside(lambda repository: repository.database.connection.execute(sql).fetchone()[0])


@pytest.fixture
def patient(held):
    """No long poll holds the test up, and time passes when it says so."""
    held.imitate(held.profile.name, long_poll_seconds=0)
    held.clock.freeze()


@pytest.mark.usefixtures("patient")
def test_a_task_is_stuck(held, arm, start, status) -> None:
    arm("task", operation_of(held), fate="stuck")
    task = start()
    held.clock.advance(600)
    assert status(task) == "InProgress"
    assert copied(held) == 0


def operation_of(held) -> str:
    return on(held, "CopyEntryAsync", "StartCopyEntry")


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(("fate", "told"), [("fails", "Failed"), ("cancelled", "Cancelled")])
def test_a_task_ends_early_and_keeps_what_it_has_done(held, arm, start, status, fate, told) -> None:
    arm("task", operation_of(held), fate=fate, share=0.5)
    task = start()
    held.clock.advance(60)
    assert status(task) == told
    assert 0 < copied(held) < 7


@pytest.mark.usefixtures("patient")
def test_a_task_may_fail_before_it_has_begun(held, arm, start, status) -> None:
    arm("task", operation_of(held), fate="fails", error_code=9042)
    task = start()
    held.clock.advance(60)
    assert (status(task), copied(held)) == ("Failed", 0)


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(("fate", "told"), [("fails", "Failed"), ("cancelled", None), ("stuck", "InProgress")])
def test_a_search_fails_is_cancelled_or_never_ends(client, held, arm, fate, told) -> None:
    arm("task", on(held, "CreateSearchOperation", "StartSearchEntry"), fate=fate)
    started = client.post(
        on(held, "/Searches", "/Searches/SearchAsync"), json={"searchCommand": '{LF:Name="*"}'}
    ).json()
    token = started[on(held, "token", "taskId")]
    held.clock.advance(60)
    if "/v1/" in held.url:
        answer = client.get(f"/Searches/{token}")
        seen = answer.json().get("status") if answer.status_code < 400 else None
    else:
        rows = client.get("/Tasks", params={"taskIds": token}).json()["value"]
        seen = rows[0]["status"] if rows and rows[0]["status"] != "Cancelled" else None
    assert seen == told


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize(
    ("keys", "code", "title"),
    [
        ({}, 9131, "The search could not be completed."),
        ({"error_code": 9042}, 9042, "The search could not be completed."),
    ],
)
def test_a_search_that_fails_says_so_in_its_state_and_in_place_of_its_rows(
    client, held, arm, keys, code, title
) -> None:
    arm("task", on(held, "CreateSearchOperation", "StartSearchEntry"), fate="fails", **keys)
    body = {"searchCommand": '{LF:Name="*"}'}
    token = client.post(on(held, "/Searches", "/Searches/SearchAsync"), json=body).json()[on(held, "token", "taskId")]
    held.clock.advance(60)
    if "/v1/" in held.url:
        [error] = client.get(f"/Searches/{token}").json()["errors"]
        assert error == {"objectId": 0, "errorMessage": title}
    else:
        [error] = client.get("/Tasks", params={"taskIds": token}).json()["value"][0]["errors"]
        assert (error["status"], error["errorCode"], error["title"]) == (500, code, title)
    rows = client.get(f"/Searches/{token}/Results")
    assert (rows.status_code, rows.json()["errorCode"]) == (500, code)


@pytest.mark.usefixtures("patient")
def test_a_rule_may_mean_the_third_look_at_a_task(client, held, arm, start) -> None:
    operation = on(held, "GetOperationStatusAndProgress", "ListTasks")
    arm("refuse", operation, phase="poll:3", status=503, times=5)

    def look(task: str) -> int:
        address = on(held, f"/Tasks/{task}", f"/Tasks?taskIds={task}")
        return client.get(address, follow_redirects=False).status_code

    first, second = start(), start()
    answers = [look(first), look(first), look(second), look(first), look(first), look(second), look(second)]
    assert [status == 503 for status in answers] == [False, False, False, True, False, False, True]


def test_a_rule_may_mean_one_entry_or_one_user(client, held) -> None:
    held.faults.add("GetEntry", "refuse", status=423, entry=[604, 605])
    held.faults.add("GetEntry", "refuse", status=403, user="READER")
    assert [client.get(f"/Entries/{entry}").status_code for entry in (603, 604, 605)] == [200, 423, 423]
    reader = {"Authorization": f"Bearer {held.token('reader')}"}
    assert client.get("/Entries/603", headers=reader).status_code == 403


def test_a_rule_may_hold_for_a_window_of_the_clock(client, held) -> None:
    held.clock.freeze()
    passed = held.inside(lambda repository: repository.clock.elapsed())
    held.faults.add("reads", "refuse", status=503, from_seconds=passed + 60, until_seconds=passed + 120)
    seen = []
    for _ in range(4):
        seen.append(client.get("/Entries/1").status_code)
        held.clock.advance(40)
    assert seen == [200, 200, 503, 200]


def test_every_third_call_and_every_write(client, held) -> None:
    held.faults.add("GetEntry", "refuse", status=503, every=3)
    assert [client.get("/Entries/1").status_code for _ in range(6)] == [200, 200, 503, 200, 200, 503]
    held.faults.add("writes", "refuse", status=500)
    assert client.patch("/Entries/10", json={"name": "x"}).status_code == 500


def test_chance_follows_from_the_seed(simulator) -> None:
    def drawn(seed: int) -> list[int]:
        held = simulator.create(seed=seed)
        held.faults.add("GetEntry", "refuse", status=503, probability=0.5)
        headers = {"Authorization": f"Bearer {held.token()}"}
        with httpx.Client(base_url=held.url, headers=headers, verify=False) as client:
            found = [client.get("/Entries/1").status_code for _ in range(24)]
        simulator.delete(held)
        return found

    first = drawn(5)
    assert first == drawn(5) != drawn(6)
    assert 4 < first.count(503) < 20


# Locks, the index, imports that are done in part


def rename(client, name: str) -> httpx.Response:
    return client.patch("/Entries/604", json={"name": name})


def test_an_entry_is_held_by_somebody_else_until_the_clock_says_so(client, held, arm) -> None:
    held.clock.freeze()
    arm("lock", "GetEntry", seconds=30)
    assert client.get("/Entries/604").status_code == 200
    refused = rename(client, "Other")
    assert (refused.status_code, refused.json()["errorCode"]) == (423, 9014)
    assert client.get("/Entries/604").status_code == 200
    assert "is locked by somebody else" in held.journal.read()[-2]["reason"]
    held.clock.advance(30)
    assert rename(client, "Other").status_code == 200


def test_a_lock_before_a_change_refuses_the_change_itself(client, arm) -> None:
    arm("lock", "MoveOrRenameEntry", holder="Ada")
    assert rename(client, "Other").status_code == 423
    assert client.get("/Entries/604").json()["name"] != "Other"


def found(client, word: str) -> int:
    answer = client.post("/SimpleSearches", json={"searchCommand": f'{{LF:Basic~="{word}"}}'})
    return 0 if answer.status_code == 204 else len(answer.json()["value"])


def comment(client, held, word: str) -> None:
    wanted = {"Comments": {"values": [{"value": word, "position": 1}]}}
    body = on(held, wanted, {"fields": [{"name": "Comments", "values": [word]}]})
    assert client.put(on(held, "/Entries/18/fields", "/Entries/18/Fields"), json=body).status_code == 200


@pytest.mark.parametrize("phase", ["before", "after"])
def test_the_index_falls_behind(client, held, arm, phase) -> None:
    held.clock.freeze()
    comment(client, held, "zyzzyva")
    assert found(client, "zyzzyva") == 1
    arm("index-lag", "GetEntry", phase=phase, seconds=20)
    client.get("/Entries/1")
    comment(client, held, "quokka")
    assert found(client, "quokka") == 0
    held.clock.advance(20)
    assert found(client, "quokka") == 1


STEPS = {
    "setEdoc": ("", "", None),
    "setTemplate": ("template", "templateName", "Lease"),
    "setFields": ("fields", "fields", {"Comments": {"values": [{"value": "x", "position": 1}]}}),
    "setTags": ("tags", "tags", ["Public"]),
    "setLinks": ("links", "links", [{"linkTypeId": 1, "otherSourceId": 604, "isSource": True}]),
}
OF_V2 = {
    "setFields": [{"name": "Comments", "values": ["x"]}],
    "setLinks": [{"linkDefinitionId": 1, "otherEntryId": 604, "isSource": True}],
}


@pytest.mark.parametrize("step", STEPS)
def test_a_step_of_an_import_fails(client, held, arm, step) -> None:
    arm("partial", on(held, "ImportDocument", "ImportEntry"), step=step, error_code=9054)
    name_v1, name_v2, value = STEPS[step]
    request = {"template": value} if step == "setTemplate" else {"metadata": {name_v1: value} if value else {}}
    if "/v2/" in held.url:
        request = {"name": "partial.txt", "metadata": {name_v2: OF_V2.get(step, value)} if value else {}}
    made = client.post(
        on(held, "/Entries/1/partial.txt", "/Entries/1/Folder/Import"),
        files={on(held, "electronicDocument", "file"): ("partial.txt", b"words", "text/plain")},
        data={"request": json.dumps(request)},
    )
    there = client.get("/Entries/ByPath", params={"fullPath": "\\partial.txt"}).status_code
    if "/v1/" in held.url:
        failed = {name for name, told in made.json()["operations"].items() if told["exceptions"]}
        assert (made.status_code, failed, there) == (409, {step}, 200)
        assert made.json()["operations"][step]["exceptions"][0]["errorCode"] == 9054
        entry = made.json()["operations"]["entryCreate"]["entryId"]
        file = client.get(f"/Entries/{entry}/Laserfiche.Repository.Document/edoc")
        assert file.content == (b"" if step == "setEdoc" else b"words")
    else:
        assert (made.status_code, made.json()["errorCode"], there) == (500, 9054, 404)


@pytest.mark.parametrize("step", ["setEdoc", "setTags"])
def test_a_step_of_an_import_in_parts_fails_with_its_task(simulator, step) -> None:
    held = simulator.create(profile="v2-selfhosted")
    held.imitate("v2-selfhosted", long_poll_seconds=0)
    held.faults.add("StartImportUploadedParts", "partial", step=step, error_code=9054)
    headers = {"Authorization": f"Bearer {held.token()}"}
    with httpx.Client(base_url=held.url, headers=headers, verify=False) as client:
        wish = {"fileName": "x.txt", "mimeType": "text/plain", "numberOfParts": 1}
        upload = client.post("/Entries/CreateMultipartUploadUrls", json=wish).json()
        etag = client.put(upload["urls"][0], content=b"words").headers["etag"]
        body = {"name": "partial.txt", "uploadId": upload["uploadId"], "partETags": [etag]}
        body["metadata"] = {"tags": ["Public"]}
        started = client.post("/Entries/1/Folder/ImportUploadedParts", json=body).json()
        held.clock.advance(60)
        [state] = client.get("/Tasks", params={"taskIds": started["taskId"]}).json()["value"]
        assert (state["status"], state["errors"][0]["errorCode"]) == ("Failed", 9054)
        assert client.get("/Entries/ByPath", params={"fullPath": "\\partial.txt"}).status_code == 404
    simulator.delete(held)


@pytest.mark.parametrize(("kind", "keys"), [("partial", {"step": "setTags"}), ("task", {"fate": "stuck"})])
def test_what_only_some_operations_do_is_armed_for_no_other(arm, kind, keys) -> None:
    with pytest.raises(BadValue, match=rf"{kind} is for .*, not for GetEntry$"):
        arm(kind, "GetEntry", **keys)
