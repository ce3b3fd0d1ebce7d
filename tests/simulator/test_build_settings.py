"""Settings of builds whose answers leave the published descriptions: what changes, and that nothing does without them.

The client here is not judged by the descriptions, since leaving them is the point.
"""

from __future__ import annotations

from datetime import timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from lf_simulator import create_app
from lf_simulator.limits import TRANSFERS
from lf_simulator.operations import NAMES

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

pytestmark = pytest.mark.anyio

V1, V2 = "v1-selfhosted", "v2-selfhosted"
SIGN_IN = {"grant_type": "password", "username": "demo", "password": "demo"}


@pytest.fixture
async def plain(registry, repository) -> AsyncIterator[httpx.AsyncClient]:
    """A client that has signed in and takes whatever comes."""
    build = repository.profile
    base = f"http://sim.test{build.base_path}/{build.versions[0]}/Repositories/{repository.id}/"
    async with httpx.AsyncClient(transport=httpx.ASGITransport(create_app(registry)), base_url=base) as client:
        token = (await client.post("Token", data=SIGN_IN)).json()["access_token"]
        client.headers["Authorization"] = f"Bearer {token}"
        yield client


@pytest.fixture
def imitate(repository):
    """`imitate(setting=value)`: the repository as a build with that setting."""

    def change(**overrides: Any) -> None:
        repository.profile = repository.profile.with_overrides(overrides)

    return change


def keys(document: Any) -> set[str]:
    """All keys at any depth but annotations."""
    if isinstance(document, dict):
        return {key for key in document if not key.startswith("@")}.union(*map(keys, document.values()))
    return set().union(*map(keys, document)) if isinstance(document, list) else set()


READS = (
    "Entries/604",
    "Entries/604/fields",
    "Entries/1/Laserfiche.Repository.Folder/children?$count=true",
    "Attributes",
)


@pytest.mark.parametrize("profile", [V1])
@pytest.mark.parametrize("path", READS)
async def test_keys_of_v1_may_begin_with_capitals(plain, imitate, path) -> None:
    before = (await plain.get(path)).json()
    imitate(key_case="pascal")
    after = (await plain.get(path)).json()
    assert all(key[:1].islower() for key in keys(before))
    assert {key[:1].upper() + key[1:] for key in keys(before)} == keys(after)
    assert [key for key in before if key.startswith("@")] == [key for key in after if key.startswith("@")]


@pytest.mark.parametrize("profile", [V1])
async def test_problems_and_sign_in_keep_their_keys(plain, imitate) -> None:
    imitate(key_case="pascal")
    assert "title" in (await plain.get("Entries/999999")).json()
    assert "access_token" in (await plain.post("Token", data=SIGN_IN)).json()


@pytest.mark.parametrize("profile", [V2])
async def test_capitals_are_of_v1_alone(plain, imitate) -> None:
    imitate(key_case="pascal")
    assert "name" in (await plain.get("Entries/604")).json()


async def test_the_list_of_repositories_has_three_bodies(plain, imitate, repository) -> None:
    address = str(plain.base_url).removesuffix(f"/{repository.id}/")
    imitate(repositories_body="array")
    assert isinstance((await plain.get(address)).json(), list)
    imitate(repositories_body="object")
    assert list((await plain.get(address)).json()) == ["value"]
    imitate(repositories_body="empty")
    answer = await plain.get(address)
    assert (answer.status_code, answer.content) == (200, b"")


async def test_the_address_of_the_web_client_may_be_empty(plain, imitate, repository, dialect) -> None:
    address = str(plain.base_url).removesuffix(f"/{repository.id}/")
    name = dialect("webclientUrl", "webClientUrl")

    async def told() -> set[str]:
        body = (await plain.get(address)).json()
        return {row[name] for row in dialect(body, body["value"] if isinstance(body, dict) else body)}

    assert "" not in await told()
    imitate(web_client_addresses=False)
    assert "" in await told()


@pytest.mark.parametrize("profile", [V1, V2])
async def test_user_names_may_need_their_domain(plain, imitate) -> None:
    imitate(user_names="with-domain")
    assert (await plain.post("Token", data=SIGN_IN)).status_code == 401
    for name in ("demo@city.test", "CITY\\demo"):
        assert (await plain.post("Token", data=SIGN_IN | {"username": name})).status_code == 200


@pytest.mark.parametrize("code", [9010, 9528])
@pytest.mark.parametrize("profile", [V1, V2])
async def test_a_wrong_password_has_one_of_two_codes(plain, imitate, code) -> None:
    imitate(bad_password_code=code)
    refused = await plain.post("Token", data=SIGN_IN | {"password": "wrong"})
    assert (refused.status_code, refused.json()["errorCode"]) == (401, code)


@pytest.mark.parametrize("profile", [V1, V2])
async def test_the_token_may_come_with_a_context(plain, imitate) -> None:
    assert "@odata.context" not in (await plain.post("Token", data=SIGN_IN)).json()
    imitate(token_context=True)
    assert (await plain.post("Token", data=SIGN_IN)).json()["@odata.context"].endswith("/$metadata#Token")


