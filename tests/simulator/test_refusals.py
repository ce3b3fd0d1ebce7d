"""What is refused, how, and the sentence in the journal: a table over both dialects."""

from __future__ import annotations

import httpx
import pytest

from lf_simulator import Registry, create_app

pytestmark = pytest.mark.anyio

JSON = {"content-type": "application/json"}
CHILDREN = {"v1": "Entries/1/Laserfiche.Repository.Folder/children", "v2": "Entries/1/Folder/Children"}
FIELDS = {"v1": "Entries/604/fields", "v2": "Entries/604/Fields"}
START = {"v1": "Searches", "v2": "Searches/SearchAsync"}
DOCUMENT_CHILDREN = {"v1": "Entries/604/Laserfiche.Repository.Folder/children", "v2": "Entries/604/Folder/Children"}

TAGS_OF_A_DOCUMENT = {"v1": "Entries/604/tags", "v2": "Entries/604/Tags"}

# What is called, with what, → status, errorCode, a part of the reason.
CASES = [
    ("GET", "Nonsense", {}, 404, None, "nearest is"),
    ("GET", "Entries/one", {}, 404, None, "whole number"),
    ("PUT", "Entries/1", {}, 405, None, "PUT"),
    ("GET", "Entries/999999999", {}, 404, 9001, "999999999"),
    ("GET", "Entries/-1", {}, 400, 216, "from 1 to"),
    ("GET", "Entries/0", {}, 400, 216, "from 1 to"),
    ("GET", "Entries/99999999999", {}, 400, 216, "from 1 to"),
    ("GET", "Entries/1?$select=nonsense", {}, 400, 216, '"nonsense"'),
    ("GET", "Entries/1?$filter=id eq 1", {}, 400, 216, "$filter"),
    ("GET", "Entries/1?$top=1", {}, 400, 216, "$top"),
    ("GET", "Entries/ByPath", {}, 400, 216, "fullPath is required"),
    ("GET", "Entries/ByPath?fullPath=Finance", {}, 400, 216, "backslash"),
    ("GET", "Entries/ByPath?fullPath=%5C&fallbackToClosestAncestor=maybe", {}, 400, 216, "true or false"),
    ("GET", "Entries/ByPath?fullPath=%5C__definitely-missing-path__", {}, 404, 9001, "__definitely-missing-path__"),
    ("GET", CHILDREN, {"params": {"$top": "-1"}}, 400, 216, "$top must be"),
    ("GET", CHILDREN, {"params": {"$top": "ten"}}, 400, 216, '"ten"'),
    ("GET", CHILDREN, {"params": {"$top": "99999999999"}}, 400, 216, "2147483647"),
    ("GET", CHILDREN, {"params": {"$skip": "-5"}}, 400, 216, "$skip"),
    ("GET", CHILDREN, {"params": {"$skip": ""}}, 400, 216, "$skip"),
    ("GET", CHILDREN, {"params": {"$count": "yes"}}, 400, 216, "$count"),
    ("GET", CHILDREN, {"params": {"$filter": "name eq 'x'"}}, 400, 216, "$filter"),
    ("GET", CHILDREN, {"params": {"$expand": "fields"}}, 400, 216, "$expand"),
    ("GET", CHILDREN, {"params": {"$orderby": "nonsense"}}, 400, 216, '"nonsense"'),
    ("GET", CHILDREN, {"params": {"$orderby": "name up"}}, 400, 216, '"name up"'),
    ("GET", CHILDREN, {"params": {"$orderby": ""}}, 400, 216, "$orderby"),
    ("GET", CHILDREN, {"params": {"$orderby": "fields"}}, 400, 216, "is a list"),
    ("GET", CHILDREN, {"params": {"$select": "id,nonsense"}}, 400, 216, '"nonsense"'),
    ("GET", CHILDREN, {"params": [("$top", "1"), ("$top", "2")]}, 400, 216, "more than once"),
    ("GET", CHILDREN, {"params": {"fields": [str(n) for n in range(11)]}}, 400, 216, "At most 10"),
    ("GET", CHILDREN, {"params": {"fields": "No Such Field"}}, 400, 9016, '"No Such Field"'),
    ("GET", DOCUMENT_CHILDREN, {}, 400, 9000, "only folders"),
    ("GET", FIELDS, {"params": {"$orderby": "nonsense"}}, 400, 216, '"nonsense"'),
    ("POST", "SimpleSearches", {"json": {"searchCommand": ""}}, 400, 216, "must not be empty"),
    ("POST", "SimpleSearches", {"json": {}}, 400, 216, "lacks"),
    ("POST", "SimpleSearches", {"json": {"searchCommand": None}}, 400, 216, "must be a text"),
    ("POST", "SimpleSearches", {"json": {"searchCommand": 7}}, 400, 216, "must be a text"),
    ("POST", "SimpleSearches", {"json": ["searchCommand"]}, 400, 216, "JSON object"),
    ("POST", "SimpleSearches", {"content": b"", "headers": JSON}, 400, 216, "not JSON"),
    ("POST", "SimpleSearches", {"content": b'{"searchCommand": ', "headers": JSON}, 400, 216, "line 1, column"),
    ("POST", "SimpleSearches", {"content": b'{"searchCommand": NaN}', "headers": JSON}, 400, 216, "NaN"),
    ("POST", "SimpleSearches", {"content": b"[" * 100_000, "headers": JSON}, 400, 216, "not JSON"),
    ("POST", "SimpleSearches", {"content": b'{"searchCommand": "a"}'}, 415, None, "none was sent"),
    ("POST", "SimpleSearches", {"data": {"searchCommand": "a"}}, 415, None, "application/json"),
    ("POST", "SimpleSearches", {"content": b" " * 5_300_000, "headers": JSON}, 413, None, "5242880 bytes"),
    ("POST", "SimpleSearches?$skip=1", {"json": {"searchCommand": "a"}}, 400, 216, "$skip"),
    ("POST", START, {"json": {"searchCommand": "a", "fuzzyType": "Much"}}, 400, 216, "NumberOfLetters"),
    ("POST", START, {"json": {"searchCommand": "a", "fuzzyFactor": "2"}}, 400, 216, "whole number"),
    ("POST", START, {"json": {"searchCommand": "a", "fuzzyFactor": True}}, 400, 216, "whole number"),
    ("GET", "FieldDefinitions/-1", {}, 400, 216, "from 1 to"),
    ("GET", "FieldDefinitions/x", {}, 404, None, "whole number"),
]


