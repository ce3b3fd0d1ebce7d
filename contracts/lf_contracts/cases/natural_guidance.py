"""Natural search without a query: the guidance, where it is taken from, and that trouble only adds notes."""

import re
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lf_contracts.case import case, cases_of, row
from lf_contracts.cases.classified import refuse
from lf_contracts.cases.content import parameters
from lf_contracts.cases.natural import BY_PATH, EMPTY_FOLDER, ENTRY, FIELDS, LISTING, SEARCH, ask, guidance, results
from lf_contracts.cases.subjects import tight
from lf_contracts.checks import contains, equal, expect, operations, schema
from lf_contracts.errors import NotProvoked
from lf_contracts.finding import Finding

if TYPE_CHECKING:
    from lf_contracts.lab import Lab

CITY_CLERK, CITY_CLERK_ID = r"\City Clerk", 10
NO_TEMPLATES = r"\Inbox"
NO_FOLDER = r"\No Such Folder"
SHAPE = "entry_search_natural/guidance"
SAMPLE = 10

GRAMMAR_PARTS = {
    "content clause": "LF:Basic",
    "content operator": "~=",
    "content options": "option=",
    "name clause": "LF:Name",
    "folder clause": "LF:LookIn",
    "and": "&",
    "or": "|",
    "template field": "]:[",
    "wildcard for many": "*",
    "wildcard for one": "?",
    "escaped quote": '\\"',
}


@cases_of(
    [
        row("search_natural.guidance-mode", "left out", arguments={}),
        row("search_natural.guidance-mode", "null", arguments={"lf_query": None}),
    ]
)
def no_query(lab: "Lab", arguments: Mapping[str, Any]) -> None:
    equal(ask(lab, **arguments).data.get("mode"), "guidance", "mode")


@cases_of(
    [
        row("search_natural.guidance-keys", "the root", arguments={}),
        row("search_natural.guidance-keys", "a folder", arguments={"folder_path": CITY_CLERK}),
        row("search_natural.guidance-keys", "a folder that is not there", arguments={"folder_path": NO_FOLDER}),
    ]
)
def the_shape(lab: "Lab", arguments: Mapping[str, Any]) -> None:
    data = guidance(lab, **arguments)
    schema(data, SHAPE)
    equal(data["folder_path"], arguments.get("folder_path"), "folder_path")


@case("search_natural.guidance-searches-nothing")
def reads_only(lab: "Lab") -> None:
    guidance(lab, folder_path=CITY_CLERK)
    equal(sorted({each["method"] for each in lab.journal()}), ["GET"], "the methods of the requests")


@case("search_natural.grammar", "every part")
def every_part_of_the_grammar(lab: "Lab") -> None:
    text = guidance(lab, folder_path=EMPTY_FOLDER)["grammar"]
    for name, part in GRAMMAR_PARTS.items():
        contains(text, part, f"grammar ({name})")


@case("search_natural.grammar", "examples")
def grammar_with_examples(lab: "Lab") -> None:
    clauses = re.findall(r"\{[^{}\n]+\}", guidance(lab, folder_path=EMPTY_FOLDER)["grammar"])
    expect(len(clauses) >= 4, "the grammar gives no examples of clauses", got=clauses)


@case("search_natural.samples-at-most-ten")
def ten_entries_at_most(lab: "Lab") -> None:
    guidance(lab, folder_path=r"\Finance\Invoices\2024")
    read = _sampled(lab)
    expect(1 <= len(read) <= SAMPLE, "another number of entries was read", expected="1 to 10", got=read)
    equal(parameters(lab.journal(lab.name(*LISTING))).get("$top"), "10", "$top of the listing")


@case("search_natural.samples-folder")
def the_folder_is_sampled(lab: "Lab") -> None:
    guidance(lab, folder_path=CITY_CLERK)
    equal(_listed_folder(lab), CITY_CLERK_ID, "the folder that was listed")
    strange = [i for i in _sampled(lab) if lab.entry(i)["parent_id"] != CITY_CLERK_ID]
    expect(not strange, "entries outside the folder were sampled", got=strange)


@case("search_natural.samples-root")
def the_root_is_sampled(lab: "Lab") -> None:
    guidance(lab)
    equal(_listed_folder(lab), 1, "the folder that was listed")


