"""A corpus in the tables, and whole databases copied, on a small repository of the tests' own."""

from __future__ import annotations

import sqlite3

import pytest

import lf_fixtures
from lf_fixtures import model
from lf_simulator.store import definitions, documents, entries, metadata
from lf_simulator.store.accounts import find as find_account
from lf_simulator.store.accounts import has_password, repository_name
from lf_simulator.store.database import Database
from lf_simulator.store.entries import OrderBy

TIME = "2024-02-03T04:05:06Z"


def entry(id_, parent, name, type_="Folder", **more):
    return model.Entry(id_, parent, name, type_, TIME, TIME, "maker", **more)


CORPUS = model.Corpus(
    name="small",
    summary="A few entries",
    seed=1,
    repository_name="Small",
    fields=(
        model.FieldDefinition(1, "Subject", "String", length=40),
        model.FieldDefinition(2, "Amount", "Number", is_multi_value=True),
        model.FieldDefinition(3, "Kind", "List", list_values=("a", "b")),
    ),
    templates=(
        model.TemplateDefinition(7, "Letter", ("Kind", "Subject"), required=("Subject",), color=(255, 1, 2, 3)),
    ),
    tags=(model.TagDefinition(1, "Secret", is_secure=True),),
    link_definitions=(model.LinkDefinition(1, "from", "to"),),
    audit_reasons=(model.AuditReason(4, "Because", "ExportDocument"),),
    accounts=(model.Account("Demo", "Pass"),),
    entries=(
        entry(1, 0, ""),
        entry(2, 9, "Child Before Its Parent"),
        entry(
            5,
            1,
            "Straße",
            "Document",
            template="Letter",
            fields={"Amount": ("3", "1.5"), "Kind": ("b",)},
            tags=(model.TagAssignment("Secret", "shh"),),
            pages=(model.Page("first page"), model.Page("second page")),
            edoc=model.Edoc("txt", "text/plain", b"bytes", "layer"),
            annotations=(model.Annotation(3, "Note", 1, "look"),),
        ),
        entry(9, 1, "Folder"),
        entry(11, 1, "Way", "Shortcut", target=5),
    ),
    links=(model.Link(1, 1, 5, 9, "see"),),
)


@pytest.fixture
def store():
    database = Database.from_corpus(CORPUS)
    yield database.connection
    database.close()


def test_paths_follow_from_parents_whatever_their_order(store):
    assert entries.find(store, 1).path == "\\"
    assert entries.find(store, 2).path == "\\Folder\\Child Before Its Parent"
    assert entries.find(store, 5).path == "\\Straße"


def test_paths_are_found_without_regard_to_case_also_beyond_ascii(store):
    assert entries.find_by_path(store, "\\STRASSE").id == 5
    assert entries.find_by_path(store, "\\folder\\CHILD before its parent").id == 2
    assert entries.find_by_path(store, "\\Folder\\") is None


def test_the_closest_ancestor_is_the_deepest_that_exists(store):
    assert entries.closest_ancestor(store, "\\Folder\\x\\y").id == 9
    assert entries.closest_ancestor(store, "\\x").id == 1
    assert entries.closest_ancestor(store, "nowhere") is None


def test_a_record_knows_template_target_and_file(store):
    document, shortcut = entries.find(store, 5), entries.find(store, 11)
    assert (document.template_name, document.template_id, document.page_count, document.edoc_size) == (
        "Letter",
        7,
        2,
        5,
    )
    assert (shortcut.target_id, shortcut.target_type, shortcut.shown_extension) == (5, "Document", "txt")


def test_children_and_choices_come_in_order_and_by_id_where_it_leaves_them_equal(store):
    assert [row.id for row in entries.children(store, 1, [], 10, 0)] == [5, 9, 11]
    assert [row.id for row in entries.children(store, 1, [OrderBy("created")], 10, 0)] == [5, 9, 11]
    assert [row.id for row in entries.children(store, 1, [OrderBy("name", descending=True)], 2, 1)] == [5, 9]
    assert [row.id for row in entries.among(store, [11, 404, 2], [], 10, 0)] == [2, 11]
    assert entries.count_children(store, 1) == 3


def test_an_entry_lists_the_fields_of_its_template_first_and_blank_ones_too(store):
    listed = [(row.name, row.values, row.is_required) for row in metadata.fields_of(store, 5)]
    assert listed == [("Kind", ("b",), False), ("Subject", (), True), ("Amount", ("3", "1.5"), False)]


