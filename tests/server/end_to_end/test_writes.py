"""The tools that write, on every profile: what they send, what is there afterwards, and what they refuse."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from tests.server.end_to_end import files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.server.end_to_end.conftest import Lab

pytestmark = pytest.mark.anyio

WRITING = {"LF_READ_ONLY": "false"}
LEASE, OTHER_LEASE, FOLDER = 604, 609, 61


async def do(lab: Lab, name: str, settings: dict[str, str] | None = None, /, **arguments: Any) -> dict[str, Any]:
    return await lab.ask(f"laserfiche_{name}", WRITING | (settings or {}), **arguments)


def written(lab: Lab) -> list[str]:
    """The operations that would have changed something."""
    return [each["operation"] for each in lab.journal() if each["method"] not in ("GET", "HEAD")]


def fields_of(lab: Lab, entry: int) -> dict[str, list[str]]:
    return {name: values for name, values in lab.entry(entry)["fields"].items() if values}


# Fields


async def test_merging_keeps_what_it_was_not_asked_to_touch(lab: Lab) -> None:
    before = fields_of(lab, LEASE)
    answer = await do(lab, "field_merge", entry_id=LEASE, updates={"Comments": ["a word"]})
    assert (answer["mode"], answer["operation"]) == ("executed", "merge_fields")
    assert sorted(answer["fields_preserved"]) == sorted(before.keys() - {"Comments"})
    assert fields_of(lab, LEASE) == {**before, "Comments": ["a word"]}


async def test_many_values_on_several_pages_are_kept(lab: Lab) -> None:
    lab.faults({"operations": ["GetFieldValues", "ListFields"], "kind": "delay", "wait_ms": 0})
    before = fields_of(lab, LEASE)
    for value in ("one", "two"):
        await do(lab, "field_update", entry_id=LEASE, updates={"Comments": [value]})
    assert fields_of(lab, LEASE) == {**before, "Comments": ["two"]}


async def test_setting_clears_what_is_not_named(lab: Lab) -> None:
    entry = 18
    await do(lab, "field_merge", entry_id=entry, updates={"Comments": ["a"], "Title": ["b"]})
    answer = await do(lab, "field_set", entry_id=entry, fields={"Title": ["c"]})
    assert "mode" not in answer
    assert fields_of(lab, entry) == {"Title": ["c"]}
    await do(lab, "field_update", entry_id=entry, updates={"Comments": ["d"]}, mode="replace")
    assert fields_of(lab, entry) == {"Comments": ["d"]}


async def test_a_field_that_does_not_exist_is_told_before_anything_is_written(lab: Lab) -> None:
    for name, key in (("field_set", "fields"), ("field_merge", "updates"), ("field_update", "updates")):
        answer = await do(lab, name, entry_id=LEASE, **{key: {"Coments": ["x"]}})
        assert (answer["error"], answer["invalid_field_names"]) == ("invalid_field_name", ["Coments"])
        assert len(answer["valid_field_names_sample"]) == 20
    assert written(lab) == []
    unchecked = await do(lab, "field_set", {"LF_VALIDATE_NAMES": "false"}, entry_id=18, fields={"Coments": ["x"]})
    assert unchecked["error"] in ("server_error", "not_found")


async def test_required_fields_that_the_server_misses_have_their_slug(lab: Lab) -> None:
    answer = await do(lab, "field_set", entry_id=LEASE, fields={"Comments": ["x"]})
    assert (answer["error"], answer["kind"]) == ("required_field_missing", "invalid_input")


# Tags


async def test_tags_are_merged_and_set(lab: Lab) -> None:
    first = await do(lab, "tag_update", entry_id=18, add=["Public", "Draft"])
    assert (first["operation"], first["final_tags"]) == ("merge_tags", ["Draft", "Public"])
    second = await do(lab, "tag_merge", entry_id=18, add=["Permanent"], remove=["Draft", "Incomplete Scan"])
    assert second["final_tags"] == ["Permanent", "Public"]
    assert second["removed"] == ["Draft"]
    await do(lab, "tag_update", entry_id=18, replace=["Draft"])
    third = await do(lab, "tag_merge", entry_id=18)
    assert third["final_tags"] == ["Draft"]
    await do(lab, "tag_set", entry_id=18, tags=[])
    assert (await do(lab, "tag_merge", entry_id=18))["final_tags"] == []


async def test_wrong_tags_and_contradictions_cost_nothing(lab: Lab) -> None:
    wrong = await do(lab, "tag_set", entry_id=18, tags=["Pubic"])
    assert (wrong["error"], wrong["invalid_tag_names"]) == ("invalid_tag_name", ["Pubic"])
    lab.reset()
    both = await do(lab, "tag_update", entry_id=18, add=["Public"], replace=[])
    assert (both["error"], both["operation"]) == ("conflicting_modes", "tag_update")
    nothing = await do(lab, "tag_update", entry_id=18, add=[])
    assert nothing["error"] == "no_op"
    assert lab.operations() == []


# Links


async def test_links_are_set_and_merged(lab: Lab) -> None:
    await do(lab, "link_set", entry_id=18, links=[{"targetId": 83, "linkTypeId": 1}])
    more = {"targetId": 84, "linkTypeId": 1, "customProperties": {"why": "because"}}
    merged = await do(lab, "link_update", entry_id=18, links=[more], mode="merge")
    assert (merged["added_count"], merged["total_links"]) == (1, 2)
    again = await do(lab, "link_update", entry_id=18, links=[more], mode="merge")
    assert (again["added_count"], again["total_links"]) == (0, 2)
    replaced = await do(lab, "link_update", entry_id=18, links=[])
    assert replaced.get("value", []) == []


async def test_links_that_point_here_are_never_turned_around(lab: Lab) -> None:
    await do(lab, "link_set", entry_id=83, links=[{"targetId": 18, "linkTypeId": 1}])
    answer = await do(lab, "link_update", entry_id=18, links=[{"targetId": 84, "linkTypeId": 1}], mode="merge")
    if lab.version == "v1":
        assert answer["error"] == "conflicting_modes"
        return
    rows = answer["result"]["value"]
    assert {(row["sourceId"], row["targetId"]) for row in rows} >= {(83, 18), (18, 84)}


async def test_a_type_of_link_that_does_not_exist_is_told(lab: Lab) -> None:
    answer = await do(lab, "link_set", entry_id=18, links=[{"targetId": 83, "linkTypeId": 999}])
    assert (answer["error"], answer["invalid_link_type_ids"]) == ("invalid_link_type", [999])
    assert written(lab) == []


# Templates


async def test_a_template_is_assigned_with_what_it_demands_and_removed(lab: Lab) -> None:
    missing = await do(lab, "template_assign", entry_id=18, template_name="Lease")
    assert missing["error"] == "missing_required_fields"
    assert [row["name"] for row in missing["field_details"]] == missing["missing"]
    assert written(lab) == []
    assert set(missing["missing"]) == {"Lease Number", "Tenant", "Address", "Start Date"}
    values = {"Lease Number": ["L-2026-777"], "Tenant": ["Ada"], "Address": ["1 Main"], "Start Date": ["2026-01-31"]}
    answer = await do(lab, "template_update", entry_id=18, template_name="Lease", fields=values)
    assert answer.get("templateName") == "Lease", answer
    removed = await do(lab, "template_update", entry_id=18)
    assert not removed.get("templateName")
    nowhere = await do(lab, "template_update", entry_id=18, fields={"Title": ["x"]})
    assert (nowhere["error"], nowhere["operation"]) == ("fields_ignored_on_remove", "template_update")
    wrong = await do(lab, "template_assign", entry_id=18, template_name="lease")
    assert (wrong["error"], wrong["entry_id"]) == ("invalid_template_name", 18)
    assert (await do(lab, "template_remove", entry_id=999999))["error"] == "not_found"


# Making


async def test_a_folder_is_made_with_its_template(lab: Lab) -> None:
    made = await do(lab, "folder_create", parent_id=1, name="New", template_name="Work Order", fields=None)
    if made.get("error") == "missing_required_fields":
        fields = {row["name"]: [(row["list_values"] or ["1"])[0]] for row in made["field_details"]}
        made = await do(lab, "folder_create", parent_id=1, name="New", template_name="Work Order", fields=fields)
    assert made["name"] == "New", made
    assert lab.entry(made["id"])["type"] == "Folder"
    taken = await do(lab, "folder_create", parent_id=1, name="New")
    assert (taken["error"], taken["status_code"], taken["name"]) == ("server_error", 409, "New")
    assert (await do(lab, "folder_create", parent_id=1, name="New", auto_rename=True))["name"] != "New"


async def test_a_folder_whose_template_is_refused_is_told_as_made_in_part(lab: Lab) -> None:
    lab.faults({"operations": [lab.name("WriteTemplateValueToEntry", "SetTemplate")], "kind": "refuse", "status": 423})
    made = await do(
        lab, "folder_create", {"LF_VALIDATE_REQUIRED_FIELDS": "false"}, parent_id=1, name="Part", template_name="Email"
    )
    assert (made["mode"], made["partial_errors"][0]["operation"]) == ("partial", "setTemplate")
    assert lab.entry(made["id"])["name"] == "Part"


@pytest.mark.parametrize(
    "name", [" ", "a\\b", "a/b", "a\0b", "..", ".", "...", "x" * 129, "a\nb"], ids=lambda name: repr(name)[:12]
)
async def test_a_name_that_cannot_be_is_refused_before_any_request(lab: Lab, name: str, tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("x")
    calls: list[tuple[str, dict[str, Any]]] = [
        ("folder_create", {"parent_id": 1, "name": name}),
        ("entry_copy", {"source_id": 18, "parent_id": 1, "name": name}),
        ("document_import", {"parent_id": 1, "name": name, "file_path": str(file)}),
        ("entry_rename", {"entry_id": 18, "new_name": name}),
        ("entry_move", {"entry_id": 18, "new_parent_id": 1, "new_name": name}),
    ]
    async with lab.client(**WRITING) as client:
        for tool, arguments in calls:
            result = await client.call_tool(f"laserfiche_{tool}", arguments)
            answer = result.structured_content
            assert result.is_error
            assert answer is None or answer["error"] == "invalid_name", (tool, answer)
            assert answer is not None or len(name) > 128
    assert lab.operations() == []


@pytest.mark.parametrize("name", ["Bürö 📁", "Cafe\u0301", "a.", "שלום", "x" * 128])
async def test_names_of_all_tongues_are_made_as_they_are(lab: Lab, name: str) -> None:
    made = await do(lab, "folder_create", parent_id=1, name=name)
    assert made.get("name") == name or made.get("error") == "server_error", made


async def test_an_entry_is_copied_as_a_task(lab: Lab) -> None:
    started = await do(lab, "entry_copy", source_id=18, parent_id=1, name="Copy")
    token = started[lab.name("token", "taskId")]
    ended = await do(lab, "task_wait", operation_token=token, poll_interval_seconds=0.1)
    assert ended["status"] == "Completed"
    missing = await do(lab, "entry_copy", source_id=18, parent_id=999999, name="Copy")
    assert (missing["error"], missing["entry_id"]) == ("not_found", 999999)


async def test_a_file_is_imported_whole_with_its_metadata(lab: Lab, tmp_path: Path) -> None:
    file = tmp_path / "lease.pdf"
    file.write_bytes(files.pdf("one"))
    made = await do(
        lab,
        "document_import",
        parent_id=1,
        name="Lease 7",
        file_path=str(file),
        fields={"Comments": ["scanned"]},
        tags=["Public"],
    )
    entry = made["operations"]["entryCreate"]["entryId"] if lab.version == "v1" else made["id"]
    seen = lab.entry(entry)
    assert (seen["name"], seen["extension"], seen["mime_type"]) == ("Lease 7", "pdf", "application/pdf")
    assert seen["fields"]["Comments"] == ["scanned"]
    info = await do(lab, "document_get_edoc", entry_id=entry)
    assert info["byte_size"] == file.stat().st_size


async def test_plain_text_stays_a_file(lab: Lab, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("words")
    made = await do(lab, "document_import", parent_id=1, name="a.txt", file_path=str(tmp_path / "a.txt"))
    entry = made["operations"]["entryCreate"]["entryId"] if lab.version == "v1" else made["id"]
    assert lab.entry(entry)["edoc_size"] == 5


async def test_an_import_that_is_done_in_part_says_so(lab: Lab, tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("words")
    operation = lab.name("ImportDocument", "ImportEntry")
    lab.faults({"operations": [operation], "kind": "partial", "step": "setTags", "error_code": 9054})
    answer = await do(
        lab, "document_import", parent_id=1, name="a.txt", file_path=str(tmp_path / "a.txt"), tags=["Public"]
    )
    if lab.version == "v1":
        assert (answer["mode"], answer["operation"]) == ("partial", "import_document")
        assert [row["operation"] for row in answer["partial_errors"]] == ["setTags"]
    else:
        assert (answer["error"], answer["server_error_code"]) == ("server_error", 9054)


async def test_what_may_not_be_imported_is_not_even_looked_at(lab: Lab, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "a.txt").write_text("words")
    (tmp_path / "b.txt").write_text("words")
    (tmp_path / ".env").write_text("SECRET=1")
    fence = {"LF_IMPORT_SOURCE_DIRS": str(tmp_path / "in"), "LF_IMPORT_MAX_BYTES": "4"}

    async def refused(file: str, settings: dict[str, str] | None = None) -> dict[str, Any]:
        return await do(lab, "document_import", settings, parent_id=1, name="a", file_path=str(tmp_path / file))

    assert (await refused("b.txt", fence))["error"] == "source_path_not_allowed"
    assert (await refused("in/../b.txt", fence))["error"] == "source_path_not_allowed"
    assert (await refused(".env"))["error"] == "source_path_not_allowed"
    assert (await refused("none.txt"))["error"] == "file_not_found"
    assert (await refused("in"))["error"] == "file_read_failed"
    large = await refused("in/a.txt", fence)
    assert (large["error"], large["byte_size"], large["max_bytes"]) == ("size_exceeds_cap", 5, 4)
    assert written(lab) == []


# Two steps


async def confirmed(lab: Lab, name: str, **arguments: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """The preview and the execution by one process."""
    async with lab.client(**WRITING) as client:
        preview = (await client.call_tool(f"laserfiche_{name}", arguments)).structured_content
        assert preview["mode"] == "preview", preview
        more = {"confirmation_token": preview["confirmation_token"]}
        return preview, (await client.call_tool(f"laserfiche_{name}", arguments | more)).structured_content


async def test_renaming_takes_two_steps(lab: Lab) -> None:
    preview, done = await confirmed(lab, "entry_rename", entry_id=LEASE, new_name="Renamed")
    assert preview["would_be_full_path"] == "\\Property Management\\Leases\\Renamed"
    assert (done["mode"], done["old_name"]) == ("executed", preview["current_name"])
    assert lab.entry(LEASE)["name"] == "Renamed"


async def test_moving_takes_two_steps_and_knows_when_there_is_nothing_to_do(lab: Lab) -> None:
    preview, done = await confirmed(lab, "entry_move", entry_id=LEASE, new_parent_id=50, new_name="Moved")
    assert preview["would_be_full_path"] == "\\Legal\\Moved"
    assert done["new_parent_id"] == 50
    assert lab.entry(LEASE)["parent_id"] == 50
    below_root, _ = await confirmed(lab, "entry_move", entry_id=LEASE, new_parent_id=1)
    assert below_root["would_be_full_path"] == "\\Moved"
    _, nothing = await confirmed(lab, "entry_move", entry_id=18, new_parent_id=lab.entry(18)["parent_id"])
    assert nothing["error"] == "no_op"


async def test_deleting_takes_two_steps_and_leads_to_its_task(lab: Lab) -> None:
    preview, done = await confirmed(lab, "entry_delete", entry_id=18)
    assert preview["immediate_child_count"] is None
    token = done[lab.name("operation_token", "task_id")]
    assert token in done["next_step"]
    await do(lab, "task_wait", operation_token=token, poll_interval_seconds=0.1)
    assert (await do(lab, "entry_get", entry_id=18))["error"] == "not_found"


async def test_files_and_pages_are_deleted_in_two_steps(lab: Lab) -> None:
    await confirmed(lab, "document_edoc_delete", entry_id=18)
    assert not lab.entry(18)["edoc_size"]
    preview, done = await confirmed(lab, "document_pages_delete", entry_id=LEASE, page_range="1")
    assert done["page_range"] == "1"
    assert lab.entry(LEASE)["page_count"] == preview["page_count"] - 1


@pytest.mark.parametrize("pages", ["1-", "3-1", "0", "1, 2", "a", "01", "9" * 5000])
async def test_pages_that_are_none_are_refused_before_any_request(lab: Lab, pages: str) -> None:
    answer = await do(lab, "document_pages_delete", entry_id=LEASE, page_range=pages)
    assert (answer["error"], answer["page_range"]) == ("invalid_page_range", pages)
    blank = await do(lab, "document_pages_delete", entry_id=LEASE, page_range=" ")
    assert (blank["error"], "entry_id" in blank) == ("page_range_required", False)
    assert lab.operations() == []


async def test_a_token_is_good_once_for_one_thing_in_one_state(lab: Lab) -> None:
    async with lab.client(**WRITING) as client:

        async def call(name: str, **arguments: Any) -> Any:
            return (await client.call_tool(f"laserfiche_{name}", arguments)).structured_content

        token = (await call("entry_rename_preview", entry_id=LEASE, new_name="A"))["confirmation_token"]
        for arguments in (
            {"entry_id": OTHER_LEASE, "new_name": "A"},
            {"entry_id": LEASE, "new_name": "B"},
        ):
            refused = await call("entry_rename_execute", confirmation_token=token, **arguments)
            assert (refused["error"], refused["operation"]) == ("invalid_confirmation_token", "rename_entry")
        assert written(lab) == []
        done = await call("entry_rename", entry_id=LEASE, new_name="A", confirmation_token=token)
        assert done["mode"] == "executed"
        back = (await call("entry_rename", entry_id=LEASE, new_name=done["old_name"]))["confirmation_token"]
        await call("entry_rename", entry_id=LEASE, new_name=done["old_name"], confirmation_token=back)
        replay = await call("entry_rename_execute", entry_id=LEASE, new_name="A", confirmation_token=token)
        assert replay["error"] == "invalid_confirmation_token"
        old = (await call("entry_rename_preview", entry_id=LEASE, new_name="C"))["confirmation_token"]
        lab.advance(2)
        await call("field_merge", entry_id=LEASE, updates={"Comments": ["changed"]})
        stale = await call("entry_rename_execute", entry_id=LEASE, new_name="C", confirmation_token=old)
        assert "changed since" in stale["reason"]


async def test_a_preview_takes_no_token(lab: Lab) -> None:
    answer = await do(lab, "entry_move_preview", entry_id=LEASE, new_parent_id=50, confirmation_token="x")
    assert (answer["error"], answer["new_parent_id"]) == ("preview_does_not_accept_token", 50)
    assert lab.operations() == []


async def test_large_folders_and_uncounted_ones_are_not_deleted(lab: Lab) -> None:
    cap = {"LF_DELETE_FOLDER_MAX_DESCENDANTS": "3"}
    async with lab.client(**WRITING, **cap) as client:

        async def delete(**arguments: Any) -> Any:
            return (
                await client.call_tool("laserfiche_entry_delete", {"entry_id": FOLDER, **arguments})
            ).structured_content

        preview = await delete()
        assert (preview["exceeds_batch_cap"], preview["immediate_child_count"]) == (True, None)
        refused = await delete(confirmation_token=preview["confirmation_token"])
        assert (refused["error"], refused["batch_cap"]) == ("exceeds_batch_cap", 3)
        listing = lab.name("GetEntryListing", "ListEntries")
        lab.faults({"operations": [listing], "kind": "refuse", "status": 503})
        failed = await delete(confirmation_token=preview["confirmation_token"], force_large_delete=True)
        assert failed["error"] == "child_count_probe_failed"
        lab.faults()
        assert written(lab) == []
        forced = await delete(confirmation_token=preview["confirmation_token"], force_large_delete=True)
        assert forced["mode"] == "executed"


async def test_children_are_counted_over_pages_that_are_short(lab: Lab) -> None:
    lab.imitate(children_count="page")
    cap = {"LF_DELETE_FOLDER_MAX_DESCENDANTS": "9", "LF_MAX_RESULTS_CEILING": "4", "LF_MAX_RESULTS_DEFAULT": "4"}
    preview = await do(lab, "entry_delete", cap, entry_id=1)
    assert preview["exceeds_batch_cap"]
    whole = await do(lab, "entry_delete", cap | {"LF_DELETE_FOLDER_MAX_DESCENDANTS": "50"}, entry_id=1)
    assert whole["immediate_child_count"] == 10


async def test_an_audit_reason_can_be_demanded(lab: Lab) -> None:
    async with lab.client(**WRITING, LF_REQUIRE_AUDIT_REASON="true") as client:

        async def delete(**arguments: Any) -> Any:
            return (await client.call_tool("laserfiche_entry_delete", {"entry_id": 18, **arguments})).structured_content

        preview = await delete()
        assert preview["audit_reason_required"]
        token = preview["confirmation_token"]
        assert (await delete(confirmation_token=token))["error"] == "audit_reason_required"
        done = await delete(confirmation_token=token, audit_reason_id=1, comment="scanned twice")
        assert done["mode"] == "executed"
    (sent,) = [each for each in lab.journal() if each["method"] == "DELETE"]
    key = lab.name("comment", "auditReasonComment")
    assert sent["request"]["body"] == {"auditReasonId": 1, key: "scanned twice"}


# Fences


@pytest.mark.parametrize(
    ("fence", "allowed"),
    [
        ({}, True),
        ({"LF_WRITE_PATHS_ALLOW": "\\Property Management"}, True),
        ({"LF_WRITE_PATHS_ALLOW": "/property management/leases/"}, True),
        ({"LF_WRITE_PATHS_ALLOW": "\\Property"}, False),
        ({"LF_WRITE_PATHS_ALLOW": "\\Legal"}, False),
        ({"LF_WRITE_PATHS_DENY": "\\Property Management\\LEASES"}, False),
        ({"LF_WRITE_PATHS_ALLOW": "\\", "LF_WRITE_PATHS_DENY": "\\Property Management"}, False),
    ],
)
async def test_writing_stays_within_its_fences(lab: Lab, fence: dict[str, str], allowed: bool) -> None:
    answers = [
        await do(lab, "tag_merge", fence, entry_id=LEASE, add=["Public"]),
        await do(lab, "entry_rename", fence, entry_id=LEASE, new_name="Other"),
        await do(lab, "folder_create", fence, parent_id=FOLDER, name="New"),
    ]
    if allowed:
        assert not [answer for answer in answers if "error" in answer]
    else:
        assert {answer["error"] for answer in answers} == {"path_not_allowed"}
        assert written(lab) == []


async def test_an_entry_is_not_moved_or_renamed_over_a_fence(lab: Lab) -> None:
    fence = {"LF_WRITE_PATHS_DENY": "\\Legal,\\Property Management\\Leases\\Secret"}
    moved = await do(lab, "entry_move", fence, entry_id=LEASE, new_parent_id=50)
    renamed = await do(lab, "entry_rename", fence, entry_id=LEASE, new_name="secret")
    made = await do(lab, "folder_create", fence, parent_id=FOLDER, name="SECRET")
    assert [answer["error"] for answer in (moved, renamed, made)] == ["path_not_allowed"] * 3


@pytest.mark.parametrize(("path", "slug"), [("\\A\\..\\B", "path_traversal_blocked"), (None, "path_not_allowed")])
async def test_a_path_that_hides_where_it_is_is_refused(lab: Lab, path: str | None, slug: str) -> None:
    body = {"id": LEASE, "name": "x", "entryType": "Document", "fullPath": path}
    lab.faults({"operations": ["GetEntry"], "kind": "refuse", "status": 200, "body": body})
    answer = await do(lab, "tag_set", {"LF_WRITE_PATHS_ALLOW": "\\B"}, entry_id=LEASE, tags=[])
    assert answer["error"] == slug
    assert written(lab) == []


async def test_a_write_that_may_have_happened_is_not_repeated(lab: Lab) -> None:
    retrying = {"LF_RETRY_ATTEMPTS": "2"}
    lab.faults({"operations": ["writes"], "kind": "drop", "phase": "after"})
    made = await do(lab, "folder_create", retrying, parent_id=1, name="Once")
    assert (made["error"], made["kind"]) == ("outcome_unknown", "upstream_unavailable")
    assert len(written(lab)) == 1
    tags = await do(lab, "tag_set", entry_id=18, tags=["Public"])
    assert tags["error"] == "outcome_unknown"


async def test_nothing_is_written_while_reading_only(lab: Lab) -> None:
    async with lab.client() as client:
        names = {tool.name for tool in (await client.list_tools()).tools}
    assert len(names) == 23
    assert "laserfiche_field_set" not in names
    async with lab.client(**WRITING, LF_TOOL_SET="compact") as client:
        compact = {tool.name for tool in (await client.list_tools()).tools}
    assert len(compact) == 23 + 12
    assert "laserfiche_field_update" in compact
    assert "laserfiche_field_set" not in compact


async def test_no_description_names_a_tool_that_is_not_there(lab: Lab) -> None:
    from lf_mcp.words import named

    for settings in (
        {},
        WRITING,
        WRITING | {"LF_TOOL_SET": "compact"},
        WRITING | {"LF_WRITE_TOOLS_ALLOWED": "set_fields,laserfiche_entry_delete"},
    ):
        async with lab.client(**settings) as client:
            tools = (await client.list_tools()).tools
        names = {tool.name for tool in tools}
        for tool in tools:
            assert named(tool.description or "") <= names, tool.name
