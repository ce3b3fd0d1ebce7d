"""Importing: both dialects make the same document of a file, each with its own parts and its own answer."""

from __future__ import annotations

import json

import pytest

from lf_simulator.store import entries

pytestmark = pytest.mark.anyio

V1 = pytest.mark.parametrize("profile", ["v1-selfhosted", "v1-cloud"])
V2 = pytest.mark.parametrize("profile", ["v2-selfhosted", "v2-cloud"])
FILE = ("a.bin", b"some bytes", "application/x-test")
MISSING_PART = "Invalid Request. Property file not found in the request body."
LEASE, LEASE_FOLDER, CLERKS_DENIED = 601, 60, 20
EMAIL = {"Sender": ["ann@example.com"], "Recipient": ["b@example.com", "c@example.com"]}


def send_as(client, version):
    """Import into a folder, in the words of a version. `request` None: the part is left out (v1) or has only a name."""

    async def send(name, file=FILE, parent=1, request=None, query=""):
        if version == "v1":
            files, address = {"electronicDocument": file}, f"Entries/{parent}/{name}"
        else:
            files, address = {"file": file}, f"Entries/{parent}/Folder/Import"
            request = {"name": name, **(request or {})}
        if request is not None:
            files["request"] = (None, json.dumps(request))
        return await client.post(address + query, files=files)

    return send


@pytest.fixture
def send(client, dialect):
    return send_as(client, dialect.version)


@pytest.fixture
def count(repository):
    """How many entries there are."""
    return lambda: repository.database.connection.execute("SELECT count(*) FROM entry").fetchone()[0]


def made(answer):
    """The id of what was imported."""
    assert answer.status_code == 201, answer.text
    body = answer.json()
    return body["operations"]["entryCreate"]["entryId"] if "operations" in body else body["id"]


def message(answer):
    """What a refused import says, in the form of either version."""
    body = answer.json()
    if "operations" in body:
        assert body["operations"]["entryCreate"]["entryId"] == 0
        return body["operations"]["entryCreate"]["exceptions"][0]["message"]
    return body["title"]


async def test_a_file_becomes_a_document_that_keeps_its_bytes_its_type_and_its_extension(
    client, send, dialect, repository
):
    entry_id = made(await send("Rent roll", ("roll 2024.Q1.pdf", b"%PDF-not really", "application/pdf")))
    entry = (await client.get(f"Entries/{entry_id}")).json()
    size = dialect("elecDocumentSize", "electronicDocumentSize")
    assert (entry["name"], entry["extension"], entry["mimeType"]) == ("Rent roll", "pdf", "application/pdf")
    assert (entry[size], entry["fullPath"], entry["creator"]) == (15, "\\Rent roll", "demo")
    query = "SELECT data FROM edoc WHERE entry_id = ?"
    assert repository.database.connection.execute(query, (entry_id,)).fetchone()[0] == b"%PDF-not really"


@pytest.mark.parametrize("name", ["Bericht für März", "v1.2 final.docx", "100% done", "日本語", "a+b & c", "Folder"])
async def test_names_come_through_whole(send, name, repository, dialect):
    sent = name.replace("%", "%25") if dialect.version == "v1" else name
    entry_id = made(await send(sent))
    assert entries.find(repository.database.connection, entry_id).name == name


@pytest.mark.parametrize(
    ("file_name", "extension"),
    [
        ("test", ""),
        ("a.b.TXT", "TXT"),
        (".hidden", ""),
        ("C:\\temp\\x.doc", "doc"),
        ("dir.d/x", ""),
        ("ünï.pdf", "pdf"),
    ],
)
@V1
async def test_the_extension_is_that_of_the_part_and_may_be_missing(send, repository, file_name, extension):
    entry_id = made(await send("x", (file_name, b"1", "text/plain")))
    assert entries.find(repository.database.connection, entry_id).extension == extension


