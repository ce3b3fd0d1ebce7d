"""The six tools as the cases address them: name, what a plain call looks like, which requests it makes."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from lf_contracts.lab import Lab

LEASES = r"\Property Management\Leases"
LEASES_ID = 61
LEASE_ID = 604

EVERYTHING = '{LF:Name="*"}'
"""A query that every build accepts and that every entry of the corpus fits."""


@dataclass(frozen=True, slots=True)
class Subject:
    """One tool.

    `group`: how its requirements begin. `operation`: what its errors call it. `arguments`: a call that succeeds with
    exactly one request (two search tools: with one request of this name). `request`: that request on v1 and on v2.
    `answer`: the schema of its good answer. `echo`: arguments that come back in an error.
    """

    group: str
    tool: str
    operation: str
    arguments: Mapping[str, Any]
    request: tuple[str, str]
    answer: str
    echo: tuple[str, ...] = ()

    @property
    def forms(self) -> str:
        """The folder of its schemas."""
        return self.tool.removeprefix("laserfiche_")

    def route(self, lab: "Lab") -> str:
        """The operation that its request has in the lab's dialect."""
        return lab.name(*self.request)


SEARCH_CONTENT = Subject(
    "search_content",
    "laserfiche_entry_search_content",
    "search_content",
    MappingProxyType({"query": "unpaid balance", "folder_path": LEASES, "max_results": 3, "hits_for_top": 2}),
    ("CreateSearchOperation", "StartSearchEntry"),
    "entry_search_content/results",
)
SEARCH_NATURAL = Subject(
    "search_natural",
    "laserfiche_entry_search_natural",
    "search_natural",
    MappingProxyType({"question": "Which entries are there?", "lf_query": EVERYTHING, "max_results": 5}),
    ("CreateSimpleSearchOperation", "SearchEntry"),
    "entry_search_natural/results",
)
ENTRY_SEARCH = Subject(
    "entry_search",
    "laserfiche_entry_search",
    "search",
    MappingProxyType({"query": EVERYTHING, "max_results": 5}),
    ("CreateSimpleSearchOperation", "SearchEntry"),
    "shapes/search-page",
)
FOLDER_LIST = Subject(
    "folder_list",
    "laserfiche_folder_list",
    "list_folder",
    MappingProxyType({"folder_id": LEASES_ID, "max_results": 5}),
    ("GetEntryListing", "ListEntries"),
    "shapes/search-page",
    ("folder_id",),
)
ENTRY_GET = Subject(
    "entry_get",
    "laserfiche_entry_get",
    "get_entry",
    MappingProxyType({"entry_id": LEASE_ID}),
    ("GetEntry", "GetEntry"),
    "shapes/entry-detail",
    ("entry_id",),
)
FIELD_VALUES = Subject(
    "field_values",
    "laserfiche_field_values_get",
    "get_field_values",
    MappingProxyType({"entry_id": LEASE_ID}),
    ("GetFieldValues", "ListFields"),
    "field_values_get/values",
    ("entry_id",),
)

READERS = (ENTRY_SEARCH, FOLDER_LIST, ENTRY_GET, FIELD_VALUES)
SUBJECTS = (SEARCH_CONTENT, SEARCH_NATURAL, *READERS)

TIGHT: Mapping[str, str] = MappingProxyType(
    {
        "LF_MAX_PAGE_SIZE": "7",
        "LF_MAX_RESULTS_DEFAULT": "5",
        "LF_MAX_RESULTS_CEILING": "9",
        "LF_SEARCH_CONTEXT_HITS_MAX": "2",
        "LF_RETRY_ATTEMPTS": "2",
        "LF_WEB_CLIENT_URL_TEMPLATE": "https://docs.example/{repo_id}/open/{entry_id}",
        "LF_WEB_CLIENT_FOLDER_URL_TEMPLATE": "https://docs.example/{repo_id}/browse/{entry_id}",
    }
)
"""Settings that are all unlike their defaults, together, so that one more process serves every case that needs one."""

HASTY: Mapping[str, str] = MappingProxyType({"LF_REQUEST_TIMEOUT_SECONDS": "0.8", "LF_SEARCH_TIMEOUT_SECONDS": "0.6"})
"""Times that run out soon. They have a process of their own, so that a busy machine makes no other case run out."""


def tight(lab: "Lab") -> "Lab":
    """The same repository behind a server with tight settings."""
    return lab.with_environment(**TIGHT)


def hasty(lab: "Lab") -> "Lab":
    """The same repository behind a server that does not wait long."""
    return lab.with_environment(**HASTY)
