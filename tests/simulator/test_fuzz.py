"""The whole operation table, called from the simulator's own OpenAPI document over real HTTP: its examples, and fuzz.

What is sent is drawn by schemathesis: bodies and parameters that fit the document, and such that do not. Nothing may be
answered with a 5xx or with what the document does not say, and nothing may hang. Each example meets the repository as
it was at its beginning, so that none depends on another. `LF_FUZZ_EXAMPLES` says how many to draw of each kind.
"""

from __future__ import annotations

import io
import os
import re
from dataclasses import dataclass
from functools import cache
from urllib.parse import quote, urlsplit

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings, strategies
from PIL import Image
from schemathesis import GenerationMode
from schemathesis.checks import load_all_checks, not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from tests.simulator.over_http import PATIENCE_SECONDS, PROFILES, Served, served

from lf_simulator.operations import OPERATIONS

EXAMPLES = int(os.environ.get("LF_FUZZ_EXAMPLES", "2"))
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
CALLED = [row for row in OPERATIONS if row.version in PROFILES]
SIMULATED = [row for row in CALLED if row.simulated]
KNOWN = [row for row in CALLED if not row.simulated]

LEADING_SOMEWHERE = (
    ([1, 10, 81, 92, 125], "entryId parentEntryId sourceId targetId otherEntryId parentId"),
    ([18, 19, 125], "destinationEntryId otherSourceId"),
    ([1, 2, 3], "fieldId fieldDefinitionId tagId linkTypeId linkDefinitionId templateId auditReasonId"),
    ([1, 2], "pageNumber rowNumber destinationPageNumber"),
    (["Council Record", "AP Invoice"], "templateName"),
    (["\\City Clerk", "\\"], "fullPath"),
    (["1", "1-2", "2,1"], "pageRange"),
    (["Display.Columns"], "attributeKey"),
    (["*", '{LF:Name="*"}', "lease & water"], "searchCommand"),
    (["name desc", "id"], "$orderby"),
    (["id,name"], "$select"),
    (["bytes=0-10", "bytes=-5"], "Range"),
    (["maxpagesize=2"], "Prefer"),
    (["de-DE"], "culture"),
    ([90], "rotationAngle"),
)
"""Values that mean something on `demo`, and the names of what may have them: a number drawn blindly names no entry."""
HINTS = {name: values for values, names in LEADING_SOMEWHERE for name in names.split()}


def with_hints(told):
    """The document with these values added to the schemas of parameters and members of those names."""
    if isinstance(told, list):
        return [with_hints(each) for each in told]
    if not isinstance(told, dict):
        return told
    told = {key: with_hints(value) for key, value in told.items()}
    if "in" in told and told["name"] in HINTS:
        told["schema"] = hinted(told["schema"], told["name"])
    for name in set(told.get("properties", ())) & set(HINTS):
        told["properties"][name] = hinted(told["properties"][name], name)
    return told


def hinted(schema, name):
    return schema if "$ref" in schema else {"anyOf": [{**schema, "enum": HINTS[name]}, schema]}


@dataclass
class Target:
    """The API of one repository: as the document describes it, and with hints."""

    version: str
    simulator: Served
    told: dict
    schema: schemathesis.BaseSchema

    def operation(self, row):
        return self.schema[row.path][row.method]

    def check(self, case, answer):
        left_out = [] if answer.content else [content_type_conformance]
        case.validate_response(answer, checks=CHECKS, excluded_checks=left_out)


@pytest.fixture(scope="module")
def targets():
    load_all_checks()
    with served() as simulator:
        made = {}
        for version in PROFILES:
            query = {"version": version, "repository": version}
            told = httpx.get(f"{simulator.url}/_sim/openapi.json", params=query, timeout=PATIENCE_SECONDS).json()
            hinted = {**told, "paths": with_hints(told["paths"])}  # of requests; what is answered stands elsewhere
            schema = schemathesis.openapi.from_dict(hinted)
            schema.config.update(base_url=told["servers"][0]["url"])
            made[version] = Target(version, simulator, told, schema)
        yield made


named = pytest.mark.parametrize("row", SIMULATED, ids=lambda row: f"{row.version}-{row.name}")


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=["fits", "does not fit"])
@named
def test_whatever_is_sent_is_answered_as_the_document_says(targets, row, mode):
    if mode is GenerationMode.NEGATIVE and not (row.body or row.query.by_name or "{" in row.path.partition("}")[2]):
        return  # nothing can be sent that does not fit
    target = targets[row.version]
    strategy = target.operation(row).as_strategy(generation_mode=mode)

    @seed(20240506)
    @settings(
        max_examples=EXAMPLES,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
        print_blob=False,
    )
    @given(case=strategy, leads=strategies.sampled_from([True, True, False]))
    def each(case, leads):
        target.simulator.reset(row.version)
        if mode is GenerationMode.POSITIVE:
            case.path_parameters.update(path_of(target, row) if leads else live(target, row))
        answer = case.call(headers=target.simulator.headers(row.version), timeout=PATIENCE_SECONDS)
        target.check(case, answer)

    each()