@cases_of(
    [
        row("search_natural.templates-discovered", "a folder", arguments={"folder_path": CITY_CLERK}),
        row("search_natural.templates-discovered", "the root", arguments={}),
    ]
)
def the_templates(lab: "Lab", arguments: Mapping[str, Any]) -> None:
    data = guidance(lab, **arguments)
    carriers = _carriers(lab)
    if len(carriers) < 2:
        raise NotProvoked("the sample has fewer than two templates")
    equal([each["template_name"] for each in data["discovered_templates"]], list(carriers), "the templates")


@case("search_natural.fields-discovered")
def the_fields(lab: "Lab") -> None:
    data = guidance(lab, folder_path=CITY_CLERK)
    carriers = _carriers(lab)
    for template in data["discovered_templates"]:
        names = list(lab.entry(carriers[template["template_name"]])["fields"])
        what = f"the field names of {template['template_name']}"
        equal(sorted(template["field_names"]), sorted(names), what)


@case("search_natural.discovered-names-work")
def discovered_names_make_a_query(lab: "Lab") -> None:
    for template in guidance(lab, folder_path=CITY_CLERK)["discovered_templates"]:
        if template["field_names"]:
            query = f'{{[{template["template_name"]}]:[{template["field_names"][0]}]="*"}}'
            expect(results(lab, query)["entries"], "the query finds nothing", got=query)
            return
    raise Finding("no template was discovered together with a field")


@cases_of(
    [
        row("search_natural.candidates-at-most-three", "no keyword", question="what is there?"),
        row("search_natural.candidates-at-most-three", "one keyword", question="Show Leases"),
        row(
            "search_natural.candidates-at-most-three", "many", question="Leases of Gomez in Millbrook by Acme and Jones"
        ),
        row("search_natural.candidates-at-most-three", "an empty question", question=""),
    ]
)
def so_many_candidates(lab: "Lab", question: str) -> None:
    candidates = guidance(lab, question, folder_path=CITY_CLERK)["candidate_queries"]
    expect(1 <= len(candidates) <= 3, "another number of candidates", expected="1 to 3", got=candidates)


@case("search_natural.candidates-from-keywords")
def keywords_in_candidates(lab: "Lab") -> None:
    candidates = guidance(lab, "Show Permits for Maple", folder_path=EMPTY_FOLDER)["candidate_queries"]
    texts = [each["query"].lower() for each in candidates]
    for word in ("permits", "maple"):
        expect(any(word in text for text in texts), f"no candidate holds the keyword {word!r}", got=texts)


@case("search_natural.candidates-without-keywords")
def no_keyword(lab: "Lab") -> None:
    expect(
        guidance(lab, "what is there?", folder_path=EMPTY_FOLDER)["candidate_queries"], "there is no candidate query"
    )


@case("search_natural.candidates-use-template")
def a_template_in_a_candidate(lab: "Lab") -> None:
    data = guidance(lab, "Minutes of the Council", folder_path=CITY_CLERK)
    templates = [each["template_name"] for each in data["discovered_templates"]]
    texts = [each["query"] for each in data["candidate_queries"]]
    used = any(f"[{name}]:[" in text for name in templates for text in texts)
    expect(used, "no candidate looks into a field of a discovered template", expected=templates, got=texts)


@case("search_natural.candidates-scoped")
def candidates_in_the_folder(lab: "Lab") -> None:
    for each in guidance(lab, folder_path=CITY_CLERK)["candidate_queries"]:
        expect(
            f'LookIn="{CITY_CLERK}"' in each["query"], "a candidate is not restricted to the folder", got=each["query"]
        )


@cases_of(
    [
        row("search_natural.candidates-run", "the root", question="Leases for Gomez", arguments={}),
        row(
            "search_natural.candidates-run",
            "a folder",
            question="Minutes of the Council",
            arguments={"folder_path": CITY_CLERK},
        ),
        row("search_natural.candidates-run", "no keyword", question="what is there?", arguments={}),
    ]
)
def candidates_are_accepted(lab: "Lab", question: str, arguments: Mapping[str, Any]) -> None:
    for each in guidance(lab, question, **arguments)["candidate_queries"]:
        data = results(lab, each["query"], fuzzy=False)
        equal(data["repairs_applied"], [], f"the repairs of {each['query']}")


@case("search_natural.follow-up")
def the_next_call(lab: "Lab") -> None:
    text = guidance(lab, folder_path=EMPTY_FOLDER)["follow_up"]
    contains(text, "lf_query", "follow_up")
    contains(text, "question", "follow_up")


