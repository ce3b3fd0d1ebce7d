"""Folder listing: whose children, how many, and how each is told."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lf_contracts.case import case, cases_of, row
from lf_contracts.cases import failures
from lf_contracts.cases.classified import refuse
from lf_contracts.cases.content import parameters, sent
from lf_contracts.cases.subjects import FOLDER_LIST, LEASE_ID, LEASES_ID, TIGHT, tight
from lf_contracts.checks import equal, expect, made, ok, operations, schema

if TYPE_CHECKING:
    from lf_contracts.lab import Lab

ROOT, EMPTY_FOLDER, MANY, WITH_SHORTCUT, SHORTCUT, UNKNOWN = 1, 91, 22, 90, 92, 999_999_999
SUMMARY = {"id": "id", "name": "name", "entry_type": "type", "parent_id": "parent_id"}


def listing(lab: "Lab", folder_id: int = LEASES_ID, **arguments: Any) -> dict[str, Any]:
    """List a folder, which must succeed."""
    return ok(lab.call(FOLDER_LIST.tool, folder_id=folder_id, **arguments))


def summary(lab: "Lab", entry: Mapping[str, Any]) -> dict[str, Any]:
    """The summary that the tool makes of a folder's only child, as the server describes it here."""
    lab.faults({"operations": [FOLDER_LIST.route(lab)], **refuse(200, body={"value": [entry]})})
    entries = listing(lab)["entries"]
    equal(len(entries), 1, "the number of entries")
    return dict(entries[0])


def described(**changed: Any) -> dict[str, Any]:
    """A child as a server describes it, with some properties changed; those set to None are left out."""
    plain = {
        "id": 4711,
        "name": "Plan",
        "entryType": "Document",
        "parentId": LEASES_ID,
        "fullPath": "\\Plan",
        "creationTime": "2024-03-01T08:30:00Z",
        "lastModifiedTime": "2024-03-02T09:00:00Z",
    }
    return {key: value for key, value in {**plain, **changed}.items() if value is not None}


@cases_of(
    [
        row("folder_list.answer-shape", "documents", arguments={"folder_id": LEASES_ID}),
        row("folder_list.answer-shape", "the root", arguments={"folder_id": ROOT}),
        row("folder_list.answer-shape", "a shortcut", arguments={"folder_id": WITH_SHORTCUT}),
        row("folder_list.answer-shape", "counted", arguments={"folder_id": MANY, "include_count": True}),
        row("folder_list.answer-shape", "empty", arguments={"folder_id": EMPTY_FOLDER}),
    ]
)
def the_shape(lab: "Lab", arguments: Mapping[str, Any]) -> None:
    schema(listing(lab, **arguments), FOLDER_LIST.answer)


@case("folder_list.children")
def all_children(lab: "Lab") -> None:
    paged: list[int] = []
    while entries := listing(lab, MANY, max_results=15, skip=len(paged))["entries"]:
        answers = sent(lab, FOLDER_LIST.request)["value"]
        equal([each["id"] for each in entries], [each["id"] for each in answers], "the order of a page")
        paged += [each["id"] for each in entries]
    whole = [each["id"] for each in listing(lab, MANY, max_results=200)["entries"]]
    expect(len(whole) >= 40, "the folder has fewer than forty children", got=len(whole))
    equal(paged, whole, "the children over the pages")


@cases_of(
    [
        row("folder_list.summary-values", "documents", folder_id=LEASES_ID),
        row("folder_list.summary-values", "folders", folder_id=ROOT),
        row("folder_list.summary-values", "a shortcut", folder_id=WITH_SHORTCUT),
    ]
)
def as_the_repository_has_it(lab: "Lab", folder_id: int) -> None:
    entries = listing(lab, folder_id, max_results=10)["entries"]
    expect(entries, "the folder is empty")
    for entry in entries:
        stored = lab.entry(entry["id"])
        told = {key: entry[key] for key in (*SUMMARY, "full_path")}
        equal(told, {**{key: stored[name] for key, name in SUMMARY.items()}, "full_path": stored["path"]}, "a summary")


