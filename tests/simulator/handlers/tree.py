"""Changing the tree through either dialect: what differs between them on the wire, said once."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import pytest

from lf_simulator.store import entries

if TYPE_CHECKING:
    import httpx
    from tests.simulator.conftest import Dialect

    from lf_simulator.repository import Repository
    from lf_simulator.store.entries import EntryRecord

ENOUGH_SECONDS = 5
"""Of the repository's clock: every task has ended by then."""


@dataclass(frozen=True)
class Ended:
    """How a task ended: its status, the entry it names, and title and status of each error (v1 tells no status)."""

    status: str
    entry_id: int
    errors: list[str]


@dataclass(frozen=True)
class Tree:
    client: httpx.AsyncClient
    repository: Repository
    dialect: Dialect

    @property
    def is_v1(self) -> bool:
        return self.dialect.version == "v1"

    def folder(self, folder: int) -> str:
        return f"Entries/{folder}/{self.dialect('Laserfiche.Repository.Folder', 'Folder')}"

    def renaming(self, auto_rename: bool) -> dict[str, Any]:
        """The keywords of a request that says so in the place of its dialect."""
        return {"params": {"autoRename": auto_rename}} if self.is_v1 else {}

    def body(self, auto_rename: bool, members: dict[str, Any]) -> dict[str, Any]:
        return members if self.is_v1 or not auto_rename else {**members, "autoRename": True}

    async def create(
        self, parent: int, name: str, *, type_: str = "Folder", auto_rename: bool = False, **more: Any
    ) -> httpx.Response:
        body = self.body(auto_rename, {"name": name, "entryType": type_, **more})
        route = f"{self.folder(parent)}/{self.dialect('children', 'Children')}"
        return await self.client.post(route, json=body, **self.renaming(auto_rename))

    async def made(self, parent: int, name: str, **more: Any) -> int:
        """The id of a new entry."""
        answer = await self.create(parent, name, **more)
        assert answer.status_code == 201, answer.text
        return int(answer.json()["id"])

    async def copy(
        self, parent: int, name: str, source: int, *, auto_rename: bool = False, **more: Any
    ) -> httpx.Response:
        """The copy that is there at once."""
        body = self.body(auto_rename, {"name": name, "sourceId": source, **more})
        route = f"{self.folder(parent)}/{self.dialect('children', 'Copy')}"
        return await self.client.post(route, json=body, **self.renaming(auto_rename))

    async def start_copy(
        self, parent: int, name: str, source: int, *, auto_rename: bool = False, **more: Any
    ) -> httpx.Response:
        body = self.body(auto_rename, {"name": name, "sourceId": source, **more})
        return await self.client.post(f"{self.folder(parent)}/CopyAsync", json=body, **self.renaming(auto_rename))

    async def update(self, entry: int, *, auto_rename: bool = False, **changes: Any) -> httpx.Response:
        body = self.body(auto_rename, changes)
        return await self.client.patch(f"Entries/{entry}", json=body, **self.renaming(auto_rename))

    async def start_delete(self, entry: int, reason: int | None = None, comment: str = "") -> httpx.Response:
        body: dict[str, Any] = {} if reason is None else {"auditReasonId": reason}
        if comment:
            body[self.dialect("comment", "auditReasonComment")] = comment
        return await self.client.request("DELETE", f"Entries/{entry}", json=body)

    async def delete(self, entry: int, reason: int | None = None, comment: str = "") -> Ended:
        return await self.ended(await self.start_delete(entry, reason, comment))

    async def copied(self, parent: int, name: str, source: int, **more: Any) -> Ended:
        return await self.ended(await self.start_copy(parent, name, source, **more))

    def token(self, start: httpx.Response) -> str:
        assert start.status_code == self.dialect(201, 202), start.text
        return str(start.json()[self.dialect("token", "taskId")])

    async def ended(self, start: httpx.Response) -> Ended:
        """What has become of a task once its time is up."""
        token = self.token(start)
        self.repository.clock.advance(ENOUGH_SECONDS)
        answer = await self.client.get(self.dialect(f"Tasks/{token}", f"Tasks?taskIds={token}"))
        if self.is_v1:
            task = answer.json()
            return Ended(task["status"], task["entryId"], [error["errorMessage"] for error in task["errors"]])
        (task,) = answer.json()["value"]
        return Ended(
            task["status"], (task["result"] or {}).get("entryId", 0), [error["title"] for error in task["errors"]]
        )

    async def cancel(self, start: httpx.Response) -> None:
        token = self.token(start)
        answer = await self.client.delete(self.dialect(f"Tasks/{token}", f"Tasks?taskIds={token}"))
        assert answer.is_success, answer.text

    def record(self, entry: int) -> EntryRecord | None:
        return entries.find(self.repository.database.connection, entry)

    def below(self, entry: int) -> list[tuple[str, str, str]]:
        """Everything below an entry: path from there, type, name."""
        top = self.record(entry)
        assert top is not None
        rows = self.rows(
            """WITH RECURSIVE below (id) AS (SELECT id FROM entry WHERE parent_id = ? UNION ALL
               SELECT e.id FROM below b JOIN entry e ON e.parent_id = b.id)
               SELECT path, type, name FROM entry WHERE id IN below ORDER BY path_key""",
            entry,
        )
        return [(path[len(top.path) :], type_, name) for path, type_, name in rows]

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return self.repository.database.connection.execute(sql, values).fetchall()

    def count(self) -> int:
        (row,) = self.rows("SELECT count(*) FROM entry")
        return int(row[0])


@pytest.fixture
def tree(client: httpx.AsyncClient, repository: Repository, dialect: Dialect) -> Tree:
    """The tree of a fresh `demo`, on a clock that stands still between two steps of a test."""
    repository.clock.freeze()
    return Tree(client, repository, dialect)
