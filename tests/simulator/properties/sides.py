"""One repository behind two clients, one for each dialect: what was said through the one is seen through the other."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from tests.simulator.conftest import Dialect
from tests.simulator.handlers.tree import Tree

from lf_simulator.profiles import PROFILES

if TYPE_CHECKING:
    import asyncio
    from collections.abc import Coroutine, Mapping, Sequence

    import httpx

    from lf_simulator.repository import Repository

PROFILE_OF = {"v1": PROFILES["v1-selfhosted"], "v2": PROFILES["v2-selfhosted"]}
"""Both serve the same address, so that one sign-in is good for both."""


class Side:
    """A client of one dialect. While it speaks, the repository imitates a server of that dialect."""

    def __init__(self, version: str, client: httpx.AsyncClient, repository: Repository, runner: asyncio.Runner) -> None:
        self.client, self.repository, self.runner = client, repository, runner
        self.say = Dialect(version)
        self.tree = Tree(client, repository, self.say)

    def run(self, call: Coroutine[Any, Any, Any]) -> Any:
        """What a call comes to."""
        self.repository.profile = PROFILE_OF[self.say.version]
        return self.runner.run(call)

    async def import_(self, parent: int, name: str, auto_rename: bool) -> httpx.Response:
        """A document whose file holds its name."""
        file = ("x.bin", name.encode(), "application/x-test")
        if self.say.version == "v1":
            url, files = f"Entries/{parent}/{quote(name, safe='')}", {"electronicDocument": file}
            return await self.client.post(url, files=files, params={"autoRename": auto_rename})
        request = (None, json.dumps({"name": name, "autoRename": auto_rename}))
        return await self.client.post(f"Entries/{parent}/Folder/Import", files={"file": file, "request": request})

    def imported(self, answer: httpx.Response) -> int:
        """The id of the new document."""
        body = answer.json()
        return int(body["operations"]["entryCreate"]["entryId"] if self.say.version == "v1" else body["id"])

    async def put_fields(self, entry: int, fields: Mapping[str, Sequence[str]]) -> httpx.Response:
        of_v1 = {
            name: {"values": [{"value": value, "position": number} for number, value in enumerate(values, 1)]}
            for name, values in fields.items()
        }
        of_v2 = {"fields": [{"name": name, "values": list(values)} for name, values in fields.items()]}
        return await self.client.put(f"Entries/{entry}/{self.say('fields', 'Fields')}", json=self.say(of_v1, of_v2))

    async def put_tags(self, entry: int, tags: Sequence[str]) -> httpx.Response:
        return await self.client.put(f"Entries/{entry}/{self.say('tags', 'Tags')}", json={"tags": list(tags)})

    async def id_at(self, path: str) -> int:
        answer = await self.client.get("Entries/ByPath", params={"fullPath": path})
        return int(answer.json()["entry"]["id"])

    async def described(self, top: int) -> dict[int, dict[str, object]]:
        """Every entry from `top` downward as this dialect tells of it, in the words of the model."""
        entry = (await self.client.get(f"Entries/{top}")).json()
        found = {top: await self._described(entry)}
        if entry["entryType"] == "Folder":
            listing = (await self.client.get(self.tree.folder(top) + self.say("/children", "/Children"))).json()
            assert "@odata.nextLink" not in listing
            for row in listing["value"]:
                found |= await self.described(row["id"])
        return found

    async def _described(self, entry: dict[str, Any]) -> dict[str, object]:
        told = {
            "type": entry["entryType"],
            "name": entry["name"],
            "parent": entry["parentId"],
            "path": entry["fullPath"],
            "target": entry.get("targetId"),
        }
        if entry["entryType"] == "Shortcut":  # which has its target's
            return told
        fields = (await self.client.get(f"Entries/{entry['id']}/{self.say('fields', 'Fields')}")).json()["value"]
        tags = (await self.client.get(f"Entries/{entry['id']}/{self.say('tags', 'Tags')}")).json()["value"]
        return told | {"fields": dict(map(self._field, fields)), "tags": sorted(tag["name"] for tag in tags)}

    def _field(self, field: dict[str, Any]) -> tuple[str, list[str]]:
        if self.say.version == "v2":
            return field["name"], field["values"]
        return field["fieldName"], [value["value"] for value in field["values"]]
