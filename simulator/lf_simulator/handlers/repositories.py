"""The list of repositories: everything that the same server has, for whom the build lets see it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lf_simulator import errors
from lf_simulator.context import Answer
from lf_simulator.store.accounts import repository_name

if TYPE_CHECKING:
    from lf_simulator.context import Call


def list_repositories(call: Call) -> Answer:
    """`GET Repositories`: an array (v1) or an object with `value` (v2); 400 with 216 where it is switched off."""
    access = call.profile.repositories_list
    if access == "disabled":
        raise errors.bad_request("Error: The repository list is not enabled.", "This build does not list repositories.")
    if access == "token" and call.session is None:
        raise errors.not_signed_in("This build lists repositories only for whoever has signed in.")
    id_, name, address = ("repoId", "repoName", "webclientUrl") if call.is_v1 else ("id", "name", "webClientUrl")
    tells_address = call.profile.web_client_addresses
    listed = [
        {
            id_: repository.id,
            name: repository_name(repository.database.connection),
            address: f"{call.origin}/laserfiche/browse.aspx?repo={repository.id}" if tells_address else "",
        }
        for repository in call.registry.all()
        if repository.profile.base_path == call.profile.base_path and call.version in repository.profile.versions
    ]
    form = call.profile.repositories_body
    if form == "described":
        form = "array" if call.is_v1 else "object"
    return Answer(200) if form == "empty" else call.json(listed if form == "array" else {"value": listed})
