"""What the repository defines, its tasks, entries by path and name, and comparisons, on every profile."""

from __future__ import annotations

from typing import TYPE_CHECKING

import httpx
import pytest

if TYPE_CHECKING:
    from tests.server.end_to_end.conftest import Lab

pytestmark = pytest.mark.anyio

LISTS = ("field", "tag", "template", "link")


def tool(name: str) -> str:
    return f"laserfiche_{name}"


@pytest.mark.parametrize("kind", LISTS)
async def test_definitions_are_listed_a_page_at_a_time(lab: Lab, kind: str) -> None:
    whole = await lab.ask(tool(f"{kind}_definition_list"))
    page = await lab.ask(tool(f"{kind}_definition_list"), max_results=1, skip=1)
    assert page["value"] == whole["value"][1:2]
    summary = await lab.ask(tool(f"{kind}_definition_list"), summary_only=True)
    assert summary["count"] == len(whole["value"])
    assert len(summary["names"]) == summary["count"]
    if kind == "link":
        assert all(" -> " in name for name in summary["names"])


async def test_one_template_is_listed_by_its_name(lab: Lab) -> None:
    answer = await lab.ask(tool("template_definition_list"), template_name="Lease")
    assert [row["name"] for row in answer["value"]] == ["Lease"]
    missing = await lab.ask(tool("template_definition_list"), template_name="Leese")
    assert (missing["error"], missing["operation"]) == ("not_found", "list_template_definitions")


async def test_fields_of_a_template_are_those_that_it_has(lab: Lab) -> None:
    answer = await lab.ask(tool("template_field_list"), template_name="Lease")
    assert answer["field_count"] == len(answer["fields"]) > 3
    required = await lab.ask(tool("template_field_list"), template_name="Lease", required_only=True)
    assert 0 < required["field_count"] < answer["field_count"]
    assert all(row["is_required"] for row in required["fields"])
    wrong = await lab.ask(tool("template_field_list"), template_name="lease")
    assert (wrong["error"], wrong["kind"]) == ("invalid_template_name", "invalid_input")
    assert "Lease" in wrong["valid_template_names"]


async def test_templates_are_remembered_and_halved_pages_read_whole(lab: Lab) -> None:
    lab.imitate(definitions_top=2)
    config = {"LF_MAX_RESULTS_CEILING": "100"}
    async with lab.client(**config) as client:
        for _ in range(2):
            result = await client.call_tool(tool("template_field_list"), {"template_name": "Work Order"})
            assert result.structured_content["template_name"] == "Work Order"
    asked = [each for each in lab.operations() if "TemplateDefinition" in each and "Field" not in each]
    lists = lab.journal(lab.name("GetTemplateDefinitions", "ListTemplateDefinitions"))
    assert len(asked) == len(lists)
    sizes = [dict(part.split("=") for part in each["query"].split("&"))["$top"] for each in lists]
    assert sizes[-1] in ("1", "2")
    assert sizes.count(sizes[-1]) >= 4  # seven templates, once for both calls
    assert len(sizes) <= 7 + 7


async def test_without_a_memory_definitions_are_asked_for_each_time(lab: Lab) -> None:
    operation = lab.name("GetTemplateDefinitions", "ListTemplateDefinitions")
    async with lab.client(LF_SCHEMA_CACHE_TTL_SECONDS="0") as client:
        for _ in range(2):
            await client.call_tool(tool("template_field_list"), {"template_name": "Lease"})
    assert len([each for each in lab.journal(operation) if each["status"] == 200]) == 2


async def test_audit_reasons_and_repositories_are_the_servers(lab: Lab) -> None:
    reasons = await lab.ask(tool("audit_reason_list"))
    assert lab.name("deleteEntry", "value") in reasons
    assert (await lab.ask(tool("repository_list")))["value"]


