"""Every kind of fault in every phase that it has, seen by real clients: a kind or phase without a case is a failure."""

from __future__ import annotations

import json
import shutil
import subprocess
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from lf_simulator import people
from lf_simulator.faults.kinds import KINDS
from lf_simulator.store import entries, tree

if TYPE_CHECKING:
    from collections.abc import Callable

ENTRY = 604
COPIED = 18
NUMBERS = {"body": "body:20", "page": "page:2", "poll": "poll:2"}
"""Phases with a number, as a plan would write them."""


@dataclass
class Seen:
    """What came of a request: an answer, or what the client raised."""

    answer: httpx.Response | None = None
    error: Exception | None = None
    whole: bytes = b""
    """What the same request is answered without the fault."""

    @property
    def status(self) -> int:
        return self.answer.status_code if self.answer is not None else 0

    @property
    def document(self) -> Any:
        return json.loads(self.answer.content) if self.answer is not None else None


def phases_of(kind: type[Any]) -> list[str]:
    return [NUMBERS.get(phase.removesuffix(":k"), phase) for phase in kind.phases]


BROKEN = (httpx.RemoteProtocolError, httpx.ReadError)


def broken(seen: Seen) -> bool:
    return isinstance(seen.error, BROKEN)


def late(seen: Seen) -> bool:
    return isinstance(seen.error, httpx.ReadTimeout)


# What is armed, and how one knows it again. `body:k` breaks off what the others do not let begin.
EXCHANGE: dict[str, tuple[dict[str, Any], Callable[[Seen], bool]]] = {
    "refuse": ({"status": 503, "retry_after": 1}, lambda seen: seen.status == 503),
    "redirect": ({"location": "http://elsewhere.test/"}, lambda seen: seen.status == 302),
    "empty": ({}, lambda seen: seen.answer is not None and seen.answer.content == b""),
    "delay": ({"wait_ms": 60_000}, late),
    "hang": ({}, late),
    "drop": ({}, broken),
    "reset": ({}, broken),
    "drip": ({"bytes_per_second": 1}, late),
    "wrong-length": ({"by": 5}, broken),
    "no-length": ({}, lambda seen: seen.answer is not None and "content-length" not in seen.answer.headers),
    "truncate": ({"keep_bytes": 9}, lambda seen: seen.answer is not None and seen.answer.content == seen.whole[:9]),
    "content-type": (
        {"content_type": "text/html"},
        lambda seen: seen.answer is not None and seen.answer.headers["content-type"] == "text/html",
    ),
    "broken-gzip": ({}, lambda seen: isinstance(seen.error, httpx.DecodingError)),
    "malform": ({"how": "pascal-case"}, lambda seen: any(key[:1].isupper() for key in seen.document)),
    "next-link": ({"how": "repeated"}, lambda seen: "@odata.nextLink" in seen.document),
    "count": ({"exactly": 999}, lambda seen: seen.document.get("@odata.count") == 999),
}


def ask(client: httpx.Client, address: str, patience: float = 20) -> Seen:
    try:
        return Seen(answer=client.get(address, timeout=patience))
    except httpx.HTTPError as error:
        return Seen(error=error)


def is_v1(held) -> bool:
    return "/v1/" in held.url


def children(held) -> str:
    return "/Entries/1/Laserfiche.Repository.Folder/children" if is_v1(held) else "/Entries/1/Folder/Children"


def copy(client: httpx.Client, held) -> str:
    """Starts a copy that never ends by itself; answers the address of its state."""
    held.imitate(held.profile.name, long_poll_seconds=0)
    held.clock.freeze()
    where = "Laserfiche.Repository.Folder/CopyAsync" if is_v1(held) else "Folder/CopyAsync"
    started = client.post(f"/Entries/1/{where}", json={"name": "Copy", "sourceId": COPIED}).json()
    return f"/Tasks/{started['token']}" if is_v1(held) else f"/Tasks?taskIds={started['taskId']}"


@pytest.mark.parametrize(
    ("kind", "phase"), [(name, phase) for name in EXCHANGE for phase in phases_of(KINDS[name])], ids=str
)
def test_a_fault_of_an_exchange_is_seen_in_each_of_its_phases(client, held, arm, all_fired, kind, phase) -> None:
    keys, known_again = EXCHANGE[kind]
    listing = f"{children(held)}?$top=2&$skip=2&$count=true"
    if phase.startswith("page"):
        address, first, operation = listing, f"{children(held)}?$top=2&$count=true", "GetEntryListing"
    elif phase.startswith("poll"):
        address = first = copy(client, held)
        operation = "GetOperationStatusAndProgress" if is_v1(held) else "ListTasks"
    elif kind in ("next-link", "count"):
        address, first, operation = listing, listing, "GetEntryListing"
    else:
        address, first, operation = f"/Entries/{ENTRY}", "/Entries/10", "GetEntry"
    whole = client.get(address).content if not phase.startswith("poll") else b""
    condition = {"entry": ENTRY} if operation == "GetEntry" else {}
    arm(kind, operation, phase=phase, **condition, **keys)
    numbered = phase.startswith(("page", "poll"))
    before = ask(client, first) if numbered or operation == "GetEntry" else None
    if before is not None and phase.startswith("poll"):
        whole = before.answer.content if before.answer is not None else b""
    assert before is None or (before.status in (200, 202) and not before.error)
    seen = ask(client, address, 0.1 if known_again is late else 20)
    seen.whole = whole
    assert known_again(seen), (seen, seen.answer.content if seen.answer is not None else None)
    all_fired()


