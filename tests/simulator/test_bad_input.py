"""Bad input over real HTTP: each gets the imitated build's refusal with a body, none a 500, and nothing changes."""

from __future__ import annotations

import json
import socket
from contextlib import suppress
from urllib.parse import urlsplit

import httpx
import pytest
from tests.simulator.over_http import PATIENCE_SECONDS, PROFILES, served

from lf_simulator.bodies import JSON_LIMIT

JSON = {"Content-Type": "application/json"}
CHILDREN = {"v1": "Entries/10/Laserfiche.Repository.Folder/children", "v2": "Entries/10/Folder/Children"}
PLACES = {
    "create": ("POST", CHILDREN),
    "rename": ("PATCH", {"v1": "Entries/18", "v2": "Entries/18"}),
    "fields": ("PUT", {"v1": "Entries/18/fields", "v2": "Entries/18/Fields"}),
    "tags": ("PUT", {"v1": "Entries/18/tags", "v2": "Entries/18/Tags"}),
    "links": ("PUT", {"v1": "Entries/18/links", "v2": "Entries/18/Links"}),
    "template": ("PUT", {"v1": "Entries/18/template", "v2": "Entries/18/Template"}),
    "search": ("POST", {"v1": "SimpleSearches", "v2": "SimpleSearches"}),
    "delete": ("DELETE", {"v1": "Entries/18", "v2": "Entries/18"}),
    "import": ("POST", {"v1": "Entries/10/Letter.txt", "v2": "Entries/10/Folder/Import"}),
    "list": ("GET", CHILDREN),
    "entry": ("GET", {"v1": "Entries/18", "v2": "Entries/18"}),
}
BOTH = tuple(PROFILES)


@pytest.fixture(scope="module")
def simulator():
    with served() as made:
        yield made


@pytest.fixture(params=BOTH)
def version(request):
    return request.param


def refused(simulator, version, place, statuses, **sent):
    """What is sent there is refused with one of these statuses and a problem, and changes nothing."""
    method, paths = PLACES[place]
    return refused_at(simulator, version, method, paths[version] + sent.pop("rest", ""), statuses, **sent)


def refused_at(simulator, version, method, path, statuses, **sent):
    before = simulator.contents(version)
    with simulator.client(version) as client:
        answer = client.request(method, simulator.address(version, path), **sent)
    assert answer.status_code in statuses, (answer.status_code, answer.text[:300], simulator.last_reason(version))
    assert answer.json(), "a refusal has a body"
    assert simulator.contents(version) == before
    return answer


def folder(**members):
    return json.dumps({"name": "New", "entryType": "Folder", **members}).encode()


NOT_JSON = {
    "nothing": b"",
    "a brace": b"{",
    "half a word": b"nul",
    "two values": b"{} {}",
    "no quotes": b"{name: 'x'}",
    "NaN": b'{"name": NaN}',
    "Infinity": b'{"name": "x", "targetId": Infinity}',
    "Latin-1": '{"name": "Stra\u00dfe", "entryType": "Folder"}'.encode("latin-1"),
    "bytes": bytes(range(256)),
    "a NUL between": b'{"name"\x00: "x"}',
    "a raw line break": b'{"name": "a\nb", "entryType": "Folder"}',
    "deep lists": b"[" * 200_000,
    "deep objects": b'{"a":' * 100_000,
}
OTHER_VALUES = {"a list": b"[]", "a text": b'"x"', "a number": b"7", "true": b"true", "null": b"null"}


@pytest.mark.parametrize("raw", (NOT_JSON | OTHER_VALUES).values(), ids=(NOT_JSON | OTHER_VALUES).keys())
def test_a_body_that_is_no_json_object_is_a_400_with_code_216(simulator, version, raw):
    answer = refused(simulator, version, "create", [400], content=raw, headers=JSON)
    assert answer.json()["errorCode"] == 216


NAMES = {
    "empty": "",
    "a blank": "   ",
    "a number": 5,
    "a list": ["x"],
    "too long": "x" * 10_000,
    "a backslash": "a\\b",
    "a NUL": "a\x00b",
    "half a character": "a\ud800b",
    "the other half": "\udfff",
}


@pytest.mark.parametrize("name", NAMES.values(), ids=NAMES.keys())
def test_a_name_that_no_entry_can_have_is_refused(simulator, version, name):
    refused(simulator, version, "create", [400], content=folder(name=name), headers=JSON)
    refused(simulator, version, "rename", [400], content=json.dumps({"name": name}).encode(), headers=JSON)


NUMBERS = [
    "1e400",
    "-1e400",
    str(2**70),
    str(2**31),
    str(-(2**31) - 1),
    "1.5",
    '"1"',
    "true",
    "[]",
    "9" * 4000,
    "9" * 5000,
]


