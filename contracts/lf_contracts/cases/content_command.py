"""Content search: what becomes of the query and the folder path."""

import re
from typing import TYPE_CHECKING

from lf_contracts.case import case, cases_of, row
from lf_contracts.cases.content import command, found, only, rows, search
from lf_contracts.cases.subjects import EVERYTHING, LEASE_ID, LEASES
from lf_contracts.checks import contains, equal, expect
from lf_contracts.errors import NotProvoked

if TYPE_CHECKING:
    from lf_contracts.lab import Lab

QUOTED_FOLDER = r'\Legal\Matter "Q1" drafts'
QUOTED_FOLDER_ID = 55
QUOTED_NAME = 'Old "final" scan'
QUOTED_NAME_ID = 85
NOTED_ID = 609


def _basic(phrase: str) -> re.Pattern[str]:
    """A Basic clause around the phrase as it is to be written; blanks around the operator are a matter of taste."""
    return re.compile(r"\{LF:Basic\s*~=\s*" + re.escape(f'"{phrase}"') + r"\s*\}", re.IGNORECASE)


@cases_of(
    [
        row("search_content.phrase-wrapped", "two words", query="unpaid balance", phrase="unpaid balance"),
        row("search_content.phrase-wrapped", "one word", query="tenant", phrase="tenant"),
        row("search_content.phrase-wrapped", "a brace later on", query="see {note}", phrase="see {note}"),
        row("search_content.phrase-quotes-escaped", "inside", query=QUOTED_NAME, phrase=r"Old \"final\" scan"),
        row("search_content.phrase-quotes-escaped", "at both ends", query='"unpaid"', phrase=r"\"unpaid\""),
        row(
            "search_content.phrase-trimmed", "blanks on both sides", query="  unpaid balance ", phrase="unpaid balance"
        ),
    ]
)
def a_phrase(lab: "Lab", query: str, phrase: str) -> None:
    search(lab, query, hits_for_top=0)
    wanted = f'{{LF:Basic~="{phrase}"}}'
    expect(
        _basic(phrase).fullmatch(command(lab)),
        "the phrase was not wrapped as it must be",
        expected=wanted,
        got=command(lab),
    )


@case("search_content.phrase-covers-all-texts", "a name")
def a_phrase_finds_a_name(lab: "Lab") -> None:
    only(found(lab, QUOTED_NAME, hits_for_top=0, max_results=100), QUOTED_NAME_ID)


@case("search_content.phrase-covers-all-texts", "a field")
def a_phrase_finds_a_field(lab: "Lab") -> None:
    tenant = _text_field(lab, LEASE_ID)
    only(found(lab, tenant, hits_for_top=0, max_results=100), LEASE_ID)


@case("search_content.phrase-covers-all-texts", "an annotation")
def a_phrase_finds_an_annotation(lab: "Lab") -> None:
    only(found(lab, "See the meter book, page 88", hits_for_top=0, max_results=100), NOTED_ID)


@case("search_content.phrase-covers-all-texts", "document text")
def a_phrase_finds_document_text(lab: "Lab") -> None:
    only(found(lab, "unpaid balance", folder_path=LEASES, hits_for_top=0, max_results=100), LEASE_ID)


@cases_of(
    [
        row("search_content.raw-unchanged", "one clause", query='{LF:Basic ~= "tenant", option="DFANLT"}'),
        row(
            "search_content.raw-unchanged",
            "two clauses",
            query='{LF:Name="*lease*"} & {LF:LookIn="\\Property Management"}',
        ),
        row("search_content.raw-unchanged", "every entry", query=EVERYTHING),
    ]
)
def a_raw_expression(lab: "Lab", query: str) -> None:
    found(lab, query, hits_for_top=0)
    equal(command(lab), query, "the search expression")


@case("search_content.raw-document-text-only")
def document_text_only(lab: "Lab") -> None:
    everywhere = rows(found(lab, '{LF:Basic~="Old final scan"}', hits_for_top=0, max_results=100))
    expect(QUOTED_NAME_ID in everywhere, "the name is not found at all", got=sorted(everywhere))
    text_only = rows(found(lab, '{LF:Basic~="Old final scan", option="D"}', hits_for_top=0, max_results=100))
    expect(
        QUOTED_NAME_ID not in text_only, "a match in a name was returned for document text alone", got=sorted(text_only)
    )