def test_chosen_fields_have_one_element_per_name_for_every_entry(store):
    chosen = metadata.chosen_fields(store, ["Amount", "Subject"], [5, 9])
    assert {id_: [(row.name, row.values) for row in rows] for id_, rows in chosen.items()} == {
        5: [("Amount", ("3", "1.5")), ("Subject", ())],
        9: [("Amount", ()), ("Subject", ())],
    }
    with pytest.raises(LookupError):
        metadata.chosen_fields(store, ["amount"], [5])


def test_definitions_keep_all_they_were_given(store):
    assert [row.field.name for row in definitions.template_fields(store, 7)] == ["Kind", "Subject"]
    assert [row.field.is_required for row in definitions.template_fields(store, 7)] == [False, True]
    assert definitions.field_by_name(store, "Kind").list_values == ("a", "b")
    assert definitions.template(store, 7).color == (255, 1, 2, 3)
    assert definitions.has_audit_reason(store, 4, "ExportDocument")
    assert not definitions.has_audit_reason(store, 4, "DeleteEntry")


def test_documents_keep_file_and_pages(store):
    assert documents.edoc(store, 5) == b"bytes"
    assert documents.edoc(store, 9) is None
    assert documents.page_texts(store, 5) == ["first page", "second page"]


def test_names_of_users_have_no_case_and_passwords_have(store):
    account = find_account(store, "DEMO")
    assert account is not None
    assert account.name == "Demo"
    assert has_password(store, account, "Pass")
    assert not has_password(store, account, "pass")
    assert repository_name(store) == "Small"


def counts(connection):
    names = [name for (name,) in connection.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
    return {name: connection.execute(f"SELECT count(*) FROM {name}").fetchone()[0] for name in names}


def test_a_restored_database_is_the_one_that_the_snapshot_was_taken_of():
    database = Database.from_corpus(CORPUS)
    before, snapshot = counts(database.connection), database.snapshot()
    for _ in range(3):
        database.connection.execute("DELETE FROM entry_link")
        database.connection.execute("DELETE FROM entry WHERE id = 5")
        assert entries.find(database.connection, 5) is None
        database.restore(snapshot)
        assert counts(database.connection) == before
        assert entries.find(database.connection, 5).name == "Straße"
    query = "SELECT count(*) FROM text_index WHERE text_index MATCH 'second'"
    assert database.connection.execute(query).fetchone() == (1,)
    database.close()


def test_copies_share_nothing_and_keep_their_foreign_keys():
    database = Database.from_corpus(CORPUS)
    copy = Database.from_snapshot(database.snapshot())
    copy.connection.execute("DELETE FROM entry_link")
    copy.connection.execute("DELETE FROM entry WHERE id = 5")
    assert counts(copy.connection)["page"] == 0
    assert counts(database.connection)["page"] == 2
    with pytest.raises(sqlite3.IntegrityError):
        copy.connection.execute("INSERT INTO page (entry_id, number) VALUES (404, 1)")
    database.close()
    copy.close()


def test_a_snapshot_of_what_has_not_changed_is_the_last_one_and_of_what_has_another():
    database = Database.from_corpus(CORPUS)
    first = database.snapshot()
    entries.find(database.connection, 5)
    assert database.snapshot() is first
    copy = Database.from_snapshot(first)
    assert copy.snapshot() is first
    for changed in (database, copy):
        changed.connection.execute("DELETE FROM audit_reason")
        later = changed.snapshot()
        assert later != first
        assert not definitions.has_audit_reason(Database.from_snapshot(later).connection, 4, "ExportDocument")
        changed.restore(first)
        assert changed.snapshot() is first
        assert definitions.has_audit_reason(changed.connection, 4, "ExportDocument")
    copy.close()
    database.close()


def test_a_database_in_a_file_stays_there_also_when_it_is_restored(tmp_path):
    file = tmp_path / "repository.sqlite"
    assert Database(file).is_empty
    database = Database.from_corpus(CORPUS, file)
    snapshot = database.snapshot()
    database.connection.execute("DELETE FROM audit_reason")
    database.connection.commit()
    database.restore(snapshot)
    database.close()
    again = Database(file)
    assert not again.is_empty
    assert definitions.has_audit_reason(again.connection, 4, "ExportDocument")
    again.close()


def test_the_demo_corpus_fills_every_table_with_what_it_holds():
    corpus = lf_fixtures.load("demo")
    database = Database.from_corpus(corpus)
    found = counts(database.connection)
    assert found["entry"] == len(corpus.entries)
    assert found["page"] == sum(len(row.pages) for row in corpus.entries)
    assert found["edoc"] == sum(row.edoc is not None for row in corpus.entries)
    assert found["field_value"] == sum(len(values) for row in corpus.entries for values in row.fields.values())
    assert found["text_item"] > found["entry"]
    database.close()
