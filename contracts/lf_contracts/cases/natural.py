"""What the cases of the natural search share: its calls, and the queries that the repository was sent."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from lf_contracts.cases.subjects import SEARCH_NATURAL
from lf_contracts.checks import ok
from lf_contracts.errors import NotProvoked

if TYPE_CHECKING:
    from lf_contracts.answer import Answer
    from lf_contracts.lab import Lab

SEARCH = SEARCH_NATURAL.request
LISTING = ("GetEntryListing", "ListEntries")
ENTRY = ("GetEntry", "GetEntry")
BY_PATH = ("GetEntryByPath", "GetEntryByPath")
FIELDS = ("GetFieldValues", "ListFields")

EMPTY_FOLDER = r"\Scanning\To Be Indexed"
"""Guidance on it costs two requests, which is enough where the sample does not matter."""

QUESTION = "Which Leases name Gomez?"


def ask(lab: "Lab", question: str = QUESTION, **arguments: Any) -> "Answer":
    """Call the natural search."""
    return lab.call(SEARCH_NATURAL.tool, question=question, **arguments)


def guidance(lab: "Lab", question: str = QUESTION, **arguments: Any) -> dict[str, Any]:
    """Ask for guidance, which must be given."""
    return ok(ask(lab, question, **arguments), "guidance")


def results(lab: "Lab", lf_query: str, **arguments: Any) -> dict[str, Any]:
    """Execute a query, which must succeed."""
    return ok(ask(lab, lf_query=lf_query, **arguments), "results")


def queries(lab: "Lab") -> list[str]:
    """The queries that the repository was sent, in order."""
    return [_command(each) for each in lab.journal(lab.name(*SEARCH))]


def ids(data: Mapping[str, Any]) -> list[int]:
    """The ids of the entries in an answer, in order."""
    return [entry["id"] for entry in data["entries"]]


def _command(exchange: Mapping[str, Any]) -> str:
    body = exchange["request"]["body"]
    text = body.get("searchCommand") if isinstance(body, dict) else None
    if not isinstance(text, str):
        raise NotProvoked("a search was requested without a searchCommand")
    return text
