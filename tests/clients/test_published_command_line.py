"""The command line of a released build that nobody here wrote does its work on the simulator, on every kind of build.

On Cloud it signs in with a password too: with an access key it calls the sign-in service of the real Cloud.
"""

from __future__ import annotations

import csv
import hashlib
import json
import re
import subprocess
import urllib.parse
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from tests.clients.conftest import CLEAN, Make, control

from lf_fixtures import Entry, load

ENTRIES = {entry.id: entry for entry in load("demo").entries}
FLYER = 83
"""A PDF in the inbox."""
UNPAID = (231, 604, 609, 617, 622)
"""Documents that have the phrase; 611 has its words apart."""


@dataclass(frozen=True, slots=True)
class Published:
    """The command, the repository that it works on, and a folder of its own."""

    command: Path
    repository: dict[str, Any]
    folder: Path

    def run(self, *arguments: str) -> str:
        """What it prints; it must end well."""
        environment = CLEAN | self.repository["env"] | {"HOME": str(self.folder), "LF_LOG_LEVEL": "ERROR"}
        command = [str(self.command), *arguments]
        ended = subprocess.run(
            command, env=environment, cwd=self.folder, capture_output=True, text=True, timeout=100, check=False
        )
        assert ended.returncode == 0, ended.stdout + ended.stderr
        return ended.stdout

    def asked(self, *arguments: str) -> Any:
        """What it answers as JSON."""
        return json.loads(self.run(*arguments, "--json"))


@pytest.fixture(params=["v1-selfhosted", "v2-selfhosted", "v2-cloud"])
def published(request: pytest.FixtureRequest, published_command: Path, make: Make, tmp_path: Path) -> Published:
    return Published(published_command, make("demo", request.param), tmp_path)


def children(folder: int) -> dict[int, Entry]:
    return {entry.id: entry for entry in ENTRIES.values() if entry.parent == folder}


def file_of(entry_id: int) -> bytes:
    edoc = ENTRIES[entry_id].edoc
    assert edoc is not None
    return edoc.data


def test_ls_lists_what_is_in_a_folder(published: Published) -> None:
    listed = published.asked("ls", r"\Inbox")
    assert {row["id"]: row["name"] for row in listed["entries"]} == {
        entry.id: entry.name for entry in children(80).values()
    }


def test_get_brings_the_file_of_a_document(published: Published) -> None:
    told = published.asked("get", str(FLYER), "--to", "flyer.pdf")
    assert (published.folder / "flyer.pdf").read_bytes() == file_of(FLYER)
    assert told["sha256"] == hashlib.sha256(file_of(FLYER)).hexdigest()
    assert told["content_type"] == "application/pdf"


def test_cat_prints_the_text_of_a_document(published: Published) -> None:
    edoc = ENTRIES[FLYER].edoc
    assert edoc is not None
    assert published.run("cat", str(FLYER)).split() == edoc.text.split()


def test_find_tells_where_a_word_stands(published: Published) -> None:
    found = published.asked("find", str(FLYER), "volunteers")
    assert [(match["page"], match["matched"]) for match in found["matches"]] == [(1, "Volunteers")]


def test_search_finds_the_documents_and_shows_where(published: Published) -> None:
    found = published.asked("search", "unpaid balance")
    assert set(UNPAID) <= {row["entry_id"] for row in found["results"]}
    (lease,) = (row for row in found["results"] if row["entry_id"] == 604)
    assert {(hit["page"], hit["match"]) for hit in lease["hits"]} == {(3, "unpaid"), (3, "balance")}


def test_manifest_writes_a_row_for_every_entry_below_a_folder(published: Published) -> None:
    published.run("manifest", r"\City Clerk", "--out", "inventory.csv")
    with (published.folder / "inventory.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {int(row["entry_id"]): row for row in csv.DictReader(file)}
    below: dict[int, Entry] = {}
    folders = [10]
    while folders:
        found = children(folders.pop())
        below |= found
        folders += [entry.id for entry in found.values() if entry.type == "Folder"]
    assert {number: row["name"] for number, row in rows.items()} == {
        number: entry.name for number, entry in below.items()
    }
    assert rows[141]["template_name"] == "Council Record"


def test_dedupe_finds_a_copy_under_another_name(published: Published, origin: str) -> None:
    copy_entry(published.repository, origin, FLYER, "The same flyer")
    found = published.asked("dedupe", r"\Inbox")
    (group,) = found["groups"]
    assert found["total_wasted_bytes"] == len(file_of(FLYER))
    assert len(set(re.findall(r"Spring Cleanup flyer|The same flyer", json.dumps(group)))) == 2


def test_diff_tells_what_two_entries_differ_in(published: Published) -> None:
    differences = published.asked("diff", "603", "604")["differences"]
    names = {row["name"]: (row["left"], row["right"]) for row in differences}
    assert names["name"] == (ENTRIES[603].name, ENTRIES[604].name)
    assert "Replaced before its end" in json.dumps(differences)


def test_diagnose_finds_nothing_amiss(published: Published) -> None:
    report = published.run("diagnose")
    endpoints = report.partition("Endpoint probes:")[2].partition("Write mode:")[0].strip().splitlines()
    assert len(endpoints) == 9
    assert [line for line in endpoints if not line.endswith(" OK")] == []


def copy_entry(repository: dict[str, Any], origin: str, source: int, name: str) -> None:
    """A copy beside the original, made through the API."""
    version = repository["env"]["LF_API_VERSION"]
    base = f"{repository['env']['LF_REPO_API_URL']}/{version}/Repositories/{repository['id']}"
    form = {"grant_type": "password", "username": "demo", "password": "demo"}
    token = answer(f"{base}/Token", urllib.parse.urlencode(form).encode())["access_token"]
    folder = ENTRIES[source].parent
    route = {"v1": "Laserfiche.Repository.Folder", "v2": "Folder"}[version]
    body = json.dumps({"name": name, "sourceId": source}).encode()
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    answer(f"{base}/Entries/{folder}/{route}/CopyAsync", body, headers)
    control(origin, "POST", f"/{repository['id']}/clock", {"advance_seconds": 10})


def answer(address: str, body: bytes, headers: dict[str, str] | None = None) -> Any:
    with urllib.request.urlopen(urllib.request.Request(address, body, headers or {}), timeout=30) as answered:
        return json.loads(answered.read())