@pytest.mark.parametrize(("method", "address", "sent", "status", "code", "reason"), CASES)
async def test_a_request_that_does_not_fit_is_refused_with_a_reason(
    client, repository, dialect, method, address, sent, status, code, reason
):
    url = address if isinstance(address, str) else address[dialect.version]
    answer = await client.request(method, url, **sent)
    body = answer.json()
    assert (answer.status_code, body.get("errorCode")) == (status, code), body
    assert reason in repository.journal.read()[-1]["reason"]
    assert body["status"] == status
    assert body["title"]


async def test_a_problem_has_every_documented_member_and_matches_its_headers(client, repository, dialect):
    answer = await client.get("Entries/999999999")
    body = answer.json()
    members = {"type", "title", "status", "instance", "operationId", "errorSource", "traceId", "errorCode"}
    assert set(body) == members
    assert body["operationId"] == answer.headers["x-requestid"]
    assert body["instance"] == answer.request.url.raw_path.decode()
    assert body["errorSource"] == "Laserfiche Server"
    version, trace, span, flags = body["traceId"].split("-")
    assert (version, len(trace), len(span), flags) == ("00", 32, 16, "00")
    assert answer.headers["content-type"].startswith("application/problem+json")


@pytest.mark.parametrize(
    ("profile", "type_", "title"),
    [
        ("v1-selfhosted", "notFound", "Entry not found. [9001]"),
        ("v2-selfhosted", "https://httpstatuses.io/404", "Entry not found."),
        ("v2-cloud", "notFound", "Entry not found."),
    ],
)
async def test_type_and_title_are_written_as_the_build_writes_them(client, type_, title):
    body = (await client.get("Entries/999999999")).json()
    assert (body["type"], body["title"]) == (type_, title)


@pytest.mark.parametrize(
    ("profile", "title"),
    [
        ("v1-selfhosted", "Specified argument was out of the range of valid values. (Parameter 'entryId')"),
        ("v2-cloud", "Error: Invalid value for entryId."),
    ],
)
async def test_an_impossible_id_is_refused_in_the_words_of_the_version(client, title):
    body = (await client.get("Entries/-1")).json()
    assert body["title"] == title
    assert {"type", "instance", "status"} <= set(body)


async def test_an_unknown_repository_is_404_in_exactly_the_documented_words(client, repository):
    url = str(client.base_url).replace(f"/{repository.id}/", "/fakeRepo/") + "Entries/1"
    answer = await client.get(url)
    body = answer.json()
    assert answer.status_code == 404
    assert body["title"] == "Error: Repository with the given Id not found or no connection could be made."
    assert body["errorCode"] != 0
    members = {"type", "title", "status", "instance", "operationId", "errorSource", "traceId", "errorCode"}
    assert set(body) == members
    assert body["operationId"] == answer.headers["x-requestid"]


