"""What the cases of the content search share: its requests, the call, and what the repository saw of it."""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs

from lf_contracts.cases.subjects import SEARCH_CONTENT
from lf_contracts.checks import equal, expect, ok
from lf_contracts.errors import NotProvoked

if TYPE_CHECKING:
    from lf_contracts.answer import Answer
    from lf_contracts.lab import Lab

START = ("CreateSearchOperation", "StartSearchEntry")
STATUS = ("GetSearchStatus", "ListTasks")
RESULTS = ("GetSearchResults", "ListSearchResults")
HITS = ("GetSearchContextHits", "ListSearchContextHits")
CLOSE = ("CancelOrCloseSearch", "CancelTasks")

ANSWERED_AT_ONCE: Mapping[str, Any] = {"long_poll_seconds": 0.0}
"""Setting of the imitated build: a look at a running search is answered at once, not when it is done."""

PHRASE = """{LF:Basic~="'unpaid balance'", option="D"}"""
"""Finds the two words side by side in document text."""
ANSWER_PAGES: Mapping[int, tuple[int, ...]] = {604: (3,), 609: (2,), 617: (3,), 622: (1, 3)}
"""The leases that it finds in the folder of leases, and the pages that hold the words."""
ANSWER = tuple(ANSWER_PAGES)


def search(lab: "Lab", query: str = PHRASE, **arguments: Any) -> "Answer":
    """Call the content search."""
    return lab.call(SEARCH_CONTENT.tool, query=query, **arguments)


def found(lab: "Lab", query: str = PHRASE, **arguments: Any) -> dict[str, Any]:
    """Call the content search, which must succeed. Gives its data."""
    return ok(search(lab, query, **arguments), "content_search")


def command(lab: "Lab") -> str:
    """The search expression that the repository was sent last."""
    starts = lab.journal(lab.name(*START))
    expect(starts, "no search was started")
    body = starts[-1]["request"]["body"]
    text = body.get("searchCommand") if isinstance(body, dict) else None
    if not isinstance(text, str):
        raise NotProvoked("the search was started without a searchCommand")
    return text


def rows(data: Mapping[str, Any]) -> dict[int, dict[str, Any]]:
    """The results by entry id."""
    return {result["entry_id"]: result for result in data["results"]}


def only(data: Mapping[str, Any], entry_id: int) -> dict[str, Any]:
    """The result of this entry."""
    by_id = rows(data)
    expect(entry_id in by_id, f"entry {entry_id} is not among the results", got=sorted(by_id))
    return by_id[entry_id]


def asked(exchange: Mapping[str, Any]) -> dict[str, str]:
    """The query parameters of a request, each once."""
    return {name: values[0] for name, values in parse_qs(exchange["query"], keep_blank_values=True).items()}


def parameters(exchanges: Iterable[Mapping[str, Any]]) -> dict[str, str]:
    """The query parameters of the last of these requests."""
    last = list(exchanges)[-1:]
    expect(last, "the request was not made")
    return asked(last[0])


def sent(lab: "Lab", operation: tuple[str, str]) -> Any:
    """What the server answered last to this operation."""
    exchanges = lab.journal(lab.name(*operation))
    expect(exchanges, f"{lab.name(*operation)} was not requested")
    return exchanges[-1]["response"]["body"]


def closed(lab: "Lab") -> None:
    """Every search that was started is closed."""
    lab.eventually(lambda: not lab.searches()["open"], timeout=1.0)
    state = lab.searches()
    expect(not state["open"], "a search was left open on the server", expected=[], got=state["open"])
    equal(state["closed"], len(_started(lab)), "the number of closed searches")


def _started(lab: "Lab") -> list[dict[str, Any]]:
    return [
        each for each in lab.journal(lab.name(*START)) if each["fault"] is None and each["status"] in (200, 201, 202)
    ]
