"""The requirement files and the list of cells: every sentence has a source, every documented cell a requirement."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from lf_contracts import cells, requirement, schemas
from lf_contracts.cases.definitions import ARGUMENTS
from lf_contracts.requirement import ANY_TOOL, Requirement

REQUIREMENTS = requirement.load()
CELLS = cells.load()
PAGES = Path(__file__).parents[2] / "../shared/tool-pages"

SOURCES = (
    "tool page of laserfiche_entry_search_content",
    "tool page of laserfiche_entry_search_natural",
    "observed release 2.6.2",
    "error contract of release 2.6.2",
    "settings of release 2.6.2",
    "published description of v2",
    "reported builds",
    "corpus demo",
    "Model Context Protocol",
    "decision:",
)

# What the two published pages state, in our words, and the requirements that hold a server to it.
CONTENT_PAGE = {
    "finds passages in document text": ["passages"],
    "each with its page and the text around it": ["passages", "known-answer"],
    "for questions about what documents say": ["tools.content-when-to-use"],
    "text comes from the full-text index, OCR of scans included": ["finds-scanned-text"],
    "usually needs no download": ["no-download"],
    "a document is read on with another tool": ["tools.content-siblings"],
    "a bare query becomes a Basic clause": ["phrase-wrapped"],
    "it looks into text, fields, annotations and names": ["phrase-covers-all-texts"],
    "raw syntax passes": ["raw-unchanged"],
    "raw syntax can ask for document text alone": ["raw-document-text-only"],
    "sibling tools": ["tools.content-siblings"],
    "keys of the answer": ["answer-shape"],
    "keys of a result and of a passage": ["answer-shape", "hit-count"],
    "the size of the whole": ["total-count", "total-count-honest"],
    "passages for the top results": ["hits-for-top"],
    "a notice with passages": ["notice-present"],
    "no notice without": ["notice-absent"],
    "a failure has a mode and a slug": ["errors.object-not-text"],
    "no asynchronous search": ["async-unavailable"],
    "a search that takes too long": ["timeout"],
    "a search that fails": ["failed"],
    "failures are told in the description": ["tools.content-failures"],
    "skip": ["skip", "search-anew"],
    "folder_path restricts to a subtree": ["folder-restricts"],
    "folder_path is passed on verbatim": ["folder-verbatim", "folder-quoted"],
    "max_results has a default and a cap, both settings": ["max-results-default", "max-results", "max-results-capped"],
    "hits_for_top costs a request each": ["hits-for-top"],
    "hits_for_top 0": ["hits-for-top-zero"],
    "context_chars is a size": ["excerpt-length"],
    "centred on the match": ["excerpt-centred"],
    "hits_per_entry": ["hits-per-entry", "hits-per-entry-capped"],
    "timeout_seconds": ["timeout-argument", "timeout-default"],
    "what is required": ["tools.required-arguments"],
    "every argument is described": ["tools.arguments-described"],
    "there is an output schema": ["tools.output-schema"],
}
NATURAL_PAGE = {
    "two modes, told in the description": ["tools.natural-modes"],
    "without a query: guidance": ["guidance-mode"],
    "a grammar with examples": ["grammar"],
    "templates and fields that are in use": ["templates-discovered", "fields-discovered"],
    "sampled from the folder": ["samples-folder"],
    "or from the root": ["samples-root"],
    "usable in a query": ["discovered-names-work"],
    "up to three candidates": ["candidates-at-most-three"],
    "from the question's keywords": ["candidates-from-keywords"],
    "ready to be sent": ["candidates-run"],
    "the next call": ["follow-up"],
    "with a query: execution": ["results-mode"],
    "or an error with detail": ["error-keys"],
    "on 400 at most two repairs": ["repairs-only-on-400", "repairs-at-most-two"],
    "quotes are escaped": ["repair-quotes"],
    "wildcards are added": ["repair-wildcards", "repair-wildcards-only-names"],
    "in this order": ["repairs-in-order"],
    "attempts are recorded": ["attempts"],
    "max_results is clamped": ["page-size-clamped"],
    "to a cap below that of listings": ["page-size-below-list-ceiling"],
    "a large page size must not be sent to builds that refuse it": ["no-top-on-v1"],
    "pagination_unknown": ["pagination-unknown"],
    "no folder is walked instead": ["no-traversal"],
    "repairs used up are an error": ["bad-query-syntax"],
    "other failures have their slugs": ["auth-failed", "rate-limited", "server-error"],
    "question comes back": ["question-echoed"],
    "folder_path is not put into the query": ["folder-ignored-in-execution"],
    "fuzzy": ["fuzzy-default", "not-fuzzy"],
    "what is required": ["tools.required-arguments"],
}
STATEMENTS = [
    *(("search_content", statement, each) for statement, ids in CONTENT_PAGE.items() for each in ids),
    *(("search_natural", statement, each) for statement, ids in NATURAL_PAGE.items() for each in ids),
]


def those(fault: Callable[[Requirement], bool]) -> list[str]:
    """The requirements with this fault."""
    return [name for name, each in REQUIREMENTS.items() if fault(each)]


def test_a_requirement_is_one_sentence() -> None:
    assert those(lambda each: not each.text.endswith(".") or ". " in each.text or "\n" in each.text) == []


def test_a_requirement_has_a_source_of_a_known_kind() -> None:
    assert those(lambda each: not any(source in each.source for source in SOURCES)) == []


def test_a_requirement_names_a_tool_and_a_slug_that_exist() -> None:
    assert those(lambda each: each.tool != ANY_TOOL and each.tool not in schemas.tools()) == []
    assert those(lambda each: each.slug is not None and schemas.slugs()[each.slug].reach != "mcp") == []


def test_a_decision_of_ours_turns_nobody_red_as_a_contract() -> None:
    assert those(lambda each: "decision:" in each.source and each.severity == "contract") == []


def test_no_two_requirements_say_the_same() -> None:
    said = [(each.tool, each.text) for each in REQUIREMENTS.values() if each.tool != ANY_TOOL]
    assert len(said) == len(set(said))


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: f"{cell.tool}-{cell.slug}")
def test_a_documented_cell_is_claimed_or_said_to_be_unreachable(cell: cells.Cell) -> None:
    claims = [each for each in REQUIREMENTS.values() if (each.tool, each.slug) == (cell.tool, cell.slug)]
    assert bool(claims) != bool(cell.unreachable)
    if claims:
        assert min(each.level for each in claims) == cell.level


def test_every_claim_is_a_documented_cell() -> None:
    documented = {(cell.tool, cell.slug) for cell in CELLS}
    claimed = {(each.tool, each.slug) for each in REQUIREMENTS.values() if each.slug is not None}
    assert claimed <= documented


def test_every_slug_that_a_form_allows_is_a_cell_of_its_tool() -> None:
    for tool in schemas.tools():
        folder = tool.removeprefix("laserfiche_")
        forms = [name for name in schemas.names() if name.startswith(f"{folder}/error")]
        allowed = {
            slug
            for name in forms
            for error in [schemas.schema(name)["properties"]["error"]]
            for slug in error.get("enum", [error.get("const")])
        }
        assert allowed == {cell.slug for cell in CELLS if cell.tool == tool}


def test_every_statement_of_the_pages_has_its_requirement() -> None:
    for group, statement, name in STATEMENTS:
        each = REQUIREMENTS.get(name if "." in name else f"{group}.{name}")
        assert each is not None, (statement, name)
        page = f"laserfiche_entry_{group}"
        assert any(source in each.source for source in (page, "error contract", "observed")), statement


@pytest.mark.parametrize(
    ("group", "words"),
    [("search_content", "laserfiche_entry_search_content"), ("search_natural", "search_natural")],
)
def test_every_argument_on_a_page_is_one_that_the_cases_know(group: str, words: str) -> None:
    if not PAGES.is_dir():
        pytest.skip("the published pages are not beside this project")
    text = next(text for path in sorted(PAGES.iterdir()) if words in (text := path.read_text("utf-8"))[:200])
    table = re.findall(r"^(?:`(\w+)`\s+(?:Yes|No)\b|\| (\w+) \| (?:Yes|No) )", text, re.MULTILINE)
    names = {first or second for first, second in table}
    assert len(names) >= 5
    assert names == {argument.name for argument in ARGUMENTS[group]}
