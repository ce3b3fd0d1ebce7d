"""The list of repositories: everything that the same server has, for whom the build lets see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.store.accounts import repository_name

if TYPE_CHECKING:
    from lf_simulator.context import Answer, Call


def list_repositories(call: Call) -> Answer:
    """`GET Repositories`: v1 a bare array, v2 an object with `value`; 400 with 216 where it is switched off."""
    access = call.profile.repositories_list
    if access == "disabled":
        raise errors.bad_request("Error: The repository list is not enabled.", "This build does not list repositories.")
    if access == "token" and call.session is None:
        raise errors.not_signed_in("This build lists repositories only for whoever has signed in.")
    id_, name, address = ("repoId", "repoName", "webclientUrl") if call.is_v1 else ("id", "name", "webClientUrl")
    listed = [
        {
            id_: repository.id,
            name: repository_name(repository.database.connection),
            address: f"{call.origin}/laserfiche/browse.aspx?repo={repository.id}",
        }
        for repository in call.registry.all()
        if repository.profile.base_path == call.profile.base_path and call.version in repository.profile.versions
    ]
    return call.json(listed if call.is_v1 else {"value": listed})