@pytest.mark.parametrize("number", NUMBERS, ids=lambda text: text[:12])
def test_a_number_that_is_no_id_is_refused(simulator, version, number):
    body = b'{"name": "New", "entryType": "Shortcut", "targetId": %s}' % number.encode()
    refused(simulator, version, "create", [400], content=body, headers=JSON)
    refused(simulator, version, "rename", [400], content=b'{"parentId": %s}' % number.encode(), headers=JSON)


@pytest.mark.parametrize("depth", [100, 900, 990, 3000])
def test_a_value_that_is_nested_too_deep_is_refused_wherever_it_stands(simulator, version, depth):
    deep = b"[" * depth + b"]" * depth
    refused(simulator, version, "create", [400], content=b'{"name": %s, "entryType": "Folder"}' % deep, headers=JSON)
    refused(simulator, version, "tags", [400], content=b'{"tags": %s}' % deep, headers=JSON)
    values = b'"x": {"values": %s}' if version == "v1" else b'"fields": [{"name": "x", "values": %s}]'
    refused(simulator, version, "fields", [400], content=b"{%s}" % (values % deep), headers=JSON)


WRONG_TYPES = [
    ("fields", b'{"Comments": "x"}', b'{"fields": {"Comments": "x"}}'),
    ("fields", b'{"Comments": {"values": "x"}}', b'{"fields": [{"name": "Comments", "values": "x"}]}'),
    ("fields", b'{"Comments": {"values": [{"value": {}}]}}', b'{"fields": [{"name": "Comments", "values": [{}]}]}'),
    ("fields", b'{"No such field": {"values": []}}', b'{"fields": [{"name": "No such field", "values": []}]}'),
    (
        "fields",
        b'{"Amount": {"values": [{"value": "1e400"}]}}',
        b'{"fields": [{"name": "Amount", "values": ["1e400"]}]}',
    ),
    (
        "fields",
        b'{"Comments": {"values": [{"value": "\\ud800"}]}}',
        b'{"fields": [{"name": "Comments", "values": ["\\ud800"]}]}',
    ),
    ("tags", b'{"tags": "Public"}', b'{"tags": {}}'),
    ("tags", b'{"tags": [1]}', b'{"tags": [null]}'),
    ("tags", b'{"tags": ["\\udfff"]}', b'{"tags": ["\\udfff"]}'),
    ("links", b"{}", b"[]"),
    ("links", b'[{"targetId": "125", "linkTypeId": 1}]', b'{"links": [{"linkDefinitionId": 1}]}'),
    ("links", b'[{"targetId": 125, "linkTypeId": 0}]', b'{"links": [{"linkDefinitionId": 0, "otherEntryId": 125}]}'),
    ("template", b'{"templateName": 5}', b'{"templateName": ""}'),
    ("search", b'{"searchCommand": ""}', b'{"searchCommand": null}'),
    ("search", b'{"searchCommand": "{LF:Name="}', b'{"searchCommand": "((((("}'),
    ("search", b'{"searchCommand": "\\ud800"}', b'{"searchCommand": "{LF:Name=\\"\\ud800\\"}"}'),
    ("delete", b'{"auditReasonId": "one"}', b'{"auditReasonId": 1e400}'),
]


@pytest.mark.parametrize(("place", "in_v1", "in_v2"), WRONG_TYPES)
def test_a_member_of_the_wrong_type_is_refused(simulator, version, place, in_v1, in_v2):
    raw = in_v1 if version == "v1" else in_v2
    refused(simulator, version, place, [400, 404], content=raw, headers=JSON)


@pytest.mark.parametrize(
    "media", [None, "text/plain", "application/xml", "multipart/form-data", "json", "\u00ff/\u00fe", ";;;"]
)
@pytest.mark.parametrize("place", ["create", "tags", "search"])
def test_a_content_type_that_is_not_json_is_a_415(simulator, version, place, media):
    headers = {} if media is None else {"Content-Type": media.encode("latin-1")}
    refused(simulator, version, place, [415], content=folder(), headers=headers)


FORMS = {
    "no boundary": ("multipart/form-data", b"--x--"),
    "another boundary": ("multipart/form-data; boundary=y", b"--x\r\n\r\n--x--\r\n"),
    "no end": ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\nabc'),
    "no headers": ("multipart/form-data; boundary=x", b"--x\r\nabc\r\n--x--\r\n"),
    "nothing": ("multipart/form-data; boundary=x", b""),
    "a long boundary": (f"multipart/form-data; boundary={'x' * 5000}", b"--x--"),
    "a form of texts": ("application/x-www-form-urlencoded", b"file=x"),
}


