"""A small repository for the tests of metadata, and its fields, tags, links and templates through either dialect."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from lf_fixtures import model
from lf_simulator.store.database import Database

if TYPE_CHECKING:
    from collections.abc import Iterator

    import httpx
    from tests.simulator.conftest import Dialect

    from lf_simulator import Registry
    from lf_simulator.repository import Repository

TIME = "2024-02-03T04:05:06Z"
LETTERS, LETTER, BARE, REPORT, SHORTCUT, TAKEN, SECRET = 2, 5, 6, 7, 8, 9, 10
READ: tuple[model.Right, ...] = ("Browse", "Read")


def entry(id_: int, name: str, type_: model.EntryType = "Document", parent: int = 1, **more: Any) -> model.Entry:
    return model.Entry(id_, parent if id_ > 1 else 0, name, type_, TIME, TIME, "maker", **more)


FIELDS = (
    model.FieldDefinition(1, "Subject", "String", length=40),
    model.FieldDefinition(2, "Kind", "List", list_values=("Letter", "Memo"), default="Letter"),
    model.FieldDefinition(3, "Amount", "Number", constraint=">=0 & <1000", constraint_error="Less than a thousand"),
    model.FieldDefinition(4, "Sent", "Date", default="%(Date)", format="ShortDate"),
    model.FieldDefinition(5, "Sender", "String", default="%(UserName)"),
    model.FieldDefinition(6, "Account", "String", is_multi_value=True, constraint=r"\d\d-\d\d"),
    model.FieldDefinition(7, "Share", "Number", is_multi_value=True, format="Percent"),
    model.FieldDefinition(8, "Number", "LongInteger"),
    model.FieldDefinition(9, "Country", "List"),
    model.FieldDefinition(10, "City", "List"),
    model.FieldDefinition(11, "Fee", "Number", format="Currency", currency="EUR"),
    model.FieldDefinition(12, "Broken", "String", constraint="(a"),
    model.FieldDefinition(13, "Opens", "Time", default="noon"),
)
TEMPLATES = (
    model.TemplateDefinition(1, "Letter", ("Kind", "Subject", "Sent", "Sender", "Opens"), required=("Subject", "Kind")),
    model.TemplateDefinition(
        2,
        "Bill",
        ("Subject", "Amount", "Account", "Share"),
        groups=(model.FieldGroup(4, "Split", ("Account", "Share")),),
    ),
    model.TemplateDefinition(
        3,
        "Place",
        ("Country", "City"),
        dynamic=(
            model.DynamicField(
                "City", ("Country",), (("France", "Lyon"), ("France", "Paris"), ("Peru", "Lima"), ("France", "Lyon"))
            ),
        ),
    ),
)
STAMP = model.Watermark("COPY", 40, "TopRight", 45, 60, is_mandatory=True)
CORPUS = model.Corpus(
    name="cabinet",
    summary="A few letters",
    seed=1,
    repository_name="Cabinet",
    fields=FIELDS,
    templates=TEMPLATES,
    tags=(
        model.TagDefinition(1, "Checked", "Somebody has looked at it"),
        model.TagDefinition(2, "Secret", is_secure=True),
        model.TagDefinition(3, "Copy", watermark=STAMP),
        model.TagDefinition(4, "Automatically select tags"),
    ),
    link_definitions=(
        model.LinkDefinition(1, "Message", "Attachment", "What came with it"),
        model.LinkDefinition(2, "New", "Old", "Which one counts"),
    ),
    audit_reasons=(),
    accounts=(
        model.Account("demo", "demo"),
        model.Account("reader", "reader", grants=(model.Grant(1, READ),)),
        model.Account("clerk", "clerk", tags=()),
        model.Account("passer-by", "passer-by", grants=(model.Grant(1, ("Browse",)),)),
    ),
    entries=(
        entry(1, "", "Folder"),
        entry(LETTERS, "Letters", "Folder", fields={"Number": ("7",)}),
        entry(
            LETTER,
            "To the mayor",
            template="Letter",
            fields={"Kind": ("Letter",), "Subject": ("Noise",), "Sent": ("2024-01-31T00:00:00",), "Number": ("12",)},
            tags=(model.TagAssignment("Checked", "by hand"),),
        ),
        entry(BARE, "Bare"),
        entry(REPORT, "Report", template="Bill", fields={"Share": ("0.25", "0.75"), "Fee": ("1250.5",)}),
        entry(SHORTCUT, "To the letter", "Shortcut", target=LETTER),
        entry(TAKEN, "Taken", checked_out_by="reader"),
        entry(SECRET, "Secret", tags=(model.TagAssignment("Secret"),)),
    ),
    links=(
        model.Link(1, 1, LETTER, REPORT, "as sent"),
        model.Link(2, 2, BARE, LETTER),
        model.Link(3, 2, LETTER, SECRET),
        model.Link(4, 1, LETTERS, BARE),
    ),
)


@cache
def _beginning() -> bytes:
    return Database.from_corpus(CORPUS).snapshot()


@pytest.fixture
def repository(registry: Registry, profile: str) -> Iterator[Repository]:
    """A fresh cabinet on that profile."""
    made = registry.create(profile=profile)
    made.database = Database.from_snapshot(_beginning())
    yield made
    registry.delete(made.id)


@dataclass(frozen=True)
class Cabinet:
    client: httpx.AsyncClient
    repository: Repository
    dialect: Dialect

    @property
    def is_v1(self) -> bool:
        return self.dialect.version == "v1"

    def body(self, fields: dict[str, list[str]]) -> Any:
        """Fields as the dialect wants them."""
        if not self.is_v1:
            return [{"name": name, "values": values} for name, values in fields.items()]
        return {
            name: {"values": [{"value": value, "position": place} for place, value in enumerate(values, 1)]}
            for name, values in fields.items()
        }

    async def put_fields(self, entry: int, fields: dict[str, list[str]], **params: str) -> httpx.Response:
        body = self.body(fields) if self.is_v1 else {"fields": self.body(fields)}
        return await self.client.put(f"Entries/{entry}/fields", json=body, params=params)

    async def put_template(self, entry: int, name: str, fields: dict[str, list[str]] | None = None) -> httpx.Response:
        body = {"templateName": name} | ({} if fields is None else {"fields": self.body(fields)})
        return await self.client.put(f"Entries/{entry}/template", json=body)

    async def put_tags(self, entry: int, *names: str) -> httpx.Response:
        return await self.client.put(f"Entries/{entry}/tags", json={"tags": list(names)})

    async def put_links(self, entry: int, *links: tuple[int, int], **more: Any) -> httpx.Response:
        """Links from the entry, each as definition and other end."""
        kind, other = self.dialect(("linkTypeId", "targetId"), ("linkDefinitionId", "otherEntryId"))
        rows = [{kind: definition, other: id_, **more} for definition, id_ in links]
        return await self.client.put(f"Entries/{entry}/links", json=rows if self.is_v1 else {"links": rows})

    async def fields(self, entry: int) -> dict[str, list[str]]:
        """The fields of an entry as texts, in the order of the listing, whatever the dialect."""
        return self.read((await self.client.get(f"Entries/{entry}/fields")).json())

    def read(self, body: Any) -> dict[str, list[str]]:
        name = self.dialect("fieldName", "name")
        return {
            row[name]: [str(value["value"]) for value in row["values"]] if self.is_v1 else row["values"]
            for row in body["value"]
        }

    async def tags(self, entry: int) -> list[str]:
        return [row["name"] for row in (await self.client.get(f"Entries/{entry}/tags")).json()["value"]]

    async def links(self, entry: int) -> set[tuple[int, int, int]]:
        """The links of an entry as definition, source and target."""
        rows = (await self.client.get(f"Entries/{entry}/links")).json()["value"]
        kind = self.dialect("linkTypeId", "linkDefinitionId")
        return {(row[kind], row["sourceId"], row["targetId"]) for row in rows}

    async def become(self, user: str) -> None:
        """Sign in as somebody else; passwords are the names."""
        form = {"grant_type": "password", "username": user, "password": user}
        self.client.headers.pop("Authorization")
        answer = await self.client.post("Token", data=form)
        self.client.headers["Authorization"] = f"Bearer {answer.json()['access_token']}"

    def rows(self, sql: str, *values: Any) -> list[tuple[Any, ...]]:
        return self.repository.database.connection.execute(sql, values).fetchall()

    def state(self) -> list[tuple[Any, ...]]:
        """Everything that a write of metadata could change."""
        tables = ("entry", "entry_field", "field_value", "entry_tag", "entry_link", "text_item")
        return [row for table in tables for row in self.rows(f"SELECT '{table}', * FROM {table} ORDER BY 2, 3, 4")]

    def reason(self) -> str:
        """What the journal says of the last request."""
        return self.repository.journal.read()[-1]["reason"] or ""


@pytest.fixture
def cabinet(client: httpx.AsyncClient, repository: Repository, dialect: Dialect) -> Cabinet:
    return Cabinet(client, repository, dialect)


def outcome(answer: httpx.Response) -> tuple[int, int]:
    """Status and code of a refusal."""
    return answer.status_code, answer.json().get("errorCode", 0)
