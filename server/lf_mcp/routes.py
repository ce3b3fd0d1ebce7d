"""The operations this server uses, as a table: method, path in v1 and in v2, and whether a repeat can do harm.

Source: the two published API descriptions. Paths are relative to `{base}/{version}/Repositories/{repository}/`.
"""

from __future__ import annotations

from dataclasses import dataclass
from urllib.parse import quote


@dataclass(frozen=True, slots=True)
class Route:
    """`repeatable`: sending it twice has the effect of sending it once, so a lost answer may be asked for again."""

    method: str
    v1: str
    v2: str
    repeatable: bool

    def path(self, version: str, names: dict[str, object]) -> str:
        """The path of this route in `version` ("v1" or "v2") with `names` put in, escaped."""
        template = self.v1 if version == "v1" else self.v2
        return template.format_map({key: quote(str(value), safe="") for key, value in names.items()})


ENTRY = Route("GET", "Entries/{entry_id}", "Entries/{entry_id}", True)
ENTRY_BY_PATH = Route("GET", "Entries/ByPath?fullPath={path}", "Entries/ByPath?fullPath={path}", True)
CHILDREN = Route(
    "GET", "Entries/{entry_id}/Laserfiche.Repository.Folder/children", "Entries/{entry_id}/Folder/Children", True
)
FIELD_VALUES = Route("GET", "Entries/{entry_id}/fields", "Entries/{entry_id}/Fields", True)
SIMPLE_SEARCH = Route("POST", "SimpleSearches", "SimpleSearches", True)
SEARCH_START = Route("POST", "Searches", "Searches/SearchAsync", True)
SEARCH_STATUS = Route("GET", "Searches/{search}", "Tasks?taskIds={search}", True)
SEARCH_RESULTS = Route("GET", "Searches/{search}/Results", "Searches/{search}/Results", True)
SEARCH_HITS = Route(
    "GET", "Searches/{search}/Results/{row}/ContextHits", "Searches/{search}/Results/{row}/ContextHits", True
)
SEARCH_CLOSE = Route("DELETE", "Searches/{search}", "Tasks?taskIds={search}", False)