@cases_of(
    [
        row("search_natural.guidance-page-size", "by default", setting=False, arguments={}, size=50),
        row("search_natural.guidance-page-size", "as asked", setting=False, arguments={"max_results": 20}, size=20),
        row("search_natural.guidance-page-size", "lowered", setting=True, arguments={"max_results": 20}, size=7),
    ]
)
def the_page_size(lab: "Lab", setting: bool, arguments: Mapping[str, Any], size: int) -> None:
    data = guidance(tight(lab) if setting else lab, folder_path=EMPTY_FOLDER, **arguments)
    equal(data["effective_max_results"], size, "effective_max_results")


@case("search_natural.note-folder-not-found")
def no_such_folder(lab: "Lab") -> None:
    data = guidance(lab, folder_path=NO_FOLDER)
    expect(data["notes"], "there is no note")
    equal(_listed_folder(lab), 1, "the folder that was listed")


@cases_of(
    [
        row("search_natural.note-folder-not-found", "path refused", aim=BY_PATH, fault=refuse(403)),
        row("search_natural.note-listing-failed", "status 403", aim=LISTING, fault=refuse(403)),
        row("search_natural.note-listing-failed", "status 500", aim=LISTING, fault=refuse(500)),
        row("search_natural.note-listing-failed", "dropped", aim=LISTING, fault={"kind": "drop"}),
        row("search_natural.note-listing-unreadable", "no JSON", aim=LISTING, fault=refuse(200, text="-")),
    ]
)
def trouble_is_a_note(lab: "Lab", aim: tuple[str, str], fault: Mapping[str, Any]) -> None:
    lab.faults({"operations": [lab.name(*aim)], **fault})
    expect(guidance(lab, folder_path=CITY_CLERK)["notes"], "there is no note")


@case("search_natural.note-folder-empty")
def an_empty_folder(lab: "Lab") -> None:
    expect(guidance(lab, folder_path=EMPTY_FOLDER)["notes"], "there is no note")


@case("search_natural.note-no-template")
def a_folder_without_templates(lab: "Lab") -> None:
    data = guidance(lab, folder_path=NO_TEMPLATES)
    equal(data["discovered_templates"], [], "discovered_templates")
    expect(data["notes"], "there is no note")


@case("search_natural.note-page-size-lowered")
def a_lowered_page_size(lab: "Lab") -> None:
    before = guidance(lab, folder_path=EMPTY_FOLDER)["notes"]
    notes = guidance(lab, folder_path=EMPTY_FOLDER, max_results=500)["notes"]
    expect(len(notes) > len(before), "there is no note on the page size", got=notes)
    contains(" ".join(notes), "100", "the notes")


@case("search_natural.sample-read-failed")
def one_entry_is_unreadable(lab: "Lab") -> None:
    lab.faults({"operations": [lab.name(*ENTRY)], **refuse(403), "nth": 1})
    data = guidance(lab, folder_path=CITY_CLERK)
    expect(data["discovered_templates"], "nothing was discovered on the other entries")


@case("search_natural.sample-fields-failed")
def fields_are_unreadable(lab: "Lab") -> None:
    lab.faults({"operations": [lab.name(*FIELDS)], **refuse(403)})
    templates = guidance(lab, folder_path=CITY_CLERK)["discovered_templates"]
    expect(templates, "the templates are gone with their fields")
    equal([each["field_names"] for each in templates], [[] for _ in templates], "the field names")


def _sampled(lab: "Lab") -> list[int]:
    """The entries that were read one by one, in the order of the listing that named them."""
    made = operations(lab.journal())
    expect(lab.name(*SEARCH) not in made, "guidance ran a search", got=made)
    read = {int(each["path"].rsplit("/", 1)[1]) for each in lab.journal(lab.name(*ENTRY))}
    listing = lab.journal(lab.name(*LISTING))[-1]["response"]["body"]["value"]
    return [each["id"] for each in listing if each["id"] in read]


def _carriers(lab: "Lab") -> dict[str, int]:
    """The templates of the sampled entries, each with the first entry that carries it."""
    found: dict[str, int] = {}
    for entry_id in _sampled(lab):
        template = lab.entry(entry_id)["template_name"]
        if template:
            found.setdefault(template, entry_id)
    return found


def _listed_folder(lab: "Lab") -> int:
    """The id of the folder that was listed last."""
    listings = lab.journal(lab.name(*LISTING))
    expect(listings, "no folder was listed")
    found = re.search(r"/Entries/(\d+)/", listings[-1]["path"], re.IGNORECASE)
    if found is None:
        raise NotProvoked(f"the listing's address names no entry: {listings[-1]['path']}")
    return int(found[1])
