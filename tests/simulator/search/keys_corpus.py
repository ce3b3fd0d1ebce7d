"""The repository that `keys.txt` speaks of: for each key something that has it, and something that has it not."""

from __future__ import annotations

from lf_fixtures.model import (
    Account,
    Annotation,
    Corpus,
    Edoc,
    Entry,
    FieldDefinition,
    Link,
    LinkDefinition,
    LinkGroup,
    Page,
    TagAssignment,
    TagDefinition,
    TemplateDefinition,
    Trustee,
    Version,
    Volume,
)

EARLY, MIDDLE, SPRING, SUMMER = (
    *("2022-01-01T08:00:00Z", "2023-06-01T08:00:00Z", "2024-03-01T09:30:00Z"),
    "2024-05-01T10:00:00Z",
)
ROLL = Entry(
    *(11, 10, "Rent roll", "Document", SPRING, SUMMER, "jdoe", "Default"),
    template="Lease",
    fields={"Tenant": ("Maria Gomez",)},
    tags=(TagAssignment("Urgent", "check signature page"), TagAssignment("Paid")),
    pages=(Page("Maple street"), Page("Second page")),
    edoc=Edoc("pdf", "application/pdf", b"123456789"),
    annotations=(
        Annotation(1, "Note", 1, "urgent: verify rent", "jdoe", 0xFFFF00),
        Annotation(2, "Callout", 2, "see p. 4", "admin", 7),
        Annotation(3, "TextBox", 1, "void", "jdoe", 7),
        Annotation(4, "Stamp", 2, "stamp", "admin", 255, "Received"),
        Annotation(5, "Stamp", 2, "", "", 7),
    ),
    checked_out_by="admin",
    owner="boss",
    versions=(
        Version(1, "jdoe", SPRING, "Draft", "first draft"),
        Version(3, "admin", SUMMER, "", "Final, signed copy"),
    ),
)
ENTRIES = (
    Entry(1, 0, "", "Folder", EARLY, EARLY, "admin", "Default"),
    Entry(10, 1, "Files", "Folder", EARLY, EARLY, "admin", "Default", tags=(TagAssignment("Urgent"),)),
    ROLL,
    Entry(
        *(12, 10, "Terms", "Document", MIDDLE, MIDDLE, "CORP\\mlee", "Archive"),
        edoc=Edoc("docx", "application/msword", b"1234"),
        checked_out_by="jdoe",
        versions=(Version(1, "jdoe", MIDDLE, "", "final word"), Version(2, "jdoe", MIDDLE)),
    ),
    Entry(
        *(13, 10, "Tract", "Document", MIDDLE, MIDDLE, "admin", "Default"),
        tags=(TagAssignment("Paid"),),
        pages=(Page("Only this is read", has_image=False), Page("", has_image=False)),
        edoc=Edoc("", "", b"12345"),
        annotations=(
            Annotation(6, "Redaction", 2, "", "admin"),
            Annotation(7, "Strikeout", 2, "", "admin"),
            Annotation(8, "Line", 2, "", "admin"),
        ),
    ),
    Entry(14, 10, "Empty", "Document", MIDDLE, MIDDLE, "admin", "Default"),
    Entry(15, 10, "Rent (shortcut)", "Shortcut", MIDDLE, MIDDLE, "admin", "Default", target=11),
    Entry(16, 1, "Correspondence", "RecordSeries", EARLY, EARLY, "admin", "Archive"),
    Entry(20, 10, "Older", "Folder", EARLY, EARLY, "admin", "Archive", owner="boss"),
)
CORPUS = Corpus(
    *("keys", "A bit of everything", 1, "Keys"),
    fields=(FieldDefinition(1, "Tenant", "String", 60),),
    templates=(TemplateDefinition(1, "Lease", ("Tenant",)), TemplateDefinition(2, "Letter", ())),
    tags=(TagDefinition(1, "Urgent"), TagDefinition(2, "Paid"), TagDefinition(3, "Nowhere")),
    link_definitions=(LinkDefinition(1, "Supersedes", "Superseded by"), LinkDefinition(2, "Message", "Attachment")),
    audit_reasons=(),
    accounts=(Account("jdoe", ""), Account("admin", "")),
    entries=ENTRIES,
    links=(Link(1, 2, 12, 13), Link(2, 1, 11, 12)),
    trustees=(Trustee(7, "jdoe"), Trustee(8, "admin")),
    volumes=(Volume(2, "Default"), Volume(4, "Archive"), Volume(6, "Empty")),
    link_groups=(LinkGroup(1, (11, 12), "Superseded forms"), LinkGroup(2, (13, 14))),
)