async def test_times_may_be_blank(plain, imitate) -> None:
    imitate(timestamps="blank")
    entry = (await plain.get("Entries/604")).json()
    assert (entry["creationTime"], entry["lastModifiedTime"]) == ("", "")


@pytest.mark.parametrize("profile", [V2])
async def test_an_entry_by_its_path_may_come_bare(plain, imitate) -> None:
    path = "Entries/ByPath?fullPath=%5CLegal"
    assert list((await plain.get(path)).json()) == ["entry"]
    imitate(bypath_answer="bare")
    assert (await plain.get(path)).json()["name"] == "Legal"
    lost = "Entries/ByPath?fullPath=%5CLegal%5CNowhere&fallbackToClosestAncestor=true"
    assert (await plain.get(lost)).json()["name"] == "Legal"


async def test_the_token_of_a_search_may_have_another_name(plain, imitate, dialect) -> None:
    imitate(search_token_key="operationToken")
    started = await plain.post(dialect("Searches", "Searches/SearchAsync"), json={"searchCommand": '{LF:Name="*"}'})
    assert list(started.json()) == ["operationToken"]


@pytest.mark.parametrize("query", ["$top=5", "$skip=1"])
@pytest.mark.parametrize("profile", [V1])
async def test_results_may_not_be_paged(plain, imitate, query) -> None:
    started = await plain.post("Searches", json={"searchCommand": '{LF:Name="*"}'})
    path = f"Searches/{started.json()['token']}/Results"
    assert (await plain.get(f"{path}?{query}")).status_code == 200
    imitate(results_paging="refused")
    refused = await plain.get(f"{path}?{query}")
    assert (refused.status_code, refused.json()["errorCode"]) == (400, 216)
    assert (await plain.get(path)).status_code == 200


@pytest.mark.parametrize(("entry", "part"), [(18, "Edoc"), (604, "Text")])
@pytest.mark.parametrize("profile", [V2])
async def test_an_export_may_answer_the_content_itself(plain, imitate, entry, part) -> None:
    path = f"Entries/{entry}/Export"
    address = (await plain.post(path, json={"part": part})).json()["value"]
    whole = await plain.get(address)
    imitate(export_answer="content")
    answer = await plain.post(path, json={"part": part})
    assert answer.content == whole.content
    for header in ("content-type", "content-disposition"):
        assert answer.headers[header] == whole.headers[header]


# Limits on calls


async def test_calls_within_a_minute_are_limited_on_the_clock_of_the_repository(plain, imitate, repository) -> None:
    repository.clock.freeze()
    imitate(calls_per_minute=3)
    for _ in range(3):
        assert (await plain.get("Entries/1")).status_code == 200
        repository.clock.advance(10)
    refused = await plain.get("Entries/1")
    assert (refused.status_code, refused.headers["retry-after"]) == (429, "30")
    assert repository.journal.read()[-1]["reason"].startswith("This user has made 3 calls within a minute")
    repository.clock.advance(30)
    assert (await plain.get("Entries/1")).status_code == 200
    assert (await plain.get("Entries/1")).status_code == 429


@pytest.mark.parametrize("form", ["seconds", "date", "none"])
async def test_when_to_come_again_is_told_in_either_form_or_not(plain, imitate, repository, form) -> None:
    repository.clock.freeze()
    imitate(calls_per_minute=1, retry_after=form)
    await plain.get("Entries/1")
    then = format_datetime(repository.clock.now() + timedelta(seconds=60), usegmt=True)
    told = (await plain.get("Entries/1")).headers.get("retry-after")
    assert told == {"seconds": "60", "date": then, "none": None}[form]


async def test_imports_and_exports_have_a_limit_of_their_own(plain, imitate, repository, dialect) -> None:
    repository.clock.freeze()
    imitate(transfers_per_minute=1)
    method, path, body = dialect(
        ("GET", "Entries/604/Laserfiche.Repository.Document/edoc", None),
        ("POST", "Entries/604/Export", {"part": "Text"}),
    )
    assert (await plain.request(method, path, json=body)).status_code < 400
    assert (await plain.request(method, path, json=body)).status_code == 429
    assert (await plain.get("Entries/1")).status_code == 200


async def test_users_are_counted_by_themselves_and_a_reset_forgets_them(plain, imitate, repository) -> None:
    repository.clock.freeze()
    imitate(calls_per_minute=1)
    assert (await plain.get("Entries/1")).status_code == 200
    other = (await plain.post("Token", data=SIGN_IN | {"username": "reader", "password": "reader"})).json()
    as_other = {"Authorization": f"Bearer {other['access_token']}"}
    assert (await plain.get("Entries/1", headers=as_other)).status_code == 200
    assert (await plain.get("Entries/1")).status_code == 429
    repository.reset(keep=("sessions", "profile"))
    assert (await plain.get("Entries/1")).status_code == 200


def test_the_operations_that_count_as_transfers_exist() -> None:
    assert set(NAMES) >= TRANSFERS
