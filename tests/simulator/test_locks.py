"""An entry that somebody else holds: every operation that would change it is refused, whichever that is."""

from __future__ import annotations

import pytest
from tests.simulator.test_rights_everywhere import FORMS

from lf_simulator.description import examples
from lf_simulator.operations import OPERATIONS
from lf_simulator.scopes import WRITE, needed

pytestmark = [pytest.mark.anyio, pytest.mark.parametrize("profile", ["v1-cloud", "v2-cloud"])]

CHANGING = [row for row in OPERATIONS if row.simulated and "{entryId}" in row.path and needed(row) == WRITE]
IN_THE_FOLDER = {
    *("CreateOrCopyEntry", "CreateEntry", "CopyEntry", "CopyEntryAsync", "StartCopyEntry"),
    *("ImportEntry", "StartImportUploadedParts"),
}
"""They make something in the entry, and do not change it."""
BY_TASK = {"DeleteEntryInfo", "StartDeleteEntry"}
"""Accepted at first."""


@pytest.fixture
def locked(repository):
    """All entries, by somebody else, for a minute."""
    repository.clock.freeze()
    ids = [row[0] for row in repository.database.connection.execute("SELECT id FROM entry")]
    for entry_id in ids:
        repository.locks.hold(entry_id, "somebody else", 60)


async def call(client, repository, row):
    names = [part.partition("}")[0] for part in row.path.split("{")[1:]]
    values = {name: examples.path(row, name) for name in names}
    values |= {"repoId": repository.id, "repositoryId": repository.id}
    wanted = {param.name: examples.query(row, param.name.lower()) for param in row.query.by_name.values()}
    return await client.request(
        row.method,
        f"http://sim.test/repository{row.path.format(**values)}",
        params={name: value for name, value in wanted.items() if value is not None},
        **(FORMS.get(row.name) or {"json": examples.body(row) or {}}),
    )


async def test_every_change_of_a_locked_entry_is_a_423(client, repository, dialect, locked):
    client.event_hooks = {}
    rows = [row for row in CHANGING if row.version == dialect.version and row.name not in IN_THE_FOLDER | BY_TASK]
    answers = {row.name: (await call(client, repository, row)).status_code for row in rows}
    assert answers == dict.fromkeys(answers, 423)
    assert len(answers) >= dialect(8, 15)


async def test_a_locked_entry_is_deleted_by_no_task(client, repository, dialect, locked):
    client.event_hooks = {}
    repository.profile = repository.profile.with_overrides({"long_poll_seconds": 0})
    [row] = [row for row in CHANGING if row.version == dialect.version and row.name in BY_TASK]
    assert (await call(client, repository, row)).status_code in (201, 202)
    repository.clock.advance(30)
    repository.settle()
    [task] = repository.tasks.all()
    assert (task.status, {each.error.status for each in task.troubles}) == ("Failed", {423})


async def test_the_time_of_a_lock_is_that_of_the_clock(client, repository, dialect, locked):
    client.event_hooks = {}
    [row] = [row for row in CHANGING if row.name in ("AssignTags", "SetTags") and row.version == dialect.version]
    seen = [(await call(client, repository, row)).status_code]
    repository.clock.advance(60)
    seen.append((await call(client, repository, row)).status_code)
    assert seen == [423, 200]
