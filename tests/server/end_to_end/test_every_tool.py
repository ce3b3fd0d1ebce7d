"""Every tool against every way in which a server can fail: an error of the contract, in time, and nothing written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from lf_contracts import schemas
from lf_mcp.errors import SLUGS
from lf_mcp.tools import TOOLS

if TYPE_CHECKING:
    from tests.server.end_to_end.conftest import Lab

pytestmark = pytest.mark.anyio

FILE = Path(__file__).with_name("files.py")
DOCUMENT, LEASE, FOLDER = 18, 604, 61
ARGUMENTS: dict[str, dict[str, Any]] = {
    "entry_search": {"query": '{LF:Name="*"}'},
    "entry_search_by_name": {"name_pattern": "*"},
    "entry_search_natural": {"question": "Lease", "lf_query": '{LF:Name="*"}'},
    "entry_search_content": {"query": "unpaid balance", "timeout_seconds": 1},
    "folder_list": {"folder_id": FOLDER},
    "entry_get": {"entry_id": LEASE},
    "entry_get_by_path": {"full_path": "\\Legal"},
    "field_values_get": {"entry_id": LEASE},
    "document_get_text": {"entry_id": LEASE},
    "document_get_edoc": {"entry_id": DOCUMENT, "mode": "text"},
    "document_get_image": {"entry_id": DOCUMENT},
    "document_find_duplicates": {"folder_id": 10, "max_entries": 3},
    "entry_compare": {"left_entry_id": LEASE, "right_entry_id": 609},
    "repository_list": {},
    "field_definition_list": {},
    "tag_definition_list": {},
    "template_definition_list": {},
    "link_definition_list": {},
    "template_field_list": {"template_name": "Lease"},
    "audit_reason_list": {},
    "task_get_status": {"operation_token": "t"},
    "task_wait": {"operation_token": "t", "timeout_seconds": 1},
    "task_update": {"operation_token": "t", "timeout_seconds": 0},
    "field_set": {"entry_id": DOCUMENT, "fields": {"Comments": ["x"]}},
    "field_merge": {"entry_id": DOCUMENT, "updates": {"Comments": ["x"]}},
    "field_update": {"entry_id": DOCUMENT, "updates": {"Comments": ["x"]}},
    "tag_set": {"entry_id": DOCUMENT, "tags": ["Public"]},
    "tag_merge": {"entry_id": DOCUMENT, "add": ["Public"]},
    "tag_update": {"entry_id": DOCUMENT, "add": ["Public"]},
    "link_set": {"entry_id": DOCUMENT, "links": [{"targetId": 83, "linkTypeId": 1}]},
    "link_update": {"entry_id": DOCUMENT, "links": [{"targetId": 83, "linkTypeId": 1}]},
    "template_assign": {"entry_id": DOCUMENT, "template_name": "Email"},
    "template_remove": {"entry_id": LEASE},
    "template_update": {"entry_id": LEASE},
    "folder_create": {"parent_id": 1, "name": "New"},
    "entry_copy": {"source_id": DOCUMENT, "parent_id": 1, "name": "Copy"},
    "document_import": {"parent_id": 1, "name": "files.py", "file_path": str(FILE)},
    **{
        f"{name}{step}": arguments | ({"confirmation_token": "none"} if step == "_execute" else {})
        for name, arguments in (
            ("entry_rename", {"entry_id": LEASE, "new_name": "Other"}),
            ("entry_move", {"entry_id": LEASE, "new_parent_id": 50}),
            ("entry_delete", {"entry_id": DOCUMENT}),
            ("document_edoc_delete", {"entry_id": DOCUMENT}),
            ("document_pages_delete", {"entry_id": LEASE, "page_range": "1"}),
        )
        for step in ("", "_preview", "_execute")
    },
}
SETTINGS = {"LF_READ_ONLY": "false", "LF_IMPORT_SOURCE_DIRS": "*"}


def test_every_tool_has_arguments() -> None:
    assert {f"laserfiche_{name}" for name in ARGUMENTS} == {tool.name for tool in TOOLS}


async def ask_all(lab: Lab, settings: dict[str, str] | None = None) -> dict[str, dict[str, Any]]:
    """The answers of all tools to their arguments, each held to the schema of its tool."""
    answers = {}
    async with lab.client(**SETTINGS, **(settings or {})) as client:
        for name, arguments in ARGUMENTS.items():
            result = await client.call_tool(f"laserfiche_{name}", arguments)
            answer = result.structured_content
            assert isinstance(answer, dict), (name, result.content)
            wrong = [error.message for error in schemas.validator(f"tools/laserfiche_{name}").iter_errors(answer)]
            assert wrong == [], (name, answer)
            assert result.is_error == (answer.get("mode") == "error"), name
            assert json.loads(result.content[-1].text) == answer
            answers[name] = answer
    return answers


def written(lab: Lab) -> list[str]:
    reading = {"SearchEntry", "CreateSimpleSearchOperation", "ExportEntry"}
    changed = [each for each in lab.journal() if each["method"] in ("PUT", "PATCH", "POST", "DELETE")]
    return [
        each["operation"] for each in changed if each["operation"] not in reading and "Search" not in each["operation"]
    ]


REFUSALS = {
    "auth_failed": {"status": 403},
    "not_found": {"status": 404},
    "method_not_allowed": {"status": 405},
    "unsupported_media_type": {"status": 415},
    "rate_limited": {"status": 429},
    "required_field_missing": {"status": 400, "error_code": 9066},
    "server_error": {"status": 409},
}
OTHERWISE = {
    ("document_get_text", "v1"): {"server_error"},  # v1 has no route, so nothing is asked
    **{("entry_search_content", version): {"async_search_unavailable", "server_error"} for version in ("v1", "v2")},
}


@pytest.mark.parametrize("slug", REFUSALS)
async def test_every_tool_tells_a_refusal_by_its_slug(lab: Lab, slug: str) -> None:
    lab.faults({"operations": ["*"], "kind": "refuse", **REFUSALS[slug]})
    for name, answer in (await ask_all(lab)).items():
        if name == "repository_list":
            assert (answer["mode"], answer["server_error"]["error"]) == ("fallback", slug)
            continue
        allowed = {slug} | OTHERWISE.get((name, lab.version), set())
        if name == "entry_search_natural" and REFUSALS[slug]["status"] == 400:
            allowed = {"bad_query_syntax"}
        assert answer.get("error") in allowed, (name, answer)
        assert answer["kind"] == SLUGS[answer["error"]].kind
    assert written(lab) == []


FAULTS: dict[str, dict[str, Any]] = {
    "html": {"kind": "refuse", "status": 502, "html": "<h1>Bad gateway</h1>"},
    "html as success": {"kind": "refuse", "status": 200, "html": "<h1>Sign in</h1>"},
    "nested": {"kind": "refuse", "status": 400, "error_code": 9042, "nested": True},
    "a list": {"kind": "refuse", "status": 200, "body": [1, 2]},
    "a number": {"kind": "refuse", "status": 200, "body": 7},
    "odd rows": {"kind": "refuse", "status": 200, "body": {"value": [1, None, "x", {"id": None, "name": 7}]}},
    "nulls": {"kind": "refuse", "status": 200, "body": {"id": None, "value": None, "status": None, "name": None}},
    "deep": {"kind": "refuse", "status": 200, "text": "[" * 5000, "content_type": "application/json"},
    "redirect": {"kind": "redirect", "location": "http://127.0.0.1:9/signin"},
    "empty": {"kind": "empty"},
    "truncate": {"kind": "truncate"},
    "content type": {"kind": "content-type", "content_type": "text/html"},
    "broken gzip": {"kind": "broken-gzip"},
    "drop": {"kind": "drop"},
    "drop after": {"kind": "drop", "phase": "after"},
    "reset": {"kind": "reset", "phase": "body:5"},
    "wrong length": {"kind": "wrong-length", "by": 7},
    "pascal case": {"kind": "malform", "how": "pascal-case"},
    "ids missing": {"kind": "malform", "how": "missing", "member": "id"},
    "names null": {"kind": "malform", "how": "null", "member": "name"},
    "names wrong": {"kind": "malform", "how": "wrong-type", "member": "name"},
    "values wrong": {"kind": "malform", "how": "wrong-type", "member": "value"},
    "types wrong": {"kind": "malform", "how": "wrong-type", "member": "entryType"},
    "stale link": {"kind": "next-link", "how": "stale"},
    "same link": {"kind": "next-link", "how": "repeated"},
    "wrong count": {"kind": "count", "exactly": 10**9},
}
NOTHING_DONE = {"html", "html as success", "nested", "a list", "a number", "redirect", "drop"}
"""Faults after which the server has done nothing."""


@pytest.mark.parametrize("fault", FAULTS)
async def test_every_tool_outlives_every_fault(lab: Lab, fault: str, caplog: pytest.LogCaptureFixture) -> None:
    lab.faults({"operations": ["*"], **FAULTS[fault]})
    answers = await ask_all(lab)
    for name, answer in answers.items():
        if answer.get("mode") == "error":
            assert answer["error"] in SLUGS, name
            assert "Traceback" not in str(answer), name
    unforeseen = [record.getMessage() for record in caplog.records if "failed unexpectedly" in record.getMessage()]
    assert unforeseen == []
    if fault in NOTHING_DONE:
        lab.faults()
        assert lab.entry(LEASE)["name"].startswith("Lease")
        assert lab.entry(DOCUMENT)["edoc_size"]


async def test_every_tool_ends_when_the_server_does_not_answer(lab: Lab) -> None:
    lab.faults({"operations": ["*"], "kind": "hang"})
    answers = await ask_all(lab, {"LF_REQUEST_TIMEOUT_SECONDS": "0.1"})
    slugs = {answer.get("error") for name, answer in answers.items() if name != "repository_list"}
    assert slugs == {"server_error"}


async def test_every_tool_works_where_nothing_is_wrong(lab: Lab) -> None:
    expected = {"document_get_image": "unsupported_image_format"}
    expected |= {
        f"{name}_execute": "invalid_confirmation_token" for name in ARGUMENTS if f"{name}_execute" in ARGUMENTS
    }
    expected |= dict.fromkeys(("task_get_status", "task_wait", "task_update"), "not_found")
    if lab.version == "v1":
        expected["document_get_text"] = "server_error"
    failing = {name: answer["error"] for name, answer in (await ask_all(lab)).items() if answer.get("mode") == "error"}
    assert failing == expected | {name: slug for name, slug in failing.items() if name == "template_assign"}


@pytest.mark.parametrize(
    "odd", [None, "", "\0", "x" * 100_000, -1, 2**70, 1.5, True, [], {}, "NaN"], ids=lambda v: repr(v)[:8]
)
async def test_odd_arguments_are_refused_in_words(lab: Lab, odd: Any) -> None:
    async with lab.client(**SETTINGS) as client:
        for name, arguments in ARGUMENTS.items():
            for key in arguments:
                result = await client.call_tool(f"laserfiche_{name}", {**arguments, key: odd})
                answer = result.structured_content
                assert answer is None or answer.get("error") != "internal_error", (name, key, answer)
                if answer is None:
                    assert result.is_error
                    assert key in result.content[0].text


@pytest.mark.parametrize("entry", [10, 1, 0, -1, 2**31, 2**31 + 5])
async def test_what_is_no_document_or_cannot_be_an_entry_is_told(lab: Lab, entry: int) -> None:
    async with lab.client(**SETTINGS) as client:
        for name, arguments in ARGUMENTS.items():
            if "entry_id" not in arguments or "entry_delete" in name or "entry_move" in name:
                continue
            result = await client.call_tool(f"laserfiche_{name}", {**arguments, "entry_id": entry})
            answer = result.structured_content
            if answer is None:
                assert "entry_id" in result.content[0].text
            elif answer.get("mode") == "error":
                assert answer["error"] in SLUGS
                assert answer["error"] != "internal_error", (name, answer)
            if name.startswith("document_get") and entry in (1, 10):
                assert answer["mode"] == "error", (name, answer)


MACHINE = Path(__file__).resolve().parents[4] / "shared" / "facts" / "mcp-tools.json"


@pytest.mark.skipif(not MACHINE.exists(), reason="the facts about the tools are not beside the project")
def test_every_slug_that_can_be_met_is_in_a_test() -> None:
    written_tests = "\n".join(path.read_text() for path in Path(__file__).parents[1].rglob("test_*.py"))
    met = {name for name, slug in schemas.slugs().items() if slug.reach == "mcp"}
    odd_environments = {"pypdf_unavailable", "network_error", "local_io_error", "backend_unavailable"} | {
        "extraction_failed"
    }
    missing = [name for name in sorted(met - odd_environments) if f'"{name}"' not in written_tests]
    assert missing == []
