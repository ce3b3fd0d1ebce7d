"""Every operation of the table, called by accounts that may read only, or see nothing: none forgets to ask."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from lf_simulator.description import examples
from lf_simulator.operations import OPERATIONS
from lf_simulator.people import set_account
from lf_simulator.scopes import WRITE, needed

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("profile", ["v1-cloud", "v2-cloud"])]

TEXT = ("Letter.txt", b"Dear council,", "text/plain")


def _picture():
    drawn = io.BytesIO()
    Image.new("1", (8, 8)).save(drawn, "PNG")
    return ("page.png", drawn.getvalue(), "image/png")


PNG = _picture()
FORMS = {
    "ImportDocument": {"files": {"electronicDocument": TEXT}},
    "ImportEntry": {"files": {"file": TEXT}, "data": {"request": '{"name": "Letter"}'}},
    "CreatePages": {"files": {"imageFiles": PNG}},
    "ReplacePages": {"files": {"imageFiles": PNG}},
    "WritePage": {"files": {"imageFile": PNG}},
    "StartImportUploadedParts": {"json": {"uploadId": "x", "partETags": ["x"], "name": "Letter"}},
}
LOOKS_LATER = {
    *("DeleteEntryInfo", "StartDeleteEntry", "CopyEntryAsync", "StartCopyEntry", "StartExportEntry"),
    *("StartGenerateText", "StartImportUploadedParts"),
}
"""Starts of tasks, which are accepted whatever they are about; the task fails."""
KEPT = ("entry", "edoc", "page", "entry_field", "field_value", "entry_tag", "entry_link", "annotation", "recycled")


ABOUT_ENTRIES = [row for row in OPERATIONS if row.simulated and "ntryId}" in row.path]


@pytest.fixture
def call(stranger, repository):
    """Call an operation with its example. Tests of its own area hold its answer to the description."""
    stranger.event_hooks = {}
    repository.profile = repository.profile.with_overrides({"long_operations": 0})

    async def answer(row, headers):
        names = [part.partition("}")[0] for part in row.path.split("{")[1:]]
        values = {name: examples.path(row, name) for name in names}
        values |= {"repoId": repository.id, "repositoryId": repository.id}
        assert None not in values.values(), row.name
        wanted = {param.name: examples.query(row, param.name.lower()) for param in row.query.by_name.values()}
        body = FORMS.get(row.name) or {"json": examples.body(row) or {}}
        return await stranger.request(
            row.method,
            f"http://sim.test/repository{row.path.format(**values)}",
            params={name: value for name, value in wanted.items() if value is not None},
            headers=headers,
            **({} if row.method in ("GET", "HEAD") else body),
        )

    return answer


@pytest.fixture
def sign_in(repository):
    """The headers of an account with these grants."""

    def headers(grants):
        set_account(repository, {"name": "pat", "password": "x", "grants": grants})
        token = repository.sessions.sign_in("pat", 3600, is_unlimited=False).token
        return {"Authorization": f"Bearer {token}"}

    return headers


def contents(repository):
    store = repository.database.connection
    return {table: store.execute(f"SELECT * FROM {table} ORDER BY 1, 2").fetchall() for table in KEPT}


async def test_whoever_may_only_read_changes_nothing_with_any_operation(stranger, repository, call, sign_in, dialect):
    headers = sign_in([{"entry": 1, "rights": ["Browse", "Read"]}])
    before = contents(repository)
    answers = {}
    for row in ABOUT_ENTRIES:
        if row.version == dialect.version:
            answers[row.name] = (needed(row), (await call(row, headers)).status_code)
    writes = {name: status for name, (need, status) in answers.items() if need == WRITE and name not in LOOKS_LATER}
    assert writes == dict.fromkeys(writes, 403)
    assert len(writes) >= 9
    reads = {name: status for name, (need, status) in answers.items() if need != WRITE}
    assert {name: status for name, status in reads.items() if status >= 300} == {}
    repository.clock.advance(600)
    assert (await stranger.get("Entries/1", headers=headers)).status_code == 200
    assert contents(repository) == before


async def test_for_whoever_sees_nothing_no_operation_finds_an_entry(call, repository, sign_in, dialect):
    headers = sign_in([])
    before = contents(repository)
    rows = [row for row in ABOUT_ENTRIES if row.version == dialect.version and row.name not in LOOKS_LATER]
    answers = {row.name: await call(row, headers) for row in rows}
    assert {name: answer.status_code for name, answer in answers.items()} == dict.fromkeys(answers, 404)
    silent = {name for name, answer in answers.items() if b'"errorCode":9001' not in answer.content}
    assert silent <= {"GetDocumentContentType"}  # a HEAD
    assert len(answers) >= 18
    assert contents(repository) == before