async def test_a_name_that_is_taken_is_409_unless_the_entry_may_get_another(client, send, dialect, count):
    made(await send("Twice"))
    before = count()
    refused = await send("TWICE")
    assert refused.status_code == 409
    assert message(refused).startswith("An object with this name already exists.")
    assert count() == before
    renamed = await send("Twice", **dialect({"query": "?autoRename=true"}, {"request": {"autoRename": True}}))
    entry = (await client.get(f"Entries/{made(renamed)}")).json()
    assert entry["name"].startswith("Twice (")


async def test_a_form_without_the_file_is_400_and_says_what_came_instead(client, dialect, repository, count):
    before = count()
    address = dialect("Entries/1/x", "Entries/1/Folder/Import")
    wrong = dialect("file", "electronicDocument")
    for files in ({wrong: FILE}, {dialect("electronicDocument", "file"): (None, b"no file name")}):
        answer = await client.post(address, files={**files, "request": (None, '{"name": "x"}')})
        assert (answer.status_code, message(answer)) == (400, MISSING_PART)
        assert f"the part {next(iter(files))}" in repository.journal.read()[-1]["reason"]
    assert count() == before


@V1
async def test_a_folder_in_the_way_of_v2_is_an_import_without_a_file_on_v1(client):
    answer = await client.post("Entries/1/Folder", json={"name": "New", "entryType": "Folder"})
    assert (answer.status_code, message(answer)) == (400, MISSING_PART)


@V2
@pytest.mark.parametrize("headers", [{"content-type": "application/json"}, {}])
async def test_a_body_that_is_no_form_is_415_on_v2(client, headers):
    assert (await client.post("Entries/1/Folder/Import", content=b"{}", headers=headers)).status_code == 415


BROKEN = [
    ("multipart/form-data", b"--x\r\n"),
    ("multipart/form-data; boundary=x", b"nothing of the kind"),
    ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nabc'),
    ("multipart/form-data; boundary=x", b"--x\r\nbad header\r\n\r\nabc\r\n--x--\r\n"),
    ("multipart/form-data; boundary=" + "x" * 300, b"--x--"),
    ("multipart/form-data; boundary=x", b""),
]


@pytest.mark.parametrize(("content_type", "body"), BROKEN, ids=range(len(BROKEN)))
async def test_a_broken_form_is_400_and_makes_nothing(client, dialect, content_type, body, count, capfd):
    before = count()
    address = dialect("Entries/1/x", "Entries/1/Folder/Import")
    answer = await client.post(address, content=body, headers={"content-type": content_type})
    assert (answer.status_code, message(answer)) == (400, "Error: The request body is not valid.")
    assert count() == before
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("content_type", [None, "application/json", "text/plain"])
async def test_the_request_part_is_json_whatever_type_it_claims(client, dialect, content_type):
    request = json.dumps({"template": "Email", "name": "x", "metadata": {"templateName": "Email"}})
    typed = (None, request, content_type) if content_type else (None, request)
    file = {dialect("electronicDocument", "file"): FILE, "request": typed}
    entry_id = made(await client.post(dialect("Entries/1/x", "Entries/1/Folder/Import"), files=file))
    assert (await client.get(f"Entries/{entry_id}")).json()["templateName"] == "Email"


async def test_a_parent_that_is_no_folder_or_not_there_is_told_in_the_form_of_the_version(send, dialect):
    for parent, status, text in [(LEASE, 400, "Error: The entry is not a folder."), (999999, 404, "Entry not found.")]:
        answer = await send("x", parent=parent)
        assert answer.status_code == status
        assert message(answer).startswith(text)
        assert ("operations" in answer.json()) is (dialect.version == "v1")


async def test_who_may_not_create_documents_in_a_folder_is_denied(stranger, dialect, count):
    form = {"grant_type": "password", "username": "reader", "password": "reader"}
    token = (await stranger.post("Token", data=form)).json()["access_token"]
    stranger.headers["Authorization"] = f"Bearer {token}"
    before = count()
    answer = await send_as(stranger, dialect.version)("x")
    assert (answer.status_code, answer.json()["errorCode"], count()) == (403, 9013, before)


