"""The list of repositories: its shape, and who may see it."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.anyio


@pytest.fixture
def address(client, repository):
    return str(client.base_url).removesuffix(f"/{repository.id}/")


def named(dialect, body):
    rows = dialect(body, body["value"] if isinstance(body, dict) else None)
    return {row[dialect("repoId", "id")]: row for row in rows}


async def test_the_list_names_the_repository_and_its_web_client(client, address, repository, dialect):
    rows = named(dialect, (await client.get(address)).json())
    row = rows[repository.id]
    assert repository.id in row[dialect("webclientUrl", "webClientUrl")]
    assert row[dialect("repoName", "name")]


@pytest.mark.parametrize(
    ("access", "with_token", "without"), [("open", 200, 200), ("token", 200, 401), ("disabled", 400, 400)]
)
async def test_who_may_see_the_list_is_a_setting(client, address, registry, repository, access, with_token, without):
    for row in registry.all():
        row.profile = row.profile.with_overrides({"repositories_list": access})
    signed_in = await client.get(address)
    assert signed_in.status_code == with_token
    assert repository.journal.read()[-1]["status"] == with_token
    del client.headers["Authorization"]
    assert (await client.get(address)).status_code == without
    if access == "disabled":
        assert signed_in.json()["errorCode"] == 216


async def test_the_list_has_only_repositories_of_that_server(client, address, registry, repository, dialect):
    elsewhere = "v2-cloud" if repository.profile.base_path == "/LFRepositoryAPI" else "v2-selfhosted"
    other = registry.create(profile=elsewhere)
    try:
        assert other.id not in named(dialect, (await client.get(address)).json())
    finally:
        registry.delete(other.id)
