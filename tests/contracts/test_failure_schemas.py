"""Which failures the file of each tool knows: its slugs, the kind of each, and the keys that go with it."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from lf_contracts import schemas

REQUEST_ID = "3f0c1e0a-5b1d-4f6e-9a53-0c9a4de01234"
REPOSITORY = (
    "auth_failed",
    "not_found",
    "method_not_allowed",
    "unsupported_media_type",
    "rate_limited",
    "required_field_missing",
    "server_error",
)
UNFORESEEN = ("network_error", "local_io_error", "internal_error")
FENCES = ("path_not_allowed", "path_traversal_blocked")
WRITING = ("outcome_unknown", *FENCES)
TOLD: dict[str, Any] = {
    "status_code": 500,
    "server_error_code": 9042,
    "server_message": "No. [9042]",
    "reason": "It did not work.",
    "upstream_trace_id": None,
}
ABOUT_FILE = {"entry_id": 18, "content_type": "application/pdf", "byte_size": 5, "message": "It cannot be read."}
# The slugs of a form of their own, with its keys besides the five of every failure and those that `named` gives.
KEYS: dict[tuple[str, ...], dict[str, Any]] = {
    ("path_not_allowed", "path_traversal_blocked"): {"reason": "Fenced off.", "path": "\\Legal"},
    ("destructive_scope_required",): {"reason": "It is missing.", "required_scope": "delete"},
    ("source_path_not_allowed",): {"reason": "It lies outside.", "file_path": "/tmp/a"},
    ("file_not_found", "file_read_failed"): {"message": "It is not there.", "file_path": "/tmp/a"},
    ("invalid_name",): {"reason": "It is blank.", "name": " "},
    ("invalid_field_name",): {
        "reason": "There is no such field.",
        "entry_id": 18,
        "invalid_field_names": ["x"],
        "valid_field_names_sample": ["Tenant"],
    },
    ("invalid_tag_name",): {
        "reason": "There is no such tag.",
        "entry_id": 18,
        "invalid_tag_names": ["x"],
        "valid_tag_names": ["Public"],
    },
    ("invalid_link_type",): {
        "reason": "There is no such type.",
        "entry_id": 18,
        "invalid_link_type_ids": [9],
        "valid_link_type_ids": [1],
    },
    ("invalid_template_name",): {"reason": "No such one.", "template_name": "x", "valid_template_names": ["Lease"]},
    ("missing_required_fields",): {
        "missing": ["Tenant"],
        "field_details": [{"name": "Tenant", "field_type": "String", "list_values": [], "default_value": None}],
        "next_step": "Fill it in.",
    },
    ("invalid_confirmation_token",): {"reason": "It is spent.", "entry_id": 18, "next_step": "Look again."},
    ("exceeds_batch_cap",): {"reason": "Too many.", "entry_id": 18, "immediate_child_count": None, "batch_cap": 50},
    (
        "no_op",
        "conflicting_modes",
        "fields_ignored_on_remove",
        "audit_reason_required",
        "child_count_probe_failed",
        "not_a_folder",
        "preview_does_not_accept_token",
    ): {"reason": "It makes no sense.", "entry_id": 18},
    ("page_range_required",): {"message": "Name pages."},
    ("invalid_page_range",): {"reason": "It is no range.", "entry_id": 18, "page_range": "3-1"},
    ("no_extracted_text",): {"entry_id": 18, "message": "There is none.", "hint": "Read the file."},
    ("size_exceeds_cap",): {"byte_size": 9, "max_bytes": 5, "message": "It is too large."},
    ("no_electronic_document",): {**ABOUT_FILE, "byte_size": 0, "hint": "Search its text."},
    ("invalid_page_spec",): {"entry_id": 18, "message": "These are no pages."},
    ("pages_not_applicable", "pages_out_of_range"): ABOUT_FILE,
    (
        "pdf_encrypted",
        "pdf_open_failed",
        "pypdf_unavailable",
        "unsupported_format",
        "legacy_office_format",
        "not_a_zip",
        "malformed_docx",
        "malformed_eml",
        "xlsx_open_failed",
        "msg_open_failed",
        "backend_unavailable",
        "archive_too_large",
        "extraction_failed",
    ): {**ABOUT_FILE, "hint": "Take the bytes."},
    ("image_too_large",): {"entry_id": 18, "message": "It is too large."},
    ("unsupported_image_format",): {"entry_id": 18, "message": "It is none.", "byte_size": 5},
}
OWN = {slug: keys for slugs, keys in KEYS.items() for slug in slugs}
MAY_HAVE = {"pages_out_of_range": {"exception_class", "hint"}}
"""Keys that a form has in some cases, by slug."""

ENTRY = ({"entry_id": 18},)
TOKEN = ({"operation_token": "t"},)
TEMPLATE = (*ENTRY, {"entry_id": 18, "template_name": "Lease"})
PAGES = ("page_range_required", "invalid_page_range")
TEMPLATES = ("invalid_template_name", "invalid_field_name", "missing_required_fields")
READING_A_FILE = (
    *("no_electronic_document", "size_exceeds_cap", "invalid_page_spec", "pages_out_of_range", "pages_not_applicable"),
    *("pdf_encrypted", "pdf_open_failed", "pypdf_unavailable", "unsupported_format", "legacy_office_format"),
    *("not_a_zip", "malformed_docx", "malformed_eml", "xlsx_open_failed", "msg_open_failed", "backend_unavailable"),
    *("archive_too_large", "extraction_failed"),
)
DELETING = (
    *("invalid_confirmation_token", "destructive_scope_required", "child_count_probe_failed"),
    *("exceeds_batch_cap", "audit_reason_required"),
)
# By tool: the operations that its failures are called after, its own slugs, and what its failed requests name.
TOOLS: dict[str, tuple[str, tuple[str, ...], tuple[dict[str, Any], ...]]] = {
    "entry_search_by_name": ("search", (), ({},)),
    "entry_get_by_path": ("get_entry_by_path", (), ({"full_path": "\\a"},)),
    "document_get_text": ("get_document_text", ("no_extracted_text",), ENTRY),
    "document_get_edoc": ("get_document_edoc", READING_A_FILE, ENTRY),
    "document_get_image": (
        "get_document_image",
        ("no_electronic_document", "image_too_large", "unsupported_image_format"),
        ENTRY,
    ),
    "document_find_duplicates": ("find_duplicate_documents", ("not_a_folder",), ENTRY),
    "entry_compare": (
        "compare_entries",
        (),
        ({"entry_id": 18, "side": "left"}, {"entry_id": 18, "side": "right", "stage": "fields"}),
    ),
    "field_definition_list": ("list_field_definitions", (), ({},)),
    "tag_definition_list": ("list_tag_definitions", (), ({},)),
    "template_definition_list": ("list_template_definitions", (), ({},)),
    "link_definition_list": ("list_link_definitions", (), ({},)),
    "template_field_list": ("get_template_fields", ("invalid_template_name",), ({"template_name": "Lease"},)),
    "audit_reason_list": ("get_audit_reasons", (), ({},)),
    "task_get_status": ("get_task_status", (), TOKEN),
    "task_wait": ("wait_for_task", (), TOKEN),
    "task_update": ("get_task_status wait_for_task", (), TOKEN),
    "field_set": ("set_fields", (*WRITING, "invalid_field_name"), ENTRY),
    "field_merge": ("merge_fields", (*WRITING, "invalid_field_name"), ENTRY),
    "field_update": ("set_fields merge_fields", (*WRITING, "invalid_field_name"), ENTRY),
    "tag_set": ("set_tags", (*WRITING, "invalid_tag_name"), ENTRY),
    "tag_merge": ("merge_tags", (*WRITING, "invalid_tag_name"), ENTRY),
    "tag_update": (
        "set_tags merge_tags tag_update",
        (*WRITING, "invalid_tag_name", "conflicting_modes", "no_op"),
        ENTRY,
    ),
    "link_set": ("set_links", (*WRITING, "invalid_link_type"), ENTRY),
    "link_update": ("set_links link_update", (*WRITING, "invalid_link_type", "conflicting_modes"), ENTRY),
    "template_assign": ("assign_template", (*WRITING, *TEMPLATES), TEMPLATE),
    "template_remove": ("remove_template", WRITING, ENTRY),
    "template_update": (
        "assign_template remove_template template_update",
        (*WRITING, *TEMPLATES, "fields_ignored_on_remove"),
        TEMPLATE,
    ),
    "folder_create": (
        "create_folder",
        (*WRITING, "invalid_name", *TEMPLATES),
        (*ENTRY, {"parent_id": 1, "name": "a"}),
    ),
    "entry_copy": (
        "copy_entry",
        (*WRITING, "invalid_name"),
        (*ENTRY, {"source_id": 18, "parent_id": 1, "name": "a"}),
    ),
    "document_import": (
        "import_document",
        (
            *(*WRITING, "invalid_name", *TEMPLATES, "invalid_tag_name"),
            *("source_path_not_allowed", "file_not_found", "file_read_failed", "size_exceeds_cap"),
        ),
        (*ENTRY, {"parent_id": 1, "name": "a", "file_path": "/tmp/a"}),
    ),
    "entry_rename": (
        "rename_entry",
        (*WRITING, "invalid_name", "invalid_confirmation_token"),
        (*ENTRY, {"entry_id": 18, "new_name": "b"}),
    ),
    "entry_move": (
        "move_entry",
        (*WRITING, "invalid_name", "invalid_confirmation_token", "no_op"),
        (*ENTRY, {"entry_id": 18, "new_parent_id": 50}),
    ),
    "entry_delete": ("delete_entry", (*WRITING, *DELETING), ENTRY),
    "document_edoc_delete": (
        "delete_edoc",
        (*WRITING, "invalid_confirmation_token", "destructive_scope_required"),
        ENTRY,
    ),
    "document_pages_delete": (
        "delete_pages",
        (*WRITING, *PAGES, "invalid_confirmation_token", "destructive_scope_required"),
        (*ENTRY, {"entry_id": 18, "page_range": "1"}),
    ),
}
TWO_STEPS = {
    "entry_rename": ("invalid_name",),
    "entry_move": ("invalid_name",),
    "entry_delete": (),
    "document_edoc_delete": (),
    "document_pages_delete": PAGES,
}
for both, looked_at in TWO_STEPS.items():
    TOOLS[f"{both}_execute"] = TOOLS[both]
    TOOLS[f"{both}_preview"] = (TOOLS[both][0], (*FENCES, *looked_at, "preview_does_not_accept_token"), ENTRY)

WITHOUT_ENTRY_ARGUMENT = re.compile(
    "entry_search_by_name|entry_get_by_path|document_find_duplicates|entry_compare|.*_list|task_.*"
    "|folder_create|entry_copy|document_import"
)
FAILURES = [(tool, slug) for tool, (_, own, _) in TOOLS.items() for slug in (*REPOSITORY, *UNFORESEEN, *own)]


def named(tool: str, slug: str) -> dict[str, Any]:
    """The keys of a slug that differ between tools: what was named in the call."""
    making = tool in ("folder_create", "document_import")
    if slug == "invalid_name":
        if tool == "entry_copy":
            return {"source_id": 18, "parent_id": 1}
        moving = {"new_parent_id": 50} if tool.startswith("entry_move") else {}
        return {"parent_id": 1} if making else {"entry_id": 18, **moving}
    if slug == "invalid_template_name" and tool != "template_field_list":
        return {"parent_id": 1, "name": "a"} if making else {"entry_id": 18}
    if slug == "missing_required_fields" and not making:
        return {"entry_id": 18}
    if slug == "size_exceeds_cap":
        file = {"entry_id": 18, "requested_mode": "text", "content_type": None}
        return {"file_path": "/tmp/a"} if tool == "document_import" else file
    if slug == "preview_does_not_accept_token" and tool == "entry_move_preview":
        return {"new_parent_id": 50}
    if slug in READING_A_FILE and tool.startswith("document_get"):
        return {"requested_mode": "image" if tool == "document_get_image" else "text"}
    return {"requested_mode": "image"} if slug in ("image_too_large", "unsupported_image_format") else {}


def failures(tool: str, slug: str) -> Iterator[dict[str, Any]]:
    """What `tool` may answer under `slug`, in each form that has other keys."""
    operations, _, about = TOOLS[tool]
    kind = schemas.slugs()[slug].kind
    for operation in operations.split():
        head = {"mode": "error", "operation": operation, "kind": kind, "error": slug, "request_id": REQUEST_ID}
        hint = {"user_hint": "Ask."} if kind in ("permission_denied", "upstream_unavailable") else {}
        if slug in (*REPOSITORY, "outcome_unknown"):
            yield from ({**head, **TOLD, **hint, **asked} for asked in about)
        elif slug in UNFORESEEN:
            entry = {} if WITHOUT_ENTRY_ARGUMENT.fullmatch(tool) else {"entry_id": 18}
            yield {**head, "reason": "It is odd.", **hint, **entry}
        else:
            yield {**head, **OWN[slug], **named(tool, slug)}


def accepts(tool: str, answer: dict[str, Any]) -> bool:
    return schemas.validator(f"tools/laserfiche_{tool}").is_valid(answer)


def known(tool: str) -> list[str]:
    """The slugs in the published schema of a tool."""
    told = schemas.tool_output(f"laserfiche_{tool}")["anyOf"][-1]["properties"]["error"]["enum"]
    assert isinstance(told, list)
    return told


def test_every_tool_but_those_with_single_forms_is_in_the_table() -> None:
    single = {name.partition("/")[0] for name in schemas.names() if "/error" in name}
    rest = {tool.removeprefix("laserfiche_") for tool in schemas.tools()} - single
    assert rest == {*TOOLS, "repository_list"}


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_knows_its_slugs_and_no_other(tool: str) -> None:
    told = known(tool)
    assert len(told) == len(set(told))
    assert set(told) == {*REPOSITORY, *UNFORESEEN, *TOOLS[tool][1]}


@pytest.mark.parametrize(("tool", "slug"), FAILURES)
def test_a_failure_has_exactly_its_keys(tool: str, slug: str) -> None:
    published = Draft202012Validator(schemas.tool_output(f"laserfiche_{tool}"))
    for answer in failures(tool, slug):
        assert accepts(tool, answer), answer
        assert published.is_valid(answer)
        # Some forms of one slug differ by keys that name what was asked for: one may be the other and a key more.
        others = [set(other) for other in failures(tool, slug)]
        for key in answer:
            less = {name: value for name, value in answer.items() if name != key}
            assert not accepts(tool, less) or set(less) in others, key
        for key in {"extra", "hint", "folder_id", "query"} - answer.keys() - MAY_HAVE.get(slug, set()):
            assert not accepts(tool, {**answer, key: "x"}), key


@pytest.mark.parametrize(("tool", "slug"), FAILURES)
def test_a_failure_of_another_kind_slug_or_operation_is_refused(tool: str, slug: str) -> None:
    answer = next(failures(tool, slug))
    kind = "rate_limited" if answer["kind"] == "not_found" else "not_found"
    for change in ({"kind": kind}, {"error": "bad_query_syntax"}, {"operation": "another"}, {"request_id": "7"}):
        if answer | change != answer:
            assert not accepts(tool, answer | change), change


def test_the_list_of_repositories_has_no_failure_of_its_own_but_tells_of_one() -> None:
    told = {"operation": "list_repositories", "kind": "not_found", "error": "not_found", "request_id": REQUEST_ID}
    error = {"mode": "error", **told, **TOLD, "status_code": 404}
    fallback = {
        "mode": "fallback",
        "operation": "list_repositories",
        "warning": "Only one.",
        "server_error": error,
        "value": [{"repoId": "demo-1", "displayName": None, "is_configured": True}],
    }
    assert accepts("repository_list", fallback)
    assert not accepts("repository_list", {**fallback, "server_error": {**error, "kind": "rate_limited"}})
    assert not accepts("repository_list", error)
    assert known("repository_list") == list(UNFORESEEN)


def test_the_tools_together_know_every_slug_that_can_be_met() -> None:
    met = {name for name, slug in schemas.slugs().items() if slug.reach == "mcp"}
    assert {slug for tool in schemas.tools() for slug in known(tool.removeprefix("laserfiche_"))} == met
    assert len(schemas.slugs()) == 67  # as many as the error contract of release 2.6.2 has


def test_the_kinds_in_the_files_are_those_of_the_table() -> None:
    rules = schemas.schema("entry_get/error-classified")["allOf"][0]["allOf"]
    kinds = {
        slug: rule["then"]["properties"]["kind"]["const"]
        for rule in rules
        for slug in rule["if"]["properties"]["error"]["enum"]
    }
    assert kinds == {name: slug.kind for name, slug in schemas.slugs().items() if slug.reach == "mcp"}
