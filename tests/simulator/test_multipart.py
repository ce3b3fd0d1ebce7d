"""Forms are read in whatever pieces they come, and what is wrong with them is said at the end."""

from __future__ import annotations

import pytest

from lf_simulator import bodies, spool
from lf_simulator.bodies import JsonBody, Member
from lf_simulator.errors import ApiError
from lf_simulator.multipart import MOST_PARTS, FileMember, FormReader, MultipartBody

DECLARED = MultipartBody(
    (FileMember("file"), FileMember("imageFiles", most=2)),
    JsonBody((Member("name"), Member("count", "whole"))),
    needs=("file", "imageFiles"),
)
TYPE = "multipart/form-data; boundary=edge"


def part(head, content=b""):
    return b"--edge\r\n" + head.encode() + b"\r\n\r\n" + content + b"\r\n"


def file(content, name="file", file_name="a.bin", more=""):
    return part(f'Content-Disposition: form-data; name="{name}"; filename="{file_name}"{more}', content)


def request(content):
    return part('Content-Disposition: form-data; name="request"', content)


def read(body, *, piece=10_000, content_type=TYPE, end=b"--edge--\r\n"):
    reader = FormReader(DECLARED, content_type)
    whole = body + end
    for start in range(0, len(whole), piece):
        reader.write(whole[start : start + piece])
    return reader.result()


TRICKY = b"\r\n--edg\r\n--edge\r--edge-" + bytes(range(256)) + b"\r\n\r\n--"


@pytest.mark.parametrize("piece", [1, 2, 7, 60, 10_000])
def test_the_pieces_in_which_a_form_comes_make_no_difference(piece):
    body = file(TRICKY, more="\r\nContent-Type: text/x-odd; charset=utf-8") + request(b'{"name": "x", "other": 1}')
    members, ignored, files = read(body, piece=piece)
    (found,) = files["file"]
    assert (found.spool.read(), found.size) == (TRICKY, len(TRICKY))
    assert (found.file_name, found.content_type) == ("a.bin", "text/x-odd; charset=utf-8")
    assert (members, ignored) == ({"name": "x"}, ["other"])


NAMES = [
    ("Bericht März.pdf".encode(), "Bericht März.pdf"),
    ("Bericht März.pdf".encode("latin-1"), "Bericht März.pdf"),
    (rb"a \"quoted\" name.pdf", 'a "quoted" name.pdf'),
    (b"semi;colon.pdf", "semi;colon.pdf"),
]


@pytest.mark.parametrize(("sent", "expected"), NAMES)
def test_file_names_come_through(sent, expected):
    head = b'Content-Disposition: form-data; name="file"; filename="' + sent + b'"'
    _, _, files = read(b"--edge\r\n" + head + b"\r\n\r\nx\r\n")
    assert files["file"][0].file_name == expected


def test_names_of_parts_are_compared_without_case():
    _, _, files = read(file(b"x", name="FILE"))
    assert files["file"][0].spool.read() == b"x"


def test_of_a_part_that_comes_twice_the_first_counts():
    body = file(b"one") + file(b"two") + request(b'{"name": "first"}') + request(b'{"name": "second"}')
    members, ignored, files = read(body)
    assert [each.spool.read() for each in files["file"]] == [b"one"]
    assert (members["name"], ignored) == ("first", ["another part file", "the part request"])


def test_several_files_keep_their_order():
    _, _, files = read(file(b"1", "imageFiles") + file(b"2", "imagefiles"))
    assert [each.spool.read() for each in files["imageFiles"]] == [b"1", b"2"]


REFUSED = [
    (file(b"1", "imageFiles") * 3, 400, "may come 2 times"),
    (request(b"{}"), 400, "needs a part named file or imageFiles"),
    (file(b"1") + request(b"{"), 400, "not JSON"),
    (file(b"1") + request(b'{"count": "x"}'), 400, "count must be a whole number"),
    (file(b"1") + request(b" " * (bodies.JSON_LIMIT + 1)), 413, "The part request may have"),
    (file(b"1") * (MOST_PARTS + 1), 400, "more than 100 parts"),
    (part("Content-Disposition: form-data; " + "x" * 20_000), 400, "header size"),
]


@pytest.mark.parametrize(("body", "status", "why"), REFUSED)
def test_what_is_wrong_is_said_at_the_end(body, status, why):
    with pytest.raises(ApiError) as failure:
        read(body)
    assert failure.value.status == status
    assert why in failure.value.reason


@pytest.mark.parametrize("end", [b"", b"--edge\r\n", b"--edg"])
def test_a_form_that_does_not_end_is_no_form(end):
    with pytest.raises(ApiError) as failure:
        read(file(b"whole"), end=end)
    assert (failure.value.status, "ends before its last boundary" in failure.value.reason) == (400, True)


def test_an_empty_request_part_is_an_empty_object():
    assert read(file(b"1") + request(b""))[0] == {}


@pytest.mark.parametrize("size", [0, 1, 100, 101, 5000])
def test_a_spool_gives_back_what_was_written_from_memory_or_from_its_file(monkeypatch, size):
    monkeypatch.setattr(spool, "MEMORY_BYTES", 100)
    monkeypatch.setattr(spool, "CHUNK_BYTES", 64)
    content = bytes(number % 251 for number in range(size))
    made = spool.Spool()
    for start in range(0, size, 33):
        made.write(content[start : start + 33])
    for _ in range(2):
        assert b"".join(made.chunks()) == made.read() == content
    assert (made._file is not None) is (size > 100)
    assert size <= 100 or all(len(each) <= 64 for each in made.chunks())
    made.close()