@pytest.mark.parametrize(("media", "raw"), FORMS.values(), ids=FORMS.keys())
def test_a_form_that_is_none_is_refused_and_makes_no_document(simulator, version, media, raw):
    refused(simulator, version, "import", [400, 415], content=raw, headers={"Content-Type": media})


QUERIES = [
    *(f"?$top={value}" for value in ("-1", "1e3", "1.5", "", "x", "%D9%A3", str(2**70), "1&$top=2", "%00", "%ff")),
    *(f"?$skip={value}" for value in ("-1", "x", str(2**31), "%ED%A0%80")),
    *(
        f"?$orderby={value}"
        for value in ("", "nonsense", "name up", "name;drop", "id,id,id,id,id,id", "%00", "%ff", "name,")
    ),
    *(f"?$select={value}" for value in ("nonsense", "id,%00", "%ff")),
    *("?$count=maybe", "?$filter=id%20eq%201", "?$expand=fields", "?$nonsense=1", "?groupByEntryType=2"),
    "?" + "&".join(f"fields=F{number}" for number in range(11)),
    "?$select=" + "x" * 5_000,
    "?$skiptoken=x",
]


@pytest.mark.parametrize("query", QUERIES, ids=lambda text: text[:24])
def test_a_query_that_does_not_fit_is_a_400(simulator, version, query):
    answer = refused(simulator, version, "list", [400], rest=query)
    assert answer.json()["errorCode"] in (216, 9016)


@pytest.mark.parametrize(
    "prefer", ["maxpagesize=x", "maxpagesize=-1", "maxpagesize=0", f"maxpagesize={2**70}", "=", ";;,", "\u00ff"]
)
def test_a_preference_that_does_not_fit_is_refused_or_is_none(simulator, version, prefer):
    with simulator.client(version) as client:
        answer = client.get(CHILDREN[version], headers={"Prefer": prefer.encode("latin-1")})
    assert answer.status_code in (200, 400)
    assert answer.json()


PATHS = [
    *("Entries/%zz", "Entries/%", "Entries/%ff", "Entries/%00", "Entries/1.5", "Entries/1e3", "Entries/" + "9" * 400),
    *("Entries/0", "Entries/-1", f"Entries/{2**31}", "Entries//fields", "FieldDefinitions/0", "TagDefinitions/x"),
    *("Attributes/%00", "Attributes/%ff", "Entries/ByPath", "Entries/ByPath?fullPath=", "Entries/ByPath?fullPath=%00"),
    *("Entries/ByPath?fullPath=%5C%ff", "Entries/ByPath?fullPath=%zz", "Entries/ByPath?fullPath=%5C%ED%A0%80"),
    "Entries/ByPath?fullPath=%5C" + "a%5C" * 2000,
    *("../../../etc/passwd", "Entries/1/../../x", "Nonsense", "%2e%2e/%2e%2e"),
]


@pytest.mark.parametrize("path", PATHS, ids=lambda text: text[:30])
def test_an_address_that_nothing_has_is_refused(simulator, version, path):
    refused_at_raw(simulator, version, "GET", path, [400, 404])


@pytest.mark.parametrize("name", ["%00.txt", "%ff.txt", "a%5Cb.txt", "%20", "x" * 2000, "%ED%A0%80"])
def test_a_file_name_that_no_entry_can_have_is_refused(simulator, name):
    form = b'--x\r\nContent-Disposition: form-data; name="electronicDocument"; filename="a.txt"\r\n\r\nabc\r\n--x--\r\n'
    media = "multipart/form-data; boundary=x"
    answer = exchanged(simulator, "v1", f"POST {{}}Entries/10/{name} HTTP/1.1", form, [f"Content-Type: {media}"])
    assert status_of(answer) in (400, 404)


# What a client library would not send

LARGE = 1024 * 1024


def exchanged(simulator, version, line, body=b"", headers=()):
    """The raw answer to a request written by hand. `{}` in its first line is the address of the repository."""
    place = urlsplit(simulator.address(version, ""))
    head = [line.format(place.path), f"Host: {place.netloc}", "Connection: close", *headers]
    if body:
        head.append(f"Content-Length: {len(body)}")
    head.append(f"Authorization: Bearer {simulator.tokens[version]}")
    with socket.create_connection((place.hostname, place.port), PATIENCE_SECONDS) as link:
        link.settimeout(PATIENCE_SECONDS)
        with suppress(BrokenPipeError, ConnectionResetError):  # it has heard enough; what it said is still to be read
            link.sendall("\r\n".join([*head, "", ""]).encode("latin-1") + body)
        answer = b""
        while piece := link.recv(65536):
            answer += piece
    return answer


def status_of(answer):
    assert answer, "the connection was closed without a word"
    return int(answer.split(b" ", 2)[1])


