"""From a corpus to the tables: every record of `lf_fixtures.model` becomes rows, and then the text index is fed."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from lf_fixtures import numbering
from lf_simulator.store import text

if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterable, Iterator

    from lf_fixtures.model import Corpus, Entry, TemplateDefinition, Watermark

ROOT_PATH = "\\"
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)", re.ASCII)


def fill(connection: sqlite3.Connection, corpus: Corpus) -> None:
    """Write all of `corpus` into empty tables and index its text. The caller commits."""
    connection.execute("BEGIN")
    connection.execute("PRAGMA defer_foreign_keys = ON")  # a parent may come after its child
    facts = {"corpus": corpus.name, "repository_name": corpus.repository_name}
    _insert(connection, "fact", facts.items())
    _fill_definitions(connection, corpus)
    paths = _paths(corpus.entries)
    template_ids = {template.name: template.id for template in corpus.templates}
    volumes = {key(volume.name): volume.name for volume in numbering.volumes(corpus)}
    _insert(connection, "entry", (_entry_row(entry, paths, template_ids, volumes) for entry in corpus.entries))
    _fill_documents(connection, corpus.entries)
    _fill_metadata(connection, corpus)
    text.index_all(connection)


def _fill_definitions(connection: sqlite3.Connection, corpus: Corpus) -> None:
    accounts = (
        (
            *(row.name, key(row.name), row.password, json.dumps(dict(row.attributes))),
            *(row.grants is None, row.tags is None),
        )
        for row in corpus.accounts
    )
    _insert(connection, "account", accounts)
    trustees = ((row.id, row.name, key(row.name)) for row in numbering.trustees(corpus))
    _insert(connection, "trustee", trustees)
    volumes = ((row.id, row.name, key(row.name)) for row in numbering.volumes(corpus))
    _insert(connection, "volume", volumes)
    _insert(connection, "everyone_attribute", corpus.everyone)
    _insert(connection, "audit_reason", ((row.id, row.name, row.event) for row in corpus.audit_reasons))
    _insert(
        connection,
        "field_definition",
        (
            (
                *(row.id, row.name, key(row.name), row.type, row.length, row.description),
                *(row.is_multi_value, row.is_required, row.default, row.constraint, row.constraint_error),
                *(json.dumps(row.list_values), row.format, row.currency, row.format_pattern),
            )
            for row in corpus.fields
        ),
    )
    templates = ((row.id, row.name, key(row.name), row.description, json.dumps(row.color)) for row in corpus.templates)
    _insert(connection, "template_definition", templates)
    field_ids = {row.name: row.id for row in corpus.fields}
    _insert(
        connection,
        "template_field",
        (
            (
                *(template.id, field_ids[name], position, name in template.required),
                *_group(template, name),
                *_dynamic(template, name, field_ids),
            )
            for template in corpus.templates
            for position, name in enumerate(template.fields, 1)
        ),
    )
    tags = (
        (row.id, row.name, key(row.name), row.description, row.is_secure, _watermark(row.watermark))
        for row in corpus.tags
    )
    _insert(connection, "tag_definition", tags)
    links = ((row.id, row.source_label, row.target_label, row.description) for row in corpus.link_definitions)
    _insert(connection, "link_definition", links)


def _group(template: TemplateDefinition, field: str) -> tuple[int, str]:
    return next(((group.id, group.name) for group in template.groups if field in group.fields), (0, ""))


def _dynamic(template: TemplateDefinition, field: str, field_ids: dict[str, int]) -> tuple[str, str]:
    rule = next((rule for rule in template.dynamic if rule.field == field), None)
    if rule is None:
        return "[]", "[]"
    return json.dumps([field_ids[name] for name in rule.ancestors]), json.dumps(rule.rows)


def _watermark(watermark: Watermark | None) -> str:
    return "" if watermark is None else json.dumps(asdict(watermark))


def _entry_row(
    entry: Entry, paths: dict[int, str], template_ids: dict[str, int], volumes: dict[str, str]
) -> tuple[Any, ...]:
    path = paths[entry.id]
    file = entry.edoc
    return (
        *(entry.id, entry.parent or None, entry.name, key(entry.name), path, key(path), entry.type),
        *(entry.created, entry.modified, entry.creator, volumes[key(entry.volume)]),
        *(None if entry.template is None else template_ids[entry.template], entry.target),
        *(("", "", None) if file is None else (file.extension, file.mime_type, len(file.data))),
        *(len(entry.pages), entry.checked_out_by, entry.owner or None),
        entry.versions[-1].number if entry.versions else 0,
    )


def _fill_documents(connection: sqlite3.Connection, entries: Iterable[Entry]) -> None:
    files = ((entry.id, entry.edoc.data, entry.edoc.text) for entry in entries if entry.edoc)
    _insert(connection, "edoc", files)
    pages = (
        (None, entry.id, number, page.text, page.has_image, _if_other(page.true_text, page.text), 0, None)
        for entry in entries
        for number, page in enumerate(entry.pages, 1)
    )
    _insert(connection, "page", pages)
    marks = (
        (mark.id, entry.id, mark.page, mark.kind, mark.text, mark.creator, mark.color, mark.stamp)
        for entry in entries
        for mark in entry.annotations
    )
    _insert(connection, "annotation", marks)
    versions = (
        (entry.id, row.number, row.modified_by, row.modified, row.label, row.comment)
        for entry in entries
        for row in entry.versions
    )
    _insert(connection, "document_version", versions)


def _if_other(true_text: str, text: str) -> str | None:
    return true_text if true_text and true_text != text else None


def _fill_metadata(connection: sqlite3.Connection, corpus: Corpus) -> None:
    field_ids = {row.name: row.id for row in corpus.fields}
    template_fields = {row.name: row.fields for row in corpus.templates}
    tag_ids = {row.name: row.id for row in corpus.tags}
    assigned = [(entry, _field_names(entry, template_fields)) for entry in corpus.entries]
    _insert(
        connection,
        "entry_field",
        ((entry.id, field_ids[name], ordinal) for entry, names in assigned for ordinal, name in enumerate(names, 1)),
    )
    _insert(
        connection,
        "field_value",
        (
            (entry.id, field_ids[name], position, *stored_value(value))
            for entry in corpus.entries
            for name, values in entry.fields.items()
            for position, value in enumerate(values, 1)
        ),
    )
    tags = ((entry.id, tag_ids[tag.name], tag.comment) for entry in corpus.entries for tag in entry.tags)
    _insert(connection, "entry_tag", tags)
    links = ((row.id, row.definition, row.source, row.target, row.comment, "{}") for row in corpus.links)
    _insert(connection, "entry_link", links)
    _insert(connection, "link_group", ((group.id, group.comment) for group in corpus.link_groups))
    members = ((entry_id, group.id) for group in corpus.link_groups for entry_id in group.entries)
    _insert(connection, "link_group_member", members)
    _fill_rights(connection, corpus, tag_ids)


def _fill_rights(connection: sqlite3.Connection, corpus: Corpus, tag_ids: dict[str, int]) -> None:
    grants = (
        (key(account.name), grant.entry, json.dumps(grant.rights))
        for account in corpus.accounts
        for grant in account.grants or ()
    )
    _insert(connection, "account_grant", grants)
    held = ((key(account.name), tag_ids[name]) for account in corpus.accounts for name in account.tags or ())
    _insert(connection, "account_tag", held)


def _field_names(entry: Entry, template_fields: dict[str, tuple[str, ...]]) -> list[str]:
    """The fields an entry has, in the order of listing: those of its template first, blank or not, then its own."""
    of_template = template_fields[entry.template] if entry.template else ()
    return [*of_template, *(name for name in entry.fields if name not in of_template)]


def _paths(entries: Iterable[Entry]) -> dict[int, str]:
    """The full path of every entry; a parent may come after its child."""
    by_id = {entry.id: entry for entry in entries}
    paths: dict[int, str] = {}
    for entry in by_id.values():
        way = [entry, *_ancestors(entry, by_id)]
        paths[entry.id] = ROOT_PATH + ROOT_PATH.join(node.name for node in reversed(way) if node.parent)
    return paths


def _ancestors(entry: Entry, by_id: dict[int, Entry]) -> Iterator[Entry]:
    while entry.parent:
        entry = by_id[entry.parent]
        yield entry


def key(name: str) -> str:
    """A name or path as it is compared: without case."""
    return name.casefold()


def stored_value(value: str) -> tuple[str, str, float | None]:
    """A field value as the tables have it: as the API writes it, as text is compared, and as a number or None."""
    return value, key(value), float(value) if _NUMBER.fullmatch(value) else None


def _insert(connection: sqlite3.Connection, table: str, rows: Iterable[tuple[Any, ...]]) -> None:
    """Insert whole rows, every column of `table` in the order of `schema.sql`."""
    width = len(connection.execute(f"SELECT * FROM {table} LIMIT 0").description)  # noqa: S608 - names from this module
    connection.executemany(f"INSERT INTO {table} VALUES ({', '.join('?' * width)})", rows)  # noqa: S608 - the same