@case("folder_list.one-request")
def one_request(lab: "Lab") -> None:
    listing(lab, include_count=True)
    equal(operations(lab.journal()), [FOLDER_LIST.route(lab)], "the requests")


@cases_of(
    [
        row("folder_list.page-size-default", "25", setting=False, max_results=None, size=25),
        row("folder_list.page-size-default", "as set", setting=True, max_results=None, size=5),
        row("folder_list.page-size-clamped", "200", setting=False, max_results=1000, size=200),
        row("folder_list.page-size-clamped", "as set", setting=True, max_results=50, size=9),
    ]
)
def the_page_size(lab: "Lab", setting: bool, max_results: int | None, size: int) -> None:
    arguments = {} if max_results is None else {"max_results": max_results}
    entries = listing(tight(lab) if setting else lab, MANY, **arguments)["entries"]
    equal(parameters(lab.journal(FOLDER_LIST.route(lab))).get("$top"), str(size), "$top")
    expect(len(entries) <= size, "more entries than the page holds", expected=size, got=len(entries))


@case("folder_list.skip")
def so_many_left_out(lab: "Lab") -> None:
    whole = [each["id"] for each in listing(lab, max_results=10)["entries"]]
    expect(len(whole) == 10, "fewer than ten entries were listed", got=whole)
    equal([each["id"] for each in listing(lab, max_results=6, skip=4)["entries"]], whole[4:], "the entries after four")


@cases_of(
    [
        row("folder_list.next-link", "sent", link="https://x.example/children?$skip=5"),
        row("folder_list.next-link", "not sent", link=None),
    ]
)
def the_next_link(lab: "Lab", link: str | None) -> None:
    body = {"value": [described()], **({} if link is None else {"@odata.nextLink": link})}
    lab.faults({"operations": [FOLDER_LIST.route(lab)], **refuse(200, body=body)})
    equal(listing(lab)["next_link"], link, "next_link")


@case("folder_list.count-on-request")
def counted(lab: "Lab") -> None:
    data = listing(lab, MANY, max_results=3, include_count=True)
    equal(parameters(lab.journal(FOLDER_LIST.route(lab))).get("$count"), "true", "$count")
    equal(data["total_count"], sent(lab, FOLDER_LIST.request)["@odata.count"], "total_count")
    expect(data["total_count"] >= 40, "total_count is not that of the folder", got=data["total_count"])


@case("folder_list.no-count-unasked")
def not_counted(lab: "Lab") -> None:
    equal(listing(lab, MANY, max_results=3)["total_count"], None, "total_count")
    equal(parameters(lab.journal(FOLDER_LIST.route(lab))).get("$count", "false"), "false", "$count")


@case("folder_list.empty-folder")
def nothing_in_it(lab: "Lab") -> None:
    equal(listing(lab, EMPTY_FOLDER)["entries"], [], "entries")
    made(lab.journal(), FOLDER_LIST.route(lab), 1)


@case("folder_list.of-a-document")
def a_document_has_no_children(lab: "Lab") -> None:
    data = lab.call(FOLDER_LIST.tool, folder_id=LEASE_ID).data
    equal(data.get("mode"), "error", "mode")
    failures.says_what_was_sent(lab, data)
    equal(data["folder_id"], LEASE_ID, "folder_id")


@case("folder_list.unknown-folder")
def no_such_folder(lab: "Lab") -> None:
    arguments = {"folder_id": UNKNOWN}
    data = failures.classified(lab.call(FOLDER_LIST.tool, **arguments), FOLDER_LIST, "not_found", arguments)
    failures.says_what_was_sent(lab, data)
    made(lab.journal(), FOLDER_LIST.route(lab), 1)