async def test_a_file_without_bytes_makes_an_empty_document_or_is_refused_as_the_build_does(
    client, send, repository, dialect
):
    entry = (await client.get(f"Entries/{made(await send('Empty', ('a.pdf', b'', 'application/pdf')))}")).json()
    assert (entry["extension"], entry["isElectronicDocument"], entry["pageCount"]) == ("", False, 0)
    repository.profile = repository.profile.with_overrides({"empty_imports": "refused"})
    answer = await send("Empty too", ("a.pdf", b"", "application/pdf"))
    assert (answer.status_code, message(answer)) == (400, "Error: The file is empty.")


@V1
async def test_v1_answers_with_what_became_of_each_step(client, send):
    given = {name: {"values": [{"value": value, "position": place} for place, value in enumerate(values, 1)]}
             for name, values in EMAIL.items()}  # fmt: skip
    link = {"linkTypeId": 2, "otherSourceId": LEASE, "isSource": False}
    metadata = {"fields": given, "tags": ["Public", "Needs Review"], "links": [link]}
    answer = await send("Letter", request={"template": "Email", "metadata": metadata})
    body, entry_id = answer.json(), made(answer)
    steps = body["operations"]
    assert all(step["exceptions"] == [] for step in steps.values())
    assert steps["setTemplate"]["template"] == "Email"
    assert steps["setFields"]["fieldCount"] == 2
    assert steps["setTags"]["assignedTags"] == ["Public", "Needs Review"]
    assert steps["setLinks"]["otherEntryIds"] == [LEASE]
    assert (await client.get(body["documentLink"])).json()["id"] == entry_id
    fields = (await client.get(f"Entries/{entry_id}/fields")).json()["value"]
    assert {row["fieldName"]: [each["value"] for each in row["values"]] for row in fields if row["values"]} == EMAIL
    (row,) = (await client.get(f"Entries/{entry_id}/links")).json()["value"]
    assert (row["sourceId"], row["targetId"]) == (LEASE, entry_id)


PARTLY = [
    ({"template": "fake"}, "setTemplate", "Template not found."),
    ({"metadata": {"tags": ["nobody's"]}}, "setTags", "Tag not found."),
    ({"metadata": {"fields": {"nobody's": {"values": []}}}}, "setFields", "Field not found."),
    ({"metadata": {"links": [{"linkTypeId": 99, "otherSourceId": LEASE}]}}, "setLinks", "Link type not found."),
    (
        {"template": "Email", "metadata": {"fields": {"Sent": {"values": [{"value": "never"}]}}}},
        "setFields",
        "",
    ),
    ({"template": "Lease"}, "setTemplate", ""),
]


@V1
@pytest.mark.parametrize(("request_", "step", "says"), PARTLY)
async def test_v1_keeps_what_fits_and_answers_409_with_what_did_not(client, send, request_, step, says):
    answer = await send("Partly", request=request_)
    assert answer.status_code == 409
    body = answer.json()
    refused = {name for name, row in body["operations"].items() if row["exceptions"]}
    assert refused == {step}
    (exception,) = body["operations"][step]["exceptions"]
    assert exception["message"].startswith(says)
    assert (exception["statusCode"], exception["errorSource"]) == (409, "Laserfiche Server")
    assert exception["operationId"] == answer.headers["x-requestid"]
    entry = (await client.get(body["documentLink"])).json()
    assert (entry["name"], entry["elecDocumentSize"]) == ("Partly", len(FILE[1]))
    kept = "Email" if step == "setFields" and "template" in request_ else ""
    assert entry["templateName"] == kept
    assert (body["operations"]["setTemplate"]["template"] or "") == kept


