"""One entry: its detail, for each type of entry, and what happens when it is not there."""

from typing import TYPE_CHECKING, Any

from lf_contracts.case import case, cases_of, row
from lf_contracts.cases import failures
from lf_contracts.cases.classified import refuse
from lf_contracts.cases.content import sent
from lf_contracts.cases.folder_list import SUMMARY, described
from lf_contracts.cases.subjects import ENTRY_GET, LEASE_ID, LEASES_ID, tight
from lf_contracts.checks import equal, expect, made, ok, operations, schema

if TYPE_CHECKING:
    from lf_contracts.lab import Lab

ENTRIES = {
    "a scanned document": LEASE_ID,
    "an electronic document": 83,
    "an empty document": 82,
    "a folder": LEASES_ID,
    "the root": 1,
    "a shortcut": 92,
}
UNKNOWN = 999_999_999


def detail(lab: "Lab", entry_id: int = LEASE_ID) -> dict[str, Any]:
    """Read an entry, which must succeed."""
    return ok(lab.call(ENTRY_GET.tool, entry_id=entry_id))


@cases_of(row("entry_get.answer-shape", name, entry_id=entry_id) for name, entry_id in ENTRIES.items())
def the_shape(lab: "Lab", entry_id: int) -> None:
    schema(detail(lab, entry_id), ENTRY_GET.answer)


@cases_of(row("entry_get.values", name, entry_id=entry_id) for name, entry_id in ENTRIES.items() if entry_id != 1)
def as_the_repository_has_it(lab: "Lab", entry_id: int) -> None:
    data, stored = detail(lab, entry_id), lab.entry(entry_id)
    wanted = {**{key: stored[name] for key, name in SUMMARY.items()}, "full_path": stored["path"]}
    equal({key: data[key] for key in wanted}, wanted, "the entry")
    equal(data["template_name"] or None, stored["template_name"], "template_name")
    if stored["type"] == "Document":
        equal(data["page_count"], stored["page_count"], "page_count")
        equal(data["is_electronic_document"], stored["edoc_size"] is not None, "is_electronic_document")
        equal(data["extension"] or "", stored["extension"], "extension")


@case("entry_get.one-request")
def one_request(lab: "Lab") -> None:
    detail(lab)
    equal(operations(lab.journal()), [ENTRY_GET.route(lab)], "the requests")


@case("entry_get.unknown-entry")
def no_such_entry(lab: "Lab") -> None:
    arguments = {"entry_id": UNKNOWN}
    data = failures.classified(lab.call(ENTRY_GET.tool, **arguments), ENTRY_GET, "not_found", arguments)
    failures.says_what_was_sent(lab, data)
    made(lab.journal(), ENTRY_GET.route(lab), 1)


@cases_of(row("entry_get.no-lower-bound", f"id {entry_id}", entry_id=entry_id) for entry_id in (0, -1))
def an_id_below_one(lab: "Lab", entry_id: int) -> None:
    data = lab.call(ENTRY_GET.tool, entry_id=entry_id).data
    equal(data.get("mode"), "error", "mode")
    expect(lab.journal(), "the server was not asked")
    failures.says_what_was_sent(lab, data)


@case("entry_get.pascal-case")
def pascal_case(lab: "Lab") -> None:
    sent_entry = described(templateName="Lease", pageCount=3, isElectronicDocument=True, extension="pdf")
    body = {key[0].upper() + key[1:]: value for key, value in sent_entry.items()}
    lab.faults({"operations": [ENTRY_GET.route(lab)], **refuse(200, body=body)})
    wanted = {"id": 4711, "name": "Plan", "entry_type": "Document", "template_name": "Lease", "page_count": 3}
    data = detail(lab)
    equal({key: data[key] for key in wanted}, wanted, "the entry")


@case("entry_get.times-keep-offset")
def the_offset(lab: "Lab") -> None:
    lab.settings(timestamps="offset")
    data, given = detail(lab), sent(lab, ENTRY_GET.request)
    equal(
        (data["creation_time"], data["last_modified_time"]),
        (given["creationTime"], given["lastModifiedTime"]),
        "the times",
    )


@cases_of(
    [
        row("entry_get.web-url", "a document", entry_id=LEASE_ID, place="open"),
        row("entry_get.web-url", "a folder", entry_id=LEASES_ID, place="browse"),
        row("entry_get.web-url", "a shortcut", entry_id=92, place=None),
    ]
)
def the_link(lab: "Lab", entry_id: int, place: str | None) -> None:
    data = detail(tight(lab), entry_id)
    equal(data["id"], entry_id, "id")
    url = data.get("web_url")
    if place is None:
        expect("web_url" not in data, "a shortcut has a web_url", got=url)
    else:
        expect(str(url).endswith(f"/{place}/{entry_id}"), "web_url", expected=f"…/{place}/{entry_id}", got=url)


@cases_of(row("entry_get.redirect", f"status {status}", status=status) for status in (301, 302, 307))
def a_redirect(lab: "Lab", status: int) -> None:
    elsewhere = {"Location": "https://elsewhere.example/"}
    lab.faults({"operations": [ENTRY_GET.route(lab)], **refuse(status, text="", headers=elsewhere)})
    equal(lab.call(ENTRY_GET.tool, entry_id=LEASE_ID).data.get("mode"), "error", "mode")