# State


def end_session(client, held, arm, phase) -> bool:
    arm("end-session", phase=phase)
    statuses = [client.get("/Entries/1").status_code for _ in range(2)]
    return statuses == {"sign-in": [401, 401], "after": [200, 401]}[phase]


def lose(client, held, arm, phase) -> bool:
    arm("lose", "MoveOrRenameEntry", phase=phase)
    answered = client.patch(f"/Entries/{ENTRY}", json={"name": "Lost"})
    return bool(answered.status_code == 200 and client.get(f"/Entries/{ENTRY}").json()["name"] != "Lost")


def lock(client, held, arm, phase) -> bool:
    arm("lock", phase=phase)
    client.get(f"/Entries/{ENTRY}")
    return bool(client.patch(f"/Entries/{ENTRY}", json={"name": "Other"}).status_code == 423)


def index_lag(client, held, arm, phase) -> bool:
    held.clock.freeze()
    arm("index-lag", phase=phase, seconds=9)
    client.get("/Entries/1")
    client.patch(f"/Entries/{ENTRY}", json={"name": "zyzzyva"})
    answer = client.post("/SimpleSearches", json={"searchCommand": '{LF:Basic~="zyzzyva"}'})
    return answer.status_code == 204 or not answer.json()["value"]


def partial(client, held, arm, phase) -> bool:
    arm("partial", "ImportDocument" if is_v1(held) else "ImportEntry", phase=phase, step="setTags")
    metadata = {"metadata": {"tags": ["Public"]}}
    answer = client.post(
        "/Entries/1/x.txt" if is_v1(held) else "/Entries/1/Folder/Import",
        files={"electronicDocument" if is_v1(held) else "file": ("x.txt", b"words", "text/plain")},
        data={"request": json.dumps(metadata if is_v1(held) else {"name": "x.txt", **metadata})},
    )
    return bool(answer.status_code == (409 if is_v1(held) else 500))


def task(client, held, arm, phase) -> bool:
    arm("task", "CopyEntryAsync", phase=phase, fate="cancelled")
    address = copy(client, held)
    state = client.get(address).json()
    return bool((state if is_v1(held) else state["value"][0])["status"] == "Cancelled")


STATE = {
    "end-session": end_session,
    "lose": lose,
    "lock": lock,
    "index-lag": index_lag,
    "partial": partial,
    "task": task,
}


@pytest.mark.parametrize(
    ("kind", "phase"), [(name, phase) for name in STATE for phase in phases_of(KINDS[name])], ids=str
)
def test_a_fault_of_state_is_seen_in_each_of_its_phases(client, held, arm, all_fired, kind, phase) -> None:
    assert STATE[kind](client, held, arm, phase)
    all_fired()


def test_every_kind_has_a_case_and_every_one_of_the_connection_is_shown_to_node() -> None:
    assert set(EXCHANGE) | set(STATE) == set(KINDS)
    assert set(CONNECTION) == {name for name, kind in KINDS.items() if kind.__module__ in MODULES}


# Answers of every other form: none without a body, refused, without a body by its method, to a long request


def odd_requests(held) -> list[tuple[str, str, dict[str, Any]]]:
    long = ("x.txt", b"words" * 50_000, "text/plain")
    search = ("POST", "/SimpleSearches", {"json": {"searchCommand": '{LF:Name="nothing is called so"}'}})
    absent = ("GET", "/Entries/999999", {})
    if is_v1(held):
        edoc = f"/Entries/{ENTRY}/Laserfiche.Repository.Document/edoc"
        sent = {"files": {"electronicDocument": long}}
        return [search, absent, ("HEAD", edoc, {}), ("POST", "/Entries/1/x.txt?autoRename=true", sent)]
    sent = {"files": {"file": long}, "data": {"request": '{"name": "x.txt", "autoRename": true}'}}
    return [search, absent, ("GET", "/Tasks", {}), ("POST", "/Entries/1/Folder/Import", sent)]


OF_STATE: dict[str, dict[str, Any]] = {"index-lag": {"seconds": 3}}
ANY_AIM = [name for name in KINDS if not getattr(KINDS[name], "operations", None)]