async def test_a_list_of_repositories_that_is_off_is_no_error_and_keeps_the_password(lab: Lab) -> None:
    operation = lab.name("GetRepositoryList", "ListRepositories")
    lab.faults({"operations": [operation], "kind": "refuse", "status": 400, "title": "off, says a password-in-clear"})
    answer = await lab.ask(tool("repository_list"), {"LF_CLIENT_SECRET": "password-in-clear"})
    assert (answer["mode"], answer["server_error"]["error"]) == ("fallback", "server_error")
    assert answer["value"] == [{"repoId": lab.env["LF_REPOSITORY_ID"], "displayName": None, "is_configured": True}]
    assert "password-in-clear" not in str(answer)


@pytest.mark.parametrize("body", ["array", "object", "empty"])
async def test_all_bodies_of_the_list_of_repositories_are_taken(lab: Lab, body: str) -> None:
    lab.imitate(repositories_body=body)
    assert isinstance((await lab.ask(tool("repository_list")))["value"], list)


# Entries


async def test_an_entry_is_found_by_its_path_in_any_letter_case(lab: Lab) -> None:
    answer = await lab.ask(tool("entry_get_by_path"), full_path="\\LEGAL\\matters")
    assert (answer["name"], answer["entry_type"]) == ("Matters", "Folder")
    missing = await lab.ask(tool("entry_get_by_path"), full_path="\\Legal\\Nowhere")
    assert (missing["error"], missing["full_path"]) == ("not_found", "\\Legal\\Nowhere")


async def test_an_entry_by_its_path_may_come_bare_or_as_nothing(lab: Lab) -> None:
    if lab.version == "v2":
        lab.imitate(bypath_answer="bare")
        assert (await lab.ask(tool("entry_get_by_path"), full_path="\\Legal"))["name"] == "Legal"
    for body in ({"entry": None}, {"ancestorEntry": {"id": 1}}, {}):
        lab.faults({"operations": ["GetEntryByPath"], "kind": "refuse", "status": 200, "body": body})
        answer = await lab.ask(tool("entry_get_by_path"), full_path="\\Legal")
        assert (answer["error"], answer["operation"]) == ("not_found", "get_entry_by_path")


async def test_entries_are_found_by_name_in_a_folder(lab: Lab) -> None:
    everywhere = await lab.ask(tool("entry_search_by_name"), name_pattern="Lease*", max_results=100)
    here = await lab.ask(
        tool("entry_search_by_name"), name_pattern="lease*", in_folder_path="\\Property Management\\Leases"
    )
    assert {row["id"] for row in here["entries"]} <= {row["id"] for row in everywhere["entries"]}
    assert all(row["name"].lower().startswith("lease") for row in here["entries"])
    assert not (await lab.ask(tool("entry_search_by_name"), name_pattern="Lease"))["entries"]
    hostile = await lab.ask(tool("entry_search_by_name"), name_pattern='"} | {LF:Name="*')
    assert hostile.get("entries", []) == []


async def test_two_entries_are_compared_with_their_fields(lab: Lab) -> None:
    same = await lab.ask(tool("entry_compare"), left_entry_id=604, right_entry_id=604)
    assert same["identical"]
    other = await lab.ask(tool("entry_compare"), left_entry_id=604, right_entry_id=609)
    assert not other["identical"]
    assert {"attribute", "field"} == {row["kind"] for row in other["differences"]}
    assert "entryType" in other["same"]
    bare = await lab.ask(tool("entry_compare"), left_entry_id=604, right_entry_id=10, include_fields=False)
    assert bare["only_left_fields"] == []
    missing = await lab.ask(tool("entry_compare"), left_entry_id=604, right_entry_id=999999)
    assert (missing["error"], missing["side"], missing["entry_id"]) == ("not_found", "right", 999999)
    lab.faults({"operations": ["GetFieldValues", "ListFields"], "kind": "refuse", "status": 503})
    failed = await lab.ask(tool("entry_compare"), left_entry_id=604, right_entry_id=609)
    assert (failed["error"], failed["side"], failed["stage"]) == ("server_error", "left", "fields")