@named
def test_every_operation_answers_its_example(targets, row):
    target = targets[row.version]
    target.simulator.reset(row.version)
    told = target.told["paths"][row.path][row.method.lower()]
    path = path_of(target, row)
    given = [each for each in told["parameters"] if each["in"] == "query" and "example" in each]
    query = {each["name"]: each["example"] for each in given}
    url = target.told["servers"][0]["url"] + row.path.format(
        **{name: quote(str(value), safe="") for name, value in path.items()}
    )
    with target.simulator.client(row.version) as client:
        answer = client.request(row.method, url, params=query or None, **sent(target, row, told))
    assert answer.is_success, answer.text
    answer.request.read()  # forms are streamed, and the check wants to tell of them
    target.check(target.operation(row).Case(), answer)


@pytest.mark.parametrize("row", KNOWN[::12], ids=lambda row: row.name)
def test_an_operation_that_is_known_and_not_simulated_answers_501_with_its_name(targets, row):
    url = row.path.replace("{repositoryId}", "v2").replace("{fieldName}", "Title")
    for name in ("collectionId", "trusteeId"):
        url = url.replace(f"{{{name}}}", "x")
    url = re.sub(r"{\w+}", "1", url)
    with targets["v2"].simulator.client("v2") as client:
        answer = client.request(row.method, targets["v2"].told["servers"][0]["url"] + url)
    assert (answer.status_code, row.name in answer.json()["title"]) == (501, True)


# What an example needs besides the document: tokens that were given out, files

GIVE_OUT = {
    "searchToken": ("POST", "Searches", {"searchCommand": "lease"}, "token"),
    "operationToken": ("DELETE", "Entries/11", {}, "token"),
    "taskId": ("POST", "Searches/SearchAsync", {"searchCommand": "lease"}, "taskId"),
}
"""By parameter: what gives one out, and as which member."""
TEXT = ("Letter.txt", b"Dear council,", "text/plain")


@cache
def picture():
    drawn = io.BytesIO()
    Image.new("1", (8, 8)).save(drawn, "PNG")
    return ("page.png", drawn.getvalue(), "image/png")


FORMS = {
    "ImportDocument": {"files": {"electronicDocument": TEXT}},
    "ImportEntry": {"files": {"file": TEXT}, "data": {"request": '{"name": "Letter"}'}},
    "CreatePages": {"files": {"imageFiles": picture()}},
    "ReplacePages": {"files": {"imageFiles": picture()}},
    "WritePage": {"files": {"imageFile": picture()}},
}


def path_of(target, row):
    """The path of the example."""
    told = target.told["paths"][row.path][row.method.lower()]
    examples = {each["name"]: each.get("example") for each in told["parameters"] if each["in"] == "path"}
    return examples | live(target, row)


def live(target, row):
    """Parameters of the path that the simulator itself has to give out first."""
    found = {}
    with target.simulator.client(row.version) as client:
        for name, (method, place, body, member) in GIVE_OUT.items():
            if f"{{{name}}}" in row.path:
                found[name] = client.request(method, place, json=body).json()[member]
        if row.name == "DownloadExport":
            address = client.post("Entries/125/Export", json={"part": "Edoc"}).json()["value"]
            found["token"] = urlsplit(address).path.rpartition("/")[2]
        if row.name == "UploadPart":
            found["token"] = urlsplit(upload(client)["urls"][0]).path.rpartition("/")[2]
    return found


def upload(client):
    body = {"numberOfParts": 1, "fileName": "Letter.txt", "mimeType": "text/plain"}
    return client.post("Entries/CreateMultipartUploadUrls", json=body).json()


def sent(target, row, told):
    """The body of an example, as httpx takes it."""
    if row.name in FORMS:
        return FORMS[row.name]
    if row.name == "UploadPart":
        return {"content": b"Dear council,"}
    if row.name == "StartImportUploadedParts":
        with target.simulator.client(row.version) as client:
            made = upload(client)
            tag = httpx.put(made["urls"][0], content=b"Dear council,").headers["etag"]
        return {"json": {"uploadId": made["uploadId"], "partETags": [tag], "name": "Letter"}}
    content = told.get("requestBody", {}).get("content", {})
    for media, each in content.items():
        if "example" in each:
            return {"data" if "form" in media else "json": each["example"]}
    return {"json": {}} if row.method == "DELETE" else {}
