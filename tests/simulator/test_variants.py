"""Each variant of a build differs from its base, and only where it says so; seen through the API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import httpx
import pytest

from lf_simulator import create_app
from lf_simulator.profiles import BUILDS, PROFILES, VARIANTS, Variant

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from lf_simulator.registry import Registry
    from lf_simulator.repository import Repository

    Probe = Callable[[httpx.AsyncClient, Repository], Awaitable[Any]]

pytestmark = pytest.mark.anyio

SIGN_IN = {"grant_type": "password", "username": "demo", "password": "demo"}
EDOC = 18
"""A document of `demo` with an electronic file."""
REASON_FOR_EXPORTS = 4


async def start_of_search(client: httpx.AsyncClient, _: Repository) -> int:
    return (await client.post("Searches", json={"searchCommand": '{LF:Name="*"}'})).status_code


async def list_of_repositories(client: httpx.AsyncClient, repository: Repository) -> tuple[int, str]:
    answer = await client.get(str(client.base_url).removesuffix(f"/{repository.id}/"))
    return answer.status_code, answer.text[:1]


async def web_client(client: httpx.AsyncClient, repository: Repository) -> Any:
    return "browse.aspx" in (await client.get(str(client.base_url).removesuffix(f"/{repository.id}/"))).text


async def keys_of_an_entry(client: httpx.AsyncClient, _: Repository) -> str:
    return next(key for key in (await client.get(f"Entries/{EDOC}")).json() if key.lower() == "fullpath")


async def count_of_children(client: httpx.AsyncClient, _: Repository) -> int:
    path = "Entries/1/Laserfiche.Repository.Folder/children?$count=true&$top=2"
    return int((await client.get(path)).json()["@odata.count"])


async def page_of_results(client: httpx.AsyncClient, _: Repository) -> int:
    token = (await client.post("Searches", json={"searchCommand": '{LF:Name="*"}'})).json()["token"]
    return (await client.get(f"Searches/{token}/Results?$top=2")).status_code


async def third_search_of_another_session(client: httpx.AsyncClient, _: Repository) -> int:
    for _ in range(2):
        await client.post("Searches", json={"searchCommand": '{LF:Name="*"}'})
    token = (await client.post("Token", data=SIGN_IN)).json()["access_token"]
    headers = {"Authorization": f"Bearer {token}"}
    return (await client.post("Searches", json={"searchCommand": "x"}, headers=headers)).status_code


async def started_copy(client: httpx.AsyncClient) -> httpx.Response:
    body = {"name": "copy", "sourceId": EDOC}
    return await client.post("Entries/1/Laserfiche.Repository.Folder/CopyAsync", json=body)


async def start_of_copy(client: httpx.AsyncClient, _: Repository) -> int:
    return (await started_copy(client)).status_code


async def finished_copy(client: httpx.AsyncClient, repository: Repository) -> int:
    token = (await started_copy(client)).json()["token"]
    repository.clock.advance(5)
    return (await client.get(f"Tasks/{token}")).status_code


async def cancelled_copy(client: httpx.AsyncClient, _: Repository) -> str:
    token = (await started_copy(client)).json()["token"]
    await client.delete(f"Tasks/{token}")
    return str((await client.get(f"Tasks/{token}")).json()["status"])


async def file_of_60_kilobytes(client: httpx.AsyncClient, _: Repository) -> int:
    return (await client.post("Entries/1/x", files={"electronicDocument": ("x.bin", bytes(60_000))})).status_code


async def length_of_a_file(client: httpx.AsyncClient, _: Repository) -> bool:
    return "content-length" in (await client.get(f"Entries/{EDOC}/Laserfiche.Repository.Document/edoc")).headers


async def type_of_a_file(client: httpx.AsyncClient, _: Repository) -> str:
    return (await client.get(f"Entries/{EDOC}/Laserfiche.Repository.Document/edoc")).headers["content-type"]


async def user_without_domain(client: httpx.AsyncClient, _: Repository) -> int:
    return (await client.post("Token", data=SIGN_IN)).status_code


async def wrong_password(client: httpx.AsyncClient, _: Repository) -> int:
    form = SIGN_IN | {"username": "demo@city.test", "password": "wrong"}
    return int((await client.post("Token", data=form)).json()["errorCode"])


async def third_session(client: httpx.AsyncClient, _: Repository) -> int:
    return [(await client.post("Token", data=SIGN_IN)).status_code for _ in range(3)][-1]


async def time_of_an_entry(client: httpx.AsyncClient, _: Repository) -> bool:
    return bool((await client.get(f"Entries/{EDOC}")).json()["creationTime"])


async def type_of_an_export(client: httpx.AsyncClient, _: Repository) -> str:
    return (await exported(client)).headers["content-type"].split(";")[0]


async def entry_by_path(client: httpx.AsyncClient, _: Repository) -> bool:
    return "entry" in (await client.get("Entries/ByPath?fullPath=%5CLegal")).json()


async def exported(client: httpx.AsyncClient) -> httpx.Response:
    body = {"part": "Edoc", "auditReasonId": REASON_FOR_EXPORTS}
    return await client.post(f"Entries/{EDOC}/Export", json=body)


async def host_of_a_download(client: httpx.AsyncClient, _: Repository) -> str:
    return httpx.URL((await exported(client)).json()["value"]).host


async def length_of_a_download(client: httpx.AsyncClient, _: Repository) -> bool:
    path = httpx.URL((await exported(client)).json()["value"]).raw_path.decode()
    answer = await client.get(f"http://sim.test{path}")
    assert answer.status_code == 200
    return "content-length" in answer.headers


async def found_by_date(client: httpx.AsyncClient, _: Repository) -> bool:
    command = {"searchCommand": '{LF:Created>"13/01/2020"}'}
    return bool((await client.post("SimpleSearches", json=command)).json().get("value"))


async def found_by_a_time_of_the_machine(client: httpx.AsyncClient, _: Repository) -> tuple[bool, bool]:
    """Whether the document was made at 15:26, as it was in UTC, or at 17:26."""
    commands = [f'{{LF:Created="2020-01-13 {hour}:26"}} & {{LF:ID={EDOC}}}' for hour in (15, 17)]
    answers = [await client.post("SimpleSearches", json={"searchCommand": command}) for command in commands]
    at_15, at_17 = [bool(answer.json()["value"]) for answer in answers]
    return at_15, at_17


async def found_at_once(client: httpx.AsyncClient, _: Repository) -> int:
    await client.put(f"Entries/{EDOC}/Tags", json={"tags": []})
    body = {"fields": [{"name": "Comments", "values": ["zyzzyva"]}]}
    assert (await client.put(f"Entries/{EDOC}/Fields", json=body)).status_code == 200
    found = await client.post("SimpleSearches", json={"searchCommand": '{LF:Basic~="zyzzyva"}'})
    return len(found.json()["value"])


async def another_hundred_calls(client: httpx.AsyncClient, _: Repository) -> int:
    return [(await client.get(f"Entries/{EDOC}")).status_code for _ in range(101)][-1]


async def another_thirty_exports(client: httpx.AsyncClient, _: Repository) -> int:
    return [(await exported(client)).status_code for _ in range(31)][-1]


async def deletion_without_a_reason(client: httpx.AsyncClient, repository: Repository) -> str:
    token = (await client.request("DELETE", f"Entries/{EDOC}", json={})).json()["taskId"]
    repository.clock.advance(5)
    return str((await client.get(f"Tasks?taskIds={token}")).json()["value"][0]["status"])


PROBES: dict[str, dict[str, tuple[Probe, Any, Any]]] = {
    "v1-without-searches": {"absent_operations": (start_of_search, 201, 404)},
    "v1-without-list": {"repositories_list": (list_of_repositories, (200, "["), (400, "{"))},
    "v1-empty-list": {"repositories_body": (list_of_repositories, (200, "["), (200, ""))},
    "v2-bare-list": {
        "repositories_body": (list_of_repositories, (200, "{"), (200, "[")),
        "web_client_addresses": (web_client, True, False),
    },
    "v1-capitals": {"key_case": (keys_of_an_entry, "fullPath", "FullPath")},
    "v1-page-count": {"children_count": (count_of_children, 10, 2)},
    "v1-without-paging": {"results_paging": (page_of_results, 200, 400)},
    "v1-searches-by-user": {"searches_of": (third_search_of_another_session, 201, 429)},
    "v1-guide-answers": {
        "start_status_v1": (start_of_copy, 201, 202),
        "finished_task_v1": (finished_copy, 201, 302),
        "cancelled_word": (cancelled_copy, "Cancelled", "Canceled"),
    },
    "v1-behind-iis": {
        "upload_limit": (file_of_60_kilobytes, 201, 413),
        "omits_content_length": (length_of_a_file, True, False),
        "file_types": (type_of_a_file, "application/pdf", "application/octet-stream"),
    },
    "v1-domain-users": {
        "user_names": (user_without_domain, 200, 401),
        "bad_password_code": (wrong_password, 9010, 9528),
    },
    "v1-sessions-used-up": {"most_sessions": (third_session, 200, 429)},
    "v1-odd-times": {"timestamps": (time_of_an_entry, True, False)},
    "v2-streaming": {
        "export_answer": (type_of_an_export, "application/json", "application/pdf"),
        "bypath_answer": (entry_by_path, True, False),
    },
    "v2-behind-proxy": {
        "download_host": (host_of_a_download, "sim.test", "app01.internal"),
        "omits_content_length": (length_of_a_download, True, False),
    },
    "v2-day-first": {
        "date_order": (found_by_date, False, True),
        "date_offset_minutes": (found_by_a_time_of_the_machine, (True, False), (False, True)),
    },
    "v2-slow-index": {"index_lag_seconds": (found_at_once, 1, 0)},
    "v2-cloud-limits": {
        "calls_per_minute": (another_hundred_calls, 200, 429),
        "transfers_per_minute": (another_thirty_exports, 200, 429),
        "audit_reason_required": (deletion_without_a_reason, "Completed", "Failed"),
    },
}
CASES = [(name, setting) for name, probes in PROBES.items() for setting in probes]


def test_each_change_of_each_variant_has_a_probe() -> None:
    assert [(name, setting) for name, variant in VARIANTS.items() for setting in variant.changes] == CASES


@pytest.mark.parametrize(("name", "setting"), CASES)
async def test_a_variant_differs_from_its_base_where_it_says_so(registry: Registry, name: str, setting: str) -> None:
    probe, at_base, here = PROBES[name][setting]
    seen = [await _look(registry, each, probe) for each in (VARIANTS[name].base, name)]
    assert seen == [at_base, here]


async def _look(registry: Registry, profile: str, probe: Probe) -> Any:
    repository = registry.create(profile=profile)
    repository.clock.freeze()
    build = repository.profile
    base = f"http://sim.test{build.base_path}/{build.versions[0]}/Repositories/{repository.id}/"
    async with httpx.AsyncClient(transport=httpx.ASGITransport(create_app(registry)), base_url=base) as client:
        form = SIGN_IN | {"username": "demo@city.test"}
        client.headers["Authorization"] = f"Bearer {(await client.post('Token', data=form)).json()['access_token']}"
        try:
            return await probe(client, repository)
        finally:
            registry.delete(repository.id)


@pytest.mark.parametrize("variant", VARIANTS.values(), ids=VARIANTS)
def test_a_variant_is_its_base_but_for_the_changes_that_it_names(variant: Variant) -> None:
    base, here = PROFILES[variant.base].settings(), variant.profile.settings()
    assert {name for name in here if here[name] != base[name]} == set(variant.changes)
    assert (variant.profile.versions, variant.profile.base_path) == (
        PROFILES[variant.base].versions,
        PROFILES[variant.base].base_path,
    )
    assert variant.how_sure


def test_names_are_used_once() -> None:
    assert len(BUILDS) == len(PROFILES) + len(VARIANTS)