async def test_field_values_are_read_page_after_page_and_never_in_a_circle(lab: Lab) -> None:
    whole = await lab.ask(tool("field_values_get"), entry_id=604)
    lab.faults({"operations": ["GetFieldValues", "ListFields"], "kind": "next-link", "how": "repeated"})
    answer = await lab.ask(tool("field_values_get"), entry_id=604)
    assert answer.get("error") == "internal_error" or answer["values"] == whole["values"]


# Tasks


def start_copy(lab: Lab) -> str:
    """Starts a copy in the repository, by a request of our own; answers its token."""
    env, base = lab.env, f"{lab.env['LF_REPO_API_URL']}/{lab.version}/Repositories/{lab.env['LF_REPOSITORY_ID']}"
    form = {"grant_type": "password", "username": env["LF_USERNAME"], "password": env["LF_PASSWORD"]}
    token = httpx.post(f"{base}/Token", data=form).json()["access_token"]
    path = lab.name("Laserfiche.Repository.Folder/CopyAsync", "Folder/CopyAsync")
    started = httpx.post(
        f"{base}/Entries/1/{path}",
        json={"name": "Copy", "sourceId": 18},
        headers={"Authorization": f"Bearer {token}"},
    )
    return str(started.json()[lab.name("token", "taskId")])


async def test_a_task_is_looked_at_and_waited_for(lab: Lab) -> None:
    token = start_copy(lab)
    assert (await lab.ask(tool("task_get_status"), operation_token=token))["status"]
    ended = await lab.ask(tool("task_wait"), operation_token=token, poll_interval_seconds=0.1)
    assert (ended["status"], ended["timed_out"]) == ("Completed", False)
    once = await lab.ask(tool("task_update"), operation_token=token, timeout_seconds=0)
    assert "timed_out" not in once
    assert (await lab.ask(tool("task_update"), operation_token=token))["timed_out"] is False


async def test_a_wait_ends_at_its_time(lab: Lab) -> None:
    lab.imitate(task_seconds=1000, long_poll_seconds=0)
    token = start_copy(lab)
    answer = await lab.ask(tool("task_wait"), operation_token=token, timeout_seconds=1, poll_interval_seconds=60)
    assert (answer["timed_out"], answer["status"]) == (True, "InProgress")


@pytest.mark.parametrize("token", ["no-such-task", "../Entries/1", "a b/c?d"])
async def test_an_unknown_task_is_not_found_and_leads_nowhere_else(lab: Lab, token: str) -> None:
    for name in ("task_get_status", "task_wait", "task_update"):
        answer = await lab.ask(tool(name), operation_token=token)
        assert (answer["error"], answer["operation_token"]) == ("not_found", token)
    assert set(lab.operations()) <= {lab.name("GetOperationStatusAndProgress", "ListTasks"), None}


async def test_a_task_whose_end_is_told_by_a_redirect_has_ended(lab: Lab) -> None:
    lab.imitate(finished_task_v1="redirect")
    answer = await lab.ask(tool("task_wait"), operation_token=start_copy(lab), poll_interval_seconds=0.1)
    assert (answer["status"], answer["timed_out"]) == ("Completed", False)


@pytest.mark.parametrize("name", ["field_definition_list", "audit_reason_list", "repository_list"])
@pytest.mark.parametrize("body", [None, 7, "text", [1]])
async def test_an_answer_of_the_wrong_shape_is_no_traceback(lab: Lab, name: str, body: object) -> None:
    rule = {"operations": ["reads"], "kind": "refuse", "status": 200}
    lab.faults(rule | ({"text": "null", "content_type": "application/json"} if body is None else {"body": body}))
    answer = await lab.ask(tool(name))
    assert answer.get("error") in ("internal_error", None)
    assert name == "repository_list" or answer["error"] == "internal_error"