@pytest.mark.parametrize(
    ("method", "path", "words"),
    [
        ("POST", "/LFRepositoryAPI/v1/demo/Token", "Repositories"),
        ("GET", "/LFRepositoryAPI/v1/Repositories/fakeRepo/Entries/1", "fakeRepo"),
        ("GET", "/api/v1/Repositories/demo/Entries/1", "LFRepositoryAPI"),
    ],
)
async def test_a_request_that_names_no_repository_is_explained_by_the_only_one(method, path, words):
    registry = Registry(seed=1)
    only = registry.create(id="demo")
    transport = httpx.ASGITransport(app=create_app(registry))
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8700") as client:
        assert (await client.request(method, path)).status_code == 404
        exchange = only.journal.read()[-1]
        assert (exchange["path"], exchange["status"]) == (path, 404)
        assert words in exchange["reason"]
        registry.create(id="other")
        await client.request(method, path)
        assert len(only.journal.read()) == 1  # with two of them, nobody knows which one was meant
    registry.close()


async def test_a_repository_is_found_without_regard_to_case(client, repository):
    url = str(client.base_url).replace(f"/{repository.id}/", f"/{repository.id.upper()}/") + "Entries/1"
    assert (await client.get(url)).status_code == 200


async def test_the_address_of_another_kind_of_server_is_404_and_explained(client, repository):
    own = repository.profile.base_path
    other = "/repository" if own == "/LFRepositoryAPI" else "/LFRepositoryAPI"
    answer = await client.get(str(client.base_url).replace(own, other) + "Entries/1")
    assert answer.status_code == 404
    reason = repository.journal.read()[-1]["reason"]
    assert own in reason
    assert other in reason


async def test_the_other_version_is_404_and_explained(client, repository, dialect):
    url = str(client.base_url).replace(f"/{dialect.version}/", f"/{dialect('v2', 'v1')}/") + "Entries/1"
    assert (await client.get(url)).status_code == 404
    assert f"serves {dialect.version}, not" in repository.journal.read()[-1]["reason"]


async def test_a_wrong_method_names_the_right_ones(client):
    answer = await client.put("LinkDefinitions")
    assert (answer.status_code, answer.headers["allow"]) == (405, "GET")


async def test_what_is_unknown_and_harmless_is_ignored_but_noted(client, repository):
    client.event_hooks = {}  # the published description has no such members
    assert (await client.get("Entries/1", params={"colour": "blue"})).status_code == 200
    assert "colour" in repository.journal.read()[-1]["reason"]
    answer = await client.post("SimpleSearches", json={"searchcommand": "lease", "Colour": "blue"})
    assert answer.is_success
    assert "Colour" in repository.journal.read()[-1]["reason"]


async def test_a_build_may_refuse_members_that_it_does_not_know(client, repository):
    repository.profile = repository.profile.with_overrides({"unknown_members": "refused"})
    answer = await client.post("SimpleSearches", json={"searchCommand": "lease", "Colour": "blue"})
    assert (answer.status_code, answer.json()["errorCode"]) == (400, 216)
    assert "Colour" in repository.journal.read()[-1]["reason"]
    client.event_hooks = {}  # the published description has no such parameter
    assert (await client.get("Entries/1", params={"colour": "blue"})).status_code == 200


async def test_headers_of_the_official_clients_are_ignored(client):
    headers = {"X-LF-AppID": "anything", "test-header": "true", "Accept-Encoding": "gzip"}
    assert (await client.get("Entries/1", headers=headers)).status_code == 200


@pytest.mark.parametrize("status", [404, 405, 501])
async def test_an_operation_that_a_build_lacks_is_answered_with_its_status(client, repository, status, dialect):
    absent = {"absent_operations": ["CreateSearchOperation"], "absent_status": status}
    repository.profile = repository.profile.with_overrides(absent)
    url = dialect("Searches", "Searches/SearchAsync")
    answer = await client.post(url, json={"searchCommand": "lease"})
    assert answer.status_code == status
    assert "absent_operations" in repository.journal.read()[-1]["reason"]


@pytest.mark.parametrize("profile", ["v2-cloud", "v2-selfhosted"])
async def test_an_operation_that_is_known_and_not_simulated_says_so(client, repository):
    answer = await client.get("Entries/1/AccessControl")
    assert (answer.status_code, answer.json()["title"]) == (501, "GetEntryAccessControl is not simulated yet.")


async def test_a_refused_request_changes_nothing(client, repository, dialect):
    """Each of these would have begun to write by the time it is refused."""
    before = repository.database.connection.serialize()
    children = CHILDREN[dialect.version]
    cases = [
        ("POST", children, {"name": "Finance", "entryType": "Folder"}, 409),
        ("PATCH", "Entries/604", {"parentId": 604}, 400),
        ("PUT", TAGS_OF_A_DOCUMENT[dialect.version], {"tags": ["Public", "No such tag"]}, 404),
    ]
    for method, path, body, status in cases:
        answer = await client.request(method, path, json=body)
        assert answer.status_code == status, answer.text
        assert repository.database.connection.serialize() == before