@cases_of(
    [
        row("search_content.query-reported", "a phrase", query="unpaid balance", folder_path=None),
        row("search_content.query-reported", "a phrase in a folder", query="unpaid balance", folder_path=LEASES),
        row("search_content.query-reported", "a raw expression", query=EVERYTHING, folder_path=None),
    ]
)
def the_query_in_the_answer(lab: "Lab", query: str, folder_path: str | None) -> None:
    data = found(lab, query, folder_path=folder_path, hits_for_top=0)
    equal(data["query"], command(lab), "query")


@cases_of(
    [
        row("search_content.folder-quoted", "with a phrase", query="unpaid balance"),
        row("search_content.folder-quoted", "with a raw expression", query=EVERYTHING),
    ]
)
def a_folder_in_the_command(lab: "Lab", query: str) -> None:
    found(lab, query, folder_path=LEASES, hits_for_top=0)
    clause = re.compile(r"\}\s*&\s*\{LF:LookIn\s*=\s*" + re.escape(f'"{LEASES}"') + r"\s*\}$", re.IGNORECASE)
    wanted = f'… & {{LF:LookIn="{LEASES}"}}'
    expect(clause.search(command(lab)), "the folder is not a quoted LookIn clause", expected=wanted, got=command(lab))


@cases_of(
    [
        row("search_content.folder-verbatim", "forward slashes", folder_path="/Property Management/Leases"),
        row("search_content.folder-verbatim", "letter case", folder_path=r"\property MANAGEMENT"),
        row("search_content.folder-verbatim", "an inner double blank", folder_path=r"\Property  Management"),
    ]
)
def a_folder_letter_by_letter(lab: "Lab", folder_path: str) -> None:
    search(lab, "tenant", folder_path=folder_path, hits_for_top=0)
    expect(f'"{folder_path}"' in command(lab), "the folder path was changed", expected=folder_path, got=command(lab))


@case("search_content.folder-restricts")
def only_the_subtree(lab: "Lab") -> None:
    inside = rows(found(lab, folder_path=LEASES, hits_for_top=0, max_results=100))
    everywhere = rows(found(lab, hits_for_top=0, max_results=100))
    outside = set(everywhere) - set(inside)
    if not outside:
        raise NotProvoked("no entry outside the folder matches")
    strange = [i for i in inside if not str(lab.entry(i)["path"]).startswith(LEASES + "\\")]
    expect(not strange, "entries outside the folder were returned", got=strange)
    expect(
        set(inside) < set(everywhere), "the folder's entries are not found without the folder", got=sorted(everywhere)
    )


@case("search_content.folder-restricts", "a folder above")
def subfolders_too(lab: "Lab") -> None:
    data = found(lab, folder_path=r"\Property Management", hits_for_top=0, max_results=100)
    only(data, LEASE_ID)


@case("search_content.folder-with-quotes")
def a_folder_with_quotes(lab: "Lab") -> None:
    data = found(lab, "settlement", folder_path=QUOTED_FOLDER, hits_for_top=0)
    contains(command(lab), r'LookIn="\Legal\Matter \"Q1\" drafts"', "the search expression")
    ids = sorted(rows(data))
    expect(len(ids) >= 2, "the documents of the folder were not found", got=ids)
    strange = [i for i in ids if lab.entry(i)["parent_id"] != QUOTED_FOLDER_ID]
    expect(not strange, "entries outside the folder were returned", got=strange)


@case("search_content.folder-empty")
def an_empty_folder_path(lab: "Lab") -> None:
    found(lab, EVERYTHING, folder_path="", hits_for_top=0)
    equal(command(lab), EVERYTHING, "the search expression")


def _text_field(lab: "Lab", entry_id: int) -> str:
    """The longest field value of the entry that is made of words: one that is unlikely to stand elsewhere."""
    held: dict[str, list[str]] = lab.entry(entry_id)["fields"]
    values = [value for each in held.values() for value in each]
    words = [value for value in values if re.fullmatch(r"[A-Za-z][A-Za-z ]+", value)]
    if not words:
        raise NotProvoked(f"entry {entry_id} has no field with words")
    return max(words, key=len)