@V1
async def test_a_value_for_a_field_outside_of_the_template_is_kept_too(client, send):
    given = {"Sender": {"values": [{"value": "ann"}]}, "Box Number": {"values": [{"value": 7}]}}
    entry_id = made(await send("x", request={"template": "Email", "metadata": {"fields": given}}))
    fields = (await client.get(f"Entries/{entry_id}/fields")).json()["value"]
    assert {row["fieldName"] for row in fields if row["values"]} == {"Sender", "Box Number"}


@V2
async def test_v2_answers_with_the_entry_and_its_address(client, send):
    metadata = {
        "templateName": "Email",
        "fields": [{"name": name, "values": values} for name, values in {**EMAIL, "Box Number": ["7"]}.items()],
        "tags": ["Public"],
        "links": [{"linkDefinitionId": 2, "otherEntryId": LEASE, "isSource": True}],
    }
    answer = await send("Letter", request={"metadata": metadata})
    entry = answer.json()
    assert (answer.status_code, entry["templateName"], entry["entryType"]) == (201, "Email", "Document")
    assert (await client.get(answer.headers["location"])).json()["id"] == entry["id"]
    rows = {
        part: (await client.get(f"Entries/{entry['id']}/{part}")).json()["value"]
        for part in ("Fields", "Tags", "Links")
    }
    assert {row["name"]: row["values"] for row in rows["Fields"] if row["values"]} == {**EMAIL, "Box Number": ["7"]}
    assert [row["name"] for row in rows["Tags"]] == ["Public"]
    assert [(row["sourceId"], row["targetId"]) for row in rows["Links"]] == [(entry["id"], LEASE)]


ALL_OR_NOTHING = [
    ({"templateName": "faketemplate123"}, 404, 204),
    ({"templateName": "Lease"}, 400, 9066),
    ({"fields": [{"name": "nobody's", "values": ["x"]}]}, 404, 9016),
    ({"templateName": "Email", "fields": [{"name": "Sent", "values": ["never"]}]}, 400, None),
    ({"tags": ["Public", "nobody's"]}, 404, 9077),
    ({"tags": ["Public"], "links": [{"linkDefinitionId": 2, "otherEntryId": 999999}]}, 404, 9537),
]


@V2
@pytest.mark.parametrize(("metadata", "status", "code"), ALL_OR_NOTHING)
async def test_v2_makes_nothing_when_anything_does_not_fit(send, count, metadata, status, code):
    before = count()
    answer = await send("Never", request={"metadata": metadata})
    assert (answer.status_code, count()) == (status, before)
    assert code in (None, answer.json()["errorCode"])
    assert {"type", "title", "status", "instance", "operationId", "traceId"} <= set(answer.json())


@V2
async def test_a_folder_path_leads_below_the_folder_and_is_made_on_request(client, send, count):
    before = count()
    request = {"folderPath": "Letters/2026"}
    assert (await send("x", parent=LEASE_FOLDER, request=request)).status_code == 404
    assert count() == before
    answer = await send("x", parent=LEASE_FOLDER, request=request, query="?autoCreateFolderPath=true")
    assert answer.json()["fullPath"] == "\\Property Management\\Letters\\2026\\x"
    assert count() == before + 3
    broken = {"request": {"folderPath": "Broken/x", "metadata": {"templateName": "fake"}}}
    assert (await send("x", **broken, query="?autoCreateFolderPath=true")).status_code == 404
    assert count() == before + 3


@V2
@pytest.mark.parametrize("name", ["", "   ", "a\\b", "x" * 256])
async def test_a_name_that_no_entry_can_have_is_400(send, name):
    assert (await send(name)).status_code == 400


async def test_the_words_of_a_volume_count_where_the_build_heeds_them(client, send, repository, profile):
    cloud = profile.endswith("cloud")
    answer = await send("x", request={"volumeName": "nowhere"})
    assert answer.status_code == (201 if cloud else 404)
    if cloud:
        assert entries.find(repository.database.connection, made(answer)).volume == "DEFAULT"
