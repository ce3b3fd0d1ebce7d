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


async def states_of_a_copy(client: httpx.AsyncClient, repository: Repository) -> tuple[int, int]:
    body = {"name": "copy", "sourceId": EDOC}
    started = await client.post("Entries/1/Laserfiche.Repository.Folder/CopyAsync", json=body)
    repository.clock.advance(5)
    return started.status_code, (await client.get(f"Tasks/{started.json()['token']}")).status_code


async def download(client: httpx.AsyncClient, _: Repository) -> tuple[bool, str]:
    answer = await client.get(f"Entries/{EDOC}/Laserfiche.Repository.Document/edoc")
    return "content-length" in answer.headers, answer.headers["content-type"]


async def user_without_domain(client: httpx.AsyncClient, _: Repository) -> int:
    return (await client.post("Token", data=SIGN_IN)).status_code


async def third_session(client: httpx.AsyncClient, _: Repository) -> int:
    return [(await client.post("Token", data=SIGN_IN)).status_code for _ in range(3)][-1]


async def time_of_an_entry(client: httpx.AsyncClient, _: Repository) -> bool:
    return bool((await client.get(f"Entries/{EDOC}")).json()["creationTime"])


async def export(client: httpx.AsyncClient, _: Repository) -> tuple[str, bool]:
    answer = await client.post(f"Entries/{EDOC}/Export", json={"part": "Edoc"})
    by_path = (await client.get("Entries/ByPath?fullPath=%5CLegal")).json()
    return answer.headers["content-type"].split(";")[0], "entry" in by_path


async def host_of_a_download(client: httpx.AsyncClient, _: Repository) -> str:
    return httpx.URL((await client.post(f"Entries/{EDOC}/Export", json={"part": "Edoc"})).json()["value"]).host


async def found_by_date(client: httpx.AsyncClient, _: Repository) -> bool:
    command = {"searchCommand": '{LF:Created>"13/01/2020"}'}
    return bool((await client.post("SimpleSearches", json=command)).json().get("value"))


async def found_at_once(client: httpx.AsyncClient, _: Repository) -> int:
    await client.put(f"Entries/{EDOC}/Tags", json={"tags": []})
    body = {"fields": [{"name": "Comments", "values": ["zyzzyva"]}]}
    assert (await client.put(f"Entries/{EDOC}/Fields", json=body)).status_code == 200
    found = await client.post("SimpleSearches", json={"searchCommand": '{LF:Basic~="zyzzyva"}'})
    return len(found.json()["value"])


async def hundred_calls_more(client: httpx.AsyncClient, _: Repository) -> int:
    return [(await client.get(f"Entries/{EDOC}")).status_code for _ in range(101)][-1]


PROBES: dict[str, tuple[Probe, Any, Any]] = {
    "v1-without-searches": (start_of_search, 201, 404),
    "v1-without-list": (list_of_repositories, (200, "["), (400, "{")),
    "v1-empty-list": (list_of_repositories, (200, "["), (200, "")),
    "v2-bare-list": (list_of_repositories, (200, "{"), (200, "[")),
    "v1-capitals": (keys_of_an_entry, "fullPath", "FullPath"),
    "v1-page-count": (count_of_children, 10, 2),
    "v1-without-paging": (page_of_results, 200, 400),
    "v1-searches-by-user": (third_search_of_another_session, 201, 429),
    "v1-guide-answers": (states_of_a_copy, (201, 201), (202, 302)),
    "v1-behind-iis": (download, (True, "application/pdf"), (False, "application/octet-stream")),
    "v1-domain-users": (user_without_domain, 200, 401),
    "v1-sessions-used-up": (third_session, 200, 429),
    "v1-odd-times": (time_of_an_entry, True, False),
    "v2-streaming": (export, ("application/json", True), ("application/pdf", False)),
    "v2-behind-proxy": (host_of_a_download, "sim.test", "app01.internal"),
    "v2-day-first": (found_by_date, False, True),
    "v2-slow-index": (found_at_once, 1, 0),
    "v2-cloud-limits": (hundred_calls_more, 200, 429),
}


def test_each_variant_has_a_probe() -> None:
    assert list(PROBES) == list(VARIANTS)


@pytest.mark.parametrize("name", VARIANTS)
async def test_a_variant_differs_from_its_base_where_it_says_so(registry: Registry, name: str) -> None:
    probe, at_base, here = PROBES[name]
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