@cases_of(
    [
        row("folder_list.types", "known", sent_type="RecordSeries", told="RecordSeries"),
        row("folder_list.types", "unknown", sent_type="Hologram", told="Unknown"),
        row("folder_list.types", "another spelling", sent_type="document", told="Unknown"),
        row("folder_list.types", "none", sent_type=None, told="Unknown"),
    ]
)
def the_type(lab: "Lab", sent_type: str | None, told: str) -> None:
    equal(summary(lab, described(entryType=sent_type))["entry_type"], told, "entry_type")


@case("folder_list.pascal-case")
def pascal_case(lab: "Lab") -> None:
    entry = {key[0].upper() + key[1:]: value for key, value in described().items()}
    told = summary(lab, entry)
    wanted = {"id": 4711, "name": "Plan", "entry_type": "Document", "parent_id": LEASES_ID, "full_path": "\\Plan"}
    equal({key: told[key] for key in wanted}, wanted, "the summary")


@cases_of(
    row("folder_list.times-keep-offset", time, time=time)
    for time in ("2024-03-01T08:30:00Z", "2024-03-01T08:30:00-04:00", "2024-03-01T08:30:00")
)
def the_offset(lab: "Lab", time: str) -> None:
    equal(summary(lab, described(creationTime=time))["creation_time"], time, "creation_time")


@case("folder_list.times-keep-offset", "a local server")
def a_server_with_local_time(lab: "Lab") -> None:
    lab.settings(timestamps="offset")
    entries = listing(lab, max_results=3)["entries"]
    given = [each["creationTime"] for each in sent(lab, FOLDER_LIST.request)["value"]]
    equal([each["creation_time"] for each in entries], given, "the times")


@cases_of(
    [
        row("folder_list.times-unreadable", "blank", time=""),
        row("folder_list.times-unreadable", "words", time="yesterday"),
        row("folder_list.times-unreadable", "impossible", time="2024-13-45T99:00:00Z"),
    ]
)
def no_time(lab: "Lab", time: str) -> None:
    told = summary(lab, described(creationTime=time))
    equal((told["creation_time"], told["name"]), (None, "Plan"), "creation_time and name")


@case("folder_list.web-url")
def links_to_the_web_client(lab: "Lab") -> None:
    small = tight(lab)
    for entry in listing(small, WITH_SHORTCUT)["entries"]:
        shown = {"Document": "open", "Folder": "browse"}.get(entry["entry_type"])
        url = str(entry.get("web_url", ""))
        wanted = f"/{shown}/{entry['id']}" if shown else ""
        expect(url.endswith(wanted) if wanted else "web_url" not in entry, "web_url", expected=wanted, got=entry)
    document = listing(small)["entries"][0]
    prefix = TIGHT["LF_WEB_CLIENT_URL_TEMPLATE"].split("{", 1)[0]
    url = str(document.get("web_url"))
    expect(url.startswith(prefix) and url.endswith(f"/open/{document['id']}"), "web_url of a document", got=document)


@case("folder_list.no-web-url")
def no_links(lab: "Lab") -> None:
    entries = listing(lab)["entries"]
    expect(entries, "the folder is empty")
    strange = [each for each in entries if "web_url" in each]
    expect(not strange, "web_url is there without a template", got=strange)


@cases_of(row("folder_list.redirect", f"status {status}", status=status) for status in (301, 302, 307))
def a_redirect(lab: "Lab", status: int) -> None:
    elsewhere = {"Location": "https://elsewhere.example/"}
    lab.faults({"operations": [FOLDER_LIST.route(lab)], **refuse(status, text="", headers=elsewhere)})
    data = lab.call(FOLDER_LIST.tool, folder_id=LEASES_ID).data
    equal(data.get("mode"), "error", "mode")


@case("folder_list.row-with-nulls")
def a_row_without_a_name(lab: "Lab") -> None:
    rows = [{**described(), "name": None}, described(id=4712, name="Other")]
    lab.faults({"operations": [FOLDER_LIST.route(lab)], **refuse(200, body={"value": rows})})
    names = [each["name"] for each in listing(lab)["entries"]]
    expect("Other" in names, "the good row was lost", got=names)
