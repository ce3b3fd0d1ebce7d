"""OAuth scopes: which one each operation needs, which ones a token gets, and what it is refused for want of one."""

from __future__ import annotations

import re

import pytest
from tests.simulator.service_app import assertion

from lf_simulator import scopes
from lf_simulator.address import read
from lf_simulator.operations import BY_NAME, OPERATIONS
from lf_simulator.people import issued_key


def published_scopes(description):
    """What the descriptions say in words: Read, Write or None for each operation that says it."""
    found = {}
    for name, operation in description.operations.items():
        said = re.search(r"[Rr]equired OAuth scope: (?:repository\.)?(\w+)", str(operation.row.get("summary")))
        if said:
            found[name] = None if said[1] == "None" else said[1]
    return found


def test_every_operation_needs_the_scope_that_the_descriptions_name(descriptions):
    for document in ("v2-2023", "v2-2026"):
        published = published_scopes(descriptions[document])
        assert len(published) >= 44
        ours = {name: scopes.needed(BY_NAME["v2", name]) for name in published if ("v2", name) in BY_NAME}
        assert ours == {name: published[name] for name in ours}


def test_an_operation_of_v1_needs_what_the_same_operation_of_v2_needs():
    for row in OPERATIONS:
        others = [BY_NAME["v2", name] for name in row.names if ("v2", name) in BY_NAME]
        if row.version == "v1" and others and row.document:
            assert scopes.needed(row) in [scopes.needed(other) for other in others], row.name


def test_what_signs_in_or_needs_no_token_needs_no_scope():
    assert {row.name for row in OPERATIONS if scopes.needed(row) is None} >= {
        *("CreateToken", "CreateServiceToken", "DownloadExport", "ListTasks", "CancelTasks", "CreateServerSession"),
    }


GRANTED = [
    ("", ()),
    ("repository.Read", ("repository.Read",)),
    ("repository.Write repository.Read", ("repository.Write", "repository.Read")),
    ("repository.Read repository.Read", ("repository.Read",)),
    ("repository.read REPOSITORY.Read repository.Readwrite", ()),
    ("project/Global.Read repository.ReadWrite table.Read", ("repository.ReadWrite",)),
    ("repository/Repositories/town.Read", ("repository/Repositories/town.Read",)),
    ("repository/Repositories/village.Read repository/Repositories/TOWN.Read", ()),
    ("repository/Repositories/town/Entries/12.Write", ("repository/Repositories/town/Entries/12.Write",)),
    ("repository/Repositories/town/Entries/0.Write repository/Repositories/town/Tags.Read", ()),
    ("repository.Read,repository.Write", ()),
]


@pytest.mark.parametrize(("asked", "granted"), GRANTED)
def test_unknown_scopes_vanish_and_letter_case_counts(asked, granted):
    assert scopes.granted(asked, "town") == granted


BASE = "/repository/v2/Repositories/town"
ALLOWED = [
    ("repository.Read", "GET", f"{BASE}/Entries/12", True),
    ("repository.Read", "POST", f"{BASE}/SimpleSearches", True),
    ("repository.Read", "PATCH", f"{BASE}/Entries/12", False),
    ("repository.Write", "GET", f"{BASE}/Entries/12", False),
    ("repository.Write", "DELETE", f"{BASE}/Entries/12", True),
    ("repository.Write", "GET", f"{BASE}/Tasks", True),
    ("repository.ReadWrite", "GET", f"{BASE}/Entries/12", True),
    ("repository.ReadWrite", "PUT", f"{BASE}/Entries/12/Fields", True),
    ("repository.Read", "GET", "/repository/v2/Repositories", True),
    ("repository/Repositories/town.Read", "GET", "/repository/v2/Repositories", False),
    ("repository/Repositories/town.Read", "GET", f"{BASE}/TagDefinitions", True),
    ("repository/Repositories/town/Entries/12.Read", "GET", f"{BASE}/Entries/12", True),
    ("repository/Repositories/town/Entries/12.Read", "GET", f"{BASE}/Entries/12/Fields", True),
    ("repository/Repositories/town/Entries/12.Read", "GET", f"{BASE}/Entries/13", False),
    ("repository/Repositories/town/Entries/12.Read", "GET", f"{BASE}/TagDefinitions", False),
    ("repository/Repositories/town/Entries/12.Read", "PUT", f"{BASE}/Entries/12/Fields", False),
]


@pytest.mark.parametrize(("scope", "method", "path", "allowed"), ALLOWED)
def test_a_scope_is_good_for_its_right_and_its_address(scope, method, path, allowed):
    assert scopes.granted(scope, "town") == (scope,)
    target = read(method, path)
    assert target.operation is not None
    assert scopes.allow(frozenset({scope}), target) is allowed


@pytest.mark.anyio
@pytest.mark.parametrize("profile", ["v1-cloud", "v2-cloud"])
async def test_a_token_without_the_scope_is_refused_with_403_and_the_journal_names_it(stranger, repository):
    session = repository.sessions.sign_in("demo", 60, scopes=frozenset({"repository.Write"}))
    answer = await stranger.get("Entries/1", headers={"Authorization": f"Bearer {session.token}"})
    assert (answer.status_code, answer.json()["status"]) == (403, 403)
    told = repository.journal.read()[-1]["reason"]
    assert told == "The operation needs the scope repository.Read, and the access token has repository.Write."


@pytest.mark.anyio
@pytest.mark.parametrize("profile", ["v1-cloud", "v2-cloud"])
@pytest.mark.parametrize(("setting", "status"), [("everything", 200), ("nothing", 403)])
async def test_what_a_token_of_no_scope_may_do_is_a_setting(stranger, repository, setting, status):
    repository.profile = repository.profile.with_overrides({"unscoped_token": setting})
    base = str(stranger.base_url).split("/repository/")[0]
    key = issued_key(repository, base, None, None)
    for scope in ("", "table.Read"):
        form = {"grant_type": "client_credentials", "scope": scope}
        bearer = {"Authorization": f"Bearer {assertion(key)}"}
        answer = (await stranger.post(f"{base}/oauth/token", data=form, headers=bearer)).json()
        assert "scope" not in answer
        headers = {"Authorization": f"Bearer {answer['access_token']}"}
        assert (await stranger.get("Entries/1", headers=headers)).status_code == status


@pytest.mark.anyio
@pytest.mark.parametrize("profile", ["v2-cloud"])
async def test_the_answer_names_the_scopes_that_are_left(stranger, repository):
    base = str(stranger.base_url).split("/repository/")[0]
    key = issued_key(repository, base, None, None)
    form = {"grant_type": "client_credentials", "scope": "repository.Write nothing.Else repository.Read"}
    answer = await stranger.post(
        f"{base}/oauth/token", data=form, headers={"Authorization": f"Bearer {assertion(key)}"}
    )
    assert answer.json()["scope"] == "repository.Write repository.Read"