def refused_at_raw(simulator, version, method, path, statuses):
    before = simulator.contents(version)
    answer = exchanged(simulator, version, f"{method} {{}}{path} HTTP/1.1")
    assert status_of(answer) in statuses, answer[:400]
    assert answer.partition(b"\r\n\r\n")[2], "a refusal has a body"
    assert simulator.contents(version) == before


def test_headers_of_a_mebibyte_are_refused(simulator, version):
    many = [f"X-{number}: {'x' * 100}" for number in range(10_000)]
    for headers in ([f"X-Long: {'x' * LARGE}"], [f"X-{'y' * LARGE}: x"], many):
        answer = exchanged(simulator, version, "GET {}Entries/1 HTTP/1.1", headers=headers)
        assert status_of(answer) == 431
        assert json.loads(answer.partition(b"\r\n\r\n")[2])["status"] == 431


def test_headers_without_an_end_are_cut_off(simulator, version):
    place = urlsplit(simulator.address(version, ""))
    sent = 0
    with socket.create_connection((place.hostname, place.port), PATIENCE_SECONDS) as link:
        link.sendall(f"GET {place.path}Entries/1 HTTP/1.1\r\nX-Long: ".encode())
        with suppress(BrokenPipeError, ConnectionResetError):
            while sent < 64 * LARGE:
                link.sendall(b"x" * LARGE)
                sent += LARGE
    assert sent < 64 * LARGE


@pytest.mark.parametrize(("size", "status"), [(20_000, 414), (LARGE, 400)])
def test_an_address_that_is_too_long_is_refused(simulator, version, size, status):
    for long in ("Entries/ByPath?fullPath=" + "x" * size, "Entries/" + "x" * size):
        answer = exchanged(simulator, version, f"GET {{}}{long} HTTP/1.1")
        assert status_of(answer) == status
        assert answer.partition(b"\r\n\r\n")[2]


@pytest.mark.parametrize(
    "line", ["GET / HTTP/9.9", "NONSENSE", "GET {} HTTP/1.1 x", "\x00\x01", "get {}Entries/1 HTTP/1.1"]
)
def test_what_is_no_http_is_answered_or_cut_off(simulator, version, line):
    answer = exchanged(simulator, version, line)
    assert not answer or 400 <= status_of(answer) < 500


def test_a_body_without_an_end_is_a_413(simulator, version):
    sent = 0

    def endless():
        nonlocal sent
        while sent < 200 * LARGE:
            sent += LARGE
            yield b" " * LARGE

    before = simulator.contents(version)
    with simulator.client(version) as client:
        try:
            answer = client.post(simulator.address(version, CHILDREN[version]), content=endless(), headers=JSON)
            assert answer.status_code == 413
            assert answer.json()["status"] == 413
        except (httpx.WriteError, httpx.ReadError):
            pass  # a client that only listens at the end is cut off: it would go on for ever
    assert JSON_LIMIT < sent < 150 * LARGE
    assert simulator.contents(version) == before


def test_a_client_that_leaves_in_the_middle_of_its_body_changes_nothing(simulator, version):
    before = simulator.contents(version)
    place = urlsplit(simulator.address(version, CHILDREN[version]))
    head = f"POST {place.path} HTTP/1.1\r\nHost: {place.netloc}\r\nContent-Type: application/json\r\n"
    head += f"Content-Length: 500\r\nAuthorization: Bearer {simulator.tokens[version]}\r\n\r\n"
    with socket.create_connection((place.hostname, place.port), PATIENCE_SECONDS) as link:
        link.sendall(head.encode() + folder())
    with simulator.client(version) as client:
        assert client.get("Entries/1").status_code == 200
    assert simulator.contents(version) == before


def test_the_journal_can_be_read_whatever_was_sent(simulator, version):
    refused(simulator, version, "create", [400], content=b'{"name": "\\ud800", "entryType": "Folder"}', headers=JSON)
    refused_at_raw(simulator, version, "GET", "Entries/%ff%00", [400, 404])
    for raw in (b"[" * 60_000, b"[" * 900 + b"]" * 900, b'{"name": 1e400}'):
        refused(simulator, version, "create", [400], content=raw, headers=JSON)
    answer = httpx.get(f"{simulator.url}/_sim/repositories/{version}/journal", timeout=PATIENCE_SECONDS)
    assert answer.status_code == 200
    assert json.loads(answer.content, parse_constant=pytest.fail)["exchanges"]


def test_what_is_unknown_is_ignored_and_named_in_the_journal(simulator, version):
    simulator.reset(version)
    with simulator.client(version) as client:
        answer = client.post(CHILDREN[version], content=folder(colour="blue", **{"x" * 300: 1}), headers=JSON)
        assert answer.status_code == 201
    assert "colour" in simulator.last_reason(version)
    simulator.reset(version)