@pytest.mark.parametrize("kind", ANY_AIM)
def test_whatever_the_answer_is_like_a_fault_leaves_all_in_order(client, held, caplog, kind) -> None:
    held.imitate(held.profile.name, long_poll_seconds=0)
    keys = {"delay": {"wait_ms": 1}, "drip": {"bytes_per_second": 10**9}} | OF_STATE
    for phase in phases_of(KINDS[kind]):
        phase = phase.partition(":")[0] + ":1" if ":" in phase else phase
        for method, path, sent in odd_requests(held):
            held.faults.add("*", kind, phase=phase, **(keys.get(kind) or EXCHANGE.get(kind, ({}, None))[0]))
            try:
                answer = client.request(method, path, timeout=0.1 if kind == "hang" else 20, **sent)
                assert kind != "hang" or phase in ("page:1", "poll:1", "body:1")
                assert answer.status_code in (200, 201, 204, 302, 401, 404, 503), (phase, path, answer.text)
            except httpx.ReadTimeout:
                assert kind == "hang", (phase, path)
            except (*BROKEN, httpx.DecodingError):
                assert kind in ("drop", "reset", "wrong-length", "broken-gzip"), (phase, path)
            held.faults.clear()
            client.headers["Authorization"] = f"Bearer {held.token()}"
            assert client.get("/Entries/1").status_code == 200
    assert caplog.records == []


# The same connections by another client: one run of Node for all, each case with a user and an entry of its own

CONNECTION = {
    "delay": ({"wait_ms": 60_000}, {"TimeoutError"}),
    "hang": ({}, {"TimeoutError"}),
    "drop": ({}, {"UND_ERR_SOCKET", "ECONNRESET", "terminated"}),
    "reset": ({}, {"ECONNRESET", "UND_ERR_SOCKET", "terminated"}),
    "drip": ({"bytes_per_second": 1}, {"TimeoutError"}),
    "wrong-length": ({"by": 5}, {"UND_ERR_SOCKET", "UND_ERR_RES_CONTENT_LENGTH_MISMATCH", "terminated"}),
    "no-length": ({}, {"no length"}),
}
MODULES = ("lf_simulator.faults.breaking", "lf_simulator.faults.waiting")
CASES = [(kind, phase) for kind in CONNECTION for phase in phases_of(KINDS[kind])]
FETCH = """
const [base, asked] = process.argv.slice(1);
const awake = setInterval(() => {}, 1000);
const get = async (token, path) => {
  const options = { headers: { Authorization: `Bearer ${token}` }, signal: AbortSignal.timeout(3000) };
  try {
    const answer = await fetch(base + path, options);
    await answer.text();
    return answer.headers.get("content-length") === null ? "no length" : String(answer.status);
  } catch (error) {
    return error.cause?.code ?? error.cause?.message ?? error.message ?? error.name;
  }
};
const named = (text) => (/aborted due to timeout/.test(text) ? "TimeoutError" : text);
const one = async ([token, first, path]) => [named(await get(token, first)), named(await get(token, path))];
console.log(JSON.stringify(await Promise.all(JSON.parse(asked).map(one))));
clearInterval(awake);
"""
NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="node is not on this machine")
def test_node_sees_every_fault_of_the_connection(held, arm, all_fired) -> None:
    users = held.inside(lambda repository: [user_of(repository, number) for number in range(len(CASES) + 1)])
    asked = []
    for (kind, phase), (user, entry) in zip(CASES, users, strict=False):
        first, address, operation = f"/Entries/{entry + 1}", f"/Entries/{entry}", "GetEntry"
        if phase.startswith("page"):
            first, address = f"{children(held)}?$top=2", f"{children(held)}?$top=2&$skip=2"
            operation = "GetEntryListing"
        elif phase.startswith("poll"):
            with httpx.Client(base_url=held.url, headers=bearer(held.token(user)), verify=False) as mine:
                first = address = copy(mine, held)
            operation = "GetOperationStatusAndProgress" if is_v1(held) else "ListTasks"
        who = {"entry": entry} if operation == "GetEntry" else {"user": user}  # at the sign-in nobody is known
        arm(kind, operation, phase=phase, **who, **CONNECTION[kind][0])
        asked.append((held.token(user), first, address))
    asked.append((held.token(users[-1][0]), "/Entries/1", f"/Entries/{users[-1][1]}"))
    assert NODE is not None
    command = [NODE, "--input-type=module", "-e", FETCH, held.url, json.dumps(asked)]
    output = subprocess.run(command, capture_output=True, text=True, timeout=60, check=True).stdout
    seen = json.loads(output)
    assert seen.pop() == ["200", "200"]
    wrong = [(case, said) for case, said in zip(CASES, seen, strict=True) if said[1] not in CONNECTION[case[0]][1]]
    assert wrong == []
    assert {first for first, _ in seen} <= {"200", "202"}
    all_fired()


def user_of(repository, number: int) -> tuple[str, int]:
    """An account of its own, and an entry of its own whose neighbour nobody else asks for."""
    people.set_account(repository, {"name": f"user-{number}", "password": "x"})
    folder = entries.find(repository.database.connection, 1)
    moment = repository.clock.now()
    made = [
        tree.create_entry(repository.database.connection, folder, f"{side} {number}", "Folder", moment, "demo")
        for side in ("Struck", "Beside")
    ]
    repository.database.connection.commit()
    return f"user-{number}", made[0]


def bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}
