"""A small repository with a bit of everything that can be searched for. The vectors beside it speak of its entries."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import configuration, settings

from lf_fixtures.model import (
    Annotation,
    Corpus,
    Edoc,
    Entry,
    FieldDefinition,
    FieldType,
    Link,
    LinkDefinition,
    Page,
    TagAssignment,
    TagDefinition,
    TemplateDefinition,
)
from lf_simulator.store.database import Database

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator

# Examples are not remembered between runs, so that no folder of them appears in the project.
settings.register_profile("search", database=None, deadline=None)
settings.load_profile("search")
configuration.set_hypothesis_home_dir(Path(tempfile.gettempdir()) / "hypothesis")

LEASE_PAGES = (
    "Lease agreement for the Oak Street property. The unpaid balance is due on the first day of each month.",
    "The tenant shall keep the garden. Pruning of the maple tree is allowed.",
    "Signed in the city. A car park permit is included.",
)
TREES = "Pine Road lease. Balance paid in full. Maple and cherry trees need pruning in spring."


def _field(number: int, name: str, field_type: FieldType = "String", *, many: bool = False) -> FieldDefinition:
    return FieldDefinition(number, name, field_type, is_multi_value=many)


def _file(extension: str, size: int, text: str = "") -> Edoc:
    return Edoc(extension, "application/octet-stream", b"\0" * size, text)


def _pages(*texts: str) -> tuple[Page, ...]:
    return tuple(Page(text) for text in texts)


def _folder(number: int, parent: int, name: str, created: str, modified: str) -> Entry:
    return Entry(number, parent, name, "Folder", created, modified, "admin")


FIELDS = (
    _field(1, "Tenant"),
    _field(2, "Monthly Rent", "Number"),
    _field(3, "Start Date", "Date"),
    _field(4, "Contacts", many=True),
    _field(5, "Notes"),
    _field(6, "Vendor"),
    _field(7, "Amount", "Number"),
    _field(8, "Invoice Date", "Date"),
    _field(9, "Paid"),
    _field(10, "Box Number", "Number"),
)
ENTRIES = (
    _folder(1, 0, "", "2019-01-01T00:00:00Z", "2019-01-01T00:00:00Z"),
    _folder(10, 1, "Leases", "2023-01-05T09:00:00Z", "2024-05-01T10:00:00Z"),
    Entry(
        *(11, 10, "Oak Street Lease", "Document", "2024-01-15T14:30:00Z", "2024-03-02T08:00:00Z", "jdoe", "Default"),
        template="Lease",
        fields={
            "Tenant": ("Maria Gomez",),
            "Monthly Rent": ("1450",),
            "Start Date": ("2024-02-01T00:00:00",),
            "Contacts": ("Ana", "Bo", "Cy"),
            "Notes": (),
        },
        tags=(TagAssignment("Needs Review", "check signature page"),),
        pages=_pages(*LEASE_PAGES),
        edoc=_file("pdf", 250_000),
        annotations=(Annotation(1, "Note", 1, "urgent: verify rent", "jdoe", 16776960),),
    ),
    Entry(
        *(12, 10, "Pine Road Lease", "Document", "2023-06-10T08:00:00Z", "2024-05-01T10:00:00Z", "admin", "Default"),
        template="Lease",
        fields={
            "Tenant": ("John O'Brien",),
            "Monthly Rent": ("980",),
            "Start Date": ("2023-06-15T00:00:00",),
            "Contacts": ("Bo",),
            "Notes": ("late payer",),
        },
        edoc=_file("docx", 51_200, TREES),
    ),
    Entry(
        *(13, 14, 'Old "final" scan', "Document", "2019-11-30T23:59:00Z", "2019-12-01T00:00:00Z", "scanner", "Archive"),
        fields={"Box Number": ("17",)},
        tags=(TagAssignment("Archived"), TagAssignment("Needs Review")),
        pages=_pages("unpaid invoice; the balance was written off", ""),
        annotations=(
            Annotation(2, "TextBox", 1, "archived copy", "admin", 0),
            Annotation(3, "Stamp", 2, "", "admin", 255, "approved"),
        ),
    ),
    _folder(14, 10, "Archive", "2019-11-01T12:00:00Z", "2019-12-01T00:00:00Z"),
    Entry(
        *(15, 1, "INV-1003475", "Document", "2024-03-14T16:00:00Z", "2024-03-14T16:05:00Z", "jdoe", "Default"),
        template="Invoice",
        fields={
            "Vendor": ("Acme Tools",),
            "Amount": ("120.5",),
            "Invoice Date": ("2024-03-14T00:00:00",),
            "Paid": (),
        },
        pages=_pages("Account 1003475. Acme Tools. Total due 120.50. Pay the balance by April."),
        edoc=_file("pdf", 1024),
        checked_out_by="jdoe",
    ),
    Entry(
        *(16, 1, "INV-100347C", "Document", "2024-04-02T09:00:00Z", "2024-04-09T11:30:00Z", "admin", "Default"),
        template="Invoice",
        fields={
            "Vendor": ("Acme Garden",),
            "Amount": ("75",),
            "Invoice Date": ("2024-04-02T00:00:00",),
            "Paid": ("Y",),
        },
        tags=(TagAssignment("Paid", "settled by wire"),),
        pages=_pages(*[""] * 10),
        edoc=_file("pdf", 300_000),
        annotations=(Annotation(4, "Highlight", 1, "", "jdoe", 65535),),
    ),
    Entry(*(17, 1, "Oak Street Lease", "Shortcut", "2024-05-02T13:00:00Z", "2024-05-02T13:00:00Z", "admin"), target=11),
)
SAMPLE = Corpus(
    name="sample",
    summary="Something of everything that can be searched for.",
    seed=0,
    repository_name="DemoRepo",
    fields=FIELDS,
    templates=(
        TemplateDefinition(1, "Lease", ("Tenant", "Monthly Rent", "Start Date", "Contacts", "Notes")),
        TemplateDefinition(2, "Invoice", ("Vendor", "Amount", "Invoice Date", "Paid")),
    ),
    tags=(TagDefinition(1, "Needs Review"), TagDefinition(2, "Archived"), TagDefinition(3, "Paid")),
    link_definitions=(LinkDefinition(1, "replaces", "replaced by"),),
    audit_reasons=(),
    accounts=(),
    entries=ENTRIES,
    links=(Link(1, 1, 12, 11),),
)


@pytest.fixture(scope="session")
def snapshot() -> bytes:
    database = Database.from_corpus(SAMPLE)
    return database.snapshot()


@pytest.fixture
def connection(snapshot: bytes) -> Iterator[sqlite3.Connection]:
    """The sample repository, for one test alone."""
    database = Database.from_snapshot(snapshot)
    yield database.connection
    database.close()


@pytest.fixture(scope="session")
def shared(snapshot: bytes) -> Iterator[sqlite3.Connection]:
    """The sample repository, for tests that only read."""
    database = Database.from_snapshot(snapshot)
    yield database.connection
    database.close()
